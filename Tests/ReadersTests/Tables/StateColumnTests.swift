import Facts
import TestKit
import Testing
import Reading

/// Columns of states in tables that no layout knows: a payment that failed never happened.
@Suite struct `State columns` {
    private func read(_ heading: String, _ states: [String]) -> StatementReading {
        let rows = states.indices.map { "2026-03-\(13 + $0);Shop \($0);-1\($0),00;\(states[$0])\n" }
        let text = "Дата;Опис;Сума;\(heading)\n" + rows.joined()
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    private static let headings = [
        "Статус", "Стан операції", "Статус операції", "Стан платежу", "Статус транзакції",
        "Результат", "Result", "Ergebnis", "Payment state", "xyz", "Тип операції", "",
    ]

    @Test(arguments: headings)
    func `a failed payment is left out, whatever its column is called`(_ heading: String) {
        let reading = read(heading, ["проведено", "проведено", "скасовано", "проведено"])
        #expect(reading.batch.lines.map(\.amount.text) == ["-10.00", "-11.00", "-13.00"])
        #expect(reading.batch.skipped.map(\.reason) == [.failedOrDeclined])
        #expect(reading.batch.lines.allSatisfy { !$0.description.isEmpty })
    }

    @Test(arguments: [
        ("успішно", "відхилено"), ("Completed", "Declined"), ("posted", "Failed"),
        ("исполнено", "отказ"), ("gebucht", "storniert"), ("zrealizowana", "odrzucona"),
        ("effectué", "refusé"), ("completado", "rechazado"), ("eseguito", "annullato"),
        ("Approved", "Reversed"), ("OK", "Error"), ("виконаний", "скасована"),
    ])
    func `words of states are known in many languages`(done: String, failed: String) {
        let reading = read("Foo", [done, failed, done])
        #expect(reading.batch.lines.map(\.amount.text) == ["-10.00", "-12.00"])
        #expect(reading.batch.skipped.count == 1)
    }

    @Test(arguments: headings)
    func `an unknown state rejects its row`(_ heading: String) {
        let reading = read(heading, ["проведено", "скасовано", "дивно"])
        #expect(reading.batch.lines.map(\.amount.text) == ["-10.00"])
        #expect(reading.batch.rejections.map(\.kind) == [.statusUnknown])
    }

    @Test func `a held payment is held, a blank state is asked about`() {
        let held = read("Result", ["completed", "pending"])
        #expect(held.batch.lines.map(\.isHold) == [false, true])
        for word in [
            "Nicht gebucht", "Non contabilizzato", "Холд", "Авторизація", "Очікує проведення",
            "Authorization", "Резерв",
        ] {
            #expect(
                read("Статус", ["проведено", word]).batch.lines.map(\.isHold) == [false, true])
        }
        let blank = read("Result", ["completed", "declined", ""])
        #expect(blank.failure?.details == ["status", "Result"])
    }

    @Test func `a column of other words is no column of states`() {
        for words in [
            ["ok", "fine", "дім"], ["done", "done", "done"], ["Сільпо", "АТБ", "refused"],
        ] {
            #expect(read("Note", words).batch.lines.count == 3)
        }
    }
}
