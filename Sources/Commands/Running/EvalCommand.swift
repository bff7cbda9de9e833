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
        if !showsRows { try show(evaluation, [], 0, invocation, console) }
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
        let categorizer = try access.categorizer()
        let learning = Learning(by: categorizer, country: access.country)
        var cursor = try EntryCursor(access.workspace.ledger, EntryQuery(order: .day))
        let memory = ReplayMemory()
        var whole = Evaluation()
        var months: [Month] = []
        let showsRows = invocation.has(.rows)
        var linked = 0
        if showsRows { try console.raw(rowsHeader) }
        while let entry = try cursor.next() {
            let category = entry.annotation.category
            guard !category.isEmpty, entry.annotation.splits.isEmpty else { continue }
            let suggestion = learning.suggest(
                entry.fact, Memory(recall: { memory.histories[$0] }, answers: memory.answers))
            // A pair follows from two lines, and a replay sees one: its words alone prove nothing.
            let isLinked =
                !entry.annotation.transferTo.isEmpty
                && TransferSide.ownCategories.contains(category)
            if isLinked {
                linked += 1
            } else {
                let name = String(entry.fact.made.day.text.prefix(7))
                if months.last?.name != name { months.append(Month(name: name)) }
                let isRight = whole.add(
                    category: suggestion.category, permille: suggestion.permille, label: category)
                months[months.count - 1].evaluation.add(
                    category: suggestion.category, permille: suggestion.permille, label: category)
                if showsRows {
                    try show(suggestion, of: entry.key.text, isRight: isRight, console)
                }
            }
            let decision = PastDecision(
                category: category, units: entry.fact.amount.units.magnitude,
                account: learning.accountTag(entry.fact.account),
                manner: category == suggestion.category ? .approved : .corrected)
            if !isLinked, let pattern = learning.pattern(suggestion) {
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
        if !showsRows { try show(whole, months, linked, invocation, console) }
        if linked > 0 { console.narrate(.evalLinked, ["count": .count(linked)]) }
        return .done
    }

    /// The memory built up during a replay.
    private final class ReplayMemory {
        var histories: [SubjectKey: MerchantHistory] = [:]
        var answers: [String: Answers] = [:]
    }

    private static let permilles = [500, 600, 700, 800, 900, 950, 970, 990]

    /// - Parameter linked: transfers that were left out.
    private static func show(
        _ evaluation: Evaluation, _ months: [Month], _ linked: Int, _ invocation: Invocation,
        _ console: Console
    ) throws {
        if invocation.wantsJSON {
            let byMonth = months.map { ["month": .string($0.name)] + json(of: $0.evaluation) }
            return try console.json(
                json(of: evaluation) + [
                    "linked": linked == 0 ? nil : .count(linked),
                    "months": byMonth.isEmpty ? nil : .array(byMonth),
                ])
        }
        func figure(_ value: Double, digits: Int = 4, after sign: String = "") -> Table.Cell {
            .text(sign + peopleText(ofRate: fixed(value, digits: digits), in: console.language))
        }
        var figures = Table([.blank, .init(Phrase.empty, .number)])
        let rows = evaluation.rows
        let values: [(Message, Table.Cell)] = [
            (.evalRows, .count(rows)),
            (.evalRight, percent(evaluation.right, rows)),
            (.evalRightGroup, percent(evaluation.rightGroup, rows)),
            (.evalAnswered, percent(evaluation.answered, rows)),
            (.evalCoverage95, percent(evaluation.coverage(atPrecision: 95).rows, rows)),
            (.evalCoverage99, percent(evaluation.coverage(atPrecision: 99).rows, rows)),
            (.evalECE, figure(evaluation.expectedCalibrationError)),
            (.evalBrier, figure(evaluation.brier)),
        ]
        for (message, value) in values {
            figures.add([.words(message), value])
        }
        try console.table(figures)
        try console.line("")
        var reliability = Table([
            .init(.columnConfidence, .number), .init(.columnRows, .number),
            .init(.evalMean, .number), .init(.evalRight, .number),
        ])
        for (index, bin) in evaluation.bins.enumerated() where bin.rows > 0 {
            let from = Double(index) / Double(Evaluation.binCount)
            reliability.add([
                figure(from, digits: 2, after: "≥ "), "\(bin.rows)",
                percent(bin.permilleSum, bin.rows * 1_000),
                percent(bin.right, bin.rows),
            ])
        }
        try console.table(reliability)
        guard !months.isEmpty else { return }
        try console.line("")
        var byMonth = Table([
            .init(.columnMonth), .init(.columnRows, .number), .init(.evalRight, .number),
            .init(Suggestion.Level.certain.text, .number), .init(.evalKept, .number),
        ])
        for month in months {
            let certain = month.evaluation.at(990)
            byMonth.add([
                .text(month.name), "\(month.evaluation.rows)",
                percent(month.evaluation.right, month.evaluation.rows),
                percent(certain.rows, month.evaluation.rows), percent(certain.right, certain.rows),
            ])
        }
        try console.table(byMonth)
    }

    private static func json(of evaluation: Evaluation) -> JSONValue {
        func share(_ count: Int, of all: Int) -> JSONValue {
            .number(fixed(Double(count) / Double(max(all, 1))))
        }
        let (rows, answered) = (evaluation.rows, evaluation.answered)
        let at = permilles.map { permille in
            let (taken, right) = evaluation.at(permille)
            let shares: JSONValue = [
                "coverage": share(taken, of: rows), "precision": share(right, of: taken),
            ]
            return (key: fixed(Double(permille) / 1_000, digits: 2), value: shares)
        }
        let bins: [JSONValue] = evaluation.bins.map {
            [
                "rows": .count($0.rows), "mean": share($0.permilleSum, of: $0.rows * 1_000),
                "right": share($0.right, of: $0.rows),
            ]
        }
        return [
            "rows": .count(rows), "answered": share(answered, of: rows),
            "leaf_accuracy": share(evaluation.right, of: rows),
            "strict_accuracy": share(evaluation.strictlyRight, of: rows),
            "parent_accuracy": share(evaluation.rightGroup, of: rows),
            "precision_when_answered": share(evaluation.right, of: answered),
            "max_coverage_at_95": share(evaluation.coverage(atPrecision: 95).rows, of: rows),
            "max_coverage_at_99": share(evaluation.coverage(atPrecision: 99).rows, of: rows),
            "ece": .number(fixed(evaluation.expectedCalibrationError)),
            "brier": .number(fixed(evaluation.brier)), "at": .object(at), "bins": .array(bins),
        ]
    }

    private static func percent(_ part: Int, _ whole: Int) -> Table.Cell {
        whole == 0 ? "—" : .share((part * 2_000 + whole) / (whole * 2))
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
