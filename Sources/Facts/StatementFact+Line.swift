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

extension StatementLine {
    /// The line of a fact, its texts put into a batch's arena. The opposite of `StatementFact(of:in:account:)`.
    package init(of fact: StatementFact, in batch: inout LineBatch) {
        made = fact.made
        bookedOn = fact.bookedOn
        valueOn = fact.valueOn
        amount = fact.amount
        originalAmount = fact.originalAmount
        balance = fact.balance
        fee = fact.fee
        cashback = fact.cashback
        bankID = batch.add(fact.bankID)
        description = batch.add(fact.description)
        memo = batch.add(fact.memo)
        counterpartyName = batch.add(fact.counterpartyName)
        counterpartyIBAN = batch.add(fact.counterpartyIBAN)
        counterpartyTaxID = batch.add(fact.counterpartyTaxID)
        bankCategory = batch.add(fact.bankCategory)
        merchant = batch.add(fact.merchant)
        mcc = fact.mcc
        isHold = fact.isHold
    }
}
