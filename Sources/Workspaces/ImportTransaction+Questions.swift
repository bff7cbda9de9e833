package import Facts
package import Ledger
package import Pending
internal import Saving

/// Queries of known lines: those from before the import, and those it appended.
extension ImportTransaction {
    /// Appends the known lines of an account with keys in `days`: from queue, ledger and
    /// tombstones, and those of this import.
    ///
    /// - Parameter onlyHolds: only holds, and lines whose day differs from their key's: booked
    ///   holds.
    package func findLines(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>, onlyHolds: Bool = false,
        into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        for day in days {
            findRecords(keyAccount, day)
            for number in numbers {
                let identity = try identity(number)
                if identity.key.account == keyAccount, identity.key.day == day,
                    identity.account == account,
                    !onlyHolds || identity.isHold || identity.day != day
                {
                    lines.append(KnownLine(identity: identity, place: .queue))
                }
            }
        }
        ledgerLines.removeAll(keepingCapacity: true)
        try keeping(
            lookups.findLines(
                account: account, keyAccount: keyAccount, days: days, onlyHolds: onlyHolds,
                into: &ledgerLines))
        try addLedgerLines(to: &lines)
    }

    /// Appends the entries by hand of an account with keys in `days`.
    package func findEntriesByHand(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>, into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        ledgerLines.removeAll(keepingCapacity: true)
        try keeping(
            lookups.findEntriesByHand(
                account: account, keyAccount: keyAccount, days: days, into: &ledgerLines))
        try addLedgerLines(to: &lines)
    }

    /// The first and last day of an account's imported lines in queue and ledger; nil if it has
    /// none.
    package func knownDays(
        keyAccount: UInt32
    ) throws(WorkspaceFailure) -> ClosedRange<Int32>? {
        let inLedger = try keeping(lookups.days(keyAccount: keyAccount))
        return index.days(keyAccount: keyAccount).joined(with: inLedger)
    }

    /// Entries of the account print balances in the currency.
    package func hasBalances(
        _ account: String, _ currency: Currency
    ) throws(WorkspaceFailure) -> Bool {
        var isFound = false
        try keeping { () throws(LedgerFailure) in
            try workspace.ledger.forEachDay(of: [account]) { _, found, _, sums in
                if found == currency, sums.groups.contains(where: { $0.printed > 0 }) {
                    isFound = true
                }
            }
        }
        return isFound
    }

    /// Appends the known lines of an account with this bank id hash; 0 matches none.
    package func findLines(
        account: UInt64, bankID: UInt64, into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        numbers.removeAll(keepingCapacity: true)
        index.findRecords(account: account, bankID: bankID, into: &numbers)
        for number in numbers {
            let identity = try identity(number)
            if identity.account == account, identity.bankID == bankID {
                lines.append(KnownLine(identity: identity, place: .queue))
            }
        }
        ledgerLines.removeAll(keepingCapacity: true)
        try keeping(lookups.findLines(account: account, bankID: bankID, into: &ledgerLines))
        try addLedgerLines(to: &lines)
    }

    private func addLedgerLines(to lines: inout [KnownLine]) throws(WorkspaceFailure) {
        for line in ledgerLines {
            let place: KnownLine.Place = line.place == .entry ? .ledger : .tombstone
            lines.append(
                KnownLine(
                    identity: try ofToday(line.identity, at: place), place: place,
                    isByHand: line.isByHand))
        }
    }

    /// The identity that the line gets by migrating the ledger, which a dry run does not do.
    private func ofToday(
        _ identity: LineIdentity, at place: KnownLine.Place
    ) throws(WorkspaceFailure) -> LineIdentity {
        guard workspace.ledger.isOfEarlierVersion,
            let fact = place == .ledger
                ? try entry(identity.key)?.fact : try dismissed(identity.key)?.fact
        else { return identity }
        return workspace.ofToday(identity, fact)
    }

    /// The place of a key; nil if it is unused.
    package func place(of key: LineKey) throws(WorkspaceFailure) -> KnownLine.Place? {
        findRecords(key.account, key.day)
        for number in numbers where try identity(number).key == key { return .queue }
        switch try keeping(lookups.place(of: key)) {
        case .entry: return .ledger
        case .tombstone: return .tombstone
        case nil: return nil
        }
    }

    package func amount(ofEntry key: LineKey) throws(WorkspaceFailure) -> Money? {
        try entry(key)?.fact.amount
    }

    package func isDivided(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        try entry(key)?.annotation.splits.isEmpty == false
    }

    /// Imported files with this content, under any name.
    package func seenFiles(
        digestHigh: UInt64, digestLow: UInt64
    ) throws(WorkspaceFailure) -> [SeenFile] {
        try keeping(workspace.ledger.seenFiles(digestHigh: digestHigh, digestLow: digestLow))
    }

    /// All files imported before.
    package func filesSeen() throws(WorkspaceFailure) -> [SeenFile] {
        try keeping(workspace.ledger.seenFiles())
    }

    package func hasSeenFile(ofSize bytes: Int) throws(WorkspaceFailure) -> Bool {
        try keeping(workspace.ledger.hasSeenFile(ofSize: bytes))
    }

