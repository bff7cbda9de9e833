package import Reading

/// Reads 1CClientBankExchange: the magic word, `Ключ=Значение` lines, sections of accounts and
/// documents, `КонецФайла`.
///
/// A document is money in or out of an own account of the file (`РасчСчет`); one between two own
/// accounts is two lines. The printed turnovers and balances are compared with the rows at the end
/// of the file. `Кодировка` is unreliable and ignored.
///
/// - Complexity: O(*n*); keeps the unfinished line and document.
/// - Source: the standard of 1C for exchange with client-bank systems, version 1.03; the format
///   notes, §10.
package typealias OneCReader = LinesReader<OneCStatement>

extension FormatCard {
    package static let oneC = FormatCard(
        "1c", begins: { head, _ in head.begins(with: "1CClientBankExchange") },
        reader: { text in OneCReader(file: text.path) })
}
