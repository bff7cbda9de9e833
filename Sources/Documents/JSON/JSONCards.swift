internal import Facts
package import Reading
internal import Tables

extension FormatCard {
    package static let json = FormatCard(
        "json", otherNames: ["monobank/json"], ownEncoding: .unicode,
        begins: { head, _ in
            isJSON(head) || head.count <= 8 && head.begins(with: "null")
        },
        rows: jsonRows)

    package static let privatbankJSON = FormatCard(
        "privatbank-json", ownEncoding: .unicode,
        begins: { head, _ in
            isJSON(head) && (head.contains("StatementsResponse") || head.contains("\"AUT_MY_"))
        },
        rows: jsonRows)

    private static func isJSON(_ head: Span<UInt8>) -> Bool {
        head[0] == UInt8(ascii: "[") || head[0] == UInt8(ascii: "{")
    }

    /// A document of records that no layout knows is read as a table of them.
    @Sendable private static func jsonRows(
        of text: consuming FormatText
    ) throws(ReadFailure) -> any StatementRows {
        let (file, options) = (text.path, text.options)
        let records = JSONRecordReader(file: file, layouts: try LayoutSet.chosen(by: options))
        let reader: any StatementReader
        switch records.choice(for: text.head.span) {
        case .table(let unknown):
            return try SheetTables(
                json: text.decoded(), file: file, options: options, unknown: unknown)
        case .records: reader = records
        case .monobank: reader = MonobankJSONReader(file: file)
        }
        return DocumentRows(try text.restarted(undecodable: .replaced), reader)
    }
}
