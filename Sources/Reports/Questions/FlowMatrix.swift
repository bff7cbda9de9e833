package import Facts
import Scanning

/// The effect of a category on totals.
package enum CategoryKind: String, Sendable, CaseIterable {
    case expense, income
    /// Money that stays with its owner, is given to people, taken as cash or exchanged.
    case transfer
}

/// Tables of money earned, spent and moved, by a subject and by periods: one for each currency,
/// and one for each account with lines of unknown currency.
///
/// Rows are added one at a time and not kept; memory follows subjects × periods. Money in an
/// expense category reduces the expense; a refund reduces what was spent at its payee.
package struct FlowMatrix: Sendable {
    /// The subject of a row of the table.
    package enum Subject: String, Sendable, CaseIterable {
        case category, payee, tag, account, person
    }

    /// Rows of one section are comparable; sections are in the order of a report.
    package enum Section: Hashable, Comparable, Sendable {
        case expense, income
        /// An unknown category: money in, or money out.
        case unsorted(isIn: Bool)
        case outside, transfer
        /// Until the payee's spending is known.
        case refund

        package static func < (a: Section, b: Section) -> Bool { a.place < b.place }

        private var place: Int {
            switch self {
            case .expense: 0
            case .income: 1
            case .unsorted(isIn: true): 2
            case .unsorted(isIn: false): 3
            case .outside: 4
            case .transfer: 5
            case .refund: 6
            }
        }
    }

    /// Amounts over the periods of a table.
    package struct Amounts: Sendable, Equatable {
        /// Nil where there are no lines.
        package let periods: [Money?]
        package let total: Money
        /// In the span of comparison; nil without one.
        package let before: Money?
        /// Parts of lines, without those before.
        package let count: Int
        /// Lines, without those before; of stored sums the lines of each category.
        package let lines: Int

        package var change: Money? {
            guard let before else { return nil }
            var sum = ExactSum(total.currency)
            sum.add(total)
            sum.add(before.negated)
            return sum.money
        }

        /// The change in thousandths of what was before; nil if that was nothing. Twice the
        /// expenses are +1,000, though their amount is negative.
        ///
        /// - Parameter isBalance: money in less money out: a negative one that falls has grown
        ///   less, not more.
        package func growth(isBalance: Bool) -> Int? {
            guard let change, let before else { return nil }
            return Ratio.permille(
                change, of: isBalance && before.isNegative ? before.negated : before)
        }

        /// The total divided by a number of periods, rounded to the currency's smallest coin.
        package func average(over count: Int) -> Money { Ratio.average(total, over: count) }

        /// How the last period differs from the average, in thousandths of that; nil if it is
        /// nothing. Signs are those of ``growth(isBalance:)``.
        package func trend(over count: Int, isBalance: Bool) -> Int? {
            var change = ExactSum(total.currency)
            if let last = periods.last ?? nil {
                for _ in 0..<count { change.add(last) }
            }
            change.add(total.negated)
            return change.money.flatMap {
                Ratio.permille($0, of: isBalance && total.isNegative ? total.negated : total)
            }
        }

        /// Thousandths of a section's whole, at most all of it; nil for an amount that goes against
        /// the section, as shares of a whole cannot be negative.
        package func share(of whole: Money) -> Int? {
            let isAgainst = !total.isZero && total.isNegative != whole.isNegative
            return isAgainst ? nil : Ratio.permille(total, of: whole)
        }
    }

    package struct Row: Sendable, Equatable {
        package let section: Section
        /// A category's key, cut to the requested depth, an account's id, or a name; empty for
        /// lines that have none.
        package let label: String
        /// The parts of which the row is made.
        package let kinds: [PartKind]
        package let amounts: Amounts
    }

    package struct Table: Sendable, Equatable {
        package let currency: Currency
        /// For lines without a currency; empty for all others.
        package let account: String
        /// From the first to the last day with lines, or months where only these are known; nil
        /// without lines.
        package let span: ReportSpan?
        /// In sequence, also those without lines; empty if time does not matter.
        package let periods: [ReportPeriod]
        /// Sorted by section and label.
        package let rows: [Row]
        package let sections: [Section: Amounts]
        /// Of which the rows of a section have shares: the sum of those that go its way, without
        /// those where more came back than went out. Their shares sum to all of it.
        package let wholes: [Section: Money]
        package let moneyIn: Amounts
        package let moneyOut: Amounts
        /// Within money in.
        package let refunds: Amounts
        package let net: Amounts
        /// The transfers that leave or enter one's own accounts.
        package let outside: Amounts
        package let transfers: Amounts
        /// Net and transfers: the change of the bank's balances.
        package let change: Amounts
    }

    private struct Place: Hashable {
        var purse: Purse
        var section: Section
        /// Names are folded.
        var label: String
    }

    private enum Column: Hashable {
        case now(ReportPeriod?)
        case before
    }

    private struct Cells {
        var sums: [Column: ExactSum] = [:]
        var kinds: Set<PartKind> = []
        var lines = 0
        /// A line counts once, however many parts of it are here.
        private var last: LineKey?

        /// - Parameter line: nil for so many lines.
        mutating func add(
            _ amount: Money, _ column: Column, _ kind: PartKind, _ line: LineKey?, count: Int
        ) {
            sums[column, default: ExactSum(amount.currency)].add(amount, count: count)
            kinds.insert(kind)
            if column == .before || line != nil && line == last { return }
            lines += count
            last = line
        }

        mutating func add(_ other: Cells) {
            for (column, sum) in other.sums {
                sums[column, default: ExactSum(sum.currency)].add(sum)
            }
            kinds.formUnion(other.kinds)
            lines += other.lines
        }
    }

    private let subject: Subject
    private let step: ReportPeriod.Step?
    private let depth: Int
    private let tree: CategoryTree
    private let isCompared: Bool
    private var cells: [Place: Cells] = [:]
    /// The same without labels: a line with two tags is in both rows, and here once.
    private var sections: [Purse: [Section: Cells]] = [:]
    private var sums: [Purse: [PartKind: Cells]] = [:]
    private var spans: [Purse: ReportSpan] = [:]
    /// First spellings of folded names.
    private var spellings: [String: String] = [:]

    /// - Parameters:
    ///   - step: nil for one column.
    ///   - depth: levels of categories to distinguish; deeper ones count with their parent.
    ///   - isCompared: rows of another span are added too.
    package init(
        by subject: Subject = .category, step: ReportPeriod.Step? = .month, depth: Int = .max,
        isCompared: Bool = false, _ tree: CategoryTree
    ) {
        self.subject = subject
        self.step = step
        self.depth = max(depth, 1)
        self.isCompared = isCompared
        self.tree = tree
    }

    /// Adds the parts of a line that the filter selects.
    ///
    /// - Parameter isBefore: the line is of the span of comparison.
    package mutating func add(
        _ row: ReportRow, isBefore: Bool = false, _ filter: LineFilter? = nil
    ) throws(ReportFailure) {
        try verifySplits(of: row)
        if !isBefore { extend(Purse(row.amount.currency, row.account), row.day, row.day) }
        for part in row.parts where filter?.accepts(part, of: row) ?? true {
            add(
                part.amount, labels(of: part, in: row), tree.kind(of: part, in: row),
                isSorted: row.transfer != nil || tree.kind(of: part.category) != nil,
                Purse(part.amount.currency, row.account),
                isBefore ? .before : .now(step.map { ReportPeriod($0, of: row.day) }),
                line: row.key)
        }
    }

    /// Whether sums by account, category and month are enough.
    package var isOfSums: Bool {
        (subject == .category || subject == .account) && step?.isOfMonths ?? true
    }

    /// Adds a stored sum of lines without a linked other side, all in or all out if the category is
    /// unknown.
    package mutating func add(_ sum: MonthSum, isBefore: Bool = false) {
        precondition(isOfSums, "names, days and weeks are not in stored sums")
        let (first, last) = (sum.month.firstDay, sum.month.lastDay)
        let purse = Purse(sum.sum.currency, sum.account)
        if !isBefore { extend(purse, first, last) }
        add(
            sum.sum,
            [subject == .account ? sum.account : tree.group(of: sum.category, level: depth)],
            tree.kind(of: sum.category, isIn: !sum.sum.isNegative),
            isSorted: tree.kind(of: sum.category) != nil, purse,
            isBefore ? .before : .now(step.map { ReportPeriod($0, of: first) }),
            count: sum.lines)
    }

    private mutating func extend(_ purse: Purse, _ first: CalendarDate, _ last: CalendarDate) {
        let known = spans[purse] ?? ReportSpan(first, last)
        spans[purse] = ReportSpan(min(known.first, first), max(known.last, last))
    }

    private mutating func add(
        _ amount: Money, _ labels: [String], _ kind: PartKind, isSorted: Bool, _ purse: Purse,
        _ column: Column, line: LineKey? = nil, count: Int = 1
    ) {
        let section = Self.section(
            of: kind, isSorted: isSorted, isIn: !amount.isNegative, by: subject)
        for label in labels {
            cells[Place(purse: purse, section: section, label: label), default: Cells()]
                .add(amount, column, kind, line, count: count)
        }
        sections[purse, default: [:]][section, default: Cells()]
            .add(amount, column, kind, line, count: count)
        sums[purse, default: [:]][kind, default: Cells()]
            .add(amount, column, kind, line, count: count)
    }

    /// - Parameter isSorted: the part's category is known, or the line is a linked transfer.
    package static func section(
        of kind: PartKind, isSorted: Bool, isIn: Bool, by subject: Subject = .category
    ) -> Section {
        if subject == .category, !isSorted { return .unsorted(isIn: isIn) }
        switch kind {
        case .expense: return .expense
        case .income: return .income
        case .refund: return subject == .payee ? .refund : .income
        case .outside: return .outside
        case .transfer: return .transfer
        }
    }

    private mutating func labels(of part: Decision.Split, in row: ReportRow) -> [String] {
        switch subject {
        case .category: return [tree.group(of: part.category, level: depth)]
        case .account: return [row.account]
        case .payee: return [folded(row.countedPayee)]
        case .person: return [row.person(of: part).map { folded($0) } ?? ""]
        case .tag:
            var labels: [String] = []
            for tag in row.tags where !labels.contains(TextFolder().fold(tag)) {
                labels.append(folded(tag))
            }
            return labels.isEmpty ? [""] : labels
        }
    }

    private mutating func folded(_ name: String) -> String {
        let folded = TextFolder().fold(name)
        if spellings[folded] == nil { spellings[folded] = name }
        return folded
    }

    // MARK: Tables

    /// The tables, sorted by currency, then account.
    package func tables() throws(ReportFailure) -> [Table] {
        var tables: [Table] = []
        for purse in sections.keys.sorted() { tables.append(try table(of: purse)) }
        return tables
    }

    private func table(of purse: Purse) throws(ReportFailure) -> Table {
        var mine: [Place: Cells] = [:]
        for (place, cells) in cells where place.purse == purse { mine[place] = cells }
        var wholes = sections[purse] ?? [:]
        settleRefunds(&mine, &wholes)
        let periods = periods(of: wholes.values)
        var rows: [Row] = []
        for (place, cells) in mine {
            let label = spellings[place.label] ?? place.label
            rows.append(
                Row(
                    section: place.section, label: label,
                    kinds: PartKind.allCases.filter { cells.kinds.contains($0) },
                    amounts: try amounts(cells, periods, purse)))
        }
        rows.sort { ($0.section, $0.label) < ($1.section, $1.label) }
        var totals: [Section: Amounts] = [:]
        for (section, cells) in wholes {
            totals[section] = try amounts(cells, periods, purse, isWhole: true)
        }
        let sums = sums[purse] ?? [:]
        func sum(_ kinds: [PartKind]) throws(ReportFailure) -> Amounts {
            var all = Cells()
            for kind in kinds { if let cells = sums[kind] { all.add(cells) } }
            return try amounts(all, periods, purse, isWhole: true)
        }
        return Table(
            currency: purse.currency, account: purse.account, span: spans[purse],
            periods: periods, rows: rows,
            sections: totals, wholes: try Self.wholes(of: rows, totals),
            moneyIn: try sum(Self.moneyIn), moneyOut: try sum(Self.moneyOut),
            refunds: try sum([.refund]), net: try sum(Self.moneyIn + Self.moneyOut),
            outside: try sum([.outside]),
            transfers: try sum([.outside, .transfer]), change: try sum(PartKind.allCases))
    }

    private static func wholes(
        of rows: [Row], _ totals: [Section: Amounts]
    ) throws(ReportFailure) -> [Section: Money] {
        var sums: [Section: ExactSum] = [:]
        for row in rows {
            let amount = row.amounts.total
            guard let total = totals[row.section]?.total, !total.isZero,
                amount.isNegative == total.isNegative
            else { continue }
            sums[row.section, default: ExactSum(amount.currency)].add(amount)
        }
        var wholes: [Section: Money] = [:]
        for (section, sum) in sums {
            guard let money = sum.money else {
                throw .sumTooLarge(account: "", currency: sum.currency)
            }
            wholes[section] = money
        }
        return wholes
    }

    package static let moneyIn: [PartKind] = [.income, .refund]
    package static let moneyOut: [PartKind] = [.expense]

    /// Refunds of a payee where money was spent are less spending, others are income.
    private func settleRefunds(_ cells: inout [Place: Cells], _ wholes: inout [Section: Cells]) {
        wholes[.refund] = nil
        for (place, refunds) in cells where place.section == .refund {
            cells[place] = nil
            var settled = place
            settled.section = .expense
            if cells[settled] == nil { settled.section = .income }
            cells[settled, default: Cells()].add(refunds)
            wholes[settled.section, default: Cells()].add(refunds)
        }
    }

    /// All periods from the first to the last one with lines.
    private func periods(of cells: some Sequence<Cells>) -> [ReportPeriod] {
        var periods: Set<ReportPeriod> = []
        for cell in cells {
            for case .now(let period?) in cell.sums.keys { periods.insert(period) }
        }
        guard var period = periods.min(), let last = periods.max() else { return [] }
        var sequence = [period]
        while period < last, period.next > period {
            period = period.next
            sequence.append(period)
        }
        return sequence
    }

    /// - Parameter isWhole: a period without lines is zero, not blank.
    private func amounts(
        _ cells: Cells, _ periods: [ReportPeriod], _ purse: Purse, isWhole: Bool = false
    ) throws(ReportFailure) -> Amounts {
        let zero = Money(minorUnits: 0, currency: purse.currency)
        func money(_ sum: ExactSum?) throws(ReportFailure) -> Money? {
            guard let sum else { return isWhole ? zero : nil }
            guard let money = sum.money else {
                throw .sumTooLarge(account: "", currency: purse.currency)
            }
            return money
        }
        var total = ExactSum(purse.currency)
        for (column, sum) in cells.sums where column != .before { total.add(sum) }
        var amounts: [Money?] = []
        for period in periods { amounts.append(try money(cells.sums[.now(period)])) }
        return Amounts(
            periods: amounts, total: try money(total) ?? zero,
            before: isCompared ? try money(cells.sums[.before]) ?? zero : nil, count: total.count,
            lines: cells.lines)
    }
}

/// Parts of a line are in its currency and sum to it; anything else would create money.
func verifySplits(of row: ReportRow) throws(ReportFailure) {
    if row.splits.isEmpty { return }
    var sum = ExactSum(row.amount.currency)
    for split in row.splits {
        guard split.amount.currency == row.amount.currency else { throw .splitsDoNotSum(row.key) }
        sum.add(split.amount)
    }
    sum.add(row.amount.negated)
    guard let difference = sum.money, difference.isZero else { throw .splitsDoNotSum(row.key) }
}
