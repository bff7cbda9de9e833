import Facts
import Scanning
import TestKit
import Testing

private typealias W = BIFFWriter

private func place(_ row: Int, _ column: Int, style: Int = 0) -> [UInt8] {
    W.number(row, 2) + W.number(column, 2) + W.number(style, 2)
}

private func label(_ row: Int, _ column: Int, _ text: String) -> [UInt8] {
    W.record(0x0204, place(row, column) + W.text(text))
}

private func number(_ row: Int, _ column: Int, _ value: Double, style: Int = 0) -> [UInt8] {
    W.record(0x0203, place(row, column, style: style) + W.double(value))
}

private func header() -> [UInt8] {
    ["Date", "Description", "Amount", "Currency"].enumerated().reduce(into: []) {
        $0 += label(0, $1.offset, $1.element)
    }
}

private func texts(_ row: Int, _ day: String = "2026-01-28") -> [UInt8] {
    label(row, 0, day) + label(row, 1, "кава") + label(row, 3, "UAH")
}

private func book(
    _ records: [UInt8], isFrom1904: Bool = false, more: (inout W) -> Void = { _ in }
) -> [UInt8] {
    var writer = W(isFrom1904: isFrom1904)
    more(&writer)
    writer.addSheet("Виписка", records)
    return writer.finished()
}

@Suite struct `Excel 97 workbooks` {
    @Test func `numbers come in four kinds of records`() {
        // 12345 / 100 as a whole number; 2.5 as the upper half of a double.
        let whole = 12_345 << 2 | 3
        let half = Int(truncatingIfNeeded: (2.5).bitPattern >> 32)
        let records =
            header() + texts(1) + number(1, 2, -805.880_000_000_000_05) + texts(2)
            + W.record(0x027E, place(2, 2) + W.number(whole, 4)) + label(3, 0, "2026-01-28")
            + W.record(
                0x00BD,
                W.number(3, 2) + W.number(1, 2) + W.number(0, 2) + W.number(7 << 2 | 2, 4)
                    + W.number(0, 2) + W.number(half, 4) + W.number(2, 2)) + texts(4)
            + W.record(0x0006, place(4, 2) + W.double(91.400_000_000_000_01) + [0, 0, 0, 0])
        let read = BookReading(book(records), name: "old.xls")
        #expect(read.failure == nil)
        #expect(read.rejections == [])
        #expect(read.amounts == ["-805.88", "123.45", "2.50", "91.40"])
        #expect(read.descriptions == ["кава", "кава", "7", "кава"])
        #expect(read.encoding == "xls")
    }

