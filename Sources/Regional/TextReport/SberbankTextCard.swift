package import Reading

extension FormatCard {
    package static let sberbankText = FormatCard(
        "sberbank-text",
        // A title in capitals, as the report prints it.
        holds: { head, _ in
            head.contains("ОТЧЕТ ПО СЧЕТУ КАРТЫ") && head.contains("----+----")
        },
        reader: { text in SberbankTextReader(file: text.path) })
}
