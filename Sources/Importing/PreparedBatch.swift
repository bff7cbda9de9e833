import Categorizing
import Deduplicating
import Facts
import Normalizing
import Opening
import Scanning
import Workspaces

/// Rows of one file with everything that can be said of them without knowing what is known already.
struct PreparedRows: Sendable {
    /// Prefetch distance of the tables of known lines, in rows: some microseconds.
    static let rowsExpected = 6
    /// Prefetch distance of lines that the other thread wrote, in rows: some hundred nanoseconds.
    static let linesExpected = 3

    var batch = LineBatch()
    /// For each of `batch.lines`, the number of what rules and tables say of it.
    var judgementNumbers: [Int] = []
    /// One for each of `batch.lines` as well, or none as long as ``identify()`` was not asked for.
    var identities: [LineIdentity] = []
    /// What rules and tables say of lines and had not said before.
    var judgements = JudgementTable()
    /// Smaller numbers will not come again.
    var oldestJudgement = 0
    /// For each of `batch.lines`, whether its currency is that of the account and not the file's;
    /// none where the account is no guess, or the file names all currencies.
    var currenciesGiven: [Bool] = []
    /// All accounts the file's lines named so far.
    var accounts = FileAccounts()
    var layout = ""

    /// Makes the identities, if nobody did.
    mutating func identify() {
        guard identities.count < batch.lines.count else { return }
        var made: [LineIdentity] = []
        swap(&made, &identities)
        addIdentities(to: &made)
        swap(&made, &identities)
        assert(identities.count == batch.lines.count, "each line has its identity")
    }

    /// Has the rows belong to the accounts that they came in under before.
    ///
    /// - Returns: accounts they would go to today, with those they stay in; empty when they are the
    ///   same.
    mutating func stay(in kept: [String]) -> [KeptAccount] {
        let named = accounts.names
        guard accounts.keep(kept) else { return [] }
        identities.removeAll(keepingCapacity: true)
        return zip(named, kept).filter { $0 != $1 }.map { KeptAccount(named: $0, kept: $1) }
    }

    /// Has rows that name no currency be in those of their accounts, which the currencies given to
    /// them before were perhaps not.
    mutating func setCurrencies(by book: AccountBook) {
        var isOther = false
        for index in currenciesGiven.indices where currenciesGiven[index] {
            let currency = book.currency(of: accounts[batch.lines[index].account].name)
            if batch.lines[index].amount.currency == currency { continue }
            batch.lines[index].takeBackCurrency()
            batch.lines[index].set(currency)
            isOther = true
        }
        guard isOther else { return }
        identities.removeAll(keepingCapacity: true)
    }

    /// Has some rows belong to another account than the rest of their file.
    mutating func put(_ indices: [Int], in account: String) {
        let index = accounts.index(of: account)
        for line in indices { batch.lines[line].account = index }
        identities.removeAll(keepingCapacity: true)
        identify()
    }

    /// Has the rows belong to accounts that are known under another form of their number.
    mutating func unifyAccounts(with known: [String]) {
        guard accounts.unify(with: known) else { return }
        identities.removeAll(keepingCapacity: true)
    }

    private func addIdentities(to made: inout [LineIdentity]) {
        let lines = batch.lines.span
        let arena = batch.arena.span
        made.reserveCapacity(lines.count)
        var account = FileAccounts.Account.none
        var accountIndex: Int32 = -1
        for index in made.count..<lines.count {
            prefetchElement(of: batch.lines, at: index + Self.linesExpected)
            if lines[index].account != accountIndex {
                accountIndex = lines[index].account
                account = accounts[accountIndex]
            }
            made.append(LineIdentity(of: lines[index], arena: arena, accountHash: account.hash))
        }
    }

    mutating func removeAll() {
        batch.removeAll()
        judgementNumbers.removeAll(keepingCapacity: true)
        identities.removeAll(keepingCapacity: true)
        judgements.removeAll()
        currenciesGiven.removeAll(keepingCapacity: true)
        accounts = FileAccounts()
        layout = ""
    }
}

/// What was read of a file at once: its rows, and what is told of the file.
struct PreparedBatch: FileBatch {
    var rows = PreparedRows()
    var encoding = ""
    /// With the last batch: what the running balances of the whole file say.
    var balances: [BalanceProof] = []
    /// With the last batch, where reading the file made it.
    var digest: FileDigest?
    /// Why the rest of the file could not be read.
    var failure: ReadFailure?
    /// Nothing of the file comes after it.
    var isLast = false

    mutating func removeAll() {
        rows.removeAll()
        encoding = ""
        balances = []
        digest = nil
        failure = nil
        isLast = false
    }
}
