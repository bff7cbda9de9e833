import Facts
import Opening
import Tables
import TestKit
import Testing
import Reading

/// A workbook read from its bytes in one go.
struct BookReading {
    var layout = ""
    var encoding = ""
    var accounts: [AccountClaim] = []
    var batch = LineBatch()
    var failure: ReadFailure?

    /// Reads the plain tables of these tests by header words alone, which the program itself would
    /// not.
    static let plain = ReadOptions(layouts: [`Layout files`.banks + "/generic-csv.yaml"])

    init(_ bytes: [UInt8], name: String = "book.xlsx", options: ReadOptions = plain) {
        do throws(ReadFailure) {
            var file = try StatementFile(bytes: bytes, name: name, options: options)
            defer {
                layout = file.layout
                encoding = file.encoding
                accounts = file.accounts
            }
            do throws(ReadFailure) {
                while try file.next(into: &batch) {}
            } catch {
                failure = error
            }
        } catch {
            failure = error
        }
    }

    var lines: [String] { batch.lines.map { $0.rendered(in: batch) } }
    var rejections: [String] { batch.rejections.map(\.rendered) }
    var skips: [String] { batch.skipped.map(\.rendered) }
    var amounts: [String] { batch.lines.map(\.amount.text) }
    var days: [String] { batch.lines.map(\.made.rendered) }
    var descriptions: [String] { batch.lines.map { batch.string($0.description) } }
}

private let header = xlsxRow(["Date", "Description", "Amount", "Currency"])

private func row(_ amount: String, day: String = "2026-01-28", text: String = "coffee") -> String {
    xlsxRow([day, text, amount, "UAH"])
}

private func read(_ rows: String, styles: String = "", properties: String = "") -> BookReading {
    BookReading(
        xlsxBook([WrittenSheet("Statement", header + rows)], styles: styles, properties: properties)
    )
}

private let styles = """
    <numFmts count="5"><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/>\
    <numFmt numFmtId="171" formatCode="[$-F400]h:mm:ss\\ AM/PM"/>\
    <numFmt numFmtId="172" formatCode="#,##0.00\\ &quot;day&quot;"/>\
    <numFmt numFmtId="173" formatCode="yyyy\\-mm\\-dd\\ hh:mm;@"/></numFmts>\
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="170"/>\
    <xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="173"/></cellXfs>
    """

@Suite struct `XLSX workbooks` {
    @Test func `shared texts are joined from their runs without reading aids`() {
        let shared =
            "<si><t>Date</t></si><si><r><rPr><b/></rPr><t>Descr</t></r><r><t>iption</t></r>"
            + "<rPh sb=\"0\" eb=\"1\"><t>reading</t></rPh></si><si><t>Amount</t></si><si><t>Currency</t></si>"
            + "<si><t xml:space=\"preserve\">two  words</t></si><si/>"
        let rows =
            "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c>"
            + "<c r=\"C1\" t=\"s\"><v>2</v></c><c r=\"D1\" t=\"s\"><v>3</v></c></row>"
            + "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>2026-01-28</t></is></c>"
            + "<c r=\"B2\" t=\"s\"><v>4</v></c><c r=\"C2\"><v>-5</v></c><c r=\"D2\" t=\"s\"><v>5</v></c></row>"
        let book = BookReading(xlsxBook([WrittenSheet("S", rows)], shared: shared))
        #expect(book.failure == nil)
        #expect(book.descriptions == ["two  words"])
        #expect(book.encoding == "xlsx")
    }

    @Test func `a shared text that is not there ends the file`() {
        let book = read("<row><c t=\"s\"><v>7</v></c></row>")
        #expect(book.failure?.kind == .malformed)
    }

