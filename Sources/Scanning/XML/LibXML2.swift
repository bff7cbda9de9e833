public import CLibXML2
package import Facts

/// Owns libxml2's push parser and the tape it writes; no pointer to them leaves this class.
///
/// Reads UTF-8 whatever the document declares, opens no file or connection and replaces no entity.
@safe @usableFromInline package final class XMLPushParser {
    /// A tag, or a refused construct, in document order.
    @usableFromInline package struct Event: ~Copyable {
        @usableFromInline package enum Kind { case open, close, declaration }

        @usableFromInline package let kind: Kind
        @usableFromInline package let name: XMLName
        /// Attributes and namespaces of a start tag.
        @usableFromInline package let attributes: Int
        /// The parser's position: on the tag's `>`.
        @usableFromInline package let line: Int
        @usableFromInline package let column: Int
        /// Identifies the event for ``XMLPushParser/attribute(_:ofEvent:into:)`` until the tape is
        /// cleared.
        @usableFromInline package let number: Int

        @inlinable init(
            kind: Kind, name: consuming XMLName, attributes: Int, line: Int, column: Int,
            number: Int
        ) {
            self.kind = kind
            self.name = name
            self.attributes = attributes
            self.line = line
            self.column = column
            self.number = number
        }
    }

    @usableFromInline let tape: UnsafeMutablePointer<kxml_tape>

    /// - Parameter textBytesMax: longer texts and values are cut to one byte more, which shows that
    ///   they are too long.
    /// - Throws: when the parser cannot be created. The library is loaded with the first document.
    package init(at place: SourcePlace, textBytesMax: Int) throws(ReadFailure) {
        guard let made = unsafe kxml_create(textBytesMax) else { throw xmlParserNotMade(at: place) }
        unsafe tape = made
    }

    deinit { unsafe kxml_free(tape) }

    /// libxml2's error number, 0 while the document is well-formed.
    package func feed(_ bytes: Span<UInt8>) -> Int {
        if bytes.isEmpty { return 0 }
        return unsafe bytes.withUnsafeBufferPointer {
            Int(unsafe kxml_feed(tape, $0.baseAddress, $0.count, 0))
        }
    }

    package func finish() -> Int { Int(unsafe kxml_feed(tape, nil, 0, 1)) }

    /// Reads the tape from its beginning while `body` returns true, and clears it.
    ///
    /// `text` precedes the tag; text above the limit is cut to one byte more.
    @inlinable @inline(__always)
    package func drain(_ body: (borrowing Event, _ text: Span<UInt8>) -> Bool) {
        let count = unsafe tape.pointee.event_count
        for number in 0..<count {
            let event = unsafe tape.pointee.events[number]
            let kind: Event.Kind =
                switch unsafe Int(event.kind) {
                case Int(KXML_OPEN): .open
                case Int(KXML_CLOSE): .close
                default: .declaration
                }
            let goesOn = unsafe body(
                Event(
                    kind: kind, name: XMLName(event.name),
                    attributes: Int(event.attributes), line: Int(event.line),
                    column: Int(event.column), number: number),
                Span(
                    _unsafeStart: UnsafePointer(tape.pointee.text) + event.text_start,
                    count: event.text_bytes))
            if !goesOn { break }
        }
        unsafe kxml_rewind(tape)
    }

    /// Appends the value of an attribute of a start tag on the tape, by its name without prefix;
    /// false when it has none.
    package func attribute(
        _ name: StaticString, ofEvent number: Int, into value: inout [UInt8]
    ) -> Bool {
        precondition(unsafe number >= 0 && number < tape.pointee.event_count, "it is forgotten")
        let tag = unsafe tape.pointee.events[number]
        for index in unsafe 0..<Int(tag.attribute_count) {
            let found = unsafe tape.pointee.attributes[Int(tag.attribute_start) + index]
            guard unsafe Span(_unsafeStart: found.name, count: Int(found.name_bytes)).equals(name)
            else { continue }
            let start = unsafe UnsafePointer(tape.pointee.text) + found.value_start
            unsafe value.append(Span(_unsafeStart: start, count: found.value_bytes))
            return true
        }
        return false
    }

    /// Length of the name of a tag on the tape.
    package func nameBytes(ofEvent number: Int) -> Int {
        precondition(unsafe number >= 0 && number < tape.pointee.event_count, "it is forgotten")
        return unsafe tape.pointee.events[number].name.map { unsafe Int(kxml_name_bytes($0)) } ?? 0
    }

    /// Whether the first error was a premature end.
    package var isCut: Bool { unsafe tape.pointee.sink.is_cut != 0 }

    /// The parser's position.
    package var place: (line: Int, column: Int) {
        guard let parser = unsafe tape.pointee.parser else { return (0, 0) }
        return unsafe numbers(of: kxml_parser_place(parser))
    }

    /// The position of the last error.
    package var errorPlace: (line: Int, column: Int) {
        guard let parser = unsafe tape.pointee.parser else { return (0, 0) }
        return unsafe numbers(of: kxml_parser_error_place(parser))
    }
}

