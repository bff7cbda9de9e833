import Categorizing
import Facts
import Pending
import Reviewing
import Saving
import Scanning
import Workspaces

/// `kopiyka review`: a dialogue about what waits, group by group; or decisions from a script.
enum ReviewCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        if let path = invocation[.decisions] {
            return try apply(decisionsIn: path, to: access, invocation, console)
        }
        let written = try access.workspace.applyWritten(
            isDryRun: invocation.isDryRun, learning: access.learning())
        if !written.isEmpty { _ = try ApproveCommand.show(written, invocation, console) }
        var lines: [QueueLine] = []
        try access.workspace.forEachQueueLine { line in
            // What was written is still there when nothing is to be changed.
            if line.decision?.verdict == nil { lines.append(line) }
            return true
        }
        if lines.isEmpty {
            try console.line(.pendingEmpty)
            return .done
        }
        var dialogue = ReviewDialogue(
            list: ReviewList(lines: lines), workspace: access.workspace,
            learning: try access.learning(), isDryRun: invocation.isDryRun, console: console)
        try dialogue.run()
        return .done
    }

    /// Decisions of a JSON Lines file: all that can be read are applied, the others are named.
    private static func apply(
        decisionsIn path: String, to access: WorkspaceAccess, _ invocation: Invocation,
        _ console: Console
    ) throws -> ExitCode {
        var decisions: [KeyedDecision] = []
        var isClean = true
        var number = 0
        func take(_ line: [UInt8]) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
            do throws(QueueFault) {
                decisions.append(try KeyedDecision.parse(line.span))
            } catch {
                let problem = QueueProblem(error, line: number, of: line.span)
                var message = problem.message(in: console.language)
                message.place = SourcePlace(file: path, line: problem.line, column: problem.column)
                console.report(message)
                isClean = false
            }
        }
        if path == "-" {
            var input = LineInput()
            while let line = try input.next() { take(line) }
        } else {
            let bytes = try readFile(path, limit: Limits.standardInputBytesMax)
            var rest = bytes[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
                take(Array(rest[..<end]))
                rest = rest[end...].dropFirst()
            }
        }
        let report = try access.workspace.apply(
            decisions, isDryRun: invocation.isDryRun, learning: access.learning())
        let code = try ApproveCommand.show(report, invocation, console)
        return isClean ? code : .needsPerson
    }
}

/// The line-by-line dialogue: shows a group, asks, does at once what was answered.
private struct ReviewDialogue: ~Copyable {
    private var session: ReviewSession
    private let workspace: Workspace
    private let learning: Learning
    private let isDryRun: Bool
    private let console: Console
    private var input = LineInput()
    private var approved = 0
    private var dismissed = 0
    /// Lines each settled group of this dialogue had, newest last: what undo may take back.
    private var settled: [(approved: Int, dismissed: Int, changed: Int)] = []

    /// Lines of a group shown before "and n more".
    private static let linesShown = 5
    private static let categoriesShown = 9

    fileprivate enum Answer {
        case approve(category: String?), askCategory(String), skip, dismiss, undo, help, quit
        case rejectTransfer
        case unclear(String)
    }

    init(
        list: ReviewList, workspace: Workspace, learning: Learning, isDryRun: Bool,
        console: Console
    ) {
        session = ReviewSession(list: list)
        self.workspace = workspace
        self.learning = learning
        self.isDryRun = isDryRun
        self.console = console
    }

    mutating func run() throws {
        var isShown = false
        while let group = session.current {
            if !isShown { try show(group) }
            isShown = true
            try ask(group.isTransfer ? .reviewAskTransfer : .reviewAsk)
            guard let text = try input.nextAnswer() else { break }
            switch Answer(text, about: group) {
            case .approve(let category):
                try approve(category)
                isShown = false
            case .askCategory(let typed):
                if let category = try chooseCategory(typed) {
                    try approve(category)
                    isShown = false
                }
            case .skip:
                session.skip()
                settled.append((0, 0, 0))
                isShown = false
            case .dismiss:
                try dismiss()
                isShown = false
            case .rejectTransfer:
                try apply(session.rejectingTransfer())
                isShown = false
            case .undo:
                try undo()
                isShown = false
            case .help: try console.line(.reviewHelp)
            case .quit: return try finish()
            case .unclear(let answer):
                try console.line(.reviewUnknownAnswer, ["answer": .text(answer)], .doubtful)
            }
        }
        try finish()
    }

