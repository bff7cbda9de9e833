import Facts
import Tables
import TestKit
import Testing
import Reading

/// Headings that say what the numbers below them count: `Amount (cents)`, `Сума, тис. грн`.
@Suite struct `Units in headings` {
    private func read(
        _ text: String, _ options: ReadOptions = ReadOptions()
    ) -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: options)
    }

    private func table(_ heading: String, _ numbers: [String]) -> String {
        let days = numbers.indices.map { "2026-03-\(13 + $0);Shop \($0);\(numbers[$0])\n" }
        return "Date;Details;\(heading)\n" + days.joined()
    }

    @Test(arguments: [
        "Сума, коп.", "amount_cents", "Amount (cents)", "Сума (копійки)", "Сума в копійках",
        "Сумма (коп)", "Amount in cents", "amountCents", "Kwota (gr)", "Kwota w groszach",
        "Betrag (Cent)", "Betrag in Cent", "Transaction amount, pence", "Částka v haléřích",
        "AMOUNT_CENTS",
    ])
    func `hundredths are read as such`(_ heading: String) {
        let amounts = read(table(heading, ["-1000", "50000", "-2000", "-5"])).batch.lines
        #expect(amounts.map(\.amount.text) == ["-10.00", "500.00", "-20.00", "-0.05"])
    }

    @Test(arguments: [
        ("Amount in PLN", "PLN"), ("Kwota w PLN", "PLN"), ("Сума в UAH", "UAH"),
        ("Сума у гривнях", "UAH"), ("Сумма в рублях", "RUB"), ("Betrag in EUR", "EUR"),
        ("Betrag in €", "EUR"), ("Montant en euros", "EUR"), ("Importo in euro", "EUR"),
        ("Kwota w złotych", "PLN"), ("Amount in £", "GBP"), ("Částka v Kč", "CZK"),
        ("EUR Amount", "EUR"), ("Összeg (Ft)", "HUF"), ("Betrag (Euro)", "EUR"),
        ("Amount, USD", "USD"), ("Сума, грн", "UAH"), ("Amount US$", "USD"), ("Amount (A$)", "AUD"),
        ("Amount CAD$", "CAD"), ("CA$ Amount", ""), ("Valor (R$)", "BRL"), ("Amount NZ$", "NZD"),
        // Of several currencies.
        ("Amount in $", ""), ("Betrag in", ""),
    ])
    func `a currency counts wherever a heading says it`(_ heading: String, currency: String) {
        let lines = read(table(heading, ["-12.50", "500.00", "-20.00", "-0.05"])).batch.lines
        #expect(lines.map(\.amount.text) == ["-12.50", "500.00", "-20.00", "-0.05"])
        #expect(lines.allSatisfy { $0.amount.currency.code == currency })
    }

    @Test(arguments: [
        ("Сума, тис. грн", "UAH"), ("Amount (thousands)", ""), ("Amount, kUAH", "UAH"),
        ("Сумма, тыс. руб", "RUB"), ("Kwota (tys. zł)", "PLN"), ("Betrag (TEUR)", "EUR"),
        ("Сума (тисяч)", ""), ("amount_thousands", ""), ("Amount in thousands EUR", "EUR"),
    ])
    func `thousands are read as such`(_ heading: String, currency: String) {
        let lines = read(table(heading, ["-1.25", "50", "-0.0005"])).batch.lines
        #expect(lines.map(\.amount.text) == ["-1250.00", "50000.00", "-0.50"])
        #expect(lines.allSatisfy { $0.amount.currency.code == currency })
    }

    @Test(arguments: ["Amount, minor units", "Amount (miles)", "amount_minor"])
    func `a unit that may be several is asked about`(_ heading: String) {
        let failure = read(table(heading, ["-1000", "50000", "-2000"])).failure
        #expect(failure?.details == ["unit", heading])
    }

    @Test func `a part of a coin is none`() {
        #expect(read(table("Amount (cents)", ["-10.55", "5.00"])).failure?.details.first == "unit")
        #expect(read(table("Amount (cents)", ["-10.00", "-7.00", "5.00"])).failure == nil)
    }

    @Test func `balances are held against amounts in another unit`() throws {
        let text =
            "Дата;Опис;Сума, коп.;Залишок\n2026-03-13;A;-1000;90,00\n2026-03-14;B;50000;590,00\n"
            + "2026-03-15;C;-2000;570,00\n"
        let lines = read(text).batch.lines
        #expect(lines.map(\.amount.text) == ["-10.00", "500.00", "-20.00"])
        #expect(lines.map { $0.balance?.text } == ["90.00", "590.00", "570.00"])
        let proposer = LayoutProposer(file: "a.csv")
        proposer.read(Array(text.utf8).span, final: true)
        let draft = try proposer.propose()
        #expect(draft.yaml.contains("counted_in: {amount: hundredths}"))
        #expect(draft.yaml.contains("moves the balances"))
    }

    @Test(arguments: ["Amount", "Сума", "Amount (UAH)", "Center amount", "Betrag"])
    func `other headings count the currency`(_ heading: String) {
        let lines = read(table(heading, ["-1000", "50000", "-2000"])).batch.lines
        #expect(lines.map(\.amount.text) == ["-1000.00", "50000.00", "-2000.00"])
    }
}
