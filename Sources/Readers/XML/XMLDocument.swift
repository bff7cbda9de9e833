import Facts

/// What the elements of a document mean. Told in document order by an `XMLDocument`, which may be asked where it stands meanwhile.
///
/// Names come without prefix, as bytes and as an address that is the same for equal names of one document.
protocol XMLContent: AnyObject {
    /// A start tag. Returns whether the text up to the next tag is wanted.
    func open(
        _ name: Span<UInt8>, at address: UInt, in document: XMLDocument
    ) throws(ReadFailure) -> Bool
    /// The wanted text of the element opened last, its references undone, at the position of its first byte.
    func text(_ text: Span<UInt8>, at position: TextPosition)
    /// The wanted text is longer than a field may be.
    func textTooLong(at position: TextPosition)
    /// An end tag, or the end of an element without content.
    func close(_ name: Span<UInt8>, at address: UInt) throws(ReadFailure)
}

/// Reads well-formed XML chunk by chunk, through libxml2's push parser, and tells a content what is in it.
///
/// The text is UTF-8 whatever the declaration says, since the driver has decoded it. Document types and entities are refused, nothing
/// is ever loaded. libxml2 bounds neither depth nor text in this mode and compares attributes pair by pair; the limits are kept here.
///
/// - Complexity: O(*n*); keeps the unfinished tag (in libxml2) and the unfinished text.
final class XMLDocument {
    private let file: String
    private var parser: XMLPushParser?
    /// Told while a chunk is parsed; nil between chunks.
    private var content: (any XMLContent)?
    private var failure: ReadFailure?
    private(set) var isRootClosed = false

    /// Blanks before the declaration, which XML does not allow and banks write; the parser's first line begins behind them.
    private var leading = TextPosition()
    private var hasBegun = false
    private var bytesSinceTagBegan: Int?

    private var depth = 0
    private var isTextWanted = false
    private var textPosition = TextPosition()
    private var text: [UInt8] = []
    private var isTextTooLong = false

    /// From `<` to the next `>`; libxml2 looks at the attributes of one tag pair by pair.
    private static let tagBytesMax = Limits.fieldBytesMax
    /// Statements have one or none; namespaces and schema hints take a few.
    private static let attributesMax = 64

    init(file: String) {
        self.file = file
    }

    /// Takes the next bytes of the document.
    ///
    /// - Throws: `malformed` where the text is no XML, `limitExceeded`, `entityRefused`, and what the content throws.
    func read(_ chunk: Span<UInt8>, telling content: any XMLContent) throws(ReadFailure) {
        var start = 0
        if !hasBegun {
            while start < chunk.count, Self.isBlank(chunk[start]) { start += 1 }
            leading.advance(over: chunk, from: 0, to: start)
            if start == chunk.count { return }
            hasBegun = true
        }
        let parser = try startedParser()
        let allowed = lengthBeforeLongTag(chunk, from: start)
        self.content = content
        let code = parser.feed(chunk.extracting(start..<allowed), to: self)
        self.content = nil
        if let failure { throw failure }
        if code != 0 { throw malformed(parser) }
        if allowed < chunk.count {
            throw ReadFailure(
                .limitExceeded, at: here, details: ["field-bytes", "\(Self.tagBytesMax)"])
        }
    }

    /// Nothing follows. Returns whether the text ended before the root element did.
    func finish(telling content: any XMLContent) throws(ReadFailure) -> Bool {
        guard let parser else { return false }
        self.content = content
        let code = parser.finish(to: self)
        self.content = nil
        if let failure { throw failure }
        if code != 0, isRootClosed || !parser.isCut { throw malformed(parser) }
        return !isRootClosed
    }

    /// Blanks, and the three bytes of a byte-order mark.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }

    private func startedParser() throws(ReadFailure) -> XMLPushParser {
        if let parser { return parser }
        guard let made = XMLPushParser() else {
            throw ReadFailure(.unreadable, at: SourcePlace(file: file), details: ["ENOMEM"])
        }
        parser = made
        return made
    }

