internal import Facts
package import Reading
internal import Tables

extension FormatCard {
    /// The fallback for documents of no other format.
    package static let xmlRecords = FormatCard(
        "xml", ownEncoding: .declared,
        begins: { head, _ in head[0] == UInt8(ascii: "<") },
        reader: { text throws(ReadFailure) in
            XMLRecordReader(file: text.path, layouts: try LayoutSet.chosen(by: text.options))
        })
}
