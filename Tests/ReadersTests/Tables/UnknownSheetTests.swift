import Facts
import TestKit
import Testing
import Reading

/// Sheets that no layout knows: what number formats and headers of two rows say.
@Suite struct `Unknown sheets` {
    private static let amounts = ["-250", "1000", "-55.5", "-3"]

    /// A statement whose amounts have a number format, and whose other numbers have another.
    private func read(_ format: String, others: String = "0.00", head: [[String]]) -> BookReading {
        let codes = [format, others].enumerated().map { index, code in
            let escaped = code.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            return "<numFmt numFmtId=\"\(170 + index)\" formatCode=\"\(escaped)\"/>"
        }
        let styles =
            "<numFmts count=\"2\">\(codes.joined())</numFmts><cellXfs count=\"3\">"
            + "<xf numFmtId=\"0\"/><xf numFmtId=\"170\"/><xf numFmtId=\"171\"/></cellXfs>"
        let rows = Self.amounts.enumerated().map { index, amount in
            xlsxRow([
                "2026-01-\(28 - index)", "Крамниця \(index)", "<c s=\"1\"><v>\(amount)</v></c>",
                "<c s=\"2\"><v>\(100 + index)</v></c>",
            ])
        }
        return BookReading(
            xlsxBook(
                [WrittenSheet("S", head.map { xlsxRow($0) }.joined() + rows.joined())],
                styles: styles),
            options: ReadOptions())
    }

    private func currencies(_ reading: BookReading) -> Set<String> {
        Set(reading.batch.lines.map(\.amount.currency.code))
    }

    @Test(arguments: [
        ("#,##0.00\\ [$₴-422]", "UAH"), ("#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]", "EUR"),
        ("[$UAH] #,##0.00", "UAH"), ("#,##0.00 \"грн\"", "UAH"), ("\"€\"\\ #,##0.00", "EUR"),
        ("_-* #,##0.00\\ \"zł\"_-;-* #,##0.00\\ \"zł\"_-;_-* \"-\"??\\ \"zł\"_-;_-@_-", "PLN"),
        ("#,##0.00_);(#,##0.00)", ""), ("\"$\"#,##0.00", ""), ("0.00\" шт\"", ""), ("General", ""),
        ("[$-409]#,##0.00", ""), ("[Red]0.00", ""),
    ])
    func `the format of the amounts says their currency`(_ format: String, _ currency: String) {
        let reading = read(format, head: [["Дата", "Опис", "Сума", "Залишок"]])
        #expect(reading.failure == nil)
        #expect(reading.amounts == ["-250.00", "1000.00", "-55.50", "-3.00"])
        #expect(currencies(reading) == [currency])
    }

    @Test(arguments: [
        (["0.00 \"€\"", "0.00 \"грн\""], "currency-formats"), (["0.00 \"€\"", "0.00"], ""),
    ])
    func `amounts of several currencies are refused, and one without leaves it unknown`(
        _ formats: [String], _ question: String
    ) {
        let styles = formats.enumerated().map { index, code in
            let escaped = code.replacing("\"", with: "&quot;")
            return "<numFmt numFmtId=\"\(170 + index)\" formatCode=\"\(escaped)\"/>"
        }
        let rows = Self.amounts.enumerated().map { index, amount in
            xlsxRow([
                "2026-01-\(28 - index)", "Крамниця \(index)",
                "<c s=\"\(index % 2)\"><v>\(amount)</v></c>",
            ])
        }
        let reading = BookReading(
            xlsxBook(
                [WrittenSheet("S", xlsxRow(["Дата", "Опис", "Сума"]) + rows.joined())],
                styles: "<numFmts count=\"2\">\(styles.joined())</numFmts>"
                    + "<cellXfs count=\"2\"><xf numFmtId=\"170\"/><xf numFmtId=\"171\"/></cellXfs>"),
            options: ReadOptions())
        #expect(reading.failure?.details.first ?? "" == question)
        #expect(currencies(reading) == (question.isEmpty ? [""] : []))
    }

