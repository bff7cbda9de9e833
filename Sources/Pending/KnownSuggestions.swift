internal import Facts
internal import Scanning

/// Suggestions of lines read before, so that equal ones are read once: a million lines have some
/// thousand of them.
///
/// A class, because the draft of a line carries it along; for one thread at a time.
package final class KnownSuggestions {
    /// Number of the last line's suggestion, 0 for none. Within one ``generation``, equal bytes
    /// have equal numbers.
    package private(set) var number: UInt32 = 0
    package private(set) var generation = 0
    private var numbers = TextInterner()
    /// By their number; nil for one with parts, which are of one line's amount.
    private var suggestions: [Suggestion?] = []

    /// Bounds for memory: lines of a queue that somebody edited may have suggestions of any length.
    private static let numbersMax = 1 << 16
    private static let bytesMax = 32 * 1024 * 1024

    package init() {}

    func beginLine() { number = 0 }

    /// The suggestion that is written so, if it is known.
    ///
    /// An object says itself where it ends: bytes equal to a whole one are a whole one.
    func suggestion(_ raw: Span<UInt8>) -> Suggestion? {
        guard let id = numbers.number(of: raw) else { return nil }
        number = id + 1
        return suggestions[Int(id)]
    }

    /// - Parameter raw: from the colon behind the key to the closing brace.
    func remember(_ suggestion: Suggestion?, _ raw: Span<UInt8>) {
        if numbers.count >= Self.numbersMax || numbers.storage.count >= Self.bytesMax {
            generation += 1
            numbers = TextInterner()
            suggestions = []
        }
        number = numbers.intern(raw) + 1
        if numbers.count > suggestions.count { suggestions.append(suggestion) }
        assert(numbers.count == suggestions.count, "numbers are places")
    }
}
