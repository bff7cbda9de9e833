package import Reading

/// Reads Sberbank's card report in text: columns under a ruler of `-` and `+`, `CR` beside money
/// in, dates like `26МАР19`.
///
/// A row is the day of the operation, the day of processing, the operation's number, the text, the
/// amount in the operation's currency and the amount in the account's. The day of the operation has
/// no year: it is the last such day not after the day of processing. The line below a row (the
/// place) is kept as memo.
///
/// - Complexity: O(*n*); keeps one row.
/// - Source: the format notes, §7. `RUR` is kept as printed.
package typealias SberbankTextReader = LinesReader<SberbankReport>

extension FormatCard {
    package static let sberbankText = FormatCard(
        "sberbank-text",
        // A title in capitals, as printed in the report.
        holds: { head, _ in
            head.contains("ОТЧЕТ ПО СЧЕТУ КАРТЫ") && head.contains("----+----")
        },
        reader: { text in SberbankTextReader(file: text.path) })
}
