import Facts
import Documents
import Tables
import Scanning
import TestKit
import Testing
import Reading

/// Reads a text by the layouts that come with the program, or by one given.
private func reader(_ text: String, _ layouts: LayoutSet = .builtIn) -> any StatementReader {
    text.drop(while: \.isWhitespace).first == "<"
        ? XMLRecordReader(file: "f", layouts: layouts)
        : JSONRecordReader(file: "f", layouts: layouts)
}

private func report(_ text: String, _ layouts: LayoutSet = .builtIn) -> ReaderReport {
    ReaderReport(Array(text.utf8), cutAt: [], by: reader(text, layouts))
}

private func layout(_ yaml: String) throws -> Layout {
    try Layout(yaml: Array(yaml.utf8), file: "own.yaml", rank: .own)
}

private func own(_ yaml: String) throws -> LayoutSet {
    LayoutSet(only: [try layout(yaml)])
}

private let plain = """
    layout: own/json
    bank: own
    zone: Europe/Kyiv
    format: json
    requires: [day, sum]
    dates: [yyyy-mm-dd]
    columns: {made: day, amount: sum, currency: unit, description: text, id: id, account: ^account}
    optional: [currency, description, id, account]

    """

@Suite struct `Record layouts` {
    struct Example: Sendable, CustomTestStringConvertible {
        let layout: String
        let text: String
        let rows: [[String: String]]
        var testDescription: String { layout }
    }

    /// The examples that built-in layouts of records carry.
    static let examples: [Example] = Layouts.embedded.flatMap { file -> [Example] in
        guard let root = try? YAMLNode.parse(file.bytes), root["format"] != nil else { return [] }
        return (root["examples"]?.items ?? []).map { item in
            Example(
                layout: root["layout"]?.text ?? "", text: item["text"]?.text ?? "",
                rows: (item["rows"]?.items ?? []).map { row in
                    Dictionary(
                        uniqueKeysWithValues: row.pairs.map { ($0.key, $0.value.text ?? "") })
                })
        }
    }

    @Test func `every bank's file carries an example`() {
        let layouts = LayoutSet.builtIn.all.filter { layout in
            Self.examples.contains { $0.layout == layout.name }
        }
        #expect(layouts.count >= 8)
    }

