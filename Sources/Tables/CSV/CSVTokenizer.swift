internal import Facts
internal import Scanning

/// Where one field of the row stands, relative to the row's first byte.
package struct CSVField: BitwiseCopyable {
    /// First byte of the content, behind an opening quote.
    package let start: UInt32
    /// Behind the last byte of the content, before a closing quote.
    package let end: UInt32
    let isQuoted: Bool
    /// Holds quotes: doubled ones stand for one each, a single one for itself.
    let hasQuotes: Bool

    /// First byte of the field as it is in the file.
    var rawStart: UInt32 { isQuoted ? start &- 1 : start }
    var count: Int { Int(end &- start) }
}

/// How a CSV writes its rows.
struct CSVShape: Hashable, Sendable {
    var delimiter: UInt8
    /// Whether quotes protect delimiters and line ends. Some banks write them as plain characters.
    var hasQuoting: Bool

    /// What banks set cells apart with, and what only other programs do.
    static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09]
    static let bar: UInt8 = 0x7C
}

/// A row that could not be cut into fields, with the place that says why.
struct CSVBreak {
    let kind: RowRejection.Kind
    /// Line of the row's first byte.
    let rowLine: Int
    let line: Int
    let column: Int
    /// The limit that was exceeded, as `field-bytes 65536`; empty otherwise.
    let limit: String
}

/// Cuts decoded text into rows and fields, chunk by chunk, walking from mark to mark (delimiter,
/// quote, line end).
///
/// RFC 4180, and what banks really send: rows end with LF, CRLF or CR; a quote opens only at the
/// start of a field; inside a quoted field a quote that is followed neither by a quote nor (after
/// blanks) by a delimiter or row end stands for itself; but when the field has crossed a line end
/// by then, the opening quote was never closed: that row is one break, and reading goes on at the
/// line after the opening quote. Empty lines are no rows. Prefix-xor of quote masks was not used:
/// it would let a quote inside a word (`5" pipe`) swallow the rows after it.
///
/// The buffer holds the row under way and the rest of one chunk. Fields are never moved or changed
/// in it, so that places stay true.
struct CSVTokenizer {
    enum Step {
        /// `fields` describe a row that stays readable until the next call.
        case row
        case broken(CSVBreak)
        case needsMore
        /// Quotes that never close made the rest be read again and again: a hostile file.
        case gaveUp(line: Int)
    }

    let shape: CSVShape
    // Copies: a constant of another module is fetched by a call each time.
    private let fieldBytesMax = Limits.fieldBytesMax
    private let recordBytesMax = Limits.recordBytesMax
    private let columnsMax = Limits.columnsMax

    private(set) var bytes: [UInt8] = []
    private(set) var fields: [CSVField] = []
    /// Offset in `bytes` of the row's first byte.
    private(set) var rowStart = 0
    /// Physical line of the row's first byte, 1-based.
    private(set) var rowLine: Int

    private enum State {
        case plain
        /// Behind an opening quote.
        case quoted
        /// Behind a quote that may close the field.
        case afterQuote
        /// A row was given up; its rest is skipped to the next line end.
        case skipping
    }

    private var state = State.plain
    /// The first `markCount` are marks of the window behind which `scanned` is.
    private var marks: [UInt32] = []
    private var markCount = 0
    private var nextMark = 0
    private var scanned = 0
    /// Where the next row starts once the current one was handed out; −1 while a row is under way.
    private var nextRowStart = -1
    private var fieldStart = 0
    /// The last byte the field under way may reach within the limits of field and record.
    private var fieldLimit = 0
    private var quoteAt = 0
    private var quoteLine = 0
    private var hasQuotes = false
    private var line: Int
    /// Offset of the last CR met, so that a following LF belongs to it.
    private var carriageReturnAt = -2
    /// Bytes dropped from the front of the buffer so far.
    private var dropped = 0
    private var rereadBytes = 0

