package import Facts
import Regional
import Reading

/// A text layer surveyed and then read in the same chunks, as the driver does it: for tests that
/// read only once.
package final class SurveyedPDFText: StatementReader {
    package private(set) var layout = "pdf"
    package private(set) var accounts: [AccountClaim] = []
    private var pieces: [[UInt8]] = []

    package init() {}

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        pieces.append([UInt8](chunk))
        guard final else { return }
        let surveyor = PDFTextSurveyor(file: "f")
        do throws(ReadFailure) {
            for (index, piece) in pieces.enumerated() {
                try surveyor.read(piece.span, final: index == pieces.count - 1)
            }
        } catch {
            // The second reading reports the same failure.
        }
        let reader = PDFTextReader(file: "f", settled: surveyor.settled)
        defer { (layout, accounts) = (reader.layout, reader.accounts) }
        for (index, piece) in pieces.enumerated() {
            try reader.read(piece.span, final: index == pieces.count - 1, into: &batch)
        }
    }
}
