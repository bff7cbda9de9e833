import Facts
import Reading
import Tables
import Testing

/// The balances of days that a table prints: «Залишок на 31.01.2026: 1 234,56».
@Suite struct `Balances of days around a table` {
    private static let rows = ["03.01.2026;Rent;-500,00", "30.01.2026;Salary;1000,00"]

    private func totals(_ lines: [String]) throws -> StatementTotals? {
        let (_, batch) = try readTable(lines.joined(separator: "\n") + "\n")
        #expect(batch.lines.count == 2 && batch.rejections.isEmpty, "\(lines)")
        return batch.totals.first
    }

    private func balances(above: [String] = [], below: [String] = []) throws -> String {
        let said = try totals(above + ["Date;Text;Amount"] + Self.rows + below)
        return [said?.balanceBefore, said?.balanceAfter].map { $0?.text ?? "none" }
            .joined(separator: " ") + (said?.breaks.isEmpty ?? true ? "" : " broken")
    }

    @Test(arguments: [
        "Kontostand vom 31.01.2026:;1.234,56 EUR", "Kontostand vom 31.01.: 1.234,56 EUR",
        "Kontostand am 31.01.2026 12:30:05: 1.234,56",
        "Balance as of January 31, 2026: 1234,56", "Ledger balance as on 31.01.2026: 1234,56",
        "Solde au 31/01/2026 1 234,56 €", "Solde du compte au 31/01/2026 : 1 234,56",
        "Saldo na dzień 31.01.2026 r.;1 234,56", "Zůstatek ke dni 31. 1. 2026: 1 234,56 Kč",
        "Залишок на рахунку станом на 31 січня 2026 р.: 1 234,56", "Сальдо на 31.01.2026: 1 234,56",
        "Остаток средств по состоянию на 31.01.2026 г.: 1 234,56 ₽",
        "31.01.2026 tarihli bakiye: 1.234,56 TL", "Egyenleg 2026.01.31.: 1 234,56",
    ])
    func `are the one after the rows on their last days`(label: String) throws {
        #expect(try balances(above: [label]) == "734.56 1234.56")
        #expect(try balances(below: [label]) == "734.56 1234.56")
    }

    @Test(arguments: [
        "Available balance as of 31.01.2026: 1.234,56", "Credit limit as of 31.01.2026: 1.234,56",
        "Card balance as of 31.01.2026: 1.234,56", "Залишок ліміту на 31.01.2026: 1234,56",
        "Solde disponible au 31/01/2026: 1 234,56",
    ])
    func `are none where the words are of limits and cards`(label: String) throws {
        #expect(try balances(above: [label]) == "none none")
    }

    @Test func `are the ones before and after the rows, wherever they are printed`() throws {
        let (first, last) = ("Залишок на 01.01.2026: 734,56", "Залишок на 31.01.2026: 1234,56")
        #expect(try balances(above: [first, last]) == "734.56 1234.56")
        #expect(try balances(above: [first], below: [last]) == "734.56 1234.56")
        #expect(try balances(below: [last, first]) == "734.56 1234.56")
        // The balance at the end of the first row's day.
        #expect(
            try balances(above: ["Saldo na dzień 03.01.2026: 234,56", last]) == "734.56 1234.56")
    }

    @Test func `may have their day and number in cells above the columns of the table`() throws {
        #expect(try balances(above: ["Kontostand;31.01.2026;1.234,56"]) == "734.56 1234.56")
    }

    @Test func `are said where the rows contradict them`() throws {
        let above = ["Solde au 31/12/2025;700,00 EUR", "Solde au 31/01/2026;1 234,56 EUR"]
        #expect(try balances(above: above) == "none 1234.56 broken")
    }

    @Test func `say nothing on the day of a download`() throws {
        #expect(try balances(above: ["Kontostand vom 03.06.2026: 1.234,56 EUR"]) == "none none")
        // The period ends between the last row and the balance.
        let period = "Zeitraum:;01.01.2026 - 31.01.2026"
        #expect(try balances(above: [period, "Kontostand vom 03.02.2026: 9,00"]) == "none none")
        let later = "Kontostand vom 03.06.2026: 9,00"
        #expect(try balances(above: ["Kontostand vom 01.01.2026: 1,00", later]) == "none none")
        // Neither is that of a day before the last row, nor one of two.
        #expect(try balances(above: ["Kontostand vom 29.01.2026: 9,00"]) == "none none")
        let last = "Kontostand vom 31.01.2026"
        #expect(try balances(above: [last + ": 9,00", last + ": 8,00"]) == "none none")
    }

    @Test func `count at the end of a printed period without rows`() throws {
        let above = ["Zeitraum;01.01.2026 - 28.02.2026", "Kontostand am 28.02.2026: 1.234,56"]
        #expect(try balances(above: above) == "734.56 1234.56")
    }

    @Test func `are no payments, though they have a day and stand under the amounts`() throws {
        let lines = [
            "Datum;Text;Betrag;Währung", "31.12.2025;Kontostand am 31.12.2025;734,56;EUR",
            "03.01.2026;Miete;-500,00;EUR", "30.01.2026;Gehalt;1000,00;EUR",
            "31.01.2026;Kontostand am 31.01.2026;1234,56;EUR",
        ]
        #expect(try totals(lines)?.isProved == true)
    }

    @Test(arguments: [
        "Stan konta", "Aktueller Kontostand", "Saldo em conta", "Залишок на рахунку",
        "Ledger balance",
    ])
    func `are no payments without a day in their words either`(label: String) throws {
        let lines = ["Date;Text;Amount"] + Self.rows + ["31.01.2026;\(label);1234,56"]
        #expect(try totals(lines)?.balanceAfter?.text == "1234.56")
    }

    @Test(arguments: ["Stan", "Cash", "Рахунок на 31.01.2026", "Balance transfer 31.01.2026"])
    func `leave payments with some of their words alone`(text: String) throws {
        let lines = ["Date;Text;Amount"] + Self.rows.dropLast() + ["30.01.2026;\(text);-34,56"]
        #expect(try totals(lines) == nil)
    }

    @Test func `name the currency of a table without one`() throws {
        #expect(
            try totals(
                ["Solde au 31/01/2026;1 234,56 €", "Date;Text;Amount"] + Self.rows
            )?.moneyIn.currency == .eur)
    }
}