    init(shape: CSVShape, firstLine: Int = 1) {
        self.shape = shape
        rowLine = firstLine
        line = firstLine
        fieldLimit = fieldBytesMax
    }

    /// Bytes of the input that were consumed by rows handed out or broken, counted from the first
    /// byte.
    var position: Int { dropped + (nextRowStart >= 0 ? nextRowStart : rowStart) }
    /// Bytes that no row handed out has consumed.
    var bytesLeft: Int { bytes.count - (nextRowStart >= 0 ? nextRowStart : rowStart) }
    /// Whether the row handed out last is ended by the end of the input alone.
    var isRowUnended: Bool {
        nextRowStart == bytes.count && bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    }
    /// The line the next row would start at.
    var positionLine: Int { line }

    /// Takes the row's fields and the bytes it stands in out for two empty arrays, and puts them
    /// back; nothing else may be asked between.
    mutating func swapRow(_ fields: inout [CSVField], _ bytes: inout [UInt8]) {
        swap(&fields, &self.fields)
        swap(&bytes, &self.bytes)
    }

    mutating func append(_ chunk: Span<UInt8>) {
        // Marks of rows that nobody took yet are looked for again, behind what is dropped.
        if nextMark < markCount { scanned = Int(marks[nextMark]) }
        let keepFrom = nextRowStart >= 0 ? nextRowStart : rowStart
        if keepFrom > 0, !chunk.isEmpty { drop(keepFrom) }
        bytes.append(chunk)
        collectMarks()
    }

    private mutating func drop(_ count: Int) {
        bytes.removeSubrange(0..<count)
        dropped += count
        rowStart -= count
        scanned -= count
        fieldStart -= count
        fieldLimit -= count
        quoteAt -= count
        carriageReturnAt -= count
        if nextRowStart >= 0 { nextRowStart -= count }
    }

    /// Every byte of a window may be a mark: of all bytes at hand the positions would be four times
    /// their size.
    private static let windowBytes = 16 * 1024

    private mutating func collectMarks() {
        // Taken out and put back: the span of `bytes` borrows the whole struct.
        var found: [UInt32] = []
        swap(&found, &marks)
        let end = min(bytes.count, scanned + Self.windowBytes)
        let count = ByteMarks.collect(
            shape.delimiter, 0x0A, 0x0D, shape.hasQuoting ? 0x22 : 0x0A,
            in: bytes.span.extracting(0..<end), from: scanned, into: &found)
        swap(&found, &marks)
        markCount = count
        nextMark = 0
        scanned = end
    }

    /// The next row, or what stands in its way. With `final` the bytes so far are all there are.
    mutating func next(final: Bool) -> Step {
        if nextRowStart >= 0 { startRow(at: nextRowStart) }
        while true {
            while nextMark < markCount {
                let at = Int(marks[nextMark])
                if at > fieldLimit, state != .skipping {
                    return overrun()
                }
                nextMark &+= 1
                let byte = bytes[at]
                switch state {
                case .plain:
                    if byte == shape.delimiter {
                        guard endField(at) else { return giveUpColumns() }
                    } else if byte == 0x22 {
                        if at == fieldStart, shape.hasQuoting { open(at) }
                    } else if let step = endRow(at, byte) {
                        return step
                    }
                case .quoted:
                    if byte == 0x22 {
                        quoteAt = at
                        state = .afterQuote
                    } else {
                        countLine(at, byte)
                    }
                case .afterQuote:
                    if byte == 0x22, at == quoteAt &+ 1 {
                        hasQuotes = true
                        state = .quoted
                    } else if byte != 0x22, isBlank(quoteAt &+ 1, at) {
                        state = .plain
                        if byte == shape.delimiter {
                            guard endQuotedField() else { return giveUpColumns() }
                            startField(at &+ 1)
                        } else {
                            guard endQuotedField() else { return giveUpColumns() }
                            return finishRow(at, byte)
                        }
                    } else {
                        // The quote at `quoteAt` closed nothing.
                        if line > quoteLine { return reread(from: at) }
                        hasQuotes = true
                        state = .quoted
                        nextMark &-= 1
                        if byte == 0x22 {
                            quoteAt = at
                            state = .afterQuote
                            nextMark &+= 1
                        }
                    }
                case .skipping:
                    if byte == 0x0A || byte == 0x0D {
                        // Quotes and delimiters of the given up row mean nothing any more.
                        countLine(at, byte)
                        startRow(at: at &+ 1)
                    }
                }
            }
            if scanned < bytes.count {
                collectMarks()
            } else {
                return stepAtEnd(final: final)
            }
        }
    }

