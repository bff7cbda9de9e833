import Facts
import Tables
import TestKit
import Testing
import Reading

/// Which column of codes is the currency of the amounts of a table that nobody knows.
@Suite struct `The currency of an unknown table` {
    struct Table: Sendable {
        let name: String
        let head: String
        /// Cells of a row: its `day`, `amount` and `balance`, the code of the `account` and that of
        /// the `purchase`.
        let row: String
        /// The currencies read; nil when the table is refused with the question.
        let expected: String?

        init(_ name: String, _ head: String, _ row: String, _ expected: String?) {
            self.name = name
            self.head = head
            self.row = row
            self.expected = expected
        }

        var text: String {
            let rows = [
                ("2026-02-01", "-85.50", "100.00", "USD"), ("2026-02-02", "90.25", "190.25", "UAH"),
                ("2026-02-03", "-12.10", "178.15", "EUR"), ("2026-02-04", "-7.00", "171.15", "UAH"),
            ].map { day, amount, balance, purchase in
                row.split(separator: ";").map { cell in
                    switch cell {
                    case "day": day
                    case "amount": amount
                    case "amount UAH": amount + " UAH"
                    case "balance": balance
                    case "account": "UAH"
                    case "purchase": purchase
                    default: String(cell)
                    }
                }.joined(separator: ";")
            }
            return ((head.isEmpty ? [] : [head]) + rows).joined(separator: "\n") + "\n"
        }
    }

    @Test(arguments: [
        ("Para Birimi:;TL", "TRY"), ("Waluta;zł", "PLN"), ("Währung:;€", "EUR"), ("Text;kr", ""),
    ])
    func `a unit beside its label above the table is the currency`(
        _ line: String, _ code: String
    ) throws {
        let text = "\(line)\n\nDatum;Text;Betrag\n27.01.2026;A;-19,50\n30.01.2026;B;-145,20\n"
        let expected = code.isEmpty ? [] : [code, code]
        #expect(try Self.read(text).split(separator: " ").map(String.init) == expected)
    }

    private static let ofPurchases = "USD UAH EUR UAH"
    private static let ofAccount = "UAH UAH UAH UAH"

    @Test(arguments: [
        Table(
            "headings nobody knows", "Datum;Wat;Betrag;C1;C2", "day;T;amount;account;purchase", nil),
        Table(
            "the other way round", "Datum;C1;Wat;C2;Betrag", "day;purchase;T;account;amount", nil),
        Table(
            "three of them", "Datum;C1;Wat;C2;Betrag;C3", "day;account;T;account;amount;purchase",
            nil),
        Table(
            "one name for both", "Date;Currency;Text;Amount;Currency",
            "day;purchase;T;amount;account", nil),
        Table(
            "both beside the amount", "Date;Text;Currency;Amount;Cur2",
            "day;T;purchase;amount;account", nil),
        Table(
            "a name away from the amount", "Date;Currency;Text;Amount;Cur2",
            "day;purchase;T;amount;account", nil),
        Table(
            "an account's and a purchase's, the amount beside the second",
            "Date;Account currency;Text;Amount;Operation currency",
            "day;account;T;amount;purchase", nil),
        Table(
            "a heading that contradicts the column", "Date;Text;Amount (UAH);Currency",
            "day;T;amount;purchase", nil),
        Table(
            "a name beside the amount", "Date;Text;Amount;Currency;Cur2",
            "day;T;amount;account;purchase", ofAccount),
        Table(
            "each behind its own amount", "Date;Text;Amount;Cur1;Fee;Cur2",
            "day;T;amount;purchase;1.00;account", ofPurchases),
        Table(
            "balances of one account", "Datum;Wat;Betrag;C1;C2;Saldo",
            "day;T;amount;purchase;account;balance", ofAccount),
        Table("numbers of currencies", "Date;Text;Amount;Currency", "day;T;amount;980", ofAccount),
        Table(
            "a heading of balances that names it", "Date;Text;Amount;Balance EUR",
            "day;T;amount;balance", "EUR EUR EUR EUR"),
        Table(
            "one column, named as the account's", "Date;Text;Amount;Account amount;Card currency",
            "day;T;amount;amount;account", ofAccount),
        Table(
            "balances, and no headings", "", "day;T;amount;account;purchase;balance", ofAccount),
        Table(
            "a heading that names the currency", "Date;Text;Amount (UAH);C1",
            "day;T;amount;purchase", ofAccount),
        Table(
            "units beside the amounts", "Date;Text;Amount;C1;C2",
            "day;T;amount UAH;account;account", ofAccount),
        Table(
            "columns that agree", "Datum;Wat;Betrag;C1;C2", "day;T;amount;purchase;purchase",
            ofPurchases),
        Table("one column", "Datum;Wat;Betrag;C1", "day;T;amount;purchase", ofPurchases),
    ])
    func `is proved, or the table is refused`(_ table: Table) throws {
        guard let expected = table.expected else {
            let failure = try #require(throws: ReadFailure.self) { try Self.read(table.text) }
            #expect(failure.details.first == "currency-column", "\(table.name)")
            #expect(Set(failure.details).count == failure.details.count, "\(table.name)")
            return
        }
        #expect(try Self.read(table.text) == expected, "\(table.name)")
    }

