import Importing
import Workspaces

/// `kopiyka apply FILE`: the import that a plan describes, exactly, or nothing.
enum ApplyCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let path = invocation.operands[0]
        let plan = try ImportPlan.read(path)
        guard let arguments = plan.arguments(),
            case .run(let choices, _) = try ArgumentParser.parse(["import"] + arguments)
        else { throw PlanRefused(path, .otherVersion) }
        let access = try WorkspaceAccess.open(.writing, console)
        let session = try ImportSession(
            access: access, choices: choices, paths: choices.operands,
            isDryRun: invocation.isDryRun, keepsRows: true)
        var now = try ImportPlan(of: session)
        let changes = plan.changes(to: now)
        guard changes.isEmpty else { throw PlanRefused(path, .changed(changes)) }
        let report = try session.run(console) { preview in
            now.add(preview)
            guard now.outcome == plan.outcome else {
                throw PlanRefused(path, .changed([.outcome]))
            }
            return []
        }
        try report.show(asJSON: invocation.wantsJSON, access.settings, console)
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return report.isClean && session.job.inputs.problems.isEmpty ? .done : .needsPerson
    }
}
