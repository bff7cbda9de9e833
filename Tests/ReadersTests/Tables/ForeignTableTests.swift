import Facts
import Reading
import Tables
import Testing

/// Headings and numbers as banks of several countries print them.
@Suite struct `Tables of banks abroad` {
    struct Table: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// `account currency: day amount description`, a row each.
        let expected: [String]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Table(
            name: "a currency beside the words for money in",
            text: """
                Date,Description,Money Out (RM),Money In (RM)
                15/01/2026,Shop,45.90,
                16/01/2026,Salary,,2500.00

                """,
            expected: [" MYR: 2026-01-15 -45.90 Shop", " MYR: 2026-01-16 2500.00 Salary"]),
        Table(
            name: "debit and credit that are sums",
            text: """
                Data,Detalii,Debit (suma),Credit (suma)
                15.01.2026,Magazin,"1.045,90",
                16.01.2026,Salariu,,"2.500,00"

                """,
            expected: ["2026-01-15 -1045.90 Magazin", "2026-01-16 2500.00 Salariu"]),
        Table(
            name: "a currency behind the IBAN above",
            text: """
                Numar cont:,RO49AAAA1B31007593840000 RON

                Data,Descriere,Debit,Credit
                15.01.2026,Magazin,45.90,
                16.01.2026,Salariu,,2500.00

                """,
            expected: [
                "RO49AAAA1B31007593840000 RON: 2026-01-15 -45.90 Magazin",
                "RO49AAAA1B31007593840000 RON: 2026-01-16 2500.00 Salariu",
            ]),
        Table(
            name: "an apostrophe before the account",
            text: """
                Cuenta|Fecha|Descripción|Depósitos|Retiros|Saldo
                '0123456789|15/01/2026|Tienda||$45.90|$954.10
                '0123456789|16/01/2026|Nómina|$2,500.00||$3,454.10

                """,
            expected: [
                "0123456789: 2026-01-15 -45.90 Tienda", "0123456789: 2026-01-16 2500.00 Nómina",
            ]
        ),
        Table(
            name: "Traditional Chinese headings",
            text: """
                交易日期,交易時間,摘要,支出,存入,餘額,備註
                2026/01/15,09:15:22,咖啡店,459,,49541,
                2026/01/16,10:00:00,工資,,25000,74541,

                """,
            expected: ["2026-01-15 -459.00 咖啡店", "2026-01-16 25000.00 工資"]),
        Table(
            name: "an operation with no words of a direction is the text",
            text: """
                Дата;Операція;Категорія;Сума, ₴;Баланс, ₴
                15.01.2026;АТБ;Їжа;−45,90;954,10
                16.01.2026;Зарплата;Дохід;+2500,00;3454,10

                """,
            expected: [" UAH: 2026-01-15 -45.90 АТБ", " UAH: 2026-01-16 2500.00 Зарплата"]),
        Table(
            name: "a row named open balance is none",
            text: """
                Date;Text;Amount
                14.01.2026;Open balance;1000.00
                15.01.2026;Shop;-45.90
                16.01.2026;Salary;2500.00

                """, expected: ["2026-01-15 -45.90 Shop", "2026-01-16 2500.00 Salary"]),
    ])
    func `are read by their words`(table: Table) throws {
        let (reader, batch) = try readTable(table.text)
        let rows = batch.lines.map { line in
            let claim = reader.accounts[Int(line.account)]
            let account = [claim.number, line.amount.currency.code].joined(separator: " ")
            let isNamed = account.contains { $0 != " " }
            let row = "\(line.made.day.text) \(line.amount.text) \(batch.string(line.description))"
            return isNamed ? "\(account): \(row)".replacing(" :", with: ":") : row
        }
        #expect(rows == table.expected)
    }

    @Test func `umsatz vorgemerkt is a state, whatever its heading`() throws {
        let text = """
            Datum;Text;Betrag;Info
            15.01.2026;Laden;-45,90;Umsatz gebucht
            16.01.2026;Kino;-25,00;Umsatz gebucht
            28.01.2026;Bahn;-1,50;Umsatz vorgemerkt

            """
        let (_, batch) = try readTable(text)
        #expect(batch.lines.map(\.isHold) == [false, false, true])
    }
}
