package import Facts
import Normalizing
import Pending
package import Scanning
package import Workspaces
package import Reading

/// Reads files without a workspace: read → normalize, batch by batch.
package struct ReadRun {
    private let options: ReadOptions
    private let account: String
    private let keepsRows: Bool
    private var accounts = FileAccounts()
    private let book: AccountBook
    private var normalizer = Normalizer(folder: TextFolder())
    private let batches = BatchRelay<ReadBatch>.batches()

    /// - Parameters:
    ///   - account: of rows in files that name none, or empty.
    ///   - keepsRows: follows the running balances by time too.
    ///   - book: the accounts of a workspace; without one files name theirs.
    package init(
        options: ReadOptions, account: String = "", keepsRows: Bool = false,
        book: AccountBook = AccountBook(Settings())
    ) {
        self.book = book
        self.options = options
        self.account = account
        self.keepsRows = keepsRows
    }

    /// The context of a batch's lines: their accounts and file.
    package struct Context {
        /// The names that an import into an empty workspace gives the file's accounts.
        package let accounts: [String]
        package let layout: String
        /// The file's own name, without its folder.
        package let name: String

        /// Writes a line of the batch as a JSON object: the fact and its source.
        package func append(
            _ line: StatementLine, of batch: borrowing LineBatch, to writer: inout ByteWriter
        ) {
            writer.append("{")
            FactJSON.appendMembers(
                line: line, arena: batch.arena.span,
                account: accounts[Int(line.account)].utf8.span, to: &writer)
            writer.append(",\"source\":")
            QueueLine.append(
                line: Int(line.sourceLine), file: name.utf8.span, layout: layout.utf8.span,
                to: &writer)
            writer.append("}")
        }
    }

    /// Reads one file and passes each normalized batch, including rejected rows, to `consume`.
    ///
    /// - Returns: the tallies; `failure` is the reason why the file, or its rest, is unreadable. An
    ///   error of `consume` ends the run.
    package mutating func read<Failure: Error>(
        _ file: InputFile,
        consume: (borrowing LineBatch, Context) throws(Failure) -> Void
    ) throws(Failure) -> FileReport {
        var report = FileReport(path: file.path, name: file.name)
        normalizer.beginFile()
        accounts = FileAccounts()
        var witness = BalanceWitness(keepsRows: keepsRows)
        let reading: FileReading
        do {
            reading = FileReading(try file.opened(options))
        } catch {
            report.failure = error
            return report
        }
        var relay = BatchRelay(batches, of: file) { reading.read(&$0) }
        var failure: Failure?
        do throws(Failure) {
            while var batch = relay.next() {
                defer { relay.giveBack(batch) }
                try take(&batch, of: file, into: &report, &witness, consume: consume)
            }
        } catch {
            failure = error
        }
        relay.end()
        if let failure { throw failure }
        report.balances = witness.proofs()
        return report
    }

    private mutating func take<Failure: Error>(
        _ batch: inout ReadBatch, of file: InputFile, into report: inout FileReport,
        _ witness: inout BalanceWitness,
        consume: (borrowing LineBatch, Context) throws(Failure) -> Void
    ) throws(Failure) {
        if let failure = batch.failure { report.failure = failure }
        report.layout = batch.layout
        report.encoding = batch.encoding
        normalizer.normalize(&batch.rows, accounts: batch.accounts, file: file.path)
        report.count(fatesOf: batch.rows)
        report.new += batch.rows.lines.count
        witness.add(batch.rows)
        accounts.learn(
            batch.accounts, layout: batch.layout, folder: file.folder, fileName: file.name,
            option: file.account.isEmpty ? account : file.account, book: book)
        try consume(
            batch.rows,
            Context(accounts: accounts.byIndex, layout: batch.layout, name: file.name))
    }
}
