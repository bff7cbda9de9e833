import Categorizing
import Facts
import Importing
import Scanning
import TestKit
import Testing

/// A stage's lines in and out, as bytes.
private struct Piped {
    enum Stage: CaseIterable { case categorize, read }

    /// Everything that a stage answers to these pieces of its input.
    static func answers(_ stage: Stage, _ pieces: [[UInt8]]) throws -> [UInt8] {
        switch stage {
        case .categorize:
            var categories = PipedCategories(Categorizer(), sentence: \.word)
            return try run(&categories, pieces)
        case .read:
            var files = PipedFiles(sentence: \.word)
            return try run(&files, pieces)
        }
    }

    static func identities(_ text: String) throws -> [String] {
        var identities = PipedIdentities(sentence: \.word)
        return lines(try run(&identities, [Array(text.utf8)]))
    }

    static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func run<Stage: PipedStage & ~Copyable>(
        _ stage: inout Stage, _ pieces: [[UInt8]]
    ) throws -> [UInt8] {
        var cutter = LineCutter(lineBytesMax: Stage.lineBytesMax)
        var out = ByteWriter()
        for piece in pieces {
            try cutter.feed(piece.span) { try stage.answer($0, isCut: $1, to: &out) }
        }
        try cutter.finish { try stage.answer($0, isCut: $1, to: &out) }
        stage.finish(to: &out)
        return out.bytes
    }

    /// Good and hostile lines, each with its line feed.
    static func lines(_ stage: Stage, _ dice: inout Dice, count: Int) -> [[UInt8]] {
        (0..<count).map { number in
            var line = Array(good(stage, number, dice.roll(9)).utf8)
            switch dice.roll(6) {
            case 0: line = (0..<dice.roll(40)).map { _ in UInt8(dice.roll(256)) }
            case 1 where !line.isEmpty: line[dice.roll(line.count)] = UInt8(dice.roll(256))
            case 2: line.removeLast(dice.roll(line.count))
            default: break
            }
            line.removeAll { $0 == 0x0A }
            return line + [0x0A]
        }
    }

    private static func good(_ stage: Stage, _ number: Int, _ roll: Int) -> String {
        let shops = ["АТБ-Маркет", "SILPO 12", "Netflix.com", "Переказ", "\\u0410\\u0422\\u0411"]
        switch stage {
        case .categorize where roll == 0:
            return #"{"id":\#(number),"fact":{"date":"2026-01-02","amount":"-1.50","#
                + #""currency":"UAH","description":"Аптека","hold":false}}"#
        case .categorize:
            return #"{"id":"\#(number)","descriptor":"\#(shops[roll % 5])","amount":"-\#(number)","#
                + #""currency":"UAH"}"#
        case .read:
            let rows = (0..<roll).map { #"\nD2026-01-0\#(1 + $0 % 9)\nT\#($0 - 4).00\nPshop\n^"# }
            return #"{"id":"\#(number)","name":"a.qif","content":"!Type:Bank"#
                + rows.joined() + #""}"#
        }
    }
}

@Suite struct `Stages of engines` {
    @Test(arguments: 0..<draws(40, slow: 400))
    func `cut lines alike in any pieces`(_ seed: Int) {
        var dice = Dice(state: UInt64(seed))
        let bytes = (0..<dice.roll(400)).map { _ in
            dice.roll(7) == 0 ? 0x0A : UInt8(dice.roll(256))
        }
        let lineBytesMax = 1 + dice.roll(12)
        var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(
            Array.init)
        if expected.last == [] { expected.removeLast() }
        var cutter = LineCutter(lineBytesMax: lineBytesMax)
        var found: [[UInt8]] = []
        var cuts: [Bool] = []
        var at = 0
        func take(_ line: Span<UInt8>, _ isCut: Bool) {
            found.append(Array(line))
            cuts.append(isCut)
        }
        while at < bytes.count {
            let end = min(bytes.count, at + 1 + dice.roll(30))
            cutter.feed(Array(bytes[at..<end]).span, take)
            at = end
        }
        cutter.finish(take)
        #expect(found == expected.map { Array($0.prefix(lineBytesMax)) })
        #expect(cuts == expected.map { $0.count > lineBytesMax })
    }

