package import Facts
import Reading

/// Reads the text of Belarusian client-bank programs: `***** ^Type=4^ ^Acc=…^`, sections,
/// `^key=value^` lines, a row of `#` at the end.
///
/// A row begins at `^DocDate=` and ends at the next one or at a total. `Db`/`Credit` are the sides
/// of an account in roubles; a currency account adds `DebQ`/`CreQ` in its own currency, and
/// `Deb`/`Cre` are then the national equivalent. Printed totals and balances are compared with the
/// rows at the end.
///
/// - Complexity: O(*n*); keeps the unfinished line and the unfinished row.
/// - Source: the format notes, §9: types 3, 4, 5, 400 and 600.
package final class ClientBankReader: StatementReader {
    package let layout = "client-bank-by"
    package var accounts: [AccountClaim] { statement.accounts }

    private var lines: LineCutter
    private var statement: ClientBankStatement

    package init(file: String) {
        lines = LineCutter(file: file)
        statement = ClientBankStatement(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try lines.cut(chunk, final: final) { (line, number) throws(ReadFailure) in
            try statement.feed(line, number: number, into: &batch)
        }
        if final { try statement.finish(at: lines.number, into: &batch) }
    }
}
