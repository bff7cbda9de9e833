import Facts
import Reading
import TestKit
import Testing

/// Tables that print more than the account's own money and day: purchases' currencies and rates,
/// both accounts of a payment, balances before the rows, a program's midnight.
@Suite struct `Beside the account's own money` {
    private func read(
        _ text: String, _ options: ReadOptions = ReadOptions()
    ) -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: options)
    }

    private func money(_ text: String) -> [String] {
        read(text).batch.lines.map {
            "\($0.amount.text) \($0.amount.currency.code)".trimmed
        }
    }

    // MARK: rates

    struct RatedTable: Sendable {
        let heads: String
        /// `amount` or `out;in`, the currency, the rate and the balance of a row, in the order of
        /// the headings.
        let cells: String
        /// Whether rows of the account's currency print it, with the rate 1.
        var hasOwn = true
        var hasOneBalance = true
        /// The currencies of all rows: the account's, those of the cells, or nil if refused.
        let expected: Expected
        enum Expected { case account, none, cells, refused }
    }

    @Test(arguments: [
        RatedTable(
            heads: "Dato;Forklaring;Valuta;Kurs;Ut fra konto;Inn på konto",
            cells: "day;text;currency;rate;out;in", hasOwn: false, expected: .none),
        RatedTable(
            heads: "Dato;Forklaring;Valuta;Kurs;Ut fra konto;Inn på konto",
            cells: "day;text;currency;rate;out;in", expected: .account),
        RatedTable(
            heads: "Date;Text;Amount;Currency;Exchange rate;Balance",
            cells: "day;text;amount;currency;rate;balance", expected: .account),
        RatedTable(
            heads: "Date;Text;Amount;Currency;Exchange rate;Balance",
            cells: "day;text;amount;currency;rate;balance", hasOneBalance: false, expected: .cells),
        RatedTable(
            heads: "Date;Text;Amount;Currency;Exchange rate",
            cells: "day;text;amount;currency;rate", expected: .refused),
        RatedTable(
            heads: "Date;Text;Amount;Currency;Exchange rate",
            cells: "day;text;amount;currency;rate", hasOwn: false, expected: .none),
    ])
    func `a currency beside a rate is the purchase's where the rows prove it`(_ table: RatedTable) {
        for seed in 1...draws(10, slow: 100) {
            var dice = Dice(state: UInt64(seed))
            var balances = ["": 1_000_000]
            var codes: [String] = []
            let rows = (0..<8).map { index in
                // Each kind of row is there.
                let code = ["NOK", "SEK", "NOK", "EUR"][index < 4 ? index : dice.roll(4)]
                let isOut = code != "NOK" || index != 0
                let cents = 100 + dice.roll(90_000)
                let of = table.hasOneBalance ? "" : code
                balances[of, default: 1_000_000] += isOut ? -cents : cents
                codes.append(code)
                let hasCode = table.hasOwn || code != "NOK"
                return table.cells.split(separator: ";").map { cell in
                    switch cell {
                    case "day": "2026-01-\(10 + index)"
                    case "text": "Shop \(index)"
                    case "amount": (isOut ? "-" : "") + decimal(cents)
                    case "out": isOut ? decimal(cents) : ""
                    case "in": isOut ? "" : decimal(cents)
                    case "currency": hasCode ? code : ""
                    case "rate": hasCode ? code == "NOK" ? "1,0000" : "0,98\(dice.roll(9))5" : ""
                    default: decimal(balances[of, default: 0])
                    }
                }.joined(separator: ";") + "\n"
            }
            let reading = read(table.heads + "\n" + rows.joined())
            let found = reading.batch.lines.map(\.amount.currency.code)
            switch table.expected {
            case .refused: #expect(reading.failure?.details.first == "currency-column", "\(seed)")
            case .account: #expect(found == rows.map { _ in "NOK" }, "\(seed)")
            case .none: #expect(found == rows.map { _ in "" }, "\(seed)")
            case .cells: #expect(found == codes, "\(seed)")
            }
        }
    }

    private func decimal(_ cents: Int) -> String {
        let rest = abs(cents) % 100
        return "\(cents < 0 ? "-" : "")\(abs(cents) / 100),\(rest < 10 ? "0" : "")\(rest)"
    }

    @Test func `a rate in rows of one currency says nothing about it`() {
        let rows = "15.01.2026;A;-10,00;USD;41,5\n16.01.2026;B;-12,50;USD;41,6\n"
        #expect(money("Дата;Опис;Сума;Валюта;Курс НБУ\n" + rows) == ["-10.00 USD", "-12.50 USD"])
    }

    // MARK: several columns of currencies

    @Test(arguments: [
        (
            "Data;Opis;Kwota;Waluta;Kwota płatności w walucie;Waluta;Saldo;Waluta",
            "15.01.2026;A;-45,90;PLN;-10,50;EUR;954,10;PLN\n16.01.2026;B;-4,00;PLN;;;950,10;PLN\n"
                + "17.01.2026;C;-50,10;PLN;-290,00;CZK;900,00;PLN\n",
            ["-45.90 PLN", "-4.00 PLN", "-50.10 PLN"], ["-10.50 EUR", "", "-290.00 CZK"]
        ),
        (
            "Date;Text;Amount;Currency;Purchase amount;Currency",
            "15.01.2026;A;-45,90;PLN;-10,50;EUR\n16.01.2026;B;-4,00;PLN;;\n",
            ["-45.90 PLN", "-4.00 PLN"], ["-10.50 EUR", ""]
        ),
        (
            "Date;Text;Purchase amount;Currency;Amount;Currency",
            "15.01.2026;A;-10,50;EUR;-45,90;PLN\n16.01.2026;B;;;-4,00;PLN\n",
            ["-45.90 PLN", "-4.00 PLN"], ["-10.50 EUR", ""]
        ),
    ])
    func `each amount has the currency right of it`(
        _ heads: String, _ rows: String, _ amounts: [String], _ originals: [String]
    ) {
        let reading = read(heads + "\n" + rows)
        #expect(money(heads + "\n" + rows) == amounts)
        let found = reading.batch.lines.map { line in
            line.originalAmount.map { "\($0.text) \($0.currency.code)" } ?? ""
        }
        #expect(found == originals)
    }

    @Test func `an amount in another currency than its balance is asked about`() {
        let reading = read(
            "Date;Text;Amount;Currency;Balance;Currency\n"
                + "2026-01-15;A;-10.50;EUR;954.10;PLN\n2026-01-16;B;-4.00;PLN;950.10;PLN\n")
        #expect(reading.failure?.details.first == "currency-column")
    }

    @Test(arguments: [
        "Conta ;0123456789 - EUR - Conta Ordem", "Conta: 0123456789 - EUR - Conta Ordem",
        "Account number;0123456789 (EUR) - Current",
    ])
    func `a code beside the account's number above the table is its currency`(_ line: String) {
        let rows = "05-01-2026;A;45,90;;954,10\n19-01-2026;B;;1.000,00;1.954,10\n"
        let reading = read(line + "\n\nData mov.;Descrição;Débito;Crédito;Saldo\n" + rows)
        #expect(reading.batch.lines.map(\.amount.currency.code) == ["EUR", "EUR"])
        #expect(reading.accounts.map(\.number) == ["0123456789"])
    }

    // MARK: both accounts

    @Test(arguments: [
        "Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko",
        "Date;Amount;Payer IBAN;Payee IBAN;N;T",
    ])
    func `the own account pays what goes out and is paid what comes in`(_ heads: String) {
        let own = "FI21 1234 5600 0007 85"
        var read = 0
        for seed in 1...draws(20, slow: 200) {
            var dice = Dice(state: UInt64(seed))
            let rows = (0..<(2 + dice.roll(8))).map { index in
                let isOut = index == 0 || dice.roll(3) > 0
                let other = dice.roll(3) == 0 ? "" : "FI55 1111 1111 1111 1\(dice.roll(9))"
                let sides = isOut ? "\(own);\(other)" : "\(other);\(own)"
                return "2026/01/\(10 + index);\(isOut ? "-" : "")\(index + 1),50;\(sides);N;T\n"
            }
            let reading = self.read(heads + "\n" + rows.joined())
            if reading.failure?.details.first == "sign" { continue }
            read += 1
            #expect(
                reading.accounts.map { $0.number.filter { $0 != " " } }
                    == ["FI2112345600000785"], "\(seed)")
        }
        #expect(read > 10)
    }

    @Test func `one payment with a minus has its payer's account, a third payer names none`() {
        let heads = "Date;Amount;Payer IBAN;Payee IBAN;Text\n"
        let row = "2026-01-15;-2.00;FI2112345600000785;FI5511111111111111;A\n"
        #expect(read(heads + row).accounts.map(\.number) == ["FI2112345600000785"])
        let third = "2026-01-16;-3.00;FI5511111111111111;FI4912345600000784;B\n"
        #expect(read(heads + row + third).accounts.map(\.number) == [""])
    }

    @Test func `one balance in all rows is the file's day's, and no row's`() {
        let rows = "2026-01-15;A;-2.00;954.10\n2026-01-16;B;-3.00;954.10\n"
        let reading = read("Date;Text;Amount;Balance\n" + rows)
        #expect(reading.batch.lines.count == 2)
        #expect(reading.batch.lines.allSatisfy { $0.balance == nil })
    }

    // MARK: balances before

    @Test(arguments: ["Saldo voor mutatie", "Saldo"], [true, false])
    func `balances before the rows prove the sign, and are not those after them`(
        _ heading: String, isOldestFirst: Bool
    ) {
        var read = 0
        for seed in 1...draws(20, slow: 200) {
            var dice = Dice(state: UInt64(seed))
            var balance = 50_000
            var payments: [(row: String, amount: String)] = []
            for day in 10..<(14 + dice.roll(10)) {
                let cents = (dice.roll(4) == 0 ? 1 : -1) * (100 + dice.roll(9_000))
                payments.append(
                    (
                        "2026-01-\(day);Shop \(day);\(decimal(balance));\(decimal(cents))\n",
                        decimal(cents).replacing(",", with: ".")
                    ))
                balance += cents
            }
            if !isOldestFirst { payments.reverse() }
            let reading = self.read(
                "Datum;Omschrijving;\(heading);Bedrag\n" + payments.map(\.row).joined())
            if reading.failure?.details.first == "sign" { continue }
            read += 1
            #expect(reading.batch.lines.map(\.amount.text) == payments.map(\.amount), "\(seed)")
            #expect(reading.batch.lines.allSatisfy { $0.balance == nil }, "\(seed)")
        }
        #expect(read > 10)
    }

    @Test func `one row's balance before it is none after it`() {
        let reading = read(
            "Datum;Omschrijving;Saldo voor mutatie;Bedrag\n2026-01-15;A;90,00;-1,50\n")
        #expect(reading.batch.lines.map(\.amount.text) == ["-1.50"])
        #expect(reading.batch.lines.allSatisfy { $0.balance == nil })
    }

    // MARK: midnight

    @Test(arguments: [
        "15.01.2026 00:00:00", "2026-01-15T00:00:00.000Z", "2026-01-15 00:00", "15/01/2026 0:00",
        "15/01/2026 12:00:00 AM", "2026-01-15T00:00:00+02:00",
    ])
    func `midnight in every row is a day, beside another time a time`(_ cell: String) throws {
        let heads = "Date;Text;Amount\n"
        let days = heads + "\(cell);A;-1.00\n\(cell);B;-2.00\n"
        let alone = read(days).batch.lines
        #expect(alone.map(\.made.day.text) == ["2026-01-15", "2026-01-15"])
        #expect(alone.allSatisfy { !$0.made.hasTime })
        let other = cell.replacing("00:00:00", with: "00:10:00").replacing(" 00:00", with: " 00:10")
            .replacing(" 0:00", with: " 0:10").replacing("12:00:00", with: "12:10:00")
        let mixed = read(days + "\(other);C;-3.00\n").batch.lines
        #expect(mixed.map(\.made.second) == [0, 0, 600])
    }

    @Test func `midnight in a column of times is none`() {
        let rows = "2026-01-15;00:00:00;A;-1.00\n2026-01-16;00:00:00;B;-2.00\n"
        #expect(read("Date;Time;Text;Amount\n" + rows).batch.lines.allSatisfy { !$0.made.hasTime })
    }

    // MARK: no headings

    @Test(arguments: [
        (
            "2026-01-05,SHOP TORONTO,12.34,\n2026-01-06,GROCER,45.60,\n2026-01-15,PAYROLL,,2000.00\n",
            ["-12.34", "-45.60", "2000.00"]
        ),
        (
            "2026-01-05,SHOP TORONTO,,12.34\n2026-01-06,GROCER,,45.60\n2026-01-15,PAYROLL,2000.00,\n",
            ["-12.34", "-45.60", "2000.00"]
        ),
    ])
    func `texts show which of two unnamed columns is money in`(_ text: String, _ amounts: [String])
    {
        #expect(read(text).batch.lines.map(\.amount.text) == amounts)
    }

    @Test func `two unnamed columns, or amounts without a sign, ask for the sign alone`() {
        let sides = "2026-01-05,SHOP,12.34,\n2026-01-06,GROCER,45.60,\n2026-01-15,OTHER,,2.00\n"
        #expect(read(sides).failure?.details.first == "sign")
        #expect(
            read(sides, ReadOptions(sign: .printed)).batch.lines.map(\.amount.text)
                == ["-12.34", "-45.60", "2.00"])
        #expect(
            read(sides, ReadOptions(sign: .inverted)).batch.lines.map(\.amount.text)
                == ["12.34", "45.60", "-2.00"])
        let plain = "05 Jan 26,£12.34,SHOP,Food\n07 Jan 26,£45.60,AMAZING,Other\n"
        #expect(read(plain).failure?.details.first == "sign")
        #expect(
            read(plain, ReadOptions(sign: .inverted)).batch.lines.map(\.amount.text)
                == ["-12.34", "-45.60"])
        let words = "05 Jan 26,£12.34,SHOP,Debit\n15 Jan 26,£200.00,THANKS,Credit\n"
        #expect(read(words).batch.lines.map(\.amount.text) == ["-12.34", "200.00"])
    }

    // MARK: words

    @Test func `a purchase that is refunded comes in`() {
        let rows = "2026-01-05,Purchase,A,45.90\n2026-01-06,Purchase refund,A,20.00\n"
        #expect(
            read("Date,Type,Description,Amount\n" + rows).batch.lines.map(\.amount.text)
                == ["-45.90", "20.00"])
        let texts = "2026-01-05,Card purchase A,-45.90\n2026-01-06,Purchase refund A,20.00\n"
        #expect(
            read("Date,Description,Amount\n" + texts).batch.lines.map(\.amount.text)
                == ["-45.90", "20.00"])
    }

    @Test(arguments: [
        ("Data;Descrizione;Importo", "dmy"), ("Дата;Опис;Сума", "dmy"),
        ("Datum;Omschrijving;Bedrag", "dmy"), ("Data;Histórico;Valor", "dmy"),
        ("Fecha;Concepto;Importe", ""), ("Date;Libellé;Montant", ""),
        ("Date;Description;Amount", ""), ("Datum;Description;Betrag", ""), ("Data;Qqq;Www", ""),
    ])
    func `headings in languages that write the day first prove the order`(
        _ heads: String, _ order: String
    ) {
        func days(_ cells: [String]) -> [String] {
            let rows = cells.enumerated().map { "\($1);Text \($0);-\($0 + 1),50\n" }
            let reading = read(heads + "\n" + rows.joined())
            return reading.failure.map { [$0.details[0]] }
                ?? reading.batch.lines.map(\.made.day.text)
        }
        #expect(
            days(["02/02/2026", "05/02/2026", "01/03/2026"])
                == (order.isEmpty
                    ? ["date-order"] : ["2026-02-02", "2026-02-05", "2026-03-01"]))
        // A spreadsheet of another country writes them so, or a program without a language.
        #expect(days(["2/5/2026", "3/1/2026"]) == ["date-order"])
        #expect(days(["02/02/2026", "3/1/2026"]) == ["date-order"])
        #expect(days(["10/11/2026", "10/12/2026"]) == ["date-order"])
        #expect(days(["02/05/2026 00:00:00", "03/01/2026 00:00:00"]) == ["date-order"])
        #expect(days(["02/05/26", "03/01/26"]) == ["date-order"])
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
