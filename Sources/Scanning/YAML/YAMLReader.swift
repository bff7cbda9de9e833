internal import CLibYAML

/// Builds a ``YAMLNode`` from libyaml's events without recursion. No pointer of libyaml leaves this
/// file.
@safe
internal struct YAMLReader: ~Copyable {
    /// For files written by hand; the largest real one is a few hundred kilobytes of merchants.
    static let bytesMax = 1 << 20
    static let depthMax = 32
    static let nodesMax = 100_000

    private struct Open {
        let isMapping: Bool
        let line: Int
        let column: Int
        var items: [YAMLNode] = []
        var members: [(key: YAMLNode, value: YAMLNode)] = []
        var key: YAMLNode?
        var keys = DistinctKeys()
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private var stack: [Open] = []
    private var root: YAMLNode?
    private var nodes = 0
    private let isReady: Bool

    /// The document in the bytes, nil when there is none or it is empty.
    static func read(_ bytes: [UInt8]) throws(YAMLError) -> YAMLNode? {
        guard bytes.count <= bytesMax else {
            throw YAMLError(problem: .tooLarge(limit: bytesMax), line: 1, column: 1)
        }
        if let bad = firstInvalidUTF8(bytes.span) {
            let (line, column) = textPlace(of: bad, in: bytes)
            throw YAMLError(problem: .notUTF8, line: line, column: column)
        }
        var reader = YAMLReader(bytes)
        guard reader.isReady else { throw YAMLError(problem: .outOfMemory, line: 1, column: 1) }
        return try reader.document()
    }

    private init(_ bytes: [UInt8]) {
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        isReady = unsafe yaml_parser_initialize(parser) == 1
        guard isReady else { return }
        // Without this libyaml would honour a UTF-16 mark.
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        if isReady { unsafe yaml_parser_delete(parser) }
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    private mutating func document() throws(YAMLError) -> YAMLNode? {
        var documents = 0
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
            defer { unsafe yaml_event_delete(&event) }
            switch unsafe event.type {
            case YAML_DOCUMENT_START_EVENT:
                documents += 1
                if documents > 1 { throw unsafe refused(.manyDocuments, event) }
            case YAML_ALIAS_EVENT: throw unsafe refused(.alias, event)
            case YAML_SCALAR_EVENT: try unsafe scalar(event)
            case YAML_SEQUENCE_START_EVENT:
                let start = unsafe event.data.sequence_start
                try unsafe open(event, anchor: start.anchor, tag: start.tag, isMapping: false)
            case YAML_MAPPING_START_EVENT:
                let start = unsafe event.data.mapping_start
                try unsafe open(event, anchor: start.anchor, tag: start.tag, isMapping: true)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                try unsafe close(at: event.end_mark)
            case YAML_STREAM_END_EVENT:
                guard let root, !root.isNull else { return nil }
                return root
            default: break
            }
        }
    }

    private mutating func scalar(_ event: yaml_event_t) throws(YAMLError) {
        let scalar = unsafe event.data.scalar
        guard unsafe scalar.anchor == nil else { throw unsafe refused(.anchor, event) }
        var isText = unsafe scalar.style != YAML_PLAIN_SCALAR_STYLE
        if let tag = unsafe text(scalar.tag) {
            guard tag == "!" || tag == "tag:yaml.org,2002:str" else {
                throw unsafe refused(.tag(tag), event)
            }
            isText = true
        }
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
        guard let value = unsafe String(validating: bytes, as: UTF8.self) else {
            throw unsafe refused(.notUTF8, event)
        }
        try add(try unsafe node(.scalar(value, quoted: isText), event))
    }

    private mutating func open(
        _ event: yaml_event_t, anchor: UnsafeMutablePointer<yaml_char_t>?,
        tag: UnsafeMutablePointer<yaml_char_t>?, isMapping: Bool
    ) throws(YAMLError) {
        guard unsafe anchor == nil else { throw unsafe refused(.anchor, event) }
        if let tag = unsafe text(tag) { throw unsafe refused(.tag(tag), event) }
        guard stack.count < Self.depthMax else {
            throw unsafe refused(.tooDeep(limit: Self.depthMax), event)
        }
        if let top = stack.last, top.isMapping, top.key == nil {
            throw unsafe refused(.keyNotText, event)
        }
        let (line, column) = unsafe place(event.start_mark)
        stack.append(Open(isMapping: isMapping, line: line, column: column))
    }

    private mutating func close(at mark: yaml_mark_t) throws(YAMLError) {
        guard let done = stack.popLast() else { return }
        let content: YAMLNode.Content =
            done.isMapping ? .mapping(done.members) : .sequence(done.items)
        try count(line: done.line, column: done.column)
        try add(
            YAMLNode(
                content: content, line: done.line, column: done.column, end: end(mark)))
    }

    private mutating func add(_ node: YAMLNode) throws(YAMLError) {
        let top = stack.count - 1
        guard top >= 0 else {
            root = node
            return
        }
        guard stack[top].isMapping else {
            stack[top].items.append(node)
            return
        }
        if let key = stack[top].key {
            stack[top].members.append((key: key, value: node))
            stack[top].key = nil
            return
        }
        guard case .scalar(let text, let isQuoted) = node.content else { return }
        if text == "<<", !isQuoted {
            throw YAMLError(problem: .mergeKey, line: node.line, column: node.column)
        }
        guard stack[top].keys.insert(text) else {
            throw YAMLError(problem: .duplicateKey(text), line: node.line, column: node.column)
        }
        stack[top].key = node
    }

    private mutating func node(
        _ content: YAMLNode.Content, _ event: yaml_event_t
    ) throws(YAMLError) -> YAMLNode {
        let (line, column) = unsafe place(event.start_mark)
        try count(line: line, column: column)
        return unsafe YAMLNode(
            content: content, line: line, column: column, end: end(event.end_mark))
    }

    private func end(_ mark: yaml_mark_t) -> YAMLNode.End {
        let (line, column) = place(mark)
        return YAMLNode.End(line: line, column: column)
    }

    private mutating func count(line: Int, column: Int) throws(YAMLError) {
        nodes += 1
        guard nodes <= Self.nodesMax else {
            throw YAMLError(
                problem: .tooManyNodes(limit: Self.nodesMax), line: line, column: column)
        }
    }

    private func refused(_ problem: YAMLError.Problem, _ event: yaml_event_t) -> YAMLError {
        let (line, column) = unsafe place(event.start_mark)
        return YAMLError(problem: problem, line: line, column: column)
    }

    private func failure() -> YAMLError {
        let (line, column) = unsafe place(parser.pointee.problem_mark)
        guard unsafe parser.pointee.error != YAML_MEMORY_ERROR else {
            return YAMLError(problem: .outOfMemory, line: line, column: column)
        }
        let words = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
        return YAMLError(problem: .syntax(words ?? "not YAML"), line: line, column: column)
    }

    private func place(_ mark: yaml_mark_t) -> (line: Int, column: Int) {
        (line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }
}

/// Line and column (1-based, in scalars) of a byte offset in text that is valid before it.
private func textPlace(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes[..<offset] {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
    return (line, column)
}
