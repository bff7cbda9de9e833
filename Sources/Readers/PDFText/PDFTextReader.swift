package import Facts

/// Reads the text layer of a PDF statement: line shapes instead of columns, proved by the printed totals.
///
/// A text layer has lost its columns, so nothing is handed on before all of it was compared with what the bank prints about the whole:
/// balances, turnovers, the balance after each row. What does not add up is refused; totals that contradict each other prove
/// nothing and are passed over.
///
/// - Complexity: O(*n*); keeps the whole text, which is bounded by `pdf-text-bytes`.
/// - Source: the format notes, §6 and §16. Shapes are data: `PDFStatementShape.known`.
package final class PDFTextReader: StatementReader {
    package private(set) var layout = "pdf"
    package private(set) var accounts: [AccountClaim] = []

    private let file: String
    private var cutter: LineCutter
    private var lines: [PrintedLine] = []
    private var bytes = 0

    package init(file: String) {
        self.file = file
        cutter = LineCutter(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        bytes += chunk.count
        guard bytes <= Limits.pdfTextBytesMax else {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file), details: ["pdf-text-bytes"])
        }
        try cutter.cut(chunk, final: final) { (line, number) throws(ReadFailure) in
            lines.append(PrintedLine(line, number: number))
        }
        guard final else { return }
        if PDFLetterSpacing.isLetterSpaced(lines) { lines = lines.map(PDFLetterSpacing.closed) }
        guard let shape = PDFStatementShape.matching(lines) else {
            throw ReadFailure(.formatUnknown, at: SourcePlace(file: file), details: ["pdf"])
        }
        layout = shape.layout
        var statement = PDFStatement(shape: shape, file: file)
        defer { accounts = statement.accounts }
        try statement.read(lines, into: &batch)
        lines = []
    }

    /// Whether decoded text is the text layer of a statement that can be told.
    static func knows(_ head: Span<UInt8>) -> Bool {
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
