import Categorizing
import Facts
import Glibc
import Ledger
import Pending
import Planning
import Reports
import Reviewing
import Saving
import Scanning
import Workspaces

/// `kopiyka review`: decides waiting lines by group, on a screen, line by line or in an editor; or
/// applies decisions from a script.
enum ReviewCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if let path = invocation[.decisions] {
            return try apply(decisionsIn: path, invocation, console)
        }
        let access = try WorkspaceAccess.open(.writing, console)
        let written = try access.workspace.applyWritten(
            isDryRun: invocation.isDryRun, learning: access.learning())
        if !written.isEmpty { _ = try ApproveCommand.show(written, invocation, console) }
        let desk = try ReviewDesk(
            access.workspace, isDryRun: invocation.isDryRun,
            reopen: { try WorkspaceAccess.openAgain(access.workspace.paths, console) },
            learning: { try access.learning() }, expected: expected(access, console))
        let questions = try desk.questions()
        if questions.lines.isEmpty {
            try console.line(.pendingEmpty)
            return .done
        }
        let state = ReviewState(
            lines: questions.lines, vanished: questions.vanished,
            accounts: access.settings.accounts.map(\.name),
            shownNames: access.settings.shownNames, categories: console.categories,
            language: console.language.ofCategories)
        if invocation.has(.edit) {
            return try EditedReview(
                desk: desk, paths: access.workspace.paths, console: console
            ).run(state, invocation)
        }
        let reached = try review(state, desk, invocation, console)
        try console.line("")
        try console.line(
            .reviewSaved,
            [
                "approved": .count(reached.approved), "dismissed": .count(reached.dismissed),
                "left": .count(reached.linesWaiting),
            ])
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }

    /// Finds the payment that a waiting line seems to be; none in ledgers that take too long to
    /// read.
    private static func expected(
        _ access: WorkspaceAccess, _ console: Console
    ) throws -> (QueueLine) -> ReviewContext.ExpectedPayment? {
        let entries = try access.workspace.ledger.entryCount
        guard (1...Limits.reviewStreamsEntriesMax).contains(entries) else { return { _ in nil } }
        var payments: ExpectedPayments
        do {
            payments = try RecurringQuestion.expected(
                LedgerQuestion(access, console.categories), asOf: Clock.localDay)
        } catch let faults as PlanFaults {
            // The review needs no plans.
            console.report(faults)
            return { _ in nil }
        }
        let book = access.book
        return { line in
            payments.payment(for: ReportRow(waiting: line, book)).map { stream, day in
                .init(
                    name: stream.name, every: stream.cadence.rawValue, day: day,
                    amount: stream.amount)
            }
        }
    }

    /// On the full screen if there is one, else line by line.
    private static func review(
        _ state: ReviewState, _ desk: ReviewDesk, _ invocation: Invocation, _ console: Console
    ) throws -> ReviewState {
        let surroundings = console.environment
        let isOnScreen =
            !invocation.has(.plain) && surroundings.isTerminal(Environment.standardInput)
            && surroundings.isTerminal(Environment.standardOutput) && surroundings["TERM"] != "dumb"
        if isOnScreen {
            try console.flush()
            var state = state
            if invocation.has(.answers) { state.showSheet() }
            if let screen = ReviewScreen(
                state, desk, console.language, hasColors: console.style.hasColors)
            {
                return try screen.run()
            }
        }
        return try PlainReview(state, desk, console).run()
    }

    /// Decisions of a JSON Lines file: all valid ones are applied, the others are reported.
    private static func apply(
        decisionsIn path: String, _ invocation: Invocation, _ console: Console
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
                var message = problem.message
                message.words.why = problem.kind.whyOfDecision
                message.words.fix = problem.kind.words.fix
                message.place = SourcePlace(file: path, line: problem.line, column: problem.column)
                console.report(message)
                isClean = false
            }
        }
        if let descriptor = stream(path) {
            defer { if descriptor > 0 { close(descriptor) } }
            var input = LineInput(descriptor: descriptor)
            var bytes = 0
            while let line = try input.next() {
                bytes += line.count + 1
                guard bytes <= Limits.standardInputBytesMax else {
                    throw SavingError(operation: .read, path: path, errno: EFBIG)
                }
                take(line)
            }
        } else {
            let bytes = try readFile(path, limit: Limits.standardInputBytesMax)
            var rest = bytes[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
                take(Array(rest[..<end]))
                rest = rest[end...].dropFirst()
            }
        }
        if decisions.isEmpty, isClean, !invocation.wantsJSON {
            try console.line(console.words(.editNothing))
            return .done
        }
        // The command that writes the decisions may keep the workspace open until it ends.
        let access = try WorkspaceAccess.open(.writing, console)
        let report = try access.workspace.apply(
            decisions, isDryRun: invocation.isDryRun, learning: access.learning())
        let code = try ApproveCommand.show(report, invocation, console)
        return isClean ? code : .needsPerson
    }

    /// A stream: standard input, `/dev/null`, the pipe of `<(…)`; nil for a file.
    private static func stream(_ path: String) -> Int32? {
        if path == "-" { return 0 }
        guard let information = try? status(at: path, followingLink: true) else { return nil }
        let kind = information.st_mode & S_IFMT
        // `/dev/stdin` and `/dev/fd` may lead to a file, and are not untrusted links.
        let isOpen = path.hasPrefix("/dev/") && kind == S_IFREG
        guard kind == S_IFIFO || kind == S_IFCHR || isOpen else { return nil }
        return openStream(path)
    }
}
