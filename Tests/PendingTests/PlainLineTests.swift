import Facts
import Scanning
import Testing

@testable import Pending

@Suite struct `Plain lines` {
    private static let plainTexts = ["", "Сільпо", "ФОП «Кава»", "😀 ok", "UA21", "e\u{301}"]

    /// A line whose every member is read.
    private static let whole = Array(
        """
        {"v":1,"key":"1-240c9503-20260227-0546f27e24f268ac","batch":12,"state":"new","fact":{"account":"UA21","bank_id":"x7",\
        "date":"2026-02-27","time":"23:57:23","made_at":"2026-02-27T23:57:23-02:30","booked_on":"2026-03-01","value_on":"2026-03-02",\
        "amount":"-1036.93","currency":"UAH","original_amount":"25.1","original_currency":"USD","description":"Пекарня","memo":"хліб",\
        "counterparty":{"name":"ФОП Щедрик","iban":"UA99","tax_id":"123"},"bank_category":"їжа","merchant":"Щедрик","mcc":"0462",\
        "hold":false,"balance":"50000.00","balance_currency":"EUR","fee":"1.00","cashback":"10.36"},\
        "sources":[{"file":"home.csv","line":20,"layout":"monobank/csv"}],"suggestion":{"category":"groceries","confidence":0.985,\
        "level":"high","evidence":[]}}
        """.utf8)

    /// What a plain line says, made of texts.
    private func line(_ plain: PlainLine, _ s: Span<UInt8>) -> (StatementFact, LineSource, Int) {
        func text(_ ref: TextRef) -> String {
            var bytes: [UInt8] = []
            bytes.append(s.extracting(ref.range))
            return String(decoding: bytes, as: UTF8.self)
        }
        let fact = StatementFact(of: plain.fact, account: text(plain.account)) { text($0) }
        let source = LineSource(
            file: text(plain.sourceFile), line: Int(plain.fact.sourceLine),
            layout: text(plain.sourceLayout))
        return (fact, source, plain.batch)
    }

    private func expectAgreement(_ bytes: [UInt8]) throws -> Bool {
        guard let plain = PlainLine(bytes.span, in: bytes.indices) else { return false }
        let parsed = try QueueLine.parse(bytes.span)
        let (fact, source, batch) = line(plain, bytes.span)
        #expect(fact == parsed.fact)
        #expect([source] == parsed.sources)
        #expect(batch == parsed.batch)
        #expect(parsed.state == .new)
        return true
    }

    @Test func `say what the grammar reads of the same bytes`() throws {
        var dice = Dice(state: 11)
        var plain = 0
        for _ in 0..<4_000 {
            var line = randomLine(&dice, texts: Self.plainTexts)
            line.state = .new
            line.sources = [LineSource(file: "a.csv", line: 7, layout: "x/csv")]
            if try expectAgreement(written(line)) { plain += 1 }
        }
        // Those without an account are read by the grammar alone.
        #expect(plain > 2_000)
    }

    @Test func `are few where texts need escapes, and never read otherwise`() throws {
        var dice = Dice(state: 12)
        for _ in 0..<4_000 { _ = try expectAgreement(written(randomLine(&dice))) }
    }

    @Test func `with every member say what the grammar reads`() throws {
        #expect(try expectAgreement(Self.whole))
        var among = Array("before".utf8)
        among += Self.whole
        among += Array("behind".utf8)
        let plain = PlainLine(among.span, in: 6..<(6 + Self.whole.count))
        #expect(plain.map { line($0, among.span).0.merchant } == "Щедрик")
        #expect(plain.map { $0.rest.range.upperBound } == 6 + Self.whole.count)
    }

    @Test func `with any byte changed are read alike or not at all`() throws {
        let key = 14..<50
        let read = PlainLine(Self.whole.span, in: Self.whole.indices)
        let known = try #require(read)
        for at in 0..<known.rest.range.lowerBound where !key.contains(at) {
            for byte: UInt8 in [0x20, 0x22, 0x2C, 0x2D, 0x30, 0x39, 0x5C, 0x7D, 0x00, 0xD0, 0xFF] {
                var bytes = Self.whole
                bytes[at] = byte
                _ = try expectAgreement(bytes)
            }
        }
    }

    @Test func `cut anywhere are no trap`() throws {
        for end in 0..<Self.whole.count {
            let cut = Array(Self.whole[..<end])
            guard let plain = PlainLine(cut.span, in: cut.indices) else { continue }
            // Only what nobody looks at is cut.
            #expect(plain.rest.range.upperBound == end)
            #expect(throws: QueueFault.self) { try QueueLine.parse(cut.span) }
        }
    }

    @Test(arguments: [
        (",\"hold\"", ", \"hold\""), ("\"state\":\"new\"", "\"state\":\"ambiguous\""),
        ("Пекарня", "Пекарня\\n"), ("\"line\":20", "\"line\":020"),
        ("}],\"sugg", "},{\"file\":\"b\",\"line\":1}],\"sugg"), ("23:57:23-02", "23:57:24-02"),
        ("\"currency\":\"UAH\"", "\"currency\":\"UA\""), ("\"key\":\"1-", "\"key\":\"2-"),
    ])
    func `are none where anything is uncommon`(_ change: (from: String, to: String)) throws {
        let text = String(decoding: Self.whole, as: UTF8.self)
        let parts = text.split(
            separator: change.from, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let bytes = Array((parts[0] + change.to + parts[1]).utf8)
        let plain = PlainLine(bytes.span, in: bytes.indices)
        #expect(plain.map { $0.batch } == nil)
    }
}
