extension StatementFact {
    /// The fact of a line, with texts of its own.
    package init(of line: StatementLine, in batch: LineBatch, account: String) {
        self.init(account: account, made: line.made, amount: line.amount)
        bankID = batch.string(line.bankID)
        bookedOn = line.bookedOn
        valueOn = line.valueOn
        originalAmount = line.originalAmount
        balance = line.balance
        fee = line.fee
        cashback = line.cashback
        description = batch.string(line.description)
        memo = batch.string(line.memo)
        counterpartyName = batch.string(line.counterpartyName)
        counterpartyIBAN = batch.string(line.counterpartyIBAN)
        counterpartyTaxID = batch.string(line.counterpartyTaxID)
        bankCategory = batch.string(line.bankCategory)
        merchant = batch.string(line.merchant)
        mcc = line.mcc
        isHold = line.isHold
    }
}