    private func show(_ group: ReviewGroup) throws {
        let number = session.list.groups.count - session.groupsLeft + 1
        let totals = group.totals.map { total in
            (total.sum.map { peopleText(of: $0, in: console.language) } ?? "?") + " "
                + total.currency.code
        }.joined(separator: ", ")
        let lines = console.say(.reviewLines, ["count": .count(group.lines.count)])
        try console.line("")
        try console.line(
            "[\(number)/\(session.list.groups.count)] \(group.title) · \(lines) · \(totals)",
            .strong)
        if group.state != .new {
            try console.line("  " + console.say(group.state.message), .doubtful)
        }
        for line in group.lines.prefix(Self.linesShown) {
            let amount = peopleText(of: line.fact.amount, in: console.language)
            let day = peopleText(of: line.fact.made.day, in: console.language)
            try console.line(
                "  \(day)  \(amount) \(line.fact.amount.currency.code)  \(line.fact.description)",
                .quiet)
        }
        let rest = group.lines.count - Self.linesShown
        if rest > 0 { try console.line("  " + console.say(.reviewMore, ["count": .count(rest)])) }
        let suggestion = group.suggestion
        guard !suggestion.category.isEmpty else {
            return try console.line("  → " + console.say(.uncategorized), .doubtful)
        }
        let name = categoryName(suggestion.category, in: console.language)
        let confidence = peopleText(permille: suggestion.permille, in: console.language)
        let because = suggestion.evidence.map {
            console.say($0.source.message) + " " + $0.subject(console)
        }.joined(separator: ", ")
        try console.line(
            "  → \(name) (\(confidence)\(because.isEmpty ? "" : ": " + because))",
            suggestion.level < .high ? .doubtful : .plain)
    }

    /// A question without a line end, so that the answer stands behind it.
    private func ask(_ question: Message) throws {
        try console.raw(escapedForTerminal(console.say(question)) + " > ")
        try console.flush()
    }

    private mutating func approve(_ category: String?) throws {
        try apply(session.approving(category: category))
    }

    private mutating func dismiss() throws {
        try apply(session.dismissing())
    }

    private mutating func apply(_ decisions: [(key: LineKey, decision: Decision)]) throws {
        guard let decision = decisions.first?.decision else { return }
        let report = try workspace.decide(
            command: "review", .keys(Set(decisions.map(\.key))), isDryRun: isDryRun,
            learning: learning
        ) { _ in decision }
        approved += report.approved.count
        dismissed += report.dismissed.count
        settled.append((report.approved.count, report.dismissed.count, report.edited.count))
        for key in report.refused { console.report(DecisionRefused(key: key)) }
        session.advance()
    }

    /// Takes back what this dialogue did last, and shows that group again.
    private mutating func undo() throws {
        guard let last = settled.popLast() else {
            return try console.line(.nothingToUndo)
        }
        if last.approved + last.dismissed + last.changed > 0, !isDryRun { _ = try workspace.undo() }
        approved -= last.approved
        dismissed -= last.dismissed
        session.goBack()
    }

    /// Searches categories in any language until one is chosen; nil when the person gave up.
    private mutating func chooseCategory(_ typed: String) throws -> String? {
        var typed = typed
        while true {
            if typed.isEmpty {
                try ask(.reviewCategory)
                guard let answer = try input.nextAnswer() else { return nil }
                typed = answer
                if typed.isEmpty { return nil }
            }
            if let exact = CategoryTable.lookup(typed) { return exact.key }
            let found = CategoryTable.builtIn.search(typed).prefix(Self.categoriesShown)
            if found.count == 1 { return found.first?.key }
            if found.isEmpty {
                try console.line(.reviewNoCategory, ["typed": .text(typed)], .doubtful)
                typed = ""
                continue
            }
            for (number, category) in found.enumerated() {
                let name = categoryName(category.key, in: console.language)
                try console.line("  \(number + 1)  \(category.emoji) \(name)  \(category.key)")
            }
            try ask(.reviewChoose)
            guard let answer = try input.nextAnswer(), !answer.isEmpty else { return nil }
            if let number = Int(answer), found.indices.contains(found.startIndex + number - 1) {
                return found[found.startIndex + number - 1].key
            }
            typed = answer
        }
    }

    private func finish() throws {
        let left = session.list.groups.reduce(0) { $0 + $1.lines.count } - approved - dismissed
        try console.line("")
        try console.line(
            .reviewSaved,
            ["approved": .count(approved), "dismissed": .count(dismissed), "left": .count(left)])
        if isDryRun { console.narrate(.dryRunNothingChanged) }
    }
}

extension ReviewDialogue.Answer {
    /// What a typed line means; letters of either language, with a category's name behind `c` if one likes.
    init(_ text: String, about group: ReviewGroup) {
        let hasSuggestion = !group.suggestion.category.isEmpty
        let typed = text.split(separator: " ").joined(separator: " ")
        let word = typed.split(separator: " ").first.map { $0.lowercased() } ?? ""
        switch word {
        case "", "y", "yes", "т", "так":
            self = hasSuggestion ? .approve(category: nil) : .askCategory("")
        case "c", "к": self = .askCategory(String(typed.dropFirst(2)))
        case "s", "п": self = .skip
        case "d", "в": self = .dismiss
        case "n", "н": self = group.isTransfer ? .rejectTransfer : .unclear(typed)
        case "u", "с": self = .undo
        case "?", "h", "help", "довідка": self = .help
        case "q", "й", "quit", "вийти": self = .quit
        default: self = .unclear(typed)
        }
    }
}
