import Facts
import Ledger
import Workspaces

/// A statement of a card whose balance may be a debt, which the bank prints without a minus.
///
/// The rows between two balances prove the sign of both: a debt grows by what is spent.
struct UnsignedStatement {
    /// Its closing balance is the one printed; it has no opening.
    var record: StatementRecord
    /// The sum of the rows in ``Money/atto``.
    private let sum: Int128
    private let closing: Money

    init?(_ totals: StatementTotals, of account: String, in currency: Currency) {
        guard totals.isSignUnknown, !totals.hasGaps, totals.breaks.isEmpty,
            let closing = totals.closing?.named(currency)
        else { return nil }
        var printed = totals
        printed.isClosingOfRows = true
        guard let record = StatementRecord(printed, of: account, in: currency) else { return nil }
        self.record = record
        self.closing = closing
        sum = totals.moneyIn.atto &- totals.moneyOut.atto
    }

    /// Whether the balance is a debt; nil if the other statement proves no sign.
    func isDebt(beside other: StatementRecord) -> Bool? {
        if record.follows(other), let before = other.closing?.atto {
            let after = before &+ sum
            if after == 0 - closing.atto { return true }
            if after == closing.atto { return false }
        }
        if other.follows(record), let opening = other.opening?.atto, opening != 0 {
            if opening == 0 - closing.atto { return true }
            if opening == closing.atto { return false }
        }
        return nil
    }

    /// The same by another balance without a sign.
    func isDebt(beside other: UnsignedStatement) -> Bool? {
        if record.follows(other.record), let isDebt = Self.isDebt(other, self) { return isDebt }
        return other.record.follows(record) ? Self.isDebt(self, other) : nil
    }

    private static func isDebt(_ before: Self, _ after: Self) -> Bool? {
        let change = after.closing.atto &- before.closing.atto
        if change == 0 { return nil }
        return after.sum == change ? false : after.sum == 0 - change ? true : nil
    }

    /// The statement with the balance before its rows and the one after them.
    func signed(isDebt: Bool) -> StatementRecord? {
        let after = isDebt ? closing.negated : closing
        let scale = max(closing.scale, record.opening?.scale ?? 0)
        guard
            let before = Money(
                atto: after.atto &- sum, scale: scale, currency: closing.currency)
        else { return nil }
        var signed = record
        signed.opening = before
        signed.closing = after
        return signed
    }
}