    @Test func `is written into the draft once it is known`() throws {
        let table = Table(
            "headings nobody knows", "Datum;Wat;Betrag;C1;C2", "day;T;amount;account;purchase", nil)
        let proposer = LayoutProposer(file: "f.csv")
        proposer.read(Array(table.text.utf8).span, final: true)
        let yaml = try proposer.propose().yaml
        let open = try Layout(yaml: Array(yaml.utf8), file: "d.yaml", rank: .own)
        #expect(throws: ReadFailure.self) { try Self.read(table.text, LayoutSet(only: [open])) }
        let filled = yaml.replacing("currency: \"?\"", with: "currency: \"C2\"")
        let layout = try Layout(yaml: Array(filled.utf8), file: "d.yaml", rank: .own)
        #expect(try Self.read(table.text, LayoutSet(only: [layout])) == Self.ofPurchases)
    }

    @discardableResult
    private static func read(
        _ text: String, _ layouts: LayoutSet = .builtIn
    ) throws(ReadFailure) -> String {
        let bytes = Array(text.utf8)
        let surveyor = CSVSurveyor(file: "f.csv", layouts: layouts)
        try surveyor.read(bytes.span, final: true)
        let reader = CSVReader(
            file: "f.csv", layouts: layouts,
            settled: try surveyor.settle(ReadOptions(sign: .printed)))
        var batch = LineBatch()
        try reader.read(bytes.span, final: true, into: &batch)
        return batch.lines.map(\.amount.currency.code).joined(separator: " ")
    }

