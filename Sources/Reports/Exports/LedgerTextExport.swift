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

    /// The parts of a journal besides the entries themselves.
    package struct Choices: Sendable, Equatable {
        package var metadata = JournalMetadata.none
        /// Asserts balances that the bank printed, where the sums agree with them.
        package var hasAssertions = false
        /// The first day of lines that wait for a decision, by account.
        package var waitingFrom: [String: CalendarDate] = [:]
        /// Expenses in the currency of the purchase, at the cost in the account's.
        package var hasCosts = false

        package init() {}
    }

    private let dialect: Dialect
    private let naming: ExportNames
    private let openings: [Opening]
    private let choices: Choices
    private let earlier: [LineKey: UInt64]

    private var names: AccountNames
    private var scales: [Currency: UInt8] = [:]
    private var tags: Set<String> = []
    private var accountCurrencies: [String: Set<Currency>] = [:]
    /// Accounts with amounts of an unknown currency.
    private var unnamed: [String] = []
    private var firstDay: CalendarDate?
    /// Lines with a linked other leg, to find out whether both are in the export.
    private var legs: [LineKey: Leg] = [:]
    private var assertions = JournalAssertions(.hledger)
    /// The lines written before and now; nil when everything is written.
    package private(set) var mark: JournalMark?
    /// Lines written earlier that look different now.
    package private(set) var changed: [LineKey] = []
    /// Lines written earlier that were seen again.
    private var seenAgain = 0
    private var newRows = 0
    private var writer = ByteWriter(capacity: 1 << 16)

    package init(
        _ dialect: Dialect, names naming: ExportNames, openings: [Opening] = [],
        choices: Choices = Choices(), since mark: JournalMark? = nil
    ) {
        self.mark = mark
        earlier = mark?.entries ?? [:]
        self.choices = choices
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
        var survey = Survey(
            joins: !choices.metadata.isWhole, hasCosts: choices.hasCosts,
            assertions: choices.hasAssertions
                ? JournalAssertions(
                    dialect, grows: mark != nil, waitingFrom: choices.waitingFrom) : nil)
        for opening in openings { survey.add(opening) }
        try rows { row in
            try verifySplits(of: row)
            if let look = earlier[row.key] {
                seenAgain += 1
                if look != JournalMark.look(of: row, joined: nil),
                    look != JournalMark.look(of: row, joined: row.transfer?.key)
                {
                    changed.append(row.key)
                }
            } else {
                newRows += 1
            }
            survey.add(row, isWritten: earlier[row.key] == nil)
        }
        declare(survey)
        let due = dueOpenings(of: survey)
        if mark != nil, newRows == 0, due.isEmpty { return 0 }
        writeDeclarations()
        var entries = 0
        for opening in due {
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
        writeBalances()
        try sink(writer.bytes)
        writer.removeAll()
        return entries
    }

    /// Lines written earlier that are no more among the rows.
    package var goneCount: Int { earlier.count - seenAgain }

    /// The day of openings and declarations of a journal that grows.
    private static let beforeAll = CalendarDate(daysSince1970: 0)

    /// All openings; after an earlier export what changed of them.
    ///
    /// Dated before everything: lines found later may be older than those of an earlier export, and
    /// its assertions hold only if the opening is changed before them.
    private mutating func dueOpenings(of survey: Survey) -> [Opening] {
        guard let before = mark?.openings else { return openings }
        var due: [Opening] = []
        var now: Set<AccountPlace> = []
        func differs(_ opening: Opening) -> Opening? {
            let place = AccountPlace(opening.account, opening.amount.currency)
            var change = opening.amount
            if let earlier = before[place]?.amount {
                guard let difference = try? change.adding(earlier.negated) else { return nil }
                change = difference
            }
            if change.isZero { return nil }
            return Opening(account: opening.account, day: Self.beforeAll, amount: change)
        }
        for opening in openings {
            now.insert(AccountPlace(opening.account, opening.amount.currency))
            guard let change = differs(opening) else { continue }
            due.append(change)
            mark?.add(opening)
        }
        for (place, opening) in before.sorted(by: { $0.key < $1.key })
        where survey.accounts[place.account] != nil && !now.contains(place) {
            let none = Opening(
                account: opening.account, day: opening.day,
                amount: Money(
                    units: 0, scale: opening.amount.scale, currency: opening.amount.currency))
            guard let change = differs(none) else { continue }
            due.append(change)
            mark?.add(none)
        }
        return due
    }

    // MARK: names and declarations

    /// Everything to be named and declared before the first entry.
    private struct Survey {
        let joins: Bool
        let hasCosts: Bool
        var assertions: JournalAssertions?
        var accounts: [String: Set<Currency>] = [:]
        /// The other accounts of transfers, whose lines need not be among the rows.
        var others: [String: Set<Currency>] = [:]
        var categories: Set<Posted> = []
        /// Each currency with the most decimals among its amounts.
        var scales: [Currency: UInt8] = [:]
        var tags: Set<String> = []
        var firstDay: CalendarDate?
        var legs: [LineKey: Leg] = [:]

        mutating func add(_ opening: Opening) {
            accounts[opening.account, default: []].insert(opening.amount.currency)
            see(opening.day, opening.amount)
            assertions?.open(opening)
        }

        /// - Parameter isWritten: false if an earlier export wrote it.
        mutating func add(_ row: ReportRow, isWritten: Bool) {
            accounts[row.account, default: []].insert(row.amount.currency)
            see(row.day, row.amount)
            assertions?.survey(row, joins ? row.transfer?.key : nil, isWritten: isWritten)
            guard isWritten else { return }
            if hasCosts, let cost = row.purchaseAmount { see(row.day, cost) }
            if joins, let transfer = row.transfer {
                legs[row.key] = Leg(other: transfer.key, canJoin: Leg.canJoin(row, transfer))
                others[transfer.account, default: []].insert(transfer.amount.currency)
                if transfer.rest(of: row) != nil { categories.insert(.rest) }
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

        /// The part of a transfer that does not arrive: in reports it stays one of the transfer.
        static let rest = Posted(category: CategoryTree.ownAccounts.0, isIn: false)

        static func < (a: Posted, b: Posted) -> Bool {
            (a.category, a.isIn ? 1 : 0) < (b.category, b.isIn ? 1 : 0)
        }
    }

    private static let openingThing = "opening"

    private mutating func declare(_ survey: Survey) {
        let currencies = survey.accounts.merging(survey.others) { $0.union($1) }
        let accounts = currencies.keys.sorted()
        // The person's own names first: other names keep clear of them.
        for account in accounts {
            if let own = naming.journal.accounts[account] {
                names.place("account " + account, at: own)
            }
        }
        let categories = survey.categories.sorted()
        for posted in categories { placeCategory(posted) }
        for (thing, name) in (mark?.names ?? [:]).sorted(by: { $0.key < $1.key })
        where names[thing] == nil && !thing.hasPrefix("unit ") {
            names.place(thing, at: name)
        }
        for account in accounts {
            names.name("account " + account, root: "Assets", path: accountPath(account))
        }
        for posted in categories { declareCategory(posted) }
        if !openings.isEmpty {
            names.name(Self.openingThing, root: "Equity", path: ["Opening balances"])
        }
        for (thing, name) in names.byThing.sorted(by: { $0.key < $1.key }) {
            mark?.add(name: name, of: thing)
        }
        scales = survey.scales
        tags = survey.tags
        accountCurrencies = currencies
        unnamed = currencies.filter { $0.value.contains(.unknown) }.keys.sorted()
        if mark != nil { keepUnits() }
        firstDay = survey.firstDay
        legs = survey.legs
        if var found = survey.assertions {
            found.finish {
                names["account " + $0] ?? $0
            } joins: {
                legs[$0].map(\.canJoin) == true && legs[$1].map(\.canJoin) == true
            }
            assertions = found
        }
    }

    /// The name that a person gave the account; else `monobank-UAH` is Monobank, UAH, and an IBAN
    /// is one component.
    private func accountPath(_ account: String) -> [String] {
        let shown = naming.shownNameOf(account)
        if shown != account {
            let parts = shown.split(separator: ":").map(String.init)
            return parts.isEmpty ? [shown] : parts
        }
        let parts = account.split { $0 == "-" || $0 == ":" || $0 == "/" }.map { part in
            String(part.prefix(1)).uppercased() + part.dropFirst()
        }
        return parts.isEmpty ? [account] : parts
    }

    /// An unknown currency keeps the code that an earlier export gave it.
    private mutating func keepUnits() {
        var used = Set((mark?.names ?? [:]).filter { $0.key.hasPrefix("unit ") }.values)
        for account in unnamed where mark?.names["unit " + account] == nil {
            let code = (0...used.count).map(Self.unnamedCode).first { !used.contains($0) } ?? "XXX"
            used.insert(code)
            mark?.add(name: code, of: "unit " + account)
        }
    }

    private mutating func placeCategory(_ posted: Posted) {
        guard let own = naming.journal.nearest(to: posted.category) else { return }
        if own.levels == posted.category.split(separator: ".").count {
            names.place(thing(posted), at: own.name)
        }
    }

    private mutating func declareCategory(_ posted: Posted) {
        var path =
            dialect == .beancount
            ? naming.keyPath(of: posted.category) : naming.path(of: posted.category)
        if let own = naming.journal.nearest(to: posted.category) {
            path.removeFirst(min(own.levels, path.count))
            return names.name(thing(posted), root: own.name, path: path)
        }
        let root = root(posted)
        // The category of all income is the root itself.
        if posted.category.split(separator: ".").first.map(String.init) == root.lowercased() {
            path.removeFirst()
            // An account of beancount has two components.
            if path.isEmpty, dialect == .beancount { path = ["general"] }
        }
        names.name(thing(posted), root: root, path: path)
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
            // It is of one file, and each export may be one.
            writer.append("decimal-mark .\n")
            for currency in scales.keys.sorted() {
                let zeros = String(repeating: "0", count: Int(scales[currency] ?? 2))
                for code in codes(currency) { declare("commodity 1000.\(zeros) \(code)") }
            }
            for name in names.all { declare("account \(name)") }
        case .ledger:
            for currency in scales.keys.sorted() {
                for code in codes(currency) { declare("commodity \(code)") }
            }
            for name in names.all { declare("account \(name)") }
            let ours = JournalMetadata.all.filter { choices.metadata.has($0) }
            for tag in Set(["memo", "note"] + tags + ours).sorted() where !tag.isEmpty {
                declare("tag \(tag)")
            }
        case .beancount:
            declare("option \"title\" \"Kopiyka\"")
            // A total price becomes one of a unit, rounded after 28 digits; amounts without
            // decimals allow no difference.
            for currency in scales.keys.sorted() where scales[currency] == 0 {
                for code in codes(currency) {
                    declare("option \"inferred_tolerance_default\" \"\(code):0.000001\"")
                }
            }
            guard let firstDay else { return }
            // Older entries and other currencies may follow in a later export.
            let day = (mark == nil ? firstDay : Self.beforeAll).text
            for currency in scales.keys.sorted() {
                for code in codes(currency) { declare("\(day) commodity \(code)") }
            }
            var allowed: [String: Set<String>] = [:]
            for (account, currencies) in accountCurrencies where mark == nil {
                guard let name = names["account " + account] else { continue }
                allowed[name, default: []].formUnion(currencies.map { code($0, of: account) })
            }
            for name in names.all {
                let codes = (allowed[name] ?? []).sorted().joined(separator: ",")
                declare("\(day) open \(name)" + (codes.isEmpty ? "" : " " + codes))
            }
        }
    }

    /// Writes a directive, unless an earlier export did.
    private mutating func declare(_ directive: String) {
        if mark?.add(directive: directive) == false { return }
        writer.append(directive + "\n")
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
        /// The balance of the account after the posting.
        var balance: String?
        var metadata: [(name: String, value: String)] = []
    }

    private mutating func write(_ opening: Opening) {
        let amount = opening.amount
        begin(day: opening.day, isHold: false, payee: "", text: "Opening balance")
        if choices.metadata.isWhole {
            write("account", opening.account, indentation: dialect == .beancount ? "  " : "    ")
        }
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
        var postings: [Posting]
        var asserted = assertions.next()
        if earlier[row.key] != nil { return false }
        let fate = fate(of: row)
        mark?.add(row.key, JournalMark.look(of: row, joined: fate.other(of: row)))
        switch fate {
        case .ownEntry:
            postings = categoryPostings(row)
            if asserted == nil { asserted = assertions.post(row, nil) }
        case .joins(let transfer):
            postings = transferPostings(row, transfer)
            if asserted == nil { asserted = assertions.post(row, transfer) }
        case .isInOther: return false
        }
        if let own = asserted?.own { postings[0].balance = text(own, of: row.account) }
        if let other = asserted?.other, let transfer = row.transfer {
            postings[1].balance = text(other, of: transfer.account)
        }
        begin(day: row.day, isHold: row.isHold, payee: row.payee, text: row.description)
        writeNotes(of: row)
        write(postings)
        return true
    }

    private enum Fate {
        case ownEntry, joins(TransferLeg), isInOther

        /// The other line of the same entry.
        func other(of row: ReportRow) -> LineKey? {
            if case .ownEntry = self { return nil }
            return row.transfer?.key
        }
    }

    /// One entry for both lines of a transfer if each refers to the other, written where money goes
    /// out. If only one of them is in the export, it is posted through the account of transfers:
    /// the other may be in the export of another month.
    private func fate(of row: ReportRow) -> Fate {
        guard !choices.metadata.isWhole, let transfer = row.transfer, Leg.canJoin(row, transfer)
        else { return .ownEntry }
        guard let other = legs[transfer.key], other.canJoin, other.other == row.key else {
            return .ownEntry
        }
        return row.amount.isNegative ? .joins(transfer) : .isInOther
    }

    private func transferPostings(_ row: ReportRow, _ transfer: TransferLeg) -> [Posting] {
        let mine = accountName(row.account)
        let other = accountName(transfer.account)
        let otherDay = transfer.day == row.day ? nil : transfer.day
        let key: [(name: String, value: String)] =
            choices.metadata.has("key") ? [("key", transfer.key.text)] : []
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
                Posting(account: other, amount: otherAmount, day: otherDay, metadata: key),
            ]
        }
        var postings = [
            Posting(account: mine, amount: amount),
            Posting(account: other, amount: otherAmount, day: otherDay, metadata: key),
        ]
        if let rest = transfer.rest(of: row) {
            postings.append(
                Posting(
                    account: names[thing(.rest)] ?? "Equity",
                    amount: text(rest.negated, of: row.account)))
        }
        return postings
    }

    private func categoryPostings(_ row: ReportRow) -> [Posting] {
        var postings = [
            Posting(account: accountName(row.account), amount: text(row.amount, of: row.account))
        ]
        let cost = choices.hasCosts && row.splits.isEmpty ? row.purchaseAmount : nil
        for part in row.parts {
            let posted = Posted(category: part.category, isIn: !part.amount.isNegative)
            let amount = part.amount.negated
            var posting = Posting(
                account: names[thing(posted)] ?? "Equity", amount: text(amount, of: row.account))
            if let cost {
                let paid = part.amount.isNegative ? amount : part.amount
                posting.exchangedFor = text(paid, of: row.account)
                posting.amount = text(cost.negated, of: row.account)
            }
            postings.append(posting)
        }
        return postings
    }

    private func accountName(_ account: String) -> String {
        names["account " + account] ?? "Assets"
    }

    private mutating func begin(
        day: CalendarDate, isHold: Bool, payee: String, text: String
    ) {
        writer.append("\n\(day.text) \(isHold ? "!" : "*")" as String)
        if dialect == .beancount {
            if !payee.isEmpty { writer.append(" \(beancountString(payee))" as String) }
            writer.append(" \(beancountString(text))\n" as String)
            return
        }
        let words = [payee, text].map { journalText($0) }.filter { !$0.isEmpty }
        let shown = words.count == 2 && words[0] == words[1] ? [words[0]] : words
        if !shown.isEmpty { writer.append(" " + shown.joined(separator: " | ")) }
        writer.append("\n")
    }

    private mutating func writeNotes(of row: ReportRow) {
        for (name, value) in choices.metadata.values(of: row) {
            write(name, value, indentation: dialect == .beancount ? "  " : "    ")
        }
        let notes = [("note", row.note), ("memo", row.memo)].filter {
            !$0.1.isEmpty && !choices.metadata.has($0.0)
        }
        for (name, text) in notes {
            switch dialect {
            case .beancount: writer.append("  \(name): \(beancountString(text))\n" as String)
            case .hledger, .ledger:
                writer.append("    ; \(name): \(commentText(text))\n" as String)
            }
        }
        let tags = row.tags.map { tagText($0) }.filter { !$0.isEmpty }
        if tags.isEmpty || choices.metadata.has("tags") { return }
        switch dialect {
        case .beancount:
            writer.append("  tags: \(beancountString(tags.joined(separator: ", ")))\n" as String)
        case .hledger:
            writer.append("    ; \(tags.map { $0 + ":" }.joined(separator: ", "))\n" as String)
        case .ledger: writer.append("    ; :\(tags.joined(separator: ":")):\n" as String)
        }
    }

    private mutating func write(_ name: String, _ value: String, indentation: String) {
        let escaped = PercentText.escaped(value)
        writer.append(
            dialect == .beancount
                ? "\(indentation)\(name): \"\(escaped)\"\n"
                : "\(indentation); \(name): \(escaped)\n" as String)
    }

    /// Balance directives of beancount, which hold at the beginning of their day.
    private mutating func writeBalances() {
        guard dialect == .beancount, !assertions.closings.isEmpty else { return }
        writer.append("\n")
        for closing in assertions.closings {
            let day = closing.day.adding(days: 1)
            let amount = text(closing.amount, of: closing.account)
            declare("\(day.text) balance \(accountName(closing.account))  \(amount)")
        }
    }

    private mutating func write(_ postings: [Posting]) {
        for posting in postings {
            writer.append(dialect == .beancount ? "  " : "    ")
            writer.append("\(posting.account)  \(posting.amount)" as String)
            if let exchanged = posting.exchangedFor {
                writer.append(" @@ \(exchanged)" as String)
            }
            if let balance = posting.balance { writer.append(" = \(balance)" as String) }
            if let day = posting.day, dialect == .hledger {
                writer.append("  ; date:\(day.text)" as String)
            }
            writer.append("\n")
            for (name, value) in posting.metadata {
                write(
                    name, value, indentation: dialect == .beancount ? "    " : "        ")
            }
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
        if let kept = mark?.names["unit " + account] { return kept }
        guard unnamed.count > 1, let index = unnamed.firstIndex(of: account) else { return "XXX" }
        return Self.unnamedCode(index)
    }

    /// All codes that it is printed with.
    private func codes(_ currency: Currency) -> [String] {
        if currency.isKnown { return [currency.code] }
        if let kept = mark?.names {
            return unnamed.compactMap { kept["unit " + $0] }.sorted()
        }
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

extension TransferLeg {
    /// The part of the other side that does not arrive here, or arrives beside it, in one currency.
    fileprivate func rest(of row: ReportRow) -> Money? {
        guard amount.currency == row.amount.currency, let rest = try? row.amount.adding(amount)
        else { return nil }
        return rest.isZero ? nil : rest
    }
}
