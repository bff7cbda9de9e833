import Facts
import TestKit
import Testing
import Reading
import Scanning

/// Workbooks of OpenDocument, `.ods`.
@Suite struct `OpenDocument workbooks` {
    private static let head = row(["Date", "Text", "Amount", "Balance"].map { text($0) })

    private static func text(_ text: String) -> String {
        "<table:table-cell office:value-type=\"string\"><text:p>\(text)</text:p></table:table-cell>"
    }

    private static func number(_ value: String, type: String = "float", more: String = "") -> String
    {
        "<table:table-cell office:value-type=\"\(type)\" office:value=\"\(value)\" \(more)>"
            + "<text:p>shown</text:p></table:table-cell>"
    }

    private static func day(_ value: String) -> String {
        "<table:table-cell office:value-type=\"date\" office:date-value=\"\(value)\">"
            + "<text:p>28. Jan</text:p></table:table-cell>"
    }

    private static func row(_ cells: [String], repeated: Int = 1) -> String {
        "<table:table-row table:number-rows-repeated=\"\(repeated)\">\(cells.joined())</table:table-row>"
    }

    private static func table(_ rows: String, name: String = "S", style: String = "") -> String {
        "<table:table table:name=\"\(name)\" table:style-name=\"\(style)\">\(rows)</table:table>"
    }

    private func read(_ tables: String, manifest: String = "<manifest/>") -> BookReading {
        let content =
            "<?xml version=\"1.0\"?><office:document-content"
            + " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
            + " xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\""
            + " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
            + " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\">"
            + "<office:automatic-styles><style:style style:name=\"off\" style:family=\"table\">"
            + "<style:table-properties table:display=\"false\"/></style:style>"
            + "</office:automatic-styles><office:body><office:spreadsheet>\(tables)"
            + "</office:spreadsheet></office:body></office:document-content>"
        return BookReading(
            ZipWriter.archive([
                ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                ("META-INF/manifest.xml", manifest), ("content.xml", content),
            ]), name: "book.ods", options: ReadOptions())
    }

    @Test func `days and numbers are those of the values, not of what is shown`() {
        let book = read(
            Self.table(
                Self.head
                    + Self.row([
                        Self.day("2026-01-28"), Self.text("Shop<text:s text:c=\"2\"/>A"),
                        Self.number("-5.5"), Self.number("94.5"),
                    ])
                    + Self.row([
                        Self.day("2026-01-29T10:11:12"), Self.text("Boss</text:p><text:p>B"),
                        Self.number("1e3", type: "currency", more: "office:currency=\"EUR\""),
                        Self.number("1094.5"),
                    ])))
        #expect(book.failure == nil)
        #expect(book.encoding == "ods")
        #expect(book.days == ["2026-01-28", "2026-01-29 10:11:12"])
        #expect(book.amounts == ["-5.50", "1000.00"])
        #expect(book.descriptions == ["Shop  A", "Boss B"])
        #expect(book.batch.lines.map { $0.balance?.text } == ["94.50", "1094.50"])
    }

    @Test(arguments: [
        (["EUR", "EUR"], "EUR"), (["EUR", ""], ""), (["EUR", "USD"], nil),
    ])
    func `the currency is that of all amounts`(_ codes: [String], _ expected: String?) {
        let rows = codes.enumerated().map { index, code in
            Self.row([
                Self.day("2026-01-2\(index)"), Self.text("Shop"),
                code.isEmpty
                    ? Self.number("-5.5")
                    : Self.number("-3", type: "currency", more: "office:currency=\"\(code)\""),
            ])
        }
        let head = Self.row(["Date", "Text", "Amount"].map { Self.text($0) })
        let book = read(Self.table(head + rows.joined()))
        #expect(book.failure?.details.first == (expected == nil ? "currency-formats" : nil))
        #expect(
            Set(book.batch.lines.map(\.amount.currency.code)) == Set([expected].compactMap(\.self)))
    }

    @Test func `equal rows written once are as many payments`() {
        let book = read(
            Self.table(
                Self.row([], repeated: 3) + Self.head
                    + Self.row(
                        [
                            Self.day("2026-01-28"), Self.text("Coffee"), Self.number("-4.8"),
                            "<table:table-cell/>",
                        ], repeated: 2)
                    + Self.row([
                        Self.day("2026-01-29"), Self.text("Shop"), Self.number("-7"),
                        "<table:table-cell table:number-columns-repeated=\"1020\"/>",
                    ])
                    + Self.row(
                        ["<table:table-cell table:number-columns-repeated=\"1024\"/>"],
                        repeated: 1_048_000)))
        #expect(book.failure == nil)
        #expect(book.amounts == ["-4.80", "-4.80", "-7.00"])
        #expect(book.batch.lines.map(\.sourceLine) == [5, 6, 7])
    }

    @Test func `comments and hidden sheets are not read`() {
        let comment = "<office:annotation><text:p>note</text:p></office:annotation>"
        let row = Self.row([
            Self.day("2026-01-28"),
            "<table:table-cell office:value-type=\"string\">\(comment)<text:p>Shop</text:p></table:table-cell>",
            Self.number("-5.5"), Self.number("94.5"),
        ])
        let more = Self.row([
            Self.day("2026-01-29"), Self.text("Cafe"), Self.number("-4"), Self.number("90.5"),
        ])
        let book = read(
            Self.table(Self.head + row + more, name: "Old", style: "off")
                + Self.table(Self.head + row + more, name: "New"))
        #expect(book.failure == nil)
        #expect(book.descriptions == ["Shop", "Cafe"])
    }

    @Test func `an encrypted book is refused as such`() {
        let book = read("", manifest: "<manifest><encryption-data/></manifest>")
        #expect(
            book.failure?.kind == ReadFailure(ByteSourceError.archive(.encrypted), path: "").kind)
    }

    @Test func `a sheet of more rows than a book may have is refused`() {
        let row = Self.row(
            [Self.day("2026-01-28"), Self.text("Coffee"), Self.number("-4.8")], repeated: 2_000_000)
        #expect(read(Self.table(Self.head + row)).failure?.kind == .limitExceeded)
    }
}
