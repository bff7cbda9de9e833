import Categorizing
import Facts
import Pending
import Scanning

/// Suggestions already made in this run, in the form the queue writes them, one for each distinct line of the categorizer's view.
///
/// A household has some thousand distinct descriptions among its tens of thousands of lines: each is categorized and rendered once.
struct SuggestionCache {
    private let categorizer: Categorizer
    private let country: String
    private let memory: Memory?
    private var generation = -1
    /// By number of the description, MCC and sign, for lines that carry nothing else the categorizer looks at.
    private var plain: [UInt64: UInt32] = [:]
    /// The last of `plain` for each number of a description: a merchant's lines seldom differ in more.
    private var latest: [(context: UInt64, answer: Rendered)] = []
    /// By all bytes the categorizer looks at, for the others.
    private var detailed = TextInterner()
    private var detailedOrdinals: [UInt32] = []
    private var key: [UInt8] = []
    /// The suggestions as the queue writes them; many descriptions share one.
    private var rendered = TextInterner()
    private var answers: [Rendered] = []
    private var writer = ByteWriter(capacity: 1_024)

    /// The cache starts anew before it grows past this.
    private static let renderedBytesMax = 8 * 1024 * 1024

    init(categorizer: Categorizer, country: String, memory: Memory? = nil) {
        self.categorizer = categorizer
        self.country = country
        self.memory = memory
    }

    /// A suggestion as the queue writes it.
    struct Rendered: BitwiseCopyable {
        fileprivate let start: UInt32
        let count: UInt32
        let isConfident: Bool
        let tendency: TransferTendency
    }

    /// The suggestion of a line.
    ///
    /// - Parameter generation: the normalizer's; numbers of descriptions mean the same only within one.
    mutating func suggestion(
        for line: StatementLine, in batch: LineBatch, account: String, generation: Int
    ) -> Rendered {
        if generation != self.generation || rendered.storage.count > Self.renderedBytesMax {
            forget(generation)
        }
        let textID = line.textID
        if let context = plainContext(line) {
            let slot = Int(textID)
            if slot < latest.count, latest[slot].context == context { return latest[slot].answer }
            // 16 bits of text number (the normalizer starts anew beyond) before 42 of context.
            let key = UInt64(textID) << 42 | context
            if let known = plain[key], known != Self.varies {
                remember(answers[Int(known)], at: slot, context)
                return answers[Int(known)]
            }
            let (ordinal, varies) = render(line, batch, account)
            plain[key] = varies ? Self.varies : UInt32(truncatingIfNeeded: ordinal)
            if !varies { remember(answers[ordinal], at: slot, context) }
            return answers[ordinal]
        }
        let id = detailedID(of: line, batch, account)
        if id < detailedOrdinals.count, detailedOrdinals[id] != Self.varies {
            return answers[Int(detailedOrdinals[id])]
        }
        let (ordinal, varies) = render(line, batch, account)
        let answer = varies ? Self.varies : UInt32(truncatingIfNeeded: ordinal)
        if id < detailedOrdinals.count {
            detailedOrdinals[id] = answer
        } else {
            detailedOrdinals.append(answer)
        }
        return answers[ordinal]
    }

    /// In the place of an answer: what was decided before differs, so that amount and account matter each time.
    private static let varies = UInt32.max

    /// Copies what `suggestion(for:)` just answered.
    func append(_ answer: Rendered, to bytes: inout [UInt8]) {
        let start = Int(answer.start)
        bytes.append(contentsOf: rendered.storage[start..<(start + Int(answer.count))])
    }

    private mutating func remember(_ answer: Rendered, at slot: Int, _ context: UInt64) {
        while latest.count <= slot { latest.append((UInt64.max, answer)) }
        latest[slot] = (context, answer)
    }

    private mutating func detailedID(
        of line: StatementLine, _ batch: LineBatch, _ account: String
    ) -> Int {
        var bytes: [UInt8] = []
        swap(&bytes, &key)
        bytes.removeAll(keepingCapacity: true)
        categorizer.appendCacheKey(
            of: line, arena: batch.arena.span, account: account, country: country, to: &bytes)
        let id = detailed.intern(bytes.span)
        swap(&bytes, &key)
        return Int(id)
    }

    /// MCC (16 bits), sign (2) and currency (24) of a line without other texts; nil when the categorizer looks at more.
    private func plainContext(_ line: StatementLine) -> UInt64? {
        guard
            line.memo.isEmpty && line.counterpartyName.isEmpty && line.counterpartyIBAN.isEmpty
                && line.counterpartyTaxID.isEmpty && line.bankCategory.isEmpty
                && line.merchant.isEmpty && line.originalAmount == nil
                && !categorizer.rulesDependOnMore
        else { return nil }
        let sign = UInt64(bitPattern: Int64(line.amount.units.signum() + 1))
        return UInt64(line.mcc) << 26 | sign << 24 | UInt64(line.amount.currency.packed)
    }

    private mutating func render(
        _ line: StatementLine, _ batch: LineBatch, _ account: String
    ) -> (ordinal: Int, varies: Bool) {
        var varies = false
        let suggestion = categorizer.suggestionForQueue(
            of: line, in: batch, account: account, country: country,
            memory: memory.map { memory in
                if memory.isEmpty { return memory }
                return Memory(
                    recall: { subject in
                        let history = memory.recall(subject)
                        // Neither amount nor account says more of a word or of a category.
                        if let history, !subject.countsTexts, !history.isPure { varies = true }
                        return history
                    }, answers: memory.answers)
            })
        // Taken out and put back: what it holds is looked at while `rendered` changes.
        var writer = ByteWriter()
        swap(&writer, &self.writer)
        writer.removeAll()
        if suggestion != .none { SuggestionJSON.append(suggestion, to: &writer) }
        let id = writer.withBytes { rendered.intern($0) }
        swap(&writer, &self.writer)
        let range = rendered.bytes(of: id)
        answers.append(
            Rendered(
                start: UInt32(truncatingIfNeeded: range.lowerBound),
                count: UInt32(truncatingIfNeeded: range.count),
                isConfident: suggestion.level >= .high,
                tendency: TransferTendency(of: suggestion)))
        return (answers.count - 1, varies)
    }

    private mutating func forget(_ generation: Int) {
        self.generation = generation
        plain.removeAll(keepingCapacity: true)
        latest.removeAll(keepingCapacity: true)
        detailed = TextInterner()
        detailedOrdinals.removeAll(keepingCapacity: true)
        rendered = TextInterner()
        answers.removeAll(keepingCapacity: true)
    }
}
