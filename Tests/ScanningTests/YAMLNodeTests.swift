import Testing

@testable import Scanning

@Suite struct `YAML node` {
    @Test func `gives a tree with places`() throws {
        let text = """
            # settings
            bank: ПриватБанк
            rows: -12
            "on": true
            list:
              - one
              - {a: '1', b: no}
            empty:
            """
        let root = try #require(try YAMLNode.parse(Array(text.utf8)))
        #expect((root.line, root.column) == (2, 1))
        #expect(root["bank"]?.text == "ПриватБанк")
        #expect(root["bank"].map { [$0.line, $0.column] } == [2, 7])
        #expect(root["rows"]?.integer == -12)
        #expect(root["on"]?.boolean == true)
        #expect(root["list"]?.items.map(\.text) == ["one", nil])
        let inner = try #require(root["list"]?.items.last)
        #expect((inner.line, inner.column) == (7, 5))
        #expect(inner["a"]?.text == "1")
        #expect(inner["a"]?.integer == nil)
        #expect(inner["b"]?.boolean == nil)
        #expect(inner["b"]?.text == "no")
        #expect(root["empty"]?.isNull == true)
        #expect(root["empty"]?.text == nil)
        #expect(root.pairs.map(\.key) == ["bank", "rows", "on", "list", "empty"])
        #expect(root.pairs.last?.keyNode.line == 8)
        #expect(root["nothing"] == nil)
        #expect(root.items.isEmpty)
    }

    @Test(arguments: ["", "# only a comment\n", "---\n", "\u{FEFF}", "~", "null\n...\n"])
    func `an empty document is nil`(_ text: String) throws {
        #expect(try YAMLNode.parse(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("a: &x 1", YAMLError.Problem.anchor, 1, 4), ("a: 1\nb: *x", .alias, 2, 4),
        ("a: &x [1]", .anchor, 1, 4), ("a: &x {b: 1}", .anchor, 1, 4),
        ("a: !!int 1", .tag("tag:yaml.org,2002:int"), 1, 4), ("a: !mine [1]", .tag("!mine"), 1, 4),
        ("a: !!python/object {}", .tag("tag:yaml.org,2002:python/object"), 1, 4),
        ("a: 1\n---\nb: 2", .manyDocuments, 2, 1), ("a: 1\nb: 2\na: 3", .duplicateKey("a"), 3, 1),
        ("{a: 1, 'a': 2}", .duplicateKey("a"), 1, 8), ("<<: {a: 1}", .mergeKey, 1, 1),
        ("? [a]\n: 1", .keyNotText, 1, 3), ("? {a: 1}\n: 1", .keyNotText, 1, 3),
    ])
    func `refuses`(_ text: String, _ problem: YAMLError.Problem, _ line: Int, _ column: Int) {
        #expect(throws: YAMLError(problem: problem, line: line, column: column)) {
            try YAMLNode.parse(Array(text.utf8))
        }
    }

    @Test(arguments: [
        ("a: [1", 1), ("a: 1\n b: 2", 2), ("a:\n\tb: 1", 2), ("a: 'x", 1), ("%FOO\n", 1),
        ("a: @x", 1),
        ("a: \u{7}", 1),
    ])
    func `what is not YAML has a place`(_ text: String, _ line: Int) {
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(Array(text.utf8)) }
        guard case .syntax(let words)? = error?.problem else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!words.isEmpty)
        #expect((error?.line ?? 0) >= line)
    }

    @Test func `bytes that are not UTF-8 have a place`() {
        #expect(throws: YAMLError(problem: .notUTF8, line: 2, column: 5)) {
            try YAMLNode.parse(Array("a: 1\nїб: ".utf8) + [0xFF])
        }
        #expect(throws: YAMLError.self) { try YAMLNode.parse([0xFF, 0xFE, 0x61, 0x00]) }
    }

    @Test func `limits size, depth and nodes`() throws {
        #expect(throws: YAMLError(problem: .tooLarge(limit: 1 << 20), line: 1, column: 1)) {
            try YAMLNode.parse(Array(repeating: 0x20, count: (1 << 20) + 1))
        }
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth)
                + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        _ = try YAMLNode.parse(nested(32))
        #expect(throws: YAMLError(problem: .tooDeep(limit: 32), line: 1, column: 33)) {
            try YAMLNode.parse(nested(33))
        }
        #expect(throws: YAMLError.self) { try YAMLNode.parse(nested(100_000)) }
        let many = Array(String(repeating: "- 1\n", count: 99_999).utf8)
        #expect(try YAMLNode.parse(many)?.items.count == 99_999)
        let error = #expect(throws: YAMLError.self) { try YAMLNode.parse(many + many) }
        #expect(error?.problem == .tooManyNodes(limit: 100_000))
    }

    @Test(
        arguments: [
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("+5", 5),
            ("007", 7),
            ("9223372036854775808", nil), ("1.0", nil), ("0x1F", nil), ("1_000", nil), ("-", nil),
            ("'5'", nil), ("!!str 5", nil), ("! 5", nil), ("99999999999999999999999", nil),
        ] as [(String, Int?)])
    func `integers are plain decimal digits`(_ text: String, _ expected: Int?) throws {
        #expect(try YAMLNode.parse(Array(text.utf8))?.integer == expected)
    }

    @Test func `block texts keep their lines`() throws {
        let root = try YAMLNode.parse(Array("a: |\n  x\n  y\nb: >-\n  x\n  y\n".utf8))
        #expect(root?["a"]?.text == "x\ny\n")
        #expect(root?["b"]?.text == "x y")
    }
}
