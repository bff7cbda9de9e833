import Testing
import TestKit

@testable import Scanning

@Suite struct `Terms of a filter` {
    private static let names = [
        "category": "category", "категорія": "category", "min": "min", "text": "text",
    ]

    private func terms(_ text: String) throws -> [FilterTerms.Term] {
        try FilterTerms([text], names: Self.names, amounts: ["min"]).terms
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// `name=value`, or `value` of a bare word, with `!` if it is quoted, and its column.
        let terms: [String]
        var testDescription: String { text }

        init(_ text: String, _ terms: String...) {
            self.text = text
            self.terms = terms
        }
    }

    @Test(arguments: [
        Case(""), Case("  \t\n "), Case("кава", "кава@1"), Case("нова пошта", "нова@1", "пошта@6"),
        Case("category:кава min:500", "category=кава@1", "min=500@15"),
        Case("text:\"нова пошта\"", "text=нова пошта!@1"), Case("CATEGORY:a", "category=a@1"),
        Case("text:«нова пошта» x", "text=нова пошта!@1", "x@19"),
        Case("\"min:5\"", "min:5!@1"), Case("“a b”c", "a bc!@1"),
        Case("category:=\"a b\"", "category==a b!@1"),
        Case(#"text:"a\"b\\c""#, #"text=a"b\c!@1"#), Case("12:30", "12:30@1"),
        Case("м'ясо", "м'ясо@1"), Case("категорія:x", "category=x@1"), Case("\"\"", "!@1"),
        Case("min:1 000 x", "min=1 000@1", "x@11"),
        Case("min:-1\u{A0}234 567,50", "min=-1\u{A0}234 567,50@1"),
        Case("min:1000 500", "min=1000@1", "500@10"), Case("min:1 00", "min=1@1", "00@7"),
        Case("min:1 0000", "min=1@1", "0000@7"), Case("min:\"1\" 000", "min=1!@1", "000@9"),
        Case("min:1,5 000", "min=1,5@1", "000@9"), Case("text:1 000", "text=1@1", "000@8"),
        Case("min:-5 -", "min=-5@1", "-@8"), Case("a,b", "a,b@1"), Case("text:a:b", "text=a:b@1"),
        Case(":) a) text:(x)", ":)@1", "a)@4", "text=(x)@7"), Case("\"or\" ore", "or!@1", "ore@6"),
    ])
    func `have a name, a value and a place`(_ test: Case) throws {
        let found = try terms(test.text).map {
            ($0.name.map { $0 + "=" } ?? "") + $0.value + ($0.isQuoted ? "!" : "")
                + "@\($0.place.column)"
        }
        #expect(found == test.terms)
    }

    @Test(arguments: [
        ("category:a,b", ["a", "b"], false), ("category:\"a, b\",«c»", ["a, b", "c"], false),
        ("-category:=a,-", ["=a", "-"], true), ("not:category:a", ["a"], true),
        ("-кава", ["кава"], true), ("-«нова пошта»", ["нова пошта"], true), ("-5", ["-5"], false),
        ("-", ["-"], false), ("a,b", ["a,b"], false), ("--a", ["--a"], false),
        ("notable", ["notable"], false), ("\"-a\"", ["-a"], false), ("not:a", ["a"], true),
    ])
    func `have alternatives, and may be excluded`(
        text: String, alternatives: [String], isNegated: Bool
    ) throws {
        let term = try #require(try terms(text).first)
        #expect(term.alternatives == alternatives && term.isNegated == isNegated)
    }

    @Test func `of two arguments are no silent number`() throws {
        func terms(_ arguments: String...) throws -> [FilterTerms.Term] {
            try FilterTerms(arguments, names: Self.names, amounts: ["min"]).terms
        }
        for arguments in [["a", "min:1", "000"], ["a", "min:1", "000,50 x"], ["a min:1", "000"]] {
            let fault = try #require(throws: FilterTerms.Fault.self) {
                try FilterTerms(arguments, names: Self.names, amounts: ["min"])
            }
            #expect(fault.kind == .numberApart(name: "min", number: "1 000"))
            #expect(fault.place == .init(line: 1, column: 3))
        }
        #expect(try terms("min:1000", "500").map(\.value) == ["1000", "500"])
        #expect(try terms("min:1", "\"000\"").map(\.value) == ["1", "000"])
    }