    /// All bytes so far are read.
    private mutating func stepAtEnd(final: Bool) -> Step {
        if state == .skipping {
            rowStart = bytes.count
            fieldStart = rowStart
            return .needsMore
        }
        if bytes.count > fieldLimit { return overrun() }
        guard final, let step = finish() else { return .needsMore }
        return step
    }

    /// Line and column (1-based, in scalars) of an offset relative to a row's first byte.
    static func place(
        of offset: UInt32, in bytes: [UInt8], from rowStart: Int, line rowLine: Int
    ) -> (line: Int, column: Int) {
        var line = rowLine
        var column = 1
        var index = rowStart
        let end = min(rowStart + Int(offset), bytes.count)
        while index < end {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D {
                if byte == 0x0A || index + 1 >= bytes.count || bytes[index + 1] != 0x0A {
                    line += 1
                    column = 1
                }
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            index += 1
        }
        return (line, column)
    }

    private func place(of offset: UInt32) -> (line: Int, column: Int) {
        Self.place(of: offset, in: bytes, from: rowStart, line: rowLine)
    }

    /// Bytes of the content of a field in `bytes`.
    func range(of field: CSVField) -> Range<Int> {
        (rowStart &+ Int(field.start))..<(rowStart &+ Int(field.end))
    }

    private mutating func startRow(at start: Int) {
        rowStart = start
        rowLine = line
        nextRowStart = -1
        fields.removeAll(keepingCapacity: true)
        state = .plain
        startField(start)
    }

    private mutating func startField(_ start: Int) {
        fieldStart = start
        hasQuotes = false
        fieldLimit = min(start &+ fieldBytesMax, rowStart &+ recordBytesMax)
    }

    private mutating func open(_ at: Int) {
        state = .quoted
        quoteLine = line
    }

    /// Ends an unquoted field and starts the next; false when the row has too many.
    private mutating func endField(_ at: Int) -> Bool {
        guard fields.count < columnsMax else { return false }
        fields.append(
            CSVField(
                start: relative(fieldStart), end: relative(at), isQuoted: false, hasQuotes: false))
        startField(at &+ 1)
        return true
    }

    private mutating func endQuotedField() -> Bool {
        guard fields.count < columnsMax else { return false }
        fields.append(
            CSVField(
                start: relative(fieldStart &+ 1), end: relative(quoteAt), isQuoted: true,
                hasQuotes: hasQuotes))
        return true
    }

    private func relative(_ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: offset &- rowStart)
    }

    /// A line end outside quotes: nil for an empty line and for the LF of a CRLF.
    private mutating func endRow(_ at: Int, _ byte: UInt8) -> Step? {
        if at == rowStart, fields.isEmpty {
            countLine(at, byte)
            startRow(at: at &+ 1)
            return nil
        }
        guard fields.count < columnsMax else { return giveUpColumns() }
        fields.append(
            CSVField(
                start: relative(fieldStart), end: relative(at), isQuoted: false, hasQuotes: false))
        return finishRow(at, byte)
    }

    private mutating func finishRow(_ at: Int, _ byte: UInt8) -> Step {
        countLine(at, byte)
        nextRowStart = at &+ 1
        return .row
    }

