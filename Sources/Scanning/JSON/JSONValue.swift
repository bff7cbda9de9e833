internal import Facts

/// A small JSON document that keeps the order of keys and the exact text of numbers: queue lines,
/// decisions, settings. Statements use ``JSONTokenizer`` instead.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// Parses one whole document, with optional whitespace around it.
    ///
    /// - Throws: ``JSONError``; a repeated key is refused, because our own two readers would
    ///   disagree about it.
    package static func parse(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        var tokenizer = JSONTokenizer()
        var builder = Builder()
        var offset = 0
        while true {
            let token = try tokenizer.next(bytes, at: &offset, final: true)
            if token.kind == .end { break }
            try builder.feed(token, of: bytes)
        }
        return builder.root
    }

    /// The value of a key of an object; nil when there is none or this is not an object.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { isSameBytes($0.key, key) }?.value
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// Appends the document on one line without blanks. Numbers keep their text.
    ///
    /// Recursion is bounded by ``JSONTokenizer/depthMax`` for parsed documents.
    package func append(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.append("null")
        case .bool(true): writer.append("true")
        case .bool(false): writer.append("false")
        case .number(let text): writer.append(text)
        case .string(let text): writer.append(jsonString: text)
        case .array(let elements):
            writer.append(byte: UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.append(byte: UInt8(ascii: ",")) }
                element.append(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "]"))
        case .object(let members):
            writer.append(byte: UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { writer.append(byte: UInt8(ascii: ",")) }
                writer.append(jsonString: member.key)
                writer.append(byte: UInt8(ascii: ":"))
                member.value.append(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
    }
}

/// Byte for byte; key order and number texts count, canonically equal strings differ.
extension JSONValue: Equatable {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)), (.string(let a), .string(let b)): isSameBytes(a, b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count
                && zip(a, b).allSatisfy { isSameBytes($0.key, $1.key) && $0.value == $1.value }
        default: false
        }
    }
}

/// `String` equality is canonical equivalence; bank bytes and keys are compared as bytes.
internal func isSameBytes(_ a: String, _ b: String) -> Bool {
    let (left, right) = (a.utf8.span, b.utf8.span)
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
}

/// Builds the tree without recursion: containers being filled are on a stack.
private struct Builder {
    private struct Open {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [(key: String, value: JSONValue)] = []
        var key = ""
        private var manyKeys: DistinctKeys?

        init(isObject: Bool) {
            self.isObject = isObject
            // Queue lines have about this many members; growing step by step costs a third.
            if isObject { members.reserveCapacity(8) }
        }

        /// Linear search in a few members; a set for hostile objects with thousands.
        mutating func isNewKey(_ key: String) -> Bool {
            if members.count < DistinctKeys.lookedThroughMax {
                return !members.contains { isSameBytes($0.key, key) }
            }
            if manyKeys == nil {
                manyKeys = DistinctKeys()
                for member in members { _ = manyKeys?.insert(member.key) }
            }
            return manyKeys?.insert(key) ?? false
        }
    }

    var root = JSONValue.null
    private var stack: [Open] = []
    private var scratch: [UInt8] = []

    mutating func feed(_ token: JSONToken, of bytes: Span<UInt8>) throws(JSONError) {
        switch token.kind {
        case .beginObject: stack.append(Open(isObject: true))
        case .beginArray: stack.append(Open(isObject: false))
        case .endObject, .endArray:
            guard let done = stack.popLast() else { return }
            add(done.isObject ? .object(done.members) : .array(done.elements))
        case .key:
            let key = try text(token, of: bytes)
            let top = stack.count - 1
            guard top >= 0, stack[top].isNewKey(key) else {
                throw JSONError(kind: .duplicateKey, offset: token.start)
            }
            stack[top].key = key
        case .string: add(.string(try text(token, of: bytes)))
        case .integer, .decimal: add(.number(try text(token, of: bytes)))
        case .true: add(.bool(true))
        case .false: add(.bool(false))
        case .null: add(.null)
        case .end, .needMore: break
        }
    }

    private mutating func add(_ value: JSONValue) {
        let top = stack.count - 1
        guard top >= 0 else {
            root = value
            return
        }
        if stack[top].isObject {
            stack[top].members.append((key: stack[top].key, value: value))
        } else {
            stack[top].elements.append(value)
        }
    }

    private mutating func text(
        _ token: JSONToken, of bytes: Span<UInt8>
    ) throws(JSONError) -> String {
        let raw = bytes.extracting(token.start..<token.end)
        guard token.hasEscapes else {
            // The tokenizer has validated the UTF-8, so nothing is replaced here.
            return String(utf8: raw)
        }
        scratch.removeAll(keepingCapacity: true)
        do {
            try JSONTokenizer.unescape(raw, into: &scratch)
        } catch {
            throw JSONError(kind: error.kind, offset: token.start + error.offset)
        }
        return String(decoding: scratch, as: UTF8.self)
    }
}

/// The keys of one mapping, compared as bytes: a few by linear search, many with a set.
internal struct DistinctKeys {
    static let lookedThroughMax = 16
    private var few: [String] = []
    private var many: Set<[UInt8]> = []

    /// False when the key was present.
    mutating func insert(_ key: String) -> Bool {
        if many.isEmpty {
            if few.contains(where: { isSameBytes($0, key) }) { return false }
            few.append(key)
            if few.count > Self.lookedThroughMax { many = Set(few.map { Array($0.utf8) }) }
            return true
        }
        return many.insert(Array(key.utf8)).inserted
    }
}
