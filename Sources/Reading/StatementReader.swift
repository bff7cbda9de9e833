package import Facts

/// Turns the bytes of one file into statement lines, chunk by chunk.
///
/// A reader gets the file as consecutive chunks of valid UTF-8 (the driver decodes), cut anywhere,
/// even inside a character. It keeps at most one unfinished record and a bounded look-ahead; the
/// cuts never change the result. Every row ends as exactly one of line, rejection or skip in the
/// batch.
package protocol StatementReader: AnyObject {
    /// Bank and format by stable words: `monobank/csv`, `ofx/sgml`. Known with the first row at the
    /// latest.
    var layout: String { get }

    /// The accounts found so far; `StatementLine.account` is an index into it. Only grows.
    var accounts: [AccountClaim] { get }

    /// Reads the next bytes and appends the completed rows to the batch. `final` marks the last
    /// call, whose chunk may be empty.
    ///
    /// - Throws: `ReadFailure` if the rest of the file is unreadable; rows appended before stay
    ///   valid and the reader is finished.
    /// - Complexity: O(*n*) in the bytes of the chunk plus the unfinished record.
    func read(_ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch) throws(ReadFailure)

    /// Some rows of the input are pending, so that batches stay small: a call with an empty chunk
    /// reads more of them, or a later call does.
    var hasRowsLeft: Bool { get }
}

extension StatementReader {
    package var hasRowsLeft: Bool { false }
}
