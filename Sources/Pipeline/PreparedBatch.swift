import Facts
import Normalizing
import Readers

/// Rows of one file with everything that can be said of them without knowing what is known already.
struct PreparedRows: Sendable {
    struct Line: BitwiseCopyable, Sendable {
        var identity: LineIdentity
        /// The written suggestion, in `suggestions`.
        var suggestionStart: UInt32
        var suggestionCount: UInt32
        var isConfident: Bool
        var tendency: TransferTendency

        var suggestion: Range<Int> {
            Int(suggestionStart)..<(Int(suggestionStart) + Int(suggestionCount))
        }
    }

    var batch = LineBatch()
    /// One for each of `batch.lines`.
    var lines: [Line] = []
    var suggestions: [UInt8] = []
    /// All accounts the file's lines named so far.
    var accounts = FileAccounts()
    var layout = ""

    mutating func removeAll() {
        batch.removeAll()
        lines.removeAll(keepingCapacity: true)
        suggestions.removeAll(keepingCapacity: true)
        accounts = FileAccounts()
        layout = ""
    }
}

/// What was read of a file at once: its rows, and what is told of the file.
struct PreparedBatch: Sendable {
    var rows = PreparedRows()
    var encoding = ""
    /// With the last batch: what the running balances of the whole file say.
    var balances: [BalanceProof] = []
    /// Why the rest of the file could not be read.
    var failure: ReadFailure?
    /// Nothing of the file comes after it.
    var isLast = false

    mutating func removeAll() {
        rows.removeAll()
        encoding = ""
        balances = []
        failure = nil
        isLast = false
    }
}
