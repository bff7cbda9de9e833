package import Facts
import Opening
package import Reading

/// A whole file read at once, for tests.
package struct StatementReading: Sendable {
    package var layout = ""
    package var encoding = ""
    package var accounts: [AccountClaim] = []
    package var batch = LineBatch()
    /// Why the file could not be read completely.
    package var failure: ReadFailure?

    package init(path: String, options: ReadOptions = ReadOptions()) {
        do throws(ReadFailure) {
            try read(path, options)
        } catch {
            failure = error
        }
    }

    private mutating func read(_ path: String, _ options: ReadOptions) throws(ReadFailure) {
        var file = try StatementFile(path: path, options: options)
        layout = file.layout
        encoding = file.encoding
        do throws(ReadFailure) {
            while try file.next(into: &batch) {}
        } catch {
            failure = error
        }
        layout = file.layout
        accounts = file.accounts
    }

    package var lines: [String] { batch.lines.map { $0.rendered(in: batch) } }
    package var rejections: [String] { batch.rejections.map(\.rendered) }
    package var skips: [String] { batch.skipped.map(\.rendered) }
}