    /// Nil for a row that is rejected.
    @Test(arguments: [
        (["UAH", "USD", "UAH", "Euro"], ["UAH", "USD", "UAH", "EUR"]),
        (["гривня", "долар США", "US Dollar", "Kč"], ["UAH", "USD", "USD", "CZK"]),
        (["₴", "$", "₴", "₴"], ["UAH", nil, "UAH", "UAH"]),
        (["UAH", "грв", "UAH", "USD"], ["UAH", nil, "UAH", "USD"]),
        (["UAH", "UAN", "UAH", "UAH"], ["UAH", nil, "UAH", "UAH"]),
        (["XQA", "XQA", "XQA", "XQA"], ["XQA", "XQA", "XQA", "XQA"]),
    ])
    func `a cell that names no currency costs its row alone`(
        cells: [String], expected: [String?]
    ) throws {
        for heading in ["Currency", "Валюта"] {
            let rows = cells.enumerated().map { "1\($0).02.2026;A;\($0 - 2),50;\($1)\n" }
            let batch = try readTable(
                "Date;Description;Amount;\(heading)\n" + rows.joined(),
                ReadOptions(sign: .printed)
            ).batch
            #expect(batch.lines.map(\.amount.currency.code) == expected.compactMap { $0 })
            #expect(
                batch.rejections.map(\.kind)
                    == expected.compactMap { code in
                        code == nil ? RowRejection.Kind.currencyUnknown : nil
                    })
        }
    }

    @Test func `a typing error beside the heading's currency costs its row alone`() throws {
        let batch = try readTable(
            """
            Date;Description;Amount (UAH);Currency
            13.02.2026;A;-10,00;UAH
            14.02.2026;B;20,00;UAN
            15.02.2026;C;-5,00;грв

            """
        ).batch
        #expect(batch.lines.map(\.amount.rendered) == ["-10.00 UAH"])
        #expect(batch.rejections.map(\.place.line) == [3, 4])
    }

    @Test func `a sign of other currencies is not the table's`() throws {
        let batch = try readTable(
            """
            Date;Description;Amount (UAH)
            13.02.2026;A;-10,00
            14.02.2026;B;-20,00 $
            15.02.2026;C;100,00
            16.02.2026;D;-3,50 доларів

            """, ReadOptions(sign: .printed)
        ).batch
        #expect(batch.lines.map(\.amount.rendered) == ["-10.00 UAH", "100.00 UAH"])
        #expect(batch.rejections.map(\.kind) == [.currencyContradicted, .currencyContradicted])
        let dollars = try readTable(
            "Date;Description;Amount (CAD)\n13.02.2026;A;-10,00 $\n14.02.2026;B;20,00 $\n",
            ReadOptions(sign: .printed)
        ).batch
        #expect(dollars.lines.map(\.amount.rendered) == ["-10.00 CAD", "20.00 CAD"])
    }

    @Test func `several words that are no currencies are asked about`() {
        let text = """
            Date;Description;Amount;Currency
            13.02.2026;A;-10,00;local
            14.02.2026;B;20,00;foreign

            """
        let failure = #expect(throws: ReadFailure.self) {
            try readTable(text, ReadOptions(sign: .printed))
        }
        #expect(failure?.details.first == "currency-column")
    }

    @Test(arguments: [
        // Balances of another unit than all amounts.
        ("-10.00 USD,8900.00 UAH", "20.00 USD,8060.00 UAH", nil as [String]?),
        ("-10.00 USD,8900.00 UAH", "20.00 UAH,8920.00 UAH", ["20.00 UAH"]),
        ("-10.00 USD,8900.00 USD", "20.00 UAH,8920.00 UAH", ["-10.00 USD", "20.00 UAH"]),
    ])
    func `a balance in another currency than the amount is none of the account`(
        _ first: String, _ second: String, _ expected: [String]?
    ) {
        let text =
            "Date,Description,Amount,Balance\n2026-02-13,A,\(first)\n2026-02-14,B,\(second)\n"
        let lines = try? readTable(text, ReadOptions(sign: .printed)).batch.lines
        #expect(lines?.map(\.amount.rendered) == expected)
    }

    @Test func `a fee in another currency is refused, none at all is not`() throws {
        let batch = try readTable(
            """
            Date,Description,Amount,Fee
            2026-02-13,A,-10.00 USD,0.50 EUR
            2026-02-14,B,20.00 USD,0.00 EUR
            2026-02-15,C,-30.00 USD,0.10 USD

            """
        ).batch
        #expect(batch.rejections.map(\.kind) == [.currencyContradicted])
        #expect(batch.lines.map { $0.fee?.rendered } == ["0.00 USD", "0.10 USD"])
    }

    @Test(arguments: [
        ["Amount", "Currency", "Account amount", "Account currency"],
        ["Account amount", "Account currency", "Amount", "Currency"],
        ["Amount", "Account amount", "Currency", "Account currency"],
        ["Сума операції", "Валюта", "Сума в валюті рахунку", "Валюта рахунку"],
        ["Amount", "Currency", "Amount in card currency", "Card currency"],
    ])
    func `of two amounts each has the currency that is named so`(_ headings: [String]) {
        let payments = [
            ("-10.00", "EUR", "-450.00"), ("500.00", "UAH", "500.00"), ("-20.00", "USD", "-820.00"),
        ]
        let rows = payments.enumerated().map { number, payment in
            let cells = headings.map { name in
                let isOwn = ["account", "card", "рахунку"].contains {
                    name.lowercased().contains($0)
                }
                let isAmount = ["Amount", "Account amount", "Сума"].contains {
                    name.hasPrefix($0)
                }
                return isAmount
                    ? isOwn ? payment.2 : payment.0 : isOwn ? "UAH" : payment.1
            }
            return "2026-03-0\(number + 1);Shop;" + cells.joined(separator: ";") + "\n"
        }
        let text = "Date;Details;" + headings.joined(separator: ";") + "\n" + rows.joined()
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        let lines = StatementReading(path: file.path).batch.lines
        #expect(lines.map(\.amount.rendered) == ["-450.00 UAH", "500.00 UAH", "-820.00 UAH"])
        #expect(lines.map { $0.originalAmount?.rendered } == ["-10.00 EUR", nil, "-20.00 USD"])
    }
}
