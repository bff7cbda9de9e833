package import Facts
import Reading

/// Reads the text layer of a PDF statement: line shapes instead of columns, proved by the printed
/// totals.
///
/// A text layer has no columns, so no row is returned before all of it was compared with the bank's
/// totals: balances, turnovers, the balance after each row. A mismatch is refused; contradictory
/// totals prove nothing and are ignored. `PDFTextSurveyor` compares them in a first reading.
///
/// - Complexity: O(*n*); keeps the first page and one row.
/// - Source: the format notes, §6 and §16. Shapes are data: `PDFStatementShape.known`.
package final class PDFTextReader: StatementReader {
    package private(set) var layout = "pdf"
    package private(set) var accounts: [AccountClaim] = []

    private let file: String
    private let settled: PDFTextSettled
    private var layer: PDFTextLayer

    package init(file: String, settled: PDFTextSettled) {
        self.file = file
        self.settled = settled
        layer = PDFTextLayer(file: file, handsOn: settled.verdict)
    }

    package var linesKept: Int { layer.linesKept }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        defer {
            if settled.verdict != .unread, let known = layer.layout {
                layout = known
                accounts = settled.accounts
            }
        }
        try layer.read(chunk, final: final, into: &batch)
        // Both readings must end with the same verdict.
        guard !final || layer.settled.verdict == settled.verdict else {
            throw ReadFailure(.changedWhileReading, at: SourcePlace(file: file))
        }
    }

    /// The heading of a printed page, even with spaced letters.
    static let headBytes = 16 * 1024

    /// Whether decoded text, from its first nonblank on, is the text layer of a known kind of
    /// statement.
    static func knows(_ text: Span<UInt8>) -> Bool {
        let head = text.extracting(0..<min(text.count, headBytes))
        guard PDFStatementShape.mayHaveHeading(head) else { return false }
        var lines: [PrintedLine] = []
        var start = 0
        for index in 0..<head.count where head[index] == 0x0A {
            lines.append(PrintedLine(head.extracting(start..<index), number: lines.count + 1))
            start = index + 1
        }
        lines.append(
            PrintedLine(head.extracting(start..<head.count), number: lines.count + 1))
        if PDFLetterSpacing.isLetterSpaced(lines) { lines = lines.map(PDFLetterSpacing.closed) }
        return PDFStatementShape.matching(lines) != nil
    }
}

/// Surveys a text layer to compare its rows with its totals. Fed like a reader, returns no rows.
package final class PDFTextSurveyor {
    private var layer: PDFTextLayer
    private var batch = LineBatch()

    package init(file: String) {
        layer = PDFTextLayer(file: file, handsOn: .unread)
    }

    /// - Throws: the errors that the reader will throw; the verdict stays available.
    package func read(_ chunk: Span<UInt8>, final: Bool) throws(ReadFailure) {
        try layer.read(chunk, final: final, into: &batch)
    }

    package var settled: PDFTextSettled { layer.settled }
}
