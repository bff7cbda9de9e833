import Categorizing
import Facts
import Normalizing
import Opening
import Scanning
import Workspaces

/// The first three stages of an import: reads a file batch by batch, normalizes each batch and
/// judges its lines by rules and tables.
///
/// Independent of the ledger and the final account, so that a long file is prepared on a second
/// thread. `@unchecked`: one thread at a time owns it, the second thread while that runs.
final class FilePreparation: @unchecked Sendable {
    private let options: ImportOptions
    private let book: AccountBook
    private var normalizer = Normalizer(folder: TextFolder())
    private var judgements: JudgementCache
    private let isCategory: (String) -> Bool
    private var file: InputFile?
    private var statement: StatementFile?
    private var accounts = FileAccounts()
    private var witness = BalanceWitness(keepsRows: false)
    private var fees = FeesOnTop()

    /// Enough for a reader's head, and no more, so that the ledger thread can cancel soon.
    private static let emptyPiecesMax = 32

    /// - Parameter remembers: the judgements will be looked up in memory.
    init(categorizer: Categorizer, book: AccountBook, options: ImportOptions, remembers: Bool) {
        self.options = options
        self.book = book
        isCategory = categorizer.knows(category:)
        judgements = JudgementCache(
            categorizer: categorizer, country: options.country, namesSubjects: remembers)
    }

    /// Begins a file; the previous one is finished or cancelled.
    func begin(_ file: InputFile) {
        normalizer.beginFile()
        accounts = FileAccounts()
        witness = BalanceWitness(keepsRows: false)
        fees = FeesOnTop()
        statement = nil
        self.file = file
    }

    /// Fills a batch with the next part of the file and sets whether it is the last.
    ///
    /// A file that cannot be opened gives one batch with the failure.
    func prepare(_ prepared: inout PreparedBatch) {
        prepared.removeAll()
        prepared.isLast = true
        guard let file else { return }
        do throws(ReadFailure) {
            if statement == nil {
                statement = try file.opened(options.reading, isDigested: true)
            }
        } catch {
            prepared.failure = error
            return
        }
        do throws(ReadFailure) {
            // A reader buffers the first pieces: passing empty batches would wake the ledger thread
            // for nothing.
            var pieces = 0
            repeat {
                prepared.isLast = try statement?.next(into: &prepared.rows.batch) != true
                pieces += 1
            } while !prepared.isLast && prepared.rows.batch.isEmpty && pieces < Self.emptyPiecesMax
        } catch {
            prepared.isLast = true
            prepared.failure = error
        }
        let claims = statement?.accounts ?? []
        let layout = statement?.layout ?? ""
        fees.separate(in: &prepared.rows.batch)
        normalizer.normalize(&prepared.rows.batch, accounts: claims, file: file.path)
        setNumbersApart(&prepared.rows.batch)
        prepared.rows.batch.recordOpenDecisions(isCategory)
        accounts.learn(
            claims, layout: layout, folder: file.folder, fileName: file.name,
            option: file.account.isEmpty ? options.account : file.account, book: book)
        setCurrencies(of: &prepared.rows)
        prepared.rows.accounts = accounts
        prepared.rows.layout = layout
        prepared.encoding = statement?.encoding ?? ""
        witness.add(prepared.rows.batch)
        if prepared.isLast {
            prepared.balances = witness.proofs()
            prepared.digest = statement?.digest.map { FileDigest(high: $0.high, low: $0.low) }
        }
        judge(&prepared.rows)
    }

    /// Sets the account's currency from the settings for amounts without one. For a guessed account
    /// the rows are marked, as their account may change.
    private func setCurrencies(of rows: inout PreparedRows) {
        var account: Int32 = -1
        var currency = Currency.unknown
        let isGuess = accounts.guessed != nil
        for index in rows.batch.lines.indices
        where !rows.batch.lines[index].amount.currency.isKnown {
            if rows.batch.lines[index].account != account {
                account = rows.batch.lines[index].account
                currency = book.currency(of: accounts[account].name)
            }
            if isGuess {
                if rows.currenciesGiven.isEmpty {
                    rows.currenciesGiven = Array(repeating: false, count: rows.batch.lines.count)
                }
                rows.currenciesGiven[index] = true
            }
            if currency.isKnown { rows.batch.lines[index].set(currency) }
        }
    }

    /// A document number is no id of a row, as each payer counts from 1. Moves it to the bank's
    /// other texts.
    private func setNumbersApart(_ batch: inout LineBatch) {
        for index in batch.lines.indices where batch.lines[index].hasOwnNumberOnly {
            let line = batch.lines[index]
            var memo = batch.string(line.memo)
            if !memo.isEmpty { memo += " " }
            batch.lines[index].memo = batch.add(memo + "№ " + batch.string(line.bankID))
            batch.lines[index].bankID = .none
        }
    }

    private func judge(_ rows: inout PreparedRows) {
        // Passed inout once: each access to a class property costs an exclusivity check.
        Self.judge(&rows, of: accounts, by: &judgements, generation: normalizer.generation)
    }

    private static func judge(
        _ rows: inout PreparedRows, of accounts: FileAccounts,
        by judgements: inout JudgementCache, generation: Int
    ) {
        rows.judgementNumbers.reserveCapacity(rows.batch.lines.count)
        let statementLines = rows.batch.lines
        let lines = statementLines.span
        var account = FileAccounts.Account.none
        var accountIndex: Int32 = -1
        for index in lines.indices {
            if lines[index].account != accountIndex {
                accountIndex = lines[index].account
                account = accounts[accountIndex]
            }
            let number = judgements.number(
                for: lines[index], in: rows.batch, account: account.name, generation: generation,
                &rows.judgements)
            rows.judgementNumbers.append(number)
        }
        rows.oldestJudgement = judgements.oldestNumber
        assert(rows.judgementNumbers.count == lines.count, "each line has its judgement")
    }
}

extension StatementLine {
    /// Removes the currency of `amount` from the line's amounts.
    mutating func takeBackCurrency() {
        let given = amount.currency
        amount = amount.inNone(insteadOf: given)
        balance = balance?.inNone(insteadOf: given)
        fee = fee?.inNone(insteadOf: given)
        cashback = cashback?.inNone(insteadOf: given)
    }
}

extension Money {
    fileprivate func inNone(insteadOf given: Currency) -> Money {
        currency == given ? Money(units: units, scale: scale, currency: .unknown) : self
    }
}
