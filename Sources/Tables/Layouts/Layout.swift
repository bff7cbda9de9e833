package import Facts
internal import Reading

/// A field of a statement's columns: a text, day or amount of the fact, or a hint how to read one.
package struct LayoutField: Hashable, Sendable, CaseIterable {
    /// Index in a table of ``placesMax``; each kind has its own range.
    let rawValue: Int
    static let placesMax = 64
    private static let days = 24
    private static let monies = 32
    private static let owns = 40

    init(_ field: FactText) { rawValue = field.rawValue }
    private init(_ field: FactDay) { rawValue = Self.days + field.rawValue }
    private init(_ field: FactMoney) { rawValue = Self.monies + field.rawValue }
    private init(_ own: Own) { rawValue = Self.owns + own.rawValue }

    package static let allCases =
        Own.allCases.map { LayoutField($0) } + FactText.allCases.map { LayoutField($0) }
        + FactDay.allCases.map { LayoutField($0) } + FactMoney.allCases.map { LayoutField($0) }

    private enum Own: Int, CaseIterable {
        case made, time, amount, debit, credit, currency, originalCurrency, balanceCurrency, mcc
        case payerName, status, direction, account, product
        case accountIn, categoryIn, subcategory, targetAccount, targetAmount, targetCurrency

        var key: String {
            switch self {
            case .made: "made"
            case .time: "time"
            case .amount: "amount"
            case .debit: "debit"
            case .credit: "credit"
            case .currency: "currency"
            case .originalCurrency: "original_currency"
            case .balanceCurrency: "balance_currency"
            case .mcc: "mcc"
            // The payer, if another column names the payee: the counterparty of money in.
            case .payerName: "payer_name"
            case .status: "status"
            case .direction: "direction"
            case .account: "account"
            case .product: "product"
            // The account of money in, if another column names that of money out.
            case .accountIn: "account_in"
            // The category of money in, if another column names that of money out.
            case .categoryIn: "category_in"
            case .subcategory: "subcategory"
            // The other account of a transfer written in one row, and what arrives there.
            case .targetAccount: "target_account"
            case .targetAmount: "target_amount"
            case .targetCurrency: "target_currency"
            }
        }
    }

    var text: FactText? { FactText(rawValue: rawValue) }
    private var day: FactDay? { FactDay(rawValue: rawValue - Self.days) }
    private var money: FactMoney? { FactMoney(rawValue: rawValue - Self.monies) }

    /// The key in a layout file: the field's name, except three that are shorter here.
    package var key: String {
        switch self {
        case .id: "id"
        case .booked: "booked"
        case .value: "value"
        default:
            Own(rawValue: rawValue - Self.owns)?.key ?? text?.column ?? day.map(\.name)
                ?? money.map(\.name) ?? ""
        }
    }

    /// Its column contains numbers of money.
    var isMoney: Bool { money != nil || [.amount, .debit, .credit, .targetAmount].contains(self) }
}