    @Test(arguments: examples)
    func `an example reads as its rows say`(_ example: Example) throws {
        let file = TemporaryFile(Array(example.text.utf8), name: "example")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.rejections == [])
        #expect(reading.layout == example.layout)
        #expect(reading.batch.lines.count == example.rows.count)
        for (line, row) in zip(reading.batch.lines, example.rows) {
            let batch = reading.batch
            #expect(line.localDay.text == row["date"])
            #expect(line.amount.text == row["amount"])
            #expect(line.amount.currency.code == row["currency"])
            #expect(batch.string(line.description) == row["description"] ?? "")
            if let id = row["bank_id"] { #expect(batch.string(line.bankID) == id) }
            if let mcc = row["mcc"] { #expect("\(line.mcc)" == mcc) }
            if let balance = row["balance"] { #expect(line.balance?.text == balance) }
            #expect(line.isHold == (row["hold"] == "true"))
        }
    }

    @Test(arguments: examples)
    func `cuts in the bytes change nothing`(_ example: Example) {
        let problems = verifyReader(Array(example.text.utf8)) { reader(example.text) }
        #expect(problems == [])
    }

    @Test(arguments: examples)
    func `no damage traps or depends on cuts`(_ example: Example) {
        let original = Array(example.text.utf8)
        var random = UInt64(20_261_121)
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        let replacements = Array("<>/&;!-[]?\"'{}:,. 0159eE+\n\\@#".utf8)
        for _ in 0..<draws(60, slow: 400) {
            var bytes = original
            for _ in 0...next(3) {
                let at = next(bytes.count)
                guard bytes[at] < 0x80 else { continue }
                switch next(4) {
                case 0: bytes.remove(at: at)
                case 1:
                    let end = min(bytes.count, at + next(40))
                    bytes.insert(contentsOf: bytes[at..<end].filter { $0 < 0x80 }, at: at)
                default: bytes[at] = replacements[next(replacements.count)]
                }
            }
            let whole = ReaderReport(bytes, cutAt: [], by: reader(example.text))
            let cut = next(bytes.count)
            let halves = ReaderReport(bytes, cutAt: [cut], by: reader(example.text))
            if whole != halves {
                Issue.record("cut at \(cut) of \(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let yaml: String
        let problem: String
        var testDescription: String { problem }
    }

    @Test(arguments: [
        Wrong(yaml: "format: table", problem: "not one of json, xml"),
        Wrong(yaml: "format: json\nepoch: days", problem: "not one of seconds, milliseconds"),
        Wrong(yaml: "format: json\nhold: [{member: a}]", problem: "not a condition"),
        Wrong(yaml: "format: json\nhold: [{member: a, like: b}]", problem: "unknown key"),
        Wrong(yaml: "format: json\nwording: {rules: [{kind: true}]}", problem: "key is missing"),
        Wrong(yaml: "format: json\nwording: {rules: [{starts: a}]}", problem: "not a rule"),
        Wrong(
            yaml: "format: json\nshapes: [{columns: {amount: ~}}]",
            problem: "no column for the amount"),
        Wrong(yaml: "minor_units: true", problem: "unknown key"),
    ])
    func `a wrong layout is refused`(_ c: Wrong) {
        let yaml = "layout: a\ndates: [dd.mm.yyyy]\ncolumns: {made: D, amount: A}\n" + c.yaml + "\n"
        do throws(LayoutProblem) {
            _ = try Layout(yaml: Array(yaml.utf8), file: "x.yaml", rank: .own)
            Issue.record("accepted")
        } catch {
            #expect(error.problem == c.problem)
        }
    }

    @Test func `tables do not see layouts of records`() throws {
        let table = "day,sum\n2026-01-02,1.00\n"
        let read = ReaderReport(
            Array(table.utf8), cutAt: [], by: CSVReader(file: "f", layouts: try own(plain)))
        #expect(read.failure?.hasPrefix("layout-unknown") == true)
    }
}

@Suite struct `Records of JSON` {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let json: String
        let says: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(
            name: "a true", json: #"{"day":"2026-01-02","sum":true}"#,
            says: "value-of-wrong-type sum"),
        Row(
            name: "an object", json: #"{"day":"2026-01-02","sum":{"x":1}}"#,
            says: "value-of-wrong-type sum"),
        Row(
            name: "a list", json: #"{"day":["2026-01-02"],"sum":1}"#,
            says: "value-of-wrong-type day"),
        Row(name: "null", json: #"{"day":"2026-01-02","sum":null}"#, says: "amount-missing sum"),
        Row(
            name: "a word", json: #"{"day":"2026-01-02","sum":"ten"}"#,
            says: "amount-not-a-number sum"),
        Row(
            name: "twenty digits", json: #"{"day":"2026-01-02","sum":12345678901234567890}"#,
            says: "amount-overflow sum"),
        Row(
            name: "a key twice", json: #"{"day":"2026-01-02","sum":1,"sum":2}"#,
            says: "value-of-wrong-type sum"),
        Row(
            name: "an escaped key twice", json: #"{"day":"2026-01-02","sum":1,"s\u0075m":2}"#,
            says: "value-of-wrong-type sum"),
        Row(name: "no day", json: #"{"day":"2026-02-30","sum":1}"#, says: "date-not-a-day day"),
        Row(name: "a missing member", json: #"{"sum":1}"#, says: "value-missing day"),
        Row(name: "nothing at all", json: "{}", says: "value-missing day"),
        Row(
            name: "a NUL", json: #"{"day":"2026-01-02","sum":1,"text":"a\u0000b"}"#,
            says: "text-has-controls text"),
        Row(
            name: "a text that is true", json: #"{"day":"2026-01-02","sum":1,"text":true}"#,
            says: "value-of-wrong-type text"),
        Row(
            name: "a currency that is none", json: #"{"day":"2026-01-02","sum":1,"unit":"123"}"#,
            says: "currency-unknown unit"),
    ])
    func `a wrong value rejects its row and no other`(_ row: Row) throws {
        let good = #"{"day":"2026-01-02","sum":-5.5,"unit":980}"#
        let read = report("[\(good),\n  \(row.json),\n\(good)]", try own(plain))
        #expect(read.failure == nil)
        #expect(read.lines.count == 2)
        #expect(read.rejections.count == 1)
        let rejection = read.rejections.first ?? ""
        #expect(rejection.contains(row.says), "\(rejection)")
        #expect(rejection.hasPrefix("2:"), "\(rejection)")
        #expect(rejection.contains("/1"), "\(rejection)")
    }

    @Test(arguments: ["1e3", "-638.9E2", "0.1e-5"])
    func `an exponent is exact or refused`(number: String) throws {
        let read = report(
            #"[{"day":"2026-01-02","sum":1},{"day":"2026-01-02","sum":\#(number)}]"#, try own(plain)
        )
        let isExact =
            number == "1e3" && read.lines.last?.contains("amount=1000.00") == true
            || number == "-638.9E2" && read.lines.last?.contains("amount=-63890.00") == true
            || number == "0.1e-5" && read.lines.last?.contains("amount=0.000001") == true
        #expect(read.rejections.count == 1 || isExact)
    }

    @Test func `texts keep escapes and pairs of surrogates`() throws {
        let read = report(
            #"[{"day":"2026-01-02","sum":1,"text":"\u0407жа \ud83c\udf55 \"x\"\n\/"}]"#,
            try own(plain))
        #expect(read.lines.first?.hasSuffix(#"description=Їжа 🍕 "x" /"#) == true)
        let lone = report(#"[{"day":"2026-01-02","sum":1,"text":"\ud83c"}]"#, try own(plain))
        #expect(lone.lines == [])
        #expect(lone.failure != nil)
    }

    @Test(arguments: [
        #"[{"day":"2026-01-02","sum":1},{"day":"2026-01-03","sum":2}]"#,
        #"{"day":"2026-01-02","sum":1}"# + "\n" + #"{"day":"2026-01-03","sum":2}"#,
        #"{"a":{"b":[{"day":"2026-01-02","sum":1},{"day":"2026-01-03","sum":2}]},"n":[1,2]}"#,
        #"{"x":[{"day":"2026-01-02","sum":1}]}"# + "\n" + #"{"x":[{"day":"2026-01-03","sum":2}]}"#,
    ])
    func `records are found wherever they stand`(json: String) throws {
        let read = report(json, try own(plain))
        #expect(read.failure == nil)
        #expect(read.lines.count == 2)
        #expect(read.rejections == [])
        #expect(
            verifyReader(Array(json.utf8)) { reader(json, (try? own(plain)) ?? .builtIn) } == [])
    }

    @Test func `elements that are no objects are rejected`() throws {
        let read = report(
            #"[{"day":"2026-01-02","sum":1},null,7,["x"],"y",{"day":"2026-01-03","sum":2}]"#,
            try own(plain))
        #expect(read.lines.count == 2)
        #expect(read.rejections.count == 4)
    }

    @Test func `what encloses the records names their account`() throws {
        let read = report(
            #"[{"account":"A","x":[{"day":"2026-01-02","sum":1}]},{"x":[{"day":"2026-01-02","sum":2}]},"#
                + #"{"account":"B","x":[{"day":"2026-01-02","sum":3}]}]"#, try own(plain))
        #expect(read.accounts.map(\.number) == ["A", "", "B"])
        #expect(read.lines.map { $0.contains("account 1 ") } == [false, true, false])
    }

    @Test func `records in several lists are read, wherever the beginning shows them`() throws {
        let both =
            #"{"holds":[{"day":"2026-01-02","sum":1}],"booked":[{"day":"2026-01-03","sum":2}]}"#
        #expect(report(both, try own(plain)).lines.count == 2)
        let late =
            #"{"holds":[{"day":"2026-01-02","sum":1}],"x":""#
            + String(repeating: "x", count: 70_000)
            + #"","booked":[{"day":"2026-01-03","sum":2}]}"#
        let read = report(late, try own(plain))
        #expect(read.lines.count == 1)
        #expect(read.rejections.first?.contains("/booked/0 value-of-wrong-type") == true)
    }

    @Test func `nesting is limited`() throws {
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        let read = report(
            #"[{"day":"2026-01-02","sum":1},{"day":"2026-01-02","sum":1,"x":\#(deep)}]"#,
            try own(plain))
        #expect(read.lines.count == 1)
        #expect(read.failure?.hasPrefix("limit-exceeded") == true)
    }

    @Test func `a record of too many members is rejected alone`() throws {
        let many = (0..<3_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        let read = report(
            #"[{"day":"2026-01-02","sum":1},{"day":"2026-01-02","sum":1,\#(many)},{"day":"2026-01-02","sum":1}]"#,
            try own(plain))
        #expect(read.lines.count == 2)
        #expect(read.rejections.first?.contains("columns-too-many") == true)
    }

    @Test func `a record that the file ends in is rejected`() throws {
        let read = report(
            #"[{"day":"2026-01-02","sum":1},{"day":"2026-01-02","sum":1"#, try own(plain))
        #expect(read.lines.count == 1)
        #expect(read.rejections.first?.contains("record-incomplete") == true)
        #expect(read.failure?.hasPrefix("truncated") == true)
    }

    @Test func `smallest coins follow the currency and are whole`() throws {
        let layout = try own(plain + "minor_units: true\n")
        let read = report(
            #"[{"day":"2026-01-02","sum":-5,"unit":"UAH"},{"day":"2026-01-02","sum":150,"unit":"JPY"},"#
                + #"{"day":"2026-01-02","sum":"1500","unit":"414"},{"day":"2026-01-02","sum":1.5,"unit":"UAH"},"#
                + #"{"day":"2026-01-02","sum":100}]"#, layout)
        #expect(
            read.lines.compactMap { $0.split(separator: "amount=").last }
                == ["-0.05 UAH", "150 JPY", "1.500 KWD"])
        #expect(read.rejections.count == 2)
        #expect(read.rejections.first?.contains("amount-not-a-number") == true)
        #expect(read.rejections.last?.contains("currency-unknown") == true)
    }

    @Test(arguments: [
        ("seconds", "1771095933", "instant=1771095933"),
        ("milliseconds", "1771095933999", "instant=1771095933"),
        ("milliseconds", "\"1771095933000\"", "instant=1771095933"),
        ("seconds", "1771095933999", "date-not-a-day"), ("seconds", "-1", "date-not-a-day"),
        ("seconds", "1.5", "date-not-a-day"),
    ])
    func `numbered moments are instants of the bank's zone`(
        epoch: String, value: String, says: String
    ) throws {
        let yaml = plain.replacing("[yyyy-mm-dd]", with: "[\"yyyy-mm-ddTHH:MM:SSZ\"]")
        let read = report(
            #"[{"day":\#(value),"sum":1}]"#, try own(yaml + "epoch: \(epoch)\n"))
        #expect((read.lines + read.rejections).contains { $0.contains(says) })
    }

    @Test func `a user's own layout is preferred and may be for records`() throws {
        let yaml = """
            layout: my/mono
            format: json
            requires: [id, operationDate, amountInCents]
            dates: ["yyyy-mm-ddTHH:MM:SSZ"]
            epoch: milliseconds
            minor_units: true
            columns: {made: operationDate, amount: amountInCents, currency: currency}

            """
        let read = report(
            #"[{"id":"1","externalId":"2","amountInCents":-1,"currency":"UAH","operationDate":1619686270000}]"#,
            LayoutSet(own: [try layout(yaml)]))
        #expect(read.layout == "my/mono")
        #expect(read.lines.count == 1)
    }
}

@Suite struct `Records of XML` {
    static let movement =
        "<AccountMovement><ValueDate>05.06.2025</ValueDate><MovementType>Debit</MovementType>"
        + "<Amount>1,50</Amount><CCY>EUR</CCY></AccountMovement>"

    @Test func `an account stands in the record or around it`() {
        let inside = Self.movement.replacing(
            "<CCY>", with: "<Account><BankClientID>BG1</BankClientID></Account><CCY>")
        let read = report(
            "<AccountMovements><Account><BankClientID>BG2</BankClientID></Account>\(inside)\(Self.movement)"
                + "</AccountMovements>")
        #expect(read.accounts.map(\.number) == ["BG1", "BG2"])
        #expect(read.lines.count == 2)
    }

    @Test func `prefixes of names do not count`() {
        let text = "<a:AccountMovements xmlns:a='urn:x'>\(Self.movement)</a:AccountMovements>"
        #expect(report(text).lines.count == 1)
    }

    @Test(arguments: ["<AccountMovements/>", "<AccountMovements></AccountMovements>"])
    func `a statement without movements is empty`(text: String) {
        let read = report(text)
        #expect(read.failure == nil)
        #expect(read.lines == [])
    }

    @Test func `a value twice rejects the record`() {
        let twice = Self.movement.replacing("<CCY>", with: "<Amount>2,50</Amount><CCY>")
        let read = report("<AccountMovements>\(Self.movement)\(twice)</AccountMovements>")
        #expect(read.lines.count == 1)
        #expect(read.rejections.first?.contains("value-of-wrong-type Amount") == true)
    }

    @Test(arguments: [
        ("<!DOCTYPE a [<!ENTITY x 'y'>]><AccountMovements/>", "entity-refused"),
        (
            "<AccountMovements>\(movement)" + String(repeating: "<x>", count: 80),
            "limit-exceeded"
        ),
        ("<AccountMovements>\(movement)</Account>", "malformed"),
        ("<AccountMovements>\(movement)", "truncated"),
        ("<Document><Rows><Row a='1'/></Rows></Document>", "format-unknown"),
    ])
    func `what cannot be read is refused`(text: String, says: String) {
        #expect(report(text).failure?.hasPrefix(says) == true, "\(report(text).failure ?? "read")")
    }

    @Test func `attributes keep their references undone once by the grammar`() {
        let read = report(
            "<statements><statement card='1' trandate='2026-01-02' trantime='10:00:00' amount='1.00 UAH' "
                + "cardamount='-1.00 UAH' rest='' description='a &amp;amp; b &#38; &quot;c&quot; &lt;'/></statements>"
        )
        #expect(read.lines.first?.contains(#"description=a & b & "c" <"#) == true, "\(read)")
    }
}

@Suite struct `Records and their neighbours` {
    @Test(arguments: [
        (#"{"errorDescription":"Too many requests"}"#, "bank-refusal"),
        (#"{"status":"ERROR","message":"Невірний токен"}"#, "bank-refusal"),
        (#"{"error":{"code":1,"message":"expired"}}"#, "bank-refusal"),
        (
            #"{"clientId":"1","name":"A","accounts":[{"id":"x","currencyCode":980}]}"#,
            "not-a-statement"
        ),
        (
            #"{"rows":[{"date":"2026-01-02","amount":"1","currency":"UAH","description":"x"}]}"#,
            "layout-ambiguous"
        ),
        ("[1,2,3]", "format-unknown"),
    ])
    func `a document that is no statement is refused`(json: String, says: String) {
        let file = TemporaryFile(Array(json.utf8), name: "a.json")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure?.kind.rawValue == says)
        #expect(reading.lines == [])
    }

    @Test(arguments: [
        "null", "[]", #"{"StatementsResponse":{"statements":[]}}"#,
        #"{"status":"SUCCESS","type":"transactions","exist_next_page":false,"transactions":[]}"#,
    ])
    func `a statement may be empty`(json: String) {
        let file = TemporaryFile(Array(json.utf8), name: "a.json")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.lines == [])
    }

    @Test func `the refusal names the closest layout and what it looked for`() {
        let file = TemporaryFile(
            Array(#"[{"AUT_MY_ACC":"UA1","SUM":"1.00","OSND":"x"}]"#.utf8), name: "a.json")
        let reading = StatementReading(path: file.path)
        #expect(
            reading.failure?.details == ["privatbank/autoclient-json", "2/3", "TRANTYPE"])
    }

    @Test func `Monobank's own reader keeps Monobank's files`() {
        let item =
            #"[{"id":"a","time":1771095933,"amount":-50,"operationAmount":-50,"currencyCode":980}]"#
        let file = TemporaryFile(Array(item.utf8), name: "a.json")
        #expect(StatementReading(path: file.path).layout == "monobank/json")
    }
}

@Suite struct `Shapes of records` {
    @Test func `a bank's error in XML is shown`() {
        let read = report("<response><data><error message='invalid signature'/></data></response>")
        #expect(read.failure?.hasPrefix("bank-refusal") == true)
        #expect(read.failure?.contains("invalid signature") == true)
    }

    @Test(arguments: [("r", 1), ("i", 0), ("R", 1)])
    func `a movement that is not real is refused`(flag: String, count: Int) {
        let read = report(
            #"[{"AUT_MY_ACC":"UA1","SUM":"1","TRANTYPE":"C","CCY":"UAH","PR_PR":"r","FL_REAL":"\#(flag)","DAT_OD":"01.02.2026"}]"#
        )
        #expect(read.lines.count == count)
        #expect(read.rejections.count == 1 - count)
    }

    @Test(arguments: [("r", "line"), ("p", "hold"), ("t", "reverted"), ("n", "failed"), ("?", "?")])
    func `the state of a movement decides its fate`(state: String, fate: String) {
        let read = report(
            #"[{"AUT_MY_ACC":"UA1","SUM":"1","TRANTYPE":"D","CCY":"UAH","PR_PR":"\#(state)","DAT_OD":"01.02.2026"}]"#
        )
        switch fate {
        case "line": #expect(read.lines.first?.contains("amount=-1.00 UAH") == true)
        case "hold": #expect(read.lines.first?.contains("hold=yes") == true)
        case "?": #expect(read.rejections.first?.contains("status-unknown") == true)
        default: #expect(read.skips.first?.hasSuffix(fate) == true)
        }
    }

    @Test(arguments: [
        ("\"OUT\"", "amount=-25.00"), ("\"IN\"", "amount=25.00"),
        ("\"Transactions\"", "amount=25.00"), ("\"SURPRISE\"", "status-unknown"),
        ("null", "status-unknown"),
    ])
    func `a sign that no known word gives is never guessed`(type: String, says: String) {
        let read = report(
            #"[{"source_system_ref":"1","transaction_type":\#(type),"order_date":"11.08.2026T10:00:00Z","transaction_amount":{"value":2500,"currency_code":"UAH"}}]"#
        )
        #expect((read.lines + read.rejections).first?.contains(says) == true, "\(read)")
    }

    @Test(arguments: [
        ("0", "Перевірка картки", 1), ("-1", "Перевірка картки", 0),
        ("500", "Збільшення кредитного ліміту", 1),
    ])
    func `what moves nothing is left out`(sum: String, name: String, count: Int) {
        let read = report(
            #"[{"id":"1","subjectAmount":\#(sum),"subjectUnit":"UAH","operationName":"\#(name)","operationDate":"2026-01-02T10:00:00+02:00"}]"#
        )
        #expect(read.skips.count == count, "\(read)")
        #expect(read.lines.count == 1 - count)
    }

    @Test func `a deposit's direction that is no known word rejects the row`() {
        let read = report(
            #"[{"operationId":"1","operationType":"SURPRISE","operationDate":"2026-02-01","amount":5,"currencyCode":"UAH"}]"#
        )
        #expect(read.layout == "pumb/app-json")
        #expect(read.rejections.first?.contains("direction-unknown") == true)
    }

    @Test func `what the description loses stays in the memo`() throws {
        let text = Self.ukrsib(#""alias":"Переказ на власний рахунок X""#)
        let read = report(text)
        #expect(read.lines.first?.contains("description=") == false)
        #expect(read.lines.first?.contains("memo=Переказ на власний рахунок X") == true)
    }

    @Test(arguments: [
        (
            #""postAmount":{"sum":34.18,"currency":{"name":"UAH"}},"blockAmount":{"sum":33,"currency":{"name":"UAH"}}"#,
            "COMPLETED", "amount=-34.18 UAH | original=-1.22 USD"
        ),
        (
            #""postAmount":null,"blockAmount":{"sum":33,"currency":{"name":"UAH"}}"#, "PROCESSING",
            "amount=-33.00 UAH | original=-1.22 USD | hold=yes"
        ),
        (#""postAmount":null,"blockAmount":null"#, "COMPLETED", "amount=-1.22 USD"),
    ])
    func `the account moved by the sum that is booked or blocked`(
        sums: String, status: String, says: String
    ) {
        let read = report(Self.ukrsib(#""alias":"Сільпо","# + sums, status: status))
        #expect(read.lines.first?.contains(says) == true, "\(read)")
    }

    @Test func `a rejected payment is left out`() {
        let read = report(Self.ukrsib(#""alias":"x""#, status: "REJECTED"))
        #expect(read.skips == ["1 failed"])
    }

    private static func ukrsib(_ members: String, status: String = "COMPLETED") -> String {
        #"[{"id":"1","type":{"name":"EXPENSE"},"status":{"name":"\#(status)"},"operationDate":"2026-01-31T22:30:00.000Z","#
            + #""operationAmount":{"sum":1.22,"currency":{"name":"USD"}},\#(members)}]"#
    }
}

@Suite struct `Pages of records` {
    private func notices(_ bytes: String, _ reader: any StatementReader) throws -> [ReadNotice.Kind]
    {
        var batch = LineBatch()
        let bytes = Array(bytes.utf8)
        try reader.read(bytes.span, final: true, into: &batch)
        return batch.notices.map(\.kind)
    }

    @Test(arguments: [
        (#"{"exist_next_page":true,"transactions":[ROW]}"#, true),
        (#"{"transactions":[ROW],"exist_next_page":true}"#, true),
        (#"{"exist_next_page":false,"transactions":[ROW]}"#, false),
        (
            #"[{"exist_next_page":true,"transactions":[ROW]},{"exist_next_page":false,"transactions":[ROW]}]"#,
            false
        ),
    ])
    func `a page that names a next one is noticed`(json: String, isNoticed: Bool) throws {
        let row =
            #"{"AUT_MY_ACC":"UA1","SUM":"1","TRANTYPE":"C","CCY":"UAH","PR_PR":"r","DAT_OD":"01.02.2026"}"#
        let text = json.replacing("ROW", with: row)
        #expect(try notices(text, reader(text)) == (isNoticed ? [.morePages] : []))
    }

    @Test(arguments: [(499, false), (500, true), (501, false)])
    func `as many items as Monobank gives at once are noticed`(count: Int, isNoticed: Bool) throws {
        let item = #"{"time":1771095933,"amount":-50,"operationAmount":-50,"currencyCode":980}"#
        let text = "[" + Array(repeating: item, count: count).joined(separator: ",") + "]"
        #expect(
            try notices(text, MonobankJSONReader(file: "f")) == (isNoticed ? [.fullPage] : []))
    }
}

/// Compares readings with the expectations of the corpus of bank files, where it lies beside the
/// package.
@Suite struct `Record corpus` {
    static let corpus =
        "/" + String(#filePath.split(separator: "/").dropLast(4).joined(separator: "/"))
        + "/../shared/corpus"

    static let files: [String] = {
        guard let manifest = try? readWholeFile(corpus + "/MANIFEST.csv", limit: 1 << 24) else {
            return []
        }
        return String(decoding: manifest, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { $0.split(separator: ",").first.map(String.init) }
            .filter { $0.hasPrefix("json/") || $0.hasPrefix("xml/") }
    }()

    @Test(arguments: drawn(every: 12, of: files)) func `a file of the corpus reads as expected`(
        path: String
    ) throws {
        let file = Self.corpus + "/" + path
        guard let json = try? readWholeFile(file + ".expected.json", limit: 1 << 24) else { return }
        let reading = StatementReading(path: file)
        #expect(reading.failure == nil)
        #expect(reading.rejections == [])
        guard case .array(let wanted)? = try JSONValue.parse(json.span)["transactions"] else {
            return
        }
        #expect(reading.batch.lines.count == wanted.count)
        for (line, row) in zip(reading.batch.lines, wanted) {
            let shown = line.rendered(in: reading.batch)
            #expect(line.localDay.text == row["date"]?.text, "\(shown)")
            #expect(
                line.amount
                    == Money(text: row["amount"]?.text ?? "", currency: line.amount.currency),
                "\(shown)")
            #expect(line.amount.currency.code == row["currency"]?.text, "\(shown)")
            if let id = row["bank_id"]?.text {
                #expect(reading.batch.string(line.bankID) == id, "\(shown)")
            }
            var isPending = false
            if case .bool(true)? = row["pending"] { isPending = true }
            #expect(line.isHold == isPending, "\(shown)")
        }
        let bytes = try readWholeFile(file, limit: 1 << 24)
        guard bytes.count < 4_000 else { return }
        let isXML = path.hasPrefix("xml/")
        #expect(
            verifyReader(bytes) {
                if path.contains("monobank") { return MonobankJSONReader(file: "f") }
                return isXML ? XMLRecordReader(file: "f") : JSONRecordReader(file: "f")
            } == [])
    }
}

extension StatementLine {
    /// The day in Kyiv and Sofia: whether it is right, not the clock.
    fileprivate var localDay: CalendarDate {
        guard instant != StatementLine.noInstant else { return made.day }
        let month = CalendarDate(daysSince1970: Int32(instant / 86_400)).parts.month
        let offset: Int64 = (4...10).contains(month) ? 10_800 : 7_200
        return CalendarDate(daysSince1970: Int32((instant + offset) / 86_400))
    }
}
