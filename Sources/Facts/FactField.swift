// The fields of a bank fact, listed only here: code that writes, reads, stores, compares or shows
// facts iterates over these lists in their order. Day, amount, merchant code and hold are handled
// separately; every other field is an optional text, day or amount.

/// A text of a fact; empty when absent.
///
/// A new one needs a case with its name, a larger ``FactTexts`` and a column of the ledger.
@usableFromInline package enum FactText: Int, CaseIterable, Sendable {
    /// The bank's own identifier of the row, unique within an account.
    case bankID
    case description
    case memo
    case counterpartyName
    case counterpartyIBAN
    case counterpartyTaxID
    /// The bank's own category words.
    case bankCategory
    /// The merchant as an acquirer or the bank names it beside the description.
    case merchant
    /// As the bank prints it, from the purchase's currency to the account's.
    case exchangeRate
    /// Tags that the user of another program gave, separated by `, `.
    case recordedTags
    /// Parts into which the user of another program split the row, one a line: amount, category and
    /// note, separated by tabs. They sum to the row's amount; an empty note is left out.
    case recordedParts
    /// The other account's name where another program recorded the row as a transfer.
    case transferAccount

    /// Added after the first ledgers: an absent value may mean an older record.
    package var isLater: Bool { rawValue > FactText.merchant.rawValue }

    /// The JSON member up to its value; fields of the counterparty are in its object.
    @inlinable package var member: StaticString {
        switch self {
        case .bankID: "\"bank_id\":"
        case .description: "\"description\":"
        case .memo: "\"memo\":"
        case .counterpartyName: "\"name\":"
        case .counterpartyIBAN: "\"iban\":"
        case .counterpartyTaxID: "\"tax_id\":"
        case .bankCategory: "\"bank_category\":"
        case .merchant: "\"merchant\":"
        case .exchangeRate: "\"exchange_rate\":"
        case .recordedTags: "\"tags\":"
        case .recordedParts: "\"parts\":"
        case .transferAccount: "\"transfer_account\":"
        }
    }

    package var name: String { nameOfMember(member) }

    @inlinable package var isOfCounterparty: Bool {
        switch self {
        case .counterpartyName, .counterpartyIBAN, .counterpartyTaxID: true
        default: false
        }
    }

    /// The name in flat records, without nested objects.
    package var column: String { isOfCounterparty ? "counterparty_" + name : name }

    /// The name where facts stand beside decisions, which have tags, parts and accounts too.
    package var exportedName: String {
        switch self {
        case .recordedTags, .recordedParts, .transferAccount: "recorded_" + name
        default: column
        }
    }
}

/// A further day of a fact.
@usableFromInline package enum FactDay: Int, CaseIterable, Sendable {
    case bookedOn
    case valueOn

    @inlinable package var member: StaticString {
        switch self {
        case .bookedOn: "\"booked_on\":"
        case .valueOn: "\"value_on\":"
        }
    }

    package var name: String { nameOfMember(member) }
}

/// A further amount of a fact.
@usableFromInline package enum FactMoney: Int, CaseIterable, Sendable {
    /// In the currency of the purchase, when it differs from the account's.
    case original
    /// Running balance after the row.
    case balance
    case fee
    case cashback

    @inlinable package var member: StaticString {
        switch self {
        case .original: "\"original_amount\":"
        case .balance: "\"balance\":"
        case .fee: "\"fee\":"
        case .cashback: "\"cashback\":"
        }
    }

    package var name: String { nameOfMember(member) }

    /// In the line's currency unless the bank prints another; otherwise always in its own.
    @inlinable package var isInLineCurrency: Bool { self != .original }

    @inlinable package var currencyMember: StaticString {
        switch self {
        case .original: "\"original_currency\":"
        case .balance: "\"balance_currency\":"
        case .fee: "\"fee_currency\":"
        case .cashback: "\"cashback_currency\":"
        }
    }

    package var currencyName: String { nameOfMember(currencyMember) }
}

/// `memo` of `"memo":`.
package func nameOfMember(_ member: StaticString) -> String {
    String("\(member)".dropFirst().dropLast(2))
}

// One inline value for each field.
@usableFromInline package typealias FactTexts<Value> = InlineArray<12, Value>
@usableFromInline package typealias FactDays<Value> = InlineArray<2, Value>
@usableFromInline package typealias FactMonies<Value> = InlineArray<4, Value>

/// A type with the fields of a fact, however it stores texts.
@usableFromInline package protocol FactValues {
    associatedtype Text
    subscript(field: FactText) -> Text { get set }
    subscript(field: FactDay) -> CalendarDate? { get set }
    subscript(field: FactMoney) -> Money? { get set }
}

/// Fields by name.
extension FactValues {
    @inlinable package var bankID: Text {
        get { self[.bankID] }
        set { self[.bankID] = newValue }
    }
    @inlinable package var description: Text {
        get { self[.description] }
        set { self[.description] = newValue }
    }
    @inlinable package var memo: Text {
        get { self[.memo] }
        set { self[.memo] = newValue }
    }
    @inlinable package var counterpartyName: Text {
        get { self[.counterpartyName] }
        set { self[.counterpartyName] = newValue }
    }
    @inlinable package var counterpartyIBAN: Text {
        get { self[.counterpartyIBAN] }
        set { self[.counterpartyIBAN] = newValue }
    }
    @inlinable package var counterpartyTaxID: Text {
        get { self[.counterpartyTaxID] }
        set { self[.counterpartyTaxID] = newValue }
    }
    @inlinable package var bankCategory: Text {
        get { self[.bankCategory] }
        set { self[.bankCategory] = newValue }
    }
    @inlinable package var merchant: Text {
        get { self[.merchant] }
        set { self[.merchant] = newValue }
    }
    @inlinable package var recordedTags: Text {
        get { self[.recordedTags] }
        set { self[.recordedTags] = newValue }
    }
    @inlinable package var recordedParts: Text {
        get { self[.recordedParts] }
        set { self[.recordedParts] = newValue }
    }
    @inlinable package var transferAccount: Text {
        get { self[.transferAccount] }
        set { self[.transferAccount] = newValue }
    }
    @inlinable package var bookedOn: CalendarDate? {
        get { self[.bookedOn] }
        set { self[.bookedOn] = newValue }
    }
    @inlinable package var valueOn: CalendarDate? {
        get { self[.valueOn] }
        set { self[.valueOn] = newValue }
    }
    @inlinable package var originalAmount: Money? {
        get { self[.original] }
        set { self[.original] = newValue }
    }
    @inlinable package var balance: Money? {
        get { self[.balance] }
        set { self[.balance] = newValue }
    }
    @inlinable package var fee: Money? {
        get { self[.fee] }
        set { self[.fee] = newValue }
    }
    @inlinable package var cashback: Money? {
        get { self[.cashback] }
        set { self[.cashback] = newValue }
    }
}
