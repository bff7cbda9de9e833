import Documents
import Facts
import Reading
import TestKit
import Testing

private func make(
    _ text: String, isBeancount: Bool = false, mark: NumberStyle.DecimalMark? = nil
) -> JournalReader {
    var survey = JournalSurvey(
        file: "f", isBeancount: isBeancount, options: ReadOptions(decimalMark: mark))
    do throws(ReadFailure) {
        try survey.read(Array(text.utf8).span, final: true)
    } catch {
        Issue.record("the survey refuses: \(error)")
    }
    return JournalReader(file: "f", directives: survey.settled())
}

private func read(
    _ text: String, isBeancount: Bool = false, mark: NumberStyle.DecimalMark? = nil
) -> (lines: [String], rejections: [String], skips: [String], accounts: [String]) {
    let report = ReaderReport(
        Array(text.utf8), cutAt: [], by: make(text, isBeancount: isBeancount, mark: mark))
    return (
        report.lines.map {
            String($0.split(separator: " | ").dropFirst(2).joined(separator: " | "))
        },
        report.rejections, report.skips + [report.failure].compactMap { $0 },
        report.accounts.map(\.number)
    )
}

private let household = """
    ; a household
    decimal-mark .
    account Cash  ; type: A
    commodity 1,000.00 UAH
    P 2025-01-01 USD 41.00 UAH

    comment
    2025-01-01 not a transaction
    end comment

    ~ monthly
        Expenses:Rent  100 UAH
        Assets:Bank

    2025-03-14 * (77) Silpo | weekly  ; family:, shop: big
        Assets:Bank:Card  -1,125.50 UAH = 8,874.50 UAH
        Expenses:Food:Groceries
    2025-03-15=2025-03-17 ! ATB
        ; on the way
        expenses:food  60 UAH  ; :one:two:
        expenses:fun  40.00 UAH
        assets:bank:card
    2025-03-16 to cash
        Assets:Bank:Card  -500 UAH
        Cash  500 UAH  ; date:2025-03-18
    2025-03-17 Hotel
        Assets:Bank:Card  -4,100.00 UAH
        Expenses:Travel  100.00 USD @@ 4,100.00 UAH
        (Budget:Travel)  -100 USD
    2025-03-18 exchange
        Assets:Bank:Card  -4,100.00 UAH @@ 100.00 USD
        Assets:Dollars  100.00 USD
    2025-03-19 corrected
        Assets:Bank:Card  = 8,000.00 UAH
        Expenses:Unknown
    2025-03-20 opening
        Assets:Old  10.00 UAH
        Equity:Opening balances
    2025-03-21 shares
        Assets:Broker  2 VTI @ 100.00 USD
        Assets:Dollars  -200.00 USD

    """

