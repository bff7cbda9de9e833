internal import Facts
package import Scanning

/// Descriptions without what varies between lines of one merchant.
package struct SteadyText: Sendable {
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
        let words = words(of: folded, without: varies)
        guard let subject = maker.textBytes(words.span) else {
            return String(decoding: folded, as: UTF8.self)
        }
        return String(utf8: subject.span.extracting(droppingFirst: 1))
    }

    /// A folded text without what varies, in its own spelling.
    package func of(folded: String) -> String {
        maker.steady(folded.utf8.span).map { String(decoding: $0, as: UTF8.self) } ?? folded
    }

    /// A folded description without what varies; where it is only the bank's wording, the first of
    /// the other fields that says more.
    package func name(of folded: String, others: [String], _ folder: TextFolder) -> String {
        let wording = BankWording(tables: .shared)
        let countries = InvolvedCountries()
        if wording.saysNothing(folded.utf8.span, among: countries) {
            for other in others where !other.isEmpty {
                let telling = folder.fold(other)
                if !wording.saysNothing(telling.utf8.span, among: countries) {
                    return of(folded: telling)
                }
            }
        }
        return of(folded: folded)
    }

    /// All words when each varies.
    private func words(
        of folded: [UInt8], without varies: (Span<UInt8>, Range<Int>) -> Bool
    ) -> [UInt8] {
        var kept: [UInt8] = []
        // Most texts have no word that varies and are not copied.
        var isWhole = true
        var start = 0
        // Single spaces are between the words of a folded text.
        for end in 0...folded.count where end == folded.count || folded[end] == 0x20 {
            let isKept = !varies(folded.span, start..<end)
            if !isKept, isWhole {
                isWhole = false
                if start > 0 { kept.append(contentsOf: folded[..<(start - 1)]) }
            } else if isKept, !isWhole {
                if !kept.isEmpty { kept.append(0x20) }
                kept.append(contentsOf: folded[start..<end])
            }
            start = end + 1
        }
        return isWhole || kept.isEmpty ? folded : kept
    }
}
