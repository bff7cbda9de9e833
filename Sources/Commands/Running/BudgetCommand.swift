import Facts
import Ledger
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka budget` compares what was spent with `budget.yaml`, `budget suggest` derives budgets
/// from the last months, and `budget give` puts money into an envelope.
enum BudgetCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = invocation.operands
        switch words.first {
        case nil where !invocation.isDryRun && !invocation.has(.write): break
        case "suggest" where words.count == 1: return try suggest(invocation, console)
        case "give": return try BudgetChange.give(invocation, console)
        case nil: throw HouseMessage.usage("error.usage.budget-figures")
        case let verb?:
            throw HouseMessage.usage("error.usage.budget-arguments", ["verb": .text(verb)])
        }
        let day = invocation.dayOfFigures
        let question = try LedgerQuestion(invocation, console).upTo(day)
        let plan = try question.access.budgetFile(console).plan
        if plan.isEmpty {
            if !invocation.wantsJSON, !invocation.wantsCSV { try console.line(.budgetNone) }
            console.narrate(.nextCommand, ["command": "kopiyka budget suggest"])
            return .done
        }
        let answer = try BudgetAnswer(
            plan, question, day, in: invocation.base,
            by: invocation[.by].flatMap { ReportPeriod.Step(rawValue: $0) })
        let explanation = FigureExplanation(question, console)
        if try explanation.answers(invocation, BudgetTable(answer, console).asked) {
            return question.workspace.problems.isEmpty ? .done : .damaged
        }
        if invocation.wantsCSV {
            try answer.printCSV(console)
        } else {
            try invocation.wantsJSON
                ? answer.printJSON(console) : BudgetTable(answer, console).print()
        }
        answer.reportMissing(console)
        return question.workspace.problems.isEmpty ? .done : .damaged
    }

    private static func suggest(
        _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let day = invocation.dayOfFigures
        let question = try LedgerQuestion(
            invocation, console, for: invocation.has(.write) ? .writing : .reading
        ).upTo(day)
        let access = question.access
        let file = try access.budgetFile(console)
        let plan = file.plan
        let own = try access.base(nil)
        let converter = try access.converter(to: invocation.base, upTo: day)
        let base = converter.base
        let months = try question.ledger.monthTotals().map(\.month)
        let first = months.min().flatMap { CalendarMonth(year: $0 / 100, month: $0 % 100) }
        var suggestion = BudgetSuggestion(
            asOf: day, first: first?.firstDay ?? .latest, question.filter.tree, converter)
        if let span = suggestion.span {
            try question.from(span.first, of: plan.accounts).rows.forEach { _, row in
                suggestion.add(row)
            }
        }
        let rows = try suggestion.rows(without: plan.budgets.map(\.category))
        if invocation.wantsJSON || invocation.wantsCSV {
            let asking = question.from(suggestion.span?.first, of: plan.accounts)
            let figures = try FigureRows(asking, in: base)
            let objects = rows.map { row -> JSONValue in
                [
                    "category": .string(row.category), "amount": .amount(row.amount),
                    "every": .string("month"), "currency": .string(base.code),
                    "median": .amount(row.median),
                    "months": .array(row.months.map { .amount($0) }),
                    "rows": suggestion.span.map {
                        figures.of([.expense], within: $0, ["--category", row.category])
                    },
                ]
            }
            try invocation.wantsCSV
                ? console.csv(["category", "amount", "every", "currency", "median"], of: objects)
                : console.json(objects)
        } else if rows.isEmpty {
            try console.line(.budgetSuggestNone)
        } else {
            try console.line(
                .budgetSuggestHead,
                ["count": .count(rows[0].months.count), "base": .text(base.code)])
            for row in rows { try console.line("- " + BudgetFile.text(of: row.budget, base: own)) }
        }
        if invocation.has(.write), !rows.isEmpty {
            try BudgetChange.write(
                [], rows.map(\.budget), to: file, question, invocation, console)
        }
        if suggestion.linesUnconverted > 0 {
            console.narrate(
                .worthLinesUnconverted, ["count": .count(suggestion.linesUnconverted)], .doubtful)
        }
        return .done
    }
}
