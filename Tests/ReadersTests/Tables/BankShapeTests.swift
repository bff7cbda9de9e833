import Facts
import Reading
import TestKit
import Testing

/// Shapes of exports of many banks: two columns of days, of accounts, of currencies or of amounts.
@Suite struct `Shapes of unknown tables` {
    private func read(_ text: String, isLatin: Bool = false) -> StatementReading {
        let bytes =
            isLatin ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
        let file = TemporaryFile(bytes, name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    private func facts(_ text: String) -> [String] {
        read(text).batch.lines.map { "\($0.made.day.text) \($0.amount.text)" }
    }

    // MARK: days

    @Test(
        arguments: ["Buchtag;Valuta", "Kirjauspäivä;Maksupäivä", "Rentedato;Bogført"],
        [true, false])
    func `the earlier of two unnamed days is the payment's`(heads: String, isFirst: Bool) {
        let days = [
            ("28.01.2026", "29.01.2026"), ("24.01.2026", "25.01.2026"),
            ("20.01.2026", "20.01.2026"),
        ]
        let rows = days.enumerated().map { number, pair in
            "\(isFirst ? pair.0 : pair.1);\(isFirst ? pair.1 : pair.0);Shop \(number);-2,00\n"
        }
        let text = "\(heads);Text;Amount\n" + rows.joined()
        #expect(facts(text).map { $0.prefix(10) } == ["2026-01-28", "2026-01-24", "2026-01-20"])
    }

    @Test func `days that change places, or lie months apart, are asked about`() {
        for rows in [
            "28.01.2026;29.01.2026;A;-2,00\n24.01.2026;23.01.2026;B;-3,00\n",
            "28.01.2026;29.05.2025;A;-2,00\n24.01.2026;25.05.2025;B;-3,00\n",
        ] {
            #expect(
                read("Day 1;Day 2;Text;Amount\n" + rows).failure?.details.first == "date-column")
        }
    }

    // MARK: accounts

    @Test(arguments: [
        // One row, one payee, a card used once: the number before the day is the own one.
        "Рахунок;Дата операції;Контрагент;Опис;Сума\nUA213223130000026007233566001;15.01.2026;Крамниця;Оплата;-45,90\n",
        "Kontonummer;Buchungstag;Empfänger;Zweck;Betrag\n24290661;05.01.2026;Max;Plan;-50,00\n24290661;12.01.2026;Max;Plan;-50,00\n",
    ])
    func `the own account is no payee's`(_ text: String) {
        let reading = read(text)
        #expect(reading.batch.lines.allSatisfy { $0.counterpartyIBAN.isEmpty })
        #expect(reading.accounts.count == 1 && reading.accounts[0].number.isEmpty == false)
    }

    @Test func `a card used once is a card too`() {
        let rows = ["АТБ", "Сільпо", "Фора", "Пошта", "Аптека"].enumerated().map {
            "5168********1111;1\($0).01.2026;\($1);Покупка;-1\($0),50\n"
        }
        let text =
            "Картка;Дата;Отримувач;Опис;Сума\n" + rows.joined()
            + "5168********2222;19.01.2026;Рукавичка;Покупка;-9,00\n"
        #expect(read(text).accounts.map(\.number) == ["5168********1111", "5168********2222"])
    }

    @Test(arguments: ["", "-", "n/a"])
    func `a number that some rows lack is the other side's`(_ none: String) {
        let reading = read(
            "Uittreksel;Datum;Valutadatum;Rekening;Omschrijving;Bedrag;Munt\n"
                + "3;20.01.2026;21.01.2026;\(none);Bakker;-7,05;EUR\n"
                + "2;15.01.2026;16.01.2026;DE89370400440532013000;Huur;-850,00;EUR\n"
                + "1;13.01.2026;14.01.2026;\(none);Cafe;-12,00;EUR\n")
        #expect(reading.accounts.map(\.number) == [""])
        #expect(reading.batch.lines.count == 3)
    }

    // MARK: signs and amounts

    @Test func `words of both directions that contradict every sign turn it`() {
        let rows = "2026-01-15;A;Debit;15.00\n2026-01-16;B;Debit;29.88\n2026-01-18;C;Credit;-9.99\n"
        #expect(
            facts("Date;Text;Type;Amount\n" + rows) == [
                "2026-01-15 -15.00", "2026-01-16 -29.88", "2026-01-18 9.99",
            ])
    }

