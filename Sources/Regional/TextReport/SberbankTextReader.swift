package import Facts
import Reading

/// Reads Sberbank's card report in text: columns under a ruler of `-` and `+`, `CR` beside what
/// came in, dates like `26МАР19`.
///
/// A row is the day of the operation, the day of processing, the operation's number, the text, the
/// amount in the operation's currency and the amount in the account's. The day of the operation has
/// no year: it is the last such day not after the day of processing. The line below a row (the
/// place) is kept as memo.
///
/// - Complexity: O(*n*); keeps one row.
/// - Source: the format notes, §7. `RUR` is kept as the bank prints it.
package final class SberbankTextReader: StatementReader {
    package let layout = "sberbank/text"
    package var accounts: [AccountClaim] { report.accounts }

    private var lines: LineCutter
    private var report: SberbankReport

    package init(file: String) {
        lines = LineCutter(file: file)
        report = SberbankReport(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try lines.cut(chunk, final: final) { (line, number) throws(ReadFailure) in
            report.feed(PrintedLine(line, number: number), into: &batch)
        }
        if final { try report.finish(at: lines.number, into: &batch) }
    }
}