    @Test func `of options keep a comma before a blank`() {
        #expect(FilterTerms.Term(option: "category", "a, b,c").alternatives == ["a, b", "c"])
        #expect(FilterTerms.Term(option: "text", ",a,").value == ",a,")
    }

    @Test func `know their line`() throws {
        #expect(
            try terms("a\n  min:5").map(\.place)
                == [.init(line: 1, column: 1), .init(line: 2, column: 3)])
    }

    @Test(arguments: [
        ("кава \"нова", FilterTerms.Fault.Kind.quotationOpen, 6),
        ("x text:«a", .quotationOpen, 8), ("min:", .valueMissing("min"), 1),
        ("a min: 5", .valueMissing("min"), 3), ("a catgory:b", .unknownName("catgory"), 3),
        ("https://x", .unknownName("https"), 1), ("text:\"\"", .valueMissing("text"), 1),
        ("category:a,", .valueMissing("category"), 1), ("-catgory:b", .unknownName("catgory"), 2),
        ("a or", .alternativeMissing("or"), 3), ("або a", .alternativeMissing("або"), 1),
        ("a or Or b", .alternativeMissing("Or"), 6), ("a (b or)", .alternativeMissing("or"), 6),
        ("x ()", .alternativeMissing("()"), 3), ("a (b (c)", .bracketOpen, 3),
        ("-(a", .bracketOpen, 1), ("a (b catgory:c)", .unknownName("catgory"), 6),
    ])
    func `that are wrong have a column`(
        text: String, kind: FilterTerms.Fault.Kind, column: Int
    ) throws {
        let fault = try #require(throws: FilterTerms.Fault.self) { try terms(text) }
        #expect(fault.kind == kind && fault.place == .init(line: 1, column: column))
    }

    @Test func `have alternatives of each other, bound less than what stands together`() throws {
        func shape(_ alternatives: [[FilterTerms.Part]]) -> String {
            alternatives.map { parts in
                parts.map { part in
                    switch part {
                    case .term(let term): term.value
                    case .group(let group):
                        (group.isNegated ? "-" : "") + "[" + shape(group.alternatives) + "]"
                    }
                }.joined(separator: "&")
            }.joined(separator: "|")
        }
        for (text, wanted) in [
            ("a b or c", "a&b|c"), ("a (b OR c) d", "a&[b|c]&d"), ("-(a b) or (c)", "-[a&b]|[c]"),
            ("a або not:(min:5 000 або b)", "a|-[5 000|b]"), ("((a))", "[[a]]"), ("", ""),
        ] {
            let found = try FilterTerms([text], names: Self.names, amounts: ["min"])
            #expect(shape(found.alternatives) == wanted, "\(text)")
        }
        let deep = String(repeating: "(", count: 65) + "a" + String(repeating: ")", count: 65)
        let fault = try #require(throws: FilterTerms.Fault.self) { try terms(deep) }
        #expect(fault.kind == .bracketsTooDeep)
    }

    @Test func `written back are the same`() throws {
        var dice = Dice(state: 27)
        let letters = Array("ab(:),\"«»“”\\ \tїʼ-=").map(String.init)
        for _ in 0..<2_000 {
            let value = (0...Int.random(in: 0..<6, using: &dice)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &dice)]
            }.joined()
            let written = "text:" + FilterTerms.quoted(value)
            let found = try terms(written)
            #expect(found.map(\.value) == [value] && found[0].name == "text", "\(written)")
            let bare = try terms(FilterTerms.quoted(value))
            #expect(bare.map(\.value) == [value] && bare[0].name == nil)
        }
    }
}

extension FilterTerms {
    /// Those of a filter without brackets and alternatives.
    fileprivate var terms: [Term] {
        alternatives.flatMap { $0 }.compactMap { part in
            if case .term(let term) = part { term } else { nil }
        }
    }
}
