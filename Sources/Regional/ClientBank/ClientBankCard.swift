package import Reading

extension FormatCard {
    package static let clientBank = FormatCard(
        "client-bank-by", begins: { head, _ in head.begins(with: "***** ^Type=") },
        reader: { text in ClientBankReader(file: text.path) })
}
