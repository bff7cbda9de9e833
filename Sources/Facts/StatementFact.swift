/// A bank fact with its own texts: the form of a `StatementLine` in queue and ledger.
///
/// Empty texts are absent. Never changed once written, except that another source of the same line
/// may add missing fields (a bank id, a memo).
package struct StatementFact: Sendable, Equatable {
    /// The workspace's id of the account: an IBAN, `monobank-UAH`, a name the user gave.
    package var account: String
    package var made: CivilMoment
    package var amount: Money
    /// Four-digit code, 0 when absent.
    package var mcc: UInt16
    package var isHold: Bool
    /// An array, because facts are copied more often than made.
    private var texts = [String](repeating: "", count: FactText.allCases.count)
    private var days = FactDays<CalendarDate?>(repeating: nil)
    private var monies = FactMonies<Money?>(repeating: nil)

    /// The fact in the account's currency if its file named none, for display; the stored fact does
    /// not change.
    package func inCurrency(_ currency: Currency) -> StatementFact {
        if amount.currency.isKnown || !currency.isKnown { return self }
        var fact = self
        fact.amount = amount.named(currency)
        for field in FactMoney.allCases where field.isInLineCurrency {
            fact[field] = self[field]?.named(currency)
        }
        return fact
    }

    package init(account: String, made: CivilMoment, amount: Money) {
        self.account = account
        self.made = made
        self.amount = amount
        mcc = 0
        isHold = false
    }
}

extension StatementFact: FactValues {
    package subscript(field: FactText) -> String {
        get { texts[field.rawValue] }
        set { texts[field.rawValue] = newValue }
    }
    package subscript(field: FactDay) -> CalendarDate? {
        get { days[field.rawValue] }
        set { days[field.rawValue] = newValue }
    }
    package subscript(field: FactMoney) -> Money? {
        get { monies[field.rawValue] }
        set { monies[field.rawValue] = newValue }
    }

    package static func == (a: StatementFact, b: StatementFact) -> Bool {
        a.account == b.account && a.made == b.made && a.amount == b.amount && a.mcc == b.mcc
            && a.isHold == b.isHold && a.texts == b.texts
            && a.days.indices.allSatisfy { a.days[$0] == b.days[$0] }
            && a.monies.indices.allSatisfy { a.monies[$0] == b.monies[$0] }
    }
}

/// One place where a line was seen.
package struct LineSource: Sendable, Hashable {
    /// The file's name, with folders when several files of an import have that name.
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
