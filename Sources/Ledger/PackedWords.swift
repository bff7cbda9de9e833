/// Words as the packed pages of undo and redo hold them: eight bytes, the lowest first.
extension [UInt8] {
    mutating func append(word: UInt64) {
        unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// - Precondition: eight bytes stand at `at`.
    func word(at: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(self[at + index]) << UInt64(8 * index) }
        return word
    }
}
