/// One row as the bank gave it: the bank fact. Texts are `TextRef`s into the arena of the batch that carries the line.
///
/// Readers fill what the file says. The normalizer completes `made` from `instant`, the currency from the account, and puts
/// `folded` beside the bank's own words. Nothing here is ever rewritten later.
package struct StatementLine: Sendable, BitwiseCopyable {
    /// Index into the reader's `accounts`: which account of the file the line belongs to.
    package var account: Int32 = 0
    /// 1-based line where the row starts; for JSON and XML the line of the object or element.
    package var sourceLine: UInt32 = 0
    /// 0-based number of the row among all rows of the file.
    package var sourceIndex: UInt32 = 0

    /// The day the row is best known by in the bank's own zone (when the person paid if the bank says, else booked).
    /// Meaningless until normalized when `instant` is set.
    package var made = CivilMoment(day: CalendarDate(daysSince1970: 0))
    /// Seconds since 1970 UTC when the bank gives an instant instead of a printed day; the normalizer turns it into `made`.
    package var instant: Int64 = StatementLine.noInstant
    package var bookedOn: CalendarDate? = nil
    package var valueOn: CalendarDate? = nil

    /// In the account's currency; positive when money comes in.
    package var amount = Money(units: 0, scale: 2, currency: .unknown)
    /// In the currency of the purchase, when it differs from the account's.
    package var originalAmount: Money? = nil
    /// Running balance after the row.
    package var balance: Money? = nil
    package var fee: Money? = nil
    package var cashback: Money? = nil

    /// The bank's own identifier of the row, unique within an account.
    package var bankID = TextRef.none
    package var description = TextRef.none
    package var memo = TextRef.none
    package var counterpartyName = TextRef.none
    package var counterpartyIBAN = TextRef.none
    package var counterpartyTaxID = TextRef.none
    /// The bank's own category words.
    package var bankCategory = TextRef.none
    /// What an acquirer or the bank names as merchant beside the description.
    package var merchant = TextRef.none
    /// `description` folded for matching, put there by the normalizer; absent where an earlier line of the run has the same description, as
    /// what it is looked at for is known then.
    package var folded = TextRef.none
    /// Number of the distinct description since the normalizer's last `generation`: equal numbers, equal descriptions.
    package var textID: UInt32 = 0
    /// `StableHash` of `folded`, for identity; 0 when there is no description.
    package var foldedHash: UInt64 = 0

    /// Four-digit merchant category code of ISO 18245; 0 when absent.
    package var mcc: UInt16 = 0
    /// Authorised, not booked; may change or vanish.
    package var isHold = false
    /// `bankID` is the number of a document, which others may bear too: it tells no row from another.
    package var hasOwnNumberOnly = false

    package static let noInstant = Int64.min

    package init() {}
}

/// Which account a file says its lines belong to. Empty fields are what the file does not say.
package struct AccountClaim: Hashable, Sendable {
    /// The bank by its stable key: `monobank`, `privatbank`, `revolut`; for OFX the `ORG`/`BANKID`; empty when unknown.
    package var bank: String
    /// The account as the bank prints it: an IBAN, `BANKID/ACCTID`, a masked card; empty when the file names none.
    package var number: String
    /// `UA…`/`DE…` when the number is an IBAN, upper case without blanks.
    package var iban: String
    /// A product inside the bank that keeps rows apart (`Deposit` of Revolut, a jar); empty for the main one.
    package var product: String
    package var currency: Currency
    /// IANA zone of the bank's clock, for rows that carry instants: `Europe/Kyiv`.
    package var zone: String

    package init(
        bank: String = "", number: String = "", iban: String = "", product: String = "",
        currency: Currency = .unknown, zone: String = ""
    ) {
        self.bank = bank
        self.number = number
        self.iban = iban
        self.product = product
        self.currency = currency
        self.zone = zone
    }
}
