package import Facts
package import Reports

/// The sums of a ledger's lines that insights need: of months by category, of the first days of two
/// earlier months, and of the last thirty days.
///
/// Each line is converted and rounded once; one without a rate counts nowhere and is reported.
/// Memory follows months and categories, and the lines of thirty days.
package struct InsightSums {
    struct Flows {
        /// Without refunds.
        var income: ExactSum
        /// The money spent, less refunds.
        var expenses: ExactSum
        var refunds: ExactSum

        init(_ base: Currency) {
            income = ExactSum(base)
            expenses = ExactSum(base)
            refunds = ExactSum(base)
        }

        mutating func add(_ amount: Money, _ kind: PartKind) {
            switch kind {
            case .transfer: break
            case .income: income.add(amount)
            case .expense: expenses.add(amount.negated)
            case .refund:
                expenses.add(amount.negated)
                refunds.add(amount)
            case .outside where amount.isNegative: expenses.add(amount.negated)
            case .outside: income.add(amount)
            }
        }
    }

    struct Month {
        var flows: Flows
        /// By the top of their categories, without refunds.
        var spent: [String: ExactSum] = [:]
        var earned: [String: ExactSum] = [:]
    }

    struct Place {
        var firstDay: CalendarDate
        var lastDay: CalendarDate
        /// The sum of the month of the question.
        var thisMonth: ExactSum
    }

    /// A line of the last thirty days.
    struct Recent {
        let key: LineKey
        let spent: ExactSum
    }

    package let asOf: CalendarDate
    let base: Currency
    let tree: CategoryTree
    private var converter: CurrencyConverter
    private(set) var months: [Int: Month] = [:]
    /// The first days of the month before, and of the month a year before: as many as of this one,
    /// or all on its last day.
    private(set) var partial: [Int: Flows] = [:]
    private(set) var recent: [Recent] = []
    private(set) var places: [AccountPlace: Place] = [:]
    /// The month of the first line.
    private(set) var first: Int?
    /// Categories that no table has; the sign decides about them.
    private(set) var unknown: Set<String> = []
    /// Lines without a rate, by currency.
    package private(set) var unconverted: [Currency: Int] = [:]
    private var categories: [String: Category] = [:]
    private var lastMonth: (day: CalendarDate, index: Int)?

    private struct Category {
        let top: String
        /// Empty for one that no table has.
        let shown: String
    }

    let now: Int
    private let daysCompared: Int
    private let recentFrom: CalendarDate

    package static let recentDays = 30

    package init(asOf: CalendarDate, _ tree: CategoryTree, _ converter: CurrencyConverter) {
        self.asOf = asOf
        base = converter.base
        self.tree = tree
        self.converter = converter
        now = Self.month(of: asOf)
        daysCompared = asOf == Self.days(of: now).last ? 31 : asOf.parts.day
        recentFrom = asOf.adding(days: Int32(1 - Self.recentDays))
    }

    /// Whether a sum of a month is as good as its lines.
    package func isEnough(_ sum: MonthSum) -> Bool {
        let month = Self.month(of: sum.month.firstDay)
        return month != now - 12 && month < min(now - 1, Self.month(of: recentFrom))
            && sum.sum.currency == base && tree.hasKinds(of: sum)
    }

    /// - Parameter sum: enough.
    package mutating func add(_ sum: MonthSum) {
        assert(isEnough(sum), "a sum has no rate and no day")
        let month = Self.month(of: sum.month.firstDay)
        first = min(first ?? month, month)
        for part in sum.parts {
            add(part, tree.kind(of: part.category, isIn: !part.amount.isNegative), to: month)
        }
    }

    /// Adds the first or last day with lines at a place.
    package mutating func add(_ day: CalendarDate, at place: AccountPlace) {
        var known =
            places.removeValue(forKey: place)
            ?? Place(firstDay: day, lastDay: day, thisMonth: ExactSum(place.currency))
        known.firstDay = min(known.firstDay, day)
        known.lastDay = max(known.lastDay, day)
        places[place] = known
    }

    /// - Parameter row: not after ``asOf``.
    package mutating func add(_ row: ReportRow) {
        let month = monthIndex(of: row.day)
        first = min(first ?? month, month)
        note(row, in: month)
        guard let own = converter.converted(row) else {
            unconverted[row.amount.currency, default: 0] += 1
            return
        }
        let isPartial =
            (month == now - 1 || month == now - 12) && row.day.parts.day <= daysCompared
        var spent = ExactSum(base)
        for part in own.parts {
            let kind = tree.kind(of: part, in: row)
            if isPartial, kind != .transfer {
                partial[month, default: Flows(base)].add(part.amount, kind)
            }
            let isSpent = add(part, kind, to: month)
            if isSpent || kind == .refund { spent.add(part.amount.negated) }
        }
        if row.day >= recentFrom, spent.count > 0 {
            recent.append(Recent(key: row.key, spent: spent))
        }
    }

    /// - Returns: whether the part was spent.
    @discardableResult
    private mutating func add(_ part: Decision.Split, _ kind: PartKind, to month: Int) -> Bool {
        var sums = months.removeValue(forKey: month) ?? Month(flows: Flows(base))
        defer { months[month] = sums }
        if kind == .transfer { return false }
        sums.flows.add(part.amount, kind)
        let category = category(part.category)
        let isSpent = kind == .expense || kind == .outside && part.amount.isNegative
        if isSpent {
            sums.spent[category.top, default: ExactSum(base)].add(part.amount.negated)
        } else if kind != .refund {
            sums.earned[category.shown, default: ExactSum(base)].add(part.amount)
        }
        return isSpent
    }

    private mutating func note(_ row: ReportRow, in month: Int) {
        let place = AccountPlace(row.account, row.amount.currency)
        add(row.day, at: place)
        if month == now { places[place]?.thisMonth.add(row.amount) }
    }

    private mutating func category(_ key: String) -> Category {
        if let known = categories[key] { return known }
        let isKnown = tree.kind(of: key) != nil
        if !isKnown, !key.isEmpty { unknown.insert(key) }
        let found = Category(
            top: isKnown ? tree.group(of: key, level: 1) : "", shown: isKnown ? key : "")
        categories[key] = found
        return found
    }

    // MARK: Months

    /// Months are counted from the year 0.
    static func month(of day: CalendarDate) -> Int {
        let parts = day.parts
        return parts.year * 12 + parts.month - 1
    }

    private mutating func monthIndex(of day: CalendarDate) -> Int {
        if let lastMonth, lastMonth.day == day { return lastMonth.index }
        let index = Self.month(of: day)
        lastMonth = (day, index)
        return index
    }

    /// The days of a month.
    static func days(of month: Int) -> ReportSpan {
        let (year, number) = (month / 12, month % 12 + 1)
        let day = CalendarDate(year: year, month: number, day: 1) ?? CalendarDate(daysSince1970: 0)
        return ReportSpan(
            day, day.adding(days: Int32(CalendarDate.days(inMonth: number, year: year) - 1)))
    }

    /// The days of this month so far, or as many of an earlier one.
    func span(monthsBack: Int = 0) -> ReportSpan {
        let days = Self.days(of: now - monthsBack)
        return ReportSpan(
            days.first, min(days.last, days.first.adding(days: Int32(daysCompared - 1))))
    }

    /// A month is complete on its last day.
    var lastComplete: Int { asOf == Self.days(of: now).last ? now : now - 1 }

    /// The last complete months since the first line, oldest first, at most so many.
    func complete(atMost count: Int) -> [Int] {
        guard let first, lastComplete >= first else { return [] }
        return Array(max(first, lastComplete - count + 1)...lastComplete)
    }
}
