import Facts
import TestKit
import Testing
import Reading

/// Titles between the rows of an unknown table: whose the rows below are, and whether they are
/// booked.
@Suite struct `Titles between the rows of an unknown table` {
    private static let head = "Дата операції;Опис;Сума;Валюта"
    private static let first = ["27.02.2026;Сільпо;-250,00;UAH", "26.02.2026;Кава;-55,00;UAH"]
    private static let second = ["13.02.2026;Хліб;-25,00;UAH", "12.02.2026;Від Марії;100,00;UAH"]
    private static let ibans = ["UA213223130000026007233566001", "UA903052992990004149123456789"]

    private func read(_ rows: [String]) -> StatementReading {
        let text = rows.map { $0 + "\n" }.joined()
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    private func accounts(_ reading: StatementReading) -> [String] {
        reading.batch.lines.map { reading.accounts[Int($0.account)].number }
    }

    @Test(arguments: ["Рахунок ", "Рахунок: ", "Account ", "Виписка по рахунку "], [false, true])
    func `an IBAN in a title is the account of the rows below`(
        label: String, isAbove: Bool
    ) throws {
        let titles = Self.ibans.map { label + $0 }
        let rows =
            (isAbove ? [titles[0], "", Self.head] : [Self.head, titles[0]])
            + Self.first + [titles[1], Self.head] + Self.second
        let reading = read(rows)
        #expect(reading.failure == nil)
        #expect(reading.batch.rejections.isEmpty)
        #expect(
            reading.batch.lines.map(\.amount.text) == ["-250.00", "-55.00", "-25.00", "100.00"])
        let expected = [Self.ibans[0], Self.ibans[0], Self.ibans[1], Self.ibans[1]]
        #expect(accounts(reading) == expected)
    }

    @Test(arguments: [
        ["Картка 1111", "Картка 2222"], ["Card *1111", "Card *2222"],
        ["Рахунок 26001234567890", "Рахунок 26009876543210"],
        ["Картка 5355********1111", "Картка 4149********2222"],
    ])
    func `rows of two accounts are never read as one's`(_ titles: [String]) {
        let reading = read([Self.head, titles[0]] + Self.first + [titles[1]] + Self.second)
        #expect(reading.failure?.details == ["sections"])
        #expect(reading.failure?.place.line == 5)
        #expect(reading.batch.lines.isEmpty)
        let one = read([Self.head, titles[0]] + Self.first + [titles[0]] + Self.second)
        #expect(one.batch.lines.count == 4)
    }

    @Test(arguments: [
        "Заблоковані суми", "Операції в обробці", "Pending transactions", "Vorgemerkte Umsätze",
        "Opérations en attente", "Movimientos pendientes", "Заблокированные суммы",
        "Заплановані операції", "Майбутні платежі", "Scheduled payments", "Upcoming transactions",
        "Zaplanowane przelewy", "Geplante Überweisungen", "Lançamentos futuros", "Плановые платежи",
    ])
    func `payments below a title of holds are never read as booked`(_ title: String) {
        let below = read([Self.head] + Self.first + [title] + Self.second)
        #expect(below.failure?.details == ["sections"])
        let above = read([title, Self.head] + Self.first + ["Проведені"] + Self.second)
        #expect(above.failure?.details == ["sections"])
        let empty = read([Self.head] + Self.first + Self.second + [title])
        #expect(empty.batch.lines.count == 4)
    }

    @Test func `a title nobody knows parts rows with balances from rows without`() {
        let head = Self.head + ";Залишок"
        let booked = ["27.02.2026;Сільпо;-250,00;UAH;445,00", "26.02.2026;Кава;-55,00;UAH;695,00"]
        let planned = ["13.03.2026;Комуналка;-25,00;UAH;", "12.03.2026;Оренда;-100,00;UAH;"]
        let below = read([head] + booked + ["Інше"] + planned)
        #expect(below.failure?.details == ["sections"])
        #expect(below.failure?.place.line == 4)
        let above = read([head, "Інше"] + planned + ["Решта"] + booked)
        #expect(above.failure?.details == ["sections"])
        let days = read([head] + booked[...0] + ["Лютий"] + booked[1...])
        #expect(days.batch.lines.count == 2)
    }

