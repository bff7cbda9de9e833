/// A bank fact with texts of its own: what queue and ledger keep of a `StatementLine` once it has left its batch.
///
/// Empty texts are absent. Never changed after it was first written, except that another source of the same line may add what was
/// missing (a bank id, a memo).
package struct StatementFact: Sendable, Equatable {
    /// The workspace's id of the account: an IBAN, `monobank-UAH`, a name the user gave.
    package var account: String
    package var bankID: String
    package var made: CivilMoment
    package var bookedOn: CalendarDate?
    package var valueOn: CalendarDate?
    package var amount: Money
    package var originalAmount: Money?
    package var balance: Money?
    package var fee: Money?
    package var cashback: Money?
    package var description: String
    package var memo: String
    package var counterpartyName: String
    package var counterpartyIBAN: String
    package var counterpartyTaxID: String
    package var bankCategory: String
    package var merchant: String
    /// Four-digit code, 0 when absent.
    package var mcc: UInt16
    package var isHold: Bool

    /// The fact with the account's currency where its file named none; what is kept stays as the
    /// file said it.
    package func inCurrency(_ currency: Currency) -> StatementFact {
        if amount.currency.isKnown || !currency.isKnown { return self }
        var fact = self
        fact.amount = amount.named(currency)
        fact.balance = balance?.named(currency)
        fact.fee = fee?.named(currency)
        fact.cashback = cashback?.named(currency)
        return fact
    }

    package init(account: String, made: CivilMoment, amount: Money) {
        self.account = account
        self.made = made
        self.amount = amount
        bankID = ""
        bookedOn = nil
        valueOn = nil
        originalAmount = nil
        balance = nil
        fee = nil
        cashback = nil
        description = ""
        memo = ""
        counterpartyName = ""
        counterpartyIBAN = ""
        counterpartyTaxID = ""
        bankCategory = ""
        merchant = ""
        mcc = 0
        isHold = false
    }
}

/// One place a line was seen at.
package struct LineSource: Sendable, Hashable {
    /// The file's name, with folders where several files of an import had that name.
    package var file: String
    package var line: Int
    /// `monobank/json`, `privatbank/csv`.
    package var layout: String

    package init(file: String, line: Int, layout: String) {
        self.file = file
        self.line = line
        self.layout = layout
    }
}
