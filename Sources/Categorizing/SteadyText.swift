internal import Facts
internal import Scanning

/// Descriptions without what varies between lines of one merchant.
package struct SteadyText {
    private let maker = SubjectMaker(tables: .shared, sign: 1)

    package init() {}

    /// The folded description without numbers, cities, terminals, addresses and words that the
    /// caller knows to vary; all of it when nothing else is left.
    ///
    /// - Parameter varies: called with the folded text and the range of each word.
    package func of(
        _ description: String, without varies: (Span<UInt8>, Range<Int>) -> Bool
    ) -> String {
        var folded: [UInt8] = []
        TextFolder().fold(description.utf8.span, into: &folded)
        var kept: [UInt8] = []
        kept.reserveCapacity(folded.count)
        var start = 0
        // Single spaces are between the words of a folded text.
        for end in 0...folded.count where end == folded.count || folded[end] == 0x20 {
            if !varies(folded.span, start..<end) {
                if !kept.isEmpty { kept.append(0x20) }
                kept += folded[start..<end]
            }
            start = end + 1
        }
        let subject = kept.isEmpty ? maker.text(folded.span) : maker.text(kept.span)
        return subject?.undirected ?? String(decoding: folded, as: UTF8.self)
    }
}