    @Test(arguments: [
        ("-805.88000000000005", "-805.88"), ("91.40000000000001", "91.40"), ("1E2", "100.00"),
        ("-65.45000000000005", "-65.45"), ("23.4499999999999", "23.45"),
        ("0.12345678901235", "0.12345678901235"),
        ("1.5E-2", "0.015"), ("-0.10", "-0.10"), ("0", "0.00"), ("1234567", "1234567.00"),
        ("100000", "100000.00"), ("2.9999999999999996", "3.00"),
        ("-0.060000000000002274", "-0.06"), ("0.00099999999999989", "0.001"),
        ("5.6843418860808015E-14", "0.00"), ("1.5E-10", "0.00000000015"),
    ])
    func `binary floating point becomes the decimal it stands for`(
        written: String, amount: String
    ) {
        #expect(read(row("<c><v>\(written)</v></c>")).amounts == [amount])
    }

    @Test func `whole numbers keep every digit where a text is wanted`() {
        let book = read(
            row("<c><v>1</v></c>", text: "<c><v>26203012345678</v></c>")
                + row("<c><v>1</v></c>", text: "<c><v>12345678901234567890</v></c>")
                + row("<c><v>1</v></c>", text: "<c><v>1.2345E+10</v></c>"))
        #expect(book.descriptions == ["26203012345678", "12345678901234567890", "12345000000"])
    }

