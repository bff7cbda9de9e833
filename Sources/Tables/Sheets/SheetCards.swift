internal import Facts
package import Reading

extension FormatCard {
    /// Before pages, because its sheets have a `<Table>` too.
    package static let spreadsheetML = FormatCard(
        "spreadsheet-xml", ownEncoding: .claimed,
        begins: { head, _ in
            head[0] == UInt8(ascii: "<")
                && head.contains("urn:schemas-microsoft-com:office:spreadsheet")
                && (head.contains("<Workbook") || head.contains(":Workbook"))
        },
        rows: { text throws(ReadFailure) in
            let (path, options) = (text.path, text.options)
            return try SheetTables(
                SpreadsheetMLBook(text.decoded(), file: path), file: path, options: options)
        })

    package static let html = FormatCard(
        "html", ownEncoding: .claimed,
        begins: { head, _ in
            head[0] == UInt8(ascii: "<")
                && ["<!DOCTYPE HTML", "<html", "<table"].contains { head.contains($0) }
        },
        rows: { text throws(ReadFailure) in
            let (path, options) = (text.path, text.options)
            return try SheetTables(
                HTMLBook(text.decoded(), file: path), file: path, options: options)
        })
}
