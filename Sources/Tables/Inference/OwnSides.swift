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
    /// The account that pays what goes out and is paid what comes in, by the amounts' own signs,
    /// and by the opposite ones.
    private var printed = SignedOwner()
    private var inverted = SignedOwner()

    private struct SignedOwner {
        private(set) var account: [UInt8] = []
        private(set) var isDead = false
        private var hasIn = false
        private var hasOut = false
        /// Money went out and came in.
        var isOfBothWays: Bool { hasIn && hasOut }

        mutating func feed(_ own: [UInt8], other: [UInt8], isIncoming: Bool) {
            if isIncoming { hasIn = true } else { hasOut = true }
            let isKnown = account.isEmpty || account == own
            if !isKnown || own == other || !AccountNumberText.isNumber(own) { isDead = true }
            account = own
        }
    }

    /// Nil unless headings name both columns.
    init?(_ plan: InferencePlan) {
        guard let payer = plan.columns[.payerAccount]?.first,
            let payee = [HeadingRole.payeeAccount, .counterpartyIBAN].lazy
                .compactMap({ plan.columns[$0]?.first }).first
        else { return nil }
        self.payer = payer
        self.payee = payee
    }

    /// - Parameter isIncoming: the sign of the amount; nil if it is zero or no number.
    mutating func feed(payer: Span<UInt8>, payee: Span<UInt8>, isIncoming: Bool?) {
        let isSignDead = printed.isDead && inverted.isDead
        if isDead, isSignDead { return }
        let sides = [Self.number(payer), Self.number(payee)]
        if !isSignDead, let isIncoming {
            let plain = sides.map { $0.filter { $0 > 0x20 } }
            let (own, other) = isIncoming ? (plain[1], plain[0]) : (plain[0], plain[1])
            printed.feed(own, other: other, isIncoming: isIncoming)
            inverted.feed(other, other: own, isIncoming: isIncoming)
        }
        if isDead { return }
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

    /// The account whose money the signed amounts are; nil if there is none.
    func owner(isInverted: Bool) -> String? {
        let own = isInverted ? inverted : printed
        guard !own.isDead, !own.account.isEmpty else { return nil }
        return String(decoding: own.account, as: UTF8.self)
    }

    /// Whether money that went out and came in has one owner by the printed signs alone.
    var provesPrintedSign: Bool { !printed.isDead && printed.isOfBothWays && inverted.isDead }

    private static func number(_ cell: Span<UInt8>) -> [UInt8] {
        var number: [UInt8] = []
        for index in cell.inked(cell.indices) { number.append(cell[index]) }
        return number
    }
}
