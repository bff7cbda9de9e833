import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka insights`: what stands out in a month, and how healthy the household's money is;
/// `insights dismiss ID` keeps `status` from telling one again.
enum InsightsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = invocation.operands
        switch words.first {
        case nil where !invocation.isDryRun: break
        case "dismiss" where words.count == 2: return try dismiss(words[1], invocation, console)
        default: throw HouseMessage.usage("error.usage.insights-arguments")
        }
        let question = try question(invocation, console)
        guard let report = question.report else {
            if !invocation.wantsJSON, !invocation.wantsCSV { try console.line(.ledgerEmpty) }
            return .done
        }
        if invocation.wantsJSON {
            try InsightObjects(question, report, console).print()
        } else if invocation.wantsCSV {
            try console.csv(
                ["id", "section", "title", "value", "unit", "currency", "severity"],
                of: InsightObjects(question, report, console).cards)
        } else {
            try InsightTable(report, console).print()
        }
        console.narrate(unconverted: report.unconverted)
        console.narrate(unconverted: question.unconverted)
        return question.ledger.workspace.problems.isEmpty ? .done : .damaged
    }

    private static func question(
        _ invocation: Invocation, _ console: Console, for use: Workspace.Access = .reading,
        hasAll: Bool? = nil
    ) throws -> InsightQuestion {
        try InsightQuestion(
            LedgerQuestion(invocation, console, for: use), invocation.dayOfFigures,
            in: invocation.base, hasAll: hasAll ?? invocation.has(.all), console)
    }

    private static func dismiss(
        _ id: String, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        guard let known = Insight.ID(rawValue: id) else {
            let near = nearest(to: id, among: Insight.ID.allCases.map(\.rawValue))
            throw HouseMessage.usage(
                "error.usage.no-insight", ["typed": .text(id)],
                fix: near.isEmpty
                    ? nil : Phrase("planFault.meant", ["near": .list(near.map { .text($0) })]))
        }
        let question = try question(invocation, console, for: .writing, hasAll: true)
        guard let card = question.report?.cards.first(where: { $0.id == known }) else {
            throw HouseMessage.usage("error.usage.no-insight-now", ["typed": .text(id)])
        }
        if question.dismissals.contains(card) {
            throw HouseMessage.usage("error.usage.insight-so", ["typed": .text(id)])
        }
        let bytes = try InsightDismissals.adding(card, to: question.dismissalBytes)
        try question.ledger.workspace.replace(
            .insights, with: bytes, insteadOf: question.dismissalBytes,
            command: "insights dismiss", isDryRun: invocation.isDryRun)
        if invocation.wantsJSON {
            try console.json([
                "id": .string(id), "changed": .string("dismissed"), "because": .string(card.cause),
                "file": .string(HouseholdFile.insights.name),
            ])
        } else {
            try console.line(.insightDismissed, ["title": .phrase(card.id.title)])
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }
}

// MARK: JSON

/// The objects for programs.
private struct InsightObjects {
    private let question: InsightQuestion
    private let report: InsightReport
    private let console: Console
    private let rows: FigureRows

    init(
        _ question: InsightQuestion, _ report: InsightReport, _ console: Console
    ) throws {
        self.question = question
        self.report = report
        self.console = console
        rows = try FigureRows(question.ledger, in: report.base)
    }

    var cards: [JSONValue] { report.cards.map { object(of: $0) } }

    func print() throws {
        try console.json(
            [
                "day": .day(report.asOf), "currency": .string(report.base.code),
                "income": .amount(report.income), "expenses": .amount(report.expenses),
                "net": .amount(report.net), "refunds": .amount(report.refunds),
            ] + questions([report.lines]))
        try console.json(cards)
        if let score = report.score { try console.json(object(of: score)) }
        var leftOut = report.leftOut.map { id, needs -> JSONValue in
            ["id": .string(id.rawValue), "needs": .string(needs.text)]
        }
        if let needs = report.scoreNeeds {
            leftOut.append(["id": .string("score"), "needs": .string(needs.text)])
        }
        try console.json(["left_out": .array(leftOut)])
    }

    private func object(of card: Insight) -> JSONValue {
        let isAmount = if case .amount = card.value { true } else { false }
        return [
            "id": .string(card.id.rawValue), "section": .string(card.id.section.rawValue),
            "title": .string(card.id.title[console.language]),
            "value": .string(card.value.plainText), "unit": .string(card.value.unit),
            "currency": isAmount ? .string(report.base.code) : nil,
            "trend": card.trend.map { trend in
                [
                    "direction": .string(trend.direction.rawValue),
                    "percent": trend.percent.map { .number(decimalText($0)) },
                    "absolute": trend.absolute.map { .string($0.plainText) },
                    "against": .string(trend.against.rawValue),
                ]
            },
            "severity": .string(card.severity.rawValue),
            "detail": .array(card.detail.map { object(of: $0) }),
            "dismissed": question.dismissals.contains(card) ? .bool(true) : nil,
        ] + questions(card.lines)
    }

    private func object(of item: Insight.Item) -> JSONValue {
        let subject: JSONValue =
            switch item.subject {
            case .category(let key):
                [
                    "category": .string(key.isEmpty ? Insight.Value.noCategory : key),
                    "name": .string(console.name(ofInsight: key)),
                ]
            case .account(let place):
                [
                    "account": .string(place.account),
                    "account_currency": .string(place.currency.code),
                ]
            case .stream(let id, let name): ["stream": .string(id), "name": .string(name)]
            case .month(let month): ["month": .string(month.text)]
            case .figure(let figure): ["figure": .string(figure.rawValue)]
            }
        return subject + [
            "amount": item.amount.map { .amount($0) },
            "currency": item.amount.map { .string($0.currency.code) },
            "balance": item.balance.map { .amount($0) },
            "percent": item.percent.map { .number(decimalText($0)) },
            "count": item.count.map { .count($0) }, "day": item.day.map { .day($0) },
        ] + questions(item.lines)
    }

    private func object(of score: HealthScore) -> JSONValue {
        [
            "score": .count(score.score), "grade": .string(score.grade.rawValue),
            "parts": .array(
                score.parts.map { part in
                    [
                        "id": .string(part.id.rawValue),
                        "score": .number(decimalText(part.score)),
                        "weight": .number(decimalText(part.weight, digits: 4)),
                    ] + questions(part.lines)
                }),
        ]
    }

    /// One question as `rows`; more as a list of them.
    private func questions(_ lines: [Insight.Lines]) -> JSONValue {
        let all = lines.flatMap { rows.questions(of: $0) }
        if all.isEmpty { return [:] }
        return all.count == 1 ? ["rows": all[0]] : ["rows_of": ["value": .array(all)]]
    }
}

extension FigureRows {
    /// The questions of the lines that an insight is made of.
    func questions(of lines: Insight.Lines) -> [JSONValue] {
        let span = lines.span
        switch lines.of {
        case .income: return income(within: span)
        case .expenses: return expenses(within: span)
        case .flows:
            return [of([.income, .expense, .refund, .outside], within: span)]
        case .earned(let keys):
            return keys.map { earned(in: $0, within: span) }
        case .spent(let keys):
            return keys.map { spent(in: $0, within: span) }
        case .account(let place): return [FigureRows.of(place, within: span)]
        case .streams(let ids): return [FigureRows.of(streams: ids, asOf: span.last)]
        }
    }
}

extension Insight.Value {
    /// As JSON names what has no category.
    static let noCategory = "uncategorized"

    var unit: String {
        switch self {
        case .amount: "currency"
        case .percent: "%"
        case .times: "x"
        case .months: "months"
        case .month: "month"
        case .category: "category"
        case .accounts: "accounts"
        case .budgets: "budgets"
        }
    }

    /// The same in every language.
    var plainText: String {
        switch self {
        case .amount(let amount): amount.text
        case .percent(let tenths), .times(let tenths), .months(let tenths): decimalText(tenths)
        case .month(let number): String(number)
        case .category(let key): key.isEmpty ? Self.noCategory : key
        case .accounts(let count), .budgets(let count): String(count)
        }
    }
}

extension Console {
    /// The name of a category; empty for what has none.
    func name(ofInsight category: String) -> String {
        category.isEmpty ? words(.uncategorized) : categoryName(category)
    }
}
