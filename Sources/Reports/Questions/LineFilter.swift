package import Facts
package import Scanning

/// Selects lines: entries of the ledger, or waiting ones.
///
/// Empty fields select everything. Of a list of lists each inner one has alternatives, and one of
/// each must apply.
package struct LineFilter: Sendable {
    package var from: CalendarDate?
    package var to: CalendarDate?
    /// The end of the days that were asked for, which ``to`` may cut to those that have passed.
    package var lastAsked: CalendarDate?
    package var accounts: [String] = []
    /// Whether a name in ``accounts`` means an account; without it names are ids.
    package var meansAccount: (@Sendable (_ name: String, _ account: String) -> Bool)?
    /// Accounts that their owner excludes from totals.
    package var excludedAccounts: Set<String> = []
    package var currency: Currency?
    package var bounds: [AmountBound] = []
    /// Money in, or money out.
    package var isIn: Bool?
    /// Each has words of the description, payee, note, memo, counterparty and tags.
    package var texts: [WordSearch] = []
    package var payees: [[NameChoice]] = []
    package var persons: [[NameChoice]] = []
    package var tags: [[NameChoice]] = []
    package var categories: [[CategoryChoice]] = []
    package var kinds: [[PartKind]] = []
    package var streams: [[StreamChoice]] = []
    /// Each selects what is left out.
    package var excluded: [LineFilter] = []
    /// One filter of each must apply too.
    package var alternatives: [[LineFilter]] = []
    package var tree: CategoryTree

    package init(_ tree: CategoryTree = CategoryTree(kindOf: { _ in nil })) { self.tree = tree }

    package var isEmpty: Bool {
        from == nil && to == nil && accounts.isEmpty && excludedAccounts.isEmpty
            && currency == nil && isOfSums
    }

    /// Sums by account and day are enough to answer it.
    package var isOfDays: Bool { isOfSums && meansAccount == nil }

    /// Sums by account, month and currency are enough to answer it.
    package var isOfSums: Bool {
        bounds.isEmpty && isIn == nil && texts.isEmpty && payees.isEmpty && persons.isEmpty
            && tags.isEmpty && streams.isEmpty && isOfWholeLines && excluded.isEmpty
            && alternatives.isEmpty
    }

    /// Parts of a divided line are not selected one by one.
    package var isOfWholeLines: Bool {
        categories.isEmpty && kinds.isEmpty && persons.isEmpty
            && excluded.allSatisfy(\.isOfWholeLines)
            && alternatives.allSatisfy { $0.allSatisfy(\.isOfWholeLines) }
    }

    /// Whether it, or one within it, has the property.
    package func contains(where isMeant: (LineFilter) -> Bool) -> Bool {
        isMeant(self) || excluded.contains { $0.contains(where: isMeant) }
            || alternatives.contains { $0.contains { $0.contains(where: isMeant) } }
    }

    /// The accounts that it names, but for those that it leaves out.
    package var includedAccounts: Set<String> {
        alternatives.joined().reduce(into: Set(accounts)) { $0.formUnion($1.includedAccounts) }
    }

    /// The only lines it may accept; nil if it names none.
    var chosenKeys: Set<LineKey>? {
        streams.first.map { $0.reduce(into: []) { $0.formUnion($1.keys) } }
    }

    /// The currencies that it names.
    package var currencies: Set<Currency> {
        let within = (excluded + alternatives.joined()).map(\.currencies)
        return within.reduce(currency.map { [$0] } ?? []) { $0.union($1) }
    }

    package func accepts(_ row: ReportRow) -> Bool {
        guard acceptsLine(row) else { return false }
        return isOfWholeLines || row.parts.contains { accepts($0, of: row) }
    }

    /// Everything but the conditions of parts.
    private func acceptsLine(_ row: ReportRow) -> Bool {
        for other in excluded where other.isOfWholeLines && other.acceptsLine(row) {
            return false
        }
        for filters in alternatives where !filters.contains(where: { $0.acceptsLine(row) }) {
            return false
        }
        guard accepts(row.account, row.amount.currency, on: row.day) else { return false }
        if let isIn, row.amount.isNegative == isIn { return false }
        guard bounds.allSatisfy({ $0.accepts(row.amount) }) else { return false }
        for choices in streams where !choices.contains(where: { $0.keys.contains(row.key) }) {
            return false
        }
        return acceptsNames(of: row)
    }

    /// Lines of this account, currency and day may be accepted; all are if ``isOfDays`` holds.
    package func accepts(_ account: String, _ lines: Currency, on day: CalendarDate) -> Bool {
        if let from, day < from { return false }
        if let to, day > to { return false }
        if let currency, lines != currency { return false }
        if !accounts.isEmpty, !accounts.contains(where: { means($0, account) }) { return false }
        return !excludedAccounts.contains(account)
    }

    private func means(_ name: String, _ account: String) -> Bool {
        name == account || meansAccount?(name, account) ?? false
    }

    private func acceptsNames(of row: ReportRow) -> Bool {
        func isAny(_ choices: [NameChoice], _ names: [String], searched: [String]) -> Bool {
            choices.contains { $0.accepts(names, searched: searched) }
        }
        for choices in tags where !isAny(choices, row.tags, searched: []) { return false }
        for choices in payees
        where !isAny(
            choices, [row.countedPayee],
            searched: [row.countedPayee, row.payee, row.description, row.counterparty])
        {
            return false
        }
        return texts.allSatisfy {
            $0.isEmpty
                || $0.isIn(
                    [row.description, row.payee, row.note, row.memo, row.counterparty] + row.tags)
        }
    }

    /// Whether this part of an accepted line is selected.
    package func accepts(_ part: Decision.Split, of row: ReportRow) -> Bool {
        func isSelected(by filter: LineFilter) -> Bool {
            filter.acceptsLine(row) && filter.accepts(part, of: row)
        }
        for choices in categories
        where !choices.contains(where: { $0.accepts(part.category, tree) }) {
            return false
        }
        for choices in persons {
            let names = row.person(of: part).map { [$0] } ?? []
            if !choices.contains(where: { $0.accepts(names, searched: row.namesOfPerson) }) {
                return false
            }
        }
        for other in excluded where !other.isOfWholeLines && isSelected(by: other) { return false }
        for filters in alternatives where !filters.contains(where: isSelected) { return false }
        if kinds.isEmpty { return true }
        let kind = tree.kind(of: part, in: row)
        return kinds.allSatisfy { $0.contains(kind) }
    }

    /// The selected part of a line's amount; all of it unless it is divided.
    ///
    /// - Throws: `ReportFailure` when the parts do not sum.
    package func amount(of row: ReportRow) throws(ReportFailure) -> Money {
        if isOfWholeLines || row.splits.isEmpty { return row.amount }
        var sum = ExactSum(row.amount.currency)
        for part in row.parts where accepts(part, of: row) { sum.add(part.amount) }
        guard let money = sum.money else {
            throw .sumTooLarge(account: row.account, currency: row.amount.currency)
        }
        return money
    }
}

