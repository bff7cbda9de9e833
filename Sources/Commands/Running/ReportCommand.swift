import Facts
import Ledger
import Reports
import Scanning
import Workspaces

/// `kopiyka report`: months (or years) × categories, a table for each currency.
enum ReportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        let step = invocation[.by].flatMap { CategoryMatrix.Step(rawValue: $0) } ?? .month
        let depth = invocation.count(.depth) ?? .max
        if invocation.wantsJSON || invocation.wantsCSV {
            let matrix = CategoryMatrix(by: step, depth: depth, kindOf: categoryKind)
            let tables = try filled([matrix], question)[0].tables()
            try invocation.wantsJSON ? printJSON(tables, console) : printCSV(tables, console)
            return .done
        }
        let filled = try filled(
            [depth, 1].map { CategoryMatrix(by: step, depth: $0, kindOf: categoryKind) }, question)
        let tables = try filled[0].tables()
        if tables.isEmpty { try console.line(.reportEmpty) }
        for (index, (table, group)) in zip(tables, try filled[1].tables()).enumerated() {
            if index > 0 { try console.line("") }
            let name = console.name(
                of: table.currency, account: table.account, question.access.settings)
            try ReportTable(table, groups: group, by: step, name: name, console).print()
        }
        return .done
    }

    /// The ledger stores totals of whole months, so no entries are read, except for unknown
    /// categories: their money in and out is stored as one sum, so those months are read.
    private static func filled(
        _ empty: [CategoryMatrix], _ question: LedgerQuestion
    ) throws -> [CategoryMatrix] {
        var matrices = empty
        let filter = question.filter
        guard filter.isOfMonths else {
            try question.rows.forEach { _, row in
                for index in matrices.indices { try matrices[index].add(row) }
            }
            return matrices
        }
        let first = filter.from.map { CalendarMonth(of: $0).number } ?? 0
        let last = filter.to.map { CalendarMonth(of: $0).number } ?? Int(Int32.max)
        guard first <= last else { return matrices }
        let book = question.access.book
        var unknown: Set<CalendarMonth> = []
        for total in try question.ledger.monthTotals(of: filter.accounts, months: first...last) {
            guard
                let month = CalendarMonth(year: total.month / 100, month: total.month % 100),
                !filter.excludedAccounts.contains(total.account),
                case let sum = total.sum.named(book.currency(of: total.account)),
                filter.currency == nil || filter.currency == sum.currency
            else { continue }
            if categoryKind(total.category) == nil {
                unknown.insert(month)
                continue
            }
            for index in matrices.indices {
                matrices[index].add(
                    sum, account: total.account, category: total.category, month: month,
                    count: total.lines)
            }
        }
        for month in unknown.sorted() {
            var filter = filter
            filter.from = month.firstDay
            filter.to = month.lastDay
            try question.access.rows(filter).forEach { _, row in
                for index in matrices.indices {
                    try matrices[index].add(row, onlyUnknown: true)
                }
            }
        }
        return matrices
    }

    /// One object for each category, then for money in, money out and net.
    private static func printJSON(_ tables: [CategoryMatrix.Table], _ console: Console) throws {
        for table in tables {
            func object(_ head: JSONValue, _ amounts: [Money?], _ total: Money) -> JSONValue {
                let periods = zip(table.periods, amounts).compactMap { period, amount in
                    amount.map { (key: period.text, value: JSONValue.amount($0)) }
                }
                return [
                    "currency": .string(table.currency.code), "account": .ifAny(table.account),
                ] + head + ["periods": .object(periods), "total": .amount(total)]
            }
            for row in table.rows {
                let head: JSONValue = [
                    "category": .string(row.category),
                    "kind": row.kind.map { .string($0.rawValue) },
                    "direction": row.isIn.map { .string($0 ? "in" : "out") },
                    "parts": .count(row.count),
                ]
                try console.json(object(head, row.amounts, row.total))
            }
            for (name, amounts) in [
                ("in", table.moneyIn), ("out", table.moneyOut), ("net", table.net),
                ("transfers", table.transfers), ("change", table.change),
            ] {
                guard let total = amounts.last else { continue }
                try console.json(object(["sum": .string(name)], amounts.dropLast(), total))
            }
        }
    }

    /// A row for each category with a column for every period of any currency, and a column for the
    /// account of lines without a currency.
    private static func printCSV(_ tables: [CategoryMatrix.Table], _ console: Console) throws {
        let periods = Set(tables.flatMap(\.periods)).sorted()
        // Only lines without a currency have one.
        let hasAccounts = tables.contains { !$0.account.isEmpty }
        let heading =
            ["currency", "category", "kind"] + periods.map(\.text) + ["total"]
            + (hasAccounts ? ["account"] : [])
        try console.raw(heading.joined(separator: ",") + "\r\n")
        for table in tables {
            for row in table.rows {
                let amounts = Dictionary(
                    uniqueKeysWithValues: zip(table.periods, row.amounts.map { $0?.text ?? "" }))
                let cells =
                    [
                        table.currency.code, CSVText.cell(row.category),
                        row.kind?.rawValue ?? (row.isIn == true ? "income" : "expense"),
                    ] + periods.map { amounts[$0] ?? "" } + [row.total.text]
                    + (hasAccounts ? [CSVText.cell(table.account)] : [])
                try console.export(Array((cells.joined(separator: ",") + "\r\n").utf8))
            }
        }
    }
}

extension LineFilter {
    /// True when the ledger's stored monthly totals are enough.
    fileprivate var isOfMonths: Bool {
        isOfSums && !isContradiction && from.map { CalendarMonth(of: $0).firstDay == $0 } ?? true
            && to.map { CalendarMonth(of: $0).lastDay == $0 } ?? true
    }
}
