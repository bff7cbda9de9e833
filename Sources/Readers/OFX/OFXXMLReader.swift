import CLibXML2
package import Facts

/// Reads OFX 2.x: well-formed XML, through libxml2's push parser.
///
/// The text is UTF-8 whatever the declaration says, since the driver has decoded it. Document types and entities are refused, nothing
/// is ever loaded. libxml2 bounds neither depth nor text in this mode and compares attributes pair by pair; the limits are kept here.
///
/// - Complexity: O(*n*); keeps the unfinished tag (in libxml2), the unfinished text and the unfinished row.
package final class OFXXMLReader: StatementReader {
    package let layout = "ofx/xml"
    package var accounts: [AccountClaim] { content.sink.accounts }

    private let file: String
    private var parser: XMLPushParser?
    /// What the parser's calls change; never touched while the parser runs, except by them.
    fileprivate var content: OFXXMLContent

    /// Blanks before the declaration, which XML does not allow and banks write.
    private var leading = TextPosition()
    private var hasBegun = false
    private var bytesSinceTagBegan: Int?

    /// From `<` to the next `>`; libxml2 looks at the attributes of one tag pair by pair.
    private static let tagBytesMax = Limits.fieldBytesMax

    package init(file: String) {
        self.file = file
        content = OFXXMLContent(file: file)
    }

    /// Whether the beginning of a file (any number of bytes, decoded) is XML and for this reader: `<?xml` or `<?OFX` after blanks.
    ///
    /// `<OFX>` without either is for `OFXSGMLReader`, which reads well-formed text too.
    package static func looksLikeXML(_ head: Span<UInt8>) -> Bool {
        var start = 0
        if head.count >= 3, head[0] == 0xEF, head[1] == 0xBB, head[2] == 0xBF { start = 3 }
        while start < head.count, head[start] <= 0x20 { start += 1 }
        guard start + 5 <= head.count, head[start] == 0x3C, head[start + 1] == 0x3F else {
            return false
        }
        let word = (head[start + 2] | 0x20, head[start + 3] | 0x20, head[start + 4] | 0x20)
        return word == (0x78, 0x6D, 0x6C) || word == (0x6F, 0x66, 0x78)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        swap(&content.batch, &batch)
        defer { swap(&content.batch, &batch) }
        do throws(ReadFailure) {
            try feed(chunk)
            if final { try finish() }
        } catch {
            content.abandonRow()
            throw error
        }
    }

    private func feed(_ chunk: Span<UInt8>) throws(ReadFailure) {
        var start = 0
        if !hasBegun {
            while start < chunk.count, Self.isBlank(chunk[start]) { start += 1 }
            leading.advance(over: chunk, from: 0, to: start)
            if start == chunk.count { return }
            hasBegun = true
            content.leading = leading
        }
        let parser = try startedParser()
        let allowed = lengthBeforeLongTag(chunk, from: start)
        let code = parser.feed(chunk.extracting(start..<allowed))
        if let failure = content.failure { throw failure }
        if code != 0 { throw malformed(parser) }
        if allowed < chunk.count {
            throw ReadFailure(
                .limitExceeded, at: content.here(parser),
                details: ["field-bytes", "\(Self.tagBytesMax)"])
        }
    }

    /// Blanks, and the three bytes of a byte-order mark.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }

    private func finish() throws(ReadFailure) {
        var position = leading
        if let parser {
            let code = parser.finish()
            if let failure = content.failure { throw failure }
            position = content.position(parser)
            if code != 0, content.isRootClosed || !parser.isCut { throw malformed(parser) }
        }
        try content.finish(at: position, isCut: parser != nil)
    }

    private func startedParser() throws(ReadFailure) -> XMLPushParser {
        if let parser { return parser }
        guard let made = XMLPushParser(handler: self) else {
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
        ReadFailure(
            .malformed, at: content.place(line: parser.errorLine, column: parser.errorColumn))
    }

    // MARK: What the parser tells

    fileprivate func open(_ name: Span<UInt8>, known address: UInt, attributes: Int) {
        guard let parser else { return }
        content.open(name, known: address, attributes: attributes, parser)
    }

    fileprivate func declared() {
        guard let parser else { return }
        content.stop(ReadFailure(.entityRefused, at: content.here(parser)), parser)
    }

    fileprivate func close(_ name: Span<UInt8>, known address: UInt) {
        guard let parser else { return }
        content.close(name, known: address, parser)
    }
}

/// The document as far as it was told, on its way to the sink.
private struct OFXXMLContent {
    var sink: OFXStatementSink
    /// The caller's batch while the parser runs.
    var batch = LineBatch()
    var failure: ReadFailure?
    var isRootClosed = false
    /// Where the parser's first line begins.
    var leading = TextPosition()

    private let file: String
    private let vocabulary = OFXVocabulary()
    /// Elements by the address of their name: libxml2 keeps one copy of each name as long as the parser lives.
    private var addresses = [UInt](repeating: 0, count: Self.slots)
    private var elements = [OFXElement](repeating: .other, count: Self.slots)
    private static let slots = 256

    private var depth = 0
    private var leaf = OFXElement.other
    private var leafPosition = TextPosition()
    private var text: [UInt8] = []
    private var isTooLong = false

    /// OFX has no attributes; namespaces and schema hints take a few.
    private static let attributesMax = 64

    init(file: String) {
        self.file = file
        sink = OFXStatementSink(file: file)
    }

    mutating func open(
        _ name: Span<UInt8>, known address: UInt, attributes: Int, _ parser: XMLPushParser
    ) {
        if failure != nil { return }
        do throws(ReadFailure) {
            try opened(name, known: address, attributes: attributes, parser)
            parser.tellText(leaf != .other)
        } catch {
            stop(error, parser)
        }
    }

    mutating func close(_ name: Span<UInt8>, known address: UInt, _ parser: XMLPushParser) {
        if failure != nil { return }
        depth -= 1
        if depth == 0 { isRootClosed = true }
        endText()
        parser.tellText(false)
        let element = element(name, known: address)
        if element == .other { return }
        do throws(ReadFailure) {
            try sink.close(element, into: &batch)
        } catch {
            stop(error, parser)
        }
    }

    mutating func characters(_ bytes: Span<UInt8>) {
        if leaf == .other || isTooLong || failure != nil { return }
        if text.count + bytes.count > Limits.fieldBytesMax {
            isTooLong = true
            return
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }

    mutating func finish(at position: TextPosition, isCut: Bool) throws(ReadFailure) {
        try sink.finish(at: position, isCut: isCut && !isRootClosed, into: &batch)
    }

    mutating func abandonRow() {
        sink.abandonRow(into: &batch)
    }

    mutating func stop(_ reason: ReadFailure, _ parser: XMLPushParser) {
        if failure == nil { failure = reason }
        parser.stop()
    }

    private mutating func opened(
        _ name: Span<UInt8>, known address: UInt, attributes: Int, _ parser: XMLPushParser
    ) throws(ReadFailure) {
        endText()
        depth += 1
        if depth > Limits.nestingMax {
            throw ReadFailure(
                .limitExceeded, at: here(parser), details: ["nesting", "\(Limits.nestingMax)"])
        }
        if attributes > Self.attributesMax {
            throw ReadFailure(
                .limitExceeded, at: here(parser), details: ["attributes", "\(Self.attributesMax)"])
        }
        let element = element(name, known: address)
        if element == .other { return }
        var position = TextPosition()
        if element.hasPlace || !element.hasText { position = self.position(parser) }
        if element.hasText {
            leaf = element
            leafPosition = position
            leafPosition.column += 1
        }
        // The parser stands on the `>`; what a tag without attributes has before it is known.
        position.column = max(1, position.column - name.count - 1)
        try sink.open(element, at: position, into: &batch)
    }

    private mutating func element(_ name: Span<UInt8>, known address: UInt) -> OFXElement {
        let slot = Int(truncatingIfNeeded: (address >> 3) % UInt(Self.slots))
        if addresses[slot] == address { return elements[slot] }
        let element = vocabulary.element(named: name)
        addresses[slot] = address
        elements[slot] = element
        return element
    }

    private mutating func endText() {
        let element = leaf
        if element == .other { return }
        leaf = .other
        if isTooLong {
            sink.textTooLong(of: element, at: leafPosition)
        } else {
            var whole = text
            text = []
            sink.text(whole.span, of: element, at: leafPosition)
            whole.removeAll(keepingCapacity: true)
            text = whole
        }
        isTooLong = false
        text.removeAll(keepingCapacity: true)
    }

    // MARK: Places

    func here(_ parser: XMLPushParser) -> SourcePlace {
        place(line: parser.line, column: parser.column)
    }

    func place(line: Int, column: Int) -> SourcePlace {
        let position = position(line: line, column: column)
        return SourcePlace(file: file, line: position.line, column: position.column)
    }

    func position(_ parser: XMLPushParser) -> TextPosition {
        position(line: parser.line, column: parser.column)
    }

    private func position(line: Int, column: Int) -> TextPosition {
        TextPosition(
            line: line + leading.line - 1,
            column: line == 1 ? column + leading.column - 1 : column)
    }
}

/// Owns libxml2's parser; all pointers to it stay in here.
@safe private final class XMLPushParser {
    private let sink: UnsafeMutablePointer<kxml_sink>
    private let parser: xmlParserCtxtPtr

    /// - Parameter handler: is told what is read; it owns this parser and so outlives it.
    init?(handler: OFXXMLReader) {
        unsafe sink = .allocate(capacity: 1)
        unsafe sink.initialize(
            to: kxml_sink(
                owner: Unmanaged.passUnretained(handler).toOpaque(),
                open: { owner, name, count, attributes in
                    unsafe XMLPushParser.handler(owner)?.open(
                        Span(_unsafeStart: name, count: count), known: UInt(bitPattern: name),
                        attributes: Int(attributes))
                },
                close: { owner, name, count in
                    unsafe XMLPushParser.handler(owner)?.close(
                        Span(_unsafeStart: name, count: count), known: UInt(bitPattern: name))
                },
                text: { owner, bytes, count in
                    unsafe XMLPushParser.handler(owner)?.content.characters(
                        Span(_unsafeStart: bytes, count: count))
                },
                declaration: { owner in unsafe XMLPushParser.handler(owner)?.declared() },
                wants_text: 0, is_cut: 0, has_error: 0))
        guard let made = unsafe kxml_create(sink) else {
            unsafe sink.deallocate()
            return nil
        }
        unsafe parser = made
    }

    deinit {
        unsafe kxml_free(parser)
        unsafe sink.deallocate()
    }

    private static func handler(_ owner: UnsafeMutableRawPointer?) -> OFXXMLReader? {
        guard let owner = unsafe owner else { return nil }
        return unsafe Unmanaged<OFXXMLReader>.fromOpaque(owner).takeUnretainedValue()
    }

    /// libxml2's error number, 0 while the document is well-formed.
    func feed(_ bytes: Span<UInt8>) -> Int {
        if bytes.isEmpty { return 0 }
        return unsafe bytes.withUnsafeBufferPointer {
            Int(unsafe kxml_feed(parser, $0.baseAddress, $0.count, 0))
        }
    }

    func finish() -> Int { Int(unsafe kxml_feed(parser, nil, 0, 1)) }

    func stop() { unsafe kxml_stop(parser) }

    func tellText(_ wanted: Bool) { unsafe sink.pointee.wants_text = wanted ? 1 : 0 }

    /// Whether the first error was that the bytes ended.
    var isCut: Bool { unsafe sink.pointee.is_cut != 0 }

    var line: Int { Int(unsafe kxml_line(parser)) }
    var column: Int { Int(unsafe kxml_column(parser)) }
    var errorLine: Int { Int(unsafe kxml_error_line(parser)) }
    var errorColumn: Int { Int(unsafe kxml_error_column(parser)) }
}
