import Facts
import Scanning
import Reading

/// The semantics of a document's elements. An `XMLDocument` calls it in document order.
///
/// Names have no prefix.
protocol XMLContent {
    /// A start tag. Returns whether to read the text up to the next tag.
    mutating func open(_ name: borrowing XMLName, _ tag: XMLTag) throws(ReadFailure) -> Bool
    /// The requested text of the last opened element, decoded, at the position of its first byte.
    mutating func text(_ text: Span<UInt8>, at position: TextPosition)
    /// The requested text exceeds the limit of fields.
    mutating func textTooLong(at position: TextPosition)
    /// An end tag, or the end of an element without content.
    mutating func close(_ name: borrowing XMLName, _ position: TextPosition) throws(ReadFailure)
}

/// The content of a statement, whose rows go to the caller's batch.
protocol XMLStatement: XMLContent {
    /// The caller's batch while the document is read.
    var batch: LineBatch { get set }

    /// The document has ended, or is truncated.
    mutating func finish(at position: TextPosition, isCut: Bool) throws(ReadFailure)
    /// The rest of the file is unreadable: an open row is incomplete.
    mutating func abandonRow()
}

/// A start tag, valid during the call.
struct XMLTag {
    /// The tag's `>`.
    let end: TextPosition
    /// Its index on the tape.
    fileprivate let number: Int
    fileprivate let parser: XMLPushParser

    /// The start of the tag, as far as known: tags with attributes may have begun earlier.
    var start: TextPosition {
        var position = end
        position.column = max(1, position.column - parser.nameBytes(ofEvent: number) - 1)
        return position
    }

    /// Appends the value of an attribute; false if there is none of that name.
    func attribute(_ name: StaticString, into value: inout [UInt8]) -> Bool {
        parser.attribute(name, ofEvent: number, into: &value)
    }
}

/// Parses well-formed XML chunk by chunk with libxml2's push parser, and calls a content with its
/// elements.
///
/// The text is UTF-8 whatever the declaration says, since the driver has decoded it. Document types
/// and entities are refused, nothing is ever loaded. libxml2 bounds neither depth nor text in this
/// mode and compares attributes pairwise, so the limits are enforced here.
///
/// - Complexity: O(*n*); keeps the unfinished tag (in libxml2), the unfinished text, and the tags
///   of one piece of the input.
struct XMLDocument: ~Copyable {
    private let file: String
    private var parser: XMLPushParser?
    private var failure: ReadFailure?
    private(set) var isRootClosed = false

    private var intake = XMLIntake()
    private var depth = 0
    private var isTextWanted = false
    private var textPosition = TextPosition()

    /// Statements have one or none; namespaces and schema hints take a few.
    private static let attributesMax = 64
    /// Bytes parsed at once: the tape of their tags stays in the cache.
    private static let pieceBytes = 1 << 15

    init(file: String) {
        self.file = file
    }

    /// Parses the next bytes of the document.
    ///
    /// - Throws: `malformed` for text that is no XML, `limitExceeded`, `entityRefused`, and the
    ///   errors of the content.
    mutating func read<Content: XMLContent>(
        _ chunk: Span<UInt8>, calling content: inout Content
    ) throws(ReadFailure) {
        let admitted = intake.admit(chunk)
        guard intake.hasBegun else { return }
        let parser = try startedParser()
        var start = admitted.lowerBound
        while start < admitted.upperBound {
            let end = min(start + Self.pieceBytes, admitted.upperBound)
            let code = parser.feed(chunk.extracting(start..<end))
            deliver(parser, &content)
            if let failure { throw failure }
            if code != 0 { throw malformed(parser) }
            start = end
        }
        if admitted.upperBound < chunk.count {
            throw ReadFailure(
                .limitExceeded, at: place(position),
                details: ["field-bytes", "\(XMLIntake.tagBytesMax)"])
        }
    }

    /// Reads the next piece of a statement, and finishes it after the last one.
    mutating func read<Statement: XMLStatement>(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch,
        calling statement: inout Statement
    ) throws(ReadFailure) {
        swap(&statement.batch, &batch)
        defer { swap(&statement.batch, &batch) }
        do throws(ReadFailure) {
            try read(chunk, calling: &statement)
            if final {
                let isCut = try finish(calling: &statement)
                try statement.finish(at: position, isCut: isCut)
            }
        } catch {
            statement.abandonRow()
            throw error
        }
    }

    /// The end of the input. Returns whether the root element is unclosed.
    mutating func finish<Content: XMLContent>(
        calling content: inout Content
    ) throws(ReadFailure) -> Bool {
        guard let parser else { return false }
        let code = parser.finish()
        deliver(parser, &content)
        if let failure { throw failure }
        if code != 0, isRootClosed || !parser.isCut { throw malformed(parser) }
        return !isRootClosed
    }

    /// The current position of the parser.
    var position: TextPosition {
        guard let parser else { return intake.leading }
        return position(parser.place)
    }

    // MARK: Reading the tape

    private mutating func deliver<Content: XMLContent>(
        _ parser: XMLPushParser, _ content: inout Content
    ) {
        parser.drain { event, text in
            do throws(ReadFailure) {
                endText(text, &content)
                let here = position((event.line, event.column))
                switch event.kind {
                case .open:
                    try open(
                        event, XMLTag(end: here, number: event.number, parser: parser), &content)
                case .close:
                    depth -= 1
                    if depth == 0 { isRootClosed = true }
                    try content.close(event.name, here)
                case .declaration: throw ReadFailure(.entityRefused, at: place(here))
                }
                return true
            } catch {
                failure = error
                return false
            }
        }
    }

    @inline(__always)
    private mutating func open<Content: XMLContent>(
        _ event: borrowing XMLPushParser.Event, _ tag: XMLTag, _ content: inout Content
    ) throws(ReadFailure) {
        depth += 1
        if depth > Limits.nestingMax {
            throw ReadFailure(
                .limitExceeded, at: place(tag.end), details: ["nesting", "\(Limits.nestingMax)"])
        }
        if event.attributes > Self.attributesMax {
            throw ReadFailure(
                .limitExceeded, at: place(tag.end),
                details: ["attributes", "\(Self.attributesMax)"])
        }
        isTextWanted = try content.open(event.name, tag)
        if isTextWanted {
            textPosition = tag.end
            textPosition.column += 1
        }
    }

    @inline(__always)
    private mutating func endText<Content: XMLContent>(
        _ text: Span<UInt8>, _ content: inout Content
    ) {
        if !isTextWanted { return }
        isTextWanted = false
        if text.count > Limits.fieldBytesMax {
            content.textTooLong(at: textPosition)
        } else {
            content.text(text, at: textPosition)
        }
    }

    // MARK: Before the parser

    private mutating func startedParser() throws(ReadFailure) -> XMLPushParser {
        if let parser { return parser }
        let made = try XMLPushParser(
            at: SourcePlace(file: file), textBytesMax: Limits.fieldBytesMax)
        parser = made
        return made
    }

    // MARK: Places

    private func malformed(_ parser: XMLPushParser) -> ReadFailure {
        ReadFailure(
            .malformed, at: place(position(parser.errorPlace)))
    }

    private func place(_ position: TextPosition) -> SourcePlace {
        SourcePlace(file: file, line: position.line, column: position.column)
    }

    private func position(_ place: (line: Int, column: Int)) -> TextPosition {
        intake.position(line: place.line, column: place.column)
    }
}
