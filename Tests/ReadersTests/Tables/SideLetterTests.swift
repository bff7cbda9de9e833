import Facts
import Reading
import TestKit
import Testing

/// Tables that no layout knows, whose sides have no plain signs: letters beside numbers, a minus in
/// a debit, two amounts of one payment, day numbers.
@Suite struct `Unusual sides and days` {
    private func read(_ text: String) -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    private func amounts(_ reading: StatementReading) -> [String] {
        reading.batch.lines.map(\.amount.text)
    }

    @Test(arguments: [
        ("DR", "CR"), (" DR", " CR"), (" Dr.", " Cr."), ("D", "C"), ("Дт", "Кт"), (" дт", " кт"),
    ])
    func `letters are signs`(debit: String, credit: String) {
        let reading = read(
            "Date;Text;Amount\n2026-03-13;A;4,50\(debit)\n2026-03-14;B;1 500,00\(credit)\n"
                + "2026-03-15;C;250,00\(debit)\n2026-03-16;D;0,00\n")
        #expect(amounts(reading) == ["-4.50", "1500.00", "-250.00", "0.00"])
    }

    @Test func `letters of balances are signs too`() {
        let reading = read(
            "Date;Text;Amount;Balance\n2026-03-13;A;4,50 DR;10,00 DR\n"
                + "2026-03-14;B;15,00 CR;5,00 CR\n2026-03-15;C;2,00 DR;3,00 CR\n")
        #expect(amounts(reading) == ["-4.50", "15.00", "-2.00"])
        #expect(reading.batch.lines.map { $0.balance?.text } == ["-10.00", "5.00", "3.00"])
    }

    @Test func `words for debit and credit belong to the number left of them`() {
        func read(_ last: String) -> StatementReading {
            self.read(
                "Date,Text,Amount,Dr/Cr,Balance,Dr/Cr\n2026-03-13,A,4.50,Dr,95.50,Cr\n"
                    + "2026-03-14,B,15.00,Cr,110.50,Cr\n2026-03-15,C,120.00,Dr,9.50,\(last)\n")
        }
        for last in ["Cr", "Dr"] {
            #expect(amounts(read(last)) == ["-4.50", "15.00", "-120.00"])
        }
        // A debt without its sign is no balance.
        #expect(read("Dr").batch.lines.allSatisfy { $0.balance == nil })
    }

    @Test func `a number without letters beside others with them is asked about`() {
        let reading = read(
            "Date;Text;Amount\n2026-03-13;A;4,50\n2026-03-14;B;1500,00 CR\n2026-03-15;C;2,50\n")
        #expect(reading.failure?.details == ["sides", "Amount"])
    }

    @Test func `balances against the letters are asked about`() {
        let reading = read(
            "Date;Text;Amount;Balance\n2026-03-13;A;4,50 DR;104,50\n"
                + "2026-03-14;B;15,00 CR;89,50\n2026-03-15;C;2,00 DR;91,50\n")
        #expect(reading.failure?.details.first == "sign")
    }

    @Test func `a negative debit takes money back if words or balances prove it`() {
        let named = read(
            "Дата;Опис;Дебет;Кредит\n13.03.2026;Кава;4,50;\n14.03.2026;Зарплата;;1500,00\n"
                + "15.03.2026;Сторно: кава;-4,50;\n16.03.2026;Книга;7,00;\n")
        #expect(amounts(named) == ["-4.50", "1500.00", "4.50", "-7.00"])
        let proved = read(
            "Date;Text;Debit;Credit;Balance\n2026-03-13;A;4,50;;95,50\n"
                + "2026-03-14;B;;50,00;145,50\n2026-03-15;C;-4,50;;150,00\n"
                + "2026-03-16;D;;-50,00;100,00\n")
        #expect(amounts(proved) == ["-4.50", "50.00", "4.50", "-50.00"])
    }

