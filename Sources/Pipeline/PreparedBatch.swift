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
    /// What rules and tables say of lines and had not said before, by number.
    var judgements: [NumberedJudgement] = []
    /// Smaller numbers will not come again.
    var oldestJudgement = 0
    /// All accounts the file's lines named so far.
    var accounts = FileAccounts()
    var layout = ""

    /// What rules and tables say under a number, if they had not said it before.
    func judgement(_ number: Int) -> Categorizer.Judgement? {
        guard let first = judgements.first?.number else { return nil }
        // Numbers are given one after another.
        let index = number - first
        return judgements.indices.contains(index) ? judgements[index].judgement : nil
    }

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
