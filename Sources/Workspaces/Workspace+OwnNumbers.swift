package import Facts
internal import Ledger
internal import Pending
internal import Saving

/// What the numbers of own accounts say of lines, wherever a suggestion is made: the same facts,
/// own accounts and words of a person give the same suggestion, whatever happened in between.
extension Workspace {
    /// A line's suggestion with what its counterparty's number says, unless a person said that the
    /// line is no transfer.
    ///
    /// - Parameters:
    ///   - ordinary: what is proposed for the line by itself, without another line.
    ///   - decision: the line's own, if it waits with one.
    package func proposed(
        _ ordinary: Suggestion, of fact: StatementFact, _ key: LineKey, _ decision: Decision?,
        _ own: OwnNumbers
    ) throws(WorkspaceFailure) -> Suggestion {
        let found = own.suggestion(ordinary, of: fact)
        if found.ownNumber == nil { return ordinary }
        return try deniesTransfer(of: key, decision) ? ordinary : found
    }

    /// Whether a person said of a line that it moves no money between own accounts.
    package func deniesTransfer(
        of key: LineKey, _ decision: Decision?
    ) throws(WorkspaceFailure) -> Bool {
        if decision?.deniesTransfer == true { return true }
        let ledger = ledger
        let said = try keeping { () throws(LedgerFailure) in try ledger.pairs(of: key) }
        return said.contains { !$0.isPair } && !said.contains { $0.isPair }
    }

    /// The numbers of own accounts, by the settings and by the accounts that have lines.
    package func ownNumbers() throws(WorkspaceFailure) -> OwnNumbers {
        OwnNumbers(names: try accountNames(), book: AccountBook(try settings()))
    }

    /// False when an import must look at all waiting lines for the numbers of own accounts,
    /// whatever its files hold: a command took lines back, or moved them, that told of an account.
    package var hasLookedForOwnNumbers: Bool {
        get throws(WorkspaceFailure) {
            let ledger = ledger
            return try keeping { () throws(LedgerFailure) in try ledger.ownNumbers } != nil
        }
    }

    /// The accounts that have lines in queue or ledger, or had some that were dismissed.
    package func accountNames() throws(WorkspaceFailure) -> [String] {
        let ledger = ledger
        let names = try keeping { () throws(LedgerFailure) in try ledger.accountNames }
        if state.indexCount == 0 || !problems.isEmpty { return names }
        var index = try openIndex()
        let path = paths.queue
        return try saving { () throws(SavingError) in
            let file = try RegularFile(path)
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
    /// Whether it makes something else of a line than a transfer between own accounts.
    var deniesTransfer: Bool {
        if transferTo == "" || splits?.isEmpty == false { return true }
        return category.map { !TransferSide.mayBeOwn($0) } ?? false
    }
}

extension QueueIndex {
    /// The number of a record of each account.
    mutating func oneOfEachAccount() throws(SavingError) -> [UInt32] {
        var found: [UInt32] = []
        var numbers: [UInt32] = []
        for (keyAccount, day) in accounts {
            numbers.removeAll(keepingCapacity: true)
            findRecords(keyAccount: keyAccount, day: day, into: &numbers)
            // Two accounts may share the 32 bits that keys have of them.
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
    /// The line of the queue that a record of its index is of; nil when it cannot be read.
    func queueLine(_ record: IndexRecord) throws(SavingError) -> QueueLine? {
        guard record.count >= 0, record.count <= Limits.queueLineBytesMax else { return nil }
        var bytes = [UInt8](repeating: 0, count: record.count)
        guard try read(into: &bytes, at: record.offset) == record.count else { return nil }
        do throws(QueueFault) { return try QueueLine.parse(bytes.span) } catch { return nil }
    }
}