    private mutating func countLine(_ at: Int, _ byte: UInt8) {
        if byte == 0x0D {
            carriageReturnAt = at
            line &+= 1
        } else if byte == 0x0A, at != carriageReturnAt &+ 1 {
            line &+= 1
        }
    }

    /// Only blanks and tabs between two offsets (a bank writes a tab behind closing quotes).
    private func isBlank(_ from: Int, _ to: Int) -> Bool {
        var index = from
        while index < to {
            guard bytes[index] == 0x20 || bytes[index] == 0x09 else { return false }
            index &+= 1
        }
        return true
    }

    private mutating func giveUpColumns() -> Step {
        let (line, column) = place(of: relative(fieldStart))
        let found = CSVBreak(
            kind: .columnsTooMany, rowLine: rowLine, line: line, column: column,
            limit: "columns \(columnsMax)")
        // The mark that showed it may be the line end itself.
        nextMark -= 1
        state = .skipping
        return .broken(found)
    }

    /// The field or the row is longer than allowed.
    private mutating func overrun() -> Step {
        let isField = fieldStart + fieldBytesMax <= rowStart + recordBytesMax
        if state != .plain, isField, lineEnd(after: fieldStart, before: fieldLimit) != nil {
            return reread(from: fieldLimit)
        }
        let (line, column) = place(of: relative(fieldStart))
        let found = CSVBreak(
            kind: .fieldTooLong, rowLine: rowLine, line: line, column: column,
            limit: isField
                ? "field-bytes \(fieldBytesMax)" : "record-bytes \(recordBytesMax)")
        state = .skipping
        return .broken(found)
    }

    /// The quote at the start of the field was never closed: the row is broken, and reading goes on
    /// with the next line.
    private mutating func reread(from reached: Int) -> Step {
        let (line, column) = place(of: relative(fieldStart))
        let found = CSVBreak(
            kind: .quoteNotClosed, rowLine: rowLine, line: line, column: column, limit: "")
        guard let end = lineEnd(after: fieldStart, before: bytes.count) else {
            state = .skipping
            nextMark = markCount
            scanned = bytes.count
            return .broken(found)
        }
        rereadBytes += reached - end
        // Each opening quote may cost one look ahead; files that make every line do so are hostile.
        guard rereadBytes <= 64 * 1024 * 1024 + 4 * (dropped + end) else {
            return .gaveUp(line: line)
        }
        self.line = quoteLine + 1
        carriageReturnAt = -2
        let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
        scanned = end + (isPair ? 2 : 1)
        if bytes[end] == 0x0D { carriageReturnAt = end }
        startRow(at: scanned)
        collectMarks()
        return .broken(found)
    }

    private func lineEnd(after start: Int, before end: Int) -> Int? {
        var index = start
        while index < min(end, bytes.count) {
            if bytes[index] == 0x0A || bytes[index] == 0x0D { return index }
            index += 1
        }
        return nil
    }

    /// The end of the input: the last row may lack its line end.
    private mutating func finish() -> Step? {
        guard bytes.count > rowStart else { return nil }
        switch state {
        case .plain:
            if fields.isEmpty, fieldStart == bytes.count { return nil }
            guard fields.count < columnsMax else { return giveUpColumnsAtEnd() }
            fields.append(
                CSVField(
                    start: relative(fieldStart), end: relative(bytes.count), isQuoted: false,
                    hasQuotes: false))
        case .afterQuote where isBlank(quoteAt + 1, bytes.count):
            guard endQuotedField() else { return giveUpColumnsAtEnd() }
        case .quoted, .afterQuote: return reread(from: bytes.count)
        case .skipping: return nil
        }
        nextRowStart = bytes.count
        return .row
    }

    private mutating func giveUpColumnsAtEnd() -> Step {
        let step = giveUpColumns()
        nextMark = markCount
        return step
    }
}
