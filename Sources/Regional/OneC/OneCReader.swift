package import Facts
import Reading

/// Reads 1CClientBankExchange: the magic word, `Ключ=Значение` lines, sections of accounts and
/// documents, `КонецФайла`.
///
/// A document is money in or out of an account the file calls its own (`РасчСчет`); one between two
/// own accounts is two lines. The printed turnovers and balances are compared with the rows at the
/// end of the file. `Кодировка` is a hint and not asked here.
///
/// - Complexity: O(*n*); keeps the unfinished line and the unfinished document.
/// - Source: the standard of 1C for exchange with client-bank systems, version 1.03; the format
///   notes, §10.
package final class OneCReader: StatementReader {
    package let layout = "1c"
    package var accounts: [AccountClaim] { statement.accounts }

    private var lines: LineCutter
    private var statement: OneCStatement

    package init(file: String) {
        lines = LineCutter(file: file)
        statement = OneCStatement(file: file)
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
