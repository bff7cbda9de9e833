package import Facts
package import Scanning

/// One approved line for reports: the bank's fact with the person's decisions.
package struct ReportRow: Sendable, Equatable {
    package var key: LineKey
    /// The workspace's id of the account.
    package var account: String
    package var day: CalendarDate
    /// Seconds since local midnight, or −1.
    package var second: Int32 = -1
    /// Positive when money comes in.
    package var amount: Money
    /// Key of a leaf category; empty when uncategorized.
    package var category: String
    /// Display name; empty when the description is the best name.
    package var payee: String
    /// The bank's own words.
    package var description: String
    package var memo = ""
    package var note = ""
    package var tags: [String] = []
    /// Parts with categories of their own; they sum to `amount`. Empty: `category` has all of it.
    package var splits: [Decision.Split] = []
    /// The other own account that the line moves money to or from, as decided.
    package var transferTo = ""
    /// The other leg when the line is linked as a transfer between own accounts.
    package var transfer: TransferLeg?
    /// Lines that a person said are no other leg.
    package var notTransferWith: [LineKey] = []
    /// The purchase that a refund gives back; set where payees are asked for.
    package var purchase: RefundLinks.Purchase?
    package var bankID = ""
    package var counterparty = ""
    /// Four digits, 0 when absent.
    package var mcc: UInt16 = 0
    package var originalAmount: Money?
    /// Running balance the bank printed after the line.
    package var balance: Money?
    package var isHold = false
    private var boxed: [StatementFact] = []

    /// The bank's whole fact, for exports of everything. In an array, because rows are copied
    /// often, and it is as large as all the rest.
    package var fact: StatementFact? {
        get { boxed.first }
        set { boxed = newValue.map { [$0] } ?? [] }
    }

    package init(
        key: LineKey, account: String, day: CalendarDate, amount: Money, category: String = "",
        payee: String = "", description: String = ""
    ) {
        self.key = key
        self.account = account
        self.day = day
        self.amount = amount
        self.category = category
        self.payee = payee
        self.description = description
    }

    /// The row in the account's currency if the bank's file named none.
    func inCurrency(_ currency: Currency) -> ReportRow {
        if amount.currency.isKnown || !currency.isKnown { return self }
        var row = self
        row.amount = amount.named(currency)
        row.balance = balance?.named(currency)
        for index in splits.indices {
            row.splits[index].amount = splits[index].amount.named(currency)
        }
        return row
    }

    /// The amount in the currency of the purchase, with the sign of the line; nil if that is the
    /// account's.
    package var purchaseAmount: Money? {
        guard let original = originalAmount, original.currency.isKnown, amount.currency.isKnown,
            original.currency != amount.currency, !original.isZero, !amount.isZero
        else { return nil }
        return original.isNegative == amount.isNegative ? original : original.negated
    }

    /// The parts of the line: its splits, or one part with all of it.
    package var parts: [Decision.Split] {
        splits.isEmpty ? [Decision.Split(category: category, amount: amount)] : splits
    }
}

/// The part of an approved line that payments are found by. Texts have the numbers of one
/// `TextNumbers`.
package struct PaymentRow: Sendable, Equatable {
    package let key: LineKey
    /// The workspace's id of the account.
    package let account: String
    package let day: CalendarDate
    /// Positive when money comes in.
    package var amount: Money
    package let originalAmount: Money?
    package let accountNumber: Int32
    /// The category of the largest part; 0 for none.
    package let category: Int32
    package let payee: Int32
    package let description: Int32
    package let counterparty: Int32
    /// The day of the other line, if this one moves money between own accounts.
    package var transferDay: CalendarDate?
}

extension PaymentRow {
    package init(of row: ReportRow, _ texts: TextNumbers) {
        let largest = row.splits.max { $0.amount.units.magnitude < $1.amount.units.magnitude }
        self.init(
            key: row.key, account: row.account, day: row.day, amount: row.amount,
            originalAmount: row.originalAmount, accountNumber: texts.number(of: row.account),
            category: texts.number(of: largest?.category ?? row.category),
            payee: texts.number(of: row.payee), description: texts.number(of: row.description),
            counterparty: texts.number(of: row.counterparty), transferDay: row.transfer?.day)
    }
}

/// The other line of a transfer between own accounts.
package struct TransferLeg: Sendable, Equatable {
    package var key: LineKey
    package var account: String
    package var day: CalendarDate
    package var amount: Money

    package init(key: LineKey, account: String, day: CalendarDate, amount: Money) {
        self.key = key
        self.account = account
        self.day = day
        self.amount = amount
    }
}

/// Calls the body with rows one at a time, in any order, the same rows and order on each call.
package typealias ReportRows = (_ each: (ReportRow) throws -> Void) throws -> Void

/// Why a report cannot be made of the rows.
package enum ReportFailure: Error, Equatable, Sendable {
    /// A sum exceeds 64 bits of its smallest unit.
    case sumTooLarge(account: String, currency: Currency)
    /// The parts of a line are in another currency or do not sum to the line.
    case splitsDoNotSum(LineKey)
}
