internal import Facts
internal import Reports
internal import Scanning

/// `holdings.yaml` of a workspace: deposits and loans with the terms of their contracts.
///
/// ```yaml
/// - {id: dep1, kind: deposit, currency: UAH, principal: "36500", opened: 2023-01-01,
///    term_end: 2024-01-01, rates: [[2023-01-01, "10"], [2023-06-16, "12.5"]], posting_day: 1,
///    day_count: act/365, capitalized: true, tax: [[2019-01-01, "19.5"]], account: Депозит}
/// - {id: car, kind: loan, type: annuity, currency: UAH, principal: "100000", opened: 2023-01-15,
///    payments: 24, rates: [[2023-01-15, "18"]], posting_day: 15, day_count: 30/360}
/// ```
package enum HoldingFile {
    package static let name = "holdings.yaml"

    /// The holdings in the order of the file.
    package static func holdings(_ bytes: [UInt8]) throws(PlanFaults) -> [Holding] {
        var reader = HoldingReader()
        let holdings = reader.read(bytes)
        try reader.file.verify()
        return holdings
    }
}

private struct HoldingReader {
    var file = PlanReader(file: HoldingFile.name)
    private var ids: Set<String> = []

    private static let common = [
        "id", "kind", "currency", "principal", "opened", "rates", "posting_day", "day_count",
        "changes", "account",
    ]
    private static let ofDeposits = ["term_end", "capitalized", "tax"]
    private static let ofLoans = ["type", "payments"]

    mutating func read(_ bytes: [UInt8]) -> [Holding] {
        file.entries(bytes).compactMap { holding($0) }
    }

    private mutating func holding(_ node: YAMLNode) -> Holding? {
        guard let kind = file.required("kind", of: node),
            let kind = file.choice(kind, of: ["deposit", "loan"])
        else { return nil }
        let isLoan = kind == "loan"
        file.verifyKeys(of: node, Self.common + (isLoan ? Self.ofLoans : Self.ofDeposits))
        let id = self.id(node)
        let currency = file.required("currency", of: node).flatMap { file.currency($0) }
        let opened = file.required("opened", of: node).flatMap { file.day($0) }
        let rates = file.required("rates", of: node).map { steps($0, Limits.holdingRateMax) }
        let dayCount = self.dayCount(node)
        let account = node["account"].flatMap { file.text($0) }
        // Amounts have the digits of the currency, and days begin with the opening.
        guard let id, let currency, let opened, let rates, let dayCount else { return nil }
        let principal = file.required("principal", of: node).flatMap {
            file.units($0, in: currency, upTo: Limits.holdingUnitsMax)
        }
        let changes = node["changes"].map { self.changes($0, in: currency, after: opened) } ?? []
        let terms: Holding.Terms? =
            isLoan
            ? loan(node, in: currency, opened).map { .loan($0) }
            : deposit(node, opened).map { .deposit($0) }
        guard let principal, let terms else { return nil }
        return Holding(
            id: id, terms: terms, principal: Money(minorUnits: principal, currency: currency),
            opened: opened, rates: rates, dayCount: dayCount,
            postingDay: postingDay(node, of: terms, opened),
            changes: changes, account: account, place: file.place(of: node),
            accountPlace: file.place(of: node["account"] ?? node))
    }

    private mutating func id(_ node: YAMLNode) -> String? {
        guard let value = file.required("id", of: node), let id = file.text(value) else {
            return nil
        }
        if !ids.insert(id).inserted { file.fault(.nameTwice, value, found: id) }
        return id
    }

    private mutating func dayCount(_ node: YAMLNode) -> DayCount? {
        guard let value = node["day_count"] else { return .actual365 }
        return file.choice(value, of: DayCount.allCases)
    }

    /// A deposit with a term may lack the day: interest is then posted at its end. Of a loan it is
    /// else the day of its opening.
    private mutating func postingDay(
        _ node: YAMLNode, of terms: Holding.Terms, _ opened: CalendarDate
    ) -> Int? {
        if let value = node["posting_day"] { return file.count(value, upTo: 31) }
        switch terms {
        case .deposit(let deposit):
            if deposit.termEnd == nil { file.fault(.keyMissing, node, found: "posting_day") }
            return nil
        case .loan(.own): return nil
        case .loan: return opened.parts.day
        }
    }

    private mutating func steps(_ node: YAMLNode, _ most: Int) -> [DatedRate] {
        file.dated(node) { reader, day, cells in
            reader.rate(cells[0], upTo: most).map { DatedRate(day: day, millionths: $0) }
        }
    }

    private mutating func changes(
        _ node: YAMLNode, in currency: Currency, after opened: CalendarDate
    ) -> [Holding.Change] {
        file.dated(node, after: opened, mayRepeat: true) { reader, day, cells in
            reader.units(cells[0], in: currency, isSigned: true, upTo: Limits.holdingUnitsMax)
                .map { Holding.Change(day: day, units: $0) }
        }
    }

    private mutating func deposit(_ node: YAMLNode, _ opened: CalendarDate) -> Holding.Deposit? {
        var termEnd: CalendarDate?
        if let value = node["term_end"] {
            guard let day = file.day(value) else { return nil }
            if day <= opened { file.fault(.notInOrder, value, found: day.text) }
            termEnd = day
        }
        guard let isCapitalized = node["capitalized"].map({ file.answer($0) }) ?? true else {
            return nil
        }
        let tax = node["tax"].map { steps($0, 100) } ?? []
        return Holding.Deposit(termEnd: termEnd, isCapitalized: isCapitalized, tax: tax)
    }

    private mutating func loan(
        _ node: YAMLNode, in currency: Currency, _ opened: CalendarDate
    ) -> Holding.Loan? {
        let types = ["annuity", "classic", "own"]
        guard let type = node["type"].map({ file.choice($0, of: types) }) ?? "annuity",
            let payments = file.required("payments", of: node)
        else { return nil }
        if type == "own" {
            return .own(ownPayments(payments, in: currency, after: opened))
        }
        return file.count(payments, upTo: Limits.holdingPaymentsMax).map {
            type == "classic" ? .classic(payments: $0) : .annuity(payments: $0)
        }
    }

    /// Rows `[DAY, PAYMENT]` or `[DAY, PAYMENT, INTEREST]`.
    private mutating func ownPayments(
        _ node: YAMLNode, in currency: Currency, after opened: CalendarDate
    ) -> [Holding.OwnPayment] {
        file.dated(node, cells: 1...2, after: opened) { reader, day, cells in
            let most = Limits.holdingUnitsMax
            guard let payment = reader.units(cells[0], in: currency, upTo: most) else {
                return nil
            }
            if cells.count == 1 {
                return Holding.OwnPayment(day: day, payment: payment, interest: nil)
            }
            // The interest of a payment may be zero.
            let isZero = Decimal18(text: cells[1].text ?? "")?.units == 0
            return (isZero ? 0 : reader.units(cells[1], in: currency, upTo: most)).map {
                Holding.OwnPayment(day: day, payment: payment, interest: $0)
            }
        }
    }
}
