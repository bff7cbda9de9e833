import Testing

@testable import Scanning

/// All tokens as `kind text`, read in chunks of a size.
func tokens(
    _ text: [UInt8], chunk: Int = .max, allowsManyValues: Bool = false
) throws(JSONError) -> [String] {
    var tokenizer = JSONTokenizer(allowsManyValues: allowsManyValues)
    var buffer: [UInt8] = []
    var next = 0
    var consumed = 0
    var found: [String] = []
    while true {
        let end = next + min(chunk, text.count - next)
        buffer.append(contentsOf: text[next..<end])
        next = end
        var offset = 0
        while true {
            let token: JSONToken
            do {
                token = try tokenizer.next(buffer.span, at: &offset, final: next == text.count)
            } catch {
                throw JSONError(kind: error.kind, offset: error.offset + consumed)
            }
            if token.kind == .needMore { break }
            found.append(
                "\(token.kind) " + String(decoding: buffer[token.start..<token.end], as: UTF8.self))
            if token.kind == .end { return found }
        }
        buffer.removeFirst(offset)
        consumed += offset
    }
}

func unescaped(_ raw: String) throws(JSONError) -> String {
    var out: [UInt8] = []
    try JSONTokenizer.unescape(raw.utf8.span, into: &out)
    return String(decoding: out, as: UTF8.self)
}

