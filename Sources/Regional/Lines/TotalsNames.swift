import Facts
import Reading

extension StatementTotals.Break {
    /// The failure of a file whose totals differ from its rows. `field` is the total's name in the
    /// format.
    func failure(file: String, field: String) -> ReadFailure {
        ReadFailure(
            .totalsDisagree, at: SourcePlace(file: file, line: line), found: printed.text,
            details: [field, "\(counted.text) ≠ \(printed.text)"])
    }
}

/// The names of totals in a format.
struct TotalsNames {
    let received: String
    let spent: String
    let closing: String
    var sum = ""

    subscript(name: StatementTotals.Name) -> String {
        switch name {
        case .received: received
        case .spent: spent
        case .closing: closing
        case .sum: sum
        }
    }
}

extension LineBatch {
    /// Appends the totals of a witness.
    ///
    /// - Throws: `totalsDisagree` if the rows differ from the totals, in a format with reliable
    ///   totals.
    mutating func addTotals(
        of witness: TotalsWitness, account: Int, file: String, names: TotalsNames
    ) throws(ReadFailure) {
        guard let printed = witness.totals(account: account) else { return }
        totals.append(printed)
        if let wrong = printed.breaks.first {
            throw wrong.failure(file: file, field: names[wrong.name])
        }
    }
}