extension LayoutField {
    package static var made: LayoutField { LayoutField(Own.made) }
    package static var time: LayoutField { LayoutField(Own.time) }
    package static var amount: LayoutField { LayoutField(Own.amount) }
    package static var debit: LayoutField { LayoutField(Own.debit) }
    package static var credit: LayoutField { LayoutField(Own.credit) }
    package static var currency: LayoutField { LayoutField(Own.currency) }
    package static var originalCurrency: LayoutField { LayoutField(Own.originalCurrency) }
    package static var balanceCurrency: LayoutField { LayoutField(Own.balanceCurrency) }
    static var mcc: LayoutField { LayoutField(Own.mcc) }
    static var payerName: LayoutField { LayoutField(Own.payerName) }
    package static var status: LayoutField { LayoutField(Own.status) }
    package static var direction: LayoutField { LayoutField(Own.direction) }
    static var account: LayoutField { LayoutField(Own.account) }
    static var product: LayoutField { LayoutField(Own.product) }
    static var accountIn: LayoutField { LayoutField(Own.accountIn) }
    static var categoryIn: LayoutField { LayoutField(Own.categoryIn) }
    static var subcategory: LayoutField { LayoutField(Own.subcategory) }
    static var targetAccount: LayoutField { LayoutField(Own.targetAccount) }
    static var targetAmount: LayoutField { LayoutField(Own.targetAmount) }
    static var targetCurrency: LayoutField { LayoutField(Own.targetCurrency) }
    static var id: LayoutField { LayoutField(FactText.bankID) }
    package static var description: LayoutField { LayoutField(FactText.description) }
    package static var memo: LayoutField { LayoutField(FactText.memo) }
    static var counterpartyName: LayoutField { LayoutField(FactText.counterpartyName) }
    static var counterpartyIBAN: LayoutField { LayoutField(FactText.counterpartyIBAN) }
    static var counterpartyTaxID: LayoutField { LayoutField(FactText.counterpartyTaxID) }
    static var bankCategory: LayoutField { LayoutField(FactText.bankCategory) }
    static var merchant: LayoutField { LayoutField(FactText.merchant) }
    static var recordedTags: LayoutField { LayoutField(FactText.recordedTags) }
    static var transferAccount: LayoutField { LayoutField(FactText.transferAccount) }
    package static var booked: LayoutField { LayoutField(FactDay.bookedOn) }
    package static var value: LayoutField { LayoutField(FactDay.valueOn) }
    package static var originalAmount: LayoutField { LayoutField(FactMoney.original) }
    package static var balance: LayoutField { LayoutField(FactMoney.balance) }
    package static var fee: LayoutField { LayoutField(FactMoney.fee) }
    package static var cashback: LayoutField { LayoutField(FactMoney.cashback) }
}

