package import Facts
import Scanning

/// Deterministic random numbers by seed.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mix(state)
    }

    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    package mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
}

/// An invented statement of some bank, with its expected movements.
///
/// All of a bank's choices are random: language, delimiter, order of columns and rows, forms of
/// numbers and days, representation of signs (or none), balances (also wrong ones), accounts, lines
/// above and below. The generator assumes: a table with positive purchases is a card's, at most a
/// third of its rows are payments, and it prints no running balance of an asset; the month comes
/// first only below headings in languages of a country that writes it so.
package struct RandomTable {
    package struct Movement: Equatable {
        package let day: CalendarDate
        package let cents: Int

        package init(day: CalendarDate, cents: Int) {
            self.day = day
            self.cents = cents
        }
    }

    package private(set) var text = ""
    package private(set) var movements: [Movement] = []
    /// The ISO code printed in the file, if any.
    package private(set) var currency = ""

    private var numbers: SeededNumbers
    private let language: TableLanguage
    private let delimiter: String
    private let days: DayStyle
    private let amounts: AmountStyle
    private let signs: SignStyle
    private let balances: BalanceStyle
    private let hasHeader: Bool

    enum SignStyle: CaseIterable {
        case signed, plusSigned, inverted, unsigned, sides, negativeSides, words
    }
    enum BalanceStyle: CaseIterable { case none, right, wrong }

    private let hasTotals: Bool

    /// - Parameter hasTotals: totals and balances may be printed above and below, right or wrong.
    package init(seed: UInt64, hasTotals: Bool = false) {
        self.hasTotals = hasTotals
        var numbers = SeededNumbers(seed: seed)
        language = numbers.pick(TableLanguage.all)
        delimiter = numbers.pick([",", ";", "\t"])
        let style = numbers.pick(DayStyle.all)
        days = language.mayWriteMonthFirst ? style : style.dayFirst
        amounts = AmountStyle(&numbers)
        signs = numbers.pick([
            .signed, .signed, .signed, .plusSigned, .inverted, .unsigned, .sides, .sides,
            .negativeSides, .words,
        ])
        // A card with positive purchases prints the debt, if any balance.
        balances = signs == .inverted ? .none : numbers.pick([.none, .right, .right, .wrong])
        hasHeader = numbers.chance(80)
        self.numbers = numbers
        build()
    }

    private struct Row {
        let day: CalendarDate
        let cents: Int
        let account: Int
        let balance: Int
        let text: String
    }

    private enum Column {
        case day, booked, amount, debit, credit, word, balance, currency, account, text, id,
            category
        case rate, reference, fee

        var key: String { "\(self)" }
    }

    private mutating func build() {
        let rows = makeRows()
        movements = rows.map { Movement(day: $0.day, cents: $0.cents) }
        var columns: [Column] = [.day, .text]
        switch signs {
        case .sides, .negativeSides: columns += [.debit, .credit]
        case .words: columns += [.amount, .word]
        default: columns.append(.amount)
        }
        if balances != .none { columns.append(.balance) }
        if rows.contains(where: { $0.account > 0 }) { columns.append(.account) }
        for (column, percent) in [
            (Column.booked, 25), (.currency, amounts.currency.isEmpty ? 40 : 0), (.id, 30),
            (.category, 25), (.rate, 10),
            (.reference, 20), (.fee, 10),
        ] where numbers.chance(percent) {
            columns.append(column)
        }
        columns.shuffle(using: &numbers)
        currency = columns.contains(.currency) ? "EUR" : amounts.currency

        var lines = preamble(rows)
        if hasHeader { lines.append(line(columns.map { language.heading($0.key, &numbers) })) }
        for (index, row) in rows.enumerated() {
            lines.append(line(columns.map { cell($0, row, index) }))
        }
        if numbers.chance(15) {
            var cells = columns.map { _ in "" }
            if let index = columns.firstIndex(of: .text) { cells[index] = language.total }
            if let index = columns.firstIndex(where: { $0 == .amount || $0 == .credit }) {
                cells[index] = amounts.written(rows.reduce(0) { $0 + $1.cents }, hasPlus: false)
            }
            lines.append(line(cells))
        }
        if hasTotals { addTotals(to: &lines, rows) }
        let end = numbers.chance(50) ? "\n" : "\r\n"
        text = lines.joined(separator: end) + (numbers.chance(90) ? end : "")
    }

    /// Totals that banks print about rows; a card's balance is its debt. One in five figures is
    /// unrelated.
    private mutating func addTotals(to lines: inout [String], _ rows: [Row]) {
        func figure(_ cents: Int, _ numbers: inout SeededNumbers) -> String {
            amounts.written(numbers.chance(20) ? numbers.below(900_000) : cents, hasPlus: false)
        }
        let net = rows.reduce(0) { $0 + $1.cents }
        let received = rows.reduce(0) { $0 + max($1.cents, 0) }
        if numbers.chance(40) {
            let opening = 10_000 + numbers.below(500_000)
            let closing = signs == .inverted ? opening - net : opening + net
            lines.insert(line(["Opening balance", figure(opening, &numbers)]), at: 0)
            lines.append(line(["Closing balance", figure(closing, &numbers)]))
        }
        if numbers.chance(40) {
            let out = figure(received - net, &numbers)
            let into = figure(received, &numbers)
            if numbers.chance(50) {
                lines.append(line(["Total debit", out, "Total credit", into]))
            } else {
                lines += [line(["Total credit", into]), line(["Total debit", out])]
            }
        }
        if numbers.chance(40) {
            let sum = numbers.pick([net, -net, received, 2 * received - net])
            lines.append(line([language.total, "", figure(sum, &numbers)]))
        }
    }

    private mutating func makeRows() -> [Row] {
        let count = numbers.chance(10) ? 1 + numbers.below(2) : 3 + numbers.below(13)
        let accounts = numbers.chance(15) ? 2 : 1
        var rest = (0..<accounts).map { _ in 10_000 + numbers.below(5_000_000) }
        var day = CalendarDate(
            year: 2020 + numbers.below(7), month: 1 + numbers.below(12), day: 1 + numbers.below(28))!
        var rows: [Row] = []
        let isSmall = numbers.chance(10)
        for index in 0..<count {
            day = day.adding(days: Int32(numbers.below(4)))
            // A card's statement has few payments; an account's income is random.
            let comesIn = signs == .inverted ? index % 4 == 3 : numbers.chance(30)
            var cents =
                isSmall
                ? 100 * (1 + numbers.below(3))
                : 1 + numbers.below(numbers.chance(20) ? 9_000_000 : 30_000)
            if numbers.chance(15) { cents = cents / 100 * 100 + 100 }
            let account = numbers.below(accounts)
            let signed = comesIn ? cents : -cents
            rest[account] += signed
            rows.append(
                Row(
                    day: day, cents: signed, account: account,
                    balance: balances == .wrong ? numbers.below(9_000_000) : rest[account],
                    text: language.text(isIncoming: comesIn, isCard: signs == .inverted, &numbers)))
        }
        switch numbers.below(10) {
        case 0..<4: rows.reverse()
        case 4 where balances != .right: rows.shuffle(using: &numbers)
        default: break
        }
        return rows
    }

    private mutating func preamble(_ rows: [Row]) -> [String] {
        guard numbers.chance(30) else { return [] }
        var lines = [language.title]
        if hasHeader, numbers.chance(60) {
            let first = rows.map(\.day).min() ?? rows[0].day
            let last = rows.map(\.day).max() ?? rows[0].day
            lines.append(
                line([
                    language.title,
                    days.written(first) + " - "
                        + days.written(last.adding(days: Int32(numbers.below(5)))),
                ]))
        }
        if hasHeader, numbers.chance(30) {
            lines.append(line([language.title, amounts.written(123_456, hasPlus: false)]))
        }
        return lines
    }

    private mutating func cell(_ column: Column, _ row: Row, _ index: Int) -> String {
        switch column {
        case .day: days.written(row.day)
        case .booked: days.written(row.day.adding(days: Int32(numbers.below(3))))
        case .amount: amount(row)
        case .debit:
            row.cents < 0
                ? amounts.written(signs == .negativeSides ? row.cents : -row.cents, hasPlus: false)
                : ""
        case .credit: row.cents > 0 ? amounts.written(row.cents, hasPlus: false) : ""
        case .word: row.cents > 0 ? language.moneyIn : language.moneyOut
        case .balance: amounts.written(row.balance, hasPlus: false)
        case .currency: "EUR"
        case .account: row.account == 0 ? "UA213223130000026007233566001" : "5168 **** 2795"
        case .text: row.text
        case .id: "TX\(1_000 + index)"
        case .category: index % 2 == 0 ? "A" : "Other things"
        case .rate: "1.0\(index % 10)35"
        case .reference: "\(700_000 + index * 7)"
        case .fee: "0.00"
        }
    }

    private func amount(_ row: Row) -> String {
        switch signs {
        case .inverted: amounts.written(-row.cents, hasPlus: false)
        case .unsigned, .words: amounts.written(abs(row.cents), hasPlus: false)
        case .plusSigned: amounts.written(row.cents, hasPlus: true)
        default: amounts.written(row.cents, hasPlus: false)
        }
    }

    private func line(_ cells: [String]) -> String {
        cells.map { cell in
            cell.contains(delimiter) || cell.contains("\"")
                ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
        }.joined(separator: delimiter)
    }
}

