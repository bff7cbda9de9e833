import Deduplicating
import Facts

/// What an import keeps of the file it reads, until its end.
struct FileState {
    /// Nil when the file's rows need not wait to be told which account they are of.
    var held: HeldRows?
    /// The accounts that held rows of the file were found to be of; those that follow go there too.
    var accountsFound: [String] = []
    /// Accounts that may have rows of the file beside those.
    var accountsMet: [String] = []
    var isFirstBatch = true
    /// Rows that only the whole file can tell.
    var waiting = PreparedRows()
    /// Rows that the file shows again.
    var repetitions = RepeatedRows()
    /// Those of a file that cannot be read twice.
    var repeatedOnce = PreparedRows()
    /// The file cannot be read again.
    var isReadOnce = false
}
