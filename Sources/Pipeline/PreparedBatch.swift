import Categorizing
import Facts
import Normalizing
import Readers

/// Rows of one file with everything that can be said of them without knowing what is known already.
struct PreparedRows: Sendable {
    struct Line: BitwiseCopyable, Sendable {
        var identity: LineIdentity
        /// What rules and tables say of it: a place in `judgements`.
        var judgement: UInt32
        /// The written suggestion, in `suggestions`; nothing until all that is remembered was asked.
        var suggestionStart: UInt32 = 0
        var suggestionCount: UInt32 = 0
        var isConfident = false
        var tendency = TransferTendency.none

        var suggestion: Range<Int> {
            Int(suggestionStart)..<(Int(suggestionStart) + Int(suggestionCount))
        }
    }

    var batch = LineBatch()
    /// One for each of `batch.lines`.
    var lines: [Line] = []
    var suggestions: [UInt8] = []
    /// What rules and tables say of the lines, each number once.
    var judgements: [NumberedJudgement] = []
    /// All accounts the file's lines named so far.
    var accounts = FileAccounts()
    var layout = ""

    mutating func removeAll() {
        batch.removeAll()
        lines.removeAll(keepingCapacity: true)
        suggestions.removeAll(keepingCapacity: true)
        judgements.removeAll(keepingCapacity: true)
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
