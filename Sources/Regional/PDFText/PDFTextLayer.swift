import Facts

/// The result of the survey of a text layer: whether its rows may be returned, and their accounts.
package struct PDFTextSettled: Sendable {
    var verdict = PDFTextVerdict.unread
    var accounts: [AccountClaim] = []
}

/// Whether the rows match the statement's totals.
enum PDFTextVerdict: Sendable {
    /// The text ended, or failed, before its totals could be compared.
    case unread
    case disproved
    case proved
}

/// One reading of a text layer: detects the kind of statement by its lines, then reads its rows.
///
/// Keeps the lines needed for detection, and one row.
struct PDFTextLayer {
    private let file: String
    private let handsOn: PDFTextVerdict
    private var cutter: LineCutter
    /// Lines until the kind is detected.
    private var opening: [PrintedLine] = []
    private var isLetterSpaced = false
    private var statement: PDFStatement?
    private var bytes = 0

    /// - Parameter handsOn: the verdict of the survey: rows are returned if proved, rejections if
    ///   the totals were compared.
    init(file: String, handsOn: PDFTextVerdict) {
        self.file = file
        self.handsOn = handsOn
        cutter = LineCutter(file: file)
    }

    var layout: String? { statement?.layout }
    var settled: PDFTextSettled {
        PDFTextSettled(
            verdict: statement?.verdict ?? .unread, accounts: statement?.accounts ?? [])
    }
    /// The number of lines kept.
    var linesKept: Int { opening.count + (statement?.linesKept ?? 0) }

    mutating func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        bytes += chunk.count
        guard bytes <= Limits.pdfTextBytesMax else {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file), details: ["pdf-text-bytes"])
        }
        // Moved out and back: the cutter cannot be borrowed while its lines change the rest.
        var cutter = LineCutter(file: file)
        swap(&cutter, &self.cutter)
        defer { swap(&cutter, &self.cutter) }
        try cutter.cut(chunk, final: final) { (line, number) throws(ReadFailure) in
            try feed(PrintedLine(line, number: number), into: &batch)
        }
        guard final else { return }
        if statement == nil { try begin(into: &batch) }
        try statement?.finish(atLine: cutter.number, into: &batch)
    }

    private mutating func feed(
        _ line: PrintedLine, into batch: inout LineBatch
    ) throws(ReadFailure) {
        if let statement {
            return statement.feed(
                isLetterSpaced ? PDFLetterSpacing.closed(line) : line, into: &batch)
        }
        opening.append(line)
        if opening.count == Self.openingLinesMax { try begin(into: &batch) }
    }

    private mutating func begin(into batch: inout LineBatch) throws(ReadFailure) {
        isLetterSpaced = PDFLetterSpacing.isLetterSpaced(opening)
        if isLetterSpaced { opening = opening.map(PDFLetterSpacing.closed) }
        guard let shape = PDFStatementShape.matching(opening) else {
            throw ReadFailure(.formatUnknown, at: SourcePlace(file: file), details: ["pdf"])
        }
        let table = opening.firstIndex { shape.isHeading($0.compact) } ?? opening.count
        let statement = PDFStatement(
            shape: shape, head: PDFStatementHead(opening[..<table], shape: shape), file: file,
            handsOn: handsOn)
        for line in opening[table...] { statement.feed(line, into: &batch) }
        opening = []
        self.statement = statement
    }

    /// Enough to detect spaced letters; column names are among fewer lines.
    private static let openingLinesMax = PDFLetterSpacing.linesMax
}
