internal import Facts
internal import Scanning

/// What redo does with one line of the queue as the undo left it; lines nothing is said of stay.
package struct QueueChange: Sendable, Equatable {
    package enum Step: UInt8, Sendable {
        /// The line leaves the queue.
        case drop = 1
        /// The line is written anew.
        case replace = 2
        /// A line comes in before it.
        case insert = 3
    }

    package let step: Step
    /// Number of the line in the file, from 0.
    package let place: Int
    /// Hash of the line that is dropped or replaced: another one was edited since.
    package let written: UInt64
    /// The line that is written, without its line feed.
    package let line: [UInt8]
}

/// Changes of the queue, many together, as they lie packed in `redo_page`.
///
/// A page is the byte 1 and records one behind the other: three little-endian words and the line.
///
/// | word | field |
/// | --- | --- |
/// | 0 | step in the high half, bytes of the line in the low one |
/// | 1 | place |
/// | 2 | hash of the line that is dropped or replaced |
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

    /// The change that begins at `at`, which moves behind it; nil at the end.
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

/// The changes of the queue that redo makes, one at a time, in the queue's order.
///
/// Memory is one page.
package final class QueueChanges {
    /// The change that comes next; nil behind the last.
    package private(set) var next: QueueChange?
    /// Where anything changes, when one page holds it all.
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
        pages.bind(1, Int64(id) << 32)
        pages.bind(2, Int64(id) << 32 | (RedoRecord.firstPart - 1))
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

    /// Goes to the next change.
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
