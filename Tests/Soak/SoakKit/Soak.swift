import Categorizing
import Facts
import Pending
import Importing

/// The totals of a run.
package struct SoakTally: Sendable {
    package var histories = 0
    package var imports = 0
    package var rows = 0
    package var payments = 0
    package var questions = 0
    /// Holds asked about after an import as vanished.
    package var vanished = 0
    /// Histories without any allowed question, because each row is unambiguous.
    package var proved = 0
    package var provedRows = 0
    package var failures: [(seed: UInt64, failure: SoakFailure, troubles: [String])] = []

    package init() {}

    package var questionsPerThousandRows: Int { rows == 0 ? 0 : questions * 1_000 / rows }
}

/// Runs random histories through the pipeline: exports of random formats in random order with
/// reviews in between, checked by an ``Oracle``.
package struct Soak {
    private let categorizer = Categorizer()
    /// Receives a description of each step; for runs of a single seed.
    package var tell: ((String) -> Void)?

    package init() {}

    package func run(seed: UInt64, into tally: inout SoakTally) {
        var random = SeededGenerator(seed: seed)
        let history = Self.history(using: &random)
        tally.histories += 1
        tally.payments += history.payments.count
        do {
            try play(history, using: &random, &tally)
        } catch let failure as SoakFailure {
            fail(seed, failure, history.troubles, &tally)
        } catch {
            fail(seed, SoakFailure(.damaged, "\(error)"), history.troubles, &tally)
        }
    }

    static func history(using random: inout SeededGenerator) -> History {
        let troubles = troubles(using: &random)
        return History(bank: random.one(of: Bank.allCases), troubles: troubles, using: &random)
    }

    private func fail(
        _ seed: UInt64, _ failure: SoakFailure, _ troubles: Troubles, _ tally: inout SoakTally
    ) {
        let names = Troubles.names.filter { troubles.contains($0.0) }.map(\.1)
        tally.failures.append((seed, failure, names))
    }

    private static func troubles(using random: inout SeededGenerator) -> Troubles {
        // From easy histories to those with all difficulties.
        let percent = random.one(of: [0, 10, 30, 50])
        var result: Troubles = []
        for (trouble, _) in Troubles.names where random.chance(percent) {
            // One kind of ids at a time.
            if Troubles.changingIDs.contains(trouble), !result.isDisjoint(with: .changingIDs) {
                continue
            }
            result.insert(trouble)
        }
        // By the contract, equal rows with one id are one row.
        if result.contains(.sharedIDs) { result.remove(.twins) }
        return result
    }

    private func play(
        _ history: History, using random: inout SeededGenerator, _ tally: inout SoakTally
    ) throws {
        let exports = history.exportsInOrder(using: &random)
        let workspace = try SoakWorkspace(categorizer: categorizer)
        var oracle = Oracle(history)
        var rows = 0
        var questions = 0
        var steps = exports.map { ($0, $0.rendered()) }
        var done: [DoneCommand] = []
        /// Imported files.
        var inside: [DoneCommand.Step] = []
        var nights = SeededGenerator(seed: random.next())
        if history.troubles.contains(.repeatedFiles),
            let (export, file) = steps.randomElement(using: &random)
        {
            steps.append(
                (
                    export,
                    RenderedExport(
                        bytes: file.bytes, fileName: "copy-" + file.fileName,
                        paymentAtLine: file.paymentAtLine)
                ))
        }
        while !steps.isEmpty {
            var count = min(steps.count, random.one(of: [1, 1, 1, 2, 3]))
            // Files without an account share one option.
            count =
                steps.prefix(count).firstIndex { $0.0.account != steps[0].0.account } ?? count
            let taken = Array(steps.prefix(count))
            let before = try DoneCommand(oracle, workspace, questions, inside, taken)
            steps.removeFirst(count)
            for (export, file) in taken {
                tell?(
                    "import \(file.fileName), made \(export.made)\n"
                        + String(decoding: file.bytes.prefix(20_000), as: UTF8.self))
            }
            let report = try workspace.importing(taken.map(\.1), account: taken[0].0.account)
            tell?(
                "\(report.files.map { "new \($0.new) known \($0.known) settled \($0.settled) repeated \($0.repeated) ambiguous \($0.ambiguous) conflicts \($0.conflicts)" })"
            )
            tally.imports += count
            for (file, (export, rendered)) in zip(report.files, taken) {
                // A short table may not show which sign is spending: it is refused as a whole.
                if file.failure?.kind == .layoutAmbiguous { continue }
                if file.failure != nil || file.rejected > 0 || file.rowsRead != export.rows.count {
                    throw SoakFailure(
                        .refused,
                        "\(file.name): \(String(describing: file.failure)) \(file.rejections)")
                }
                oracle.imported(export, as: rendered)
                inside.append((export, rendered))
                rows += export.rows.count
                questions += file.ambiguous + file.conflicts
            }
            let lines = try workspace.lines()
            tell?(
                lines.map {
                    "\($0.key.text) \($0.place) \($0.state) \($0.fact.amount.units) \($0.fact.description) \($0.fact.bankID) hold \($0.fact.isHold) \($0.sources.map { "\($0.file):\($0.line)" })"
                }.joined(separator: "\n"))
            _ = try oracle.judge(lines)
            let vanished = try workspace.vanishedHolds()
            try oracle.judge(lines, vanished: vanished)
            tally.vanished += vanished.count
            try record(before, workspace, &done)
            if history.troubles.contains(.reviews) || history.troubles.contains(.approvedHolds) {
                try review(workspace, &oracle, lines, questions, inside, &done, using: &random)
                _ = try oracle.judge(try workspace.lines())
            }
            if history.troubles.contains(.undo), random.chance(50) {
                steps += try goBack(
                    workspace, &oracle, &questions, &inside, &done, using: &random)
                _ = try oracle.judge(try workspace.lines())
            }
            if history.troubles.contains(.handEdits), random.chance(50) {
                try workspace.editQueue { edited($0, using: &random) }
                _ = try oracle.judge(try workspace.lines())
                // Edits stay, so undo no longer restores the earlier bytes.
                done = []
            }
            if nights.chance(40) {
                try proveUnchanged(inside, workspace, using: &nights, &tally)
            }
        }
        if try workspace.check() > 0 { throw SoakFailure(.damaged, "check finds something") }
        tally.rows += rows
        tally.questions += questions
        if oracle.isProved {
            tally.proved += 1
            tally.provedRows += rows
            if questions > 0 {
                throw SoakFailure(.needlessQuestion, "\(questions) where each row proves itself")
            }
        }
    }

    /// The state before a command, for comparison after its undo.
    private struct DoneCommand {
        typealias Step = (Export, RenderedExport)

        let oracle: Oracle
        let dump: [UInt8]
        /// Number of the previous command.
        let last: Int
        let files: [Step]
        /// Files imported before.
        let inside: [Step]
        let questions: Int

        init(
            _ oracle: Oracle, _ workspace: SoakWorkspace, _ questions: Int, _ inside: [Step],
            _ files: [Step] = []
        ) throws {
            self.oracle = oracle
            self.files = files
            self.inside = inside
            self.questions = questions
            dump = try workspace.dumped()
            last = try workspace.lastCommand()
        }
    }

    /// Adds the command to `done`, if there was one.
    private func record(
        _ before: DoneCommand, _ workspace: SoakWorkspace, _ done: inout [DoneCommand]
    ) throws {
        if try workspace.lastCommand() != before.last { done.append(before) }
    }

    /// Undoes some commands, each to the byte, and redoes some; returns the files that must be
    /// imported again.
    private func goBack(
        _ workspace: SoakWorkspace, _ oracle: inout Oracle, _ questions: inout Int,
        _ inside: inout [DoneCommand.Step], _ done: inout [DoneCommand],
        using random: inout SeededGenerator
    ) throws -> [(Export, RenderedExport)] {
        let count = min(done.count, random.number(1...3))
        var dumps: [[UInt8]] = []
        for before in done.suffix(count).reversed() {
            dumps.append(try workspace.dumped())
            try workspace.undo()
            if try workspace.dumped() != before.dump {
                throw SoakFailure(.damaged, "undo does not give what was before")
            }
        }
        let again = random.number(0...count)
        for dump in dumps.suffix(again).reversed() {
            guard try workspace.redo(), try workspace.dumped() == dump else {
                throw SoakFailure(.damaged, "redo does not give what was undone")
            }
        }
        tell?("undid \(count) commands and did \(again) of them again")
        let taken = done.suffix(count - again)
        done.removeLast(taken.count)
        guard let first = taken.first else { return [] }
        oracle = first.oracle
        questions = first.questions
        inside = first.inside
        return random.chance(70) ? taken.flatMap(\.files) : []
    }

    /// A nightly run: all imported files are imported again, in any order.
    private func proveUnchanged(
        _ inside: [DoneCommand.Step], _ workspace: SoakWorkspace,
        using random: inout SeededGenerator, _ tally: inout SoakTally
    ) throws {
        let before = try workspace.dumped()
        for (export, file) in inside.shuffled(using: &random) {
            tally.imports += 1
            for read in try workspace.importing([file], account: export.account).files
            where read.new + read.ambiguous + read.conflicts > 0 {
                throw SoakFailure(
                    .doubled,
                    "\(read.name) again: new \(read.new), ambiguous \(read.ambiguous), conflicts \(read.conflicts)"
                )
            }
        }
        if try workspace.dumped() != before {
            throw SoakFailure(.changed, "an import of what was imported changed something")
        }
    }

    private func edited(_ lines: [String], using random: inout SeededGenerator) -> [String] {
        lines.shuffled(using: &random).flatMap { line -> [String] in
            switch random.number(0...5) {
            case 0: ["", line]
            case 1 where !line.contains("\"mine\""): [line.dropLast() + ",\"mine\":1}"]
            default: [line]
            }
        }
    }

    /// A person who knows the truth answers questions, and approves, edits and dismisses at random.
    private func review(
        _ workspace: SoakWorkspace, _ oracle: inout Oracle, _ lines: [SoakWorkspace.Line],
        _ questions: Int, _ inside: [DoneCommand.Step], _ done: inout [DoneCommand],
        using random: inout SeededGenerator
    ) throws {
        var decisions: [(Set<LineKey>, Decision)] = []
        let asked = oracle
        var approved: Set<LineKey> = []
        var dismissed: Set<LineKey> = []
        var edited: Set<LineKey> = []
        var split: Set<LineKey> = []
        if random.chance(70) {
            for (key, isNew) in try oracle.answers(lines) {
                if isNew {
                    approved.insert(key)
                } else {
                    dismissed.insert(key)
                    oracle.dismissedAsKnown.insert(key)
                }
            }
        }
        for line in lines where line.place == .queue && line.state == .new {
            if oracle.history.troubles.contains(.approvedHolds), line.fact.isHold {
                approved.insert(line.key)
                continue
            }
            switch random.number(0...9) {
            case 0...3: approved.insert(line.key)
            case 4: dismissed.insert(line.key)
            case 5: edited.insert(line.key)
            case 6: split.insert(line.key)
            default: break
            }
        }
        decisions.append((approved, Decision(verdict: .approve, category: "groceries")))
        decisions.append((dismissed, Decision(verdict: .dismiss)))
        decisions.append(
            (edited, Decision(category: "transport", payee: "Somebody else", note: "mine")))
        for key in split.sorted() {
            guard let line = lines.first(where: { $0.key == key }) else { continue }
            let amount = line.fact.amount
            let half = Money(
                units: amount.units / 2, scale: amount.scale, currency: amount.currency)
            guard
                let rest = try? amount.adding(
                    Money(units: -half.units, scale: half.scale, currency: half.currency))
            else { continue }
            decisions.append(
                (
                    [key],
                    Decision(splits: [
                        .init(category: "groceries", amount: half),
                        .init(category: "transport", amount: rest),
                    ])
                ))
        }
        // The person's knowledge of dismissed lines applies from the dismissal on.
        for (number, (keys, decision)) in decisions.enumerated() {
            let before = try DoneCommand(
                number < 2 ? asked : oracle, workspace, questions, inside)
            try workspace.decide(keys, decision)
            try record(before, workspace, &done)
        }
    }
}
