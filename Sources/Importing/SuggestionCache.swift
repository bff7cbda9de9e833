import Categorizing
import Facts
import Pending
import Scanning
import Workspaces

/// Caches this run's suggestions in the queue's form, one for each judgement.
///
/// It belongs to the ledger thread, like the memory.
struct SuggestionCache: ~Copyable {
    private let categorizer: Categorizer
    private let memory: Memory?
    private let country: String
    /// As known before this run.
    private let own: OwnNumbers
    private let deniesTransfer: (LineKey) throws(WorkspaceFailure) -> Bool
    /// Results (``Rendered``) by judgement number, from `firstNumber` on; 0 for none.
    private var answers: [UInt64] = []
    private var firstNumber = 0
    /// The interned suggestions in the queue's form; many descriptions share one.
    private var rendered = TextInterner()
    private var writer = ByteWriter(capacity: 1_024)
    /// Memory was prefetched for judgements below this number.
    private var expectedEnd = 0

    /// The cache is cleared before it exceeds this size.
    private static let renderedBytesMax = 8 * 1024 * 1024

    /// - Parameter deniesTransfer: whether a person declared a line from before this run to be no
    ///   transfer.
    init(
        categorizer: Categorizer, country: String, memory: Memory?,
        own: OwnNumbers = OwnNumbers(),
        deniesTransfer: @escaping (LineKey) throws(WorkspaceFailure) -> Bool = { _ in false }
    ) {
        self.own = own
        self.deniesTransfer = deniesTransfer
        self.categorizer = categorizer
        self.country = country
        self.memory = memory
    }

    /// A suggestion in the queue's form. One word, because a long import keeps a million and each
    /// access is a cache miss.
    struct Rendered: BitwiseCopyable {
        /// Offset in 32 bits, length in 24, tendency in 4, whether it is confident, and 1.
        fileprivate let word: UInt64

        fileprivate init(_ bytes: Range<Int>, _ tendency: TransferTendency, isConfident: Bool) {
            precondition(bytes.count < 1 << 24, "a suggestion is written in kilobytes at most")
            word =
                UInt64(UInt32(truncatingIfNeeded: bytes.lowerBound)) << 32
                | UInt64(bytes.count) << 8 | UInt64(tendency.rawValue) << 4
                | (isConfident ? 2 : 0) | 1
        }

        fileprivate init?(word: UInt64) {
            if word == 0 { return nil }
            self.word = word
        }

        fileprivate var start: Int { Int(word >> 32) }
        fileprivate var count: Int { Int(word >> 8 & 0xFF_FFFF) }
        var isConfident: Bool { word & 2 != 0 }

        var tendency: TransferTendency {
            TransferTendency(rawValue: UInt8(truncatingIfNeeded: word >> 4 & 0xF)) ?? .none
        }
    }

    /// The bytes of all suggestions.
    var storage: [UInt8] { rendered.storage }

    /// The range of a suggestion in `storage`, valid until the next batch begins.
    func range(of answer: Rendered) -> Range<Int> {
        answer.start..<(answer.start + answer.count)
    }

    /// Begins another batch of rows.
    mutating func beginBatch(_ rows: PreparedRows) { forget(rows.oldestJudgement) }

    /// The suggestion of a row of the batch.
    ///
    /// - Parameter key: of the row's new line.
    mutating func suggestion(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, account: String, key: LineKey
    ) throws(WorkspaceFailure) -> Rendered {
        let number = rows.judgementNumbers[index]
        if let answer = answer(to: number) { return answer }
        return try suggestion(number, line, rows, account, key)
    }

    /// Makes the suggestion of a waiting row, if it applies to each line of its judgement: much of
    /// it needs ledger queries.
    mutating func prepareSuggestion(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, account: String
    ) throws(WorkspaceFailure) {
        let number = rows.judgementNumbers[index]
        if answer(to: number) == nil { _ = try suggestion(number, line, rows, account, nil) }
    }

    /// The row's suggestion is cached and applies to each line of its judgement.
    func isKept(_ index: Int, of rows: PreparedRows) -> Bool {
        answer(to: rows.judgementNumbers[index]) != nil
    }

    private mutating func forget(_ oldest: Int) {
        if oldest > firstNumber {
            answers.removeFirst(min(oldest - firstNumber, answers.count))
            firstNumber = oldest
        }
        guard rendered.storage.count > Self.renderedBytesMax else { return }
        for index in answers.indices { answers[index] = 0 }
        rendered = TextInterner()
    }

    /// The cached suggestion of a judgement; nil if there is none, or if it depends on amount and
    /// account.
    private func answer(to number: Int) -> Rendered? {
        let index = number - firstNumber
        return answers.indices.contains(index) ? Rendered(word: answers[index]) : nil
    }

