import Deduplicating
import Facts

/// What the files of a run, and those before it, say of the accounts.
struct AccountEvidence {
    /// Of queue, ledger, and the files so far.
    private(set) var names: [String]
    /// Names of the files that came in before this run, by account; nil until asked for.
    var filesByAccount: [String: Set<String>]?
    /// What the files so far say of the days of accounts that nobody named.
    private(set) var timelines: [String: BalanceTimeline] = [:]
    /// Of the file being read.
    var timeline = BalanceTimeline()
    /// The accounts that files of this run went to, by their layouts.
    private(set) var accountsOfLayouts: [String: Set<String>] = [:]
    /// Lasting words of the files' names, by their accounts; nil until asked for.
    var words: [String: Set<AccountWords>]?

    init(names: [String]) { self.names = names }

    mutating func add(_ accounts: [String]) {
        for name in accounts where !names.contains(name) { names.append(name) }
    }

    /// Follows the balances of rows whose account is a guess, for files to come.
    mutating func follow(_ rows: PreparedRows) {
        for (index, row) in rows.identities.enumerated() where row.balance != 0 {
            let before = LineIdentity.balanceBefore(rows.batch.lines[index])
            timeline.add(
                .init(
                    second: row.second, currency: row.currency, before: before,
                    after: row.balance, isHold: row.isHold), on: row.day)
        }
    }

    /// Keeps what the file says of its accounts.
    mutating func endFile(_ input: InputFile, of accounts: [String], _ layout: String) {
        accountsOfLayouts[layout, default: []].formUnion(accounts)
        guard accounts.count == 1 else { return }
        words?[accounts[0], default: []].insert(AccountWords(of: input.name))
        if timeline.isEmpty { return }
        timelines[accounts[0], default: BalanceTimeline()].add(timeline)
    }
}
