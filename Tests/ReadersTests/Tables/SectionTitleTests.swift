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

    @Test(arguments: ["Лютий 2026", "Витрати", "Картки", "Дата 27.02.2026", "Рахунок"])
    func `other titles part nothing`(_ title: String) {
        let reading = read([Self.head] + Self.first + [title] + Self.second)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.count == 4)
    }
}
