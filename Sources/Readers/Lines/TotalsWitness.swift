import Facts

/// What a statement prints about all its rows of one account, against what the rows come to.
///
/// A witness and no judge: rows are good without it, and a file whose totals say something else is reported at its end.
struct TotalsWitness {
    /// A total of the file that its rows do not come to.
    struct Disagreement {
        let field: String
        let printed: Money
        let counted: Money
        let line: Int
    }

    /// What the format calls the totals.
    struct Names {
        let received: String
        let spent: String
        let closing: String
    }

    private struct Printed {
        var amount: Money
        var line: Int
    }

    private let currency: Currency
    private var opening: Money?
    private var received: Printed?
    private var spent: Printed?
    private var closing: Printed?
    private var moneyIn: Money
    private var moneyOut: Money
    /// A row is missing from the sums, or a total could not be read: nothing can be said.
    private var isSilent = false

    init(currency: Currency) {
        self.currency = currency
        moneyIn = Money(minorUnits: 0, currency: currency)
        moneyOut = moneyIn
    }

    mutating func count(_ amount: Money) {
        guard amount.currency == currency else { return silence() }
        if amount.isNegative {
            moneyOut = sum(moneyOut, amount.negated)
        } else {
            moneyIn = sum(moneyIn, amount)
        }
    }

    mutating func silence() { isSilent = true }

    /// Of several periods the first opening and the last closing balance count, and all turnovers.
    mutating func print(opening amount: Money) {
        guard amount.currency == currency else { return silence() }
        if opening == nil { opening = amount }
    }

    mutating func print(closing amount: Money, line: Int) {
        guard amount.currency == currency else { return silence() }
        closing = Printed(amount: amount, line: line)
    }

    mutating func print(received amount: Money, line: Int) {
        guard amount.currency == currency else { return silence() }
        received = Printed(amount: sum(received?.amount, amount), line: line)
    }

    mutating func print(spent amount: Money, line: Int) {
        guard amount.currency == currency else { return silence() }
        spent = Printed(amount: sum(spent?.amount, amount), line: line)
    }

    /// The first total that the rows do not come to; nil when all agree or nothing can be said.
    func disagreement(_ names: Names) -> Disagreement? {
        if isSilent { return nil }
        if let received, received.amount != moneyIn {
            return Disagreement(
                field: names.received, printed: received.amount, counted: moneyIn,
                line: received.line)
        }
        if let spent, spent.amount != moneyOut {
            return Disagreement(
                field: names.spent, printed: spent.amount, counted: moneyOut, line: spent.line)
        }
        if let opening, let closing, let grown = try? opening.adding(moneyIn),
            let counted = try? grown.adding(moneyOut.negated), counted != closing.amount
        {
            return Disagreement(
                field: names.closing, printed: closing.amount, counted: counted, line: closing.line)
        }
        return nil
    }

    private mutating func sum(_ a: Money?, _ b: Money) -> Money {
        guard let a else { return b }
        if a.currency == b.currency, let sum = try? a.adding(b) { return sum }
        silence()
        return a
    }
}

extension TotalsWitness.Disagreement {
    /// The end of a file whose totals say something else than its rows.
    func failure(file: String) -> ReadFailure {
        ReadFailure(
            .totalsDisagree, at: SourcePlace(file: file, line: line), found: printed.text,
            details: [field, "\(counted.text) ≠ \(printed.text)"])
    }
}
