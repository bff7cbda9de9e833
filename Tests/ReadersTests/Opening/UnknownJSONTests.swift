import Facts
import Opening
import TestKit
import Testing
import Reading
import Tables

/// The reading of a JSON document that no layout knows.
private struct ReadDocument {
    /// `2026-01-02 -5.00 EUR Shop`, a line each.
    var facts: [String] = []
    var holds: [Bool] = []
    var accounts: [String] = []
    var batch = LineBatch()
    /// The open question or the kind of the failure; empty when it was read.
    var refusal = ""

    init(_ text: String, _ options: ReadOptions = ReadOptions()) {
        do throws(ReadFailure) {
            var file = try StatementFile(
                bytes: Array(text.utf8), name: "a.json", options: options)
            while try file.next(into: &batch) {}
            accounts = file.accounts.map(\.number)
        } catch {
            let isOpen = error.kind == .layoutAmbiguous
            refusal = isOpen ? error.details.first ?? "" : error.kind.rawValue
        }
        for line in batch.lines {
            let currency = line.amount.currency.code
            facts.append(
                "\(line.made.day.text) \(line.amount.text) \(currency) \(batch.string(line.description))"
            )
            holds.append(line.isHold)
        }
    }
}

struct UnknownDocument: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var facts: [String] = []
    var refusal = ""
    /// The rows that are not booked.
    var holds: [Int] = []
    /// A layout of records has one member for the day.
    var isDrafted = true
    var testDescription: String { name }
}

