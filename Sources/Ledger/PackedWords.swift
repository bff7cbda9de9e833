internal import Facts

/// Words as the packed pages of undo and redo hold them: eight bytes, the lowest first.
extension [UInt8] {
    /// - Precondition: eight bytes stand at `at`.
    func word(at: Int) -> UInt64 { span.word(at: at) }
}
