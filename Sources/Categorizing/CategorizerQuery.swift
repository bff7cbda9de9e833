package import Facts

/// A description to categorize that is not from a statement: typed by a person or read from a
/// table.
package struct CategorizerQuery: Sendable {
    package var text: String
    /// Four-digit merchant category code; 0 when unknown.
    package var mcc: UInt16
    package var amount: Money?
    /// +1 money in, -1 money out, 0 unknown. Taken from the amount if there is one.
    package var sign: Int
    /// ISO 3166 alpha-2: the market of the account.
    package var country: String
    package var currency: Currency
    package var account: String
    package var counterpartyName: String
    package var counterpartyIBAN: String
    package var counterpartyTaxID: String
    package var memo: String
    /// The bank's own category words.
    package var bankCategory: String
    package var merchant: String

    package init(
        text: String, mcc: UInt16 = 0, amount: Money? = nil, sign: Int = 0,
        country: String = "UA", currency: Currency = .unknown, account: String = "",
        counterpartyName: String = "", counterpartyIBAN: String = "",
        counterpartyTaxID: String = "", memo: String = "", bankCategory: String = "",
        merchant: String = ""
    ) {
        self.text = text
        self.mcc = mcc
        self.amount = amount
        self.sign = sign
        self.country = country
        self.currency = currency
        self.account = account
        self.counterpartyName = counterpartyName
        self.counterpartyIBAN = counterpartyIBAN
        self.counterpartyTaxID = counterpartyTaxID
        self.memo = memo
        self.bankCategory = bankCategory
        self.merchant = merchant
    }

    /// A number of a written descriptor that is none.
    package enum Malformed: Error { case mcc, amount }

    /// A descriptor as tables and records write it; an empty text says nothing.
    package init(
        text: String, mcc code: String, amount number: String, currency: Currency,
        country: String = "", account: String = "", memo: String = ""
    ) throws(Malformed) {
        self.init(
            text: text, country: country.isEmpty ? "UA" : country, currency: currency,
            account: account, memo: memo)
        if !code.isEmpty {
            guard let code = UInt16(code), code < 10_000 else { throw .mcc }
            mcc = code
        }
        if !number.isEmpty {
            let unsigned = number.hasPrefix("+") ? String(number.dropFirst()) : number
            guard let amount = Money(text: unsigned, currency: currency) else { throw .amount }
            self.amount = amount
        }
    }

    /// The query as a statement line, so that suggestions have one implementation.
    package func line(in batch: inout LineBatch) -> StatementLine {
        var line = StatementLine()
        line.description = batch.add(text)
        line.memo = batch.add(memo)
        line.counterpartyName = batch.add(counterpartyName)
        line.counterpartyIBAN = batch.add(counterpartyIBAN)
        line.counterpartyTaxID = batch.add(counterpartyTaxID)
        line.bankCategory = batch.add(bankCategory)
        line.merchant = batch.add(merchant)
        line.mcc = mcc
        line.amount =
            amount
            ?? Money(units: Int64(sign.signum()), scale: currency.exponent, currency: currency)
        return line
    }
}
