package import Facts
package import Ledger
internal import Pending
internal import Saving

/// Own accounts' numbers in every suggestion: equal facts, own accounts and decisions give equal
/// suggestions, whatever happened in between.
extension Workspace {
    /// A line's suggestion corrected by its counterparty's number, unless a person denied a
    /// transfer.
    ///
    /// - Parameters:
    ///   - ordinary: the suggestion for the line by itself.
    ///   - decision: the line's own, if it waits with one.
    package func proposed(
        _ ordinary: Suggestion, of fact: StatementFact, _ key: LineKey, _ decision: Decision?,
        _ own: OwnNumbers
    ) throws(WorkspaceFailure) -> Suggestion {
        let found = own.suggestion(ordinary, of: fact)
        if found.ownNumber == nil { return ordinary }
        return try deniesTransfer(of: key, decision) ? ordinary : found
    }

    /// Whether a person decided that a line is no transfer between own accounts.
    package func deniesTransfer(
        of key: LineKey, _ decision: Decision?
    ) throws(WorkspaceFailure) -> Bool {
        if decision?.deniesTransfer == true { return true }
        let said = try keeping(ledger.pairs(of: key))
        return said.contains { !$0.isPair } && !said.contains { $0.isPair }
    }

    /// People's decisions about pairs of lines, each from both sides.
    package func decidedPairs() throws(WorkspaceFailure) -> [DecidedPair] {
        try keeping(ledger.pairs())
    }

    /// The numbers of own accounts, from the settings and the accounts with lines.
    package func ownNumbers() throws(WorkspaceFailure) -> OwnNumbers {
        OwnNumbers(names: try accountNames(), book: AccountBook(try settings()))
    }

    /// False if an import must search all waiting lines for own accounts' numbers, whatever its
    /// files: a command removed or moved lines that named an account.
    package var hasLookedForOwnNumbers: Bool {
        get throws(WorkspaceFailure) {
            try keeping(ledger.ownNumbers) != nil
        }
    }

    /// The accounts with lines in queue, ledger or tombstones.
    package func accountNames() throws(WorkspaceFailure) -> [String] {
        let names = try keeping(ledger.accountNames)
        if state.indexCount == 0 || !problems.isEmpty { return names }
        var index = try openIndex()
        return try saving { () throws(SavingError) in
            let file = try RegularFile(paths.queue)
            var found = names
            for number in try index.oneOfEachAccount() {
                let record = try index.record(Int(number))
                if let line = try file.queueLine(record) { found.append(line.fact.account) }
            }
            return found
        }
    }
}

extension Decision {
    /// Whether it makes a line something other than a transfer between own accounts.
    var deniesTransfer: Bool {
        if transferTo == "" || splits?.isEmpty == false { return true }
        return category.map { !TransferSide.mayBeOwn($0) } ?? false
    }
}

extension QueueIndex {
    /// One record number per account.
    mutating func oneOfEachAccount() throws(SavingError) -> [UInt32] {
        var found: [UInt32] = []
        var numbers: [UInt32] = []
        for (keyAccount, day) in accounts {
            numbers.removeAll(keepingCapacity: true)
            findRecords(keyAccount: keyAccount, day: day, into: &numbers)
            // Two accounts may share the 32 bits stored in keys.
            var seen: Set<UInt64> = []
            for number in numbers
            where seen.insert(try record(Int(number)).identity.account).inserted {
                found.append(number)
            }
        }
        return found
    }
}

extension RegularFile {
    /// The queue line of an index record; nil if unreadable.
    func queueLine(_ record: IndexRecord) throws(SavingError) -> QueueLine? {
        guard record.count >= 0, record.count <= Limits.queueLineBytesMax else { return nil }
        var bytes = [UInt8](repeating: 0, count: record.count)
        guard try read(into: &bytes, at: record.offset) == record.count else { return nil }
        do throws(QueueFault) { return try QueueLine.parse(bytes.span) } catch { return nil }
    }
}
