package import Facts
internal import Glibc
package import Scanning
internal import Reading

/// Extracts the text layer of a PDF with poppler's `pdftotext`, which is searched when needed and
/// never linked.
package enum PDFText {
    /// The text as UTF-8 lines in the layout of the pages.
    ///
    /// - Parameter isKnown: whether a reader recognises a text with this head. Other pages of text
    ///   are refused, never guessed as a table.
    /// - Throws: `programMissing` with the package's name; `encrypted`, `textLayerMissing`,
    ///   `malformed` for such a PDF; `limitExceeded` if its size, its text or the time exceeds the
    ///   limits.
    package static func extract(
        _ source: inout ByteSource, searchPath: String? = nil, isKnown: (Span<UInt8>) -> Bool
    ) throws(ReadFailure) -> ByteSource {
        let place = SourcePlace(file: source.path)
        guard let program = PDFProgram.path(searchPath: searchPath) else {
            throw ReadFailure(
                .programMissing, at: place, details: ["pdftotext", "poppler-utils"])
        }
        let pdf = try copy(of: &source, place)
        guard source.unchangedSinceOpening() else {
            throw ReadFailure(.changedWhileReading, at: place)
        }
        switch PDFProgram.run(program, on: pdf) {
        case .text(let output):
            guard var text = output.source(name: source.path) else {
                throw ReadFailure(
                    .unreadable, at: place, details: ["pdftotext", "errno \(errno)"])
            }
            let head = try head(of: &text)
            guard !head.isEmpty else { throw ReadFailure(.textLayerMissing, at: place) }
            guard isKnown(head.span) else {
                throw ReadFailure(.formatUnknown, at: place, details: ["pdf"])
            }
            try text.startAgain()
            return text
        case .tooLong:
            throw ReadFailure(.limitExceeded, at: place, details: ["pdf-text-bytes"])
        case .tooSlow:
            throw ReadFailure(.limitExceeded, at: place, details: ["pdf-seconds"])
        case .failed(let message):
            if message.contains("password") || message.contains("permission") {
                throw ReadFailure(.encrypted, at: place)
            }
            throw ReadFailure(.malformed, at: place, details: ["pdf"])
        case .notStarted(let code):
            throw ReadFailure(
                .unreadable, at: place, details: ["pdftotext", "errno \(code)"])
        }
    }

    /// The head for detecting formats: the text from its first nonblank on.
    private static func head(of text: inout ByteSource) throws(ReadFailure) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < PDFTextReader.headBytes, try text.readNext(into: &head) > 0 {
            if head.first.map({ $0 <= 0x20 }) == true {
                head.removeSubrange(..<(head.firstIndex { $0 > 0x20 } ?? head.count))
            }
        }
        return head
    }

    /// Copies the PDF to an anonymous file for the program.
    private static func copy(
        of source: inout ByteSource, _ place: SourcePlace
    ) throws(ReadFailure) -> AnonymousFile {
        let copy = AnonymousFile()
        var piece: [UInt8] = []
        var bytes = 0
        while true {
            piece.removeAll(keepingCapacity: true)
            if try source.readNext(into: &piece) == 0 { return copy }
            bytes += piece.count
            guard bytes <= Limits.pdfBytesMax else {
                throw ReadFailure(.limitExceeded, at: place, details: ["pdf-bytes"])
            }
            guard copy.append(piece) else {
                throw ReadFailure(
                    .unreadable, at: place, details: ["pdftotext", "errno \(errno)"])
            }
        }
    }
}