    @Test func `shared texts go on in the next record with letters of another width`() {
        let first =
            W.number(4, 4) + W.number(4, 4) + W.text("Date") + W.text("Amount")
            + W.number(12, 2) + [0x0D] + W.number(1, 2) + W.number(3, 4) + W.letters("Desc")
        let second = [0] + Array("ription!".utf8.prefix(7)) + Array("!".utf8) + [1, 2, 3, 4, 9]
        let third = [9, 9] as [UInt8] + W.text("день")
        let cells =
            W.record(0x00FD, place(0, 0) + W.number(0, 4))
            + W.record(0x00FD, place(0, 1) + W.number(2, 4))
            + W.record(0x00FD, place(0, 2) + W.number(1, 4)) + label(1, 0, "2026-01-28")
            + W.record(0x00FD, place(1, 1) + W.number(3, 4)) + number(1, 2, 1)
        let read = BookReading(
            book(cells) { writer in
                writer.add(0x00FC, first)
                writer.add(0x003C, second)
                writer.add(0x003C, third)
            })
        #expect(read.failure == nil)
        #expect(read.amounts == ["1.00"])
        #expect(
            read.lines == ["#0 | line 2 | account 0 | made=2026-01-28 | amount=1.00 ?"]
                || read.descriptions == ["день"])
    }

    @Test func `formats and the first day of the book decide what is a day`() {
        let formats: (inout W) -> Void = { writer in
            writer.add(0x041E, W.number(164, 2) + W.text("dd.mm.yyyy"))
            for format in [0, 14, 164] {
                writer.add(0x00E0, W.number(0, 2) + W.number(format, 2) + [0, 0])
            }
        }
        func rows(_ serial: Double) -> [UInt8] {
            header() + number(1, 0, serial, style: 1) + label(1, 1, "a") + number(1, 2, 1)
                + number(2, 0, serial, style: 2) + label(2, 1, "a") + number(2, 2, 2)
                + number(3, 0, serial, style: 0) + label(3, 1, "a") + number(3, 2, 3)
        }
        for (serial, isFrom1904) in [(46_050.0, false), (44_588.0, true)] {
            let read = BookReading(book(rows(serial), isFrom1904: isFrom1904, more: formats))
            #expect(read.days == ["2026-01-28", "2026-01-28"])
            #expect(read.rejections.count == 1)
            #expect(read.rejections.first?.contains("Виписка!A4") == true)
        }
    }

    @Test func `formulas keep texts in a record of their own`() {
        let result: [UInt8] = [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let wrong: [UInt8] = [2, 0, 0x2A, 0, 0, 0, 0xFF, 0xFF]
        let records =
            header() + label(1, 0, "2026-01-28")
            + W.record(0x0006, place(1, 1) + result + [0, 0, 0, 0])
            + W.record(0x04BC, [0]) + W.record(0x0207, W.text("обчислено"))
            + number(1, 2, 1) + texts(2) + W.record(0x0006, place(2, 2) + wrong + [0, 0, 0, 0])
            + texts(3) + W.record(0x0205, place(3, 2) + [1, 0])
        let read = BookReading(book(records))
        #expect(read.descriptions == ["обчислено"])
        #expect(read.rejections.count == 2)
    }

    @Test func `hidden sheets, charts inside sheets and embedded sheets are passed over`() {
        var writer = W()
        writer.addSheet("old", state: 1, header() + texts(1) + number(1, 2, 1))
        let chart =
            W.record(0x0809, W.number(0x0600, 2) + W.number(0x20, 2)) + number(9, 9, 9)
            + W.record(0x000A, [])
        writer.addSheet("new", header() + texts(1) + chart + number(1, 2, 2))
        let read = BookReading(writer.finished())
        #expect(read.failure == nil)
        #expect(read.amounts == ["2.00"])
        #expect(read.skips == ["0 hidden-sheet"])
    }

    @Test func `passwords and older books are named`() {
        let locked = book(header()) { $0.add(0x002F, [0, 0, 1, 2, 3, 4]) }
        #expect(BookReading(locked).failure?.kind == .encrypted)
        #expect(BookReading(oleFile("EncryptedPackage", [1])).failure?.kind == .encrypted)
        #expect(BookReading(oleFile("Book", [1])).failure?.details == ["xls-excel-95"])
        #expect(BookReading(oleFile("WordDocument", [1])).failure?.kind == .notAStatement)
    }

    @Test func `halves of letters reject their row`() {
        let broken = W.record(0x0204, place(1, 1) + W.number(2, 2) + [1, 0x00, 0xD8, 0x41, 0x00])
        let read = BookReading(
            book(header() + label(1, 0, "2026-01-28") + broken + number(1, 2, 1)))
        #expect(read.lines == [])
        #expect(read.rejections.first?.contains("text-not-decodable") == true)
    }

    @Test func `no cut and no changed bit traps`() {
        let whole = book(header() + texts(1) + number(1, 2, 1) + texts(2) + number(2, 2, 2)) {
            $0.add(0x00FC, W.number(1, 4) + W.number(1, 4) + W.text("shared"))
        }
        for count in drawn(every: 5, of: stride(from: 0, to: whole.count, by: 61)) {
            _ = BookReading(Array(whole[..<count]))
        }
        for index in drawn(every: 5, of: whole.indices.filter { whole[$0] != 0 && $0 % 3 == 0 }) {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            _ = BookReading(bytes)
        }
    }

    @Test func `chains that bite their tail end`() {
        var bytes = book(header() + texts(1) + number(1, 2, 1))
        // The stream's second sector leads back to its first.
        bytes[512 + 4 * 3] = 2
        bytes[512 + 4 * 3 + 1] = 0
        let read = BookReading(bytes)
        #expect(read.failure?.kind == .malformed)
    }
}

@Suite struct `XML Spreadsheet 2003` {
    private func sheet(_ rows: String, options: String = "", name: String = "Виписка") -> String {
        "<Worksheet ss:Name=\"\(name)\"><Table ss:ExpandedRowCount=\"9\">\(rows)</Table>\(options)</Worksheet>"
    }

    private func workbook(_ sheets: String, head: String = "<?xml version=\"1.0\"?>") -> [UInt8] {
        Array(
            ("\(head)\n<?mso-application progid=\"Excel.Sheet\"?>\n"
                + "<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" "
                + "xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\" "
                + "xmlns:x=\"urn:schemas-microsoft-com:office:excel\">\(sheets)</Workbook>").utf8)
    }

