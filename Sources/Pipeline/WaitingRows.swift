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
        for text in [
            \StatementLine.bankID, \.description, \.memo, \.counterpartyName, \.counterpartyIBAN,
            \.counterpartyTaxID, \.bankCategory, \.merchant, \.folded,
        ] {
            line[keyPath: text] = add(other.arena.span.extracting(line[keyPath: text].range))
        }
        return line
    }
}
