import Facts
import Opening

/// What was read of a file at once, as the reader left it, and what is told of the file.
struct ReadBatch: FileBatch {
    var rows = LineBatch()
    /// All accounts the file's lines named so far.
    var accounts: [AccountClaim] = []
    var layout = ""
    var encoding = ""
    /// Why the rest of the file could not be read.
    var failure: ReadFailure?
    var isLast = false
}

/// Reads one file batch by batch, so that it can be done on a thread of its own. `@unchecked`: it
/// belongs to one thread at a time.
final class FileReading: @unchecked Sendable {
    private var statement: StatementFile

    init(_ statement: consuming StatementFile) {
        self.statement = statement
    }

    /// Fills a batch with what comes next in the file and says in it whether it is the last.
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
