package import Reading

extension FormatCard {
    package static let camt = FormatCard(
        "camt", ownEncoding: .declared,
        begins: { head, _ in
            head[0] == UInt8(ascii: "<")
                && (head.contains("iso:20022:tech:xsd:camt.") || head.contains("BkToCstmr"))
        },
        reader: { text in CAMTReader(file: text.path) })
}
