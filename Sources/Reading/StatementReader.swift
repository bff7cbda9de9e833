package import Facts

/// Turns the bytes of one file into statement lines, chunk by chunk.
///
/// A reader is given the file as consecutive chunks of valid UTF-8 (the driver decided the encoding
/// and decoded), cut anywhere, even inside a character's bytes. It keeps at most one unfinished
/// record and a limit's worth of look-ahead; where the cuts fall never changes what comes out.
/// Every row ends as exactly one of line, rejection or skip in the batch.
package protocol StatementReader: AnyObject {
    /// Bank and format by stable words: `monobank/csv`, `ofx/sgml`. Known at the latest with the
    /// first row.
    var layout: String { get }

    /// The accounts met so far; `StatementLine.account` is an index into it. Only grows.
    var accounts: [AccountClaim] { get }

    /// Takes the next bytes and appends what they complete to the batch. `final` marks the last
    /// call, whose chunk may be empty.
    ///
    /// - Throws: `ReadFailure` when the rest of the file cannot be read; rows appended before stay
    ///   good and the reader is finished.
    /// - Complexity: O(*n*) in the bytes of the chunk plus the unfinished record.
    func read(_ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch) throws(ReadFailure)

    /// Rows of what was given are left, so that batches stay small: an empty chunk gives the next
    /// of them. They may also be left until later.
    var hasRowsLeft: Bool { get }
}

extension StatementReader {
    package var hasRowsLeft: Bool { false }
}
