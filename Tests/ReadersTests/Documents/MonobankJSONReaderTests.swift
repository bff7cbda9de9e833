import Facts
import Documents
import Testing

/// Both ways: by the second engine where it accepts an item, and token by token.
private func read(_ text: String) -> TextReading {
    let reading = TextReading(text, by: MonobankJSONReader(file: "f"))
    #expect(
        TextReading(text, by: MonobankJSONReader(file: "f", isTokenByToken: true)) == reading)
    return reading
}

/// An item with the fields every row has, and more.
private func item(
    _ id: String = "a", amount: Int = -500, operation: Int? = nil, code: Int = 980,
    _ more: String = ""
) -> String {
    """
    {"id":"\(id)","time":1771095933,"description":"Сільпо","mcc":5411,"hold":false,\
    "amount":\(amount),"operationAmount":\(operation ?? amount),"currencyCode":\(code),\
    "commissionRate":0,"cashbackAmount":0,"balance":1000\(more)}
    """
}

private let plain = "l1 @1771095933 -5.00UAH balance=10.00UAH id=a mcc=5411 «Сільпо»"

@Suite struct MonobankJSONItemTests {
    @Test func `every field of the schema finds its place`() {
        let reading = read(
            """
            [{"id":"ZuHWzqkKGVo=","time":1554466347,"description":"Покупка \\u0449астя","mcc":79,
            "originalMcc":7997,"hold":true,"amount":-102000,"operationAmount":-100000,
            "currencyCode":980,"commissionRate":2000,"cashbackAmount":19000,"balance":10050000,
            "comment":"За\\nкаву","receiptId":"X","invoiceId":"2103.в.27","counterEdrpou":"3096889974",
            "counterIban":"UA898999980000355639201001404","counterName":"ТОВ «ВОРОНА»"}]
            """)
        #expect(
            reading.lines == [
                "0 #0 l1 @1554466347 -1020.00UAH balance=100500.00UAH fee=20.00UAH "
                    + "cashback=190.00UAH id=ZuHWzqkKGVo= memo=За\nкаву who=ТОВ «ВОРОНА» "
                    + "iban=UA898999980000355639201001404 tax=3096889974 mcc=79 hold «Покупка щастя»"
            ])
        #expect(
            reading.accounts
                == [AccountClaim(bank: "monobank", currency: .uah, zone: "Europe/Kyiv")])
    }

    @Test(arguments: [
        "0", "7", "-7", "1234567", "12345678", "123456789", "-1234567890123456",
        "12345678901234567", "123456789012345678", "1234567890123456789", "-9223372036854775808",
        "9223372036854775808", "007", "-", "1.5", "1e3", "\"1\"", "null", "true", "1 ", "1\n",
    ])
    func `a number is read alike at once and token by token`(_ number: String) {
        func items(_ more: String) -> String {
            "[" + item("a") + ",{\(more)\"time\":1771095933,\"id\":\"n\",\"amount\":\(number)},"
                + item("b") + "]"
        }
        let plain = read(items(""))
        let slow = read(items("\"x\":[],"))
        #expect(plain.lines == slow.lines)
        #expect(plain.rejections.map(\.kind) == slow.rejections.map(\.kind))
        #expect(plain.rejections.map(\.found) == slow.rejections.map(\.found))
        #expect(plain.failure?.kind == slow.failure?.kind)
    }

    @Test func `an item cut anywhere is read at once when the rest has come`() {
        let text = "[" + [item("a"), item("b"), item("c")].joined(separator: ", ") + "]"
        let bytes = Array(text.utf8)
        let whole = read(text)
        #expect(whole.lines.count == 3)
        for first in stride(from: 1, to: bytes.count, by: 1) {
            for second in stride(from: first, to: bytes.count, by: 97) {
                let cut = TextReading(
                    bytes, chunks: [0..<first, first..<second, second..<bytes.count],
                    by: MonobankJSONReader(file: "f"))
                #expect(cut == whole)
            }
        }
    }

    @Test func `a file that ends inside an item says so with its row`() {
        let text = "[" + item("a") + "," + item("b").dropLast(30)
        let bytes = Array(text.utf8)
        for cut in [1, bytes.count / 2, bytes.count - 5, bytes.count] {
            let reading = TextReading(
                bytes, chunks: [0..<cut, cut..<bytes.count], by: MonobankJSONReader(file: "f"))
            #expect(reading.failure?.kind == .truncated)
            #expect(reading.lines.count == 1)
            #expect(reading.rejections.map(\.kind) == [.recordIncomplete])
        }
    }

    @Test func `an item is read alike whatever way the items before it were written`() {
        let items = [
            item("a"), item("b", "," + #""comment":"за каву""#), item("c"),
            #"{ "time" : 1771095933 , "amount" : -7 , "id" : "d" }"#,
            #"{"amount":-8,"id":"e","time":1771095933}"#, item("f"),
            #"{"time":1771095933,"amount":-123456789012345678,"id":"g","mcc":5411}"#,
            #"{"time":1771095933,"amount":-12345678901,"balance":100000000,"id":"h"}"#, item("i"),
        ]
        let together = read("[" + items.joined(separator: ",") + "]")
        #expect(together.failure == nil)
        for (index, text) in items.enumerated() {
            let alone = read("[" + text + "]").lines
            #expect(alone.count == 1)
            let line = alone.first.map { $0.replacing("0 #0 ", with: "0 #\(index) ") }
            // The currency is that of an item that proves it, and alone some do not.
            #expect(
                together.lines[index].replacing("UAH", with: "")
                    == line?.replacing("UAH", with: ""))
        }
    }

    @Test(arguments: [
        #"{"description":"x""id":"c","time":1,"amount":2}"#,
        #"{"time":1771095933"id":"c","amount":2}"#, #"{,"id":"c","time":1771095933,"amount":2}"#,
        #"{"time":1771095933,,"amount":2}"#, #"{"time":1771095933,"amount":2,}"#,
        #"{"time":01771095933,"amount":2}"#, #"{"time":1771095933,"amount":-}"#,
        #"{"time":1771095933,"amount":2x}"#,
    ])
    func `what is no JSON is refused behind items that are`(text: String) {
        let before = [item("a"), #"{"time":1771095933,"id":"b","amount":2}"#]
            .map { $0 + "," }.joined()
        let reading = read("[" + before + text + "," + item("d") + "]")
        #expect(reading.failure?.kind == .malformed)
    }

    @Test func `the order of keys, unknown keys, nested values and nulls do not matter`() {
        let reading = read(
            """
            [{"new":{"amount":1,"x":[[{}],"]"]},"balance":1000,"currencyCode":980,"mcc":5411,
            "operationAmount":-500,"am\\u006funt":-500,"comment":null,"hold":null,
            "description":"Сільпо","tags":["id"],"time":1771095933,"id":"a"}]
            """)
        #expect(reading.lines == ["0 #0 " + plain])
    }

    @Test(arguments: [
        ("\"amount\":\"5\"", RowRejection.Kind.valueOfWrongType, "/1/amount"),
        ("\"amount\":5.0", .valueOfWrongType, "/1/amount"),
        ("\"amount\":1e2", .valueOfWrongType, "/1/amount"),
        ("\"amount\":true", .valueOfWrongType, "/1/amount"),
        ("\"amount\":{}", .valueOfWrongType, "/1/amount"),
        ("\"amount\":null", .valueMissing, "/1/amount"),
        ("\"other\":1", .valueMissing, "/1/amount"),
        ("\"amount\":99999999999999999999", .amountOverflow, "/1/amount"),
        ("\"amount\":-9223372036854775808", .amountOverflow, "/1/amount"),
        ("\"amount\":1,\"amount\":2", .valueOfWrongType, "/1/amount"),
        ("\"amount\":1,\"id\":7", .valueOfWrongType, "/1/id"),
        ("\"amount\":1,\"hold\":1", .valueOfWrongType, "/1/hold"),
        ("\"amount\":1,\"description\":[]", .valueOfWrongType, "/1/description"),
        ("\"amount\":1,\"description\":\"a\\u0000\"", .textHasControls, "/1/description"),
        ("\"amount\":1,\"description\":\"a\\u001b[m\"", .textHasControls, "/1/description"),
        ("\"amount\":1,\"mcc\":10000", .mccNotACode, "/1/mcc"),
        ("\"amount\":1,\"mcc\":-1", .mccNotACode, "/1/mcc"),
        (
            "\"amount\":1,\"operationAmount\":2,\"currencyCode\":0", .currencyUnknown,
            "/1/currencyCode"
        ),
        ("\"amount\":1,\"time\":1771095933000", .dateNotADay, "/1/time"),
        ("\"amount\":1,\"time\":-1", .dateNotADay, "/1/time"),
    ])
    func `a wrong value refuses its row with path and place`(
        _ members: String, _ kind: RowRejection.Kind, _ path: String
    ) {
        let time = members.contains("time") ? "" : "\"time\":1771095933,"
        let reading = read("[\(item()),\n  {\(time)\(members)},\n\(item())]")
        #expect(reading.rejections.map(\.kind) == [kind])
        #expect(reading.rejections.map(\.place.path) == [path])
        #expect(reading.rejections.map(\.place.line) == [2])
        #expect(reading.lines.count == 2)
        #expect(reading.failure == nil)
    }

    @Test func `the column is that of the value`() {
        let reading = read("[\n {\"description\":\"їжа\",\"time\":1771095933,\"amount\":\"x\"}]")
        #expect(reading.rejections.map(\.place.column) == [51])
        #expect(reading.rejections.map(\.found.revealed) == ["x"])
    }

    @Test func `elements that are no objects are refused one by one`() {
        let reading = read("[\(item()),5,[1,[2]],null,\(item())]")
        #expect(reading.rejections.map(\.place.path) == ["/1", "/2", "/3"])
        #expect(reading.lines.count == 2)
    }
}

