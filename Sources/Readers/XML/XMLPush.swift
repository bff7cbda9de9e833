import CLibXML2
import Facts

/// Whom an `XMLPush` tells what it reads. Spans are valid during the call only.
protocol XMLPushListener: AnyObject {
    /// A start tag. The column is 0 when the tag has attributes: where it began is not known then.
    func open(_ name: Span<UInt8>, at position: TextPosition)
    /// An attribute of the element opened last, its references undone.
    func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>)
    func characters(_ bytes: Span<UInt8>)
    func close()
}

/// Reads well-formed XML chunk by chunk, through libxml2's push parser, and tells every element, attribute and text.
///
/// The text is UTF-8 whatever the declaration says, since the driver has decoded it. Document types and entities are refused, nothing
/// is ever loaded. libxml2 bounds neither depth nor text in this mode and compares attributes pair by pair; depth, tags and attributes
/// are limited here, texts by the listener.
///
/// - Complexity: O(*n*); keeps the unfinished tag (in libxml2).
@safe final class XMLPush {
    private let file: String
    private let sink: UnsafeMutablePointer<kxe_sink>
    private let parser: OpaquePointer
    private var listener: (any XMLPushListener)?
    private var failure: ReadFailure?
    private(set) var isRootClosed = false

    private var intake = XMLIntake()
    private var depth = 0
    private var scratch: [UInt8] = []

    private static let attributesMax = 64

    /// Nil when there is no memory, or no libxml2.
    init?(file: String) {
        self.file = file
        unsafe sink = .allocate(capacity: 1)
        unsafe sink.initialize(
            to: kxe_sink(
                base: kxml_sink(
                    owner: nil,
                    text: { owner, bytes, count in
                        unsafe XMLPush.owner(owner)?.characters(
                            Span(_unsafeStart: bytes, count: count))
                    },
                    declaration: { owner in unsafe XMLPush.owner(owner)?.declared() }, is_cut: 0,
                    has_error: 0),
                open: { owner, name, count, attributes in
                    unsafe XMLPush.owner(owner)?.opened(
                        Span(_unsafeStart: name, count: count), attributes: Int(attributes))
                },
                attribute: { owner, name, nameCount, value, valueCount in
                    unsafe XMLPush.owner(owner)?.attribute(
                        Span(_unsafeStart: name, count: nameCount),
                        Span(_unsafeStart: value, count: valueCount))
                },
                close: { owner in unsafe XMLPush.owner(owner)?.closed() }))
        guard let made = unsafe kxe_create(sink) else {
            unsafe sink.deallocate()
            return nil
        }
        unsafe parser = made
        unsafe sink.pointee.base.owner = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        unsafe kxe_free(parser)
        unsafe sink.deallocate()
    }

    private static func owner(_ owner: UnsafeMutableRawPointer?) -> XMLPush? {
        guard let owner = unsafe owner else { return nil }
        return unsafe Unmanaged<XMLPush>.fromOpaque(owner).takeUnretainedValue()
    }

    /// Takes the next bytes of the document.
    ///
    /// - Throws: `malformed` where the text is no XML, `limitExceeded`, `entityRefused`.
    func read(_ chunk: Span<UInt8>, to listener: any XMLPushListener) throws(ReadFailure) {
        let admitted = intake.admit(chunk)
        guard intake.hasBegun else { return }
        let code = feed(chunk.extracting(admitted), final: false, to: listener)
        if let failure { throw failure }
        if code != 0 { throw malformed }
        if admitted.upperBound < chunk.count {
            throw ReadFailure(
                .limitExceeded, at: here, details: ["field-bytes", "\(XMLIntake.tagBytesMax)"])
        }
    }

    /// Nothing follows. Returns whether the text ended before the root element did.
    func finish(to listener: any XMLPushListener) throws(ReadFailure) -> Bool {
        guard intake.hasBegun else { return true }
        let code = feed([UInt8]().span, final: true, to: listener)
        if let failure { throw failure }
        let isCut = unsafe sink.pointee.base.is_cut != 0
        if code != 0, isRootClosed || !isCut { throw malformed }
        return !isRootClosed
    }

    /// libxml2's error number, 0 while the document is well-formed.
    private func feed(
        _ bytes: Span<UInt8>, final: Bool, to listener: any XMLPushListener
    ) -> Int {
        if bytes.isEmpty, !final { return 0 }
        self.listener = listener
        defer { self.listener = nil }
        return unsafe bytes.withUnsafeBufferPointer {
            Int(unsafe kxe_feed(parser, $0.baseAddress, $0.count, final ? 1 : 0))
        }
    }

    // MARK: what the parser tells

    private func opened(_ name: Span<UInt8>, attributes: Int) {
        if failure != nil { return }
        depth += 1
        if depth > Limits.nestingMax {
            stop("nesting", Limits.nestingMax)
        } else if attributes > Self.attributesMax {
            stop("attributes", Self.attributesMax)
        } else {
            var position = position
            // The parser stands on the `>`; what a tag without attributes has before it is known.
            position.column = attributes > 0 ? 0 : max(1, position.column - name.count - 1)
            listener?.open(name, at: position)
        }
    }

    /// libxml2 leaves an ampersand as `&#38;`, since it expects whoever builds a tree to look again.
    private func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if failure != nil { return }
        scratch.removeAll(keepingCapacity: true)
        var index = 0
        while index < value.count {
            scratch.append(value[index])
            let isLeft =
                value[index] == 0x26 && index + 4 < value.count && value[index + 1] == 0x23
                && value[index + 2] == 0x33 && value[index + 3] == 0x38 && value[index + 4] == 0x3B
            index += isLeft ? 5 : 1
        }
        let plain = scratch
        listener?.attribute(name, plain.span)
    }

    private func characters(_ bytes: Span<UInt8>) {
        if failure == nil { listener?.characters(bytes) }
    }

    private func closed() {
        if failure != nil { return }
        depth -= 1
        if depth == 0 { isRootClosed = true }
        listener?.close()
    }

    private func declared() {
        if failure == nil { failure = ReadFailure(.entityRefused, at: here) }
        unsafe kxe_stop(parser)
    }

    private func stop(_ limit: String, _ value: Int) {
        failure = ReadFailure(.limitExceeded, at: here, details: [limit, "\(value)"])
        unsafe kxe_stop(parser)
    }

    // MARK: places

    /// Where the parser stands: during `open` on the tag's `>`.
    var position: TextPosition {
        position(line: unsafe Int(kxe_line(parser)), column: unsafe Int(kxe_column(parser)))
    }

    private var here: SourcePlace {
        let position = position
        return SourcePlace(file: file, line: position.line, column: position.column)
    }

    private var malformed: ReadFailure {
        let position = position(
            line: unsafe Int(kxe_error_line(parser)),
            column: unsafe Int(kxe_error_column(parser)))
        return ReadFailure(
            .malformed, at: SourcePlace(file: file, line: position.line, column: position.column))
    }

    private func position(line: Int, column: Int) -> TextPosition {
        intake.position(line: line, column: column)
    }
}
