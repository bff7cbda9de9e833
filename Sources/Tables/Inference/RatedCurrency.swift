internal import Facts
internal import Reading

/// A column of currencies beside one of exchange rates: whether the currencies are the purchases',
/// while the amounts are in the account's, by which rows have a rate.
///
/// A purchase in the account's currency has no rate, or the rate 1, and no currency or the
/// account's.
struct RatedCurrency {
    let currency: Int
    let rate: Int
    /// The currency of rows at the rate 1 or without one; unknown if these have none.
    private(set) var own = Currency.unknown
    /// Some rows have neither a rate nor a currency.
    private var hasPlain = false
    /// The currencies of rows with a rate.
    private var others: Set<UInt32> = []
    private var isDenied = false

    /// Nil unless headings name a rate and one column of currencies.
    init?(_ columns: [HeadingRole: [Int]]) {
        guard let rate = columns[.rate]?.first, let currency = columns[.currency]?.first,
            columns[.currency]?.count == 1
        else { return nil }
        self.rate = rate
        self.currency = currency
    }

    /// - Parameter code: the row's currency; nil if its cell is blank or names none.
    mutating func feed(_ number: ReadNumber, isRateBlank: Bool, _ code: Currency?, isBlank: Bool) {
        let value = number.point ?? number.comma
        guard isRateBlank || value != nil, code != nil || isBlank else {
            isDenied = true
            return
        }
        if isRateBlank || [0, Self.one].contains(value) {
            guard let code else {
                hasPlain = true
                return
            }
            if own.isKnown, own != code { isDenied = true }
            own = code
        } else if let code {
            others.insert(code.packed)
        } else {
            isDenied = true
        }
    }

    /// Numbers are in units of 10^−9.
    private static let one: Int128 = 1_000_000_000

    enum Verdict {
        /// The rates do not part the currencies: the currency is the amount's.
        case amounts
        /// The currency is the purchase's.
        case purchases
        /// It may be either.
        case unproved
    }

    /// - Parameters:
    ///   - isOfAccount: a heading says that the amounts are the account's.
    ///   - isOneBalance: whether amounts of all currencies move one balance, or those of each
    ///     currency its own; nil without balances that follow.
    func verdict(isOfAccount: Bool, isOneBalance: Bool?) -> Verdict {
        if isDenied || others.isEmpty || others.contains(own.packed) || isOneBalance == false {
            return .amounts
        }
        if isOfAccount || isOneBalance == true { return .purchases }
        // A bank that prints no currency beside most amounts prints there the purchase's.
        if hasPlain { return own.isKnown ? .unproved : .purchases }
        return own.isKnown ? .unproved : .amounts
    }
}
