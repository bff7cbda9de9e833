import Categorizing
import Facts
import Scanning

/// Memoises judgements by rules and tables for each distinct line.
///
/// A household has some thousand distinct descriptions among its tens of thousands of lines.
/// Judgement numbers are never reused. The suggestion cache keeps results by number, so a judgement
/// is returned once and not kept here.
struct JudgementCache: ~Copyable {
    private let categorizer: Categorizer
    private let country: String
    private let namesSubjects: Bool
    private var generation = -1
    /// By description number, MCC and sign, for lines without other fields that the categorizer
    /// uses.
    private var plain: [UInt64: Int] = [:]
    /// The last entry of `plain` for each description number, as pairs of context and number: a
    /// merchant's lines seldom differ in more.
    private var latest: [UInt64] = []
    /// By all bytes that the categorizer uses, for other lines.
    private var detailed = TextInterner()
    private var detailedNumbers: [Int] = []
    private var key: [UInt8] = []
    private var numbersGiven = 0
    /// Smaller numbers are not given to lines any more.
    private(set) var oldestNumber = 0

    /// The cache is cleared before its texts exceed this size.
    private static let textBytesMax = 8 * 1024 * 1024

    /// - Parameter namesSubjects: the judgements will be looked up in memory.
    init(categorizer: Categorizer, country: String, namesSubjects: Bool) {
        self.categorizer = categorizer
        self.country = country
        self.namesSubjects = namesSubjects
    }

    /// The number of a line's judgement; a new judgement is added to `judgements`.
    ///
    /// - Parameter generation: the normalizer's; description numbers are valid only within one.
    mutating func number(
        for line: StatementLine, in batch: LineBatch, account: String, generation: Int,
        _ judgements: inout JudgementTable
    ) -> Int {
        if generation != self.generation || detailed.storage.count > Self.textBytesMax {
            forget(generation)
        }
        if let context = plainContext(line) {
            let slot = 2 * Int(line.textID)
            if slot < latest.count, latest[slot] == context { return Int(latest[slot + 1]) }
            assert(line.textID < 1 << 22 && context < 1 << 42, "text and context fit one key")
            // 16 bits of text number (the normalizer restarts beyond) above 42 of context.
            let key = UInt64(line.textID) << 42 | context
            let number = plain[key] ?? judge(line, batch, account, &judgements)
            plain[key] = number
            while latest.count <= slot { latest += [.max, 0] }
            latest[slot] = context
            latest[slot + 1] = UInt64(number)
            return number
        }
        let id = detailedID(of: line, batch, account)
        if id < detailedNumbers.count { return detailedNumbers[id] }
        let number = judge(line, batch, account, &judgements)
        assert(id == detailedNumbers.count, "texts are numbered as they come")
        detailedNumbers.append(number)
        return number
    }

    private mutating func judge(
        _ line: StatementLine, _ batch: LineBatch, _ account: String,
        _ judgements: inout JudgementTable
    ) -> Int {
        let number = numbersGiven
        numbersGiven += 1
        judgements.set(
            categorizer.judgementForQueue(
                of: line, arena: batch.arena.span, account: account, country: country,
                namesSubjects: namesSubjects), number)
        return number
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

    /// MCC (16 bits), sign (2) and currency (24) of a line without other texts; nil if the
    /// categorizer uses more fields.
    private func plainContext(_ line: StatementLine) -> UInt64? {
        guard
            line.memo.isEmpty && line.counterpartyName.isEmpty && line.counterpartyIBAN.isEmpty
                && line.counterpartyTaxID.isEmpty && line.bankCategory.isEmpty
                && line.merchant.isEmpty && line.originalAmount == nil
                && line[.recordedTags].isEmpty && line[.recordedParts].isEmpty
                && line[.transferAccount].isEmpty
                && !categorizer.rulesDependOnAccount
        else { return nil }
        let sign = UInt64(bitPattern: Int64(line.amount.units.signum() + 1))
        return UInt64(line.mcc) << 26 | sign << 24 | UInt64(line.amount.currency.packed)
    }

    private mutating func forget(_ generation: Int) {
        self.generation = generation
        oldestNumber = numbersGiven
        plain.removeAll(keepingCapacity: true)
        latest.removeAll(keepingCapacity: true)
        detailed = TextInterner()
        detailedNumbers.removeAll(keepingCapacity: true)
    }
}
