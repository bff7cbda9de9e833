import Facts
import Reports
import Scanning

/// The questions of a report's figures: the arguments of `kopiyka list` that print their lines.
struct ReportLists {
    let plan: ReportPlan
    /// The currency to which lines were converted; nil for a table a currency.
    let base: Currency?
    private let arguments: ListArguments

    init(_ plan: ReportPlan, _ question: LedgerQuestion, _ lines: ConvertedLines) throws {
        self.plan = plan
        base = lines.base
        arguments = try ListArguments(question, plan.filter, lines)
    }

    /// - Parameters:
    ///   - account: of the figure; empty for those of the table.
    ///   - span: of the figure; nil for the days of the report.
    func words(
        _ table: FlowMatrix.Table, account: String = "", _ terms: [(OptionName, String)],
        without categories: [String] = [], within span: ReportSpan?
    ) -> [String] {
        arguments.of(
            table.currency, account: account.isEmpty ? table.account : account, terms,
            without: categories, within: span
        ).words
    }

    /// The days of a period that the report has.
    func within(_ period: ReportPeriod) -> ReportSpan {
        ReportSpan(
            max(period.first, plan.filter.from ?? period.first),
            min(period.last, plan.filter.to ?? period.last))
    }

    /// The questions of some days.
    typealias Lists = (ReportSpan?) -> [[String]]

    /// - Parameter depth: levels of categories that have rows of their own.
    func lists(
        of row: FlowMatrix.Row, in table: FlowMatrix.Table, depth: Int? = nil
    ) -> Lists {
        let terms = row.terms(of: plan.subject, depth: depth ?? plan.depth, plan.filter.tree)
        let account = plan.subject == .account ? row.label : ""
        return { [words(table, account: account, terms, within: $0)] }
    }

    func lists(of kinds: [PartKind], in table: FlowMatrix.Table) -> Lists {
        { [words(table, Self.terms(kinds), within: $0)] }
    }

    /// The questions of a section's total.
    func lists(of section: FlowMatrix.Section, in table: FlowMatrix.Table) -> Lists {
        switch section {
        case .outside: return lists(of: [.outside], in: table)
        case .transfer: return lists(of: [.transfer], in: table)
        case .expense, .income, .unsorted, .refund: break
        }
        let kind = section == .expense ? PartKind.expense : .income
        guard plan.subject == .payee else {
            let kinds: [PartKind] = kind == .income ? [.income, .refund] : [.expense]
            let unsorted = unsorted(kind, in: table)
            return { [words(table, Self.terms(kinds), without: unsorted, within: $0)] }
        }
        // A refund is in its payee's row.
        let payees = table.rows.filter { $0.section == section && $0.kinds.contains(.refund) }
            .map { (OptionName.payee, "=" + $0.label) }
        return { span in
            [words(table, Self.terms([kind]), within: span)]
                + (payees.isEmpty
                    ? [] : [words(table, Self.terms([.refund]) + payees, within: span)])
        }
    }

    /// The lines of which the rows of a section have shares: those of the section, less those of
    /// rows that go against it.
    func terms(
        ofWhole section: FlowMatrix.Section, in table: FlowMatrix.Table
    ) -> [FigureQuestion.Term] {
        let rows = table.rows.filter { $0.section == section }
        let isOut = table.wholes[section]?.isNegative ?? false
        // A line with two tags is in both rows.
        if plan.subject == .tag {
            return rows.filter { !$0.amounts.total.isZero }
                .filter { $0.amounts.total.isNegative == isOut }
                .flatMap { FigureQuestion.terms(lists(of: $0, in: table)(nil)) }
        }
        let against = rows.filter {
            !$0.amounts.total.isZero && $0.amounts.total.isNegative != isOut
        }
        return FigureQuestion.terms(lists(of: section, in: table)(nil))
            + against.flatMap {
                FigureQuestion.terms(lists(of: $0, in: table)(nil), isLess: true)
            }
    }

    /// The categories whose lines have a section of their own.
    private func unsorted(_ kind: PartKind, in table: FlowMatrix.Table) -> [String] {
        guard plan.subject == .category else { return [] }
        return table.rows.filter { $0.section == .unsorted(isIn: kind == .income) }.flatMap { row in
            row.terms(of: .category, depth: plan.depth, plan.filter.tree)
                .filter { $0.0 == .category }.map(\.1)
        }
    }

    private static func terms(_ kinds: [PartKind]) -> [(OptionName, String)] {
        kinds.map { (.kind, $0.rawValue) }
    }
}
