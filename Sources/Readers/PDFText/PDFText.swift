internal import Facts
internal import Scanning

/// The text layer of a PDF, taken out by poppler's `pdftotext`, which is looked for when it is needed and never linked.
enum PDFText {
    /// The text as UTF-8 lines in the layout of the pages.
    ///
    /// - Throws: `programMissing` with the package's name; `encrypted`, `textLayerMissing`, `malformed` as the PDF is; `limitExceeded`
    ///   when its size, its text or the time it takes is beyond the limits.
    static func extract(
        _ source: inout ByteSource, searchPath: String? = nil
    ) throws(ReadFailure) -> [UInt8] {
        let place = SourcePlace(file: source.path)
        guard let program = PDFProgram.path(searchPath: searchPath) else {
            throw ReadFailure(
                .programMissing, at: place, details: ["pdftotext", "poppler-utils"])
        }
        let bytes = try contents(of: &source, place)
        guard source.unchangedSinceOpening() else {
            throw ReadFailure(.changedWhileReading, at: place)
        }
        switch PDFProgram.run(program, on: bytes) {
        case .text(let text):
            guard text.contains(where: { $0 > 0x20 }) else {
                throw ReadFailure(.textLayerMissing, at: place)
            }
            guard knows(text) else {
                throw ReadFailure(.formatUnknown, at: place, details: ["pdf"])
            }
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

    /// A page of text is no table: what no reader knows by sight must not be taken for one.
    private static func knows(_ text: [UInt8]) -> Bool {
        FormatRouter.format(of: text.span) != .csv
    }

    private static func contents(
        of source: inout ByteSource, _ place: SourcePlace
    ) throws(ReadFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            do throws(ByteSourceError) {
                if try source.read(into: &bytes) == 0 { return bytes }
            } catch {
                throw ReadFailure(error, path: source.path)
            }
            guard bytes.count <= Limits.pdfBytesMax else {
                throw ReadFailure(.limitExceeded, at: place, details: ["pdf-bytes"])
            }
        }
    }
}