    package var hasDecidedPairs: Bool {
        get throws(WorkspaceFailure) {
            try keeping(workspace.ledger.hasDecidedPairs)
        }
    }

    package func decidedPairs(of key: LineKey) throws(WorkspaceFailure) -> [DecidedPair] {
        try keeping(workspace.ledger.pairs(of: key))
    }

    // MARK: Lines themselves

    /// The accounts with lines in queue or ledger.
    package func accountNames() throws(WorkspaceFailure) -> [String] {
        var names = try keeping(workspace.ledger.accountNames)
        let numbers = try saving(index.oneOfEachAccount())
        for number in numbers {
            if let line = try queueLine(number) { names.append(line.fact.account) }
        }
        return names
    }

    /// A line that waited before this import.
    package func waiting(_ key: LineKey) throws(WorkspaceFailure) -> QueueLine? {
        try number(of: key).flatMap { number throws(WorkspaceFailure) in try queueLine(number) }
    }

    package func approved(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        try entry(key)
    }

    /// The sources of a line from before this import; none if it does not exist.
    package func sources(
        of key: LineKey, at place: KnownLine.Place
    ) throws(WorkspaceFailure) -> [LineSource] {
        switch place {
        case .queue: try waiting(key)?.sources ?? []
        case .ledger: try entry(key)?.sources ?? []
        case .tombstone: try dismissed(key)?.sources ?? []
        }
    }

    /// The fact of a line from before this import.
    package func fact(
        of key: LineKey, at place: KnownLine.Place
    ) throws(WorkspaceFailure) -> StatementFact? {
        switch place {
        case .queue: try waiting(key)?.fact
        case .ledger: try entry(key)?.fact
        case .tombstone: try dismissed(key)?.fact
        }
    }

    package func dismissed(_ key: LineKey) throws(WorkspaceFailure) -> QueueLine? {
        guard let bytes = try keeping(workspace.ledger.dismissedLine(key)) else { return nil }
        return try QueueLine(stored: bytes.span, in: "tombstone")
    }

    /// A line of queue or ledger from before this import.
    package func knownLine(_ key: LineKey) throws(WorkspaceFailure) -> KnownLine? {
        if let number = try number(of: key) {
            return KnownLine(identity: try identity(number), place: .queue)
        }
        return try entry(key).map { KnownLine(identity: $0.identity, place: .ledger) }
    }

    /// The identity of a line of this import by its number, from 0.
    package func appendedLine(_ number: Int) throws(WorkspaceFailure) -> LineIdentity {
        try identity(recordNumber(ofAppended: number))
    }

    /// A line of this import by its number, from 0; nil if it cannot be read.
    package func appendedFact(
        _ number: Int
    ) throws(WorkspaceFailure) -> (identity: LineIdentity, fact: StatementFact)? {
        precondition(!isDryRun, "what a dry run appends is nowhere")
        let record = recordNumber(ofAppended: number)
        let identity = try identity(record)
        try saving(appender?.flush())
        return try queueLine(record).map { (identity, $0.fact) }
    }

    private func recordNumber(ofAppended number: Int) -> UInt32 {
        precondition(number >= 0 && number < linesNew, "caller asks for lines it appended")
        return UInt32(truncatingIfNeeded: index.count - linesNew + number)
    }

    // MARK: Lookups

    func number(of key: LineKey) throws(WorkspaceFailure) -> UInt32? {
        findRecords(key.account, key.day)
        for number in numbers where try identity(number).key == key { return number }
        return nil
    }

    /// Sets ``numbers`` to the record numbers of a day.
    private func findRecords(_ keyAccount: UInt32, _ day: Int32) {
        numbers.removeAll(keepingCapacity: true)
        index.findRecords(keyAccount: keyAccount, day: day, into: &numbers)
    }

    func identity(_ number: UInt32) throws(WorkspaceFailure) -> LineIdentity {
        let identity: LineIdentity
        identity = try saving(index.record(Int(number)).identity)
        // Lines appended by a dry run are not in the file, and are of the current version.
        guard workspace.ledger.isOfEarlierVersion, Int(number) < index.count - linesNew,
            let line = try queueLine(number)
        else { return identity }
        return workspace.ofToday(identity, line.fact)
    }

    func queueLine(_ number: UInt32) throws(WorkspaceFailure) -> QueueLine? {
        do throws(SavingError) {
            let record = try index.record(Int(number))
            if queueFile == nil { queueFile = try RegularFile(workspace.paths.queue) }
            return try queueFile?.queueLine(record)
        } catch {
            throw .saving(error)
        }
    }

    private func entry(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        try keeping { () throws(LedgerFailure) in
            if entryReader == nil { entryReader = try EntryReader(workspace.ledger) }
            return try entryReader?.entry(key)
        }
    }
}

extension Workspace {
    /// The identity of an earlier version's line with the fields that this version changes.
    fileprivate func ofToday(_ identity: LineIdentity, _ fact: StatementFact) -> LineIdentity {
        var now = identity
        now.balance = identify(fact, identity.key).balance
        return now
    }
}
