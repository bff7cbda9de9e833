import Categorizing
import Facts
import Pending
import Scanning

/// Suggestions already made in this run, in the form the queue writes them, one for each judgement.
///
/// It belongs to the ledger's thread, as the memory does.
struct SuggestionCache: ~Copyable {
    private let categorizer: Categorizer
    private let memory: Memory?
    private let country: String
    /// By number of the judgement, from `firstNumber` on.
    private var answers: [Rendered?] = []
    private var firstNumber = 0
    /// The suggestions as the queue writes them; many descriptions share one.
    private var rendered = TextInterner()
    private var writer = ByteWriter(capacity: 1_024)

    /// The cache starts anew before it grows past this.
    private static let renderedBytesMax = 8 * 1024 * 1024

    init(categorizer: Categorizer, country: String, memory: Memory?) {
        self.categorizer = categorizer
        self.country = country
        self.memory = memory
    }

    /// A suggestion as the queue writes it.
    struct Rendered: BitwiseCopyable {
        fileprivate let start: UInt32
        fileprivate let count: UInt32
        let isConfident: Bool
        let tendency: TransferTendency
    }

    /// The bytes of all suggestions made.
    var storage: [UInt8] { rendered.storage }

    /// Where a suggestion lies in `storage`, until the next batch begins.
    func range(of answer: Rendered) -> Range<Int> {
        Int(answer.start)..<(Int(answer.start) + Int(answer.count))
    }

    /// Tells that rows of another batch will be asked about.
    mutating func beginBatch(_ rows: PreparedRows) { forget(rows.oldestJudgement) }

    /// The suggestion of a row of the batch.
    mutating func suggestion(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, account: String
    ) -> Rendered {
        let number = rows.lines[index].judgement
        return answer(to: number) ?? suggestion(number, line, rows, account)
    }

    /// The row's suggestion was made, and serves each line of its judgement.
    func isKept(_ index: Int, of rows: PreparedRows) -> Bool {
        answer(to: rows.lines[index].judgement) != nil
    }

    private mutating func forget(_ oldest: Int) {
        if oldest > firstNumber {
            answers.removeFirst(min(oldest - firstNumber, answers.count))
            firstNumber = oldest
        }
        guard rendered.storage.count > Self.renderedBytesMax else { return }
        for index in answers.indices { answers[index] = nil }
        rendered = TextInterner()
    }

    /// What was made of a judgement before; nil when it must be made, because it never was or because amount and account matter.
    private func answer(to number: Int) -> Rendered? {
        let index = number - firstNumber
        return answers.indices.contains(index) ? answers[index] : nil
    }

    private mutating func suggestion(
        _ number: Int, _ line: StatementLine, _ rows: PreparedRows, _ account: String
    ) -> Rendered {
        // Handed over with the first row that has it; amounts and accounts that matter are rare.
        let judgement =
            rows.judgements[number]
            ?? categorizer.judgementForQueue(
                of: line, arena: rows.batch.arena.span, account: account, country: country,
                namesSubjects: false)
        var varies = false
        let suggestion = categorizer.suggest(
            judgement, line: line, arena: rows.batch.arena.span, account: account,
            memory: memory.map { memory in
                if memory.isEmpty { return memory }
                return Memory(
                    recall: { subject in
                        let history = memory.recall(subject)
                        // Neither amount nor account says more of a word or of a category.
                        if let history, !subject.countsTexts, judgement.dependsOnMore(history) {
                            varies = true
                        }
                        return history
                    }, answers: memory.answers)
            })
        let answer = render(suggestion)
        if !varies { keep(answer, number) }
        return answer
    }

    private mutating func render(_ suggestion: Suggestion) -> Rendered {
        // Taken out and put back: what it holds is looked at while `rendered` changes.
        var writer = ByteWriter()
        swap(&writer, &self.writer)
        writer.removeAll()
        if suggestion != .none { SuggestionJSON.append(suggestion, to: &writer) }
        let id = writer.withBytes { rendered.intern($0) }
        swap(&writer, &self.writer)
        let range = rendered.bytes(of: id)
        return Rendered(
            start: UInt32(truncatingIfNeeded: range.lowerBound),
            count: UInt32(truncatingIfNeeded: range.count),
            isConfident: suggestion.level >= .high, tendency: TransferTendency(of: suggestion))
    }

    private mutating func keep(_ answer: Rendered, _ number: Int) {
        // It will not come again.
        guard number >= firstNumber else { return }
        while answers.count <= number - firstNumber { answers.append(nil) }
        answers[number - firstNumber] = answer
    }
}