/// A category and all below it, or only itself.
package struct CategoryChoice: Sendable, Equatable {
    /// Empty for parts without a category.
    package let key: String
    package let isExact: Bool

    package init(_ key: String, isExact: Bool = false) {
        self.key = key
        self.isExact = isExact
    }

    func accepts(_ category: String, _ tree: CategoryTree) -> Bool {
        isExact || key.isEmpty ? category == key : tree.isWithin(category, key)
    }
}

/// The payments of one stream.
package struct StreamChoice: Sendable, Equatable {
    package let id: String
    package let keys: Set<LineKey>

    package init(_ id: String, _ keys: Set<LineKey>) {
        self.id = id
        self.keys = keys
    }
}

/// A name of a line.
package enum NameChoice: Sendable, Equatable {
    /// Compared folded; see ``init(exactly:)``.
    case exact(String)
    case words(WordSearch)
    /// The line has no such name.
    case none

    package init(exactly name: String) { self = .exact(TextFolder().fold(name)) }

    /// - Parameters:
    ///   - names: that the line has.
    ///   - searched: texts in which words are sought.
    func accepts(_ names: [String], searched: [String]) -> Bool {
        switch self {
        case .exact(let folded): names.contains { TextFolder().fold($0) == folded }
        case .words(let words): !names.isEmpty && words.isIn(searched)
        case .none: names.allSatisfy(\.isEmpty)
        }
    }
}

/// The smallest or the largest amount.
package struct AmountBound: Sendable, Equatable {
    package let value: Decimal18
    package let isMin: Bool
    /// The bound is of the signed amount, not of its size.
    package let isSigned: Bool

    package init(_ value: Decimal18, isMin: Bool, isSigned: Bool = false) {
        self.value = value
        self.isMin = isMin
        self.isSigned = isSigned
    }

    func accepts(_ amount: Money) -> Bool {
        let order = value.order(of: amount.isNegative && !isSigned ? amount.negated : amount)
        return isMin ? order >= 0 : order <= 0
    }
}

extension ReportRow {
    /// The payee that a list shows.
    package var shownPayee: String { payee.isEmpty ? description : payee }

    /// Under whose name the line counts: a refund's purchase has it.
    package var countedPayee: String { purchase?.payee ?? shownPayee }

    /// The category of payments to and from people.
    private static let personCategory = "transfers.person"

    /// The other person of a part that was paid to or by one; nil for other parts.
    package func person(of part: Decision.Split) -> String? {
        guard part.category == Self.personCategory else { return nil }
        return !payee.isEmpty ? payee : !counterparty.isEmpty ? counterparty : description
    }

    fileprivate var namesOfPerson: [String] { [payee, counterparty, description] }
}
