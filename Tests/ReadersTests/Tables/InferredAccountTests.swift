import Facts
import Tables
import Testing
import Reading

/// Whose account a table of a bank that nobody knows is, and who stands on the other side of its
/// rows.
@Suite struct `The account of an unknown table` {
    struct Table: Sendable {
        let name: String
        let text: String
        /// Number of the account, currency, then the counterparty of each row with its number.
        let expected: String
    }

    @Test func `rows with a refused account are not those of the account above`() throws {
        let (reader, batch) = try readTable(
            """
            Date,Description,Amount,Currency,Account
            2026-02-13,A,-10.00,UAH,Card
            2026-02-14,B,90.00,UAH,"Joint\u{1}savings"
            2026-02-15,C,50.00,UAH,"Joint\u{1}savings"
            2026-02-16,D,-30.00,UAH,Card

            """, ReadOptions(sign: .printed))
        #expect(batch.lines.map { batch.string($0.description) } == ["A", "D"])
        #expect(batch.rejections.map(\.place.line) == [3, 4])
        #expect(reader.accounts.map(\.number) == ["Card"])
    }

    @Test func `a name in quotes keeps them`() throws {
        let (reader, batch) = try readTable(
            "Date,Description,Amount,Currency,Account\n2026-02-13,A,-10.00,UAH,\"Card \"\"B\"\"\"\n"
                + "2026-02-14,B,20.00,UAH,\"Card \"\"B\"\"\"\n",
            ReadOptions(sign: .printed))
        #expect(batch.lines.count == 2)
        #expect(reader.accounts.map(\.number) == ["Card \"B\""])
    }

    @Test(arguments: [
        ("Bank IBAN for transfers: DE89370400440532013000", ""),
        ("IBAN of the bank DE89370400440532013000", ""),
        ("Bank account: DE89370400440532013000", "DE89370400440532013000"),
        ("Bank: Sparkasse, IBAN DE89370400440532013000", "DE89370400440532013000"),
        ("My IBAN: DE89370400440532013000", "DE89370400440532013000"),
        ("Girokonto DE89370400440532013000", "DE89370400440532013000"),
    ])
    func `the IBAN of the bank above the rows is not theirs`(
        _ above: String, _ number: String
    ) throws {
        let rows = "05.01.2026;Shop;-2,00\n06.01.2026;Shop;-3,00\n"
        let (reader, _) = try readTable("\(above)\n\nDate;Description;Amount\n\(rows)")
        #expect(reader.accounts.map(\.iban) == [number])
    }

    @Test(arguments: ["Account", "Currency"])
    func `a blank cell has the sole value of its column, and none of several`(
        _ heading: String
    ) throws {
        let values = heading == "Account" ? ["Card", "Savings"] : ["EUR", "USD"]
        func rows(_ cells: [String]) -> String {
            "\(heading);Date;Description;Amount\n"
                + cells.enumerated().map { "\($1);2026-01-0\($0 + 5);Shop \($0);-\($0 + 1),50\n" }
                .joined()
        }
        let (sole, soleBatch) = try readTable(rows([values[0], "", values[0]]))
        #expect(soleBatch.lines.count == 3 && sole.accounts.count == 1)
        let (_, batch) = try readTable(rows([values[0], "", values[1]]))
        #expect(batch.lines.map(\.amount.text) == ["-1.50", "-3.50"])
        #expect(batch.rejections.map(\.kind) == [.valueMissing])
    }

