import Facts
import Importing
import Ledger
import Pending
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka status`: the contents of queue and ledger, and the next step.
enum StatusCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        let state = try WorkspaceState(question)
        let day = invocation.asOf ?? Clock.localDay
        // A wrong file of plans must not hide the state.
        let outlook = Result { try state.hasInsights ? Outlook(question, day, console) : nil }
        let told = try? outlook.get()
        if invocation.wantsJSON {
            try console.json(state.object + (told?.object ?? [:]))
        } else {
            try show(state, console)
            try told?.print(console)
        }
        _ = try outlook.get()
        return state.problems == 0 ? .done : .damaged
    }

    private static func show(_ state: WorkspaceState, _ console: Console) throws {
        var table = Table([.blank, .blank])
        func add(_ title: Message, _ value: Table.Cell) {
            table.add([.words(title, [:], .quiet), value])
        }
        add(.statusWorkspace, .text(state.folder))
        add(
            .statusLedger,
            .words(
                .statusLedgerValue,
                ["entries": .count(state.entries), "accounts": .count(state.accounts)]))
        add(.statusImport, state.lastImport.map { cell(of: $0, console) } ?? .words(.statusNever))
        add(
            .statusQueue,
            .words(
                .statusQueueValue,
                [
                    "count": .count(state.lines), "ambiguous": .count(state.count(.ambiguous)),
                    "conflict": .count(state.count(.conflict)),
                ]))
        for level in Suggestion.Level.allCases.reversed() {
            guard let count = state.levels[level] else { continue }
            let words = groupedDigits(String(count), in: console.language)
            table.add(["", .text(words + " " + level.text[console.language])])
        }
        let more: [(Message, Int, Tone)] = [
            (.statusDecided, state.decided, .plain), (.statusVanished, state.vanished, .doubtful),
            (.statusGaps, state.gaps, .doubtful),
            (.statusProblems, state.problems, .bad),
        ]
        for (message, count, tone) in more where count > 0 {
            table.add(["", .words(message, ["count": .count(count)], tone)])
        }
        try console.table(table)
        try console.line(.nextCommand, ["command": .text(state.nextCommand)], .strong)
    }

    private static func cell(of batch: BatchRecord, _ console: Console) -> Table.Cell {
        .words(
            .statusImportValue,
            [
                "made": .text(
                    batch.made.isEmpty
                        ? "№\(batch.id)" : Clock.localText(of: batch.made, in: console.language)),
                "new": .count(batch.linesNew), "known": .count(batch.linesKnown),
                "rejected": .count(batch.linesRejected), "skipped": .count(batch.linesSkipped),
            ])
    }
}

/// The insights to show, and the payments that are late, dearer or near.
private struct Outlook {
    private let insights: [Insight]
    private let late: [UpcomingPayment]
    private let raised: [RecurringStream]
    private let near: [UpcomingPayment]

    private static let insightsMax = 3
    private static let daysNear = 7
    /// Limit of the payments in one line.
    private static let paymentsShown = 3

    init(_ question: LedgerQuestion, _ day: CalendarDate, _ console: Console) throws {
        let found = try InsightQuestion(question, day, console)
        insights = found.report?.pushed(found.dismissals, atMost: Self.insightsMax) ?? []
        let payments = UpcomingPayment.all(of: found.streams, asOf: day, days: Self.daysNear)
        late = payments.filter(\.isLate)
        near = payments.filter { !$0.isLate }
        raised = found.streams.filter { $0.raisedOn != nil }
    }

    var object: JSONValue {
        func objects(_ payments: [UpcomingPayment]) -> JSONValue? {
            let all = payments.map { payment -> JSONValue in
                ["id": .string(payment.stream.id), "day": .day(payment.day)]
            }
            return all.isEmpty ? nil : .array(all)
        }
        return [
            "insights": .ifAny(insights.map(\.id.rawValue)), "late": objects(late),
            "raised": .ifAny(raised.map(\.id)), "upcoming": objects(near),
        ]
    }

    func print(_ console: Console) throws {
        for card in insights {
            let note = console.note(of: card)
            try console.line(
                .insightPushed,
                [
                    "title": .phrase(card.id.title),
                    "value": .text(console.text(of: card.value)),
                    "note": .text(note.isEmpty ? "" : " (\(note))"),
                ], card.severity.tone)
        }
        func show(_ message: Message, _ payments: [(RecurringStream, CalendarDate)]) throws {
            if payments.isEmpty { return }
            var shown = payments.prefix(Self.paymentsShown).map { stream, day in
                console.words(
                    .statusPayment,
                    [
                        "name": .text(stream.name), "day": .day(day),
                        "amount": .money(stream.amount),
                    ])
            }
            let more = payments.count - shown.count
            if more > 0 { shown.append(console.words(.statusMore, ["count": .count(more)])) }
            try console.line(
                message, ["payments": .list(shown.map { .text($0) })],
                message == .statusUpcoming || message == .statusHigher ? .plain : .doubtful)
        }
        try show(.statusLate, late.map { ($0.stream, $0.day) })
        let rises = raised.map { ($0, $0.last.day) }
        try show(.statusRaised, rises.filter { $0.0.amount.isNegative })
        try show(.statusHigher, rises.filter { !$0.0.amount.isNegative })
        try show(.statusUpcoming, near.map { ($0.stream, $0.day) })
    }
}

/// Counts of a workspace.
private struct WorkspaceState {
    let folder: String
    let entries: Int
    let accounts: Int
    let dismissed: Int
    let lastImport: BatchRecord?
    let notices: [Workspace.Notice]
    /// Lines of the queue that cannot be read or contradict each other.
    let problems: Int
    /// Lines of imports are missing, or there are more than were imported.
    let isMiscounted: Bool
    private(set) var lines = 0
    private(set) var levels: [Suggestion.Level: Int] = [:]
    private(set) var states: [QueueLine.State: Int] = [:]
    /// Lines with a decision written into the file.
    private(set) var decided = 0
    /// Holds of queue and ledger that the bank no longer shows.
    let vanished: Int
    /// Statements that do not begin where the lines before them end.
    let gaps: Int

    /// As of a day, later lines do not exist; imports and damage stay as they are.
    init(_ question: LedgerQuestion) throws {
        let workspace = question.workspace
        let last = question.filter.to
        folder = workspace.paths.folder
        if let last {
            var (count, names) = (0, Set<String>())
            try question.forEachCount { place, _, lines in
                count += lines
                names.insert(place.account)
            }
            entries = count
            accounts = names.count
            dismissed = try workspace.dismissedLines().count { $0.line.fact.made.day <= last }
        } else {
            entries = try workspace.ledger.entryCount
            accounts = try Set(workspace.ledger.monthTotals().map(\.account)).count
            dismissed = try workspace.ledger.tombstoneCount
        }
        lastImport = try workspace.ledger.batches().last
        notices = workspace.notices
        problems = workspace.problems.count
        vanished = try workspace.vanishedHolds().count
        gaps = try StatementGap.all(in: workspace).count {
            $0.opening.day <= last ?? .latest
        }
        isMiscounted = !workspace.linesMissing.isEmpty
        try workspace.forEachQueueLine { line in
            if let last, line.fact.made.day > last { return true }
            lines += 1
            levels[line.suggestion.level, default: 0] += 1
            states[line.state, default: 0] += 1
            if line.decision?.verdict != nil { decided += 1 }
            return true
        }
    }

    /// More are asked of `insights`, which may take its time.
    var hasInsights: Bool { 0 < entries && entries <= Limits.statusInsightsEntriesMax }

    func count(_ state: QueueLine.State) -> Int { states[state] ?? 0 }

    var nextCommand: String {
        if problems > 0 { return "kopiyka check" }
        if isMiscounted { return "kopiyka check --repair" }
        if lines + vanished > 0 { return "kopiyka review" }
        return entries > 0 ? "kopiyka report" : "kopiyka import"
    }

    var object: JSONValue {
        let levels = Suggestion.Level.allCases.reversed().map {
            (key: $0.rawValue, value: JSONValue.count(self.levels[$0] ?? 0))
        }
        let states = QueueLine.State.allCases.map {
            (key: $0.rawValue, value: JSONValue.count(count($0)))
        }
        return [
            "workspace": .string(folder),
            "ledger": [
                "entries": .count(entries), "accounts": .count(accounts),
                "dismissed": .count(dismissed),
            ],
            "queue": [
                "lines": .count(lines), "levels": .object(levels), "states": .object(states),
                "decided": .count(decided), "unreadable": .count(problems),
            ],
            "holds_vanished": vanished > 0 ? .count(vanished) : nil,
            "statement_gaps": gaps > 0 ? .count(gaps) : nil,
            "last_import": lastImport.map { batch in
                [
                    "batch": .count(batch.id), "made": .string(batch.made),
                    "new": .count(batch.linesNew), "known": .count(batch.linesKnown),
                    "rejected": .count(batch.linesRejected), "skipped": .count(batch.linesSkipped),
                ]
            }, "notices": .ifAny(notices.map(\.kind)), "next": .string(nextCommand),
        ]
    }
}

extension Workspace.Notice {
    /// A stable word for scripts.
    fileprivate var kind: String {
        switch self {
        case .unfinishedImportTakenBack: "unfinished-import-taken-back"
        case .unfinishedCommandFinished: "unfinished-command-finished"
        case .tornLineSetAside: "torn-line-set-aside"
        case .editedQueueSetAside: "edited-queue-set-aside"
        case .editedFileSetAside: "edited-file-set-aside"
        case .decidedLinesSetAside: "decided-lines-set-aside"
        case .keysPutBack: "keys-put-back"
        case .ledgerMigrated: "ledger-migrated"
        }
    }
}
