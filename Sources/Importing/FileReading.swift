import Facts
import Opening

/// A batch of rows as read, not yet normalized, and data of the file.
struct ReadBatch: FileBatch {
    var rows = LineBatch()
    /// All accounts named by the file's lines so far.
    var accounts: [AccountClaim] = []
    var layout = ""
    var encoding = ""
    /// Why the rest of the file could not be read.
    var failure: ReadFailure?
    var isLast = false
}

/// Reads one file batch by batch, possibly on a second thread. `@unchecked`: one thread at a time
/// owns it.
final class FileReading: @unchecked Sendable {
    private var statement: StatementFile

    init(_ statement: consuming StatementFile) {
        self.statement = statement
    }

    /// Fills a batch with the next part of the file and sets whether it is the last.
    func read(_ batch: inout ReadBatch) {
        batch.rows.removeAll()
        batch.failure = nil
        do throws(ReadFailure) {
            batch.isLast = try !statement.next(into: &batch.rows)
        } catch {
            batch.failure = error
            batch.isLast = true
        }
        batch.accounts = statement.accounts
        batch.layout = statement.layout
        batch.encoding = statement.encoding
    }
}
