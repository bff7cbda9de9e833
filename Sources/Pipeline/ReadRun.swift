package import Facts
import Normalizing
package import Readers
import Scanning

/// Reads files without any workspace: read → normalize, batch by batch.
package struct ReadRun {
    private let options: ReadOptions
    private let provesBalances: Bool
    private var normalizer = Normalizer(folder: TextFolder())
    private var batch = LineBatch()

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
    /// - Returns: the tallies; `failure` says why the file, or its rest, could not be read. What `consume` throws ends the run.
    package mutating func read<Failure: Error>(
        _ file: InputFile,
        consume: (borrowing LineBatch, Context) throws(Failure) -> Void
    ) throws(Failure) -> FileReport {
        var report = FileReport(path: file.path, name: file.name)
        normalizer.beginFile()
        var witness = provesBalances ? BalanceWitness(keepsRows: true) : nil
        var statement: StatementFile
        do {
            statement = try file.opened(options)
        } catch {
            report.failure = error
            return report
        }
        var isOpen = true
        while isOpen {
            batch.removeAll()
            do {
                isOpen = try statement.next(into: &batch)
            } catch {
                report.failure = error
                isOpen = false
            }
            report.layout = statement.layout
            report.encoding = statement.encoding
            normalizer.normalize(&batch, accounts: statement.accounts, file: file.path)
            report.count(fatesOf: batch)
            report.new += batch.lines.count
            witness?.take(batch)
            let context = Context(
                accounts: statement.accounts, layout: statement.layout, name: file.name)
            try consume(batch, context)
        }
        report.balances = witness?.proofs() ?? []
        return report
    }
}
