import Categorizing
import Facts
import Ledger
import Pending
import Importing
import Workspaces

/// Tests random inboxes: importing the same files again changes nothing.
///
/// Two to four exports of one account, in formats with different words, with ids that are stable,
/// renewed or absent. They come in any order; a person approves, dismisses, undoes and redoes in
/// between. Checks only that nothing is imported twice; ``Oracle`` checks the contents.
package struct InboxSoak {
    private let categorizer = Categorizer()

    package init() {}

    private static let formats: [Export.Format] = [
        .tableBare, .tableTimed, .tableBalanced, .tableWithIDs, .ofx1, .ofx2, .qif, .mt940, .camt,
    ]

    package func run(seed: UInt64, into tally: inout SoakTally) {
        var random = SeededGenerator(seed: seed)
        tally.histories += 1
        do {
            try play(using: &random, &tally)
        } catch let failure as SoakFailure {
            tally.failures.append((seed, failure, ["inbox"]))
        } catch {
            tally.failures.append((seed, SoakFailure(.damaged, "\(error)"), ["inbox"]))
        }
    }

    private func play(using random: inout SeededGenerator, _ tally: inout SoakTally) throws {
        var troubles: Troubles = []
        for trouble in [Troubles.twins, .cutDays, .cutStarts, .shuffledRows, .recountedBalances]
        where random.chance(40) {
            troubles.insert(trouble)
        }
        let history = History(bank: .other, troubles: troubles, using: &random)
        tally.payments += history.payments.count
        var steps = inbox(of: history, using: &random)
        let workspace = try SoakWorkspace(categorizer: categorizer)
        var inside: [RenderedExport] = []
        while !steps.isEmpty {
            let count = min(steps.count, random.one(of: [1, 1, 2, 3]))
            inside += steps.prefix(count)
            tally.rows += steps.prefix(count).reduce(0) { $0 + $1.paymentAtLine.count }
            steps.removeFirst(count)
            // A nightly run over old and new files.
            _ = try imported(inside, workspace, using: &random, &tally)
            try proveUnchanged(inside, workspace, using: &random, &tally)
            try review(workspace, using: &random)
            try proveUnchanged(inside, workspace, using: &random, &tally)
            if random.chance(30) {
                try repair(workspace, inside, using: &random)
                _ = try imported(inside, workspace, using: &random, &tally)
                try proveUnchanged(inside, workspace, using: &random, &tally)
            }
            if random.chance(30) {
                try goBack(workspace, using: &random)
                // Undone files are imported again, once.
                _ = try imported(inside, workspace, using: &random, &tally)
                try proveUnchanged(inside, workspace, using: &random, &tally)
            }
        }
        if try workspace.check() > 0 { throw SoakFailure(.damaged, "check finds something") }
    }

    private func inbox(
        of history: History, using random: inout SeededGenerator
    ) -> [RenderedExport] {
        let formats = Self.formats.shuffled(using: &random).prefix(random.number(2...4))
        let idWays = formats.map { _ in random.number(0...2) }
        var files: [RenderedExport] = []
        for number in 0..<random.number(2...5) {
            let kind = number % formats.count
            let isWhole = random.chance(60)
            let first =
                isWhole ? history.days.lowerBound : random.one(of: Array(history.days))
            let last =
                isWhole ? history.days.upperBound : random.number(first...history.days.upperBound)
            var export = Export(
                of: history, formats[kind], number: number, days: first...last, from: 0,
                made: (history.days.upperBound + 9) * 86_400, using: &random)
            let session = random.next() % 10_000
            export.reword { row in
                switch idWays[kind] {
                case 0: break
                case 1: row.id = "N\(session)-\(row.payment)"
                // Tables, OFX: readers treat an empty id as none.
                default: row.id = ""
                }
                if kind > 0 {
                    row.text = "Картка \(kind * 7) \(row.text.reversed().map(String.init).joined())"
                }
            }
            if !export.rows.isEmpty { files.append(export.rendered()) }
        }
        if let copied = files.randomElement(using: &random), random.chance(40) {
            files.append(
                RenderedExport(
                    bytes: copied.bytes, fileName: "copy-" + copied.fileName,
                    paymentAtLine: copied.paymentAtLine))
        }
        return files.shuffled(using: &random)
    }

    private func imported(
        _ files: [RenderedExport], _ workspace: SoakWorkspace,
        using random: inout SeededGenerator, _ tally: inout SoakTally
    ) throws -> ImportReport {
        tally.imports += files.count
        return try workspace.importing(files.shuffled(using: &random), account: "plain")
    }

    private func proveUnchanged(
        _ files: [RenderedExport], _ workspace: SoakWorkspace,
        using random: inout SeededGenerator, _ tally: inout SoakTally
    ) throws {
        let before = try workspace.dumped()
        for _ in 0..<random.number(1...2) {
            let report = try imported(files, workspace, using: &random, &tally)
            for file in report.files where file.new + file.ambiguous + file.conflicts > 0 {
                throw SoakFailure(
                    .doubled,
                    "\(file.name) again: new \(file.new), ambiguous \(file.ambiguous), conflicts \(file.conflicts)"
                )
            }
        }
        if try workspace.dumped() != before {
            throw SoakFailure(.changed, "an import of what was imported changed something")
        }
    }

    /// A person who approves, dismisses and answers at random.
    private func review(
        _ workspace: SoakWorkspace, using random: inout SeededGenerator
    ) throws {
        if random.chance(30) { return }
        var approved: Set<LineKey> = []
        var dismissed: Set<LineKey> = []
        for line in try workspace.lines() where line.place == .queue {
            switch random.number(0...3) {
            case 0...1: approved.insert(line.key)
            case 2: dismissed.insert(line.key)
            default: break
            }
        }
        try workspace.decide(approved, Decision(verdict: .approve, category: "groceries"))
        try workspace.decide(dismissed, Decision(verdict: .dismiss))
    }

    /// Moves all or some lines, or forgets a file; undo must restore the bytes before, and redo
    /// those after.
    private func repair(
        _ workspace: SoakWorkspace, _ inside: [RenderedExport],
        using random: inout SeededGenerator
    ) throws {
        let before = try workspace.dumped()
        let commands = try workspace.lastCommand()
        let account = random.one(of: ["second", "third", "plain"])
        switch random.number(0...3) {
        case 0:
            let share = random.number(1...4)
            _ = try workspace.move(to: account) { $0.key.rest % UInt64(share) == 0 }
        case 1: _ = try workspace.move(to: account) { $0.fact.account == "plain" }
        case 2: _ = try workspace.move(to: account) { $0.fact.account != account }
        default: _ = try workspace.forget(random.one(of: inside).fileName)
        }
        if try workspace.check() > 0 { throw SoakFailure(.damaged, "check after a repair") }
        guard try workspace.lastCommand() != commands else { return }
        let after = try workspace.dumped()
        try workspace.undo()
        if try workspace.dumped() != before { throw SoakFailure(.damaged, "undo of a repair") }
        if try workspace.check() > 0 { throw SoakFailure(.damaged, "check after an undo") }
        guard try workspace.redo(), try workspace.dumped() == after else {
            throw SoakFailure(.damaged, "redo of a repair")
        }
    }

    private func goBack(
        _ workspace: SoakWorkspace, using random: inout SeededGenerator
    ) throws {
        let count = random.number(1...3)
        for _ in 0..<count where try workspace.lastCommand() != 0 { try workspace.undo() }
        for _ in 0..<random.number(0...count) { _ = try workspace.redo() }
    }
}
