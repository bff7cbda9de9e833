internal import Facts

/// Columns with the accounts of who paid and who was paid: the statement's own account is the one
/// that stands in every row, and its side says which way the money went.
struct OwnSides {
    let payer: Int
    let payee: Int

    /// Accounts that stand in every row so far; nil before the first.
    private var candidates: [[UInt8]]?
    private var rows = 0
    private var isDead = false

    /// Nil unless headings name both columns.
    init?(_ plan: InferencePlan) {
        guard let payer = plan.columns[.payerAccount]?.first,
            let payee = [HeadingRole.payeeAccount, .counterpartyIBAN].lazy
                .compactMap({ plan.columns[$0]?.first }).first
        else { return nil }
        self.payer = payer
        self.payee = payee
    }

    mutating func feed(payer: Span<UInt8>, payee: Span<UInt8>) {
        if isDead { return }
        let sides = [Self.number(payer), Self.number(payee)]
        guard sides[0] != sides[1], sides.allSatisfy(AccountNumberText.isNumber) else {
            isDead = true
            return
        }
        rows += 1
        candidates = candidates?.filter(sides.contains) ?? sides
        if candidates?.isEmpty ?? true { isDead = true }
    }

    /// The only account of all rows; nil if there is none, or two that always pay each other.
    var own: String? {
        guard !isDead, rows >= 2, let candidates, candidates.count == 1 else { return nil }
        return String(decoding: candidates[0], as: UTF8.self)
    }

    private static func number(_ cell: Span<UInt8>) -> [UInt8] {
        var number: [UInt8] = []
        for index in cell.inked(cell.indices) { number.append(cell[index]) }
        return number
    }
}
