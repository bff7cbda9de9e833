import Categorizing
import Facts
import Scanning

/// Judges each distinct line of the view of rules and tables once.
///
/// A household has some thousand distinct descriptions among its tens of thousands of lines.
/// Judgements have numbers, which are never given anew; whoever makes suggestions of them keeps
/// those by number, so a judgement is handed out once and kept by nobody.
struct JudgementCache: ~Copyable {
    private let categorizer: Categorizer
    private let country: String
    private let namesSubjects: Bool
    private var generation = -1
    /// By number of the description, MCC and sign, for lines that carry nothing else the
    /// categorizer looks at.
    private var plain: [UInt64: Int] = [:]
    /// The last of `plain` for each number of a description, context and number in turn: a
    /// merchant's lines seldom differ in more.
    private var latest: [UInt64] = []
    /// By all bytes the categorizer looks at, for the others.
    private var detailed = TextInterner()
    private var detailedNumbers: [Int] = []
    private var key: [UInt8] = []
    private var numbersGiven = 0
    /// Smaller numbers will not be given to a line again.
    private(set) var oldestNumber = 0

    /// The cache starts anew before its texts grow past this.
    private static let textBytesMax = 8 * 1024 * 1024

    /// - Parameter namesSubjects: memory will be asked about the judgements.
    init(categorizer: Categorizer, country: String, namesSubjects: Bool) {
        self.categorizer = categorizer
        self.country = country
        self.namesSubjects = namesSubjects
    }

    /// The number of what is said of a line; what was not said before is added to `judgements`.
    ///
    /// - Parameter generation: the normalizer's; numbers of descriptions mean the same only within
    ///   one.
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
            // 16 bits of text number (the normalizer starts anew beyond) before 42 of context.
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

    /// MCC (16 bits), sign (2) and currency (24) of a line without other texts; nil when the
    /// categorizer looks at more.
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

    private mutating func forget(_ generation: Int) {
        self.generation = generation
        oldestNumber = numbersGiven
        plain.removeAll(keepingCapacity: true)
        latest.removeAll(keepingCapacity: true)
        detailed = TextInterner()
        detailedNumbers.removeAll(keepingCapacity: true)
    }
}
