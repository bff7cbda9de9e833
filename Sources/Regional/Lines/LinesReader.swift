package import Facts
import Reading

/// What the lines of a text say, one after the other, whose rows they are.
package protocol LineStatement {
    /// Bank and format by stable words.
    static var layout: String { get }
    /// The accounts met so far.
    var accounts: [AccountClaim] { get }

    init(file: String)

    /// Takes a line without its end.
    mutating func feed(
        _ line: Span<UInt8>, number: Int, into batch: inout LineBatch
    ) throws(ReadFailure)
    /// The text ended with the line of that number.
    mutating func finish(at number: Int, into batch: inout LineBatch) throws(ReadFailure)
}

/// Reads a format of lines.
///
/// - Complexity: O(*n*); keeps the unfinished line and what the statement keeps.
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
