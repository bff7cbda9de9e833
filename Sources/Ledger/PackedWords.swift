internal import Facts

/// Words as the packed pages of undo and redo hold them: eight bytes, the lowest first.
extension [UInt8] {
    mutating func append(word: UInt64) {
        unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// - Precondition: eight bytes stand at `at`.
    func word(at: Int) -> UInt64 { span.word(at: at) }
}
