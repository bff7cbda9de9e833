import CLibXML2
internal import Facts

/// What a document of a workbook tells while it is read: elements by their names without prefix.
protocol SheetXMLHandler: AnyObject {
    func open(_ name: Span<UInt8>, _ attributes: borrowing SheetXMLAttributes)
    func close(_ name: Span<UInt8>)
    func characters(_ bytes: Span<UInt8>)
}

/// The attributes of the tag that is being told; readable during that call only.
@safe struct SheetXMLAttributes: ~Copyable {
    fileprivate let values: UnsafePointer<UnsafePointer<UInt8>?>?
    fileprivate let count: Int32

    /// The value of the first attribute with that name, whatever its prefix; nil when there is none.
    subscript(_ name: StaticString) -> [UInt8]? {
        var bytes = 0
        let key = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let start = unsafe kattr_value(values, count, key, &bytes) else { return nil }
        let text = unsafe Array(UnsafeBufferPointer(start: start, count: bytes))
        return text.contains(0x26) ? Self.unescaped(text) : text
    }

    /// libxml2 leaves one reference in attributes when it replaces no entities: that to `&` itself.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        let reference = Array("&#38;".utf8)
        while let byte = rest.first {
            result.append(byte)
            rest = rest.dropFirst(byte == 0x26 && rest.starts(with: reference) ? 5 : 1)
        }
        return result
    }
}

/// Reads the XML of a workbook piece by piece through libxml2's push parser.
///
/// Document types and entities are refused, nothing is ever loaded. Depth and the length of a tag are bounded here, because libxml2 does
/// not bound them and compares attributes pair by pair.
@safe final class SheetXML {
    private let sink: UnsafeMutablePointer<kattr_sink>
    private var parser: OpaquePointer?
    private weak var handler: (any SheetXMLHandler)?
    private let place: SourcePlace
    private var failure: ReadFailure?
    private var depth = 0
    private var intake = XMLIntake()

    private static let attributesMax = 256

    /// - Parameters:
    ///   - place: the file, and in `path` the part of it that is read, for failures.
    ///   - handler: is told what is read; kept weakly, because it mostly owns this.
    init(at place: SourcePlace, handler: any SheetXMLHandler) {
        self.place = place
        self.handler = handler
        unsafe sink = .allocate(capacity: 1)
        unsafe sink.initialize(
            to: kattr_sink(
                base: kxml_sink(
                    owner: nil,
                    text: { owner, text, bytes in
                        unsafe SheetXML.from(owner)?.told(Span(_unsafeStart: text, count: bytes))
                    },
                    declaration: { owner in unsafe SheetXML.from(owner)?.declared() }, is_cut: 0,
                    has_error: 0),
                open: { owner, name, bytes, attributes, count in
                    unsafe SheetXML.from(owner)?.opened(
                        Span(_unsafeStart: name, count: bytes),
                        SheetXMLAttributes(values: attributes, count: count))
                },
                close: { owner, name, bytes in
                    unsafe SheetXML.from(owner)?.closed(Span(_unsafeStart: name, count: bytes))
                }))
        unsafe sink.pointee.base.owner = Unmanaged.passUnretained(self).toOpaque()
        unsafe parser = kattr_create(sink)
    }

    deinit {
        if let parser = unsafe parser { unsafe kxe_free(parser) }
        unsafe sink.deallocate()
    }

    /// Takes the next bytes.
    ///
    /// - Throws: what is wrong with the document, or what the handler stopped for.
    func feed(_ bytes: Span<UInt8>) throws(ReadFailure) {
        let admitted = intake.admit(bytes)
        guard intake.hasBegun else { return }
        try push(bytes.extracting(admitted), isLast: false)
        if admitted.upperBound < bytes.count { throw limit("field-bytes", XMLIntake.tagBytesMax) }
    }

    /// The document is complete.
    func finish() throws(ReadFailure) {
        try push(Span(), isLast: true)
        if depth != 0 || !intake.hasBegun {
            throw ReadFailure(.truncated, at: place)
        }
    }

    /// Reading ends with this failure; nothing more is told.
    ///
    /// The parser itself goes on to the end of the bytes it was given: stopping it would free its input, in which the attributes lie that
    /// are being told.
    func stop(_ reason: ReadFailure) {
        if failure == nil { failure = reason }
    }

    /// The line of the document that is being read.
    var line: Int {
        guard let parser = unsafe parser else { return 0 }
        return Int(unsafe kxe_line(parser))
    }

    private func push(_ bytes: Span<UInt8>, isLast: Bool) throws(ReadFailure) {
        guard let parser = unsafe parser else {
            throw XMLPushParser.notMade(at: place)
        }
        if bytes.isEmpty, !isLast { return }
        let code = unsafe bytes.withUnsafeBufferPointer {
            unsafe kxe_feed(parser, $0.baseAddress, $0.count, isLast ? 1 : 0)
        }
        if let failure { throw failure }
        guard code != 0 else { return }
        let isCut = isLast && (depth > 0 || !intake.hasBegun)
        var place = place
        place.line = Int(unsafe kxe_error_line(parser))
        place.column = Int(unsafe kxe_error_column(parser))
        throw ReadFailure(isCut ? .truncated : .malformed, at: place)
    }

    private func limit(_ name: String, _ value: Int) -> ReadFailure {
        ReadFailure(.limitExceeded, at: place, details: [name, "\(value)"])
    }

    // MARK: what the parser tells

    private static func from(_ owner: UnsafeMutableRawPointer?) -> SheetXML? {
        guard let owner = unsafe owner else { return nil }
        return unsafe Unmanaged<SheetXML>.fromOpaque(owner).takeUnretainedValue()
    }

    private func opened(_ name: Span<UInt8>, _ attributes: borrowing SheetXMLAttributes) {
        guard failure == nil else { return }
        depth += 1
        if depth > Limits.nestingMax { return stop(limit("nesting", Limits.nestingMax)) }
        if attributes.count > Self.attributesMax {
            return stop(limit("attributes", Self.attributesMax))
        }
        handler?.open(name, attributes)
    }

    private func closed(_ name: Span<UInt8>) {
        guard failure == nil else { return }
        depth -= 1
        handler?.close(name)
    }

    private func told(_ bytes: Span<UInt8>) {
        guard failure == nil else { return }
        handler?.characters(bytes)
    }

    private func declared() {
        stop(ReadFailure(.entityRefused, at: place))
        // What is declared must not even be read; nothing of the input is in use here.
        if let parser = unsafe parser { unsafe kxe_stop(parser) }
    }
}
