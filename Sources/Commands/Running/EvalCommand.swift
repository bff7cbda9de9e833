import Categorizing
import Facts
import Ledger
import Importing
import Tables
import Reports
import Scanning
import Workspaces

/// `kopiyka eval [FILE]`: accuracy and calibration of suggestions, on labelled rows or on one's own
/// ledger.
enum EvalCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        guard let path = invocation.operands.first else {
            return try replay(invocation, console)
        }
        let categorizer = Categorizer()
        var table = try TableReader(path: path)
        guard let header = try table.next() else {
            throw ReadFailure(.empty, at: SourcePlace(file: path))
        }
        let columns = try DescriptorColumns(header.fields, path: path, isLabelled: true)
        var evaluation = Evaluation()
        var isClean = true
        let showsRows = invocation.has(.rows)
        if showsRows { try console.raw(rowsHeader) }
        while let step = try table.step() {
            guard case .row(let row) = step, let query = columns.query(row.fields) else {
                console.report(columns.rejection(of: step, path: path))
                isClean = false
                continue
            }
            let suggestion = categorizer.suggest(query)
            let isRight = evaluation.add(
                category: suggestion.category, permille: suggestion.permille,
                label: columns.text(.label, in: row.fields),
                others: columns.text(.also, in: row.fields).split(separator: "|").map(String.init))
            guard showsRows else { continue }
            let id = CSVText.cell(escapedForTerminal(columns.text(.id, in: row.fields)))
            try show(suggestion, of: id, isRight: isRight, console)
        }
        if !showsRows { try show(evaluation, [], invocation, console) }
        return isClean ? .done : .needsPerson
    }

    private static let rowsHeader = "id,category,confidence,pattern,right\n"

    private static func show(
        _ suggestion: Suggestion, of id: String, isRight: Bool, _ console: Console
    ) throws {
        let pattern = Conclusion(from: suggestion.evidence).patternName
        try console.raw(
            "\(id),\(suggestion.category),\(suggestion.confidenceText),\(pattern),\(isRight ? 1 : 0)\n"
        )
    }

    /// One month of a replay.
    private struct Month {
        let name: String
        var evaluation = Evaluation()
    }

    /// Replays the ledger in order of time: each entry is suggested from earlier decisions, then
    /// learned.
    private static func replay(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        let categorizer = try categorizer(of: access.workspace.paths)
        let learning = Learning(by: categorizer, country: access.country)
        var cursor = try EntryCursor(access.workspace.ledger, EntryQuery(order: .day))
        let memory = ReplayMemory()
        var whole = Evaluation()
        var months: [Month] = []
        let showsRows = invocation.has(.rows)
        if showsRows { try console.raw(rowsHeader) }
        while let entry = try cursor.next() {
            let category = entry.annotation.category
            guard !category.isEmpty, entry.annotation.splits.isEmpty else { continue }
            let suggestion = learning.suggest(
                entry.fact, Memory(recall: { memory.histories[$0] }, answers: memory.answers))
            let name = String(entry.fact.made.day.text.prefix(7))
            if months.last?.name != name { months.append(Month(name: name)) }
            let isRight = whole.add(
                category: suggestion.category, permille: suggestion.permille, label: category)
            months[months.count - 1].evaluation.add(
                category: suggestion.category, permille: suggestion.permille, label: category)
            if showsRows {
                try show(suggestion, of: entry.key.text, isRight: isRight, console)
            }
            let decision = PastDecision(
                category: category, units: entry.fact.amount.units.magnitude,
                account: learning.accountTag(entry.fact.account),
                manner: category == suggestion.category ? .approved : .corrected)
            if let pattern = learning.pattern(suggestion) {
                memory.answers[pattern, default: Answers()].add(
                    isRight: category == suggestion.category)
            }
            let subjects = learning.subjects(entry.fact, suggestion)
            let text = subjects.last { $0.kind == .text }
            let isNews =
                text.flatMap { memory.histories[$0]?.decisions.last?.category } != category
            for subject in subjects where !subject.countsTexts || isNews {
                memory.histories[subject, default: MerchantHistory()].add(decision)
            }
        }
        if !showsRows { try show(whole, months, invocation, console) }
        return .done
    }

    /// The memory built up during a replay.
    private final class ReplayMemory {
        var histories: [SubjectKey: MerchantHistory] = [:]
        var answers: [String: Answers] = [:]
    }

    private static let permilles = [500, 600, 700, 800, 900, 950, 970, 990]

    private static func show(
        _ evaluation: Evaluation, _ months: [Month], _ invocation: Invocation, _ console: Console
    ) throws {
        if invocation.wantsJSON {
            var members = members(of: evaluation)
            if !months.isEmpty {
                members.append(
                    (
                        "months",
                        .array(
                            months.map {
                                .object(
                                    [("month", .string($0.name))] + Self.members(of: $0.evaluation))
                            })
                    ))
            }
            return try console.json(.object(members))
        }
        var figures = Table([.init(""), .init("", .number)])
        let rows = evaluation.rows
        for (message, value) in [
            (Message.evalRows, groupedDigits(String(rows), in: console.language)),
            (.evalRight, percent(evaluation.right, rows, console)),
            (.evalRightGroup, percent(evaluation.rightGroup, rows, console)),
            (.evalAnswered, percent(evaluation.answered, rows, console)),
            (.evalCoverage95, percent(evaluation.coverage(atPrecision: 95).rows, rows, console)),
            (.evalCoverage99, percent(evaluation.coverage(atPrecision: 99).rows, rows, console)),
            (.evalECE, fixed(evaluation.expectedCalibrationError)),
            (.evalBrier, fixed(evaluation.brier)),
        ] {
            figures.add([Table.Cell(console.words(message)), Table.Cell(value)])
        }
        try console.table(figures)
        try console.line("")
        var reliability = Table([
            .init(console.words(.columnConfidence), .number),
            .init(console.words(.columnRows), .number),
            .init(console.words(.evalMean), .number), .init(console.words(.evalRight), .number),
        ])
        for (index, bin) in evaluation.bins.enumerated() where bin.rows > 0 {
            let from = fixed(Double(index) / Double(Evaluation.binCount), digits: 2)
            reliability.add([
                Table.Cell("≥ " + from), Table.Cell(String(bin.rows)),
                Table.Cell(percent(bin.permilleSum, bin.rows * 1_000, console)),
                Table.Cell(percent(bin.right, bin.rows, console)),
            ])
        }
        try console.table(reliability)
        guard !months.isEmpty else { return }
        try console.line("")
        var byMonth = Table([
            .init(console.words(.columnMonth)), .init(console.words(.columnRows), .number),
            .init(console.words(.evalRight), .number), .init(console.words(.levelCertain), .number),
            .init(console.words(.evalKept), .number),
        ])
        for month in months {
            let certain = month.evaluation.at(990)
            byMonth.add([
                Table.Cell(month.name), Table.Cell(String(month.evaluation.rows)),
                Table.Cell(percent(month.evaluation.right, month.evaluation.rows, console)),
                Table.Cell(percent(certain.rows, month.evaluation.rows, console)),
                Table.Cell(percent(certain.right, certain.rows, console)),
            ])
        }
        try console.table(byMonth)
    }

    private static func members(of evaluation: Evaluation) -> [(key: String, value: JSONValue)] {
        let rows = Double(max(evaluation.rows, 1))
        func share(_ count: Int, of all: Double = rows) -> JSONValue {
            .number(fixed(Double(count) / max(all, 1)))
        }
        var at: [(String, JSONValue)] = []
        for permille in permilles {
            let (taken, right) = evaluation.at(permille)
            at.append(
                (
                    fixed(Double(permille) / 1_000, digits: 2),
                    .object([
                        ("coverage", share(taken)), ("precision", share(right, of: Double(taken))),
                    ])
                ))
        }
        return [
            ("rows", .number(String(evaluation.rows))), ("answered", share(evaluation.answered)),
            ("leaf_accuracy", share(evaluation.right)),
            ("strict_accuracy", share(evaluation.strictlyRight)),
            ("parent_accuracy", share(evaluation.rightGroup)),
            ("precision_when_answered", share(evaluation.right, of: Double(evaluation.answered))),
            ("max_coverage_at_95", share(evaluation.coverage(atPrecision: 95).rows)),
            ("max_coverage_at_99", share(evaluation.coverage(atPrecision: 99).rows)),
            ("ece", .number(fixed(evaluation.expectedCalibrationError))),
            ("brier", .number(fixed(evaluation.brier))),
            ("at", .object(at.map { (key: $0.0, value: $0.1) })),
            (
                "bins",
                .array(
                    evaluation.bins.map {
                        .object([
                            ("rows", .number(String($0.rows))),
                            ("mean", share($0.permilleSum, of: Double($0.rows) * 1_000)),
                            ("right", share($0.right, of: Double($0.rows))),
                        ])
                    })
            ),
        ]
    }

    private static func percent(_ part: Int, _ whole: Int, _ console: Console) -> String {
        if whole == 0 { return "—" }
        return peopleText(
            permille: (part * 2_000 + whole) / (whole * 2), in: console.language)
    }

    /// `0.0391`.
    private static func fixed(_ value: Double, digits: Int = 4) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let units = Int((value * Double(scale)).rounded())
        let rest = String(units % scale)
        return "\(units / scale)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
