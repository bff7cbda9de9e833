package import Facts
internal import Ledger
internal import Pending
internal import Saving

/// Balances in this import's files that differ from those of known lines.
extension ImportTransaction {
    struct ShownBalance {
        let file: Int
        let account: UInt64
        let key: LineKey
        let day: Int32
        let balance: Money
    }

    /// Begins the rows of another file.
    package func beginFile() { filesBegun += 1 }

    /// Records a file's different balance of a known line.
    package func record(
        balance: Money, of key: LineKey, in account: UInt64, on day: CalendarDate
    ) {
        if isDryRun { return }
        shownBalances.append(
            ShownBalance(
                file: filesBegun, account: account, key: key, day: day.daysSince1970,
                balance: balance))
    }

    private struct Place: Hashable {
        let account: UInt64
        let currency: Currency
    }

    /// Days before a known line in which lines may affect its balance.
    private static let daysBefore: Int32 = 400

    /// Finds the lines that get another balance with this import; reads lines only then.
    func findRenewals() throws(WorkspaceFailure) {
        if shownBalances.isEmpty { return }
        var renewals: [Place: BalanceRenewal] = [:]
        var facts: [LineKey: StatementFact] = [:]
        let shown = Set(shownBalances.map(\.key))
        try forEachLineAsItWillBe { key, account, fact, isCounted in
            if shown.contains(key) { facts[key] = fact }
            guard isCounted, let balance = fact.balance else { return }
            renewals[Place(account: account, currency: fact.amount.currency), default: .init()].add(
                .init(day: fact.made.day.daysSince1970, amount: fact.amount, balance: balance), key)
        }
        var at = 0
        while at < shownBalances.count {
            let file = shownBalances[at].file
            var told: [Place: [LineKey: Money]] = [:]
            while at < shownBalances.count, shownBalances[at].file == file {
                let line = shownBalances[at]
                at += 1
                guard let fact = facts[line.key] else { continue }
                let balance = line.balance.named(fact.amount.currency)
                guard balance.isBalance(of: fact.amount), balance != fact.balance else { continue }
                let place = Place(account: line.account, currency: fact.amount.currency)
                told[place, default: [:]][line.key] = balance
            }
            for (place, balances) in told where renewals[place]?.renew(balances) == true {
                renewedBalances.merge(balances) { $1 }
            }
        }
        renewedBalances = renewedBalances.filter { facts[$0]?.balance != $1 }
    }

    /// Iterates over the lines of accounts with such balances, as far as they may lead to one.
    private func forEachLineAsItWillBe(
        _ body: (LineKey, _ account: UInt64, StatementFact, _ isCounted: Bool) -> Void
    ) throws(WorkspaceFailure) {
        var firstDays: [UInt64: Int32] = [:]
        for line in shownBalances {
            firstDays[line.account] = min(
                firstDays[line.account] ?? .max, line.day &- Self.daysBefore)
        }
        func isNear(_ identity: LineIdentity) -> Bool {
            firstDays[identity.account].map { identity.day >= $0 } ?? false
        }
        var told: [LineKey: [Int]] = [:]
        for (number, addition) in additions.enumerated() where addition.filling >= 0 {
            told[addition.key, default: []].append(number)
        }
        func give(
            _ key: LineKey, _ account: UInt64, _ fact: StatementFact, isCounted: Bool = true
        ) {
            var fact = fact
            for number in told[key] ?? [] { apply(additions[number], to: &fact) }
            body(key, account, fact, isCounted && !(fact.isHold && fact.balance == nil))
        }
        try saving(appender?.flush())
        for number in 0..<UInt32(truncatingIfNeeded: index.count) {
            let identity = try identity(number)
            guard isNear(identity), let line = try queueLine(number) else { continue }
            give(line.key, identity.account, line.fact, isCounted: line.state == .new)
        }
        let ledger = workspace.ledger
        for (name, hash) in ledger.accountHashes {
            guard let first = firstDays[hash] else { continue }
            try keeping { () throws(LedgerFailure) in
                let days = CalendarDate(daysSince1970: first)...CalendarDate(daysSince1970: .max)
                var cursor = try EntryCursor(ledger, EntryQuery(accounts: [name], days: days))
                while let entry = try cursor.next() {
                    if !entry.isByHand { give(entry.key, hash, entry.fact) }
                }
            }
        }
        for (tombstone, line) in try workspace.tombstones(where: { isNear($0.identity) }) {
            give(
                line.key, tombstone.identity.account, line.fact,
                isCounted: line.state == .new && !line.fact.isHold)
        }
    }
}
