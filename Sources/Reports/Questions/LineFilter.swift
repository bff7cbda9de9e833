package import Facts
import Scanning

/// Selects rows. Empty fields select everything.
package struct RowFilter: Sendable, Equatable {
    package var from: CalendarDate?
    package var to: CalendarDate?
    package var accounts: [String] = []
    /// Accounts that their owner excludes from totals.
    package var excludedAccounts: Set<String> = []
    /// Keys; each includes everything below it.
    package var categories: [String] = []
    /// Rows with any of these, compared folded.
    package var tags: [String] = [] {
        didSet { foldedTags = Set(tags.map(TextFolder().fold)) }
    }
    private var foldedTags: Set<String> = []
    /// Words of the description, payee, note, memo, counterparty and tags.
    package var text: String {
        get { words.text }
        set { words = WordSearch(newValue) }
    }
    package var amountMin: Decimal18?
    package var amountMax: Decimal18?
    /// The bounds apply to signed amounts, not to magnitudes.
    package var comparesSigned = false
    package var currency: Currency?
    private var words = WordSearch("")

    package init() {}

    package var isEmpty: Bool { self == RowFilter() }

    package func accepts(_ row: ReportRow) -> Bool {
        if let from, row.day < from { return false }
        if let to, row.day > to { return false }
        if let currency, row.amount.currency != currency { return false }
        if !accounts.isEmpty, !accounts.contains(row.account) { return false }
        if excludedAccounts.contains(row.account) { return false }
        let isSize = row.amount.isNegative && !comparesSigned
        let amount = isSize ? row.amount.negated : row.amount
        if let amountMin, amountMin.order(of: amount) < 0 { return false }
        if let amountMax, amountMax.order(of: amount) > 0 { return false }
        if !categories.isEmpty, !row.parts.contains(where: { isAsked($0.category) }) {
            return false
        }
        if !tags.isEmpty, !row.tags.contains(where: { foldedTags.contains(TextFolder().fold($0)) })
        {
            return false
        }
        return text.isEmpty || hasText(row)
    }

    /// True when the key is one of the categories or below one of them.
    package func isAsked(_ category: String) -> Bool {
        categories.contains { category == $0 || category.hasPrefix($0 + ".") }
    }

    private func hasText(_ row: ReportRow) -> Bool {
        words.isIn(
            [row.description, row.payee, row.note, row.memo, row.counterparty] + row.tags)
    }
}
