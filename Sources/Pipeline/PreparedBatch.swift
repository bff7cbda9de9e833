import Categorizing
import Facts
import Normalizing
import Readers

/// Rows of one file with everything that can be said of them without knowing what is known already.
struct PreparedRows: Sendable {
    struct Line: BitwiseCopyable, Sendable {
        var identity: LineIdentity
        /// Number of what rules and tables say of it.
        var judgement: Int
    }

    /// How many rows ahead memory is told of a row: some microseconds, or some hundred nanoseconds where it is prepared.
    static let rowsExpected = 6

    var batch = LineBatch()
    /// One for each of `batch.lines`.
    var lines: [Line] = []
    /// What rules and tables say of lines and had not said before, by number.
    var judgements: [Int: Categorizer.Judgement] = [:]
    /// Smaller numbers will not come again.
    var oldestJudgement = 0
    /// All accounts the file's lines named so far.
    var accounts = FileAccounts()
    var layout = ""

    mutating func removeAll() {
        batch.removeAll()
        lines.removeAll(keepingCapacity: true)
        judgements.removeAll(keepingCapacity: true)
        accounts = FileAccounts()
        layout = ""
    }
}

/// What was read of a file at once: its rows, and what is told of the file.
struct PreparedBatch: FileBatch {
    var rows = PreparedRows()
    var encoding = ""
    /// With the last batch: what the running balances of the whole file say.
    var balances: [BalanceProof] = []
    /// With the last batch, where reading the file made it.
    var digest: FileDigest?
    /// Why the rest of the file could not be read.
    var failure: ReadFailure?
    /// Nothing of the file comes after it.
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
