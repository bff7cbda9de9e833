internal import Facts
internal import Scanning
internal import Reading

/// The containers and values of a JSON document in order, each with its path; over chunks of any
/// size.
///
/// - Complexity: O(*n*); keeps a cut token and a frame per open container.
struct JSONWalk {
    enum Event { case open, close, value(JSONTokenKind) }

    struct Frame {
        let isList: Bool
        /// The path with `[]` for the elements of lists.
        let pattern: [UInt8]
        /// The number of the last element, from 1.
        var count = 0
        /// The name of the last member.
        var name: [UInt8] = []
        /// The number that a listener gave to the pattern.
        var list = -1
    }

    /// Open containers, the outermost first; those of a container that opens or closes include it.
    var frames: [Frame] = []
    /// The text of the current value, without escapes.
    private(set) var text: [UInt8] = []
    /// The line of the current token.
    private(set) var line = 1

    private let file: String
    private var tokenizer = JSONTokenizer(allowsManyValues: true, depthMax: Limits.nestingMax)
    private var tracker = PositionTracker()
    private var tail: [UInt8] = []

    /// - Parameter isSequence: values follow one another: they are the elements of one list.
    init(file: String, isSequence: Bool = false) {
        self.file = file
        if isSequence { frames = [Frame(isList: true, pattern: [])] }
    }

    /// - Parameter take: gets each event; its walk is at the event.
    mutating func read(
        _ chunk: Span<UInt8>, final: Bool,
        _ take: (Event, inout JSONWalk) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        tail.append(chunk)
        let bytes = tail
        var offset = 0
        while true {
            let token = try next(bytes.span, at: &offset, final: final)
            if token.kind == .needMore || token.kind == .end { break }
            line = tracker.position(of: token.start, in: bytes.span).line
            try feed(token, of: bytes.span, take)
        }
        tracker.rebase(consumed: offset, in: bytes.span)
        tail = Array(bytes[offset...])
    }

    private mutating func next(
        _ bytes: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(ReadFailure) -> JSONToken {
        do throws(JSONError) {
            return try tokenizer.next(bytes, at: &offset, final: final)
        } catch {
            throw ReadFailure(error, in: bytes, of: file, &tracker)
        }
    }

    private mutating func feed(
        _ token: JSONToken, of bytes: Span<UInt8>,
        _ take: (Event, inout JSONWalk) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        switch token.kind {
        case .key:
            readText(token, of: bytes)
            frames[frames.count - 1].name = text
        case .beginObject, .beginArray:
            beginElement()
            let pattern = frames.last.map { frame in
                let name = frame.isList ? RowsPattern.element : frame.name
                return frame.pattern.isEmpty
                    ? name : frame.pattern + [MemberPath.separator] + name
            }
            frames.append(Frame(isList: token.kind == .beginArray, pattern: pattern ?? []))
            try take(.open, &self)
        case .endObject, .endArray:
            try take(.close, &self)
            frames.removeLast()
        case .string, .integer, .decimal, .true, .false, .null:
            beginElement()
            readText(token, of: bytes)
            try take(.value(token.kind), &self)
        case .end, .needMore: break
        }
    }

    private mutating func beginElement() {
        if let top = frames.indices.last, frames[top].isList { frames[top].count += 1 }
    }

    private mutating func readText(_ token: JSONToken, of bytes: Span<UInt8>) {
        text.removeAll(keepingCapacity: true)
        let raw = bytes.extracting(token.start..<token.end)
        if token.hasEscapes {
            try? JSONTokenizer.unescape(raw, into: &text)
        } else {
            text.append(raw)
        }
    }

    /// The path of the current value below a container: names, and the numbers of the second and
    /// further objects of a list. All texts of one list have the list's path.
    func path(below depth: Int) -> [UInt8] {
        var path: [UInt8] = []
        for index in depth..<frames.count {
            let frame = frames[index]
            let isScalar = index == frames.count - 1
            if frame.isList, isScalar || frame.count == 1 { continue }
            if !path.isEmpty { path.append(MemberPath.separator) }
            path += frame.isList ? Array(String(frame.count).utf8) : frame.name
        }
        return path
    }

    /// The path of the current value as layouts write it: each element of a list has its number.
    func memberPath(below depth: Int) -> String {
        frames[depth...].map { frame in
            frame.isList ? String(frame.count - 1) : String(decoding: frame.name, as: UTF8.self)
        }.joined(separator: ".")
    }

    /// `/transactions/17`: the place of the element of a list, as JSON Pointer has it.
    func pointer(to depth: Int) -> String {
        frames[..<depth].map { frame in
            "/"
                + (frame.isList
                    ? String(frame.count - 1) : String(decoding: frame.name, as: UTF8.self))
        }.joined()
    }
}