    /// Sheets of days, amounts and balances, and the accounts that their rows have.
    private func accounts(_ sheets: [[(day: Int, amount: Int, balance: Int)]]) -> [String] {
        let written = sheets.enumerated().map { number, rows in
            WrittenSheet(
                "S\(number + 1)",
                xlsxRow(["Date", "Text", "Amount", "Balance"])
                    + rows.map {
                        xlsxRow([
                            "2026-02-\($0.day + 10)", "Shop", "<c><v>\($0.amount)</v></c>",
                            "<c><v>\($0.balance)</v></c>",
                        ])
                    }.joined())
        }
        let reading = BookReading(xlsxBook(written), options: ReadOptions())
        #expect(reading.failure == nil)
        return reading.accounts.map(\.product)
    }

    @Test func `sheets of the same days, each with its own balances, are two accounts`() {
        let first = [(1, -5, 95), (4, 1500, 1595), (8, -60, 1535)]
        let second = [(2, -10, 490), (5, 50, 540), (7, -22, 518)]
        let later = [(9, -35, 1500), (11, 20, 1520), (12, -1, 1519)]
        #expect(accounts([first, second]) == ["", "S2"])
        #expect(accounts([first, later]) == ["", ""])
        #expect(accounts([first, second, later]) == ["", "S2", ""])
        // The second shows rows of the first again.
        #expect(accounts([first, Array(first.dropFirst())]) == ["", ""])
        // Its balances do not continue: rows of the first may be between them.
        #expect(accounts([[(1, -5, 95), (3, -5, 80)], [(2, -10, 85), (4, -1, 79)]]) == ["", ""])
    }

    @Test func `a printed currency, and that of other numbers, come not from the format`() {
        let printed = read("0.00 \"€\"", head: [["Дата", "Опис", "Сума, грн", "Залишок"]])
        #expect(currencies(printed) == ["UAH"])
        let others = read("0.00", others: "0.00 \"€\"", head: [["Дата", "Опис", "Сума", "Бонуси"]])
        #expect(currencies(others) == [""])
    }

    @Test(arguments: [
        ("UA213223130000026007233566001", "UA213223130000026007233566001"),
        ("Картка 1111", "1111"), ("26001234567890", "26001234567890"), ("*1234", "*1234"),
        ("Рахунок UA213223130000026007233566001", "UA213223130000026007233566001"),
        ("Виписка", ""), ("Sheet1", ""), ("2026-01", ""), ("Січень 2026", ""), ("01.2026", ""),
        ("20260128", ""), ("202601-202602", ""), ("2026-01-01 2026-01-31", ""),
    ])
    func `the name of a sheet may be its account`(_ name: String, _ number: String) {
        let rows = [
            ["Дата", "Опис", "Сума, грн"], ["2026-01-28", "Кава", "<c><v>-55.5</v></c>"],
            ["2026-01-27", "Хліб", "<c><v>-5</v></c>"],
        ]
        let book = xlsxBook([WrittenSheet(name, rows.map { xlsxRow($0) }.joined())])
        let reading = BookReading(book, options: ReadOptions())
        #expect(reading.accounts.map(\.number) == [number])
    }

    @Test(arguments: [
        [["Дата", "Опис", "Обороти", ""], ["", "", "Дебет", "Кредит"]],
        [["Дата", "Опис", "Сума", ""], ["", "", "Видаток", "Надходження"]],
        [["Date", "Description", "Amount", ""], ["", "", "Debit", "Credit"]],
    ])
    func `a header of two rows is one`(_ head: [[String]]) {
        let rows = [
            ["2026-01-28", "Сільпо", "<c><v>250</v></c>", ""],
            ["2026-01-27", "Марія", "", "<c><v>1000</v></c>"],
            ["2026-01-26", "Кава", "<c><v>55.5</v></c>", ""],
        ]
        let book = xlsxBook([WrittenSheet("S", (head + rows).map { xlsxRow($0) }.joined())])
        let reading = BookReading(book, options: ReadOptions())
        #expect(reading.failure == nil)
        #expect(reading.amounts == ["-250.00", "1000.00", "-55.50"])
        #expect(reading.descriptions == ["Сільпо", "Марія", "Кава"])
        #expect(reading.batch.rejections.isEmpty)
    }
}
