extension StatementFact {
    /// The fact of a line, with texts of its own.
    package init(of line: StatementLine, in batch: LineBatch, account: String) {
        self.init(of: line, account: account) { batch.string($0) }
    }

    /// The same for a line whose texts are stored elsewhere.
    package init(of line: StatementLine, account: String, text: (TextRef) -> String) {
        self.init(account: account, made: line.made, amount: line.amount)
        for field in FactText.allCases { self[field] = text(line[field]) }
        for field in FactDay.allCases { self[field] = line[field] }
        for field in FactMoney.allCases { self[field] = line[field] }
        mcc = line.mcc
        isHold = line.isHold
    }
}

extension StatementLine {
    /// The line of a fact, with its texts in a batch's arena. The inverse of
    /// `StatementFact(of:in:account:)`.
    package init(of fact: StatementFact, in batch: inout LineBatch) {
        made = fact.made
        amount = fact.amount
        for field in FactText.allCases { self[field] = batch.add(fact[field]) }
        for field in FactDay.allCases { self[field] = fact[field] }
        for field in FactMoney.allCases { self[field] = fact[field] }
        mcc = fact.mcc
        isHold = fact.isHold
    }
}
