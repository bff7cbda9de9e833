internal import Facts
internal import Scanning

/// A cache of parsed suggestions: a million lines have only some thousand distinct ones.
///
/// A class, because drafts of lines share it; not thread-safe.
package final class KnownSuggestions {
    /// Number of the last line's suggestion, 0 for none. Within one ``generation``, equal bytes
    /// have equal numbers.
    package private(set) var number: UInt32 = 0
    package private(set) var generation = 0
    private var numbers = TextInterner()
    /// By number; nil for one with splits, which depend on the line's amount.
    private var suggestions: [Suggestion?] = []

    /// Memory limits: an edited queue may have suggestions of any length.
    private static let numbersMax = 1 << 16
    private static let bytesMax = 32 * 1024 * 1024

    package init() {}

    func beginLine() { number = 0 }

    /// The cached suggestion at the start of these bytes.
    ///
    /// A JSON object ends itself: bytes equal to a whole object are that object.
    func suggestion(_ raw: Span<UInt8>) -> Suggestion? {
        guard let id = numbers.id(of: raw) else { return nil }
        number = id + 1
        return suggestions[Int(id)]
    }

    /// - Parameter raw: from the colon after the key to the closing brace.
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
