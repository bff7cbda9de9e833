import Facts
import Importing
import Workspaces

/// `kopiyka import [PATH…]`: files into the queue, as one step that happens whole or not at all.
enum ImportCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.has(.forget) { return try ForgetFiles.run(invocation, console) }
        // An import may bring back what is missing.
        let access = try WorkspaceAccess.open(.writing, console, tellsMissing: false)
        defer { WorkspaceAccess.reportMissing(in: access.workspace, console) }
        let paths =
            invocation.operands.isEmpty ? [access.workspace.paths.inbox] : invocation.operands
        if let file = invocation[.plan] {
            return try plan(invocation, paths, access, file, console)
        }
        // A wrong file must not be found after the import.
        let mapping = try invocation[.map].map { try RecordedMapping(readFrom: $0, console) }
        let session = try ImportSession(
            access: access, choices: invocation, paths: paths, isDryRun: invocation.isDryRun,
            keepsRows: invocation.wantsJSON || console.options.isVerbose)
        let report =
            AccountQuestion.mayAsk(invocation, console)
            ? try runAsking(session, console) : try session.run(console)
        try report.show(
            asJSON: invocation.wantsJSON, isOfInbox: invocation.operands.isEmpty, access.settings,
            console)
        if !invocation.isDryRun {
            try giveMeaning(to: report, mapping, session.access, invocation, console)
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return report.isClean && session.job.inputs.problems.isEmpty ? .done : .needsPerson
    }

    /// Gives the values of category columns their meaning, if a file that another program or a
    /// person kept came in.
    private static func giveMeaning(
        to report: ImportReport, _ mapping: RecordedMapping?, _ access: WorkspaceAccess,
        _ invocation: Invocation, _ console: Console
    ) throws {
        guard
            mapping != nil
                || report.files.contains(where: { $0.new > 0 && KeptLayouts.contains($0.layout) })
        else { return }
        var map = CategoriesMap(access, console)
        _ = try map.apply(
            mapping, makesNew: false, invocation,
            asks: AccountQuestion.mayAsk(invocation, console), partOf: report.summary.batch)
    }

    /// The run, and where a person said whose lines a file holds, once more with that: whatever was
    /// read before is taken back.
    private static func runAsking(
        _ session: ImportSession, _ console: Console
    ) throws -> ImportReport {
        var question = try AccountQuestion(session.access, console)
        do {
            return try session.run(console) { report in
                let answers = try question.ask(about: report)
                if answers.values.contains(where: { $0 != .own }) {
                    throw AccountQuestion.Answered(answers: answers)
                }
                return Set(answers.keys.map { report.files[$0].path })
            }
        } catch let said as AccountQuestion.Answered {
            let report = try session.answered(said.answers).run(console)
            try question.remember(toImport: report.summary.batch)
            return report
        }
    }

    /// The same run, its commit withheld, written down for `apply`.
    private static func plan(
        _ invocation: Invocation, _ paths: [String], _ access: WorkspaceAccess, _ file: String,
        _ console: Console
    ) throws -> ExitCode {
        guard !paths.contains("-"), file != "-" else {
            throw HouseMessage.usage("error.usage.plan-without-files")
        }
        let session = try ImportSession(
            access: access, choices: invocation.withAbsolutePaths(),
            paths: paths.map(absolutePath), isDryRun: true, keepsRows: true)
        let place = absolutePath(file)
        guard !session.job.paths.contains(where: { place == $0 || place.hasPrefix($0 + "/") })
        else {
            throw PlanRefused(file, .amongInputs)
        }
        var plan = try ImportPlan(of: session)
        let report = try session.run(console) {
            plan.add($0)
            return []
        }
        try plan.write(to: file)
        try report.show(
            asJSON: invocation.wantsJSON, isOfInbox: invocation.operands.isEmpty, access.settings,
            console)
        console.narrate(.planWritten, ["file": .text(file)])
        return report.isClean && session.job.inputs.problems.isEmpty ? .done : .needsPerson
    }
}
