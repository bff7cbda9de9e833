package import Facts
package import Ledger
package import Pending
internal import Saving

/// What is known: of lines from before the import, and of those it appended.
extension ImportTransaction {
    /// Adds the known lines of an account whose keys lie in `days`: queue, ledger, tombstones, and
    /// lines appended just now.
    ///
    /// - Parameter onlyHolds: leaves out all but holds and what lies on another day than its key
    ///   does: holds that were booked.
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
        try askLedger { () throws(LedgerFailure) in
            try lookups.findLines(
                account: account, keyAccount: keyAccount, days: days, onlyHolds: onlyHolds,
                into: &ledgerLines)
        }
        try addLedgerLines(to: &lines)
    }

    /// Adds the entries of an account that people wrote, whose keys lie in `days`.
    package func findEntriesByHand(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>, into lines: inout [KnownLine]
    ) throws(WorkspaceFailure) {
        ledgerLines.removeAll(keepingCapacity: true)
        try askLedger { () throws(LedgerFailure) in
            try lookups.findEntriesByHand(
                account: account, keyAccount: keyAccount, days: days, into: &ledgerLines)
        }
        try addLedgerLines(to: &lines)
    }

    /// The first and last day that queue and ledger hold imported lines of an account on; nil when
    /// it has none.
    package func knownDays(
        keyAccount: UInt32
    ) throws(WorkspaceFailure) -> ClosedRange<Int32>? {
        var inLedger: ClosedRange<Int32>?
        try askLedger { () throws(LedgerFailure) in
            inLedger = try lookups.days(keyAccount: keyAccount)
        }
        return index.days(keyAccount: keyAccount).joined(with: inLedger)
    }

    /// Adds the known lines of an account with this hash of a bank id; 0 finds nothing.
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
        try askLedger { () throws(LedgerFailure) in
            try lookups.findLines(account: account, bankID: bankID, into: &ledgerLines)
        }
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

    /// The identity that the line has once the ledger is one of this version, which a dry run does
    /// not make it.
    private func ofToday(
        _ identity: LineIdentity, at place: KnownLine.Place
    ) throws(WorkspaceFailure) -> LineIdentity {
        guard workspace.ledger.isOfEarlierVersion,
            let fact = place == .ledger
                ? try entry(identity.key)?.fact : try dismissed(identity.key)?.fact
        else { return identity }
        return workspace.ofToday(identity, fact)
    }

    /// Where a key is, or nil when it is free.
    package func place(of key: LineKey) throws(WorkspaceFailure) -> KnownLine.Place? {
        findRecords(key.account, key.day)
        for number in numbers where try identity(number).key == key { return .queue }
        var place: LedgerPlace?
        try askLedger { () throws(LedgerFailure) in place = try lookups.place(of: key) }
        switch place {
        case .entry: return .ledger
        case .tombstone: return .tombstone
        case nil: return nil
        }
    }

    /// The amount of an approved line, nil when there is none under the key.
    package func amount(ofEntry key: LineKey) throws(WorkspaceFailure) -> Money? {
        try entry(key)?.fact.amount
    }

    /// Whether an approved line was divided into parts.
    package func isDivided(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        try entry(key)?.annotation.splits.isEmpty == false
    }

    /// Files with this content that are in, under any name.
    package func seenFiles(
        digestHigh: UInt64, digestLow: UInt64
    ) throws(WorkspaceFailure) -> [SeenFile] {
        var found: [SeenFile] = []
        try askLedger { () throws(LedgerFailure) in
            found = try workspace.ledger.seenFiles(digestHigh: digestHigh, digestLow: digestLow)
        }
        return found
    }

    /// All files that came in before this import.
    package func filesSeen() throws(WorkspaceFailure) -> [SeenFile] {
        var found: [SeenFile] = []
        try askLedger { () throws(LedgerFailure) in found = try workspace.ledger.seenFiles() }
        return found
    }

    /// Whether any file of this size is in.
    package func hasSeenFile(ofSize bytes: Int) throws(WorkspaceFailure) -> Bool {
        var isSeen = false
        try askLedger { () throws(LedgerFailure) in
            isSeen = try workspace.ledger.hasSeenFile(ofSize: bytes)
        }
        return isSeen
    }

    /// Something was said of some pair of lines.
    package var hasSaidPairs: Bool {
        get throws(WorkspaceFailure) {
            let ledger = workspace.ledger
            return try keeping { () throws(LedgerFailure) in try ledger.hasSaidPairs }
        }
    }

    package func saidPairs(of key: LineKey) throws(WorkspaceFailure) -> [SaidPair] {
        let ledger = workspace.ledger
        return try keeping { () throws(LedgerFailure) in try ledger.pairs(of: key) }
    }

    // MARK: Lines themselves

    /// The accounts that have lines in queue or ledger.
    package func accountNames() throws(WorkspaceFailure) -> [String] {
        var names: [String] = []
        try askLedger { () throws(LedgerFailure) in names = try workspace.ledger.accountNames }
        let numbers = try saving { () throws(SavingError) in try index.oneOfEachAccount() }
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

    /// The rows that a line from before this import was seen in; none when there is no such line.
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

    /// A dismissed line as it was dismissed.
    package func dismissed(_ key: LineKey) throws(WorkspaceFailure) -> QueueLine? {
        var bytes: [UInt8]?
        try askLedger { () throws(LedgerFailure) in bytes = try workspace.ledger.dismissedLine(key)
        }
        guard let bytes else { return nil }
        do throws(QueueFault) {
            return try QueueLine.parse(bytes.span)
        } catch {
            throw .damaged("tombstone")
        }
    }

    /// A line of queue or ledger from before this import, nil when it is neither.
    package func knownLine(_ key: LineKey) throws(WorkspaceFailure) -> KnownLine? {
        if let number = try number(of: key) {
            return KnownLine(identity: try identity(number), place: .queue)
        }
        return try entry(key).map { KnownLine(identity: $0.identity, place: .ledger) }
    }

    /// The identity of a line of this import by its number, from 0 on.
    package func appendedLine(_ number: Int) throws(WorkspaceFailure) -> LineIdentity {
        try identity(recordNumber(ofAppended: number))
    }

    /// A line of this import by its number, from 0 on; nil when it cannot be read back.
    package func appendedFact(
        _ number: Int
    ) throws(WorkspaceFailure) -> (identity: LineIdentity, fact: StatementFact)? {
        precondition(!isDryRun, "what a dry run appends is nowhere")
        let record = recordNumber(ofAppended: number)
        let identity = try identity(record)
        do throws(SavingError) { try appender?.flush() } catch { throw .saving(error) }
        return try queueLine(record).map { (identity, $0.fact) }
    }

    private func recordNumber(ofAppended number: Int) -> UInt32 {
        precondition(number >= 0 && number < linesNew, "caller asks for lines it appended")
        return UInt32(truncatingIfNeeded: index.count - linesNew + number)
    }

    // MARK: How they are found

    func number(of key: LineKey) throws(WorkspaceFailure) -> UInt32? {
        findRecords(key.account, key.day)
        for number in numbers where try identity(number).key == key { return number }
        return nil
    }

    /// Puts the numbers of the records of a day in ``numbers``.
    private func findRecords(_ keyAccount: UInt32, _ day: Int32) {
        numbers.removeAll(keepingCapacity: true)
        index.findRecords(keyAccount: keyAccount, day: day, into: &numbers)
    }

    func identity(_ number: UInt32) throws(WorkspaceFailure) -> LineIdentity {
        let identity: LineIdentity
        do throws(SavingError) {
            identity = try index.record(Int(number)).identity
        } catch {
            throw .saving(error)
        }
        // What a dry run appends is nowhere, and of today.
        guard workspace.ledger.isOfEarlierVersion, Int(number) < index.count - linesNew,
            let line = try queueLine(number)
        else { return identity }
        return workspace.ofToday(identity, line.fact)
    }

    func queueLine(_ number: UInt32) throws(WorkspaceFailure) -> QueueLine? {
        do throws(SavingError) {
            let record = try index.record(Int(number))
            let path = workspace.paths.queue
            if queueFile == nil { queueFile = try RegularFile(path) }
            return try queueFile?.queueLine(record)
        } catch {
            throw .saving(error)
        }
    }

    private func entry(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        var entry: LedgerEntry?
        try askLedger { () throws(LedgerFailure) in
            if entryReader == nil { entryReader = try EntryReader(workspace.ledger) }
            entry = try entryReader?.entry(key)
        }
        return entry
    }

    private func askLedger(
        _ body: () throws(LedgerFailure) -> Void
    ) throws(WorkspaceFailure) {
        try keeping(body)
    }
}

extension Workspace {
    /// The identity of a line of an earlier version with what this version makes otherwise.
    fileprivate func ofToday(_ identity: LineIdentity, _ fact: StatementFact) -> LineIdentity {
        var now = identity
        now.balance = identify(fact, identity.key).balance
        return now
    }
}