    @Test func `a state is no direction`() {
        let rows = "2026-01-15;A;12.00;Sent\n2026-01-18;B;-29.99;Sent\n2026-01-19;C;-1.00;Sent\n"
        #expect(
            facts("Date;Text;Amount;Status\n" + rows).map { $0.suffix(6) } == [
                " 12.00", "-29.99", " -1.00",
            ])
    }

    @Test func `words of one direction that contradict the sign are asked about`() {
        let rows = "2026-01-15;SHOP;-19.99;Haben\n2026-01-18;SHOP2;-29.99;Haben\n"
        #expect(read("Date;Text;Amount;Soll/Haben\n" + rows).failure?.details.first == "sign")
    }

    @Test func `an amount printed without its sign beside debit and credit has theirs`() {
        let rows = "02.01.2026;A;45,90;45,90;\n03.01.2026;B;12,50;12,50;\n05.01.2026;C;9,00;;9,00\n"
        #expect(
            facts("Datum;Text;Betrag;Belastung;Gutschrift\n" + rows)
                == ["2026-01-02 -45.90", "2026-01-03 -12.50", "2026-01-05 9.00"])
    }

    @Test func `a column blank in every row is no other amount`() {
        let rows = "02.01.2026;A;;-45,90;\n03.01.2026;B;;;12,50\n04.01.2026;C;;-1,00;\n"
        #expect(
            facts("Datum;Text;Betrag;Soll;Haben\n" + rows).map { $0.suffix(6) } == [
                "-45.90", " 12.50", " -1.00",
            ])
    }

    @Test(
        arguments: [
            "Belopp;Ursprunglig belopp", "Bedrag;Oorspr bedrag", "Bedrag;Bedrag vreemde valuta",
            "Betrag;Betrag in Fremdwährung", "Castka;Originalni castka", "Amount;Amount (Foreign)",
            "Сума;Сума в іноземній валюті",
        ].dropFirst())
    func `the purchase's own amount is not the account's`(_ heads: String) {
        let rows = "02.01.2026;A;-45,90;\n03.01.2026;B;-12,50;-13,44\n04.01.2026;C;-1,00;\n"
        #expect(
            facts("Datum;Text;\(heads)\n" + rows).map { $0.dropFirst(11) } == [
                "-45.90", "-12.50", "-1.00",
            ])
    }

    // MARK: currencies and texts

    @Test func `each side has the currency beside it`() {
        let reading = read(
            "Date;Text;Debit;Currency;Credit;Currency\n2026-01-15;A;12.00;CHF;;\n"
                + "2026-01-16;B;;;30.00;EUR\n2026-01-17;C;2.00;CHF;;\n")
        #expect(reading.batch.lines.map(\.amount.currency.code) == ["CHF", "EUR", "CHF"])
    }

    @Test func `a counter is no description, and a second text goes to the memo`() {
        let reading = read(
            "Date;Description;Narrative;Details;Amount\n2026-01-15;1;POS A;SHOP ONE;-1.00\n"
                + "2026-01-16;2;POS A;SHOP TWO;-2.00\n2026-01-17;3;POS B;SHOP THREE;-3.00\n")
        let texts = reading.batch.lines.map { $0.rendered(in: reading.batch) }
        #expect(texts.count == 3 && texts[0].contains("SHOP ONE"), "\(texts)")
    }

    @Test func `words under an unknown heading are kept where no column has the payee`() {
        let reading = read(
            "Date;Description;Qqqqq;Wwwww;Amount\n2026-01-15;Ref 1;SHOP ONE;A1B2C3D4;-1.00\n"
                + "2026-01-16;Ref 2;SHOP TWO;A1B2C3D5;-2.00\n2026-01-17;Ref 3;SHOP;A1B2C3D6;-3.00\n"
        )
        let memos = reading.batch.lines.map {
            String(decoding: reading.batch.arena[$0.memo.range], as: UTF8.self)
        }
        #expect(memos == ["SHOP ONE", "SHOP TWO", "SHOP"])
    }

    @Test func `a word of the tables proves the encoding`() {
        let rows = "02.01.2026;Laden;-45,90\n03.01.2026;Markt;-12,50\n"
        let reading = read("Umsätze Girokonto;;\n\nDatum;Text;Betrag\n" + rows, isLatin: true)
        #expect(reading.failure == nil && reading.batch.lines.count == 2)
    }
}
