import Deduplicating
import Facts

/// The evidence about accounts from this run and earlier ones.
struct AccountEvidence {
    /// From queue, ledger, and the files so far.
    private(set) var names: [String]
    /// Names of the files of earlier runs, by account; loaded lazily.
    var filesByAccount: [String: Set<String>]?
    /// Balances of unnamed accounts, from the files so far.
    private(set) var timelines: [String: BalanceTimeline] = [:]
    /// The balances of the current file.
    var timeline = BalanceTimeline()
    /// The accounts of this run's files, by layout.
    private(set) var accountsOfLayouts: [String: Set<String>] = [:]
    /// Lasting words of the files' names, by account; loaded lazily.
    var words: [String: Set<AccountWords>]?

    init(names: [String]) { self.names = names }

    mutating func add(_ accounts: [String]) {
        for name in accounts where !names.contains(name) { names.append(name) }
    }

    /// Adds the balances of rows with a guessed account, for later files.
    mutating func follow(_ rows: PreparedRows) {
        for (index, row) in rows.identities.enumerated() where row.balance != 0 {
            let before = LineIdentity.balanceBefore(rows.batch.lines[index])
            timeline.add(
                .init(
                    second: row.second, currency: row.currency, before: before,
                    after: row.balance, isHold: row.isHold), on: row.day)
        }
    }

    /// Keeps the file's evidence about its accounts.
    mutating func endFile(_ input: InputFile, of accounts: [String], _ layout: String) {
        accountsOfLayouts[layout, default: []].formUnion(accounts)
        guard accounts.count == 1 else { return }
        words?[accounts[0], default: []].insert(AccountWords(of: input.name))
        if timeline.isEmpty { return }
        timelines[accounts[0], default: BalanceTimeline()].add(timeline)
    }
}
