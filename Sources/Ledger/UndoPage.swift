internal import Facts
internal import Scanning

/// A page of undo records of one command: one row each cost as much as the entry itself.
///
/// In `undo_page`, `steps` holds records of 48 bytes, six little-endian words each, and `lines`
/// their concatenated queue lines, compressed:
///
/// | word | field |
/// | --- | --- |
/// | 0 | step in the high half, bytes of the queue line in the low one |
/// | 1, 2 | key: account and day, rest |
/// | 3 | place |
/// | 4 | hash of the line as it was written |
/// | 5 | hash of the words before it |
struct UndoPage: Sendable {
    /// Limits on bytes of lines and records, after which a page is written.
    private static let linesMax = 1 << 18
    private static let recordsMax = 4_096
    private static let recordBytes = 48
    /// Hard limit of a page's bytes, whatever the length of its last queue line.
    private static let linesLimit = linesMax + Limits.queueLineBytesMax

    private var steps: [UInt8] = []
    private var lines: [UInt8] = []

    var count: Int { steps.count / Self.recordBytes }
    var isFull: Bool { lines.count >= Self.linesMax || count >= Self.recordsMax }

    mutating func add(
        _ step: LedgerTransaction.UndoStep, _ key: LineKey, place: Int, written: UInt64,
        old: Span<UInt8>
    ) {
        assert(!isFull, "a full page is written before the next record")
        assert(old.count <= Limits.queueLineBytesMax, "a page is read back within its bound")
        let words: [5 of UInt64] = [
            UInt64(step.rawValue) << 32 | UInt64(old.count),
            UInt64(key.account) << 32 | UInt64(UInt32(bitPattern: key.day)), key.rest,
            UInt64(bitPattern: Int64(place)), written,
        ]
        for index in words.indices { steps.append(word: words[index]) }
        steps.append(word: Self.hash(words))
        lines.append(old)
    }

    private static func hash(_ words: [5 of UInt64]) -> UInt64 {
        var hash: UInt64 = 0
        for index in words.indices { hash = StableHash.combine(hash, words[index]) }
        return hash | 1
    }

    /// Writes the page, unless empty, and starts the next one.
    ///
    /// - Parameter first: number of the command in the high half, of the page's first record in the
    ///   low one.
    mutating func write(to database: Database, first: Int64) throws(LedgerFailure) {
        if steps.isEmpty { return }
        try write(Compression.pack(lines), to: database, first: first)
    }

    private mutating func write(
        _ packed: [UInt8], to database: Database, first: Int64
    ) throws(LedgerFailure) {
        try database.prepare("INSERT INTO undo_page VALUES (?1, ?2, ?3, ?4)").run(
            first, steps, lines.count, packed)
        steps.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
    }

    /// Compresses pages on a second thread while the caller fills the next one; only the caller
    /// writes to the database.
    final class Packer {
        private struct Job: Sendable {
            var page = UndoPage()
            var first: Int64 = 0
            var packed: Result<[UInt8], LedgerFailure>?
            var isEnd = false
        }

        private let jobs = Handover([Job(), Job()])
        private var thread: WorkThread?

        /// Nil if no thread can be created.
        init?() {
            thread = WorkThread { [jobs] in
                while true {
                    var job = jobs.next()
                    if job.isEnd { return }
                    do throws(LedgerFailure) {
                        job.packed = .success(try Compression.pack(job.page.lines))
                    } catch {
                        job.packed = .failure(error)
                    }
                    jobs.giveBack(job)
                }
            }
            if thread == nil { return nil }
        }

        /// Takes over a page and starts the next one; first writes a page taken over earlier, and
        /// waits for it if no buffer is free.
        func add(
            _ page: inout UndoPage, first: Int64, to database: Database
        ) throws(LedgerFailure) {
            guard var job = jobs.empty() else { return }
            try write(&job, to: database)
            swap(&job.page, &page)
            job.first = first
            jobs.hand(job)
        }

        /// Writes all pages taken over.
        func finish(_ database: Database) throws(LedgerFailure) {
            guard var one = jobs.empty(), var other = jobs.empty() else { return }
            try write(&one, to: database)
            try write(&other, to: database)
            jobs.giveBack(one)
            jobs.giveBack(other)
        }

        private func write(_ job: inout Job, to database: Database) throws(LedgerFailure) {
            guard let packed = job.packed else { return }
            job.packed = nil
            try job.page.write(packed.get(), to: database, first: job.first)
        }

        deinit {
            jobs.hand(Job(isEnd: true))
            thread.take()?.join()
        }
    }

    /// A parsed record; `line` is the range of its queue line in the page's lines.
    struct Record {
        let step: LedgerTransaction.UndoStep
        let key: LineKey
        let place: Int
        let written: UInt64
        let line: Range<Int>
    }

    /// Parses the records of a page.
    ///
    /// - Throws: `damaged` if the bytes are not valid records.
    static func records(_ steps: [UInt8]) throws(LedgerFailure) -> [Record] {
        guard steps.count % recordBytes == 0, steps.count <= recordBytes * recordsMax else {
            throw .damaged("undo_page.steps")
        }
        var result: [Record] = []
        var end = 0
        for at in stride(from: 0, to: steps.count, by: recordBytes) {
            let head = steps.word(at: at)
            let count = Int(head & 0xFFFF_FFFF)
            let day = Int32(truncatingIfNeeded: steps.word(at: at + 8))
            let words: [5 of UInt64] = [
                head, steps.word(at: at + 8), steps.word(at: at + 16), steps.word(at: at + 24),
                steps.word(at: at + 32),
            ]
            let proof = steps.word(at: at + 40)
            guard proof == hash(words),
                let step = LedgerTransaction.UndoStep(rawValue: Int(head >> 32)),
                end + count <= linesLimit
            else { throw .damaged("undo_page.steps") }
            result.append(
                Record(
                    step: step,
                    key: LineKey(
                        account: UInt32(truncatingIfNeeded: steps.word(at: at + 8) >> 32),
                        day: CalendarDate(daysSince1970: day), rest: steps.word(at: at + 16)),
                    place: Int(Int64(bitPattern: steps.word(at: at + 24))),
                    written: steps.word(at: at + 32), line: end..<(end + count)))
            end += count
        }
        return result
    }
}
