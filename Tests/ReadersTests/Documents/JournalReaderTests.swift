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
                "Assets:Bank:Card", "assets:bank:card", "Cash", "Assets:Dollars", "Assets:Old",
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
        ("2025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B  2 UAH\n", "amounts-do-not-sum"),
        ("2025-13-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "date-not-a-day"),
        ("2O25-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "date-not-a-day"),
        ("x025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "record-incomplete"),
        (";025-01-01 a\n  Assets:A  -1 UAH\n  Expenses:B\n", "record-incomplete"),
        ("2025-01-01 a\n  Assets:A  1..2 UAH\n  Expenses:B\n", "amount-not-a-number"),
        ("2025-01-01 a\n  Assets:A  (1 UAH * 2)\n  Expenses:B\n", "amount-not-a-number"),
        ("2025-01-01 a\n  Wallet  -1 UAH\n  Food\n", "direction-unknown"),
        ("2025-01-01 a\n  Assets:A\n  Expenses:B\n", "amounts-do-not-sum"),
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

    /// An amount that follows from other rows is unknown if one of those is.
    @Test(arguments: [
        // The rejected transaction is of the account, of another, or of one that cannot be read.
        ("  Assets:A  -30 EUR\n  Expenses:B  29 EUR\n", "", 2),
        ("  Assets:B  -30 EUR\n  Expenses:B  29 EUR\n", "", 1),
        ("  Assets:B  1..2 EUR\n  Expenses:B\n", "", 2),
        // An assertion says the balance again.
        (
            "  Assets:A  -30 EUR\n  Expenses:B  29 EUR\n",
            "2026-01-04 c\n  Assets:A  -5 EUR = 70 EUR\n  Expenses:B\n", 1
        ),
        (
            "  Assets:A  1..2 EUR\n  Expenses:B\n",
            "2026-01-04 c\n  Assets:A  -5 EUR = 70 EUR\n  Expenses:B\n", 1
        ),
        (
            "  Assets:A  -30 EUR\n  Expenses:B  29 EUR\n",
            "2026-01-04 c\n  Assets:A  -5 EUR\n  Expenses:B\n", 2
        ),
    ])
    func `have no assigned balance after a rejected one`(
        rejected: String, between: String, rejections: Int
    ) {
        let reading = read(
            "2026-01-02 a\n  Assets:A  100 EUR\n  Income:J\n2026-01-03 b\n" + rejected + between
                + "2026-01-05 d\n  Assets:A  = 50 EUR\n  Expenses:X\n")
        #expect(reading.rejections.count == rejections, "\(reading.rejections)")
        if !between.isEmpty, rejections == 1 {
            #expect(reading.lines.last?.contains("amount=-20.00") == true, "\(reading.lines)")
        }
    }

    @Test(arguments: [
        // A fee of a transfer is a part of the row that pays it.
        (
            "Liabilities:Card  50 EUR\n  Expenses:Fees  2 EUR\n  Assets:Bank",
            [
                "amount=50.00 EUR | transfer_account=Assets:Bank",
                "amount=-52.00 EUR | parts=-2.00\tFees\n-50.00\t | transfer_account=Liabilities:Card",
            ]
        ),
        // Two accounts pay for two categories: both sums stay exact.
        (
            "Expenses:A  7 EUR  ; apples\n  Expenses:B  3 EUR\n  Assets:X  -6 EUR\n  Assets:Y",
            [
                "amount=-6.00 EUR | category=A | memo=apples",
                "amount=-4.00 EUR | parts=-1.00\tA\tapples\n-3.00\tB",
            ]
        ),
        // A salary with taxes that reaches two accounts.
        (
            "Income:Pay  -10 EUR\n  Expenses:Tax  2 EUR\n  Assets:X  5 EUR\n  Assets:Y  3 EUR",
            ["amount=5.00 EUR | parts=7.00\tPay\n-2.00\tTax", "amount=3.00 EUR | category=Pay"]
        ),
        // Money of one account that reaches two others.
        (
            "Assets:X  -10 EUR\n  Assets:Y  7 EUR\n  Assets:Z  3 EUR",
            [
                "amount=-10.00 EUR | transfer_account=Assets:Y",
                "amount=7.00 EUR | transfer_account=Assets:X",
                "amount=3.00 EUR | transfer_account=Assets:X",
            ]
        ),
        // A price with more digits than money has.
        (
            "Expenses:A  3.33 USD @ 0.92345 EUR\n  Expenses:B  1 EUR\n  Assets:X  -4.08 EUR",
            ["amount=-4.08 EUR | parts=-3.08\tA\n-1.00\tB"]
        ),
        (
            "Assets:X  100 EUR @ 48.60 UAH\n  Assets:Y  -4860 UAH",
            [
                "amount=100.00 EUR | original=4860.00 UAH | transfer_account=Assets:Y",
                "amount=-4860.00 UAH | original=-100.00 EUR | transfer_account=Assets:X",
            ]
        ),
    ])
    func `divide categories among accounts without changing a sum`(
        postings: String, expected: [String]
    ) {
        let reading = read("2025-01-01 t\n  \(postings)\n")
        #expect(reading.rejections.isEmpty && reading.skips.isEmpty)
        #expect(reading.lines.count == expected.count)
        for (line, parts) in zip(reading.lines, expected) {
            for part in parts.components(" | ") {
                #expect(line.contains(part), "\(part) in \(line)")
            }
        }
    }

    @Test func `name accounts by aliases and applied parents`() {
        let reading = read(
            """
            account Assets:Bank
                alias card
            alias cash = Assets:Cash
            2025-01-01 a
                cash:purse  -1 UAH
                Expenses:B
            apply account Assets
            apply tag home
            2025-01-02 b
                Old  -2 UAH
                New
            end apply
            end apply account
            end aliases
            2025-01-03 c
                card  -3 UAH
                Expenses:B
            2025-01-04 d
                cash  -4 UAH
                Expenses:B

            """)
        #expect(
            reading.accounts == ["Assets:Cash:purse", "Assets:Old", "Assets:New", "Assets:Bank"])
        // An account of no known kind.
        #expect(reading.rejections.count == 1)
        let refused = read("alias /^x/ = Assets\n2025-01-01 a\n  x  -1 UAH\n  Expenses:B\n")
        #expect(refused.lines.isEmpty && refused.skips.contains { $0.contains("malformed") })
    }

    @Test func `of beancount are padded up to the next balance`() {
        func padded(_ source: String, _ between: String = "") -> (lines: [String], skips: [String])
        {
            let reading = read(
                """
                2025-01-01 pad Assets:A \(source)
                2025-01-05 * "x"
                  Assets:A:Sub  -5 UAH
                  Expenses:B
                \(between)
                2025-02-01 balance Assets:A  100 UAH

                """, isBeancount: true)
            return (reading.lines, reading.skips + reading.rejections)
        }
        let found = padded("Expenses:Lost")
        #expect(found.lines.count == 2 && found.skips.isEmpty)
        #expect(found.lines[1].contains("made=2025-01-01 | amount=105.00 UAH"))
        #expect(found.lines[1].contains("category=Lost"))
        #expect(padded("Equity:Opening-Balances").skips.map { $0.contains("opening") } == [true])
        // A later day stands above: the sum up to the balance is not known.
        let later = padded("Expenses:Lost", "2025-03-01 * \"y\"\n  Assets:A  1 UAH\n  Expenses:B\n")
        #expect(later.lines.count == 2 && later.skips.count == 1)
        #expect(later.skips[0].contains("amount-missing"))
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

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
