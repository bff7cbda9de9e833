import Facts
import Ledger
import Planning
import Reports
import Workspaces

/// A report's question: its subject and periods, its days, and those it is compared with.
struct ReportPlan {
    let subject: FlowMatrix.Subject
    /// Nil for one column.
    let step: ReportPeriod.Step?
    /// As typed after `--by`.
    let by: String
    let depth: Int
    /// With the days of the report.
    let filter: LineFilter
    let comparison: ReportSpan.Comparison?
    /// A table of names by size: periods are no columns, but a small line.
    let isOfNames: Bool
    /// The days compared with.
    let before: ReportSpan?
    private let today: CalendarDate
    /// The day of the ledger's first line; nil without lines.
    private let firstDay: CalendarDate?

    static let choices =
        ReportPeriod.Step.allCases.map(\.rawValue) + FlowMatrix.Subject.allCases.map(\.rawValue)

    init(_ invocation: Invocation, _ question: LedgerQuestion) throws {
        by = invocation[.by] ?? ReportPeriod.Step.month.rawValue
        step = ReportPeriod.Step(rawValue: by)
        subject = FlowMatrix.Subject(rawValue: by) ?? .category
        isOfNames = false
        depth = invocation.count(.depth) ?? .max
        comparison = invocation[.compare].flatMap { ReportSpan.Comparison(rawValue: $0) }
        var filter = question.filter
        today = invocation.asOf ?? Clock.localDay
        firstDay = try question.ledger.keyDays().map {
            CalendarDate(daysSince1970: $0.lowerBound)
        }
        guard let comparison,
            let span = try Self.span(of: filter, step ?? .month, question, today: today)
        else {
            self.filter = filter
            before = nil
            return
        }
        filter.from = span.first
        filter.to = min(span.last, filter.to ?? span.last)
        self.filter = filter
        // A month, quarter or year that is not over is compared as what it will be.
        let last = filter.lastAsked ?? span.last
        before = ReportSpan(
            span.first, question.filter.from == nil ? min(last, span.last) : last
        ).compared(with: comparison, today: today)
    }

    /// The plan of a table of names, with their months.
    init(
        of subject: FlowMatrix.Subject, _ invocation: Invocation, _ question: LedgerQuestion
    ) throws {
        by = subject.rawValue
        self.subject = subject
        step = .month
        isOfNames = true
        depth = .max
        comparison = nil
        before = nil
        filter = question.filter
        today = invocation.asOf ?? Clock.localDay
        firstDay = try question.ledger.keyDays().map {
            CalendarDate(daysSince1970: $0.lowerBound)
        }
    }

    /// The filter's days; without a first one, the period of the last line up to today.
    static func span(
        of filter: LineFilter, _ step: ReportPeriod.Step, _ question: LedgerQuestion,
        today: CalendarDate
    ) throws -> ReportSpan? {
        if let first = filter.from {
            // A day before the first one selects nothing, which has nothing to compare with.
            let last = filter.to ?? max(first, today)
            return first <= last ? ReportSpan(first, last) : nil
        }
        var past = filter
        past.to = min(filter.to ?? today, today)
        var period: ReportPeriod?
        try question.access.rows(past).forEachLast(1) { period = ReportPeriod(step, of: $1.day) }
        return period.map { ReportSpan($0.first, $0.last) }
    }

    /// The periods of which averages are: those of the table, or the months of the report's days
    /// that have begun, and not before the first line of the ledger.
    func count(of table: FlowMatrix.Table) -> Int {
        if before == nil, step != nil, !isOfNames { return max(table.periods.count, 1) }
        guard let lines = table.span else { return 1 }
        let first = max(filter.from ?? lines.first, firstDay ?? lines.first)
        let last = min(filter.to ?? lines.last, today)
        // A line may be of a day to come.
        return ReportSpan(min(first, lines.first), max(last, lines.last)).months
    }

    /// An empty matrix of this report.
    ///
    /// - Parameter level: cuts categories further than asked.
    func matrix(cutTo level: Int = .max) -> FlowMatrix {
        FlowMatrix(
            by: subject, step: step, depth: min(depth, level), isCompared: before != nil,
            filter.tree)
    }

    /// The filter of the days compared with; nil without a comparison.
    var filterBefore: LineFilter? {
        before.map { span in
            var filter = filter
            filter.from = span.first
            filter.to = span.last
            return filter
        }
    }
}

/// Fills the matrices of a report.
///
/// The ledger stores totals of whole months, so no entries are read where these are enough. Of an
/// unknown category they do not count what came in and what went out: such months are read.
struct ReportFilling {
    private let question: LedgerQuestion
    /// A refund counts at the payee of its purchase.
    private let linksRefunds: Bool
    private(set) var matrices: [FlowMatrix]
    private(set) var lines: ConvertedLines
    /// Lines without a rate of their day, by currency.
    var unconverted: [Currency: Int] { lines.unconverted }

    /// - Parameter converter: to the currency of all lines that have a rate.
    init(
        _ matrices: [FlowMatrix], _ plan: ReportPlan, _ question: LedgerQuestion,
        _ converter: CurrencyConverter? = nil
    ) throws {
        self.question = question
        self.matrices = matrices
        lines = ConvertedLines(converter)
        linksRefunds = plan.subject == .payee
        try add(plan.filter, isBefore: false)
        if let before = plan.filterBefore { try add(before, isBefore: true) }
    }

    /// Matrices of categories or accounts over the days of a filter.
    init(
        _ matrices: [FlowMatrix], _ filter: LineFilter, _ question: LedgerQuestion,
        _ converter: CurrencyConverter?
    ) throws {
        self.question = question
        self.matrices = matrices
        lines = ConvertedLines(converter)
        linksRefunds = false
        try add(filter, isBefore: false)
    }

    /// The questions of the figures.
    func lists(_ plan: ReportPlan, _ question: LedgerQuestion) throws -> ReportLists {
        try ReportLists(plan, question, lines)
    }

    private mutating func add(_ filter: LineFilter, isBefore: Bool) throws {
        if filter.isOfMonths, matrices.allSatisfy(\.isOfSums) {
            try addMonths(filter, isBefore: isBefore)
        } else {
            try addRows(filter, isBefore: isBefore)
        }
    }

    private mutating func addRows(_ filter: LineFilter, isBefore: Bool) throws {
        try question.access.rows(filter, hasPayees: linksRefunds).forEach { _, row in
            try add(row, filter, isBefore: isBefore)
        }
    }

    private mutating func add(_ row: ReportRow, _ filter: LineFilter, isBefore: Bool) throws {
        let counted = lines.row(row)
        for index in matrices.indices {
            try matrices[index].add(counted, isBefore: isBefore, filter)
        }
    }

    private mutating func addMonths(_ filter: LineFilter, isBefore: Bool) throws {
        let base = lines.base
        try question.access.rows(filter).forEachMonth { sum in
            // Lines are converted one by one, each at the rate of its day.
            (base == nil || base == sum.sum.currency) && filter.tree.kind(of: sum.category) != nil
        } sum: { sum in
            for index in matrices.indices { matrices[index].add(sum, isBefore: isBefore) }
        } row: {
            try add($0, filter, isBefore: isBefore)
        }
    }
}

extension LineFilter {
    /// True when the ledger's stored monthly totals are enough.
    fileprivate var isOfMonths: Bool {
        isOfSums
            && from.map { CalendarMonth(of: $0).firstDay == $0 } ?? true
            && to.map { CalendarMonth(of: $0).lastDay == $0 } ?? true
    }
}
