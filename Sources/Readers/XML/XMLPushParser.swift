import CLibXML2

/// Whom the parser tells what it reads. Spans are valid during the call only.
protocol XMLListener: AnyObject {
    /// A start tag; `attributes` counts its attributes and namespaces, `address` is the same for equal names.
    func open(_ name: Span<UInt8>, at address: UInt, attributes: Int)
    /// An end tag, or the end of an element without content.
    func close(_ name: Span<UInt8>, at address: UInt)
    /// A piece of text, while it is wanted.
    func characters(_ bytes: Span<UInt8>)
    /// A document type or an entity.
    func declared()
}

/// Owns libxml2's push parser; all pointers to it stay in here.
///
/// It reads UTF-8 whatever the document declares, opens no file and no connection and replaces no entity.
@safe final class XMLPushParser {
    private let sink: UnsafeMutablePointer<kxml_sink>
    private let parser: xmlParserCtxtPtr
    private var listener: (any XMLListener)?

    /// Nil when there is no memory.
    init?() {
        unsafe sink = .allocate(capacity: 1)
        unsafe sink.initialize(
            to: kxml_sink(
                owner: nil,
                open: { owner, name, count, attributes in
                    unsafe XMLPushParser.listener(owner)?.open(
                        Span(_unsafeStart: name, count: count), at: UInt(bitPattern: name),
                        attributes: Int(attributes))
                },
                close: { owner, name, count in
                    unsafe XMLPushParser.listener(owner)?.close(
                        Span(_unsafeStart: name, count: count), at: UInt(bitPattern: name))
                },
                text: { owner, bytes, count in
                    unsafe XMLPushParser.listener(owner)?.characters(
                        Span(_unsafeStart: bytes, count: count))
                },
                declaration: { owner in unsafe XMLPushParser.listener(owner)?.declared() },
                wants_text: 0, attributes: nil, attribute_count: 0, is_cut: 0, has_error: 0))
        guard let made = unsafe kxml_create(sink) else {
            unsafe sink.deallocate()
            return nil
        }
        unsafe parser = made
        unsafe sink.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        unsafe kxml_free(parser)
        unsafe sink.deallocate()
    }

    private static func listener(_ owner: UnsafeMutableRawPointer?) -> (any XMLListener)? {
        guard let owner = unsafe owner else { return nil }
        return unsafe Unmanaged<XMLPushParser>.fromOpaque(owner).takeUnretainedValue().listener
    }

    /// libxml2's error number, 0 while the document is well-formed.
    func feed(_ bytes: Span<UInt8>, to listener: any XMLListener) -> Int {
        if bytes.isEmpty { return 0 }
        self.listener = listener
        defer { self.listener = nil }
        return unsafe bytes.withUnsafeBufferPointer {
            Int(unsafe kxml_feed(parser, $0.baseAddress, $0.count, 0))
        }
    }

    func finish(to listener: any XMLListener) -> Int {
        self.listener = listener
        defer { self.listener = nil }
        return Int(unsafe kxml_feed(parser, nil, 0, 1))
    }

    /// Nothing is told any more.
    func stop() { unsafe kxml_stop(parser) }

    func tellText(_ wanted: Bool) { unsafe sink.pointee.wants_text = wanted ? 1 : 0 }

    /// Appends the value of an attribute of the element being opened, by its name without prefix; false when it has none.
    func attribute(_ name: StaticString, into value: inout [UInt8]) -> Bool {
        var count = 0
        guard
            let start = unsafe kxml_attribute(
                sink, name.utf8Start, name.utf8CodeUnitCount, &count)
        else { return false }
        unsafe value.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        return true
    }

    /// Whether the first error was that the bytes ended.
    var isCut: Bool { unsafe sink.pointee.is_cut != 0 }

    var line: Int { Int(unsafe kxml_line(parser)) }
    var column: Int { Int(unsafe kxml_column(parser)) }
    var errorLine: Int { Int(unsafe kxml_error_line(parser)) }
    var errorColumn: Int { Int(unsafe kxml_error_column(parser)) }
}