    private func cell(_ type: String, _ value: String, _ attributes: String = "") -> String {
        "<Cell\(attributes)><Data ss:Type=\"\(type)\">\(value)</Data></Cell>"
    }

    private var header: String {
        "<Row>" + cell("String", "Date") + cell("String", "Description", " ss:MergeAcross=\"1\"")
            + cell("String", "Amount") + cell("String", "Time") + "</Row>"
    }

    @Test func `indexes skip cells and rows, merged cells cover columns`() {
        let row =
            "<Row ss:Index=\"5\">" + cell("DateTime", "2026-01-28T00:00:00.000")
            + cell("String", "a &amp; <ss:B>b</ss:B>&#10;c")
            + "<Cell ss:Index=\"4\"><Data ss:Type=\"Number\">-1.5E2</Data>"
            + "<Comment><ss:Data ss:Type=\"Number\">7</ss:Data></Comment></Cell>"
            + cell("DateTime", "1899-12-31T14:05:00.000") + "</Row>"
        let read = BookReading(workbook(sheet(header + row)), name: "a.xls")
        #expect(read.failure == nil)
        #expect(
            read.lines == [
                "#0 | line 5 | account 0 | made=2026-01-28 14:05:00 | amount=-150.00 ? | description=a & b c"
            ])
    }

    @Test func `hidden sheets are left out`() {
        let hidden = "<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>"
        let row =
            "<Row>" + cell("String", "2026-01-28") + cell("Number", "1", " ss:Index=\"4\"")
            + "</Row>"
        let read = BookReading(
            workbook(sheet(header + row, options: hidden, name: "a") + sheet(header + row)))
        #expect(read.amounts == ["1.00"])
        #expect(read.skips == ["0 hidden-sheet"])
    }

    @Test func `an encoding the document declares is believed`() {
        let row =
            "<Row>" + cell("String", "2026-01-28") + cell("String", "Їжа")
            + cell("Number", "1", " ss:Index=\"4\"") + "</Row>"
        let text = workbook(
            sheet(header + row),
            head: "<?xml version=\"1.0\" encoding=\"windows-1251\"?>")
        let read = BookReading(singleByteText(String(decoding: text, as: UTF8.self), .windows1251))
        #expect(read.failure == nil)
        #expect(read.descriptions == ["Їжа"])
    }

    @Test func `cut documents and entities are refused`() {
        let row = "<Row>" + cell("String", "2026-01-28") + cell("Number", "1") + "</Row>"
        let whole = workbook(sheet(header + row))
        for count in stride(from: 200, to: whole.count - 1, by: 5) {
            let read = BookReading(Array(whole[..<count]))
            #expect(read.failure != nil, "cut at \(count)")
        }
        let entity = workbook(
            sheet(header), head: "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]>")
        #expect(BookReading(entity).failure?.kind == .entityRefused)
    }
}

@Suite struct `HTML tables` {
    private func page(_ body: String, head: String = "") -> [UInt8] {
        Array("<html><head>\(head)</head><body>\(body)</body></html>".utf8)
    }

    private let header =
        "<tr><th>Date</th><th>Description</th><th>Amount</th><th>Currency</th></tr>"

