package import Facts
import Normalizing
package import Readers
import Scanning

/// Reads files without any workspace: read → normalize, batch by batch.
package struct ReadRun {
    private let options: ReadOptions
    private let provesBalances: Bool
    private var normalizer = Normalizer(folder: TextFolder())
    private let handover = Handover((0..<Self.batchesAheadMax).map { _ in ReadBatch() })

    /// A shorter file is read before a thread would have begun.
    private static let threadBytesMin = 2 * Limits.batchBytes

    /// Read while others are taken.
    private static let batchesAheadMax = 4

    /// - Parameter provesBalances: rows are kept to follow the running balances by time too.
    package init(options: ReadOptions, provesBalances: Bool = false) {
        self.options = options
        self.provesBalances = provesBalances
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
    /// A long file is read on a second thread, some batches ahead; batches are the same either way.
    ///
    /// - Returns: the tallies; `failure` says why the file, or its rest, could not be read. What `consume` throws ends the run.
    package mutating func read<Failure: Error>(
        _ file: InputFile,
        consume: (borrowing LineBatch, Context) throws(Failure) -> Void
    ) throws(Failure) -> FileReport {
        var report = FileReport(path: file.path, name: file.name)
        normalizer.beginFile()
        var witness = provesBalances ? BalanceWitness(keepsRows: true) : nil
        let reading: FileReading
        do {
            reading = FileReading(try file.opened(options))
        } catch {
            report.failure = error
            return report
        }
        let handover = handover
        let thread =
            file.sizeBytes < Self.threadBytesMin ? nil : WorkThread { reading.readAll(handover) }
        if let thread {
            var failure: Failure?
            var isLast = false
            while !isLast, failure == nil {
                var batch = handover.next()
                isLast = batch.isLast
                do throws(Failure) {
                    try take(&batch, of: file, into: &report, &witness, consume: consume)
                } catch {
                    failure = error
                }
                handover.giveBack(batch)
            }
            handover.stop()
            thread.join()
            handover.restart()
            if let failure { throw failure }
        } else {
            var batch = ReadBatch()
            repeat {
                reading.read(&batch)
                try take(&batch, of: file, into: &report, &witness, consume: consume)
            } while !batch.isLast
        }
        report.balances = witness?.proofs() ?? []
        return report
    }

    private mutating func take<Failure: Error>(
        _ batch: inout ReadBatch, of file: InputFile, into report: inout FileReport,
        _ witness: inout BalanceWitness?,
        consume: (borrowing LineBatch, Context) throws(Failure) -> Void
    ) throws(Failure) {
        if let failure = batch.failure { report.failure = failure }
        report.layout = batch.layout
        report.encoding = batch.encoding
        normalizer.normalize(&batch.rows, accounts: batch.accounts, file: file.path)
        report.count(fatesOf: batch.rows)
        report.new += batch.rows.lines.count
        witness?.take(batch.rows)
        try consume(
            batch.rows,
            Context(accounts: batch.accounts, layout: batch.layout, name: file.name))
    }
}
