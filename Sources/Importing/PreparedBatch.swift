import Categorizing
import Deduplicating
import Facts
import Normalizing
import Opening
import Scanning
import Workspaces

/// Rows of one file with all results that do not depend on known lines.
struct PreparedRows: Sendable {
    /// Prefetch distance of the tables of known lines, in rows: some microseconds.
    static let rowsAhead = 6
    /// Prefetch distance of lines that the other thread wrote, in rows: some hundred nanoseconds.
    static let linesAhead = 3

    var batch = LineBatch()
    /// The judgement number of each of `batch.lines`.
    var judgementNumbers: [Int] = []
    /// Parallel to `batch.lines`, or empty before ``identify()``.
    var identities: [LineIdentity] = []
    /// New judgements by rules and tables.
    var judgements = JudgementTable()
    /// Smaller numbers will not occur again.
    var oldestJudgement = 0
    /// Whether the currency of each of `batch.lines` is the account's and not the file's; empty if
    /// the account is not guessed, or the file has all currencies.
    var currenciesGiven: [Bool] = []
    /// All accounts named by the file's lines so far.
    var accounts = FileAccounts()
    var layout = ""

    /// Computes the identities, if not yet done.
    mutating func identify() {
        guard identities.count < batch.lines.count else { return }
        var made: [LineIdentity] = []
        swap(&made, &identities)
        addIdentities(to: &made)
        swap(&made, &identities)
        assert(identities.count == batch.lines.count, "each line has its identity")
    }

    /// Moves the rows to the accounts under which they came in before.
    ///
    /// - Returns: the accounts they would get today, with those they stay in; empty if equal.
    mutating func stay(in kept: [String]) -> [KeptAccount] {
        let named = accounts.names
        guard accounts.keep(kept) else { return [] }
        identities.removeAll(keepingCapacity: true)
        return zip(named, kept).filter { $0 != $1 }.map { KeptAccount(named: $0, kept: $1) }
    }

    /// Sets the account's currency for rows without one, replacing currencies set for another
    /// account.
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

    /// Moves some rows to another account than the rest of their file.
    mutating func put(_ indices: [Int], in account: String) {
        let index = accounts.index(of: account)
        for line in indices { batch.lines[line].account = index }
        identities.removeAll(keepingCapacity: true)
        identify()
    }

    /// Renames accounts that are known under another form of their number.
    ///
    /// - Parameter before: the accounts known before the file.
    mutating func unifyAccounts(with known: [String], before: [String]) {
        guard accounts.unify(with: known, before: before) else { return }
        identities.removeAll(keepingCapacity: true)
    }

    private func addIdentities(to made: inout [LineIdentity]) {
        let lines = batch.lines.span
        let arena = batch.arena.span
        made.reserveCapacity(lines.count)
        var account = FileAccounts.Account.none
        var accountIndex: Int32 = -1
        for index in made.count..<lines.count {
            prefetchElement(of: batch.lines, at: index + Self.linesAhead)
            if lines[index].account != accountIndex {
                accountIndex = lines[index].account
                account = accounts[accountIndex]
            }
            made.append(LineIdentity(of: lines[index], arena: arena, accountHash: account.hash))
        }
        if !batch.formerKeys.isEmpty { restoreNumbers(of: &made) }
    }

    /// Rows of an own journal keep the keys that its workspace gave them, while their facts and
    /// account are those of the key.
    private func restoreNumbers(of identities: inout [LineIdentity]) {
        for index in identities.indices {
            guard let key = batch.formerKeys[batch.lines[index].sourceIndex] else { continue }
            identities[index] = identities[index].numbered(as: key) ?? identities[index]
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

/// A batch of a file: its rows, and data of the file.
struct PreparedBatch: FileBatch {
    var rows = PreparedRows()
    var encoding = ""
    /// With the last batch: the running balances of the whole file.
    var balances: [BalanceProof] = []
    /// With the last batch, if it was computed while reading.
    var digest: FileDigest?
    /// Why the rest of the file could not be read.
    var failure: ReadFailure?
    /// The last batch of the file.
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
