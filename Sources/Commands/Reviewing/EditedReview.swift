import Facts
import Glibc
import Pending
import Reviewing
import Saving
import Scanning
import Workspaces

/// `review --edit`: the queue as a table in the person's editor; the saved table is applied as a
/// whole or not at all.
struct EditedReview {
    let desk: ReviewDesk
    let paths: WorkspacePaths
    let console: Console

    func run(_ state: ReviewState, _ invocation: Invocation) throws -> ExitCode {
        let sheet = ReviewSheet(state)
        var text = sheet.text(intro: console.words(.editIntro)) { line in
            desk.expected(line).map { expectedWords($0)[console.language] } ?? ""
        }
        var input = LineInput()
        let path = paths.hidden + "/review-\(getpid()).txt"
        var isKept = false
        defer { if !isKept { try? removeRegularFile(path) } }
        let leftover = try continued(&text, &input)
        while true {
            try write(text, to: path)
            try Editor(console.environment).edit(path)
            let saved = String(
                decoding: try readFile(path, limit: Limits.standardInputBytesMax), as: UTF8.self)
            let faults: [ReviewSheet.Fault]
            var choices: [KeyedChoice] = []
            do throws(ReviewSheet.Faults) {
                choices = try sheet.decisions(in: saved)
                faults = []
            } catch {
                faults = error.faults
            }
            if faults.isEmpty {
                let code: ExitCode
                do {
                    code = try apply(choices, state, invocation)
                } catch {
                    // The workspace is busy or the disk full: the next review offers the answers.
                    isKept = !invocation.isDryRun
                    if isKept {
                        try console.line(console.words(.editLeftoverKept, ["file": .text(path)]))
                        if let leftover { try removeRegularFile(leftover) }
                    }
                    throw error
                }
                if let leftover, !invocation.isDryRun { try removeRegularFile(leftover) }
                return code
            }
            report(faults)
            if try saved == text || !wantsAgain(&input) {
                try console.line(console.words(.editUnchanged), .doubtful)
                return .needsPerson
            }
            text = ReviewSheet.marked(
                saved, faults.map { ($0.line, words(of: $0.kind)[console.language]) })
        }
    }

    /// Offers the answers left by a killed review; returns its file if the person continues with
    /// them.
    private func continued(_ text: inout String, _ input: inout LineInput) throws -> String? {
        let left = try filesOfDeadProcesses(
            in: paths.hidden, beginning: "review-", ending: ".txt")
        guard let file = left.last else { return nil }
        for line in console.words(.editLeftover, ["file": .text(file)]).split(separator: "\n") {
            try console.line(String(line), .strong)
        }
        try console.raw("> ")
        try console.flush()
        switch try input.nextAnswer() {
        case "":
            text = String(
                decoding: try readFile(file, limit: Limits.standardInputBytesMax), as: UTF8.self)
            return file
        case "d": try removeRegularFile(file)
        default: try console.line(console.words(.editLeftoverKept, ["file": .text(file)]))
        }
        return nil
    }

    /// An editor that changes nothing would be reopened forever.
    private func wantsAgain(_ input: inout LineInput) throws(SavingError) -> Bool {
        try console.raw(escapedForTerminal(console.words(.editAgain)) + " > ")
        try console.flush()
        return try input.nextAnswer()?.isEmpty ?? false
    }

    private func write(_ text: String, to path: String) throws(SavingError) {
        var file = try ReplacingFile(replacing: path)
        try file.write(Array(text.utf8))
        try file.commit()
    }

    /// One command for all decisions, so that one undo reverts them.
    private func apply(
        _ choices: [KeyedChoice], _ state: ReviewState, _ invocation: Invocation
    ) throws -> ExitCode {
        guard !choices.isEmpty else {
            try console.line(console.words(.editNothing))
            return .done
        }
        var outcome = try desk.perform(.decide(choices, rule: nil), in: state)
        var waiting = state.linesWaiting
        var isLost = false
        if case .reloaded(let questions, let lost, let rest) = outcome {
            waiting = questions.lines.count
            isLost = !lost.isEmpty
            let fact = lost.first.flatMap { state.item($0)?.line.fact }
            try console.line(
                noticeWords(
                    .reloaded(lost: lost.count, fact, isDone: lost.isEmpty), console.categoryName)[
                        console.language], .doubtful)
            outcome = rest
        }
        guard case .decided(let approved, let dismissed, let refused, _) = outcome else {
            return .needsPerson
        }
        let left = waiting - approved.count - dismissed.count
        try console.line(
            .reviewSaved,
            [
                "approved": .count(approved.count), "dismissed": .count(dismissed.count),
                "left": .count(left),
            ])
        if refused > 0 {
            try console.line(console.words(.wasRefused, ["count": .count(refused)]), .doubtful)
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return refused > 0 || isLost ? .needsPerson : .done
    }

    private func report(_ faults: [ReviewSheet.Fault]) {
        for fault in faults.prefix(Limits.rejectionsShownMax) {
            console.report(
                HouseMessage(
                    place: SourcePlace(file: "review", line: fault.line), kind: "review-edit",
                    words: ErrorWords(what: words(of: fault.kind))))
        }
    }

    private func words(of kind: ReviewSheet.Fault.Kind) -> Phrase {
        switch kind {
        case .verbUnknown(let text): ReviewMessage.editVerb.with(["text": .text(text)])
        case .numberUnknown(let text): ReviewMessage.editNumber.with(["text": .text(text)])
        case .numberTwice(let number): ReviewMessage.editTwice.with(["text": "\(number)"])
        case .categoryUnknown(let unknown): unknownCategoryWords(unknown)
        case .categoryMissing: ReviewMessage.noSuggestion.text
        case .factChanged: ReviewMessage.editFact.text
        case .fieldUnknown(let text): ReviewMessage.editField.with(["text": .text(text)])
        case .split(let fault): faultWords(fault)
        }
    }
}

/// The person's editor, run on one file in this terminal.
struct Editor {
    private let command: String

    init(_ environment: Environment) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        command = named ?? "vi"
    }

    /// - Parameter status: the editor's exit status; nil when it could not be started.
    private func failure(_ status: Int32?) -> HouseMessage {
        HouseMessage(
            "error.editor-failed", ["command": .text(command)],
            why: status.map { Phrase("editedReview.exitStatus", ["status": "\($0)"]) },
            exitCode: .inputOutput)
    }

    /// Returns when the editor has ended successfully.
    ///
    /// The command goes through the shell, because it may contain options (`code --wait`); the path
    /// is an argument, never shell text.
    func edit(_ path: String) throws(HouseMessage) {
        // Ctrl-C belongs to the editor.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        let words = ["/bin/sh", "-c", command + " \"$1\"", "sh", path]
        guard let child = try? ChildProgram("/bin/sh", words), let ending = child.wait() else {
            throw failure(nil)
        }
        guard ending.signal == 0, ending.code == 0 else {
            throw failure(ending.code)
        }
    }
}
