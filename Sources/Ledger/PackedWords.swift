internal import Facts

/// Little-endian words of eight bytes in the packed pages of undo and redo.
extension [UInt8] {
    /// - Precondition: eight bytes start at `at`.
    func word(at: Int) -> UInt64 { span.word(at: at) }
}
