package import Facts
internal import Scanning
internal import Reading

/// Reads OFX 2.x: well-formed XML.
///
/// - Complexity: O(*n*); keeps the unfinished tag, text and row.
package final class OFXXMLReader: StatementReader {
    package let layout = "ofx/xml"
    package var accounts: [AccountClaim] { content.sink.accounts }

    private var document: XMLDocument
    private var content: OFXXMLContent

    package convenience init(file: String) {
        self.init(file: file, settled: OFXSettled())
    }

    init(file: String, settled: OFXSettled) {
        document = XMLDocument(file: file)
        content = OFXXMLContent(file: file, settled: settled)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try document.read(chunk, final: final, into: &batch, calling: &content)
    }
}

/// Passes the elements of OFX to the sink.
private struct OFXXMLContent: XMLStatement {
    private(set) var sink: OFXStatementSink
    var batch = LineBatch()
    private let vocabulary: OFXVocabulary
    private var names = XMLNames(other: OFXElement.other)
    /// The element whose text is read.
    private var leaf = OFXElement.other

    init(file: String, settled: OFXSettled) {
        vocabulary = OFXVocabulary(hasTypes: settled.sign == .byType)
        sink = OFXStatementSink(file: file, settled: settled)
    }

    mutating func open(_ name: borrowing XMLName, _ tag: XMLTag) throws(ReadFailure) -> Bool {
        let element = element(name)
        if element == .other { return false }
        let isPlaced = element.hasPlace || !element.hasText
        try sink.open(element, at: isPlaced ? tag.start : TextPosition(), into: &batch)
        leaf = element
        return element.hasText
    }

    mutating func text(_ text: Span<UInt8>, at position: TextPosition) {
        sink.text(text, of: leaf, at: position)
    }

    mutating func textTooLong(at position: TextPosition) {
        sink.textTooLong(of: leaf, at: position)
    }

    mutating func close(_ name: borrowing XMLName, _ position: TextPosition) throws(ReadFailure) {
        let element = element(name)
        if element == .other { return }
        try sink.close(element, into: &batch)
    }

    mutating func finish(at position: TextPosition, isCut: Bool) throws(ReadFailure) {
        try sink.finish(at: position, isCut: isCut, into: &batch)
    }

    mutating func abandonRow() { sink.abandonRow(into: &batch) }

    private mutating func element(_ name: borrowing XMLName) -> OFXElement {
        let vocabulary = vocabulary
        return names.element(name) { vocabulary.element(named: $0) }
    }
}
