package import Facts
import Scanning

/// A source of rows, read batch by batch: one document, or the tables of a workbook.
package protocol StatementRows: AnyObject {
    var layout: String { get }
    var accounts: [AccountClaim] { get }
    var encoding: String { get }
    /// Whether the file is unchanged since it was opened.
    var isUnchanged: Bool { get }
    /// The digest of the file's bytes, if all were read in order.
    var digest: (high: UInt64, low: UInt64)? { get }
    /// Appends the rows of the next chunk; false at the end. Sets `isFinal` with the last rows.
    func next(into batch: inout LineBatch, isFinal: inout Bool) throws(ReadFailure) -> Bool
}

extension StatementRows {
    package var digest: (high: UInt64, low: UInt64)? { nil }
}

/// The rows of one document's text, read by one reader.
package final class DocumentRows: StatementRows {
    private let reader: any StatementReader
    private var text: DecodedText
    private var parts = ChunkParts()
    private var isLastChunk = false

    package init(_ text: consuming DecodedText, _ reader: any StatementReader) {
        self.text = text
        self.reader = reader
    }

    package var layout: String { reader.layout }
    package var accounts: [AccountClaim] { reader.accounts }
    package var encoding: String { text.encoding.rawValue }
    package var isUnchanged: Bool { text.isUnchanged }
    package var digest: (high: UInt64, low: UInt64)? { text.digest }

    package func next(into batch: inout LineBatch, isFinal: inout Bool) throws(ReadFailure) -> Bool
    {
        if reader.hasRowsLeft {
            try reader.read(Span(), final: false, into: &batch)
            return true
        }
        if parts.isEmpty {
            parts.begin()
            guard try text.next(into: &parts.chunk, isFinal: &isLastChunk) else { return false }
        }
        let part = parts.next()
        let chunk = parts.chunk
        isFinal = isLastChunk && parts.isEmpty
        try reader.read(chunk.span.extracting(part), final: isFinal, into: &batch)
        return true
    }
}