@Suite struct `Journals of hledger and ledger` {
    @Test func `have a row for each posting to an account of money`() {
        let reading = read(household)
        #expect(reading.rejections.isEmpty)
        func line(_ text: String) -> String {
            reading.lines.first { $0.contains(text) } ?? "none"
        }
        #expect(line("weekly").contains("amount=-1125.50 UAH"))
        #expect(line("weekly").contains("name=Silpo"))
        #expect(line("weekly").contains("category=Food:Groceries"))
        #expect(line("weekly").contains("tags=family, shop:big"))
        #expect(line("weekly").contains("balance=8874.50 UAH"))
        #expect(line("=ATB").contains("amount=-100.00 UAH"))
        #expect(line("=ATB").contains("value=2025-03-17"))
        #expect(line("=ATB").contains("memo=on the way"))
        #expect(line("=ATB").contains("tags=one, two"))
        #expect(line("=ATB").contains("parts=-60.00\tfood\n-40.00\tfun"))
        #expect(line("transfer_account=Cash").contains("amount=-500.00 UAH"))
        #expect(
            line("made=2025-03-18 | amount=500.00").contains("transfer_account=Assets:Bank:Card"))
        #expect(line("Hotel").contains("original=-100.00 USD"))
        #expect(line("Hotel").contains("category=Travel"))
        #expect(line("transfer_account=Assets:Dollars").contains("amount=-4100.00 UAH"))
        // The rule, the virtual posting, the opening, the shares.
        #expect(reading.skips.count == 4)
        #expect(
            reading.accounts == [
                "Assets:Bank:Card", "assets:bank:card", "Cash", "Assets:Dollars",
            ])
    }

    @Test(arguments: [
        ("-1 UAH", "-1.00 UAH"), ("$-1.5", "-1.50 USD"), ("-$1.5", "-1.50 USD"),
        ("UAH -1 234.50", "-1234.50 UAH"), ("-1,234.50 UAH", "-1234.50 UAH"),
        ("-1.234,50 UAH", "-1234.50 UAH"), ("-1,5 EUR", "-1.50 EUR"),
        ("-1,23,456 EUR", "-123456.00 EUR"),
        ("-1.234 EUR", "-1.234 EUR"), ("-12 \"UAH\"", "-12.00 UAH"), ("-3 €", "-3.00 EUR"),
        ("-7", "-7.00 ?"),
    ])
    func `have numbers in many styles`(written: String, expected: String) {
        let reading = read("2025-01-01 a\n  Assets:A  \(written)\n  Expenses:B\n")
        #expect(reading.rejections.isEmpty)
        #expect(reading.lines.first?.contains("amount=\(expected)") == true, "\(reading)")
    }

    @Test func `have a comma before three digits only where a directive says what it is`() {
        let text = "2025-01-01 a\n  Assets:A  -1,000 EUR\n  Expenses:B\n"
        #expect(read(text).rejections.first?.contains("amount-ambiguous") == true)
        #expect(read(text, mark: .point).lines[0].contains("amount=-1000.00 EUR"))
        #expect(read("commodity 1,000.00 EUR\n" + text).lines[0].contains("-1000.00 EUR"))
        #expect(read("commodity 1.000,00 EUR\n" + text).lines[0].contains("amount=-1.00 EUR"))
        #expect(read("decimal-mark ,\n" + text).lines[0].contains("amount=-1.00 EUR"))
    }

    @Test(arguments: [
        ("2025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B  2 UAH\n", "record-incomplete"),
        ("2025-13-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "date-not-a-day"),
        ("2O25-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "date-not-a-day"),
        ("x025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "record-incomplete"),
        (";025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "record-incomplete"),
        ("2025-01-01 a\n  Assets:A  1..2 UAH\n  Expenses:B\n", "amount-not-a-number"),
        ("2025-01-01 a\n  Assets:A  (1 UAH * 2)\n  Expenses:B\n", "amount-not-a-number"),
        ("2025-01-01 a\n  Wallet  -1 UAH\n  Food\n", "direction-unknown"),
        ("2025-01-01 a\n  Assets:A\n  Expenses:B\n", "record-incomplete"),
        (
            "2025-01-01 a\n  Assets:A  99999999999999999999 UAH\n  Expenses:B\n",
            "amount-overflow"
        ),
    ])
    func `have no row that is not certain`(text: String, kind: String) {
        let reading = read(text)
        #expect(reading.lines.isEmpty)
        #expect(reading.rejections.count == 1 && reading.rejections[0].contains(kind), "\(reading)")
    }

    @Test func `that include other files are refused`() {
        let reading = read("2025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\ninclude b.journal\n")
        #expect(reading.lines.count == 1)
        #expect(reading.skips.contains { $0.contains("malformed") })
    }

    @Test func `of beancount have their own syntax`() {
        let reading = read(
            """
            option "name_assets" "Vermoegen"
            2025-01-01 open Vermoegen:Card UAH
            2025-01-01 pad Vermoegen:Card Equity:Opening
            pushtag #trip
            2025-03-14 * "Silpo" "weekly \\"shop\\"" #food ^link
              number: "12"
              Vermoegen:Card  -1,125.50 UAH
                posted: 2025-03-15
              Expenses:Food:Groceries  1,000.00 UAH
              Expenses:Fun  125.50 UAH
            poptag #trip
            2025-03-15 balance Vermoegen:Card  5 UAH
            2025-03-16 txn "broken
              Vermoegen:Card  -1 UAH
              Expenses:Fun

            """, isBeancount: true)
        #expect(reading.lines.count == 1 && reading.rejections.count == 1)
        #expect(reading.rejections[0].contains("quote-not-closed"))
        for part in [
            "amount=-1125.50 UAH", "weekly \"shop\"", "name=Silpo", "tags=trip, food",
            "parts=-1000.00\tFood:Groceries\n-125.50\tFun", "memo=number: 12, posted: 2025-03-15",
        ] {
            #expect(reading.lines[0].contains(part), "\(part) in \(reading.lines)")
        }
        #expect(reading.skips.count == 1)
    }

    @Test func `do not depend on where their bytes are cut`() {
        #expect(verifyReader(Array(household.utf8)) { make(household) } == [])
    }
}