    private mutating func suggestion(
        _ number: Int, _ line: StatementLine, _ rows: PreparedRows, _ account: String,
        _ key: LineKey?
    ) throws(WorkspaceFailure) -> Rendered {
        if number >= expectedEnd { prefetchMemory(from: number, rows.judgements) }
        // Passed with its first row; suggestions that depend on amounts or accounts are rare.
        let judgement =
            rows.judgements[number]
            ?? categorizer.judgementForQueue(
                of: line, arena: rows.batch.arena.span, account: account, country: country,
                namesSubjects: false)
        let (completion, varies) = categorizer.complete(
            judgement, line: line, arena: rows.batch.arena.span, account: account, memory: memory)
        if let named = ownNumber(of: line, rows) {
            // Lines of its judgement in that account itself are no transfers.
            return try suggestion(judgement, completion, named, account, key)
        }
        let answer = judgement.withSuggestion { render($0, completion) }
        if !varies { keep(answer, number) }
        return answer
    }

    /// The counterparty's number, if it is an own account's.
    private func ownNumber(
        of line: StatementLine, _ rows: PreparedRows
    ) -> (bytes: [UInt8], key: [UInt8])? {
        if own.isEmpty || line.counterpartyIBAN.isEmpty { return nil }
        let bytes = Array(rows.batch.arena[line.counterpartyIBAN.range])
        guard let key = OwnNumbers.key(bytes), own.contains(key) else { return nil }
        return (bytes, key)
    }

    private mutating func suggestion(
        _ judgement: borrowing Categorizer.Judgement, _ completion: Categorizer.Completion,
        _ number: (bytes: [UInt8], key: [UInt8]), _ account: String, _ key: LineKey?
    ) throws(WorkspaceFailure) -> Rendered {
        let ordinary = judgement.withSuggestion { completion.applied(to: copy $0) }
        var found = ordinary
        if let owner = own.account(by: number.key, from: account),
            try key.map(deniesTransfer) != true
        {
            found = OwnNumbers.suggestion(
                ordinary, as: owner, numbered: String(decoding: number.bytes, as: UTF8.self))
        }
        writer.removeAll()
        SuggestionJSON.append(found, to: &writer)
        let id = Self.intern(writer, in: &rendered)
        // The tendency by its own words does not depend on the number.
        return Rendered(
            rendered.bytes(of: id), TransferTendency(of: ordinary),
            isConfident: found.isConfident)
    }

    /// Prefetches the memory of the batch's next judgements.
    private mutating func prefetchMemory(from number: Int, _ judgements: JudgementTable) {
        guard let memory, !memory.isEmpty else { return }
        var subjects: [SubjectKey] = []
        subjects.reserveCapacity(Memory.prefetchedMax)
        expectedEnd = judgements.forEachAsked(from: number) { asked in
            subjects += asked.prefix(Memory.prefetchedMax - subjects.count)
            return subjects.count < Memory.prefetchedMax
        }
        memory.prefetch(subjects)
    }

    private mutating func render(
        _ suggestion: borrowing Suggestion, _ completion: Categorizer.Completion
    ) -> Rendered {
        let (category, permille) = (completion.category, completion.permille)
        let (before, behind) = (completion.before, completion.behind)
        writer.removeAll()
        let saysNothing =
            category.isEmpty && permille == 0 && before.isEmpty && behind.isEmpty
            && completion.payee.isEmpty && suggestion.saysNothing
        if !saysNothing {
            SuggestionJSON.append(
                suggestion, as: category, permille: permille, before: before, behind: behind,
                payee: completion.payee, to: &writer)
        }
        let level = Suggestion.Level(
            permille: permille, isAnswer: !category.isEmpty || suggestion.isDismissal)
        let isConfident = level >= .high
        let id = Self.intern(writer, in: &rendered)
        return Rendered(
            rendered.bytes(of: id),
            TransferTendency(
                of: category, permille: permille, isConfident: isConfident, before,
                suggestion.evidence),
            isConfident: isConfident)
    }

    /// Static, since `writer` is read while the texts change.
    private static func intern(
        _ writer: borrowing ByteWriter, in texts: inout TextInterner
    ) -> UInt32 {
        writer.withBytes { texts.intern($0) }
    }

    private mutating func keep(_ answer: Rendered, _ number: Int) {
        // Its number will not occur again.
        guard number >= firstNumber else { return }
        while answers.count <= number - firstNumber { answers.append(0) }
        answers[number - firstNumber] = answer.word
    }
}