private struct DayStyle {
    let written: @Sendable (CalendarDate) -> String

    func written(_ day: CalendarDate) -> String { self.written(day) }

    /// The same with the day before the month, if the year has four digits.
    var dayFirst: DayStyle {
        guard let day = CalendarDate(year: 2021, month: 3, day: 4) else { return self }
        return ["03/04/2021", "03-04-2021"].contains(written(day))
            ? DayStyle.style { "\($2)/\($1)/\($0)" } : self
    }

    static let all: [DayStyle] = [
        style { "\($0)-\($1)-\($2)" }, style { "\($0)-\($1)-\($2)" }, style { "\($2).\($1).\($0)" },
        style { "\($2).\($1).\($0)" }, style { "\($2).\($1).\($0) 10:15:00" },
        style { "\($2)/\($1)/\($0)" }, style { "\($1)/\($2)/\($0)" }, style { "\($2)-\($1)-\($0)" },
        style { "\($1)-\($2)-\($0)" }, style { "\($0)/\($1)/\($2)" }, style { "\($0)\($1)\($2)" },
        style { "\($2).\($1).\($0.suffix(2))" }, style { "\($1)/\($2)/\($0.suffix(2))" },
        style { "\($2)/\($1)/\($0.suffix(2))" }, style { "\($0.suffix(2))-\($1)-\($2)" },
        style { "\($2)-\($1)-\($0.suffix(2))" }, style { "\($0)-\($1)-\($2)T10:15:00Z" },
        style { "\($2) \(months[(Int($1) ?? 1) - 1]) \($0)" },
    ]

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func style(
        _ write: @escaping @Sendable (String, String, String) -> String
    ) -> DayStyle {
        DayStyle { day in
            let (year, month, number) = day.parts
            return write(
                "\(year)", (month < 10 ? "0" : "") + "\(month)",
                (number < 10 ? "0" : "") + "\(number)")
        }
    }
}

