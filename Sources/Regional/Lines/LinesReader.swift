package import Facts
import Reading

/// The semantics of a text's lines, in sequence.
package protocol LineStatement {
    /// Bank and format by stable words.
    static var layout: String { get }
    /// The accounts found so far.
    var accounts: [AccountClaim] { get }

    init(file: String)

    /// Reads a line without its end.
    mutating func feed(
        _ line: Span<UInt8>, number: Int, into batch: inout LineBatch
    ) throws(ReadFailure)
    /// The text ended with this line number.
    mutating func finish(at number: Int, into batch: inout LineBatch) throws(ReadFailure)
}

/// Reads a format of lines.
///
/// - Complexity: O(*n*); keeps the unfinished line and the statement's state.
package final class LinesReader<Statement: LineStatement>: StatementReader {
    package var layout: String { Statement.layout }
    package var accounts: [AccountClaim] { statement.accounts }

    private var lines: LineCutter
    private var statement: Statement

    package init(file: String) {
        lines = LineCutter(file: file)
        statement = Statement(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try lines.cut(chunk, final: final) { (line, number) throws(ReadFailure) in
            try statement.feed(line, number: number, into: &batch)
        }
        if final { try statement.finish(at: lines.number, into: &batch) }
    }
}