@Suite struct MonobankJSONCurrencyTests {
    @Test func `a purchase abroad has its own amount beside the account's`() {
        let reading = read("[\(item(amount: -43_219, operation: -999, code: 840)),\(item())]")
        #expect(
            reading.lines.map { $0.split(separator: " ")[4...5].joined(separator: " ") } == [
                "-432.19UAH original=-9.99USD", "-5.00UAH balance=10.00UAH",
            ])
    }

    @Test func `equal amounts prove the account's currency, for rows before too`() {
        let reading = read(
            "[\(item(amount: -1_000, operation: -45_000)),\(item(amount: 0, code: 840)),"
                + "\(item(code: 978)),\(item(amount: -2_000, operation: -90_000))]")
        #expect(reading.accounts.map(\.currency) == [.eur])
        #expect(
            reading.lines.map { $0.split(separator: " ")[4...5].joined(separator: " ") } == [
                "-10.00EUR original=-450.00UAH", "0.00EUR original=0.00USD",
                "-5.00EUR balance=10.00EUR", "-20.00EUR original=-900.00UAH",
            ])
    }

    @Test func `a fee does not hide that the currencies are the same`() {
        let more = ",\"commissionRate\":2000"
        let text = item(amount: -102_000, operation: -100_000, more)
            .replacing("\"commissionRate\":0,", with: "")
        #expect(read("[\(text)]").accounts.map(\.currency) == [.uah])
    }

    @Test(arguments: [840, 980]) func `without proof the currency is unknown`(_ code: Int) {
        let reading = read("[\(item(amount: -1_000, operation: -45_000, code: code))]")
        #expect(reading.accounts.map(\.currency) == [.unknown])
        #expect(reading.lines.count == 1)
    }

    @Test(arguments: ["\"currencyCode\":null", "\"x\":980"])
    func `a code that is absent or null says nothing`(_ member: String) {
        let text = item().replacing("\"currencyCode\":980", with: member)
        #expect(read("[\(text)]").accounts.map(\.currency) == [.unknown])
        #expect(read("[\(text),\(item())]").accounts.map(\.currency) == [.uah])
    }

    @Test func `a currency in which the bank keeps no accounts proves nothing`() {
        let reading = read("[\(item(code: 990)),\(item())]")
        #expect(reading.accounts.map(\.currency) == [.uah])
        #expect(reading.lines.count == 2)
    }

    @Test func `rows held back are let go at the limit`() {
        let rows = (0..<MonobankJSONReader.heldRowsMax + 1).map {
            item("\($0)", amount: -4_500, operation: -100, code: 840)
        }
        var batch = LineBatch()
        let reader = MonobankJSONReader(file: "f")
        let text = Array("[\(rows.joined(separator: ","))".utf8)
        #expect(throws: Never.self) {
            try reader.read(text.span, final: false, into: &batch)
        }
        #expect(batch.lines.count == MonobankJSONReader.heldRowsMax + 1)
        #expect(batch.string(batch.lines[500].bankID) == "500")
        #expect(batch.string(batch.lines[499].bankID) == "499")
    }
}