    @Test func `cells are texts with references, breaks and spans`() {
        let read = BookReading(
            page(
                "<h3>Title &laquo;UA&raquo;</h3><TABLE border=1><TR><TD colspan=\"4\">January</TD></TR>\(header)"
                    + "<tr><td rowspan=2>28.01.2026</td><td>a<br>b &amp;&nbsp;&#1111; &lt;c&gt;\n  d&#10;e&#x9;f</td>"
                    + "<td align='right'>-1&nbsp;310,82</td><td>UAH</td></tr>"
                    + "<tr><td>x</td><td>5,00</td><td>UAH</td></tr>"
                    + "<!-- <tr><td>1</td></tr> --><script>if (a < b) { '<td>' }</script></table>"),
            name: "page.xls")
        #expect(read.failure == nil)
        #expect(read.amounts == ["-1310.82"])
        #expect(read.descriptions == ["a b &\u{A0}ї <c> d e f"])
        #expect(
            read.rejections == ["5:1D5 date-missing Date \"\" (dd.mm.yyyy)"]
                || read.rejections.first?.contains("date-missing") == true)
    }

    @Test(arguments: ["hidden", "style=\"color:red; Display : none\"", "hidden=\"\""])
    func `what the page hides is not read, and a row is reported`(_ attribute: String) {
        let row = "<td>28.01.2026</td><td>a</td><td>-1,50</td><td>UAH</td>"
        let read = BookReading(
            page(
                "<table>\(header)<tr>\(row)</tr><tr \(attribute)>\(row)</tr>"
                    + "<tr><td><span \(attribute)>0<span>1</span>2</span>29.01.2026</td>"
                    + "<td>b<div \(attribute)>c</div></td><td>-2,50</td><td>UAH</td></tr>"
                    + "<tr \(attribute)></tr><tr class=\"a hidden b\">\(row)</tr></table>"),
            name: "page.xls")
        #expect(read.failure == nil)
        #expect(read.amounts == ["-1.50", "-2.50", "-1.50"])
        #expect(read.descriptions == ["a", "b", "a"])
        #expect(read.skips == ["3 hidden-row"])
    }

    private func amount(_ cell: String) -> BookReading {
        BookReading(
            page(
                "<table>\(header)<tr><td>28.01.2026</td><td>a</td>\(cell)<td>UAH</td></tr></table>")
        )
    }

    @Test(arguments: [
        ("<td>-12<sup>50</sup></td>", "-12.50"), ("<td>1 234<sup>05</sup></td>", "1234.05"),
        ("<td>-12.50<sup>1</sup></td>", nil), ("<td>-12<sup>1</sup></td>", nil),
        ("<td>-12,50<sub>2</sub></td>", nil), ("<td><sup>-</sup>12</td>", "-12.00"),
        ("<td x:num=\"-12.5\">-13</td>", "-12.50"), ("<td sdval=\"-12.5\">-12</td>", "-12.50"),
        ("<td x:num>-13</td>", "-13.00"), ("<td x:num='-12.5'>(13)</td>", "-12.50"),
    ])
    func `a raised text is no digit, and a stored number goes before its shown one`(
        _ cell: String, _ expected: String?
    ) {
        #expect(amount(cell).amounts == [expected].compactMap(\.self))
        #expect(amount(cell).batch.rejections.count == (expected == nil ? 1 : 0))
    }

    @Test(arguments: [
        ("Caf&eacute; &Oslash;l", "Café Øl"), ("&alpha;&Omega;&scaron;", "αΩš"),
        ("Caf&eacute", "Café"), ("A&B; &x=1&copy=2", "A&B; &x=1&copy=2"),
        ("10<sup>3</sup> m<sup>2</sup>", "10^3 m2"), ("&unknown;", "&unknown;"),
    ])
    func `characters have the names of HTML`(_ text: String, _ expected: String) {
        let read = BookReading(
            page(
                "<table>\(header)<tr><td>28.01.2026</td><td>\(text)</td><td>1</td><td>UAH</td></tr></table>"
            ))
        #expect(read.descriptions == [expected])
    }

    @Test func `tables inside tables and tags left open`() {
        let read = BookReading(
            page(
                "<table><tr><td><table>\(header)<tr><td>2026-01-28<td>a<td>1.5<td>UAH<tr><td>2026-01-29"
                    + "<td>b<td>2.5<td>UAH</table></td></tr></table>"))
        #expect(read.amounts == ["1.50", "2.50"])
    }

    @Test(arguments: [
        "<form><input type=\"password\"><table><tr><td>a</td><td>b</td></tr></table></form>",
        "<p>Service is not available</p>", "", "<table><tr><td>only</td></tr></table>",
    ])
    func `a page to sign in or to be told something is no statement`(body: String) {
        #expect(BookReading(page(body)).failure?.kind == .webPage)
    }

    @Test func `a table that no layout knows is said to be one`() {
        let read = BookReading(page("<table><tr><td>alpha</td><td>beta</td></tr></table>"))
        #expect(read.failure?.kind == .layoutUnknown)
    }

    @Test func `the page says its encoding`() {
        let text = String(
            decoding: page(
                "<table>\(header)<tr><td>2026-01-28</td><td>Їжа</td><td>1</td><td>UAH</td></tr></table>",
                head:
                    "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\">"
            ),
            as: UTF8.self)
        let read = BookReading(singleByteText(text, .windows1251))
        #expect(read.failure == nil)
        #expect(read.descriptions == ["Їжа"])
    }

    @Test func `cuts and changed bytes trap nowhere`() {
        let whole = page(
            "<table>\(header)<tr><td colspan=9999999999 rowspan='77'>2026-01-28</td><td>a&#x110000;</td></tr></table>"
        )
        for count in stride(from: 0, to: whole.count, by: 3) {
            _ = BookReading(Array(whole[..<count]))
        }
        for index in stride(from: 0, to: whole.count, by: 2) {
            var bytes = whole
            bytes[index] = [0x3C, 0x3E, 0x22, 0x26, 0x00][index % 5]
            _ = BookReading(bytes)
        }
    }
}
