import Categorizing
import Facts
import Pending
import Scanning

/// Suggestions already made in this run, in the form the queue writes them, one for each judgement.
///
/// Where something is remembered it belongs to the ledger's thread, as the memory does.
struct SuggestionCache {
    private let categorizer: Categorizer
    private let memory: Memory?
    /// By number of the judgement, from `firstNumber` on.
    private var answers: [Rendered?] = []
    private var firstNumber = 0
    /// The suggestions as the queue writes them; many descriptions share one.
    private var rendered = TextInterner()
    private var writer = ByteWriter(capacity: 1_024)

    /// The cache starts anew before it grows past this.
    private static let renderedBytesMax = 8 * 1024 * 1024

    init(categorizer: Categorizer, memory: Memory?) {
        self.categorizer = categorizer
        self.memory = memory
    }

    /// A suggestion as the queue writes it.
    private struct Rendered: BitwiseCopyable {
        let start: UInt32
        let count: UInt32
        let isConfident: Bool
        let tendency: TransferTendency
    }

    /// Gives all rows their suggestions.
    mutating func complete(_ rows: inout PreparedRows) {
        if rendered.storage.count > Self.renderedBytesMax {
            firstNumber += answers.count
            answers.removeAll(keepingCapacity: true)
            rendered = TextInterner()
        }
        let statementLines = rows.batch.lines
        // Nearly all are shorter; an array that grows is copied over and over.
        rows.suggestions.reserveCapacity(320 * statementLines.count)
        var known = rows.judgements.map { answer(to: $0.number) }
        var account = FileAccounts.Account(name: "", bytes: [], hash: 0)
        var accountIndex: Int32 = -1
        for (index, line) in statementLines.enumerated() {
            if line.account != accountIndex {
                accountIndex = line.account
                account = rows.accounts[accountIndex]
            }
            let place = Int(rows.lines[index].judgement)
            let made: Rendered
            if let answer = known[place] {
                made = answer
            } else {
                let numbered = rows.judgements[place]
                let (answer, varies) = suggestion(
                    numbered.judgement, line, rows.batch.arena.span, account.name)
                if !varies {
                    known[place] = answer
                    keep(answer, numbered.number)
                }
                made = answer
            }
            rows.lines[index].suggestionStart = UInt32(truncatingIfNeeded: rows.suggestions.count)
            rows.lines[index].suggestionCount = made.count
            rows.lines[index].isConfident = made.isConfident
            rows.lines[index].tendency = made.tendency
            let start = Int(made.start)
            rows.suggestions.append(
                contentsOf: rendered.storage[start..<(start + Int(made.count))])
        }
    }

    /// What was made of a judgement before; nil when it must be made, because it never was or because amount and account matter.
    private func answer(to number: Int) -> Rendered? {
        let index = number - firstNumber
        return answers.indices.contains(index) ? answers[index] : nil
    }

    /// - Returns: also, whether another amount or account may lead to something else.
    private mutating func suggestion(
        _ judgement: Categorizer.Judgement, _ line: StatementLine, _ arena: Span<UInt8>,
        _ account: String
    ) -> (Rendered, varies: Bool) {
        var varies = false
        let suggestion = categorizer.suggest(
            judgement, line: line, arena: arena, account: account,
            memory: memory.map { memory in
                if memory.isEmpty { return memory }
                return Memory(
                    recall: { subject in
                        let history = memory.recall(subject)
                        // Neither amount nor account says more of a word.
                        if let history, subject.kind != .word, !history.isPure { varies = true }
                        return history
                    }, answers: memory.answers)
            })
        return (render(suggestion), varies)
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
        // Judged before this cache began anew; soon nobody will ask for it any more.
        guard number >= firstNumber else { return }
        while answers.count <= number - firstNumber { answers.append(nil) }
        answers[number - firstNumber] = answer
    }
}
