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
    private var generation = -1
    /// By number of the description, MCC and sign, for lines that carry nothing else the categorizer looks at.
    private var plain: [UInt64: UInt32] = [:]
    /// By all bytes the categorizer looks at, for the others.
    private var detailed = TextInterner()
    private var detailedOrdinals: [UInt32] = []
    private var key: [UInt8] = []
    /// What `suggestion(for:)` points into.
    private(set) var rendered: [UInt8] = []
    private var ends: [Int] = []
    private var isConfident: [Bool] = []

    /// The cache starts anew before it grows past this.
    private static let renderedBytesMax = 8 * 1024 * 1024

    init(categorizer: Categorizer, country: String) {
        self.categorizer = categorizer
        self.country = country
    }

    /// A suggestion as the queue writes it.
    struct Rendered {
        /// Where it lies in `rendered`; valid until the next call.
        let range: Range<Int>
        let isConfident: Bool
    }

    /// The suggestion of a line.
    ///
    /// - Parameter generation: the normalizer's; numbers of descriptions mean the same only within one.
    mutating func suggestion(
        for line: StatementLine, in batch: LineBatch, account: String, generation: Int
    ) -> Rendered {
        if generation != self.generation || rendered.count > Self.renderedBytesMax {
            forget(generation)
        }
        if isPlain(line) {
            let sign = UInt64(bitPattern: Int64(line.amount.units.signum() + 1))
            // 16 bits of text number (the normalizer starts anew beyond), 16 of MCC, 2 of sign, 24 of currency.
            let context = UInt64(line.mcc) << 26 | sign << 24 | UInt64(line.amount.currency.packed)
            let key = UInt64(line.textID) << 42 | context
            if let ordinal = plain[key] { return answer(Int(ordinal)) }
            let ordinal = render(line, batch, account)
            plain[key] = UInt32(truncatingIfNeeded: ordinal)
            return answer(ordinal)
        }
        let id = detailedID(of: line, batch, account)
        if id < detailedOrdinals.count { return answer(Int(detailedOrdinals[id])) }
        let ordinal = render(line, batch, account)
        detailedOrdinals.append(UInt32(truncatingIfNeeded: ordinal))
        return answer(ordinal)
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

    private func isPlain(_ line: StatementLine) -> Bool {
        line.memo.isEmpty && line.counterpartyName.isEmpty && line.counterpartyIBAN.isEmpty
            && line.counterpartyTaxID.isEmpty && line.bankCategory.isEmpty && line.merchant.isEmpty
            && line.originalAmount == nil && !categorizer.rulesDependOnMore
    }

    private mutating func render(
        _ line: StatementLine, _ batch: LineBatch, _ account: String
    ) -> Int {
        let suggestion = categorizer.suggest(
            line: line, arena: batch.arena.span, account: account, country: country)
        if suggestion != .none { rendered.append(contentsOf: SuggestionJSON.bytes(of: suggestion)) }
        ends.append(rendered.count)
        isConfident.append(suggestion.level >= .high)
        return ends.count - 1
    }

    private func answer(_ ordinal: Int) -> Rendered {
        Rendered(
            range: (ordinal == 0 ? 0 : ends[ordinal - 1])..<ends[ordinal],
            isConfident: isConfident[ordinal])
    }

    private mutating func forget(_ generation: Int) {
        self.generation = generation
        plain.removeAll(keepingCapacity: true)
        detailed = TextInterner()
        detailedOrdinals.removeAll(keepingCapacity: true)
        rendered.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        isConfident.removeAll(keepingCapacity: true)
    }
}
