/// One row as the bank gave it: the bank fact. Texts are `TextRef`s into the arena of the line's
/// batch.
///
/// Readers fill in what the file says. The normalizer computes `made` from `instant`, sets the
/// account's currency, and adds `folded` beside the bank's own words. Nothing is rewritten later.
@usableFromInline package struct StatementLine: Sendable, BitwiseCopyable {
    /// 1-based line where the row starts; for JSON and XML the line of the object or element.
    package var sourceLine: UInt32 = 0
    /// 0-based number of the row among all rows of the file.
    package var sourceIndex: UInt32 = 0
    /// Number of the distinct description within the normalizer's `generation`: equal numbers,
    /// equal descriptions.
    package var textID: UInt32 = 0

    /// The row's day in the bank's zone: when the person paid if the bank says so, else when it was
    /// booked. Undefined until normalized if `instant` is set.
    package var made = CivilMoment(day: CalendarDate(daysSince1970: 0))
    /// ``account``; a file has no more than ``Limits/accountsPerFileMax``.
    @usableFromInline var accountNumber: Int16 = 0
    /// Four-digit merchant category code of ISO 18245; 0 when absent.
    package var mcc: UInt16 = 0
    /// Authorised, not booked; may change or vanish.
    package var isHold = false
    /// Rarely set: one byte for all of them keeps the line in its cache lines.
    @usableFromInline var marks: UInt8 = 0

    // Lines pass between threads, so each cache line costs a miss: 216 bytes are three to four.
    @usableFromInline var written = PackedMoney(Money(units: 0, scale: 2, currency: .unknown))
    @usableFromInline var monies = FactMonies(repeating: PackedMoney(nil))
    @usableFromInline var days = FactDays(repeating: PackedDay(nil))

    /// Seconds since 1970 UTC when the bank gives an instant instead of a printed day; the
    /// normalizer turns it into `made`.
    package var instant: Int64 = StatementLine.noInstant
    /// `StableHash` of `folded`, for identity; 0 when there is no description.
    package var foldedHash: UInt64 = 0

    /// By ``FactText``.
    @usableFromInline package var texts = FactTexts(repeating: TextRef.none)
    /// `description` folded for matching, set by the normalizer; absent if an earlier line of the
    /// run has the same description, whose results are cached.
    package var folded = TextRef.none

    package static let noInstant = Int64.min

    package init() {}
}

extension StatementLine {
    /// Index into the reader's `accounts`.
    @inlinable package var account: Int32 {
        get { Int32(accountNumber) }
        set { accountNumber = Int16(newValue) }
    }
    /// `bankID` is a document number that other rows may share, so it does not identify the row.
    @inlinable package var hasOwnNumberOnly: Bool {
        get { marks & 1 != 0 }
        set { marks = newValue ? marks | 1 : marks & ~1 }
    }
    /// The account moved by `fee` too, which `amount` does not hold.
    @inlinable package var isFeeOnTop: Bool {
        get { marks & 2 != 0 }
        set { marks = newValue ? marks | 2 : marks & ~2 }
    }
    /// Sets the account's currency in amounts of the account without one.
    package mutating func set(_ currency: Currency) {
        amount = amount.named(currency)
        balance = balance?.named(currency)
        fee = fee?.named(currency)
        cashback = cashback?.named(currency)
    }
    /// In the account's currency; positive when money comes in.
    @inlinable package var amount: Money {
        get { written.there }
        set { written = PackedMoney(newValue) }
    }
}

extension StatementLine: FactValues {
    @inlinable @inline(__always)
    package subscript(field: FactText) -> TextRef {
        get { texts[field.rawValue] }
        set { texts[field.rawValue] = newValue }
    }
    @inlinable @inline(__always)
    package subscript(field: FactDay) -> CalendarDate? {
        get { days[field.rawValue].value }
        set { days[field.rawValue] = PackedDay(newValue) }
    }
    @inlinable @inline(__always)
    package subscript(field: FactMoney) -> Money? {
        get { monies[field.rawValue].value }
        set { monies[field.rawValue] = PackedMoney(newValue) }
    }
}

/// An optional amount in twelve bytes; as an optional of 24 bytes half would be padding.
@usableFromInline struct PackedMoney: BitwiseCopyable, Sendable {
    // Two halves, because a whole word would need four bytes of padding.
    @usableFromInline let low: UInt32
    @usableFromInline let high: UInt32
    /// The currency's three letters below the scale.
    @usableFromInline let unit: UInt32

    /// A scale that no amount has.
    @inlinable static var noUnit: UInt32 { .max }

    @inlinable init(_ money: Money?) {
        guard let money else {
            (low, high, unit) = (0, 0, Self.noUnit)
            return
        }
        let bits = UInt64(bitPattern: money.units)
        low = UInt32(truncatingIfNeeded: bits)
        high = UInt32(truncatingIfNeeded: bits >> 32)
        unit = UInt32(money.scale) << 24 | money.currency.packed
    }

    @inlinable var value: Money? { unit == Self.noUnit ? nil : there }

    /// The amount when there is one.
    @inlinable var there: Money {
        Money(
            units: Int64(bitPattern: UInt64(high) << 32 | UInt64(low)),
            scale: UInt8(truncatingIfNeeded: unit >> 24),
            currency: Currency(packed: unit & 0xFF_FFFF))
    }
}

/// An optional day in four bytes.
@usableFromInline struct PackedDay: BitwiseCopyable, Sendable {
    @usableFromInline let days: Int32

    @inlinable init(_ day: CalendarDate?) { days = day?.daysSince1970 ?? .min }

    @inlinable var value: CalendarDate? {
        days == .min ? nil : CalendarDate(daysSince1970: days)
    }
}

/// The account that a file claims for its lines. Empty fields are not in the file.
package struct AccountClaim: Hashable, Sendable {
    /// The bank by its stable key: `monobank`, `privatbank`, `revolut`; for OFX the `ORG`/`BANKID`;
    /// empty when unknown.
    package var bank: String
    /// The account as the bank prints it: an IBAN, `BANKID/ACCTID`, a masked card; empty when the
    /// file names none.
    package var number: String
    /// `UA…`/`DE…` when the number is an IBAN, upper case without blanks.
    package var iban: String
    /// A product of the bank with separate rows (`Deposit` of Revolut, a jar); empty for the main
    /// one.
    package var product: String
    /// The kind of account in a file without a number (`ccard` of QIF), empty for the usual one. It
    /// replaces `product` when the account has no name, since each kind is separate in every file.
    ///
    /// For an account with a number, its type: several types may share the number.
    package var kind: String?
    /// The types with which the file shows the number, sorted, if there are several.
    package var typesOfNumber: [String]
    package var currency: Currency
    /// IANA zone of the bank's clock, for rows that carry instants: `Europe/Kyiv`.
    package var zone: String

    package init(
        bank: String = "", number: String = "", iban: String = "", product: String = "",
        kind: String? = nil, typesOfNumber: [String] = [], currency: Currency = .unknown,
        zone: String = ""
    ) {
        self.bank = bank
        self.number = number
        self.iban = iban
        self.product = product
        self.kind = kind
        self.typesOfNumber = typesOfNumber
        self.currency = currency
        self.zone = zone
    }
}

extension StatementLine {
    /// The day of booking, or else of value, where the line is filed under another one.
    package var otherDay: CalendarDate? {
        if let bookedOn, bookedOn != made.day { return bookedOn }
        if let valueOn, valueOn != made.day { return valueOn }
        return nil
    }
}