    @Test(arguments: Piped.Stage.allCases, 0..<draws(6, slow: 60))
    private func `answer each line alike in any pieces and partitions`(
        _ stage: Piped.Stage, _ seed: Int
    ) throws {
        var dice = Dice(state: UInt64(seed + 100))
        let lines = Piped.lines(stage, &dice, count: 60)
        let whole = try Piped.answers(stage, [Array(lines.joined())])
        #expect(Piped.lines(whole).count == lines.count)
        var pieces: [[UInt8]] = []
        var rest = Array(lines.joined())[...]
        while !rest.isEmpty {
            let count = min(rest.count, 1 + dice.roll(50))
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(try Piped.answers(stage, pieces) == whole)
        #expect(try lines.flatMap { try Piped.answers(stage, [$0]) } == whole)
        for answer in Piped.lines(whole) {
            let value = try JSONValue.parse(answer.utf8.span)
            let result = value[stage == .read ? "rows" : "suggestion"]
            #expect((result == nil) != (value["rejected"] == nil), "\(answer)")
        }
    }

    struct Hostile: CustomTestStringConvertible {
        let line: String
        let answer: String
        var testDescription: String { String(line.prefix(50)) }

        init(_ line: String, _ answer: String) {
            self.line = line
            self.answer = answer
        }
    }

    private static let hostile: [Hostile] = [
        .init("", #"null,"rejected":{"reason":"not-json","column":1"#),
        .init("?", #"null,"rejected":{"reason":"not-json","column":1"#),
        .init(#"{"descriptor":"a"}"#, #"null,"rejected":{"reason":"member-missing","member":"id""#),
        .init(#"{"id":"7"}"#, #""7","rejected":{"reason":"member-missing","member":"descriptor""#),
        .init(#"{"id":null,"descriptor":"a"}"#, #"null,"rejected":{"reason":"wrong-type""#),
        .init(
            #"{"descriptr":"a","id":7}"#, #"7,"rejected":{"reason":"member-unknown","column":3"#),
        .init(
            #"{"id":7,"id":8,"descriptor":"a"}"#, #"7,"rejected":{"reason":"member-twice""#),
        .init(
            #"{"id":"7","descriptor":"\#(String(repeating: "x", count: 2 << 20))"}"#,
            #""7","rejected":{"reason":"line-too-long""#),
        .init(
            #"{"id":"7","descriptor":"\#(String(repeating: "x", count: 70_000))"}"#,
            #""7","rejected":{"reason":"field-too-long","member":"descriptor""#),
        .init(
            #"{"id":"7","descriptor":"a\u0000b"}"#,
            #""7","rejected":{"reason":"text-has-controls","member":"descriptor""#),
        .init("{\"id\":\"7\",\"descriptor\":\"a\0b\"}", #""7","rejected":{"reason":"not-json""#),
        .init(
            #"{"id":"7","descriptor":"a","mcc":"x"}"#,
            #""7","rejected":{"reason":"mcc-invalid","member":"mcc""#),
        .init(
            #"{"id":"7","descriptor":"a","amount":1e5}"#,
            #""7","rejected":{"reason":"amount-invalid","member":"amount""#),
        .init(
            #"{"id":"7","descriptor":"a","currency":"hryvnia"}"#,
            #""7","rejected":{"reason":"currency-invalid""#),
        .init(
            #"{"id":7,"fact":{"date":"2026-02-30","amount":"1"}}"#,
            #"7,"rejected":{"reason":"date-invalid","member":"fact.date""#),
        .init(
            #"{"id":7,"fact":{"date":"2026-02-03","amount":"1","hold":false},"memo":"a"}"#,
            #"7,"rejected":{"reason":"member-unknown""#),
        .init(
            String(repeating: "[", count: 100_000), #"null,"rejected":{"reason":"wrong-type""#),
        .init(
            #"{"id":7,"descriptor":"# + String(repeating: "[", count: 90),
            #"7,"rejected":{"reason":"wrong-type""#),
        .init(#"{"id":7,"descriptor":"a"} {}"#, #"7,"rejected":{"reason":"not-json""#),
    ]

    @Test(arguments: hostile)
    func `reject a line with its id and reason, and answer the next`(_ line: Hostile) throws {
        let good = #"{"id":"8","descriptor":"Аптека"}"#
        let lines = Piped.lines(
            try Piped.answers(.categorize, [Array("\(line.line)\n\(good)".utf8)]))
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"id":"# + line.answer) == true, "\(lines)")
        #expect(lines.last?.hasPrefix(#"{"id":"8","suggestion":{"category":"health"#) == true)
    }

    @Test func `take byte-order marks, CRLF and a last line without an end`() throws {
        let line = #"{"id":"7","descriptor":"Аптека"}"#
        let plain = try Piped.answers(.categorize, [Array((line + "\n").utf8)])
        for form in ["\u{FEFF}\(line)\n", "\(line)\r\n", line, "  \(line) \n"] {
            #expect(try Piped.answers(.categorize, [Array(form.utf8)]) == plain)
        }
        #expect(try Piped.answers(.categorize, []) == [])
    }

    @Test func `read files in base64, and reject what is none`() throws {
        func answer(_ record: String) throws -> String {
            Piped.lines(try Piped.answers(.read, [Array(record.utf8)])).joined()
        }
        let plain = try answer(
            #"{"id":1,"name":"a.qif","content":"!Type:Bank\nD2026-01-02\nT-1.50\nPa\n^"}"#)
        #expect(plain.hasPrefix(#"{"id":1,"rows":[{"account":"#), "\(plain)")
        #expect(
            try answer(
                #"{"id":1,"name":"a.qif","content_base64":"#
                    + #""IVR5cGU6QmFuawpEMjAyNi0wMS0wMgpULTEuNTAKUGEKXg=="}"#) == plain)
        for wrong in ["Z", "ZGF=ZGF0", "ZGF1*A==", "ZGF1ZH==", "===="] {
            let found = try answer(#"{"id":1,"content_base64":"\#(wrong)"}"#)
            #expect(found.contains(#""reason":"wrong-type","member":"content_base64""#), "\(found)")
        }
        #expect(try answer(#"{"id":1}"#).contains(#""member":"content""#))
        #expect(try answer(#"{"id":1,"content":""}"#).contains(#""reason":"file-empty""#))
        #expect(try answer(#"{"id":1,"content":"Dear Sir"}"#).contains(#""rejected""#))
        // "%PDF-1.7" and a line feed.
        let pdf = try answer(#"{"id":1,"content_base64":"JVBERi0xLjcK"}"#)
        #expect(pdf.contains(#""reason":"format-unknown""#), "\(pdf)")
    }

    /// The answer is one line, which grows with the rows: its limit is that of the memory.
    @Test func `reject a file whose rows are too many for a line`() throws {
        let row = #"D2026-01-02\nT1\nPa\n^\n"#
        let record =
            #"{"id":1,"content":"!Type:Bank\n\#(String(repeating: row, count: 80_000))"}"#
        let next = #"{"id":2,"content":"!Type:Bank\n\#(row)"}"#
        let lines = Piped.lines(try Piped.answers(.read, [Array("\(record)\n\(next)".utf8)]))
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix(#"{"id":1,"rejected":{"reason":"limit-exceeded""#))
        #expect(lines[1].hasPrefix(#"{"id":2,"rows":[{"#))
    }

    @Test func `name rows of a file that were not read`() throws {
        let answer = Piped.lines(
            try Piped.answers(
                .read,
                [
                    Array(
                        #"{"id":1,"content":"!Type:Bank\nD2026-01-02\nT-1.50\nPa\n^\nD2026-01-03\nTx\nPb\n^\n"}"#
                            .utf8)
                ])
        ).joined()
        #expect(answer.hasSuffix(#"],"refused":[{"line":7,"reason":"amount-not-a-number"}]}"#))
    }

    private static func fact(
        _ id: Int, day: Int, amount: String = "-5.00", account: String = "mono", more: String = ""
    ) -> String {
        #"{"id":\#(id),"fact":{"account":"\#(account)","date":"2026-01-0\#(day)","#
            + #""amount":"\#(amount)","currency":"UAH","description":"a","hold":false\#(more)}}"#
            + "\n"
    }

    @Test func `count equal rows, and know repeated ones`() throws {
        let rows = try Piped.identities(
            Self.fact(1, day: 1) + Self.fact(2, day: 1) + "?\n" + Self.fact(3, day: 2))
        #expect(rows.count == 4)
        #expect(Set(rows).count == 4)
        #expect(rows[2].hasPrefix(#"{"id":null,"rejected""#))
        func bank(_ id: Int, _ day: Int, _ number: String, amount: String = "-5.00") -> String {
            Self.fact(id, day: day, amount: amount).replacing(
                #""date""#, with: #""bank_id":"\#(number)","date""#)
        }
        let known = try Piped.identities(
            bank(1, 1, "x") + bank(2, 1, "x") + "\n" + bank(3, 1, "y")
                + bank(4, 3, "y", amount: "1"))
        #expect(known.count == 5)
        #expect(known[1].contains(#""state":"repeated","because":"bank-id""#), "\(known)")
        let keys = known.map { $0.split(separator: "\"").first { $0.hasPrefix("1-") } }
        #expect(keys[0] == keys[1] && keys[0] != keys[3])
        #expect(known[4].contains(#""state":"conflict","with":""#), "\(known)")
    }

    @Test func `refuse rows of another account or an earlier day by their line`() {
        #expect(throws: PipedRefusal(kind: .otherAccount, line: 3)) {
            try Piped.identities(
                Self.fact(1, day: 1) + "\n" + Self.fact(2, day: 1, account: "cash"))
        }
        #expect(throws: PipedRefusal(kind: .earlierDay, line: 2)) {
            try Piped.identities(Self.fact(1, day: 2) + Self.fact(2, day: 1))
        }
    }
}
