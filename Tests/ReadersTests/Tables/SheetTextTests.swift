import Facts
import Tables
import TestKit
import Testing

private func read(_ text: String, isSheet: Bool = true) -> ReaderReport {
    ReaderReport(
        Array(text.utf8), cutAt: [], by: CSVReader(file: "book.xlsx", isSheet: isSheet))
}

private let privat = """
    "Виписка з Ваших карток за період 01.11.2025 - 30.11.2025"
    "Дата","Час","Картка","Опис операції","Сума в валюті картки","Валюта картки","Сума в валюті транзакції","Валюта транзакції","Залишок на кінець періоду","Валюта залишку"

    """

@Suite struct `A sheet as text` {
    @Test func `numbers and days without quotes are plain whatever the layout says`() {
        let report = read(
            privat
                + "2025-11-21,09:05:00,5168,\"Кава\",-1.500,\"UAH\",1.5,\"UAH\",1689.188,\"UAH\"\n")
        #expect(report.failure == nil)
        #expect(report.rejections == [])
        #expect(
            report.lines == [
                "#0 | line 3 | account 0 | made=2025-11-21 09:05:00 | amount=-1.50 UAH | "
                    + "balance=1689.188 UAH | description=Кава"
            ])
        #expect(report.accounts.first?.number == "5168")
    }

    @Test func `texts are read by the layout`() {
        let report = read(
            privat
                + "\"21.11.2025\",\"09:05\",\"5168\",\"Кава\",\"-1 310,82\",\"UAH\",,,\"1.500\",\"UAH\"\n"
        )
        // The layout lets each number speak for itself, and this one does not.
        #expect(
            report.rejections == [
                "3:9 amount-ambiguous Залишок на кінець періоду \"1.500\" (decimal point or comma)"
            ])
    }

    @Test func `the time may come from a cell that holds a whole moment`() {
        let report = read(
            privat + "2025-11-21 00:00:00,2025-11-21 23:59:01,5168,\"Кава\",-1,\"UAH\"\n")
        #expect(report.rejections == [])
        #expect(report.lines.first?.contains("made=2025-11-21 23:59:01") == true)
    }

    @Test func `a row that ends early has empty cells, an ordinary table's has lost some`() {
        let row = "2025-11-21,09:05,5168,\"Кава\",-1,\"UAH\"\n"
        #expect(read(privat + row).lines.count == 1)
        #expect(read(privat + row, isSheet: false).rejections.count == 1)
    }

    @Test func `a number where a text says the day is refused at its cell`() {
        let report = read(privat + "45982.5,09:05,5168,\"Кава\",-1,\"UAH\"\n")
        #expect(
            report.rejections == ["3:1 date-not-a-day Дата \"45982.5\" (dd.mm.yyyy HH:MM:SS)"])
    }

    @Test func `typed cells settle no date order`() throws {
        let text =
            "\"Date\",\"Description\",\"Amount\"\n2026-02-03,\"a\",-1.5\n2026-02-04,\"b\",1234.5\n"
        let layouts = LayoutSet(
            only: try Layouts.read([`Layout files`.banks + "/generic-csv.yaml"]))
        let surveyor = CSVSurveyor(file: "book.xlsx", layouts: layouts, isSheet: true)
        try surveyor.read(Array(text.utf8).span, final: true)
        let reader = CSVReader(
            file: "book.xlsx", layouts: layouts, settled: try surveyor.settle(), isSheet: true)
        let report = ReaderReport(Array(text.utf8), cutAt: [], by: reader)
        #expect(report.lines.count == 2)
        #expect(
            report.lines.last?.contains("made=2026-02-04 | amount=1234.50 ?") == true,
            "\(report.lines)")
    }
}
