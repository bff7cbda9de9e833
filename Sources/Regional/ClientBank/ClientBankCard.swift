package import Reading

/// Reads the text of Belarusian client-bank programs: `***** ^Type=4^ ^Acc=…^`, sections,
/// `^key=value^` lines, a final row of `#`.
///
/// A row begins at `^DocDate=` and ends at the next one or at a total. `Db`/`Credit` are the sides
/// of an account in roubles; a currency account adds `DebQ`/`CreQ` in its own currency, and
/// `Deb`/`Cre` are then the national equivalent. Printed totals and balances are compared with the
/// rows at the end.
///
/// - Complexity: O(*n*); keeps the unfinished line and row.
/// - Source: the format notes, §9: types 3, 4, 5, 400 and 600.
package typealias ClientBankReader = LinesReader<ClientBankStatement>

extension FormatCard {
    package static let clientBank = FormatCard(
        "client-bank-by", begins: { head, _ in head.begins(with: "***** ^Type=") },
        reader: { text in ClientBankReader(file: text.path) })
}
