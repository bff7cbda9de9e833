import Facts
import Scanning
import TestKit
import Testing

@testable import Pending

/// A generator of lines that repeats itself from its seed.
struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mix(state)
    }
}

private let anyTexts = [
    "", "Сільпо", "a\"b\\c", "tab\tline\nend", "\u{2028}x\u{7F}", "😀 ok", "ФОП «Кава»",
    String(repeating: "довгий ", count: 40), "\u{0}nul", "e\u{301}",
]

private func money(_ dice: inout Dice, _ currency: Currency) -> Money {
    let mantissa = Int64.random(in: -9_000_000_000_000...9_000_000_000_000, using: &dice)
    return
        (try? Money(
            mantissa: mantissa, writtenScale: UInt8.random(in: 0...4, using: &dice),
            currency: currency))
        ?? Money(minorUnits: 1, currency: currency)
}

private func randomFact(_ dice: inout Dice, _ texts: [String]) -> StatementFact {
    let currencies: [Currency] = [.uah, .usd, Currency(code: "VND")!, Currency(code: "KWD")!]
    let own = currencies.randomElement(using: &dice) ?? .uah
    func text() -> String { texts.randomElement(using: &dice) ?? "" }
    func chance() -> Bool { Bool.random(using: &dice) }
    var made = CivilMoment(
        day: CalendarDate(daysSince1970: Int32.random(in: -20_000...60_000, using: &dice)))
    if chance() { made.second = Int32.random(in: 0...86_400, using: &dice) }
    if made.hasTime, chance() { made.offsetMinutes = Int16.random(in: -840...840, using: &dice) }
    var fact = StatementFact(account: text(), made: made, amount: money(&dice, own))
    for field in FactText.allCases { fact[field] = text() }
    for field in FactDay.allCases where chance() {
        fact[field] = made.day.adding(days: Int32.random(in: -1...2, using: &dice))
    }
    for field in FactMoney.allCases where chance() {
        fact[field] = money(&dice, field.isInLineCurrency && chance() ? own : .usd)
    }
    fact.mcc = chance() ? UInt16.random(in: 1...9_999, using: &dice) : 0
    fact.isHold = chance()
    return fact
}

func randomLine(_ dice: inout Dice, texts: [String] = anyTexts) -> QueueLine {
    let fact = randomFact(&dice, texts)
    func text() -> String { texts.randomElement(using: &dice) ?? "" }
    func randomKey() -> LineKey {
        LineKey(
            account: UInt32.random(in: 0...(.max), using: &dice),
            day: CalendarDate(daysSince1970: Int32.random(in: 0...30_000, using: &dice)),
            rest: UInt64.random(in: 0...(.max), using: &dice))
    }
    var line = QueueLine(
        key: randomKey(), batch: Int.random(in: 0...99_999, using: &dice),
        state: QueueLine.State.allCases.randomElement(using: &dice) ?? .new, fact: fact)
    line.sources = [LineSource(file: "a\(text())", line: 7, layout: text())]
    if Bool.random(using: &dice) {
        line.suggestion = Suggestion(
            category: "groceries", permille: Int.random(in: 1...1_000, using: &dice),
            evidence: Evidence.Source.allCases.map {
                Evidence(
                    source: $0, subject: text(), category: "groceries", origin: text(),
                    isWeak: Bool.random(using: &dice))
            }, payee: text(), transferTo: text(), tags: [text()])
    }
    if Bool.random(using: &dice) { line.related = [randomKey(), randomKey()] }
    func parts() -> [Decision.Split] {
        func canonical(_ units: Int64) -> Money {
            (try? Money(
                mantissa: units, writtenScale: fact.amount.scale, currency: fact.amount.currency))
                ?? fact.amount
        }
        return [
            .init(category: "a", amount: canonical(1), note: text()),
            .init(category: "b", amount: canonical(fact.amount.units - 1)),
        ]
    }
    if Bool.random(using: &dice) {
        line.decision = Decision(
            verdict: .approve, category: text(), payee: text(), note: nil, tags: [text(), "x"],
            splits: parts(), transferTo: "")
        if Bool.random(using: &dice) {
            line.decision?.isRecorded = true
            line.decision?.transferWith = line.key
            line.decision?.notTransferWith = [line.key, line.key]
        }
    }
    if line.suggestion.permille > 900 {
        line.suggestion.splits = parts()
    } else if line.suggestion.permille > 800 {
        line.suggestion.isDismissal = true
    }
    if Bool.random(using: &dice) { line.extra = Array(",\"mine\": {\"a\":[1, 2.50]}".utf8) }
    return line
}

