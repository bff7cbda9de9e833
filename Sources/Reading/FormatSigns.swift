/// Tests for signs of formats; ASCII letters match case-insensitively.
extension Span<UInt8> {
    package func begins(with word: String) -> Bool {
        matches(Array(word.utf8).map(Self.lower), at: 0)
    }

    package func contains(_ word: String) -> Bool {
        let wanted = Array(word.utf8).map(Self.lower)
        guard let first = wanted.first, count >= wanted.count else { return false }
        for index in 0...(count - wanted.count)
        where Self.lower(self[index]) == first && matches(wanted, at: index) {
            return true
        }
        return false
    }

    /// Whether a line other than the first begins with the word.
    package func hasLine(_ word: String) -> Bool { contains("\n" + word) || contains("\r" + word) }

    private func matches(_ wanted: [UInt8], at start: Int) -> Bool {
        guard count - start >= wanted.count else { return false }
        for index in wanted.indices where Self.lower(self[start + index]) != wanted[index] {
            return false
        }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