    @Test(arguments: [
        Table(
            name: "numbers beside payees are the other side, the IBAN above is one's own",
            text: """
                Girokonto;DE89370400440532013000

                Tag;Zahlungsempfänger;Zweck;IBAN;Betrag (€)
                30.01.2026;Laden;Karte;DE75512108001245126199;-23,45
                28.01.2026;Vermieter;Miete;DE12500105170648489890;-650,00

                """,
            expected: "DE89370400440532013000 EUR Laden DE75512108001245126199, "
                + "DE89370400440532013000 EUR Vermieter DE12500105170648489890"),
        Table(
            name: "each of one's own accounts stands beside many payees",
            text: """
                Date,Card number,Merchant,Sum (£)
                30.01.2026,1000001,Shop,-23.45
                29.01.2026,1000002,Bakery,-3.45
                28.01.2026,1000001,Rent,-650.00
                27.01.2026,1000002,Cinema,-13.00
                25.01.2026,1000001,Power,-80.10
                24.01.2026,1000002,Pharmacy,-8.90

                """,
            expected: "1000001 GBP Shop, 1000002 GBP Bakery, 1000001 GBP Rent, "
                + "1000002 GBP Cinema, 1000001 GBP Power, 1000002 GBP Pharmacy"),
        Table(
            name: "the IBAN above is one's own, whatever a column has in all rows",
            text: """
                Konto;DE12500105170648489890

                Tag;Empfänger;Zweck;IBAN;Betrag (€)
                30.01.2026;Laden;Karte;DE89370400440532013000;-23,45
                28.01.2026;Vermieter;Miete;DE89370400440532013000;-650,00

                """,
            expected: "DE12500105170648489890 EUR Laden DE89370400440532013000, "
                + "DE12500105170648489890 EUR Vermieter DE89370400440532013000"),
        Table(
            name: "a blank column of payees says nothing about the account beside it",
            text: """
                Datum;Bedrag;Valuta;Rekeningnummer;Tegenpartij;Details
                31/03/2026;-0,99;EUR;BE68539007547034;;Apple
                30/03/2026;-12,30;EUR;BE68539007547034;;NS Groep

                """,
            expected: "BE68539007547034 EUR, BE68539007547034 EUR"),
        Table(
            name: "one IBAN in all rows of a table without headings is one's own",
            text: """
                AT611904300234573201;REWE;31.03.2026;31.03.2026;-0,99;EUR
                AT611904300234573201;OEBB;30.03.2026;30.03.2026;-12,30;EUR
                AT611904300234573201;Gehalt;28.03.2026;28.03.2026;1200,00;EUR

                """,
            expected: "AT611904300234573201 EUR, AT611904300234573201 EUR, AT611904300234573201 EUR"
        ),
        Table(
            name: "several IBANs without a heading, each beside several texts, are one's own",
            text: """
                AT611904300234573201;REWE;31.03.2026;-0,99;EUR
                DE02700202700010108669;Lidl;30.03.2026;-7,00;EUR
                AT611904300234573201;OEBB;30.03.2026;-12,30;EUR
                DE02700202700010108669;Aldi;29.03.2026;-2,30;EUR
                AT611904300234573201;Gehalt;28.03.2026;1200,00;EUR
                DE02700202700010108669;Miete;27.03.2026;-650,00;EUR

                """,
            expected: "AT611904300234573201 EUR, DE02700202700010108669 EUR, "
                + "AT611904300234573201 EUR, DE02700202700010108669 EUR, "
                + "AT611904300234573201 EUR, DE02700202700010108669 EUR"),
        Table(
            name: "the account's owner pays no money that comes in",
            text: """
                Datum;Partnername;Auftraggeber;Betrag (€)
                31.03.2026;REWE;Max Muster;-0,99
                30.03.2026;OEBB;Max Muster;-12,30
                28.03.2026;Firma;Max Muster;1200,00

                """,
            expected: "EUR REWE, EUR OEBB, EUR Firma"),
        Table(
            name: "one number in every row is one's own",
            text: """
                Date,IBAN,Payee,Sum
                30.01.2026,DE89370400440532013000,Shop,-23.45
                28.01.2026,DE89370400440532013000,Rent,-650.00

                """,
            expected: "DE89370400440532013000 Shop, DE89370400440532013000 Rent"),
        Table(
            name: "a number in some rows only is the other side's",
            text: """
                Date,Account number,Payee,Sum
                30.01.2026,,Shop,-23.45
                28.01.2026,DE89370400440532013000,Rent,-650.00
                27.01.2026,,Cafe,-3.20

                """,
            expected: "Shop, Rent DE89370400440532013000, Cafe"),
        Table(
            name: "a number beside one payee only is that payee's",
            text: """
                Date,Payee,IBAN,Sum
                30.01.2026,Landlord,DE89370400440532013000,-650.00
                28.02.2026,Landlord,DE89370400440532013000,-650.00

                """,
            expected: "Landlord DE89370400440532013000, Landlord DE89370400440532013000"),
        Table(
            name: "a number behind the word for accounts above the table",
            text: """
                SAO KE TAI KHOAN,0071000000301
                Ngay giao dich,So tien,So du,Mo ta
                16/01/2026,-66000,934000,BACH HOA XANH
                15/01/2026,-4000,1000000,GRAB

                """,
            expected: "0071000000301, 0071000000301"),
        Table(
            name: "a balance below does not make the payees' numbers one's own",
            text: """
                Konto;Filial-/Kontonummer;IBAN;Währung;;
                Giro;123 4567890 00;DE89370400440532013000;EUR;;

                Buchungstag;Wert;Begünstigter / Auftraggeber;IBAN / Kontonummer;Betrag;Währung
                30.1.2026;30.1.2026;Laden;DE75512108001245126199;-45,20;EUR
                27.1.2026;27.1.2026;Firma;DE12500105170648489890;1.900,00;EUR
                Kontostand;31.1.2026;;EUR;1.854,80;

                """,
            expected: "DE89370400440532013000 EUR Laden DE75512108001245126199, "
                + "DE89370400440532013000 EUR Firma DE12500105170648489890"),
        Table(
            name: "a number within the IBAN above is the same account's",
            text: """
                accountId;2000000000
                iban;CZ7920100000002000000000

                Datum;Objem;Zpráva
                27.01.2026;-19,50;Mzda
                30.01.2026;-145,20;Nákup

                """,
            expected: "CZ7920100000002000000000, CZ7920100000002000000000"),
        Table(
            name: "two accounts above are nobody's",
            text: """
                Referenzkonto:;DE12500105170648489890
                Konto:;1234567890

                Datum;Betrag;Text
                27.01.2026;-19,50;Laden
                30.01.2026;-145,20;Miete

                """,
            expected: ", "),
        Table(
            name: "a formula text is what it shows",
            text: """
                Konto:;="CH9300762011623852957"

                Datum;Betrag in CHF;Text
                27.01.2026;-19.50;Laden
                30.01.2026;-145.20;Miete

                """,
            expected: "CH9300762011623852957 CHF, CH9300762011623852957 CHF"),
        Table(
            name: "the number in groups below its label",
            text: """
                #Numer rachunku;
                12 1140 2004 0000 3100 1234 5678;

                #Data operacji;#Opis operacji;#Kwota;
                2026-01-27;Sklep;-19,50;
                2026-01-30;Czynsz;-145,20;

                """,
            expected: "12114020040000310012345678, 12114020040000310012345678"),
        Table(
            name: "a long number after a word for accounts in a sentence",
            text: """
                Виписка за рахунком № 26201234567890 за 20260131

                Дата;Опис;Сума
                27.01.2026;Крамниця;-19,50
                30.01.2026;Оренда;-145,20

                """,
            expected: "26201234567890, 26201234567890"),
        Table(
            name: "the number beside the account's name is the account",
            text: """
                Date,Type,Description,Amount,Account Name,Account Number
                30/01/2026,POS,Shop,-45.20,J DOE,601234-12345678
                27/01/2026,D/D,Rent,-650.00,J DOE,601234-12345678

                """,
            expected: "601234-12345678, 601234-12345678"),
        Table(
            name: "a day after a word for accounts is no number",
            text: """
                Рахунок 20260131

                Дата;Опис;Сума
                27.01.2026;Крамниця;-19,50
                30.01.2026;Оренда;-145,20

                """,
            expected: ", "),
        Table(
            name: "who paid is the other side of money that came in",
            text: """
                Датум;Платник;Отримувач;Деталі;Сума, грн
                30.01.2026;Я;Магазин;Кава;-23,45
                28.01.2026;Фірма;Я;Оплата;650,00

                """,
            expected: "UAH Магазин, UAH Фірма"),
    ])
    func `is what its rows and the lines above them say`(_ table: Table) throws {
        #expect(try Self.read(table.text) == table.expected, "\(table.name)")
    }

    private static func read(_ text: String) throws(ReadFailure) -> String {
        let bytes = Array(text.utf8)
        let surveyor = CSVSurveyor(file: "f.csv", layouts: .builtIn)
        try surveyor.read(bytes.span, final: true)
        let reader = CSVReader(
            file: "f.csv", layouts: .builtIn,
            settled: try surveyor.settle(ReadOptions(sign: .printed)))
        var batch = LineBatch()
        try reader.read(bytes.span, final: true, into: &batch)
        return batch.lines.map { line in
            let claim = reader.accounts[Int(line.account)]
            let party = [line.counterpartyName, line.counterpartyIBAN].map { batch.string($0) }
            return ([claim.number, claim.currency.code] + party).filter { !$0.isEmpty }
                .joined(separator: " ")
        }.joined(separator: ", ")
    }
}