func written(_ line: QueueLine) -> [UInt8] {
    var out = ByteWriter()
    line.append(to: &out)
    return out.bytes
}

@Suite struct `Queue lines` {
    @Test(arguments: 0..<400)
    func `what was written reads back the same`(seed: Int) throws {
        var dice = Dice(state: UInt64(seed))
        let line = randomLine(&dice)
        let bytes = written(line)
        #expect(try QueueLine.parse(bytes.span) == line)
        #expect(
            try String(decoding: written(QueueLine.parse(bytes.span)), as: UTF8.self)
                == String(decoding: bytes, as: UTF8.self))
    }

    @Test func `lines say the same whether or not those before them are known`() throws {
        var dice = Dice(state: 5)
        let known = KnownSuggestions()
        var numbers: [UInt32: [UInt8]] = [:]
        for _ in 0..<600 {
            var line = randomLine(&dice)
            // The same words with the suggestion of another line, and now and then one never seen.
            if Bool.random(using: &dice) { line.fact.description = anyTexts[2] }
            if Int.random(in: 0..<9, using: &dice) == 0 {
                line.suggestion.payee = "\(dice.next()) крамниця"
            }
            let bytes = written(line)
            #expect(try QueueLine.parse(bytes.span, known) == line)
            let suggested = SuggestionJSON.bytes(of: line.suggestion)
            if suggested.isEmpty {
                #expect(known.number == 0)
            } else {
                #expect(known.number != 0)
                #expect(numbers[known.number] ?? suggested == suggested)
                numbers[known.number] = suggested
            }
        }
        #expect(Set(numbers.values).count == numbers.count)
    }

    @Test func `a known suggestion hides nothing that is wrong behind it`() throws {
        let known = KnownSuggestions()
        var dice = Dice(state: 6)
        var line = randomLine(&dice)
        line.suggestion = Suggestion(category: "groceries", permille: 970)
        line.related = []
        line.decision = nil
        line.extra = []
        let bytes = written(line)
        _ = try QueueLine.parse(bytes.span, known)
        for tail in ["", "]", "}}", ",}", "x}", ",\"suggestion\":{}}", ",\"v\":1}"] {
            let text = Array(bytes.dropLast()) + Array(tail.utf8)
            var faults: [QueueFault?] = []
            for pool in [nil, known] {
                do throws(QueueFault) {
                    _ = try QueueLine.parse(text.span, pool)
                    Issue.record("read \(tail)")
                } catch {
                    faults.append(error)
                }
            }
            #expect(faults.first == faults.last)
        }
    }

    @Test(arguments: 0..<200)
    func `a batch and a fact of its own write the same bytes`(seed: Int) throws {
        var dice = Dice(state: UInt64(seed) &+ 1_000)
        let fact = randomFact(&dice, anyTexts)
        var batch = LineBatch()
        var line = StatementLine()
        line.sourceLine = 18
        line.made = fact.made
        line.amount = fact.amount
        for field in FactDay.allCases { line[field] = fact[field] }
        for field in FactMoney.allCases { line[field] = fact[field] }
        // Another order than the writer's.
        for field in FactText.allCases.reversed() { line[field] = batch.add(fact[field]) }
        line.mcc = fact.mcc
        line.isHold = fact.isHold
        let suggestion = Suggestion(category: "groceries", permille: 970)
        let key = LineKey(account: 0xAB, day: fact.made.day, rest: 5)
        var frame = QueueFrame(
            batch: 3, file: "march.json".utf8.span, layout: "monobank/json".utf8.span)
        frame.setAccount(fact.account.utf8.span)
        var fast = ByteWriter()
        QueueLine.append(
            key: key, line: line, arena: batch.arena.span,
            frame: frame, suggestion: SuggestionJSON.bytes(of: suggestion).span, to: &fast)
        let slow = written(
            QueueLine(
                key: key, batch: 3, fact: fact,
                sources: [LineSource(file: "march.json", line: 18, layout: "monobank/json")],
                suggestion: suggestion))
        #expect(fast.bytes == slow + [0x0A])
        // With the day and account of its key at hand, and with those of other lines.
        for (day, account) in [
            (fact.made.day, UInt32(0xAB)), (fact.made.day, 0xAC),
            (fact.made.day.adding(days: 1), 0xAB),
        ] {
            frame.setDay(day, keyAccount: account)
            fast.removeAll()
            QueueLine.append(
                key: key, line: line, arena: batch.arena.span,
                frame: frame, suggestion: SuggestionJSON.bytes(of: suggestion).span, to: &fast)
            #expect(fast.bytes == slow + [0x0A])
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func `each of the new lines gets the hash of its fact`(count: Int) {
        let facts = (0..<count).map { number in
            var fact = StatementFact(
                account: "white", made: CivilMoment(day: CalendarDate(daysSince1970: 20_000)),
                amount: Money(minorUnits: Int64(number), currency: .uah))
            fact.description = String(repeating: "Сільпо ", count: number * 7 % 5)
            return fact
        }
        var lines = NewLines()
        for round in 0..<2 {
            for fact in facts {
                let key = LineKey(account: 1, day: fact.made.day, rest: 5)
                let start = lines.writer.count
                let written = QueueLine(key: key, batch: 1, fact: fact).append(to: &lines.writer)
                lines.writer.append("\n")
                lines.add(identity(key), from: start, fact: written)
            }
            var hashes: [UInt32] = []
            lines.withRecords(behind: 1_000 * round) { words in
                for at in stride(from: 0, to: words.count, by: IndexRecord.words) {
                    let record = IndexRecord(words.extracting(at..<(at + IndexRecord.words)))
                    hashes.append(record.factHash)
                }
            }
            #expect(hashes == facts.map { FactJSON.hash(of: $0) })
            lines.removeAll()
        }
    }

    private func identity(_ key: LineKey) -> LineIdentity {
        LineIdentity(
            key: key, account: 1, day: key.day, second: -1, units: 1, currency: 0, scale: 2,
            isHold: false, occurrence: 0, bankID: 0, original: 0, balance: 0, text: 0)
    }

    @Test func `the written form is the one others rely on`() {
        var fact = StatementFact(
            account: "UA213223130000026007233566001",
            made: CivilMoment(
                day: CalendarDate(year: 2025, month: 3, day: 14)!, second: 66_125,
                offsetMinutes: 120), amount: Money(minorUnits: -12_550, currency: .uah))
        fact.bankID = "ZuHWzqkKGVo="
        fact.description = "Сільпо"
        fact.counterpartyName = "Фоззі"
        fact.mcc = 5_411
        fact.originalAmount = Money(minorUnits: -300, currency: .usd)
        fact.balance = Money(minorUnits: 1_043_210, currency: .uah)
        var out = ByteWriter()
        FactJSON.append(fact: fact, to: &out)
        #expect(
            String(decoding: out.bytes, as: UTF8.self)
                == #"{"account":"UA213223130000026007233566001","bank_id":"ZuHWzqkKGVo=","#
                + #""date":"2025-03-14","time":"18:22:05","made_at":"2025-03-14T18:22:05+02:00","#
                + #""amount":"-125.50","currency":"UAH","original_amount":"-3.00","#
                + #""original_currency":"USD","description":"Сільпо","counterparty":{"name":"Фоззі"},"#
                + #""mcc":"5411","hold":false,"balance":"10432.10"}"#)
    }

    @Test(arguments: [
        // ↓ marks the place and is taken out.
        (#"{"v":↓2,"key":"K","batch":1,"state":"new","fact":F}"#, "queue-version-from-future", "v"),
        (#"{"v":↓0,"key":"K","batch":1,"state":"new","fact":F}"#, "queue-version-unknown", "v"),
        (#"{"v":1,"key":"↓oops","batch":1,"state":"new","fact":F}"#, "queue-key-invalid", "key"),
        (#"{"v":1,"key":"K","batch":"↓1","state":"new","fact":F}"#, "queue-wrong-type", "batch"),
        (#"{"v":1,"key":"K","batch":↓-1,"state":"new","fact":F}"#, "queue-number-invalid", "batch"),
        (#"{"v":1,"key":"K","batch":1,"state":"↓old","fact":F}"#, "queue-state-unknown", "state"),
        (
            #"{"v":1,"key":"K","batch":1,"state":"new","↓key":"K","fact":F}"#, "queue-member-twice",
            ""
        ),
        (#"↓{"v":1,"key":"K","batch":1,"state":"new"}"#, "queue-member-missing", "fact"),
        (#"{"v":1,"key":"K","batch":1,"state":"new","fact":↓[]}"#, "queue-wrong-type", "fact"),
        (#"{"v":1,"fact":{"Дата":1,"date":"2025-03-14"}}"#, "queue-member-unknown", "fact"),
        (
            #"{"v":1,"fact":{"date":"2025-03-14","amount":"↓1,5","currency":"UAH"}}"#,
            "queue-amount-invalid", "fact.amount"
        ),
        (
            #"{"v":1,"fact":{"date":"2025-03-14","amount":"↓99999999999999999","currency":"BHD"}}"#,
            "queue-amount-invalid", "fact.amount"
        ),
        (#"{"v":1,"fact":{"date":"↓2025-02-30"}}"#, "queue-date-invalid", "fact.date"),
        (#"{"v":1,"fact":{"time":"↓24:00:00"}}"#, "queue-time-invalid", "fact.time"),
        (#"{"v":1,"fact":{"mcc":"↓54"}}"#, "queue-mcc-invalid", "fact.mcc"),
        (#"{"v":1,"fact":{"currency":"↓грн"}}"#, "queue-currency-invalid", "fact.currency"),
        (
            #"{"v":1,"fact":{"date":"2025-03-14","amount":"1","made_at":"↓2025-03-15T00:00:00Z"}}"#,
            "queue-moments-disagree", "fact.made_at"
        ),
        (
            #"{"v":1,"suggestion":{"confidence":↓1.5}}"#, "queue-confidence-invalid",
            "suggestion.confidence"
        ),
        (#"{"v":1,"suggestion":{"level":"↓sure"}}"#, "queue-level-unknown", "suggestion.level"),
        (#"{"v":1,"decision":{"action":"↓aprove"}}"#, "queue-action-unknown", "decision.action"),
        (
            #"{"v":1,"key":"K","batch":1,"state":"new","fact":F,"decision":{"↓splits":[{"category":"a","amount":"-1.00"}]}}"#,
            "queue-splits-do-not-sum", "decision.splits"
        ),
        (
            #"{"v":1,"key":"K","batch":1,"state":"new","fact":F,"decision":{"↓splits":[{"category":"a","amount":"-1.005"},{"category":"b","amount":"0.005"}]}}"#,
            "queue-amount-invalid", "decision.splits.amount"
        ),
        (
            #"{"v":1,"key":"K","batch":1,"state":"new","fact":F,"decision":{"↓splits":[{"category":"a","amount":"0.00"}]}}"#,
            "queue-amount-invalid", "decision.splits.amount"
        ),
        (#"{"v":1,"Ключ":1,"sources":[{"file":"ї",↓"line":1}]]"#, "queue-not-json", ""),
        (#"{"v":1↓"#, "queue-not-json", ""),
    ])
    func `what is wrong is named with its place`(
        _ marked: String, _ kind: String, _ member: String
    ) throws {
        let key = LineKey(account: 1, day: CalendarDate(daysSince1970: 20_000), rest: 2).text
        let filled = marked.replacing("K", with: key).replacing(
            "F", with: #"{"date":"2025-03-14","amount":"-2.00","currency":"UAH"}"#)
        let place = filled.unicodeScalars.firstIndex(of: "↓")
        let column = place.map {
            filled.unicodeScalars.distance(from: filled.unicodeScalars.startIndex, to: $0) + 1
        }
        let text = filled.replacing("↓", with: "")
        do throws(QueueFault) {
            _ = try QueueLine.parse(text.utf8.span)
            Issue.record("read without a word")
        } catch {
            let problem = QueueProblem(error, line: 9, of: text.utf8.span)
            #expect(problem.kind.rawValue == kind)
            #expect(problem.member == member)
            #expect(problem.line == 9)
            if let column, kind != "queue-not-json" || text.hasSuffix("1") {
                #expect(problem.column == column)
            }
        }
    }

    @Test func `every cut of a line is refused, none crashes`() {
        var dice = Dice(state: 5)
        for _ in 0..<draws(2, slow: 20) {
            let bytes = written(randomLine(&dice))
            for count in 0..<bytes.count {
                #expect(throws: QueueFault.self) {
                    try QueueLine.parse(Array(bytes[..<count]).span)
                }
            }
            for _ in 0..<300 {
                var changed = bytes
                changed[Int.random(in: 0..<changed.count, using: &dice)] = UInt8.random(
                    in: 0...255, using: &dice)
                _ = try? QueueLine.parse(changed.span)
            }
        }
    }

    @Test func `a decision from a file meets its line's currency`() throws {
        let key = LineKey(account: 1, day: CalendarDate(daysSince1970: 20_000), rest: 2)
        let text =
            #"{"key":"\#(key.text)","decision":{"action":"approve","splits":[{"category":"a","amount":"-1"},{"category":"b","amount":-1.5}]}}"#
        let keyed = try KeyedDecision.parse(text.utf8.span)
        #expect(keyed.key == key)
        let decision = try keyed.written.decision(about: Money(minorUnits: -250, currency: .uah))
        #expect(decision.splits?.map(\.amount.units) == [-100, -150])
        #expect(throws: QueueFault.self) {
            try keyed.written.decision(about: Money(minorUnits: -251, currency: .uah))
        }
    }
}
