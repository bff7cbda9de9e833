internal import Facts
internal import Scanning

/// Texts and suggestions of lines read before, so that equal ones are made once: a million lines
/// have some thousand of them.
///
/// Memory is bounded: a slot holds what was read into it last, and numbers begin anew when there
/// are too many. A class, because the cursor that reads a line carries it along; for one thread at
/// a time.
package final class KnownTexts {
    /// Number of the last line's suggestion, 0 for none. Within one ``generation``, equal bytes
    /// have equal numbers.
    package private(set) var suggestionNumber: UInt32 = 0
    package private(set) var generation = 0

    private struct KnownSuggestion {
        /// From the colon behind the key to the closing brace.
        var raw: [UInt8] = []
        var suggestion = Suggestion.none
        var number: UInt32 = 0
    }

    private var texts = [String](repeating: "", count: KnownTexts.slots)
    private var suggestions = [KnownSuggestion](
        repeating: KnownSuggestion(), count: KnownTexts.slots)
    private var numbers = TextInterner()

    private static let slots = 1 << 14
    private static let textBytesMax = 512
    private static let suggestionBytesMax = 2_048
    private static let numbersMax = 1 << 16
    /// Lines of a queue that somebody edited may have suggestions of any length.
    private static let numbersBytesMax = 32 * 1024 * 1024

    package init() {}

    /// A line begins.
    func begin() { suggestionNumber = 0 }

    /// The text of sound UTF-8.
    func text(_ raw: Span<UInt8>) -> String {
        let slot = slot(StableHash.hash(raw, seed: 0))
        if texts[slot].utf8.span.equals(raw) { return texts[slot] }
        let made = String(utf8: raw)
        if raw.count <= Self.textBytesMax { texts[slot] = made }
        return made
    }

    /// The suggestion whose bytes begin at `offset`, and how many there are; nil when it is none
    /// that lines about `text` had.
    ///
    /// An object says itself where it ends, so equal bytes are the whole of it.
    func suggestion(
        about text: String, at offset: Int, of s: Span<UInt8>
    ) -> (suggestion: Suggestion, count: Int)? {
        let first = slot(StableHash.hash(text.utf8.span, seed: 1))
        let slot = isRaw(first, at: offset, of: s) ? first : first ^ 1
        guard slot == first || isRaw(slot, at: offset, of: s) else { return nil }
        suggestionNumber = suggestions[slot].number
        return (suggestions[slot].suggestion, suggestions[slot].raw.count)
    }

    private func isRaw(_ slot: Int, at offset: Int, of s: Span<UInt8>) -> Bool {
        let raw = suggestions[slot].raw
        guard !raw.isEmpty, raw.count <= s.count - offset else { return false }
        return raw.span.equals(s.extracting(offset..<(offset + raw.count)))
    }

    /// - Parameters:
    ///   - raw: from the colon behind the key to the closing brace.
    ///   - isOfOneLine: the suggestion has parts of one line's amount, so that equal bytes
    ///     elsewhere may mean others.
    func remember(
        _ suggestion: Suggestion, about text: String, _ raw: Span<UInt8>, isOfOneLine: Bool
    ) {
        if numbers.count >= Self.numbersMax || numbers.storage.count >= Self.numbersBytesMax {
            beginAnew()
        }
        suggestionNumber = numbers.intern(raw) + 1
        assert(numbers.count <= Self.numbersMax, "numbers begin anew when there are too many")
        guard raw.count <= Self.suggestionBytesMax, !isOfOneLine else { return }
        let first = slot(StableHash.hash(text.utf8.span, seed: 1))
        suggestions.swapAt(first, first ^ 1)
        suggestions[first] = KnownSuggestion(
            raw: Array(raw), suggestion: suggestion,
            number: suggestionNumber)
    }

    private func beginAnew() {
        generation += 1
        numbers = TextInterner()
        suggestions = [KnownSuggestion](repeating: KnownSuggestion(), count: Self.slots)
    }

    private func slot(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash & UInt64(Self.slots - 1))
    }
}