    /// How far the chunk may go to the parser: up to the tag that grows too long.
    private func lengthBeforeLongTag(_ chunk: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < chunk.count {
            if let length = bytesSinceTagBegan {
                let room = Self.tagBytesMax - length
                let end = min(chunk.count, index + room)
                let from = index
                while index < end, chunk[index] != 0x3E { index &+= 1 }
                if index < end {
                    bytesSinceTagBegan = nil
                } else if end < chunk.count || index - from == room {
                    return end
                } else {
                    bytesSinceTagBegan = length + index - from
                }
            } else {
                while index < chunk.count, chunk[index] != 0x3C { index &+= 1 }
                if index < chunk.count { bytesSinceTagBegan = 0 }
            }
        }
        return chunk.count
    }

    private func malformed(_ parser: XMLPushParser) -> ReadFailure {
        let position = position(line: parser.errorLine, column: parser.errorColumn)
        return ReadFailure(
            .malformed, at: SourcePlace(file: file, line: position.line, column: position.column))
    }

    // MARK: Asked by the content

    /// Where the parser stands: during `open` on the tag's `>`.
    var position: TextPosition {
        guard let parser else { return leading }
        return position(line: parser.line, column: parser.column)
    }

    /// Where the tag being opened began, as far as that is known: tags with attributes may have begun earlier.
    func tagPosition(nameBytes: Int) -> TextPosition {
        var position = position
        position.column = max(1, position.column - nameBytes - 1)
        return position
    }

    /// Appends the value of an attribute of the element being opened; false when it has none of that name.
    func attribute(_ name: StaticString, into value: inout [UInt8]) -> Bool {
        parser?.attribute(name, into: &value) ?? false
    }

    private var here: SourcePlace {
        let position = position
        return SourcePlace(file: file, line: position.line, column: position.column)
    }

    private func position(line: Int, column: Int) -> TextPosition {
        TextPosition(
            line: line + leading.line - 1,
            column: line == 1 ? column + leading.column - 1 : column)
    }
}

extension XMLDocument: XMLListener {
    func open(_ name: Span<UInt8>, at address: UInt, attributes: Int) {
        if failure != nil { return }
        endText()
        depth += 1
        if depth > Limits.nestingMax {
            stop(
                ReadFailure(
                    .limitExceeded, at: here, details: ["nesting", "\(Limits.nestingMax)"]))
            return
        }
        if attributes > Self.attributesMax {
            stop(
                ReadFailure(
                    .limitExceeded, at: here, details: ["attributes", "\(Self.attributesMax)"]))
            return
        }
        do throws(ReadFailure) {
            isTextWanted = try content?.open(name, at: address, in: self) ?? false
        } catch {
            stop(error)
            return
        }
        if isTextWanted {
            textPosition = position
            textPosition.column += 1
        }
        parser?.tellText(isTextWanted)
    }

    func close(_ name: Span<UInt8>, at address: UInt) {
        if failure != nil { return }
        depth -= 1
        if depth == 0 { isRootClosed = true }
        endText()
        parser?.tellText(false)
        do throws(ReadFailure) {
            try content?.close(name, at: address)
        } catch {
            stop(error)
        }
    }

    func characters(_ bytes: Span<UInt8>) {
        if !isTextWanted || isTextTooLong || failure != nil { return }
        if text.count + bytes.count > Limits.fieldBytesMax {
            isTextTooLong = true
            return
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }

    func declared() {
        stop(ReadFailure(.entityRefused, at: here))
    }

    private func endText() {
        if !isTextWanted { return }
        isTextWanted = false
        if isTextTooLong {
            content?.textTooLong(at: textPosition)
        } else {
            var whole = text
            text = []
            content?.text(whole.span, at: textPosition)
            whole.removeAll(keepingCapacity: true)
            text = whole
        }
        isTextTooLong = false
        text.removeAll(keepingCapacity: true)
    }

    private func stop(_ reason: ReadFailure) {
        if failure == nil { failure = reason }
        parser?.stop()
    }
}