/// An element's name without prefix; empty for anything without a name. Valid while the tape is
/// read, so it cannot be stored.
///
/// libxml2 keeps one copy of each name while its parser lives: equal names of one document have one
/// address, and most are never read.
@safe @usableFromInline package struct XMLName: ~Copyable {
    @usableFromInline let start: UnsafePointer<UInt8>?

    @inlinable init(_ start: UnsafePointer<UInt8>?) { unsafe self.start = start }

    @inlinable package var address: UInt { UInt(bitPattern: unsafe start) }

    package func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        guard let start = unsafe start else { return body(Span()) }
        return unsafe body(Span(_unsafeStart: start, count: Int(kxml_name_bytes(start))))
    }
}

/// Receives the events of an `XMLCallParser`. Spans are valid during the call only.
package protocol XMLListener: AnyObject {
    /// A start tag.
    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes)
    func close(_ name: Span<UInt8>)
    func characters(_ bytes: Span<UInt8>)
}

/// Owns a push parser of libxml2 that calls back for each element and text: for documents in which
/// all attributes are needed.
///
/// Otherwise like `XMLPushParser`; it stops where a document type or an entity is declared.
@safe package final class XMLCallParser {
    private let sink: UnsafeMutablePointer<kcall_sink>
    private let parser: OpaquePointer
    private var listener: (any XMLListener)?
    /// The position of the declaration.
    package private(set) var declaration: (line: Int, column: Int)?

    /// - Throws: when the parser cannot be created.
    package init(at place: SourcePlace) throws(ReadFailure) {
        unsafe sink = .allocate(capacity: 1)
        unsafe sink.initialize(
            to: kcall_sink(
                base: kxml_sink(
                    owner: nil,
                    text: { owner, bytes, count in
                        unsafe XMLCallParser.owner(owner)?.listener?.characters(
                            Span(_unsafeStart: bytes, count: count))
                    },
                    declaration: { owner in unsafe XMLCallParser.owner(owner)?.declared() },
                    is_cut: 0, has_error: 0),
                open: { owner, name, bytes, attributes, count, namespaces in
                    unsafe XMLCallParser.owner(owner)?.listener?.open(
                        Span(_unsafeStart: name, count: bytes),
                        XMLAttributes(attributes, Int(count), namespaces: Int(namespaces)))
                },
                close: { owner, name, bytes in
                    unsafe XMLCallParser.owner(owner)?.listener?.close(
                        Span(_unsafeStart: name, count: bytes))
                }))
        guard let made = unsafe kcall_create(sink) else {
            unsafe sink.deallocate()
            throw xmlParserNotMade(at: place)
        }
        unsafe parser = made
        unsafe sink.pointee.base.owner = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        unsafe kxml_parser_free(parser)
        unsafe sink.deallocate()
    }

    /// libxml2's error number, 0 while the document is well-formed.
    package func feed(_ bytes: Span<UInt8>, final: Bool, to listener: any XMLListener) -> Int {
        if bytes.isEmpty, !final { return 0 }
        precondition(self.listener == nil, "it is being fed")
        self.listener = listener
        defer { self.listener = nil }
        return unsafe bytes.withUnsafeBufferPointer {
            Int(unsafe kxml_parser_feed(parser, $0.baseAddress, $0.count, final ? 1 : 0))
        }
    }

    /// Whether the first error was a premature end.
    package var isCut: Bool { unsafe sink.pointee.base.is_cut != 0 }

    /// The parser's position: during a start tag, on its `>`.
    package var place: (line: Int, column: Int) { unsafe numbers(of: kxml_parser_place(parser)) }

    /// The position of the last error.
    package var errorPlace: (line: Int, column: Int) {
        unsafe numbers(of: kxml_parser_error_place(parser))
    }

    /// Stopping frees the input, which callbacks do not use here, unlike the attributes of a start
    /// tag.
    private func declared() {
        if declaration == nil { declaration = place }
        unsafe kxml_parser_stop(parser)
    }

    private static func owner(_ owner: UnsafeMutableRawPointer?) -> XMLCallParser? {
        guard let owner = unsafe owner else { return nil }
        return unsafe Unmanaged<XMLCallParser>.fromOpaque(owner).takeUnretainedValue()
    }
}