private struct AmountStyle {
    private let mark: String
    private let group: String
    private let unit: String
    /// The currency of the unit, empty if ambiguous.
    let currency: String
    private let dropsZeros: Bool
    private let minus: String

    init(_ numbers: inout SeededNumbers) {
        let isPoint = numbers.chance(50)
        mark = isPoint ? "." : ","
        group = numbers.pick(["", "", "", " ", "\u{A0}", isPoint ? "," : ".", "'"])
        unit = numbers.chance(85) ? "" : numbers.pick(["€", " UAH", " kr"])
        currency = ["€": "EUR", " UAH": "UAH"][unit] ?? ""
        dropsZeros = numbers.chance(20)
        minus = numbers.chance(90) ? "-" : "\u{2212}"
    }

    func written(_ cents: Int, hasPlus: Bool) -> String {
        let size = abs(cents)
        var whole = ""
        for (index, digit) in String(size / 100).reversed().enumerated() {
            if index > 0, index % 3 == 0 { whole = group + whole }
            whole = String(digit) + whole
        }
        var text = whole
        if !dropsZeros || size % 100 != 0 {
            text += mark + (size % 100 < 10 ? "0" : "") + String(size % 100)
        }
        return (cents < 0 ? minus : hasPlus ? "+" : "") + text + unit
    }
}
