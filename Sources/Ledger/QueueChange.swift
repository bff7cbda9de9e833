internal import Facts
internal import Scanning

/// A change by redo of one queue line after the undo; lines without a change stay.
package struct QueueChange: Sendable, Equatable {
    package enum Step: UInt8, Sendable {
        case drop = 1
        /// The line is rewritten.
        case replace = 2
        /// A line is inserted before it.
        case insert = 3
    }

    package let step: Step
    /// Number of the line in the file, from 0.
    package let place: Int
    /// Hash of the dropped or replaced line; another hash means that it was edited since.
    package let written: UInt64
    /// The new line, without its line feed.
    package let line: [UInt8]
}

/// A page of queue changes as packed in `redo_page`.
///
/// A page is the byte 1 and consecutive records: three little-endian words and the line.
///
/// | word | field |
/// | --- | --- |
/// | 0 | step in the high half, bytes of the line in the low one |
/// | 1 | place |
/// | 2 | hash of the dropped or replaced line |
struct QueueChangePage {
    static let mark: UInt8 = 1
    private static let bytesMax = 1 << 18

    private(set) var bytes = [mark]

    var isFull: Bool { bytes.count >= Self.bytesMax }

    mutating func add(
        _ step: QueueChange.Step, place: Int, written: UInt64, line: Span<UInt8>
    ) {
        bytes.append(word: UInt64(step.rawValue) << 32 | UInt64(line.count))
        bytes.append(word: UInt64(bitPattern: Int64(place)))
        bytes.append(word: written)
        bytes.append(line)
    }

    /// The change at `at`, which advances past it; nil at the end.
    static func next(_ page: [UInt8], _ at: inout Int) throws(LedgerFailure) -> QueueChange? {
        if at == page.count { return nil }
        guard page.count - at >= 24 else { throw .damaged("redo_page") }
        let head = page.word(at: at)
        let count = Int(head & 0xFFFF_FFFF)
        let place = Int(Int64(bitPattern: page.word(at: at + 8)))
        guard let step = QueueChange.Step(rawValue: UInt8(truncatingIfNeeded: head >> 32)),
            head >> 40 == 0, place >= 0, count <= page.count - at - 24
        else { throw .damaged("redo_page") }
        let written = page.word(at: at + 16)
        at += 24 + count
        return QueueChange(
            step: step, place: place, written: written, line: Array(page[(at - count)..<at]))
    }
}

/// Iterates over redo's changes of the queue, in the queue's order.
///
/// Memory is one page.
package final class QueueChanges {
    /// The next change; nil at the end.
    package private(set) var next: QueueChange?
    /// The numbers of all changed lines, if one page has them all.
    package private(set) var places: Set<Int>?

    private let pages: Statement
    private var page: [UInt8] = []
    private var at = 0

    init(_ database: Database, _ id: Int) throws(LedgerFailure) {
        pages = try database.prepare(
            """
            SELECT bytes, lines, count(*) OVER () FROM redo_page
            WHERE id BETWEEN ?1 AND ?2 ORDER BY id
            """)
        try pages.bind(Int64(id) << 32, Int64(id) << 32 | (RedoRecord.firstPart - 1))
        if try readPage(), pages.number(2) == 1 { places = try placesOfPage() }
        try advance()
    }

    private func readPage() throws(LedgerFailure) -> Bool {
        guard try pages.step() else { return false }
        page = try Compression.unpack(pages.bytes(1), count: Int(pages.number(0)))
        guard page.first == QueueChangePage.mark else { throw .damaged("redo_page") }
        at = 1
        return true
    }

    private func placesOfPage() throws(LedgerFailure) -> Set<Int> {
        var found: Set<Int> = []
        var at = at
        while let change = try QueueChangePage.next(page, &at) { found.insert(change.place) }
        return found
    }

    package func advance() throws(LedgerFailure) {
        while at == page.count {
            guard try readPage() else {
                next = nil
                return
            }
        }
        next = try QueueChangePage.next(page, &at)
    }
}