/// The attributes of a start tag during its callback.
@safe package struct XMLAttributes: ~Copyable {
    private let values: UnsafePointer<UnsafePointer<UInt8>?>?
    package let count: Int
    /// Number of namespaces that the tag declares.
    package let namespaces: Int

    fileprivate init(
        _ values: UnsafePointer<UnsafePointer<UInt8>?>?, _ count: Int, namespaces: Int
    ) {
        unsafe self.values = values
        self.count = unsafe values == nil ? 0 : count
        self.namespaces = namespaces
    }

    /// An attribute; the name is without prefix.
    package subscript(_ index: Int) -> (name: [UInt8], value: [UInt8]) {
        let found = unsafe attribute(index)
        return unsafe (
            Array(Span(_unsafeStart: found.name, count: found.name_bytes)), value(of: found)
        )
    }

    /// The value of the first attribute with that name, whatever its prefix; nil when there is
    /// none.
    package subscript(_ name: StaticString) -> [UInt8]? {
        for index in 0..<count {
            let found = unsafe attribute(index)
            if unsafe Span(_unsafeStart: found.name, count: found.name_bytes).equals(name) {
                return unsafe value(of: found)
            }
        }
        return nil
    }

    private func attribute(_ index: Int) -> kcall_attribute {
        guard let values = unsafe values, index >= 0, index < count else {
            preconditionFailure("the tag has fewer attributes")
        }
        return unsafe kcall_attribute_at(values, Int32(truncatingIfNeeded: index))
    }

    /// libxml2 leaves an ampersand as `&#38;`, since it expects tree builders to decode it again.
    private func value(of attribute: kcall_attribute) -> [UInt8] {
        guard let start = unsafe attribute.value else { return [] }
        let text = unsafe Span(_unsafeStart: start, count: attribute.value_bytes)
        guard ByteMarks.first(0x26, in: text) != nil else { return Array(text) }
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            result.append(text[index])
            index += text.has("&#38;", at: index) ? 5 : 1
        }
        return result
    }
}

private func numbers(of place: kxml_place) -> (line: Int, column: Int) {
    (Int(place.line), Int(place.column))
}

private func xmlParserNotMade(at place: SourcePlace) -> ReadFailure {
    kxml_is_there() == 0
        ? ReadFailure(.programMissing, at: place, details: ["libxml2.so.2", "libxml2"])
        : ReadFailure(.unreadable, at: place, details: ["ENOMEM"])
}