    @Test func `formats decide what is a day`() {
        let rows = [1, 2, 3, 6, 0, 5].map { style in
            row("<c><v>-1</v></c>", day: "<c s=\"\(style)\"><v>46050.5</v></c>")
        }.joined()
        let book = read(rows, styles: styles)
        #expect(
            book.days == [
                "2026-01-28 12:00:00", "2026-01-28 12:00:00", "2026-01-28 12:00:00",
                "2026-01-28 12:00:00",
            ])
        #expect(
            book.rejections == [
                "6:1Statement!A6 date-not-a-day Date \"46050.5\" (yyyy-mm-dd HH:MM:SS)",
                "7:1Statement!A7 date-not-a-day Date \"46050.5\" (yyyy-mm-dd HH:MM:SS)",
            ])
    }

    @Test func `whole days have no time unless the format shows one`() {
        let book = read(
            row("<c><v>-1</v></c>", day: "<c s=\"1\"><v>46050</v></c>")
                + row("<c><v>-1</v></c>", day: "<c s=\"2\"><v>46050</v></c>"), styles: styles)
        #expect(book.days == ["2026-01-28", "2026-01-28 00:00:00"])
    }

    @Test(arguments: [("", "2026-01-28"), ("<workbookPr date1904=\"1\"/>", "2030-01-29")])
    func `days without a format count from the book's first day`(
        _ properties: String, _ expected: String
    ) {
        let rows = ["-5", "-7.5", "20"].map { amount in
            xlsxRow(["<c><v>46050</v></c>", "Shop", "<c><v>\(amount)</v></c>", "UAH"])
        }
        let book = BookReading(
            xlsxBook([WrittenSheet("S", header + rows.joined())], properties: properties),
            options: ReadOptions())
        #expect(book.failure == nil)
        #expect(book.days == [expected, expected, expected])
    }

    @Test func `a book may count its days from 1904`() {
        let book = read(
            row("<c><v>-1</v></c>", day: "<c s=\"1\"><v>44588</v></c>"), styles: styles,
            properties: "<workbookPr date1904=\"1\"/>")
        #expect(book.days == ["2026-01-28"])
    }

    @Test(arguments: [("59", "1900-02-28"), ("61", "1900-03-01"), ("1", "1900-01-01")])
    func `the first days of 1900 count around a day that never was`(
        serial: String, day: String
    ) {
        let book = read(
            row("<c><v>-1</v></c>", day: "<c s=\"1\"><v>\(serial)</v></c>"), styles: styles)
        #expect(book.days == [day])
    }

    @Test(arguments: ["60", "0.5", "-1", "3000000", "1E300"])
    func `numbers that are no days are refused where they stand`(serial: String) {
        let book = read(
            row("<c><v>-1</v></c>", day: "<c s=\"1\"><v>\(serial)</v></c>"), styles: styles)
        #expect(book.lines == [])
        #expect(book.rejections.count == 1)
    }

    @Test(arguments: [
        ("46050.590277777781", "14:10:00"), ("46050.99999", "23:59:59"),
        ("46050.9999999999", "00:00:00"),
    ])
    func `fractions of a day are whole seconds`(serial: String, time: String) {
        let book = read(
            row("<c><v>-1</v></c>", day: "<c s=\"2\"><v>\(serial)</v></c>"), styles: styles)
        #expect(book.days.first?.hasSuffix(time) == true, "\(book.days)")
    }

    @Test func `a time may have a column of its own`() {
        let rows =
            xlsxRow(["Date", "Time", "Description", "Amount"])
            + xlsxRow([
                "<c s=\"1\"><v>46050</v></c>", "<c s=\"4\"><v>0.59027777777777779</v></c>", "a",
                "<c><v>1</v></c>",
            ])
        let book = BookReading(xlsxBook([WrittenSheet("S", rows)], styles: styles))
        #expect(book.days == ["2026-01-28 14:10:00"])
    }

    @Test func `formulas give their result, and themselves when they have none`() {
        let book = read(
            row("<c><f>1+1</f><v>-2.5</v></c>") + row("<c><f>SUM(A1:A2)</f></c>")
                + row("<c><v>1</v></c>", text: "<c t=\"str\"><f>A1&amp;A2</f><v>joined</v></c>"))
        #expect(book.amounts == ["-2.50", "1.00"])
        #expect(book.descriptions.last == "joined")
        #expect(
            book.rejections == [
                "3:3Statement!C3 amount-not-a-number Amount \"=SUM(A1:A2)\" (decimal point)"
            ])
    }

    @Test func `errors and truth values are texts`() {
        let book = read(
            row("<c t=\"e\"><v>#N/A</v></c>") + row("<c t=\"b\"><v>1</v></c>")
                + row("<c><v>1</v></c>", text: "<c t=\"b\"><v>0</v></c>"))
        #expect(book.rejections.count == 2)
        #expect(book.rejections.first?.contains("Statement!C2") == true)
        #expect(book.descriptions == ["FALSE"])
    }

    @Test func `numbers kept as text are read by the layout`() {
        let book = read(row("-1 310,82") + row("<c t=\"inlineStr\"><is><t>1,5</t></is></c>"))
        #expect(book.amounts == ["-1310.82", "1.50"])
    }

    @Test func `the table may stand anywhere and the sheet may lie about its size`() {
        let rows =
            "<row r=\"5\"><c r=\"C5\" t=\"inlineStr\"><is><t>Date</t></is></c>"
            + "<c r=\"D5\" t=\"inlineStr\"><is><t>Description</t></is></c>"
            + "<c r=\"F5\" t=\"inlineStr\"><is><t>Amount</t></is></c></row>"
            + "<row r=\"9\"><c r=\"F9\"><v>-1</v></c><c r=\"C9\" t=\"d\"><v>2026-01-28T00:00:00</v></c>"
            + "<c r=\"XFD9\"/></row><row r=\"1048576\"><c r=\"A1048576\" s=\"1\"/></row>"
        let book = BookReading(
            xlsxBook([
                WrittenSheet("S", rows, head: "<dimension ref=\"A1:XFD1048576\"/>")
            ]))
        #expect(book.failure == nil)
        #expect(book.lines == ["#0 | line 9 | account 0 | made=2026-01-28 | amount=-1.00 ?"])
    }

    @Test func `prefixes of names change nothing`() {
        let sheet = """
            <x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>\
            <x:row><x:c t="inlineStr"><x:is><x:t>Date</x:t></x:is></x:c>\
            <x:c t="inlineStr"><x:is><x:t>Amount</x:t></x:is></x:c></x:row>\
            <x:row><x:c t="inlineStr"><x:is><x:t>2026-01-28</x:t></x:is></x:c><x:c><x:v>3</x:v></x:c></x:row>\
            </x:sheetData></x:worksheet>
            """
        let book = BookReading(
            ZipWriter.archive([
                (
                    "XL\\Workbook.xml",
                    "<workbook><sheets><sheet name=\"A\" r:id=\"1\"/></sheets></workbook>"
                        .replacing("<workbook>", with: "<workbook xmlns:r=\"urn:r\">")
                ),
                ("xl/worksheets/sheet1.xml", sheet),
            ]))
        #expect(book.failure == nil)
        #expect(book.amounts == ["3.00"])
    }

    @Test func `hidden sheets are left out and each visible table is read`() {
        let book = BookReading(
            xlsxBook([
                WrittenSheet("Old", header + row("<c><v>1</v></c>"), state: "hidden"),
                WrittenSheet("Notes", xlsxRow(["hello", "world"])),
                WrittenSheet("A", header + row("<c><v>2</v></c>")),
                WrittenSheet("Empty", ""),
                WrittenSheet("B &amp; C", header + row("<c><v>3</v></c>") + row("x")),
            ]))
        #expect(book.failure == nil)
        #expect(book.amounts == ["2.00", "3.00"])
        #expect(book.skips == ["0 hidden-sheet", "0 other-sheet"])
        #expect(book.rejections.first?.hasPrefix("3:3B & C!C3 amount-not-a-number") == true)
        #expect(book.batch.lines.map(\.sourceIndex) == [0, 1])
    }

    @Test func `accounts of several sheets keep apart`() {
        let head = xlsxRow(["Date", "Account", "Description", "Amount"])
        let book = BookReading(
            xlsxBook(
                ["UA1", "UA2"].map {
                    WrittenSheet($0, head + xlsxRow(["2026-01-28", $0, "a", "<c><v>1</v></c>"]))
                }))
        #expect(book.accounts.map(\.number) == ["UA1", "UA2"])
        #expect(book.batch.lines.map(\.account) == [0, 1])
    }

    @Test func `a book without a table is refused by the names of its sheets`() {
        let book = BookReading(
            xlsxBook([
                WrittenSheet("One", xlsxRow(["hello", "world"])),
                WrittenSheet("Two", xlsxRow(["more", "words"])),
            ]))
        #expect(book.failure?.kind == .layoutUnknown)
        #expect(book.failure?.details.last == "sheets: One, Two")
        #expect(book.failure?.place.path == "One!1")
        #expect(book.failure?.found.revealed == "hello | world")
    }

    @Test func `dated rows that no layout knows are told after the others are read`() {
        let strange =
            xlsxRow(["Коли", "Що", "Скільки"]) + xlsxRow(["28.01.2026", "a", "1"])
            + xlsxRow(["29.01.2026", "b", "2"])
        let book = BookReading(
            xlsxBook([
                WrittenSheet("Strange", strange),
                WrittenSheet("A", header + row("<c><v>2</v></c>")),
            ]))
        #expect(book.amounts == ["2.00"])
        #expect(book.failure?.kind == .layoutUnknown)
        #expect(book.failure?.place.path == "Strange!1")
    }

    @Test func `only hidden sheets are no statement`() {
        let book = BookReading(
            xlsxBook([WrittenSheet("Old", header, state: "veryHidden")]))
        #expect(book.failure?.kind == .notAStatement)
        #expect(book.failure?.details == ["hidden-sheets", "Old"])
    }

    @Test func `escapes and line breaks in texts are undone`() {
        let book = read(
            row("<c><v>1</v></c>", text: "a_x000D_\nb_x005F_x000D_ _xD800_ \"q\""))
        #expect(book.descriptions == ["a b_x000D_ _xD800_ \"q\""])
        #expect(book.batch.lines.first?.sourceLine == 2)
    }

    @Test func `rows and cells in the wrong order`() {
        let cells =
            "<c r=\"C2\"><v>1</v></c><c r=\"A2\" t=\"inlineStr\"><is><t>2026-01-28</t></is></c>"
        #expect(read("<row r=\"2\">\(cells)</row>").amounts == ["1.00"])
        #expect(
            read("<row r=\"3\"/><row r=\"2\">\(cells)</row><row r=\"1\">\(cells)</row>")
                .failure?.details == ["rows-out-of-order"])
        #expect(
            read("<row r=\"2\">\(cells)<c r=\"C2\"><v>1</v></c></row>").failure?.details == [
                "cells-repeated"
            ])
    }

    @Test func `a sheet that is given up in the middle of a tag`() {
        // Found by the fuzzer: the row is out of order, and the cell's other attributes were still
        // to be read.
        let cells = "<c r=\"B7\" s=\"1\" t=\"s\"><v>0</v></c>"
        let rest = String(repeating: "<row><c><v>1</v></c></row>", count: 1_000)
        #expect(
            read("<row r=\"9\"><c r=\"A9\"><v>1</v></c>\(cells)</row>\(rest)").failure?.details
                == ["rows-out-of-order"])
    }

    @Test func `document types are refused and nothing is loaded`() {
        let book = BookReading(
            ZipWriter.archive([
                ("xl/workbook.xml", "<workbook><sheets><sheet name=\"A\"/></sheets></workbook>"),
                (
                    "xl/worksheets/sheet1.xml",
                    "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><worksheet>&b;</worksheet>"
                ),
            ]))
        #expect(book.failure?.kind == .entityRefused)
        #expect(book.failure?.place.path == "xl/worksheets/sheet1.xml")
    }

    @Test func `too many columns reject the row and nothing else`() {
        let cells = (0..<600).map { _ in "<c><v>1</v></c>" }.joined()
        let book = read("<row>\(cells)</row>" + row("<c><v>2</v></c>"))
        #expect(book.amounts == ["2.00"])
        #expect(book.rejections.first?.contains("columns-too-many") == true)
    }

    @Test func `other documents of the same container are named`() {
        let files: [([(name: String, text: String)], String)] = [
            ([("[Content_Types].xml", ""), ("word/document.xml", "")], "office-document"),
            ([("xl/workbook.bin", "")], "xlsb"),
            ([("UMSATZ.TXT", ""), ("auszug.txt", "")], "multicash"),
        ]
        for (members, name) in files {
            let book = BookReading(ZipWriter.archive(members))
            #expect(book.failure?.kind == .formatUnknown)
            #expect(book.failure?.details == [name])
        }
    }

    @Test func `a sheet of many chunks reads like its rows`() {
        let words = String(repeating: "word ", count: 100)
        let rows = (0..<5_000).map { row("<c><v>-\($0).25</v></c>", text: words + "\($0)") }
            .joined()
        #expect(rows.utf8.count > 8 * Limits.chunkBytes)
        let book = read(rows)
        #expect(book.failure == nil)
        #expect(book.amounts.count == 5_000)
        #expect(book.amounts.last == "-4999.25")
        #expect(book.batch.lines.last?.sourceLine == 5_001)
    }

    @Test func `no cut and no changed bit traps, and none changes a whole row in silence`() {
        let whole = xlsxBook(
            [WrittenSheet("S", header + row("<c><v>-7.5</v></c>") + row("<c><v>8</v></c>"))],
            styles: styles)
        for count in stride(from: 0, to: whole.count, by: 37) {
            let book = BookReading(Array(whole[..<count]))
            #expect(book.failure != nil, "cut at \(count)")
        }
        for index in stride(from: 0, to: whole.count, by: 23) {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            let book = BookReading(bytes)
            // Every part has a checksum: what is read at all is read right.
            if book.failure == nil {
                #expect(book.amounts == ["-7.50", "8.00"], "bit at \(index)")
            }
        }
    }
}

/// Compares workbooks of the shared corpus with their expectations, where it lies beside the
/// package.
@Suite struct `Workbook corpus` {
    static let files = [
        "xls/lookalike/html-table.xls", "xls/privatbank/privat24-cards-2019.xls",
        "xlsx/lowlevel/inline-strings-no-refs.xlsx", "xlsx/lowlevel/rich-text-date-serials.xlsx",
        "xlsx/monobank/mono-export-named-xls.xls", "xlsx/privatbank/privat24-cards-en.xlsx",
        "xlsx/privatbank/privat24-cards-uk.xlsx",
    ]

    @Test(.enabled(if: `CSV corpus`.isThere), arguments: files)
    func `a file of the corpus reads as expected`(path: String) throws {
        try `CSV corpus`().`a file of the corpus reads as expected`(path: path)
    }
}
