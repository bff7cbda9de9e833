import Facts
import Reading

extension StatementTotals.Break {
    /// The end of a file whose totals say something else than its rows. `field` is what the format
    /// calls the total.
    func failure(file: String, field: String) -> ReadFailure {
        ReadFailure(
            .totalsDisagree, at: SourcePlace(file: file, line: line), found: printed.text,
            details: [field, "\(counted.text) ≠ \(printed.text)"])
    }
}

/// What a format calls its totals.
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
    /// Hands over what a witness heard.
    ///
    /// - Throws: `totalsDisagree` when the rows of a format whose totals were always right do not
    ///   come to them.
    mutating func hear(
        _ witness: TotalsWitness, account: Int, file: String, names: TotalsNames
    ) throws(ReadFailure) {
        guard let said = witness.totals(account: account) else { return }
        totals.append(said)
        if let wrong = said.breaks.first {
            throw wrong.failure(file: file, field: names[wrong.name])
        }
    }
}
