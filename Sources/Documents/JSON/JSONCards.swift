internal import Facts
package import Reading
internal import Tables

extension FormatCard {
    package static let json = FormatCard(
        "json", otherNames: ["monobank/json"], ownEncoding: .unicode,
        begins: { head, _ in
            isJSON(head) || head.count <= 8 && head.begins(with: "null")
        },
        undecodable: .replaced, reader: jsonReader)

    package static let privatbankJSON = FormatCard(
        "privatbank-json", ownEncoding: .unicode,
        begins: { head, _ in
            isJSON(head) && (head.contains("StatementsResponse") || head.contains("\"AUT_MY_"))
        },
        undecodable: .replaced, reader: jsonReader)

    private static func isJSON(_ head: Span<UInt8>) -> Bool {
        head[0] == UInt8(ascii: "[") || head[0] == UInt8(ascii: "{")
    }

    private static func jsonReader(
        of text: inout FormatText
    ) throws(ReadFailure) -> any StatementReader {
        let records = JSONRecordReader(
            file: text.path, layouts: try LayoutSet.chosen(by: text.options))
        return records.isFor(text.head.span) ? records : MonobankJSONReader(file: text.path)
    }
}