@Suite struct MonobankJSONShapeTests {
    @Test(arguments: [
        "[\(item())]", "\u{FEFF}[\(item())]", item(), "\(item())\n",
        "{\"statement\":[\(item())]}", "{\"x\":[1],\"transactions\":[\(item())],\"y\":{}}",
        "{\"items\":[\(item())]}", "{\"data\":[\(item())]}",
        "{\"type\":\"StatementItem\",\"data\":{\"statementItem\":\(item())}}",
    ])
    func `an item is found in each shape`(_ text: String) {
        let reading = read(text)
        #expect(reading.lines == ["0 #0 " + plain])
        #expect(reading.failure == nil)
        #expect(reading.accounts.map(\.number) == [""])
    }

    @Test(arguments: [
        "{\"account\":\"A\",\"statement\":[\(item()),\(item())]}",
        "{\"statement\":[\(item()),\(item())],\"account\":\"A\"}",
        "{\"type\":\"S\",\"data\":{\"account\":\"A\",\"statementItem\":\(item())}}",
        "[{\"data\":{\"statementItem\":\(item()),\"account\":\"A\"},\"type\":\"S\"}]",
    ])
    func `a wrapper names the account, before or behind the rows`(_ text: String) {
        let reading = read(text)
        #expect(reading.accounts.map(\.number) == ["A"])
        #expect(reading.lines.allSatisfy { $0.hasPrefix("0 ") })
        #expect(!reading.lines.isEmpty)
        #expect(reading.failure == nil)
    }