@Suite struct `JSON tokenizer` {
    @Test func `splits a statement into tokens`() throws {
        let text = #" {"id":"Zu\n","amount":-12550,"rate":1.5e-3,"hold":false,"a":[null,true,{}]} "#
        #expect(
            try tokens(Array(text.utf8)) == [
                "beginObject {", "key id", #"string Zu\n"#, "key amount", "integer -12550",
                "key rate", "decimal 1.5e-3", "key hold", "false false", "key a", "beginArray [",
                "null null", "true true", "beginObject {", "endObject }", "endArray ]",
                "endObject }", "end ",
            ])
    }

    @Test(arguments: [
        "[]", "{}", "0", "-0", "12", "1.0", "1e5", "1E+5", "-0.5e-07", #""""#, #""a""#, "true",
        "false", "null", " [ 1 , 2 ] ", "[[[]]]", #"{"":0}"#, "\u{FEFF}[]",
        #""\u0041\ud83d\ude00""#,
        #""\"\\\/\b\f\n\r\t""#, "\"\u{7F}\"", "\"Сільпо €\"", "\t\r\n 1",
        #"{"a":{"b":[{"c":1}]}}"#,
    ])
    func `accepts`(_ text: String) throws {
        #expect(try tokens(Array(text.utf8)).last == "end ")
        _ = try JSONValue.parse(text.utf8.span)
    }

    @Test(arguments: [
        ("", JSONError.Kind.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1),
        ("[1", .unexpectedEnd, 2), ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1),
        ("[1 2]", .unexpectedByte, 3), ("{", .unexpectedEnd, 1), ("{1:2}", .unexpectedByte, 1),
        (#"{"a"}"#, .unexpectedByte, 4), (#"{"a":}"#, .unexpectedByte, 5),
        (#"{"a":1,}"#, .unexpectedByte, 7), (#"{"a" 1}"#, .unexpectedByte, 5),
        ("]", .unexpectedByte, 0), ("[}", .unexpectedByte, 1), ("{]", .unexpectedByte, 1),
        ("[1}", .unexpectedByte, 2), ("01", .badNumber, 0), ("-01", .badNumber, 1),
        ("1.", .unexpectedEnd, 2), ("1.e5", .badNumber, 2), ("1e", .unexpectedEnd, 2),
        ("1e+x", .badNumber, 3), ("-", .unexpectedEnd, 1), ("-a", .badNumber, 1),
        ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0), ("0x10", .badNumber, 1),
        ("1_000", .badNumber, 1), ("NaN", .unexpectedByte, 0), ("Infinity", .unexpectedByte, 0),
        ("-Infinity", .badNumber, 1), ("nul", .unexpectedEnd, 3), ("nulx", .badLiteral, 3),
        ("True", .unexpectedByte, 0), ("truefalse", .badLiteral, 4), ("'a'", .unexpectedByte, 0),
        (#""a"#, .unexpectedEnd, 2), ("\"a\nb\"", .controlInString, 2),
        ("\"a\u{0}b\"", .controlInString, 2), (#""\x""#, .badEscape, 1),
        (#""\u12G4""#, .badEscape, 1),
        (#""\ud800""#, .loneSurrogate, 1), (#""\udc00""#, .loneSurrogate, 1),
        (#""\ud800\n""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
        ("1 2", .trailingBytes, 2), ("{}{}", .trailingBytes, 2), ("[] x", .trailingBytes, 3),
        ("// a\n1", .unexpectedByte, 0), ("[1/**/]", .badNumber, 2),
        ("\u{A0}1", .unexpectedByte, 0),
        ("\u{FEFF}\u{FEFF}1", .unexpectedByte, 3), (" \u{FEFF}1", .unexpectedByte, 1),
    ])
    func `refuses`(_ text: String, _ kind: JSONError.Kind, _ offset: Int) {
        let expected = JSONError(kind: kind, offset: offset)
        for chunk in [Int.max, 1, 2, 3] {
            #expect(throws: expected) { try tokens(Array(text.utf8), chunk: chunk) }
        }
        #expect(throws: expected) { try JSONValue.parse(text.utf8.span) }
    }

    @Test func `refuses strings that are not UTF-8`() {
        for (bytes, offset) in [
            ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xC2, 0x22], 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xC0, 0xAF, 0x22], 1),
        ] as [([UInt8], Int)] {
            #expect(throws: JSONError(kind: .notUTF8, offset: offset)) { try tokens(bytes) }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 16, 17, 64])
    func `cuts in the bytes change nothing`(chunk: Int) throws {
        let text = #"""
            [{"опис":"Сільпо \"№5\" \ud83d\ude00 кінець рядка","n":[-0.25e+10,1234567890123,true,false,null]},
             {"a":"довгий текст без жодних спеціальних знаків, щоб пройти кілька блоків по 16 байтів"}]
            """#
        let bytes = Array("\u{FEFF}\(text)".utf8)
        #expect(try tokens(bytes, chunk: chunk) == tokens(bytes))
    }

    @Test func `reads many values when asked to`() throws {
        let lines = Array("{\"a\":1}\n{\"a\":2}\r\n\n 3 4\n[5]".utf8)
        for chunk in [Int.max, 1, 4] {
            let found = try tokens(lines, chunk: chunk, allowsManyValues: true)
            #expect(found.filter { $0.hasPrefix("integer") }.count == 5)
        }
        #expect(try tokens([], allowsManyValues: true) == ["end "])
        #expect(throws: JSONError(kind: .unexpectedEnd, offset: 5)) {
            try tokens(Array("1 [2,".utf8), allowsManyValues: true)
        }
        #expect(throws: JSONError.self) { try tokens(Array("1,2".utf8), allowsManyValues: true) }
    }

    @Test func `limits depth, strings and numbers`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth)
                + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        _ = try tokens(nested(64))
        #expect(throws: JSONError(kind: .tooDeep, offset: 64)) { try tokens(nested(65)) }
        #expect(throws: JSONError(kind: .tooDeep, offset: 64)) {
            try JSONValue.parse(nested(100_000).span)
        }
        var small = JSONTokenizer(stringBytesMax: 4)
        var offset = 0
        _ = try small.next(#"["1234","12345"]"#.utf8.span, at: &offset, final: true)
        _ = try small.next(#"["1234","12345"]"#.utf8.span, at: &offset, final: true)
        #expect(throws: JSONError(kind: .stringTooLong, offset: 8)) {
            try small.next(#"["1234","12345"]"#.utf8.span, at: &offset, final: true)
        }
        let digits = Array(repeating: UInt8(ascii: "7"), count: 1025)
        #expect(throws: JSONError(kind: .numberTooLong, offset: 0)) { try tokens(digits) }
        #expect(try tokens(Array(digits.dropLast())).count == 2)
    }

    @Test func `unescapes strings`() throws {
        #expect(try unescaped(#"a\"\\\/\b\f\n\r\tz"#) == "a\"\\/\u{8}\u{C}\n\r\tz")
        #expect(try unescaped(#"\u0421\u0456\u20b4\ud83d\uDE00"#) == "Сі₴😀")
        #expect(try unescaped("без змін") == "без змін")
        for bad in [#"\"#, #"\u12"#, #"\q"#] {
            #expect(throws: JSONError(kind: .badEscape, offset: 0)) { try unescaped(bad) }
        }
        #expect(throws: JSONError(kind: .loneSurrogate, offset: 1)) { try unescaped(#"a\udc00"#) }
        var out: [UInt8] = []
        #expect(throws: JSONError(kind: .notUTF8, offset: 1)) {
            try JSONTokenizer.unescape([0x61, 0xFF].span, into: &out)
        }
    }
}

@Suite struct `JSON value` {
    @Test(arguments: [
        #"{"b":1,"a":[true,false,null,-0.50,"x\ny"],"я":{"":""}}"#, "[]", "12345678901234567890.10",
    ])
    func `writes what it read, in order and digit for digit`(_ text: String) throws {
        var writer = ByteWriter()
        try JSONValue.parse(text.utf8.span).append(to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func `finds keys by their bytes`() throws {
        let value = try JSONValue.parse(#"{"a":1,"é":2,"e\u0301":3}"#.utf8.span)
        #expect(value["a"] == .number("1"))
        #expect(value["\u{E9}"] == .number("2"))
        #expect(value["e\u{301}"] == .number("3"))
        #expect(value["b"] == nil)
        #expect(JSONValue.array([])["a"] == nil)
    }

    @Test func `refuses a key that comes twice`() {
        #expect(throws: JSONError(kind: .duplicateKey, offset: 8)) {
            try JSONValue.parse(#"{"a":1,"\u0061":2}"#.utf8.span)
        }
        let many = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(throws: JSONError.self) { try JSONValue.parse("{\(many),\"k3\":1}".utf8.span) }
        #expect(throws: Never.self) { try JSONValue.parse("{\(many),\"k40\":1}".utf8.span) }
    }

    @Test func `equality is exact`() {
        #expect(JSONValue.number("1") != .number("1.0"))
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(JSONValue.null == .null)
        #expect(JSONValue.bool(true) != .bool(false))
        #expect(JSONValue.object([("a", .null)]) == .object([("a", .null)]))
        #expect(JSONValue.object([("a", .null)]) != .object([("b", .null)]))
        #expect(JSONValue.array([.null]) != .array([]))
    }
}
