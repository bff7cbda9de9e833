import Facts
import TestKit
import Testing
import Reading

/// Invented statements in the shapes of Ukrainian banks and client-banks that no layout knows.
@Suite struct `Statements of Ukrainian banks without a layout` {
    struct Statement: Sendable {
        let name: String
        let head: String
        let rows: [String]
        /// Day, amount, currency, then the description.
        let expected: [String]
    }

    private static let own = "UA213223130000026007233566001"
    private static let others = ["UA903052992990004149123456789", "UA773003350000026001236521254"]

    private static let statements = [
        Statement(
            name: "sums of debit and credit with zeros, two days",
            head: "Дата проведення;Дата валютування;Номер документа;Сума Дт;Сума Кт;Валюта;"
                + "Рахунок кореспондента;Кореспондент;Призначення",
            rows: [
                "03.02.2026;04.02.2026;15;100.00;0.00;UAH;\(others[0]);ТОВ А;Оплата",
                "14.02.2026;15.02.2026;16;0.00;2500.50;UAH;\(others[1]);ТОВ В;Надійшло",
            ],
            expected: ["2026-02-03 -100.00 UAH Оплата", "2026-02-14 2500.50 UAH Надійшло"]),
        Statement(
            name: "the day of the payment beside the bank's",
            head: "Дата і час здійснення операції;Дата обробки операції банком;Номер картки;"
                + "Деталі операції;Сума в валюті операції;Валюта операції;Сума в валюті рахунку;"
                + "Валюта рахунку",
            rows: [
                "27.02.2026 12:30:00;28.02.2026;4149********1111;SILPO;-250,00;UAH;-250,00;UAH",
                "14.02.2026 08:15:00;15.02.2026;4149********1111;HOTEL;-50,00;EUR;-2 250,00;UAH",
            ],
            expected: ["2026-02-27 -250.00 UAH SILPO", "2026-02-14 -2250.00 UAH HOTEL"]),
        Statement(
            name: "headings of a client-bank in another bank's table",
            head: "№ з/п;Дата операції;Дата документа;№ документа;МФО;Рахунок;Дебет;Кредит;"
                + "Назва контрагента;ЄДРПОУ;Призначення платежу",
            rows: [
                "1;03.02.2026;02.02.2026;15;305299;\(others[0]);100,00;;ТОВ А;11111111;Оплата",
                "2;14.02.2026;13.02.2026;16;300335;\(others[1]);;2 500,50;ТОВ В;22222222;Надійшло",
            ],
            expected: ["2026-02-03 -100.00  Оплата", "2026-02-14 2500.50  Надійшло"]),
        Statement(
            name: "half of the headings of a bank, and a word for the direction",
            head: "Номер рахунку;Валюта;Дата;Час;Номер документа;Тип;Сума;Контрагент;"
                + "Код контрагента;Рахунок контрагента;Призначення платежу",
            rows: [
                "\(own);980;03.02.2026;10:00;5;Дт;100,00;ТОВ А;11111111;\(others[0]);Оплата",
                "\(own);980;14.02.2026;11:00;6;Кт;2 500,50;ТОВ В;22222222;\(others[1]);Надійшло",
            ],
            expected: ["2026-02-03 -100.00 UAH Оплата", "2026-02-14 2500.50 UAH Надійшло"]),
        Statement(
            name: "accounts of debit and credit",
            head: "Дата;Номер документу;Рахунок дебету;Рахунок кредиту;Сума;Призначення",
            rows: [
                "03.02.2026;1;\(own);\(others[0]);100,00;Оплата",
                "14.02.2026;2;\(others[1]);\(own);2 500,50;Надійшло",
            ],
            expected: ["2026-02-03 -100.00  Оплата", "2026-02-14 2500.50  Надійшло"]),
        Statement(
            name: "a rate and an equivalent are no amounts",
            head: "Дата;Опис;Сума;Валюта;Курс НБУ;Еквівалент у гривні",
            rows: [
                "27.02.2026;Office;-250,00;EUR;45,5000;-11 375,00",
                "26.02.2026;Client;1 000,00;EUR;45,4000;45 400,00",
                "13.02.2026;Cafe;-55,00;EUR;45,3000;-2 491,50",
            ],
            expected: [
                "2026-02-27 -250.00 EUR Office", "2026-02-26 1000.00 EUR Client",
                "2026-02-13 -55.00 EUR Cafe",
            ]),
        Statement(
            name: "balances in rows of their own",
            head: "Дата;Зміст операції;Прихід;Видаток;Залишок",
            rows: [
                "01.02.2026;Вхідний залишок;;;1 000,00", "03.02.2026;Оплата;;100,00;900,00",
                "14.02.2026;Надійшло;2 500,50;;3 400,50", "28.02.2026;Вихідний залишок;;;3 400,50",
            ],
            expected: ["2026-02-03 -100.00  Оплата", "2026-02-14 2500.50  Надійшло"]),
    ]

    private func read(_ text: String) -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    private func lines(_ reading: StatementReading) -> [String] {
        reading.batch.lines.map { line in
            let currency = line.amount.currency.isKnown ? line.amount.currency.code : ""
            let description = reading.batch.string(line.description)
            return "\(line.made.day.text) \(line.amount.text) \(currency) \(description)"
        }
    }

    @Test(arguments: statements)
    func `are read by what their rows prove`(_ statement: Statement) {
        let text = ([statement.head] + statement.rows).map { $0 + "\n" }.joined()
        let reading = read(text)
        #expect(reading.failure == nil, "\(statement.name)")
        #expect(lines(reading) == statement.expected, "\(statement.name)")
    }

    @Test(arguments: [
        "27 лют. 2026", "27 лют. 2026, 12:30", "27 лютого 2026 р.", "27 лютого 2026 р. о 12:30",
        "27 лют. 2026 р., 12:30:15", "27 февр. 2026 г., 12:30", "27 февраля 2026 г. в 12:30",
        "27.02.2026 о 12:30", "27.02.2026 в 12:30",
    ])
    func `may write days as programs of the region do`(_ day: String) {
        let reading = read("Дата;Опис;Сума, грн\n\"\(day)\";Кава;-55,00\n\"\(day)\";Хліб;-5,00\n")
        #expect(
            lines(reading) == ["2026-02-27 -55.00 UAH Кава", "2026-02-27 -5.00 UAH Хліб"],
            "\(reading.failure.map { "\($0)" } ?? "")")
    }
}
