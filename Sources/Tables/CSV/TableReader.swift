package import Facts
internal import Scanning
internal import Reading

/// Reads plain comma-separated UTF-8 row by row, as text: for the program's own tables, not for
/// bank exports.
package struct TableReader: ~Copyable {
    package struct Row: Sendable {
        /// Physical line of the row's start, 1-based.
        package let line: Int
        package let fields: [String]
    }

    package enum Step: Sendable {
        case row(Row)
        /// Bytes that are no row; rows may follow.
        case broken(RowRejection)
    }

    private let path: String
    private var source: ByteSource
    private var tokenizer: CSVTokenizer
    private var chunk: [UInt8] = []
    private var cut: [UInt8] = []
    private var isAtStart = true
    private var isAtEnd = false

    /// - Parameter path: a file, or `-` for standard input.
    package init(path: String, delimiter: UInt8 = 0x2C) throws(ReadFailure) {
        self.path = path
        tokenizer = CSVTokenizer(shape: CSVShape(delimiter: delimiter, hasQuoting: true))
        do {
            source = try ByteSource(path: path)
        } catch {
            throw ReadFailure(error, path: path)
        }
    }

    /// The next row, nil at the end.
    ///
    /// - Throws: `ReadFailure` for a broken row, and as ``step()``; nothing follows it.
    package mutating func next() throws(ReadFailure) -> Row? {
        switch try step() {
        case nil: return nil
        case .row(let row): return row
        case .broken(let found):
            throw ReadFailure(.malformed, at: found.place, details: [found.kind.rawValue])
        }
    }

    /// The next row or broken row, nil at the end.
    ///
    /// - Throws: `ReadFailure` for bytes that are not UTF-8, unclosed quotes, or a read error;
    ///   nothing follows it.
    package mutating func step() throws(ReadFailure) -> Step? {
        while true {
            switch tokenizer.next(final: isAtEnd) {
            case .row: return .row(row())
            case .broken(let found):
                return .broken(
                    RowRejection(
                        kind: found.kind,
                        place: SourcePlace(file: path, line: found.line, column: found.column),
                        field: "", expected: found.limit))
            case .gaveUp(let line):
                throw ReadFailure(.malformed, at: SourcePlace(file: path, line: line))
            case .needsMore:
                if isAtEnd { return nil }
                try fill()
            }
        }
    }

    private func row() -> Row { Row(line: tokenizer.rowLine, fields: tokenizer.texts) }

    /// The fields of a line that is one row, whatever other lines there are.
    ///
    /// - Throws: the reason why it is none, also if it is not UTF-8.
    package static func fields(
        ofLine line: Span<UInt8>
    ) throws(RowRejection.Kind) -> [String] {
        if firstInvalidUTF8(line) != nil { throw .textNotDecodable }
        var tokenizer = CSVTokenizer(shape: CSVShape(delimiter: 0x2C, hasQuoting: true))
        tokenizer.append(line)
        var fields: [String]?
        while true {
            switch tokenizer.next(final: true) {
            case .row where fields == nil: fields = tokenizer.texts
            case .row, .gaveUp: throw .columnsTooMany
            case .broken(let found): throw found.kind
            case .needsMore:
                guard let fields else { throw .valueMissing }
                return fields
            }
        }
    }

    private mutating func fill() throws(ReadFailure) {
        chunk.removeAll(keepingCapacity: true)
        swap(&chunk, &cut)
        isAtEnd = try source.readNext(into: &chunk, max: Limits.chunkBytes) == 0
        if isAtStart, chunk.starts(with: [0xEF, 0xBB, 0xBF]) { chunk.removeFirst(3) }
        isAtStart = false
        if let invalid = firstInvalidUTF8(chunk.span) {
            guard !isAtEnd, isCutUTF8(chunk.span, at: invalid) else {
                throw ReadFailure(
                    .encodingBroken, at: SourcePlace(file: path, line: tokenizer.positionLine))
            }
            cut.append(contentsOf: chunk[invalid...])
            chunk.removeSubrange(invalid...)
        }
        let text = chunk
        tokenizer.append(text.span)
    }
}

extension CSVTokenizer {
    /// The fields of the row, without their quotes.
    fileprivate var texts: [String] {
        fields.map { field in
            let from = rowStart + Int(field.start)
            var text = bytes[from..<(from + field.count)][...]
            guard field.hasQuotes else { return String(decoding: text, as: UTF8.self) }
            var plain: [UInt8] = []
            while let byte = text.popFirst() {
                plain.append(byte)
                if byte == 0x22, text.first == 0x22 { text.removeFirst() }
            }
            return String(decoding: plain, as: UTF8.self)
        }
    }
}
