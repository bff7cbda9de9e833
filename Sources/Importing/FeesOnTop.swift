import Facts

/// Turns each fee that a file prints beside its amount into a line of its own, so that each line
/// moves the account by its amount and the balances follow.
///
/// A row without an amount (a plan's charge) is the fee itself. The printed balance is the one
/// after both, so the fee's line has it, and the payment's the one before the fee. `read` shows the
/// rows as the bank printed them.
struct FeesOnTop {
    /// Lines added so far: later rows move by as many.
    private var added: UInt32 = 0

    /// - Complexity: O(*lines*) if any line has such a fee, or had one before.
    mutating func separate(in batch: inout LineBatch) {
        guard added > 0 || batch.lines.contains(where: \.isFeeOnTop) else { return }
        var lines: [StatementLine] = []
        for var line in batch.lines {
            line.sourceIndex &+= added
            guard line.isFeeOnTop, let fee = line.fee else {
                lines.append(line)
                continue
            }
            let paid = fee.units < 0 ? fee : fee.negated
            line.fee = nil
            line.isFeeOnTop = false
            if line.amount.units == 0 {
                line.amount = paid
                lines.append(line)
                continue
            }
            var other = line
            line.balance = line.balance.flatMap { try? $0.adding(paid.negated) }
            lines.append(line)
            added &+= 1
            other.sourceIndex &+= 1
            other.amount = paid
            other.originalAmount = nil
            other.cashback = nil
            other.mcc = 0
            other.bankID = .none
            // Words of the payment would give the fee its category.
            other.bankCategory = .none
            other.memo = line.description
            other.description = batch.add("Bank fee")
            lines.append(other)
        }
        batch.lines = lines
    }
}
