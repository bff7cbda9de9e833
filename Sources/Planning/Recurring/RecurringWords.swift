package import Facts
package import Scanning

/// `recurring.yaml` of a workspace: what a person says about streams.
///
/// ```yaml
/// - {match: {payee: Netflix, account: black}, name: Movies, state: confirmed, remind: [3]}
/// - {match: {payee: Сільпо}, state: not-recurring}
/// - {match: {payee: Apple, amount: "39.00"}, state: paused}
/// ```
package struct RecurringWords: Sendable {
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
    }

    package enum Word: String, Sendable, CaseIterable {
        case confirmed
        case notRecurring = "not-recurring"
        case ended, paused
    }

    package init() {}

    package init(_ bytes: [UInt8]) throws(RecurringFaults) {
        var reader = RecurringWordsReader()
        do throws(YAMLError) {
            if let root = try YAMLNode.parse(bytes) { reader.read(root) }
        } catch {
            throw RecurringFaults(faults: [
                RecurringFault(
                    kind: .syntax(error.problem), line: error.line, column: error.column,
                    found: "", near: [])
            ])
        }
        if !reader.faults.isEmpty { throw RecurringFaults(faults: reader.faults) }
        entries = reader.entries
        text = EntryListText(bytes, entries: reader.nodes)
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
    ) throws(RecurringFaults) -> RecurringWords {
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
            throw RecurringFaults(faults: [
                RecurringFault(
                    kind: .notAList, line: index.map(text.line) ?? 1, column: 1, found: "",
                    near: [])
            ])
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
        case .confirmed:
            isConfirmed = true
            if state == .early { state = .mature }
        case .ended: state = .ended
        case .paused: state = .paused
        case .notRecurring, nil: break
        }
    }
}

/// An error in `recurring.yaml`, and its place.
package struct RecurringFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case syntax(YAMLError.Problem)
        case notAList, notAMapping, notAText, emptyValue
        case unknownKey, matchMissing, payeeMissing
        case stateUnknown, cadenceUnknown, amountInvalid, daysInvalid
    }

    package let kind: Kind
    /// 1-based.
    package let line: Int
    /// 1-based, in Unicode scalars.
    package let column: Int
    /// As written.
    package let found: String
    /// What may have been meant.
    package let near: [String]
}

/// All faults of the file in its order; a file with a fault is not used.
package struct RecurringFaults: Error, Sendable, Equatable {
    package let faults: [RecurringFault]
}

private struct RecurringWordsReader {
    private(set) var entries: [RecurringWords.Entry] = []
    private(set) var nodes: [YAMLNode] = []
    private(set) var faults: [RecurringFault] = []

    private static let members = ["match", "name", "state", "amount", "every", "remind"]
    private static let matchMembers = ["payee", "account", "amount"]
    /// A reminder further ahead reminds of nothing.
    private static let remindDaysMax = 60

    mutating func read(_ root: YAMLNode) {
        guard case .sequence(let items) = root.content else { return fault(.notAList, root) }
        for item in items { readEntry(item) }
    }

    private mutating func readEntry(_ node: YAMLNode) {
        guard case .mapping = node.content else { return fault(.notAMapping, node) }
        verifyKeys(of: node, Self.members)
        guard let match = node["match"] else { return fault(.matchMissing, node) }
        guard case .mapping = match.content else { return fault(.notAMapping, match) }
        verifyKeys(of: match, Self.matchMembers)
        guard let payeeNode = match["payee"] else { return fault(.payeeMissing, match) }
        var entry = RecurringWords.Entry(payee: text(payeeNode) ?? "")
        if let value = match["account"] { entry.account = text(value) ?? "" }
        if let value = match["amount"] { entry.matchAmount = amount(value) }
        if let value = node["name"] { entry.name = text(value) }
        if let value = node["amount"] { entry.amount = amount(value) }
        if let value = node["state"] {
            entry.state = choice(value, .stateUnknown, RecurringWords.Word.allCases)
        }
        if let value = node["every"] {
            entry.cadence = choice(value, .cadenceUnknown, Cadence.allCases)
        }
        if let value = node["remind"] { entry.reminders = days(value) }
        entries.append(entry)
        nodes.append(node)
    }

    private mutating func verifyKeys(of node: YAMLNode, _ known: [String]) {
        for pair in node.pairs where !known.contains(pair.key) {
            fault(
                .unknownKey, pair.keyNode, found: pair.key,
                near: nearest(to: pair.key, among: known))
        }
    }

    private mutating func text(_ node: YAMLNode) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull, !text.isEmpty else {
            if case .scalar = node.content {
                fault(.emptyValue, node)
            } else {
                fault(.notAText, node)
            }
            return nil
        }
        return text
    }

    private mutating func choice<Choice: RawRepresentable>(
        _ node: YAMLNode, _ kind: RecurringFault.Kind, _ all: [Choice]
    ) -> Choice? where Choice.RawValue == String {
        guard let text = text(node) else { return nil }
        if let found = Choice(rawValue: text) { return found }
        fault(kind, node, found: text, near: all.map(\.rawValue))
        return nil
    }

    /// A plain decimal; the currency is the stream's.
    private mutating func amount(_ node: YAMLNode) -> Money? {
        guard let text = text(node) else { return nil }
        if let amount = Money(text: text, currency: .unknown), !amount.isZero { return amount }
        fault(.amountInvalid, node, found: text)
        return nil
    }

    /// A list of numbers of days, or one.
    private mutating func days(_ node: YAMLNode) -> [Int] {
        var found: [Int] = []
        for item in node.text == nil ? node.items : [node] {
            guard let days = item.integer, (1...Self.remindDaysMax).contains(days) else {
                fault(.daysInvalid, item, found: item.text ?? "")
                continue
            }
            found.append(days)
        }
        if found.isEmpty, faults.isEmpty { fault(.daysInvalid, node) }
        return found.sorted()
    }

    private mutating func fault(
        _ kind: RecurringFault.Kind, _ node: YAMLNode, found: String = "", near: [String] = []
    ) {
        faults.append(
            RecurringFault(
                kind: kind, line: node.line, column: node.column, found: found, near: near))
    }
}