    @Test func `credits that all have a minus lower a card's debt`() {
        let head = "Status,Date,Description,Debit,Credit\nCleared,01/30/2026,BOOKS,45.20,\n"
        let witnessed = read(head + "Cleared,01/15/2026,\"ONLINE PAYMENT, THANK YOU\",,-500.00\n")
        #expect(amounts(witnessed) == ["-45.20", "500.00"])
        let many = read(head + "Cleared,01/15/2026,A,,-500.00\nCleared,01/14/2026,B,,-3.00\n")
        #expect(amounts(many) == ["-45.20", "500.00", "3.00"])
        // One minus may take a payment back; a credit without one is another notation.
        let one = read(head + "Cleared,01/15/2026,A,,-500.00\n")
        #expect(one.failure?.details.first == "sign")
        let mixed = read(head + "Cleared,01/15/2026,A,,-500.00\nCleared,01/14/2026,B,,3.00\n")
        #expect(mixed.failure?.details.first == "sign")
    }

    @Test func `a row with a fee alone has no amount where fees stand beside amounts`() {
        let reading = read(
            "Date,Text,Money In,Money Out,Fee,Balance\n2026-03-13,A,1900.00,,,1900.00\n"
                + "2026-03-14,B,,-45.20,,1854.80\n2026-03-15,C,,-100.00,-10.00,1744.80\n"
                + "2026-03-16,D,,,-0.35,1744.45\n2026-03-17,E,,-5.00,,1739.45\n"
                + "2026-03-18,F,,-50.00,-10.00,1679.45\n2026-03-19,G,,,,1679.45\n")
        #expect(amounts(reading) == ["1900.00", "-45.20", "-100.00", "0.00", "-5.00", "-50.00"])
        #expect(
            reading.batch.lines.map { $0.fee?.text ?? "" } == [
                "", "", "-10.00", "-0.35", "", "-10.00",
            ])
        #expect(reading.batch.lines.map(\.isFeeOnTop).count { $0 } == 3)
        #expect(reading.batch.rejections.map(\.kind) == [.amountMissing])
    }

    @Test func `fees of zero under an unknown heading are no amount`() {
        let rows = { (zero: String) in
            "Date;Text;Amount;Qqq\n2026-03-13;A;-4,50;0,00\n2026-03-14;B;1500,00;\n"
                + "2026-03-15;C;-2,50;\(zero)\n"
        }
        #expect(amounts(read(rows("0,00"))) == ["-4.50", "1500.00", "-2.50"])
        #expect(read(rows("1,00")).failure?.details.first == "amount-column")
    }

    @Test func `headings explain themselves in parentheses`() {
        let reading = read(
            "Data operacji (dzień zakupu);Tytuł;Kwota transakcji (waluta rachunku);Waluta;"
                + "Kwota w walucie transakcji\n"
                + "2026-03-13;A;-45,00;PLN;-10,00\n2026-03-14;B;-2,50;PLN;-2,50\n")
        #expect(amounts(reading) == ["-45.00", "-2.50"])
        #expect(reading.batch.lines.map(\.made.day.text) == ["2026-03-13", "2026-03-14"])
    }

    @Test func `a negative debit that nothing explains is asked about`() {
        let reading = read(
            "Date;Text;Debit;Credit\n2026-03-13;A;4,50;\n2026-03-14;B;;50,00\n"
                + "2026-03-15;C;-3,50;\n2026-03-16;E;7,50;\n")
        #expect(reading.failure?.details.first == "sign")
    }

    @Test(arguments: ["Сума в гривні", "Сума, грн", "Amount in UAH", "Сума в UAH"])
    func `the account paid the amount that is equal in its own currency`(_ heading: String) {
        let reading = read(
            "Дата;Опис;Сума;Валюта;\(heading)\n13.03.2026;Кава;-4,50;UAH;-4,50\n"
                + "14.03.2026;Netflix;-10,00;USD;-412,30\n")
        #expect(amounts(reading) == ["-4.50", "-412.30"])
        #expect(reading.batch.lines.map(\.amount.currency.code) == ["UAH", "UAH"])
        #expect(reading.batch.lines.map { $0.originalAmount?.text } == [nil, "-10.00"])
    }

    @Test func `an equivalent under another name is asked about`() {
        for heading in ["Гривневий еквівалент", "Foo"] {
            let reading = read(
                "Дата;Опис;Сума;Валюта;\(heading)\n13.03.2026;Кава;-4,50;UAH;-4,50\n"
                    + "14.03.2026;Netflix;-10,00;USD;-412,30\n")
            #expect(reading.failure?.details == ["amount-column", "Сума", heading])
        }
    }

    private static let errors = [
        "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#ЗНАЧ!", "#ССЫЛКА!", "#Н/Д", "#######",
    ]

    @Test(arguments: errors)
    func `a cell that was not computed rejects its row where it is needed`(_ error: String) {
        let signed = read(
            "Date;Text;Amount\n2026-03-13;A;-4,50\n2026-03-14;B;\(error)\n2026-03-15;C;-2,50\n")
        #expect(amounts(signed) == ["-4.50", "-2.50"])
        #expect(signed.batch.rejections.map(\.place.line) == [3])
        let sides = read(
            "Date;Text;Debit;Credit\n2026-03-13;A;4,50;\(error)\n2026-03-14;B;\(error);\n"
                + "2026-03-15;C;;2,50\n")
        #expect(amounts(sides) == ["-4.50", "2.50"])
        #expect(sides.batch.rejections.map(\.place.line) == [3])
        let currency = read(
            "Date;Text;Amount;Currency\n2026-03-13;A;-4,50;EUR\n"
                + "2026-03-14;B;-1,50;\(error)\n2026-03-15;C;-2,50;EUR\n")
        #expect(amounts(currency) == ["-4.50", "-2.50"])
        #expect(currency.batch.rejections.map(\.kind) == [.currencyUnknown])
    }

    @Test(arguments: errors)
    func `a balance that was not computed is none`(_ error: String) {
        let reading = read(
            "Date;Text;Amount;Balance\n2026-03-13;A;-4,50;95,50\n2026-03-14;B;-1,50;\(error)\n"
                + "2026-03-15;C;-2,50;91,50\n2026-03-16;D;-1,50;90,00\n")
        #expect(amounts(reading) == ["-4.50", "-1.50", "-2.50", "-1.50"])
        #expect(
            reading.batch.lines.map { $0.balance?.text ?? "" } == ["95.50", "", "91.50", "90.00"])
    }

    @Test(arguments: [
        ["1. Februar 2026", "15. Februar 2026"], ["1er février 2026", "15 févr. 2026"],
        ["1 de febrero de 2026", "15 de febrero de 2026"], ["2026年2月1日", "2026年2月15日"],
        ["1. února 2026", "15. února 2026"], ["1 de fevereiro de 2026", "15 de fevereiro de 2026"],
    ])
    func `days with words around the month are read`(_ days: [String]) {
        let reading = read("Date;Text;Amount\n\(days[0]);A;-4,50\n\(days[1]);B;-2,50\n")
        #expect(reading.batch.lines.map(\.made.day.text) == ["2026-02-01", "2026-02-15"])
    }

    @Test func `numbers below a day's heading are a spreadsheet's days`() {
        let rows = "46054;A;-4,50\n46056,75;B;15,00\n46068;C;-2,00\n"
        #expect(
            read("Date;Text;Amount\n" + rows).batch.lines.map(\.made.day.text)
                == ["2026-02-01", "2026-02-03", "2026-02-15"])
        #expect(read("Number;Text;Amount\n" + rows).failure != nil)
    }

    @Test func `a number that is a day elsewhere stays an amount`() {
        let reading = read(
            "Date;Text;Amount\n2026-03-13;A;-46054,50\n2026-03-14;B;46056\n"
                + "2026-03-15;C;-46057\n")
        #expect(amounts(reading) == ["-46054.50", "46056.00", "-46057.00"])
    }
}
