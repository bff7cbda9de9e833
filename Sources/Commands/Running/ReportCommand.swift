import Facts
import Ledger
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka report`: periods × categories, or sums by payee, tag, account or person; a table for
/// each currency.
enum ReportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.has(.html) || invocation.has(.pdf) {
            return try PageCommand.run(invocation, console)
        }
        for option in [OptionName.mask, .rows, .dryRun] where invocation.has(option) {
            throw HouseMessage.usage(
                "error.usage.page-only", ["option": .text("--" + option.rawValue)])
        }
        let question = try LedgerQuestion(invocation, console).upToToday(invocation, console)
        return try print(try ReportPlan(invocation, question), question, invocation, console)
    }

    /// A table of names by size, with a small line of months.
    static func printNames(
        of subject: FlowMatrix.Subject, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console).upToToday(invocation, console)
        let plan = try ReportPlan(of: subject, invocation, question)
        return try print(plan, question, invocation, console)
    }

    private static func print(
        _ plan: ReportPlan, _ question: LedgerQuestion, _ invocation: Invocation,
        _ console: Console
    ) throws -> ExitCode {
        let order = RowOrder(invocation, plan, question.access.settings, console)
        let today = invocation.asOf ?? Clock.localDay
        let converter = try question.access.converter(invocation, today)
        if (invocation.wantsJSON || invocation.wantsCSV) && !invocation.has(.explain) {
            let filled = try ReportFilling([plan.matrix()], plan, question, converter)
            let tables = try filled.matrices[0].tables()
            console.narrate(unconverted: filled.unconverted)
            if invocation.wantsJSON {
                let lists = try filled.lists(plan, question)
                try ReportJSON(plan, order, lists).print(tables, console)
            } else {
                try printCSV(tables, plan, order, console)
            }
            return .done
        }
        // Sections are summed by group where categories have groups.
        let levels = plan.subject == .category ? [Int.max, 1] : [.max]
        let filled = try ReportFilling(
            levels.map { plan.matrix(cutTo: $0) }, plan, question, converter)
        let tables = try filled.matrices.map { matrix in try matrix.tables() }
        let lists = try filled.lists(plan, question)
        let printed = tables[0].indices.map { index in
            ReportTable(
                tables[0][index], groups: tables.count > 1 ? tables[1][index] : nil, plan, order,
                lists, name: console.name(of: tables[0][index], converter?.base, question),
                console)
        }
        let explanation = FigureExplanation(question, console)
        if try explanation.answers(invocation, printed.map(\.asked)) { return .done }
        if printed.isEmpty {
            try console.line(.reportEmpty)
            try FilterHint(invocation, question.access, console).narrate()
        }
        for (index, table) in printed.enumerated() {
            if index > 0 { try console.line("") }
            try table.print()
        }
        console.narrate(unconverted: filled.unconverted)
        return .done
    }

    /// A row for each subject with a column for every period of any currency, and a column for the
    /// account of lines without a currency.
    private static func printCSV(
        _ tables: [FlowMatrix.Table], _ plan: ReportPlan, _ order: RowOrder, _ console: Console
    ) throws {
        let periods = Set(tables.flatMap(\.periods)).sorted()
        // Only lines without a currency have one.
        let hasAccounts =
            plan.subject != .account && tables.contains { !$0.account.isEmpty }
        let hasNames = plan.subject == .category || plan.subject == .account
        let heading =
            ["currency", plan.subject.rawValue] + (hasNames ? ["name"] : []) + ["kind"]
            + periods.map(\.text) + ["total"] + (plan.before == nil ? [] : ["before", "change"])
            + (hasAccounts ? ["account"] : [])
        try console.raw(heading.joined(separator: ",") + "\r\n")
        for table in tables {
            for row in order.listed(table.rows) {
                let amounts = Dictionary(
                    uniqueKeysWithValues: zip(
                        table.periods, row.amounts.periods.map { $0?.text ?? "" }))
                var cells = [table.currency.code, CSVText.cell(row.label)]
                if hasNames { cells.append(CSVText.cell(order.name(of: row))) }
                cells.append(row.section.kindInTables)
                cells += periods.map { amounts[$0] ?? "" } + [row.amounts.total.text]
                if plan.before != nil {
                    cells += [row.amounts.before, row.amounts.change].map { $0?.text ?? "" }
                }
                if hasAccounts { cells.append(CSVText.cell(table.account)) }
                try console.export(Array((cells.joined(separator: ",") + "\r\n").utf8))
            }
        }
    }
}

extension Console {
    /// The heading of a table: its currency, that of all lines, or an account without one.
    fileprivate func name(
        of table: FlowMatrix.Table, _ base: Currency?, _ question: LedgerQuestion
    ) -> String {
        name(of: Purse(table.currency, table.account), base, question)
    }

    func name(of purse: Purse, _ base: Currency?, _ question: LedgerQuestion) -> String {
        if let base, base == purse.currency {
            return words(.reportConverted, ["base": .text(base.code)])
        }
        return name(
            of: purse.currency, account: purse.account, question.access.settings)
    }
}

extension FlowMatrix.Section {
    /// The kind of the categories; of unknown ones, what their sign says.
    fileprivate var kindInTables: String {
        switch self {
        case .expense, .unsorted(isIn: false): CategoryKind.expense.rawValue
        case .income, .refund, .unsorted(isIn: true): CategoryKind.income.rawValue
        case .outside: PartKind.outside.rawValue
        case .transfer: CategoryKind.transfer.rawValue
        }
    }
}
