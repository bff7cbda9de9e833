internal import Facts
internal import Ledger
internal import Pending
internal import Saving

extension Workspace {
    /// Vanished holds of queue and ledger, in key order.
    ///
    /// - Complexity: scans the queue's records; if there are holds, reads the lines of the weeks
    ///   around them.
    package func vanishedHolds() throws(WorkspaceFailure) -> [VanishedHold] {
        var weeks = Weeks()
        try forEachWaitingHold { weeks.add($0.day, of: $0.account) }
        try keeping(ledger.forEachHold { weeks.add($1, of: $0) })
        if weeks.isEmpty { return [] }
        var found: [VanishedHold] = []
        var asked: Set<LineKey> = []
        for (_, lines) in try lines(of: weeks, asked: &asked) {
            var search = VanishedHoldSearch(lines, asked: asked)
            found += search.run()
        }
        return found.sorted { $0.key < $1.key }
    }

    /// The vanished holds of a selection, with their witnesses.
    func vanishedHolds(
        among selection: LineSelection
    ) throws(WorkspaceFailure) -> [LineKey: VanishedHold.Witness] {
        if case .keys(let keys) = selection {
            var hasHolds = false
            for key in keys where !hasHolds { hasHolds = try isHold(key) }
            if !hasHolds { return [:] }
        }
        return Dictionary(
            uniqueKeysWithValues: try vanishedHolds().map { ($0.key, $0.witness) })
    }

    private func forEachWaitingHold(
        _ body: (LineIdentity) -> Void
    ) throws(WorkspaceFailure) {
        // When reading, the queue may have been edited, or the index may be missing.
        guard access == .writing, problems.isEmpty else {
            return try forEachQueueLine { line in
                if line.fact.isHold { body(identity(of: line)) }
                return true
            }
        }
        var index = try openIndex()
        try saving { () throws(SavingError) in
            for number in 0..<index.count {
                let identity = try index.record(number).identity
                if identity.isHold { body(identity) }
            }
        }
    }

    private func isHold(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        var index = try openIndex()
        var numbers: [UInt32] = []
        var isWaiting = false
        try saving { () throws(SavingError) in
            index.findRecords(keyAccount: key.account, day: key.day, into: &numbers)
            for number in numbers {
                let identity = try index.record(Int(number)).identity
                if identity.key == key { isWaiting = identity.isHold }
            }
        }
        if isWaiting { return true }
        return try keeping(ledger.entry(key)?.fact.isHold ?? false)
    }

    private struct AccountCurrency: Hashable {
        let account: String
        let currency: Currency
    }

    private func lines(
        of weeks: Weeks, asked: inout Set<LineKey>
    ) throws(WorkspaceFailure) -> [AccountCurrency: [VanishedHoldSearch.Line]] {
        var lines: [AccountCurrency: [VanishedHoldSearch.Line]] = [:]
        func add(
            _ key: LineKey, _ fact: StatementFact, _ sources: [LineSource],
            in place: KnownLine.Place, isDoubtful: Bool = false
        ) {
            let second = fact.made.second
            lines[
                AccountCurrency(account: fact.account, currency: fact.amount.currency), default: []
            ].append(
                VanishedHoldSearch.Line(
                    key: key, place: place, day: fact.made.day.daysSince1970, second: Int32(second),
                    amount: fact.amount, balance: fact.balance, isHold: fact.isHold,
                    isDoubtful: isDoubtful, files: Set(sources.map(\.file))))
        }
        try keeping { () throws(LedgerFailure) in
            for (name, hash) in ledger.accountHashes {
                guard let days = weeks.range(of: hash) else { continue }
                var cursor = try EntryCursor(ledger, EntryQuery(accounts: [name], days: days))
                while let entry = try cursor.next() {
                    // No statement has entries by hand.
                    if entry.isByHand { continue }
                    if weeks.contains(entry.identity.day, of: entry.identity.account) {
                        add(entry.key, entry.fact, entry.sources, in: .ledger)
                    }
                }
            }
        }
        let dismissed = try tombstones {
            weeks.contains($0.identity.day, of: $0.identity.account)
        }
        for (_, line) in dismissed {
            asked.formUnion(line.related)
            add(
                line.key, line.fact, line.sources, in: .tombstone, isDoubtful: line.state != .new)
        }
        var hashes: [String: UInt64] = [:]
        try forEachQueueLine { line in
            // Computing a whole identity folds the line's text: once per account is enough.
            let account = hashes[line.fact.account] ?? identity(of: line).account
            hashes[line.fact.account] = account
            if weeks.contains(line.fact.made.day.daysSince1970, of: account) {
                asked.formUnion(line.related)
                add(
                    line.key, line.fact, line.sources, in: .queue, isDoubtful: line.state != .new)
            }
            return true
        }
        return lines
    }
}

/// The weeks around the holds of each account.
private struct Weeks {
    private var days: [UInt64: Set<Int32>] = [:]

    var isEmpty: Bool { days.isEmpty }

    mutating func add(_ hold: Int32, of account: UInt64) {
        days[account, default: []].formUnion(
            (hold &- VanishedHoldSearch.daysBefore)...(hold &+ VanishedHoldSearch.daysAfter))
    }

    func contains(_ day: Int32, of account: UInt64) -> Bool {
        days[account]?.contains(day) ?? false
    }

    /// From the first to the last day.
    func range(of account: UInt64) -> ClosedRange<CalendarDate>? {
        guard let days = days[account], let first = days.min(), let last = days.max() else {
            return nil
        }
        return CalendarDate(daysSince1970: first)...CalendarDate(daysSince1970: last)
    }
}
