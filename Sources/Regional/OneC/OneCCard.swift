package import Reading

extension FormatCard {
    package static let oneC = FormatCard(
        "1c", begins: { head, _ in head.begins(with: "1CClientBankExchange") },
        reader: { text in OneCReader(file: text.path) })
}