    @Test(arguments: [
        "Failed payments", "Відхилені операції", "Zablokowane środki", "Abgelehnte Zahlungen",
    ])
    func `payments below a title of those not carried out are never read`(_ title: String) {
        let reading = read([Self.head] + Self.first + [title] + Self.second)
        #expect(reading.failure?.details == ["sections"])
    }

    private static let bare = "Date,Description,Amount"
    private static let bareFirst = ["13.01.2026,Lidl,-12.50", "14.01.2026,Aldi,-7.00"]
    private static let bareSecond = ["17.01.2026,Foo,-500.00", "18.01.2026,Foo,-510.00"]

    @Test(arguments: [
        [
            "Account: DE89370400440532013000 EUR", "Account: DE12500105170648489890 USD",
        ],
        [
            "Account,DE89370400440532013000,Currency,EUR",
            "Account,DE12500105170648489890,Currency,USD",
        ],
        ["IBAN,DE89370400440532013000,EUR", "IBAN,DE12500105170648489890,USD"],
        ["Currency: EUR", "Currency: USD"], ["Currency,EUR", "Currency,USD"],
    ])
    func `rows below a title of another currency are never read`(_ titles: [String]) {
        let reading = read(
            [titles[0], Self.bare] + Self.bareFirst + [titles[1], Self.bare] + Self.bareSecond)
        #expect(reading.failure?.details == ["sections"])
        #expect(reading.failure?.place.line == 5)
        let one = read(
            [titles[0], Self.bare] + Self.bareFirst + [titles[0], Self.bare] + Self.bareSecond)
        let isOne = one.batch.lines.count == 4 || one.failure?.details == ["sections"]
        #expect(isOne)
        #expect(one.batch.lines.allSatisfy { $0.amount.currency == .eur })
    }

    @Test(arguments: ["Reversals of the month", "Section B", "Dormant", "Other,Section"])
    func `rows below an unknown title and a repeated header are never read`(_ title: String) {
        let reading = read([Self.bare] + Self.bareFirst + [title, Self.bare] + Self.bareSecond)
        #expect(reading.failure?.details == ["sections"])
        #expect(reading.failure?.place.line == 4)
    }

    @Test(arguments: [
        ["", "February 2026", ""], ["Statement of Ivan", "Statement of Ivan", ""],
        ["", "Page 1 of 2", "Page 2 of 2"], ["Січень 2026", "Лютий 2026", ""],
        ["Operations, January", "Operations, February", ""], ["", "12345", ""],
    ])
    func `a page's own lines above a repeated header part nothing`(_ lines: [String]) {
        let reading = read(
            (lines[0].isEmpty ? [] : [lines[0]]) + [Self.bare] + Self.bareFirst
                + [lines[1], Self.bare] + Self.bareSecond + (lines[2].isEmpty ? [] : [lines[2]]))
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.count == 4)
    }

    @Test(arguments: [
        ("Date,Description,Amount,Currency", "Date,Description,Balance,Currency"),
        (
            "Value date,Booking date,Description,Amount",
            "Booking date,Value date,Description,Amount"
        ),
        ("Date,Description,Amount,Fee", "Datum,Description,Fee,Amount"),
    ])
    func `a header with other columns ends the table`(_ head: String, _ other: String) {
        let isTwoDays = head.hasPrefix("Value")
        func row(_ day: Int) -> String {
            isTwoDays
                ? "\(day).01.2026,\(day + 1).01.2026,Lidl,-\(day).00"
                : "\(day).01.2026,Lidl,-\(day).00,\(head.hasSuffix("Fee") ? "0.00" : "EUR")"
        }
        let reading = read([head, row(13), row(14), row(15), other, row(17), row(18)])
        #expect(reading.failure?.kind == .layoutDrifted)
        #expect(reading.failure?.place.line == 5)
        let same = read([head, row(13), row(14), row(15), head, row(17), row(18)])
        #expect(same.failure == nil)
        #expect(same.batch.lines.count == 5)
    }

    @Test(arguments: ["Лютий 2026", "Витрати", "Картки", "Дата 27.02.2026", "Рахунок"])
    func `other titles part nothing`(_ title: String) {
        let reading = read([Self.head] + Self.first + [title] + Self.second)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.count == 4)
    }
}
