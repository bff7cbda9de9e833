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

    @Test func `a number shown in another currency than the printed one is rejected`() {
        let printed = read("0.00 \"€\"", head: [["Дата", "Опис", "Сума, грн", "Залишок"]])
        #expect(printed.batch.lines.isEmpty)
        #expect(
            printed.rejections.first
                == "2:3S!C2 currency-contradicted Сума, грн \"EUR\" (UAH)")
        let same = read("0.00 \"грн\"", head: [["Дата", "Опис", "Сума, грн", "Залишок"]])
        #expect(currencies(same) == ["UAH"])
    }

    /// Amounts as typed numbers, each with a number format, below a header of a line above it.
    private func read(
        _ amounts: [(value: String, format: String)], above: [String] = [],
        head: [String] = ["Дата", "Опис", "Сума"], more: [String] = []
    ) -> BookReading {
        let codes = amounts.enumerated().map { index, amount in
            let escaped = amount.format.replacing("&", with: "&amp;")
                .replacing("\"", with: "&quot;")
            return "<numFmt numFmtId=\"\(170 + index)\" formatCode=\"\(escaped)\"/>"
        }
        let formats = amounts.indices.map { "<xf numFmtId=\"\(170 + $0)\"/>" }.joined()
        let rows = amounts.enumerated().map { index, amount in
            xlsxRow(
                [
                    "2026-01-\(28 - index)", "Крамниця \(index)",
                    "<c s=\"\(index)\"><v>\(amount.value)</v></c>",
                ] + more)
        }
        return BookReading(
            xlsxBook(
                [
                    WrittenSheet(
                        "S", (above.isEmpty ? "" : xlsxRow(above)) + xlsxRow(head) + rows.joined())
                ],
                styles: "<numFmts count=\"\(codes.count)\">\(codes.joined())</numFmts>"
                    + "<cellXfs count=\"\(codes.count)\">\(formats)</cellXfs>"),
            options: ReadOptions())
    }

    @Test func `one number shown in another currency than the line above says is rejected`() {
        let reading = read(
            [("-500", "[$€-407] 0.00"), ("-120", "[$USD] 0.00"), ("-90", "[$€-407] 0.00")],
            above: ["Валюта рахунку: EUR"])
        #expect(reading.amounts == ["-500.00", "-90.00"])
        #expect(reading.batch.rejections.map(\.kind) == [.currencyContradicted])
        let column = read(
            [("-500", "[$USD] 0.00"), ("-120", "[$USD] 0.00"), ("-90", "[$USD] 0.00")],
            head: ["Дата", "Опис", "Сума", "Валюта"], more: ["EUR"])
        #expect(column.amounts.isEmpty)
        #expect(column.batch.rejections.count == 3)
    }

    @Test func `numbers above the table, and zeros, have no say in the currency`() {
        let reading = read(
            [("-500", "0.00 \"€\""), ("0", "0.00"), ("-90", "0.00 \"€\"")],
            above: ["Клієнт", "", "<c><v>12345</v></c>"])
        #expect(currencies(reading) == ["EUR"])
    }

    @Test(arguments: [
        ("0.00\" Dr\"", "0.00\" Cr\"", ["-500.00", "9000.00", "-120.00"]),
        ("\"\" 0.00\" Dr\"", "0.00\" Cr\";0.00\" Dr\"", ["-500.00", "9000.00", "-120.00"]),
        ("\"-\"0.00", "0.00", ["-500.00", "9000.00", "-120.00"]),
        ("\\-0.00", "0.00", ["-500.00", "9000.00", "-120.00"]),
        ("-0.00", "_-* 0.00_-;-* 0.00_-", ["-500.00", "9000.00", "-120.00"]),
    ])
    func `a side or a minus that a format shows belongs to the number`(
        _ out: String, _ into: String, _ expected: [String]
    ) {
        let reading = read([("500", out), ("9000", into), ("120", out)])
        #expect(reading.failure == nil)
        #expect(reading.amounts == expected)
    }

    @Test func `leading zeros that a format shows are digits of an account`() {
        let styles =
            "<numFmts count=\"1\"><numFmt numFmtId=\"170\" formatCode=\"0000000000\"/></numFmts>"
            + "<cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"170\"/></cellXfs>"
        func accounts(_ cell: String) -> [String] {
            let rows = Self.amounts.enumerated().map { index, amount in
                xlsxRow(["2026-01-\(28 - index)", "A", "<c><v>\(amount)</v></c>", cell])
            }
            let head = xlsxRow(["Date", "Text", "Amount", "Account"])
            return BookReading(
                xlsxBook([WrittenSheet("S", head + rows.joined())], styles: styles),
                options: ReadOptions()
            ).accounts.map(\.number)
        }
        #expect(accounts("<c s=\"1\"><v>12345678</v></c>") == ["0012345678"])
        // Digits that the sheet has lost are none of an account: the rows are rejected.
        #expect(accounts("<c><v>4.0817810E+19</v></c>").isEmpty)
        #expect(accounts("<c><v>4.149123412341234E+15</v></c>") == ["4149123412341234"])
    }

    @Test func `typed numbers prove no decimal mark of texts`() {
        func read(_ texts: [String]) -> BookReading {
            let cells = ["<c><v>-10.5</v></c>", "<c><v>-11.5</v></c>"] + texts
            let rows = cells.enumerated().map {
                xlsxRow(["2026-01-\(28 - $0)", "Rent \($0)", $1, "EUR"])
            }
            let head = xlsxRow(["Date", "Text", "Amount", "Currency"])
            return BookReading(
                xlsxBook([WrittenSheet("S", head + rows.joined())]), options: ReadOptions())
        }
        #expect(read(["-1.234", "-2.500"]).failure?.details.first == "decimal-mark")
        #expect(read(["-1,50", "-2.500"]).amounts == ["-10.50", "-11.50", "-1.50", "-2500.00"])
        #expect(read([]).amounts == ["-10.50", "-11.50"])
    }

    @Test func `sheets named as currencies have them`() {
        func read(_ names: [String]) -> BookReading {
            let sheets = names.map { name in
                let rows = (1...3).map {
                    xlsxRow(["2026-01-1\($0)", name, "<c><v>-\($0)</v></c>"])
                }
                return WrittenSheet(name, xlsxRow(["Date", "Text", "Amount"]) + rows.joined())
            }
            return BookReading(xlsxBook(sheets), options: ReadOptions())
        }
        #expect(currencies(read(["USD", "EUR"])) == ["USD", "EUR"])
        #expect(currencies(read(["ALL"])) == [""])
        #expect(currencies(read(["ALL", "Jan"])) == [""])
    }

    private static func sheet(
        _ name: String, _ days: [Int], _ text: String = "Lidl", state: String = "visible"
    ) -> WrittenSheet {
        let rows = days.map {
            xlsxRow(["2026-01-\(10 + $0)", text, "<c><v>-\($0).5</v></c>", "EUR"])
        }
        return WrittenSheet(
            name, xlsxRow(["Date", "Text", "Amount", "Currency"]) + rows.joined(), state: state)
    }

    @Test(arguments: [
        ([sheet("All", [1, 2, 3, 4]), sheet("Jan", [1, 2])], "sheets-repeated Jan 2"),
        ([sheet("Jan", [1, 2]), sheet("All", [1, 2, 3, 4])], "sheets-repeated All 2"),
        ([sheet("A", [1, 2, 3]), sheet("B", [1, 2, 3], "Fee")], "sheets-mixed B 0"),
        ([sheet("Jan", [1, 2, 3]), sheet("Feb", [3, 4, 5])], ""),
        ([sheet("A", [1, 2]), sheet("B", [5, 6, 7], state: "hidden")], "sheet-unread B 3"),
        (
            [
                sheet("A", [1, 2]),
                WrittenSheet(
                    "Fees",
                    xlsxRow(["Date", "Commission"]) + xlsxRow(["2026-01-10", "2.50"])
                        + xlsxRow(["'2026-01-11", "3.50"])),
            ], "sheet-unread Fees 2"
        ),
        ([sheet("A", [1, 2]), WrittenSheet("Notes", xlsxRow(["2026-01-10", "a"]))], ""),
    ])
    func `what sheets leave unproved or unread is reported`(
        _ sheets: [WrittenSheet], _ notice: String
    ) {
        let reading = BookReading(xlsxBook(sheets), options: ReadOptions())
        #expect(reading.failure == nil)
        let notices = reading.batch.notices.map {
            "\($0.kind.rawValue) \($0.place.path) \($0.count)"
        }
        #expect(notices == (notice.isEmpty ? [] : [notice]))
    }

    @Test func `other numbers' formats say nothing of the amounts`() {
        let others = read("0.00", others: "0.00 \"€\"", head: [["Дата", "Опис", "Сума", "Бонуси"]])
        #expect(currencies(others) == [""])
    }

    @Test(arguments: [
        ("UA213223130000026007233566001", "UA213223130000026007233566001"),
        ("Картка 1111", "1111"), ("26001234567890", "26001234567890"), ("*1234", "*1234"),
        ("Рахунок UA213223130000026007233566001", "UA213223130000026007233566001"),
        ("Виписка", ""), ("Sheet1", ""), ("2026-01", ""), ("Січень 2026", ""), ("01.2026", ""),
        ("20260131093015", ""), ("2026010120260131", ""), ("Account statement 2026013109", ""),
        ("2026013199", "2026013199"),
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