private let documents: [UnknownDocument] = [
    .init(
        name: "amounts in objects, the account and its bank around them",
        text: """
            {"account":{"iban":"DE89370400440532013000"},"transactions":{"booked":[
            {"transactionId":"1","creditorName":"John","transactionAmount":{"currency":"EUR","amount":"-256.67"},"bookingDate":"2026-01-24","remittanceInformationUnstructured":"One"},
            {"transactionId":"2","creditorName":"Shop","transactionAmount":{"currency":"EUR","amount":"-3.10"},"bookingDate":"2026-01-25","remittanceInformationUnstructured":"Two"},
            {"transactionId":"3","debtorName":"Boss","transactionAmount":{"currency":"EUR","amount":"343.01"},"bookingDate":"2026-01-25","remittanceInformationUnstructured":"Salary"}]}}
            """,
        facts: [
            "2026-01-24 -256.67 EUR One", "2026-01-25 -3.10 EUR Two",
            "2026-01-25 343.01 EUR Salary",
        ]),
    .init(
        name: "a word for the direction, a balance in an object",
        text: """
            {"Data":{"Transaction":[
            {"AccountId":"22289","TransactionId":"1","CreditDebitIndicator":"Debit","Status":"Booked","BookingDateTime":"2026-01-05T10:43:07+00:00","Amount":{"Amount":"12.50","Currency":"GBP"},"TransactionInformation":"Cash","Balance":{"Amount":{"Amount":"230.00","Currency":"GBP"}}},
            {"AccountId":"22289","TransactionId":"2","CreditDebitIndicator":"Credit","Status":"Booked","BookingDateTime":"2026-01-06T10:43:07+00:00","Amount":{"Amount":"100.00","Currency":"GBP"},"TransactionInformation":"Salary"}]}}
            """, facts: ["2026-01-05 -12.50 GBP Cash", "2026-01-06 100.00 GBP Salary"]),
    .init(
        name: "a list of payments that are not booked, alone",
        text: """
            {"transactions":{"booked":[],"pending":[
            {"valueDate":"2026-01-24","transactionAmount":{"currency":"EUR","amount":"-3.10"},"remittanceInformationUnstructured":"One"},
            {"valueDate":"2026-01-25","transactionAmount":{"currency":"EUR","amount":"-7.00"},"remittanceInformationUnstructured":"Two"}]}}
            """, facts: ["2026-01-24 -3.10 EUR One", "2026-01-25 -7.00 EUR Two"], holds: [0, 1]),
    .init(
        name: "payments without a day of booking have their value day",
        text: """
            {"transactions":{"booked":[
            {"transactionId":"1","bookingDate":"2026-01-23","valueDate":"2026-01-24","transactionAmount":{"currency":"EUR","amount":"-3.10"},"remittanceInformationUnstructured":"One"}],
            "pending":[
            {"valueDate":"2026-01-25","transactionAmount":{"currency":"EUR","amount":"-7.00"},"remittanceInformationUnstructured":"Two"}]}}
            """, facts: ["2026-01-23 -3.10 EUR One", "2026-01-25 -7.00 EUR Two"], holds: [1],
        isDrafted: false),
    .init(
        name: "a day and the same day with a time are one",
        text: """
            [{"bookingDate":"2026-01-23","bookingDateTime":"2026-01-23T10:11:12Z","amount":-3.1,"currency":"EUR","description":"One"},
            {"bookingDate":"2026-01-24","bookingDateTime":"2026-01-24T10:11:12Z","amount":-7.5,"currency":"EUR","description":"Two"}]
            """, facts: ["2026-01-23 -3.10 EUR One", "2026-01-24 -7.50 EUR Two"]),
    .init(
        name: "names of another language, days and marks of its country",
        text: """
            [{"дата":"05.01.2026","сума":"-12,50","валюта":"UAH","призначення":"Кафе"},
            {"дата":"16.01.2026","сума":"100,00","валюта":"UAH","призначення":"Зарплата"}]
            """, facts: ["2026-01-05 -12.50 UAH Кафе", "2026-01-16 100.00 UAH Зарплата"]),
    .init(
        name: "whole numbers may be coins",
        text: """
            [{"created":"2026-01-05","amount":-1250,"balance":8750,"currency":"GBP","description":"Cafe"},
            {"created":"2026-01-04","amount":10000,"balance":10000,"currency":"GBP","description":"Salary"}]
            """, refusal: "unit"),
    .init(
        name: "whole numbers within an amount may be coins, whatever they are called",
        text: """
            [{"dates":{"booked":"2026-01-05"},"amount":{"value":{"unscaledValue":"-1250","scale":"2"},"currencyCode":"GBP"},"description":"Cafe"},
            {"dates":{"booked":"2026-01-06"},"amount":{"value":{"unscaledValue":"-350","scale":"2"},"currencyCode":"GBP"},"description":"Shop"}]
            """, refusal: "unit"),
    .init(
        name: "the side of a balance is not the payment's",
        text: """
            {"Transaction":[
            {"BookingDateTime":"2026-01-06","CreditDebitIndicator":"Debit","Amount":{"Amount":"12.50","Currency":"GBP"},"Balance":{"CreditDebitIndicator":"Credit","Amount":{"Amount":"87.50","Currency":"GBP"}},"TransactionInformation":"Cafe"},
            {"BookingDateTime":"2026-01-05","CreditDebitIndicator":"Credit","Amount":{"Amount":"60.00","Currency":"GBP"},"Balance":{"CreditDebitIndicator":"Credit","Amount":{"Amount":"100.00","Currency":"GBP"}},"TransactionInformation":"Salary"},
            {"BookingDateTime":"2026-01-04","CreditDebitIndicator":"Debit","Amount":{"Amount":"7.25","Currency":"GBP"},"Balance":{"CreditDebitIndicator":"Credit","Amount":{"Amount":"40.00","Currency":"GBP"}},"TransactionInformation":"Shop"}]}
            """,
        facts: [
            "2026-01-06 -12.50 GBP Cafe", "2026-01-05 60.00 GBP Salary",
            "2026-01-04 -7.25 GBP Shop",
        ]),
    .init(
        name: "a fraction in any money proves the unit",
        text: """
            [{"created":"2026-01-05","amount":-12,"balance":87.5,"currency":"GBP","description":"Cafe"},
            {"created":"2026-01-04","amount":99.5,"balance":99.5,"currency":"GBP","description":"Salary"}]
            """, facts: ["2026-01-05 -12.00 GBP Cafe", "2026-01-04 99.50 GBP Salary"]),
    .init(
        name: "numbers of one sign prove nothing",
        text: """
            [{"date":"2026-01-05","amount":12.5,"name":"Cafe"},{"date":"2026-01-06","amount":100.25,"name":"Boss"}]
            """, refusal: "sign"),
    .init(
        name: "two amounts of one movement",
        text: """
            [{"date":"2026-01-05","legs":[{"sum":-1.5},{"sum":2.5}],"name":"A"},
            {"date":"2026-01-06","legs":[{"sum":-3.5},{"sum":4.5}],"name":"B"}]
            """, refusal: "amount-column"),
    .init(
        name: "lists of several accounts that nothing tells apart",
        text: """
            [{"items":[{"date":"2026-01-05","amount":-1.5,"text":"A"}],"iban":"DE89370400440532013000"},
            {"items":[{"date":"2026-01-06","amount":-2.5,"text":"B"}],"iban":"NL91ABNA0417164300"}]
            """, refusal: "lists"),
    .init(
        name: "lists under names of accounts without a number",
        text: """
            {"checking":[{"date":"2026-01-05","amount":-1.5,"text":"A"},{"date":"2026-01-06","amount":-2.5,"text":"B"}],
            "savings":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}
            """, refusal: "lists"),
    .init(
        name: "a list whose name begins another's is a list of its own",
        text: """
            {"transactions":[{"date":"2026-01-05","amount":-1.5,"text":"A"},{"date":"2026-01-06","amount":-2.5,"text":"B"}],
            "transactionsPending":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}
            """, refusal: "lists"),
    .init(
        name: "lists under numbers that are no years",
        text: """
            {"transactions":{"4521":[{"date":"2026-01-05","amount":-1.5,"text":"A"}],
            "7788":[{"date":"2026-02-06","amount":-2.5,"text":"B"}]}}
            """, refusal: "lists"),
    .init(
        name: "lists under numbers of accounts",
        text: """
            {"accounts":{"1":[{"date":"2026-01-05","amount":-1.5,"text":"A"}],
            "2":[{"date":"2026-02-06","amount":-2.5,"text":"B"}]}}
            """, refusal: "lists"),
    .init(
        name: "lists of months below years are of one account",
        text: """
            {"2025":{"12":[{"date":"2025-12-05","amount":-1.5,"text":"A"}]},
            "2026":{"1":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}}
            """, facts: ["2025-12-05 -1.50  A", "2026-01-06 -2.50  B"]),
    .init(
        name: "lists of months are of one account",
        text: """
            {"2026-01":[{"date":"2026-01-05","amount":-1.5,"text":"A"}],
            "2026-02":[{"date":"2026-02-06","amount":-2.5,"text":"B"}]}
            """, facts: ["2026-01-05 -1.50  A", "2026-02-06 -2.50  B"]),
    .init(
        name: "a record a line",
        text: """
            {"id":"a1","date":"2026-01-05","amount":-1.5,"currency":"EUR","text":"A"}
            {"id":"a2","date":"2026-01-06","amount":-2.5,"currency":"EUR","text":"B"}
            """, facts: ["2026-01-05 -1.50 EUR A", "2026-01-06 -2.50 EUR B"]),
    .init(
        name: "instants in seconds are those of UTC",
        text: """
            [{"created":1767607872,"amount":-12.5,"text":"A"},{"created":1767694272,"amount":-2.5,"text":"B"}]
            """, facts: ["2026-01-05 -12.50  A", "2026-01-06 -2.50  B"]),
    .init(
        name: "instants in milliseconds",
        text: """
            [{"visibleTS":1767607872000,"amount":-12.5,"text":"A"},{"visibleTS":1767694272000,"amount":-2.5,"text":"B"}]
            """, facts: ["2026-01-05 -12.50  A", "2026-01-06 -2.50  B"]),
    .init(
        name: "large numbers under another name are no instants",
        text: #"[{"reference":1767607872,"amount":-12.5,"text":"A"}]"#, refusal: "format-unknown"),
    .init(
        name: "coins are those of their currency",
        text: """
            [{"date":"2026-01-05","amount":{"currency":"GBP","minorUnits":-1250},"text":"A"},
            {"date":"2026-01-06","amount":{"currency":"JPY","minorUnits":-1250},"text":"B"},
            {"date":"2026-01-07","amount":{"currency":"KWD","minorUnits":-1250},"text":"C"},
            {"date":"2026-01-08","amount":{"currency":"GBP","minorUnits":-5},"text":"D"}]
            """,
        facts: [
            "2026-01-05 -12.50 GBP A", "2026-01-06 -1250 JPY B", "2026-01-07 -1.250 KWD C",
            "2026-01-08 -0.05 GBP D",
        ]),
    .init(
        name: "coins with a word for the direction",
        text: """
            {"feedItems":[{"direction":"OUT","transactionTime":"2026-01-05T10:43:07.000Z","amount":{"currency":"GBP","minorUnits":1250},"reference":"A"},
            {"direction":"IN","transactionTime":"2026-01-06T10:43:07.000Z","amount":{"currency":"GBP","minorUnits":210000},"reference":"B"}]}
            """, facts: ["2026-01-05 -12.50 GBP A", "2026-01-06 2100.00 GBP B"]),
    .init(
        name: "coins of a currency around the records",
        text: """
            {"currency":"JPY","items":[{"date":"2026-01-05","amountMinor":-1250,"text":"A"},{"date":"2026-01-06","amountMinor":-300,"text":"B"}]}
            """, facts: ["2026-01-05 -1250 JPY A", "2026-01-06 -300 JPY B"], isDrafted: false),
    .init(
        name: "coins of no known currency",
        text: """
            [{"date":"2026-01-05","amountMinor":-1250,"text":"A"},{"date":"2026-01-06","amountMinor":-300,"text":"B"}]
            """, refusal: "unit"),
    .init(
        name: "the coins beside an amount are the same amount",
        text: """
            [{"date":"2026-01-05","amount":{"currencyCode":"AUD","value":"-12.50","valueInBaseUnits":-1250},"text":"A"},
            {"date":"2026-01-06","amount":{"currencyCode":"AUD","value":"-3.00","valueInBaseUnits":-300},"text":"B"}]
            """, facts: ["2026-01-05 -12.50 AUD A", "2026-01-06 -3.00 AUD B"]),
    .init(
        name: "no records", text: #"{"a":{"b":[1,2,3]},"c":"2026-01-05"}"#,
        refusal: "format-unknown"),
]

@Suite struct `JSON of unknown banks` {
    @Test(arguments: documents)
    func `is read by the laws of tables, or refused with its question`(_ document: UnknownDocument)
    {
        let read = ReadDocument(document.text)
        #expect(read.facts == document.facts, "\(read.refusal)")
        #expect(read.refusal == document.refusal)
        #expect(read.batch.rejections == [])
        if read.holds.contains(true) || !document.holds.isEmpty {
            #expect(read.holds.indices.filter { read.holds[$0] } == document.holds)
        }
    }

    @Test func `a list of payments without any day is reported`() {
        let read = ReadDocument(
            """
            {"booked":[{"bookingDate":"2026-01-23","amount":-3.1,"currency":"EUR","text":"One"},
            {"bookingDate":"2026-01-24","amount":-4.1,"currency":"EUR","text":"Two"}],
            "pending":[{"amount":-7.5,"currency":"EUR","text":"Three"}]}
            """)
        #expect(read.facts == ["2026-01-23 -3.10 EUR One", "2026-01-24 -4.10 EUR Two"])
        #expect(read.batch.skipped.map(\.reason) == [.otherSheet])
    }

    @Test(arguments: documents.filter { $0.refusal.isEmpty && $0.isDrafted })
    func `a draft reads the document as it was inferred`(_ document: UnknownDocument) throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.json"
        folder.write(document.text, to: "a.json")
        let proposal = try StatementFile.proposal(path: path, options: ReadOptions())
        #expect(proposal.open == nil)
        folder.write(proposal.yaml, to: "draft.yaml")
        let read = ReadDocument(
            document.text, ReadOptions(layouts: [folder.path + "/draft.yaml"]))
        #expect(read.facts == document.facts, "\(read.refusal)\n\(proposal.yaml)")
    }

    @Test func `a list named for pending payments holds them`() {
        let row = #""amount":{"value":"-5.20"},"date":"2026-01-"#
        let read = ReadDocument(
            """
            {"booked":[{\(row)05","text":"A"},{\(row)06","text":"B"},{"amount":{"value":"7.20"},"date":"2026-01-07","text":"C"}],
            "pending":[{\(row)08","text":"D"}]}
            """)
        #expect(read.holds == [false, false, false, true], "\(read.refusal)")
    }

    @Test func `a rejected record is named by its path and line`() throws {
        let read = ReadDocument(
            """
            {"items":[{"date":"2026-01-05","amount":-1.50,"text":"A"},
            {"date":"2026-01-06","amount":2.50,"text":"B"},
            {"date":"2026-01-07","amount":null,"text":"C"},
            {"date":"2026-01-08","amount":-4.50,"text":"D"}]}
            """)
        let place = try #require(read.batch.rejections.first?.place)
        #expect(place.path == "/items/2/amount" && place.line == 3, "\(place)")
        #expect(read.batch.lines.map(\.sourceLine) == [1, 2, 4])
    }

    @Test(arguments: [
        """
        [{"iban":"DE89370400440532013000","items":[{"date":"2026-01-05","amount":-1.5,"text":"A"}]},
        {"iban":"NL91ABNA0417164300","items":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}]
        """,
        """
        {"accounts":[{"account":{"iban":"DE89370400440532013000"},"transactions":{"booked":[{"date":"2026-01-05","amount":-1.5,"text":"A"}]}},
        {"account":{"iban":"NL91ABNA0417164300"},"transactions":{"booked":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}}]}
        """,
        """
        {"DE89370400440532013000":[{"date":"2026-01-05","amount":-1.5,"text":"A"}],
        "NL91ABNA0417164300":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}
        """,
        """
        {"iban":"DE89370400440532013000","items":[{"date":"2026-01-05","amount":-1.5,"text":"A"}]}
        {"iban":"NL91ABNA0417164300","items":[{"date":"2026-01-06","amount":-2.5,"text":"B"}]}
        """,
        """
        [{"iban":"DE89370400440532013000","items":[{"date":"2026-01-05","amount":-1.5,"text":"A","creditorAccount":{"iban":"FR1420041010050500013M02606"}}]},
        {"iban":"NL91ABNA0417164300","items":[{"date":"2026-01-06","amount":-2.5,"text":"B","creditorAccount":{"iban":"FR1420041010050500013M02606"}}]}]
        """,
    ])
    func `records of several accounts have those around them`(text: String) {
        let read = ReadDocument(text)
        #expect(read.facts.map { $0.prefix(16) } == ["2026-01-05 -1.50", "2026-01-06 -2.50"])
        #expect(read.accounts == ["DE89370400440532013000", "NL91ABNA0417164300"])
        #expect(read.batch.lines.map(\.account) == [0, 1], "\(read.refusal)")
    }

    @Test(arguments: ["transactions", "statements", "data", "statement", "items"])
    func `an empty list beside payments is no empty statement`(_ name: String) {
        let rows =
            #"[{"date":"2026-01-05","amount":-1.5,"text":"A"},{"date":"2026-01-06","amount":2.5,"text":"B"}]"#
        for text in [
            #"{"\#(name)":[],"history":\#(rows)}"#, #"{"history":\#(rows),"\#(name)":[]}"#,
            #"{"accounts":[{"iban":"DE89370400440532013000","\#(name)":\#(rows)},{"iban":"NL91ABNA0417164300","\#(name)":[]}]}"#,
        ] {
            let read = ReadDocument(text, ReadOptions(sign: .printed))
            #expect(read.facts == ["2026-01-05 -1.50  A", "2026-01-06 2.50  B"], "\(text)")
        }
    }

    @Test(arguments: [
        #"{"accounts":[{"iban":"DE89370400440532013000","currency":"EUR","items":ROWS}]}"#,
        #"[{"account":{"iban":"DE89370400440532013000","currency":"EUR"},"items":ROWS}]"#,
        #"{"accounts":[{"iban":"DE89370400440532013000","currency":"EUR","items":ROWS},{"iban":"NL91ABNA0417164300","currency":"USD","items":[]}]}"#,
        #"{"meta":{FILLER},"iban":"DE89370400440532013000","currency":"EUR","items":ROWS}"#,
        #"{"account":26001234567890,"currency":"EUR","items":ROWS}"#,
    ])
    func `one account is read as one of several would be`(_ text: String) {
        let rows = #"[{"date":"2026-01-05","amount":-1.5,"text":"A"}]"#
        let filler = (0..<40).map { #""x\#($0)":"value \#($0)""# }.joined(separator: ",")
        let read = ReadDocument(
            text.replacing("ROWS", with: rows).replacing("FILLER", with: filler))
        #expect(read.facts == ["2026-01-05 -1.50 EUR A"], "\(read.refusal)")
        #expect(
            read.accounts.map { ["DE89370400440532013000", "26001234567890"].contains($0) } == [
                true
            ])
    }

    @Test func `accounts that are names have the currencies beside their lists`() {
        let row = #"[{"date":"2026-01-05","amount":-1.5,"text":"A"}]"#
        func read(_ first: String, _ second: String) -> ReadDocument {
            ReadDocument(
                """
                {"DE89370400440532013000":{\(first)"items":\(row)},
                "NL91ABNA0417164300":{\(second)"items":\(row)}}
                """)
        }
        let both = read(#""currency":"EUR","#, #""currency":"USD","#)
        #expect(both.accounts == ["DE89370400440532013000", "NL91ABNA0417164300"])
        #expect(both.facts == ["2026-01-05 -1.50 EUR A", "2026-01-05 -1.50 USD A"])
        let one = read("", #""currency":"USD","#)
        #expect(one.facts == ["2026-01-05 -1.50  A", "2026-01-05 -1.50  A"])
    }

    @Test(arguments: [
        #""parts":[{"date":"2026-02-25","amount":-0.5},{"date":"2026-03-25","amount":-1.0}]"#,
        #""refunds":[{"date":"2026-01-28","amount":0.5}]"#,
        #""statusHistory":[{"at":"2026-01-05","step":1},{"at":"2026-01-06","step":2}]"#,
        #""splits":[{"amount":-0.5,"category":"a"},{"amount":-1.0,"category":"b"}]"#,
    ])
    func `a payment with lists of its own is one payment`(_ list: String) {
        let read = ReadDocument(
            """
            {"currency":"EUR","transactions":[
            {"date":"2026-01-05","amount":-1.5,"text":"A",\(list)},
            {"date":"2026-01-06","amount":2.5,"text":"B"},
            {"date":"2026-01-07","amount":-3.5,"text":"C"}]}
            """, ReadOptions(sign: .printed))
        #expect(
            read.facts == [
                "2026-01-05 -1.50 EUR A", "2026-01-06 2.50 EUR B", "2026-01-07 -3.50 EUR C",
            ], "\(read.refusal)")
        #expect(read.batch.skipped == [])
    }

    @Test func `days with sums and payments with parts are told apart by nothing`() {
        let read = ReadDocument(
            """
            [{"date":"2026-01-05","amount":-3.5,"items":[{"date":"2026-01-05","amount":-1.5},{"date":"2026-01-05","amount":-2.0}]},
            {"date":"2026-01-06","amount":2.5,"items":[{"date":"2026-01-06","amount":2.5}]}]
            """)
        #expect(read.facts == [] && read.refusal == "nested", "\(read.refusal)")
    }

    @Test func `the objects in a list of accounts are accounts`() {
        let read = ReadDocument(
            """
            {"errors":[],"accounts":[
            {"id":"2930002","name":"Savings","currency":"USD","balance":"100.23","balance-date":1767787200,"transactions":[{"id":"t1","posted":1767607872,"amount":"-33293.43","description":"Bait shop"}]},
            {"id":"2930003","name":"Checking","currency":"EUR","balance":"10.00","balance-date":1767787200,"transactions":[{"id":"t1","posted":1767607872,"amount":"-5.00","description":"Cafe"}]}]}
            """)
        #expect(read.accounts == ["2930002", "2930003"], "\(read.refusal)")
        #expect(
            read.facts == ["2026-01-05 -33293.43 USD Bait shop", "2026-01-05 -5.00 EUR Cafe"])
    }

    @Test func `an instant of zero is none`() {
        let read = ReadDocument(
            """
            [{"posted":1767607872,"amount":-12.5,"text":"A"},{"posted":1767694272,"amount":-2.5,"text":"B"},
            {"posted":0,"amount":-3.5,"text":"C"},{"posted":1767780672,"amount":-4.5,"text":"D"}]
            """)
        #expect(read.facts.count == 3, "\(read.refusal)")
        #expect(read.batch.rejections.map(\.kind) == [.dateMissing])
    }

    @Test func `coins of a currency that is none reject their row`() {
        let read = ReadDocument(
            """
            [{"date":"2026-01-05","amount":{"currency":"GBP","minorUnits":-1250},"text":"A"},
            {"date":"2026-01-06","amount":{"currency":"??","minorUnits":-1250},"text":"B"},
            {"date":"2026-01-07","amount":{"currency":"GBP","minorUnits":-50},"text":"C"}]
            """)
        #expect(read.facts == ["2026-01-05 -12.50 GBP A", "2026-01-07 -0.50 GBP C"])
        #expect(read.batch.rejections.count == 1, "\(read.refusal)")
    }

    /// Members that an interface leaves out where they are empty.
    private static let optional = [
        #""valueDate":"2026-01-24""#, #""creditorName":"Shop""#, #""debtorName":"Boss""#,
        #""debtorAccount":{"iban":"DE89370400440532013000"}"#, #""additionalInformation":"Card""#,
        #""entryReference":"e1""#,
        #""balanceAfterTransaction":{"balanceAmount":{"amount":"10.00","currency":"EUR"}}"#,
        #""currencyExchange":{"sourceCurrency":"USD","exchangeRate":"1.1"}"#,
    ]

    @Test func `a bank is known by its records whatever optional members they have`() throws {
        var banks: Set<String> = []
        for chosen in 0..<(1 << Self.optional.count) {
            let members = Self.optional.indices.filter { chosen >> $0 & 1 == 1 }
                .map { "," + Self.optional[$0] }.joined()
            let row = #""transactionAmount":{"amount":"-3.10","currency":"EUR"}"#
            let pending = chosen % 3 == 0 ? #"{"valueDate":"2026-01-26",\#(row)}"# : ""
            let text = """
                {"transactions":{"booked":[{"transactionId":"1","bookingDate":"2026-01-24",\(row)\(members)},
                {"transactionId":"2","bookingDate":"2026-01-25",\(row)}],"pending":[\(pending)]}}
                """
            var file = try StatementFile(
                bytes: Array(text.utf8), name: "a.json", options: ReadOptions())
            var batch = LineBatch()
            while try file.next(into: &batch) {}
            banks.formUnion(file.accounts.map(\.bank))
        }
        #expect(banks.count == 1)
    }

    @Test func `noise of binary fractions is no money`() {
        let read = ReadDocument(
            """
            [{"date":"2026-01-05","amount":-91.40000000000001,"currency":"USD","text":"A"},
            {"date":"2026-01-06","amount":0.30000000000000004,"currency":"USD","text":"B"}]
            """, ReadOptions(sign: .printed))
        #expect(read.facts == ["2026-01-05 -91.40 USD A", "2026-01-06 0.30 USD B"])
    }

    @Test func `only a true flag holds a payment`() {
        let read = ReadDocument(
            """
            [{"date":"2026-01-05","amount":-1.5,"currency":"EUR","text":"A","pending":true},
            {"date":"2026-01-06","amount":2.5,"currency":"EUR","text":"B"},
            {"date":"2026-01-07","amount":-3.5,"currency":"EUR","text":"C","pending":null},
            {"date":"2026-01-08","amount":-4.5,"currency":"EUR","text":"D","pending":false}]
            """, ReadOptions(sign: .printed))
        #expect(read.holds == [true, false, false, false], "\(read.refusal)")
    }

    @Test func `a cut document is refused`() {
        let read = ReadDocument(#"[{"date":"2026-01-05","amount":-1.50,"text":"A"},{"date":"20"#)
        #expect(read.facts == [] && read.refusal == "truncated", "\(read.refusal)")
    }
}