/// A bank's table: how to recognise it, its columns, and its formats. Parsed from a file of
/// `rules/banks/`.
///
/// The keys are ``LayoutKeys``; `kopiyka help layouts` has their meaning.
///
/// A layout with `format: json` or `format: xml` is for records, see `RecordRules`.
package struct Layout: Sendable {
    /// Columns of one field, in order of preference; each may have several names.
    package struct Source: Sendable {
        package let field: LayoutField
        package let columns: [[HeaderPattern]]
        /// At least one of the columns must exist.
        let isRequired: Bool
    }

    enum Decimal: Sendable, Equatable {
        case fixed(NumberStyle.DecimalMark)
        case byColumn
    }

    enum Dates: Sendable {
        case fixed([DateFormat])
        case byColumn
    }

    struct Status: Sendable {
        var done: [[UInt8]] = []
        var hold: [[UInt8]] = []
        var skip: [(word: [UInt8], reason: RowSkip.Reason)] = []
        /// Unlisted words mean a settled row instead of rejecting it.
        var isDoneOtherwise = false
    }

    struct Direction: Sendable {
        var moneyIn: [[UInt8]] = []
        var moneyOut: [[UInt8]] = []
        /// Words of a transfer to another own account.
        var transfer: [[UInt8]] = []
        var correction: Correction?
        var skip: [(word: [UInt8], reason: RowSkip.Reason)] = []
        var otherwise = Otherwise.reject

        /// Rows that make the account's balance what the user counted: their word is their
        /// category, and another column says whether money comes in.
        struct Correction: Sendable {
            var words: [[UInt8]]
            var column: [HeaderPattern]
            var moneyIn: [[UInt8]]
        }

        /// The meaning of a word that is in neither list.
        enum Otherwise: String, CaseIterable, Sendable {
            case reject
            /// The running balances of neighbouring rows prove the sign, or the row is rejected.
            case balance
            /// The amount's printed sign counts.
            case printed
        }
    }

    package struct Skip: Sendable {
        enum Test: Sendable {
            /// The whole cell, folded.
            case text([[UInt8]])
            case starts([[UInt8]])
            case blank
            case filled
        }

        /// Names of one column.
        package let column: [HeaderPattern]
        let test: Test
        let reason: RowSkip.Reason
    }

    /// The form of a cell in a file without a header.
    enum Shape: String, CaseIterable, Sendable {
        case date, amount, digits, currency, word, text, blank, any
    }

    /// A row that proves whose table it is, if the header does not.
    struct Evidence: Sendable {
        let column: [HeaderPattern]
        let words: [[UInt8]]
        /// The row's amount is printed with a minus.
        let isNegative: Bool
    }

    enum DebitSign: String, CaseIterable, Sendable {
        case unsigned, negative, either
        /// A minus is a storno: money that comes back.
        case signed
        /// A card's debt: debits raise it, credits have a minus and lower it.
        case debt
    }

    /// The payees that are the other account of a transfer.
    enum PayeeAccount: String, CaseIterable, Sendable {
        /// Those of rows that are transfers by their direction.
        case transfers
        /// Those that are an account of another row.
        case own
    }

    /// How the table of another program writes what its user recorded.
    struct Recorded: Sendable {
        /// Nil for a colon.
        var categorySeparator: [UInt8]?
        var hasTagsByBlank = false
        var transferPayees: [[UInt8]] = []
        var payeeAccount: PayeeAccount?
        var split: SplitRule?
    }

    package enum Rank: Int, Sendable, Comparable {
        case fallback, builtIn, own
        package static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    package let name: String
    package let bank: String
    package let titleUkrainian: String
    package let titleEnglish: String
    package let zone: String
    package let rank: Rank
    /// Nil: comma, semicolon or tab, by the header.
    let delimiter: UInt8?
    let hasQuoting: Bool
    let decimal: Decimal
    let allowsUnit: Bool
    /// Fields whose numbers have `DR` or `CR` beside them instead of a sign.
    let sideLetters: [LayoutField]
    let countedIn: [(field: LayoutField, unit: HeadingUnit)]
    let dates: Dates
    /// Words that mean an absent value, as bytes.
    let noneWords: [[UInt8]]
    package let sources: [Source]
    /// Shapes of the cells of a file without a header; empty if there is one.
    let shapes: [(shape: Shape, mayBeBlank: Bool)]
    let joined: [LayoutField]
    let isMCCLoose: Bool
    let requires: [[HeaderPattern]]
    let known: [[HeaderPattern]]
    let isExact: Bool
    let evidence: Evidence?
    let lacks: [[HeaderPattern]]
    let repeatingIDs: [[HeaderPattern]]
    let twice: [[HeaderPattern]]
    let strangers: [[UInt8]]
    package let fixedCurrency: Currency
    let takesIBANFromPreamble: Bool
    let takesCurrencyFromPreamble: Bool
    let takesAccountFromPreamble: Bool
    let takesCurrencyFromUnit: Bool
    let takesCurrencyWhereEqual: Bool
    let accountLabels: [[UInt8]]
    let currencyLabels: [[UInt8]]
    let sections: [[UInt8]]
    let ends: [[UInt8]]
    /// The reason to skip a row with text in one cell only; nil rejects it.
    let lone: RowSkip.Reason?
    let continues: Bool
    /// A row with a day alone precedes the rows of that day, which have none.
    let hasDayTitles: Bool
    let hasShortRows: Bool
    let stripsApostrophes: Bool
    let stripsBackslashes: Bool
    let findsMCCInText: Bool
    let zeros: [[HeaderPattern]]
    let isInverted: Bool
    let debitSign: DebitSign
    let usualOrder: DateOrder?
    let status: Status?
    let isUnbookedHold: Bool
    /// The account moves by the fee too, which the amount does not hold.
    let isFeeOnTop: Bool
    let direction: Direction?
    package let skips: [Skip]
    let mainProducts: [[UInt8]]
    let originalSignFollowsAmount: Bool
    let recorded: Recorded
    /// Nil for the layout of a table.
    package let records: RecordRules?

    /// The table of a program that many banks of one country use: another bank's table has some of
    /// its headings, and is no changed version of it.
    var isOfManyBanks: Bool { bank.isEmpty && !zone.isEmpty }

    var needsSurvey: Bool {
        if recorded.payeeAccount == .own { return true }
        if case .byColumn = dates { return true }
        return decimal == .byColumn
    }
}
