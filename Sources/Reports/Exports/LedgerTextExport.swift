package import Facts
import Scanning

/// The ledger as a journal of hledger, ledger or beancount: complete, exact and balanced.
///
/// The rows are read twice: once for the names and currencies to declare, once for the entries. A
/// transfer with both lines becomes one entry between two assets. No text of a bank or person can
/// start a directive, a comment, a tag with a meaning, a string's end or a new line.
///
/// - Source: hledger journal format; Ledger 3 manual, journal format; Beancount language syntax.
package struct LedgerTextExport: ~Copyable {
    package enum Dialect: String, Sendable, CaseIterable { case hledger, ledger, beancount }

    /// The balance of an account before its first line.
    package struct Opening: Sendable, Equatable {
        package let account: String
        package let day: CalendarDate
        package let amount: Money
    }

    private let dialect: Dialect
    private let naming: ExportNames
    private let openings: [Opening]

    private var names: AccountNames
    private var scales: [Currency: UInt8] = [:]
    private var tags: Set<String> = []
    private var accountCurrencies: [String: Set<Currency>] = [:]
    /// Accounts with amounts of an unknown currency.
    private var unnamed: [String] = []
    private var firstDay: CalendarDate?
    /// Lines with a linked other leg, to find out whether both are in the export.
    private var legs: [LineKey: Leg] = [:]
    private var writer = ByteWriter(capacity: 1 << 16)

    package init(_ dialect: Dialect, names naming: ExportNames, openings: [Opening] = []) {
        self.dialect = dialect
        self.naming = naming
        self.openings = openings
        names = AccountNames(dialect)
    }

    /// Writes the journal and returns its number of entries.
    ///
    /// - Throws: `ReportFailure`, or an error of the rows or the sink.
    package mutating func write(
        _ rows: ReportRows, to sink: @escaping ([UInt8]) throws -> Void
    ) throws -> Int {
        var survey = Survey()
        for opening in openings { survey.add(opening) }
        try rows { row in
            try verifySplits(of: row)
            survey.add(row)
        }
        declare(survey)
        writeDeclarations()
        var entries = 0
        for opening in openings {
            write(opening)
            entries += 1
        }
        try rows { row in
            if write(row) { entries += 1 }
            if writer.count >= 1 << 16 {
                try sink(writer.bytes)
                writer.removeAll()
            }
        }
        try sink(writer.bytes)
        writer.removeAll()
        return entries
    }

    // MARK: names and declarations

    /// Everything to be named and declared before the first entry.
    private struct Survey {
        var accounts: [String: Set<Currency>] = [:]
        var categories: Set<Posted> = []
        /// Each currency with the most decimals among its amounts.
        var scales: [Currency: UInt8] = [:]
        var tags: Set<String> = []
        var firstDay: CalendarDate?
        var legs: [LineKey: Leg] = [:]

        mutating func add(_ opening: Opening) {
            accounts[opening.account, default: []].insert(opening.amount.currency)
            see(opening.day, opening.amount)
        }

        mutating func add(_ row: ReportRow) {
            accounts[row.account, default: []].insert(row.amount.currency)
            see(row.day, row.amount)
            if let transfer = row.transfer {
                legs[row.key] = Leg(other: transfer.key, canJoin: Leg.canJoin(row, transfer))
                accounts[transfer.account, default: []].insert(transfer.amount.currency)
                see(min(transfer.day, row.day), transfer.amount)
            }
            for tag in row.tags { tags.insert(tagText(tag)) }
            for part in row.parts {
                categories.insert(Posted(category: part.category, isIn: !part.amount.isNegative))
            }
        }

        private mutating func see(_ day: CalendarDate, _ amount: Money) {
            firstDay = min(firstDay ?? day, day)
            let known = scales[amount.currency] ?? amount.currency.exponent
            scales[amount.currency] = max(known, amount.scale)
        }
    }

    /// The fields of a transfer line that its other line needs.
    private struct Leg {
        let other: LineKey
        let canJoin: Bool

        /// One leg goes out, the other comes in, and neither is zero or split.
        static func canJoin(_ row: ReportRow, _ transfer: TransferLeg) -> Bool {
            !row.amount.isZero && !transfer.amount.isZero && row.splits.isEmpty
                && row.amount.isNegative != transfer.amount.isNegative
        }
    }

    /// A category on one side: uncategorized money is an expense or an income by its sign.
    private struct Posted: Hashable, Comparable {
        var category: String
        var isIn: Bool

        static func < (a: Posted, b: Posted) -> Bool {
            (a.category, a.isIn ? 1 : 0) < (b.category, b.isIn ? 1 : 0)
        }
    }

    private static let openingThing = "opening"

    private mutating func declare(_ survey: Survey) {
        for account in survey.accounts.keys.sorted() {
            names.name("account " + account, root: "Assets", path: accountPath(account))
        }
        for posted in survey.categories.sorted() { declareCategory(posted) }
        if !survey.legs.isEmpty {
            declareCategory(Posted(category: ExportNames.feeCategory, isIn: false))
        }
        if !openings.isEmpty {
            names.name(Self.openingThing, root: "Equity", path: ["Opening balances"])
        }
        scales = survey.scales
        tags = survey.tags
        accountCurrencies = survey.accounts
        unnamed = survey.accounts.filter { $0.value.contains(.unknown) }.keys.sorted()
        firstDay = survey.firstDay
        legs = survey.legs
    }

    /// `monobank-UAH` is Monobank, UAH; an IBAN is one component.
    private func accountPath(_ account: String) -> [String] {
        let parts = account.split { $0 == "-" || $0 == ":" || $0 == "/" }.map { part in
            String(part.prefix(1)).uppercased() + part.dropFirst()
        }
        return parts.isEmpty ? [account] : parts
    }

    private mutating func declareCategory(_ posted: Posted) {
        let path =
            dialect == .beancount
            ? naming.keyPath(of: posted.category) : naming.path(of: posted.category)
        names.name(thing(posted), root: root(posted), path: path)
    }

    private func root(_ posted: Posted) -> String {
        switch naming.kindOf(posted.category) {
        case .expense: "Expenses"
        case .income: "Income"
        case .transfer: "Equity"
        case nil: posted.isIn ? "Income" : "Expenses"
        }
    }

    private func thing(_ posted: Posted) -> String {
        "category \(root(posted)) \(posted.category)"
    }

    private mutating func writeDeclarations() {
        switch dialect {
        case .hledger:
            writer.append("decimal-mark .\n")
            for currency in scales.keys.sorted() {
                let zeros = String(repeating: "0", count: Int(scales[currency] ?? 2))
                for code in codes(currency) {
                    writer.append("commodity 1000.\(zeros) \(code)\n" as String)
                }
            }
            for name in names.all { writer.append("account \(name)\n" as String) }
        case .ledger:
            for currency in scales.keys.sorted() {
                for code in codes(currency) { writer.append("commodity \(code)\n" as String) }
            }
            for name in names.all { writer.append("account \(name)\n" as String) }
            for tag in ["memo", "note"] + tags.sorted() where !tag.isEmpty {
                writer.append("tag \(tag)\n" as String)
            }
        case .beancount:
            writer.append("option \"title\" \"Kopiyka\"\n")
            guard let firstDay else { return }
            for currency in scales.keys.sorted() {
                for code in codes(currency) {
                    writer.append("\(firstDay.text) commodity \(code)\n" as String)
                }
            }
            var allowed: [String: Set<String>] = [:]
            for (account, currencies) in accountCurrencies {
                guard let name = names["account " + account] else { continue }
                allowed[name] = Set(currencies.map { code($0, of: account) })
            }
            for name in names.all {
                let codes = (allowed[name] ?? []).sorted().joined(separator: ",")
                writer.append("\(firstDay.text) open \(name)" as String)
                if !codes.isEmpty { writer.append(" " + codes) }
                writer.append("\n")
            }
        }
    }

    // MARK: entries

    private struct Posting {
        var account: String
        /// `-12.50 UAH`
        var amount: String
        /// The total that the amount was exchanged for.
        var exchangedFor: String?
        /// The day of the other leg when it is another one.
        var day: CalendarDate?
    }

    private mutating func write(_ opening: Opening) {
        let amount = opening.amount
        begin(day: opening.day, isHold: false, code: "", payee: "", text: "Opening balance")
        write([
            Posting(
                account: accountName(opening.account), amount: text(amount, of: opening.account)),
            Posting(
                account: names[Self.openingThing] ?? "Equity",
                amount: text(amount.negated, of: opening.account)),
        ])
    }

    /// False when the row is the other half of an entry.
    private mutating func write(_ row: ReportRow) -> Bool {
        let postings: [Posting]
        switch fate(of: row) {
        case .ownEntry: postings = categoryPostings(row)
        case .joins(let transfer): postings = transferPostings(row, transfer)
        case .isInOther: return false
        }
        begin(
            day: row.day, isHold: row.isHold, code: row.key.text, payee: row.payee,
            text: row.description)
        writeNotes(of: row)
        write(postings)
        return true
    }

    private enum Fate { case ownEntry, joins(TransferLeg), isInOther }

    /// One entry for both lines of a transfer if each refers to the other, written where money goes
    /// out. If only one of them is in the export, it is posted through the account of transfers:
    /// the other may be in the export of another month.
    private func fate(of row: ReportRow) -> Fate {
        guard let transfer = row.transfer, Leg.canJoin(row, transfer) else { return .ownEntry }
        guard let other = legs[transfer.key], other.canJoin, other.other == row.key else {
            return .ownEntry
        }
        return row.amount.isNegative ? .joins(transfer) : .isInOther
    }

    private func transferPostings(_ row: ReportRow, _ transfer: TransferLeg) -> [Posting] {
        let mine = accountName(row.account)
        let other = accountName(transfer.account)
        let otherDay = transfer.day == row.day ? nil : transfer.day
        let amount = text(row.amount, of: row.account)
        let otherAmount = text(transfer.amount, of: transfer.account)
        let unit = code(row.amount.currency, of: row.account)
        if unit != code(transfer.amount.currency, of: transfer.account) {
            let value =
                transfer.amount.isNegative ? transfer.amount.negated : transfer.amount
            return [
                Posting(
                    account: mine, amount: amount,
                    exchangedFor: text(value, of: transfer.account)),
                Posting(account: other, amount: otherAmount, day: otherDay),
            ]
        }
        var postings = [
            Posting(account: mine, amount: amount),
            Posting(account: other, amount: otherAmount, day: otherDay),
        ]
        if let rest = try? row.amount.adding(transfer.amount), !rest.isZero {
            let fee = Posted(category: ExportNames.feeCategory, isIn: false)
            postings.append(
                Posting(
                    account: names[thing(fee)] ?? "Expenses",
                    amount: text(rest.negated, of: row.account)))
        }
        return postings
    }

    private func categoryPostings(_ row: ReportRow) -> [Posting] {
        var postings = [
            Posting(account: accountName(row.account), amount: text(row.amount, of: row.account))
        ]
        for part in row.parts {
            let posted = Posted(category: part.category, isIn: !part.amount.isNegative)
            postings.append(
                Posting(
                    account: names[thing(posted)] ?? "Equity",
                    amount: text(part.amount.negated, of: row.account)))
        }
        return postings
    }

    private func accountName(_ account: String) -> String {
        names["account " + account] ?? "Assets"
    }

    private mutating func begin(
        day: CalendarDate, isHold: Bool, code: String, payee: String, text: String
    ) {
        writer.append("\n\(day.text) \(isHold ? "!" : "*")" as String)
        if dialect == .beancount {
            if !payee.isEmpty { writer.append(" \(beancountString(payee))" as String) }
            writer.append(" \(beancountString(text))\n" as String)
            if !code.isEmpty { writer.append("  key: \"\(code)\"\n" as String) }
            return
        }
        if !code.isEmpty { writer.append(" (\(code))" as String) }
        let words = [payee, text].map { journalText($0) }.filter { !$0.isEmpty }
        let shown = words.count == 2 && words[0] == words[1] ? [words[0]] : words
        if !shown.isEmpty { writer.append(" " + shown.joined(separator: " | ")) }
        writer.append("\n")
    }

    private mutating func writeNotes(of row: ReportRow) {
        let notes = [("note", row.note), ("memo", row.memo)].filter { !$0.1.isEmpty }
        for (name, text) in notes {
            switch dialect {
            case .beancount: writer.append("  \(name): \(beancountString(text))\n" as String)
            case .hledger, .ledger:
                writer.append("    ; \(name): \(commentText(text))\n" as String)
            }
        }
        let tags = row.tags.map { tagText($0) }.filter { !$0.isEmpty }
        if tags.isEmpty { return }
        switch dialect {
        case .beancount:
            writer.append("  tags: \(beancountString(tags.joined(separator: ", ")))\n" as String)
        case .hledger:
            writer.append("    ; \(tags.map { $0 + ":" }.joined(separator: ", "))\n" as String)
        case .ledger: writer.append("    ; :\(tags.joined(separator: ":")):\n" as String)
        }
    }

    private mutating func write(_ postings: [Posting]) {
        for posting in postings {
            writer.append(dialect == .beancount ? "  " : "    ")
            writer.append("\(posting.account)  \(posting.amount)" as String)
            if let exchanged = posting.exchangedFor {
                writer.append(" @@ \(exchanged)" as String)
            }
            if let day = posting.day, dialect == .hledger {
                writer.append("  ; date:\(day.text)" as String)
            }
            writer.append("\n")
        }
    }

    private func text(_ amount: Money, of account: String) -> String {
        amount.text + " " + code(amount.currency, of: account)
    }

    /// An unknown currency is printed with a code that ISO 4217 does not assign. Several accounts
    /// may have different unknown currencies, so each has its own commodity, and no sum mixes them:
    /// `XXXA`, `XXXB`.
    private func code(_ currency: Currency, of account: String) -> String {
        if currency.isKnown { return currency.code }
        guard unnamed.count > 1, let index = unnamed.firstIndex(of: account) else { return "XXX" }
        return Self.unnamedCode(index)
    }

    /// All codes that it is printed with.
    private func codes(_ currency: Currency) -> [String] {
        if currency.isKnown { return [currency.code] }
        return unnamed.count > 1 ? unnamed.indices.map(Self.unnamedCode) : ["XXX"]
    }

    /// Letters only: no dialect reads digits in a commodity without quotes.
    private static func unnamedCode(_ index: Int) -> String {
        var letters = ""
        var rest = index + 1
        while rest > 0 {
            rest -= 1
            letters = String(UnicodeScalar(UInt8(0x41 + rest % 26))) + letters
            rest /= 26
        }
        return "XXX" + letters
    }

    // MARK: escaping

    /// A semicolon would start a comment, a bar would part payee and note.
    private func journalText(_ text: String) -> String {
        oneLine(text, replacing: [";": "；", "|": "¦"])
    }

    /// In comments colons make tags and square brackets dates.
    private func commentText(_ text: String) -> String {
        oneLine(text, replacing: [";": "；", ":": "∶", "[": "(", "]": ")"])
    }

    private func beancountString(_ text: String) -> String {
        var quoted = "\""
        for character in oneLine(text).unicodeScalars {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}

/// Letters, digits, `-` and `_`; everything else separates and becomes `_`.
private func tagText(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in oneLine(text).unicodeScalars {
        let isKept =
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
        view.append(isKept ? scalar : "_")
    }
    return String(view)
}
