import Deduplicating
import Facts

/// What the printed totals of a file's statements count, for rows that have the id of another row
/// of the file: some banks print one id for many rows.
struct StatementCounts {
    private var statements: [(account: String, totals: StatementTotals)] = []

    mutating func add(_ rows: PreparedRows) {
        for totals in rows.batch.totals {
            statements.append((rows.accounts[Int32(totals.account)].name, totals))
        }
    }

    /// Whether each of these lines repeats a row, in their order.
    func answers(for lines: [StatementLine]) -> [RepeatedRows.Answer] {
        let own = lines.map { statement(of: $0) }
        var sums: [Int: Int128] = [:]
        for case let (line, number?) in zip(lines, own) {
            sums[number, default: 0] &+= line.amount.atto
        }
        return own.map { number in
            number.map { answer(in: $0, repeated: sums[$0] ?? 0) } ?? .repeats
        }
    }

    /// The index of the statement that shows the line; nil if there are none or several.
    private func statement(of line: StatementLine) -> Int? {
        let showing = statements.indices.filter {
            statements[$0].totals.indices?.contains(line.sourceIndex) ?? false
        }
        return showing.count == 1 ? showing[0] : nil
    }

    /// - Parameter repeated: the sum of the rows in question, in ``Money/atto``.
    private func answer(in number: Int, repeated: Int128) -> RepeatedRows.Answer {
        let (account, totals) = statements[number]
        // Statements that overlap show their rows again.
        guard areApart(statements.filter { $0.account == account }.map(\.totals))
        else { return .repeats }
        if totals.hasGaps { return .cannotTell }
        if !totals.isComparable { return .repeats }
        if totals.isProved { return .isAnother }
        let lacks = totals.breaks.map { $0.difference?.atto }
        return lacks.allSatisfy { $0 == 0 - repeated } ? .repeats : .cannotTell
    }

    /// Whether each statement begins with the balance at which the one before ends, so that no two
    /// count one row.
    private func areApart(_ totals: [StatementTotals]) -> Bool {
        if totals.count == 1 { return true }
        return totals.allSatisfy { $0.opening?.atto != $0.closing?.atto }
            && zip(totals, totals.dropFirst()).allSatisfy { $0.closing?.atto == $1.opening?.atto }
    }
}
