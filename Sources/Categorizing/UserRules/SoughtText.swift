/// A rule's text with its Knuth–Morris–Pratt table, to find it in one pass over a description.
internal struct SoughtText: Sendable {
    let bytes: [UInt8]
    /// For each index the length of the longest prefix that also ends there.
    private let borders: [Int]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var borders = [Int](repeating: 0, count: bytes.count)
        var length = 0
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] { length = borders[length - 1] }
            if bytes[index] == bytes[length] { length += 1 }
            borders[index] = length
        }
        self.bytes = bytes
        self.borders = borders
    }

    /// - Complexity: O(*n*) in the bytes of the text.
    func isInside(_ text: Span<UInt8>) -> Bool { isInside(text) { _, _ in true } }

    /// As a run of whole words; words are separated by single spaces.
    func isWords(of text: Span<UInt8>) -> Bool {
        isInside(text) { start, end in
            (start == 0 || text[start - 1] == 0x20) && (end == text.count || text[end] == 0x20)
        }
    }

    func isStart(of text: Span<UInt8>) -> Bool {
        guard bytes.count <= text.count else { return false }
        for index in 0..<bytes.count where text[index] != bytes[index] { return false }
        return true
    }

    func isWhole(_ text: Span<UInt8>) -> Bool { bytes.count == text.count && isStart(of: text) }

    private func isInside(_ text: Span<UInt8>, where isWanted: (Int, Int) -> Bool) -> Bool {
        guard !bytes.isEmpty else { return false }
        var length = 0
        for index in 0..<text.count {
            while length > 0, text[index] != bytes[length] { length = borders[length - 1] }
            if text[index] == bytes[length] { length += 1 }
            if length == bytes.count {
                if isWanted(index + 1 - length, index + 1) { return true }
                length = borders[length - 1]
            }
        }
        return false
    }
}
