import Facts
import Readers

/// Rows of a file that only its end can tell of, kept with all that was prepared for them.
struct WaitingRows {
    private(set) var prepared = PreparedBatch()

    var isEmpty: Bool { prepared.lines.isEmpty }

    /// Keeps a row of a batch that is about to be filled anew.
    mutating func add(_ index: Int, of other: PreparedBatch) {
        var line = other.lines[index]
        let start = prepared.suggestions.count
        prepared.suggestions.append(contentsOf: other.suggestions[line.suggestion])
        line.suggestionStart = UInt32(truncatingIfNeeded: start)
        prepared.lines.append(line)
        prepared.batch.lines.append(
            prepared.batch.copy(of: other.batch.lines[index], from: other.batch))
        prepared.accounts = other.accounts
        prepared.layout = other.layout
    }

    mutating func removeAll() { prepared.removeAll() }
}

extension LineBatch {
    /// The line with its texts in this batch's arena.
    mutating func copy(of line: StatementLine, from other: LineBatch) -> StatementLine {
        var line = line
        move(&line.bankID, from: other)
        move(&line.description, from: other)
        move(&line.memo, from: other)
        move(&line.counterpartyName, from: other)
        move(&line.counterpartyIBAN, from: other)
        move(&line.counterpartyTaxID, from: other)
        move(&line.bankCategory, from: other)
        move(&line.merchant, from: other)
        move(&line.folded, from: other)
        return line
    }

    private mutating func move(_ text: inout TextRef, from other: LineBatch) {
        text = add(other.arena.span.extracting(text.range))
    }
}
