package import Facts
import Normalizing
package import Readers
import Scanning

/// Reads files without any workspace: read → normalize, batch by batch.
package struct ReadRun {
    private let options: ReadOptions
    private let keepsRows: Bool
    private var normalizer = Normalizer(folder: TextFolder())
    private let batches = BatchRelay<ReadBatch>.batches()

    /// - Parameter keepsRows: to follow the running balances by time too.
    package init(options: ReadOptions, keepsRows: Bool = false) {
        self.options = options
        self.keepsRows = keepsRows
    }

    /// What a batch's lines need beside the batch: whose they are and how they were read.
    package struct Context {
        package let accounts: [AccountClaim]
        package let layout: String
        /// The file's own name, without its folder.
        package let name: String
    }

    /// Reads one file and hands over each normalized batch; rejected rows are in it too.
    ///
    /// - Returns: the tallies; `failure` says why the file, or its rest, could not be read. What `consume` throws ends the run.
    package mutating func read<Failure: Error>(
        _ file: InputFile,
        consume: (borrowing LineBatch, Context) throws(Failure) -> Void
    ) throws(Failure) -> FileReport {
        var report = FileReport(path: file.path, name: file.name)
        normalizer.beginFile()
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
        witness.take(batch.rows)
        try consume(
            batch.rows,
            Context(accounts: batch.accounts, layout: batch.layout, name: file.name))
    }
}