    @Test func `a wrapper's IBAN and currency are taken`() {
        let reading = read(
            "{\"iban\":\"ua213223130000026007233566001\",\"currencyCode\":978,"
                + "\"statement\":[\(item(amount: -100, operation: -4_500))]}")
        #expect(
            reading.accounts == [
                AccountClaim(
                    bank: "monobank", number: "UA213223130000026007233566001",
                    iban: "UA213223130000026007233566001", currency: .eur, zone: "Europe/Kyiv")
            ])
        #expect(reading.lines.first?.contains("-1.00EUR original=-45.00UAH") == true)
    }

    /// An account is one, whichever of its rows proves its currency.
    @Test(arguments: [[0, 1, 2], [1, 0, 2], [2, 0, 1], [1, 2, 0]], ["\n", ","])
    func `webhook calls of one account have the currency that one of them proves`(
        order: [Int], between: String
    ) {
        func call(_ account: String, _ item: String) -> String {
            "{\"type\":\"S\",\"data\":{\"account\":\"\(account)\",\"statementItem\":\(item)}}"
        }
        let abroad = item("n", amount: -42_000, operation: -999, code: 840)
        let calls = [
            call("A", abroad) + between + call("B", abroad), call("A", item("h")),
            call("A", abroad),
        ]
        let text = order.map { calls[$0] }.joined(separator: between)
        let reading = read(between == "," ? "[\(text)]" : text)
        #expect(
            Set(reading.accounts.map { "\($0.number) \($0.currency.code)" }) == ["A UAH", "B "])
        #expect(reading.accounts.count == 2)
        #expect(reading.lines.count == 4)
        #expect(reading.lines.count { $0.contains("-420.00UAH original=-9.99USD") } == 2)
    }

    @Test func `rows that wait for a currency are limited`() {
        func call(_ id: Int) -> String {
            "{\"data\":{\"account\":\"A\",\"statementItem\":"
                + item("\(id)", amount: -42_000, operation: -999, code: 840) + "}}"
        }
        let count = MonobankJSONReader.heldRowsMax + 7
        let reading = read((0..<count).map(call).joined(separator: "\n"))
        #expect(reading.lines.count == count)
        #expect(reading.lines.map { $0.split(separator: " ")[1] } == (0..<count).map { "#\($0)" })
        #expect(reading.accounts.count == 1)
    }

    @Test func `webhook calls and bare items one after another keep their accounts`() {
        func call(_ account: String) -> String {
            "{\"type\":\"S\",\"data\":{\"account\":\"\(account)\",\"statementItem\":\(item())}}"
        }
        let lines = read([call("A"), call("B"), call("A"), item()].joined(separator: "\n"))
        #expect(lines.accounts.map(\.number) == ["A", "B", ""])
        #expect(lines.lines.map { $0.prefix(4) } == ["0 #0", "1 #1", "0 #2", "2 #3"])
        let list = read("[\(call("A")),\(call("B")),\(call("A"))]")
        #expect(list.lines.map { $0.prefix(1) } == ["0", "1", "0"])
    }

    @Test func `an empty statement is a statement`() {
        #expect(read("[]").accounts.map(\.currency) == [.unknown])
        #expect(read("[]").failure == nil)
        #expect(read("{\"account\":\"A\",\"statement\":[]}").accounts.map(\.number) == ["A"])
    }

    @Test(arguments: [
        ("{\"errorDescription\": \"Too many requests\"}", ReadFailure.Kind.bankRefusal),
        ("{\"clientId\":\"x\",\"accounts\":[{\"id\":\"1\",\"balance\":1}]}", .notAStatement),
        ("{\"accounts\":[],\"jars\":[]}", .notAStatement),
        ("{\"a\":1}", .formatUnknown), ("[{\"a\":1}]", .formatUnknown), ("[1,2]", .formatUnknown),
        ("5", .formatUnknown), ("\"text\"", .formatUnknown), ("", .empty), ("  \n", .empty),
        ("nonsense", .malformed), ("[\(item())] x", .malformed), ("[\(item()),]", .malformed),
        ("[\(item()) \(item())]", .malformed), ("[\(item())", .truncated),
        ("[\(item()),{\"id\":\"x\",\"am", .truncated),
        (String(repeating: "[", count: 100), .formatUnknown),
        ("[{\"x\":" + String(repeating: "[", count: 100), .limitExceeded),
    ])
    func `what is no statement fails as what it is`(_ text: String, _ kind: ReadFailure.Kind) {
        #expect(read(text).failure?.kind == kind)
    }

    @Test func `the bank's own words are handed on`() {
        #expect(read("{\"errorDescription\":\"Досить\"}").failure?.found.revealed == "Досить")
    }

    @Test func `a cut or broken file keeps its complete rows`() {
        let cut = read(
            "[\(item("1")),\n\(item("2", amount: -9, operation: -1, code: 840)),\n{\"id\":\"3\"")
        #expect(cut.lines.count == 2)
        #expect(cut.rejections.map(\.kind) == [.recordIncomplete])
        #expect(cut.rejections.map(\.place.path) == ["/2"])
        #expect(cut.failure?.place.line == 3)
        let held = read("[\(item("2", amount: -9, operation: -1, code: 840)),]")
        #expect(held.lines.count == 1)
    }

    @Test func `cuts change nothing`() {
        let foreign = item("f", amount: -900, operation: -20, code: 840)
        let wrong = item().replacing("-500", with: "\"-500\"")
        verifyCuts(of: "[\(item("p")),\(foreign),\n\(wrong), 7, \(item("\\u0456\\n"))]") {
            MonobankJSONReader(file: "f")
        }
        verifyCuts(
            of: "{\"statement\":[\(item()),\(foreign)],\"account\":\"A\"}\n\(item())"
        ) { MonobankJSONReader(file: "f") }
    }
}
