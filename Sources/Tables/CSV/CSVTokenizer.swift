internal import Facts
internal import Scanning

/// A field of the row, relative to the row's first byte.
package struct CSVField: BitwiseCopyable {
    /// First byte of the content, after an opening quote.
    package let start: UInt32
    /// End of the content, before a closing quote.
    package let end: UInt32
    let isQuoted: Bool
    /// Contains quotes: doubled ones mean one each, a single one is literal.
    let hasQuotes: Bool

    /// First byte of the field in the file.
    var rawStart: UInt32 { isQuoted ? start &- 1 : start }
    var count: Int { Int(end &- start) }
}

/// The dialect of a CSV.
struct CSVShape: Hashable, Sendable {
    var delimiter: UInt8
    /// Whether quotes protect delimiters and line ends. Some banks write them as plain characters.
    var hasQuoting: Bool

    /// Delimiters of banks, then those only of other programs.
    static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09]
    static let bar: UInt8 = 0x7C
}

/// A row that could not be cut into fields, and the place of the error.
struct CSVBreak {
    let kind: RowRejection.Kind
    /// Line of the row's first byte.
    let rowLine: Int
    let line: Int
    let column: Int
    /// The exceeded limit, as `field-bytes 65536`; empty otherwise.
    let limit: String
}

/// Cuts decoded text into rows and fields, chunk by chunk, from mark to mark (delimiter, quote,
/// line end).
///
/// RFC 4180 with the variations of real banks: rows end with LF, CRLF or CR; a quote opens only at
/// the start of a field; inside a quoted field a quote that is followed neither by a quote nor
/// (after blanks) by a delimiter or row end is literal; but if the field has crossed a line end by
/// then, the opening quote was never closed: that row is one break, and reading continues at the
/// line after the opening quote. Empty lines are no rows. Prefix-xor of quote masks was not used: a
/// quote inside a word (`5" pipe`) would swallow the following rows.
///
/// The buffer holds the current row and the rest of one chunk. Fields are never moved or changed in
/// it, so offsets stay valid.
struct CSVTokenizer {
    enum Step {
        /// `fields` describe a row that stays readable until the next call.
        case row
        case broken(CSVBreak)
        case needsMore
        /// Unclosed quotes caused too much rereading: a hostile file.
        case gaveUp(line: Int)
    }

    let shape: CSVShape
    // Copies: each access to a constant of another module is a call.
    private let fieldBytesMax = Limits.fieldBytesMax
    private let recordBytesMax = Limits.recordBytesMax
    private let columnsMax = Limits.columnsMax

    private(set) var bytes: [UInt8] = []
    private(set) var fields: [CSVField] = []
    /// Offset of the row's first byte in `bytes`.
    private(set) var rowStart = 0
    /// Physical line of the row's first byte, 1-based.
    private(set) var rowLine: Int

    private enum State {
        case plain
        /// Inside quotes.
        case quoted
        /// After a quote that may close the field.
        case afterQuote
        /// Skips the rest of a broken row to the next line end.
        case skipping
    }

    private var state = State.plain
    /// The first `markCount` are the marks of the window that ends at `scanned`.
    private var marks: [UInt32] = []
    private var markCount = 0
    private var nextMark = 0
    private var scanned = 0
    /// Start of the next row once the current one is returned; −1 within a row.
    private var nextRowStart = -1
    private var fieldStart = 0
    /// The last byte the current field may reach within the limits of field and record.
    private var fieldLimit = 0
    private var quoteAt = 0
    private var quoteLine = 0
    private var hasQuotes = false
    private var line: Int
    /// Offset of the last CR, to which a following LF belongs.
    private var carriageReturnAt = -2
    /// Bytes dropped from the front of the buffer.
    private var dropped = 0
    private var rereadBytes = 0

    init(shape: CSVShape, firstLine: Int = 1) {
        self.shape = shape
        rowLine = firstLine
        line = firstLine
        fieldLimit = fieldBytesMax
    }

    /// Input bytes consumed by returned and broken rows.
    var position: Int { dropped + (nextRowStart >= 0 ? nextRowStart : rowStart) }
    /// Bytes not yet consumed by a returned row.
    var bytesLeft: Int { bytes.count - (nextRowStart >= 0 ? nextRowStart : rowStart) }
    /// Whether the last returned row has no line end.
    var isRowUnended: Bool {
        nextRowStart == bytes.count && bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    }
    /// The line of the next row.
    var positionLine: Int { line }

    /// Swaps the row's fields and bytes with two empty arrays, and back; no other call is allowed
    /// between.
    mutating func swapRow(_ fields: inout [CSVField], _ bytes: inout [UInt8]) {
        swap(&fields, &self.fields)
        swap(&bytes, &self.bytes)
    }

    mutating func append(_ chunk: Span<UInt8>) {
        // Marks of rows not yet read are scanned again in the moved buffer.
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

    /// Every byte of a window may be a mark; marks of the whole buffer would take four times its
    /// size.
    private static let windowBytes = 16 * 1024

    private mutating func collectMarks() {
        // Moved out and back: the span of `bytes` borrows the whole struct.
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

    /// The next row, break or request for bytes. `final`: no more bytes follow.
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
                        // Quotes and delimiters of a broken row are ignored.
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

    /// The step at the end of the buffer.
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

    /// The byte range of a field's content in `bytes`.
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

    /// Ends an unquoted field and starts the next; false if the row has too many.
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

    /// Only blanks and tabs between two offsets (a bank writes a tab after closing quotes).
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
        // The current mark may be the line end itself.
        nextMark -= 1
        state = .skipping
        return .broken(found)
    }

    /// The field or row exceeds its limit.
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

    /// The field's opening quote was never closed: the row is broken, and reading continues at the
    /// next line.
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
        // Each opening quote may cost one look ahead; only hostile files repeat it in every line.
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
