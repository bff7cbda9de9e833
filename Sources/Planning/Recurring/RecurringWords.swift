package import Facts
internal import Scanning

/// `recurring.yaml` of a workspace: what a person says about streams.
///
/// ```yaml
/// - {match: {payee: Netflix, account: black}, name: Movies, state: confirmed, remind: [3]}
/// - {match: {payee: Сільпо}, state: not-recurring}
/// - {match: {payee: Apple, amount: "39.00"}, state: paused}
/// ```
package struct RecurringWords: Sendable {
    fileprivate static let file = "recurring.yaml"

    package private(set) var entries: [Entry] = []
    private var text = EntryListText([], entries: [])

    package struct Entry: Sendable, Equatable {
        /// As written.
        package var payee: String
        /// Empty for every account.
        package var account = ""
        /// The amount of a payment, in any currency; tells plans of one merchant apart.
        package var matchAmount: Money?
        package var name: String?
        package var state: Word?
        package var amount: Money?
        package var cadence: Cadence?
        package var reminders: [Int] = []

        package init(payee: String, account: String = "", matchAmount: Money? = nil) {
            self.payee = payee
            self.account = account
            // As it is read back from the file, which names no currency.
            self.matchAmount = matchAmount.flatMap { amount in
                let size = amount.isNegative ? amount.negated : amount
                return Money(text: size.text, currency: .unknown)
            }
        }

        /// Entries that say more come first: an amount, an account.
        var precision: Int { (matchAmount == nil ? 0 : 2) + (account.isEmpty ? 0 : 1) }

        /// With what another one says besides.
        func over(_ other: Entry?) -> Entry {
            guard let other else { return self }
            var entry = self
            entry.name = name ?? other.name
            entry.state = state ?? other.state
            entry.amount = amount ?? other.amount
            entry.cadence = cadence ?? other.cadence
            if reminders.isEmpty { entry.reminders = other.reminders }
            return entry
        }
    }

    package enum Word: String, Sendable, CaseIterable {
        case confirmed
        case notRecurring = "not-recurring"
        case ended, paused
    }

    package init() {}

    package init(_ bytes: [UInt8]) throws(PlanFaults) {
        var reader = RecurringWordsReader()
        let nodes = reader.file.entries(bytes)
        for node in nodes { reader.readEntry(node) }
        try reader.file.verify()
        entries = reader.entries
        text = EntryListText(bytes, entries: nodes)
    }

    package var bytes: [UInt8] { text.bytes }

    /// The line of an entry in the file, from 1.
    package func line(of entry: Int) -> Int { text.line(of: entry) }

    /// The file with the words of one entry changed, or with a new entry; everything else stays as
    /// a person wrote it.
    ///
    /// - Parameters:
    ///   - index: of the entry to change; nil for a new one.
    ///   - new: what a new one matches.
    /// - Throws: the faults of the result; one that the file's form does not allow is `notAList`.
    package func changing(
        _ index: Int?, or new: Entry, _ change: (inout Entry) -> Void
    ) throws(PlanFaults) -> RecurringWords {
        var text = text
        var wanted = entries
        if let index {
            change(&wanted[index])
            text.set(wanted[index].said, ofEntry: index)
        } else {
            var new = new
            change(&new)
            wanted.append(new)
            text.write(replacing: [:], adding: [new.text], heading: Self.heading)
        }
        let result = try RecurringWords(text.bytes)
        guard result.entries == wanted else {
            throw PlanFaults(notAList: Self.file, line: index.map(text.line) ?? 1)
        }
        return result
    }

    private static let heading =
        "Payments that come again: changed by `kopiyka recurring`, and by hand."
}

extension RecurringWords.Entry {
    /// The members that commands write.
    fileprivate var said: [(key: String, value: String)] {
        var members: [(key: String, value: String)] = []
        if let name { members.append(("name", yamlScalar(name))) }
        if let state { members.append(("state", state.rawValue)) }
        return members
    }

    fileprivate var text: String {
        var match = ["payee: " + yamlScalar(payee)]
        if !account.isEmpty { match.append("account: " + yamlScalar(account)) }
        if let matchAmount { match.append("amount: \"\(matchAmount.text)\"") }
        let members = ["match: {\(match.joined(separator: ", "))}"]
        return "{" + (members + said.map { "\($0.key): \($0.value)" }).joined(separator: ", ") + "}"
    }
}

extension RecurringStream {
    /// Takes over what a person said.
    mutating func apply(_ entry: RecurringWords.Entry) {
        if let name = entry.name { self.name = name }
        if let said = entry.amount {
            let size = Int64(clamping: said.units.magnitude)
            let units = amount.isNegative ? -size : size
            let written = try? Money(
                mantissa: units, writtenScale: said.scale, currency: amount.currency)
            amount = written ?? amount
        }
        reminders = entry.reminders
        switch entry.state {
        case .confirmed: isConfirmed = true
        case .ended: state = .ended
        case .paused: state = .paused
        case .notRecurring, nil: break
        }
    }
}

private struct RecurringWordsReader {
    var file = PlanReader(file: RecurringWords.file)
    private(set) var entries: [RecurringWords.Entry] = []

    private static let members = ["match", "name", "state", "amount", "every", "remind"]
    private static let matchMembers = ["payee", "account", "amount"]
    /// A reminder further ahead reminds of nothing.
    private static let remindDaysMax = 60

    mutating func readEntry(_ node: YAMLNode) {
        file.verifyKeys(of: node, Self.members)
        guard let match = file.required("match", of: node), file.isMapping(match) else { return }
        file.verifyKeys(of: match, Self.matchMembers)
        guard let payee = file.required("payee", of: match) else { return }
        var entry = RecurringWords.Entry(payee: file.text(payee) ?? "")
        entry.account = match["account"].flatMap { file.text($0) } ?? ""
        entry.matchAmount = match["amount"].flatMap { amount($0) }
        entry.name = node["name"].flatMap { file.text($0) }
        entry.amount = node["amount"].flatMap { amount($0) }
        entry.state = node["state"].flatMap { file.choice($0, of: RecurringWords.Word.allCases) }
        entry.cadence = node["every"].flatMap { file.choice($0, of: Cadence.allCases) }
        entry.reminders = node["remind"].map { days($0) } ?? []
        entries.append(entry)
    }

    /// A plain decimal; the currency is the stream's.
    private mutating func amount(_ node: YAMLNode) -> Money? {
        guard let text = file.text(node) else { return nil }
        if let amount = Money(text: text, currency: .unknown), !amount.isZero { return amount }
        file.fault(.notAnAmount, node, found: text)
        return nil
    }

    /// A list of numbers of days, or one.
    private mutating func days(_ node: YAMLNode) -> [Int] {
        let items = node.items.isEmpty ? [node] : node.items
        return items.compactMap { file.count($0, upTo: Self.remindDaysMax) }.sorted()
    }
}
