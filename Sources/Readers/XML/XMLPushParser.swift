import CLibXML2
import Facts

/// Owns libxml2's push parser and the tape it writes; all pointers to them stay in here.
///
/// It reads UTF-8 whatever the document declares, opens no file and no connection and replaces no entity.
@safe final class XMLPushParser {
    /// A tag, or what is refused, in document order.
    struct Event {
        enum Kind { case open, close, declaration }

        let kind: Kind
        let name: XMLName
        /// Attributes and namespaces of a start tag.
        let attributes: Int
        /// Where the parser stood: on the tag's `>`.
        let line: Int
        let column: Int
        fileprivate let number: Int
    }

    private let tape: UnsafeMutablePointer<kxml_tape>

    /// Nil when there is no memory, or no libxml2.
    init?() {
        guard let made = unsafe kxml_create(Limits.fieldBytesMax) else { return nil }
        unsafe tape = made
    }

    deinit { unsafe kxml_free(tape) }

    /// Why no parser could be made, this or one of the others over libxml2, which is opened when the first document comes.
    static func notMade(at place: SourcePlace) -> ReadFailure {
        kxml_is_there() == 0
            ? ReadFailure(.programMissing, at: place, details: ["libxml2.so.2", "libxml2"])
            : ReadFailure(.unreadable, at: place, details: ["ENOMEM"])
    }

    /// libxml2's error number, 0 while the document is well-formed.
    func feed(_ bytes: Span<UInt8>) -> Int {
        if bytes.isEmpty { return 0 }
        return unsafe bytes.withUnsafeBufferPointer {
            Int(unsafe kxml_feed(tape, $0.baseAddress, $0.count, 0))
        }
    }

    func finish() -> Int { Int(unsafe kxml_feed(tape, nil, 0, 1)) }

    /// Reads the tape from its beginning as long as `body` answers true, and forgets it.
    ///
    /// `text` is what stood before the tag; text longer than a field may be is cut behind one byte too many.
    @inline(__always)
    func drain(_ body: (Event, _ text: Span<UInt8>) -> Bool) {
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

    /// Appends the value of an attribute of the start tag being read from the tape, by its name without prefix; false when it has none.
    func attribute(
        _ name: StaticString, of event: Event, into value: inout [UInt8]
    ) -> Bool {
        let tag = unsafe tape.pointee.events[event.number]
        for index in unsafe 0..<Int(tag.attribute_count) {
            let found = unsafe tape.pointee.attributes[Int(tag.attribute_start) + index]
            guard unsafe Span(_unsafeStart: found.name, count: Int(found.name_bytes)).equals(name)
            else { continue }
            let start = unsafe UnsafePointer(tape.pointee.text) + found.value_start
            unsafe value.append(
                contentsOf: UnsafeBufferPointer(start: start, count: found.value_bytes))
            return true
        }
        return false
    }

    /// Whether the first error was that the bytes ended.
    var isCut: Bool { unsafe tape.pointee.sink.is_cut != 0 }

    var line: Int { Int(unsafe kxml_line(tape)) }
    var column: Int { Int(unsafe kxml_column(tape)) }
    var errorLine: Int { Int(unsafe kxml_error_line(tape)) }
    var errorColumn: Int { Int(unsafe kxml_error_column(tape)) }
}

/// An element's name without prefix; none for what has no name.
///
/// libxml2 keeps one copy of each as long as its parser lives: equal names of one document have one address, and most are never looked at.
@safe struct XMLName {
    private let start: UnsafePointer<UInt8>?

    fileprivate init(_ start: UnsafePointer<UInt8>?) { unsafe self.start = start }

    var address: UInt { UInt(bitPattern: unsafe start) }

    var byteCount: Int { unsafe start.map { unsafe Int(kxml_name_bytes($0)) } ?? 0 }

    func withBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        let count = byteCount
        guard let start = unsafe start else { return body(Span()) }
        return unsafe body(Span(_unsafeStart: start, count: count))
    }
}
