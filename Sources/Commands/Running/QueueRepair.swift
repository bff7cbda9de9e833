import Facts
import Pending
import Importing
import Workspaces

/// `kopiyka check --repair`: repairs a queue that was changed outside the program, from ledger and
/// inbox.
enum QueueRepair {
    static func run(_ invocation: Invocation, _ console: Console) throws {
        guard let access = try open(invocation, console) else {
            return console.narrate(.dryRunNothingChanged)
        }
        let workspace = access.workspace
        try workspace.proveQueue(isDryRun: invocation.isDryRun)
        if invocation.isDryRun {
            // Lines not set aside are still in the queue, so their replacements cannot come back.
            if !workspace.problems.isEmpty {
                console.narrate(
                    .repairWouldSetAside,
                    ["count": .count(Set(workspace.problems.map(\.line)).count)])
            } else {
                try bringBack(access, console, isDryRun: true)
            }
            return console.narrate(.dryRunNothingChanged)
        }
        if let (lines, file) = try workspace.setFaultyLinesAside() {
            console.narrate(.repairSetAside, ["count": .count(lines), "file": .text(file)])
        }
        try bringBack(access, console, isDryRun: false)
        let surplus = try workspace.countSurplusIn()
        if surplus > 0 { console.narrate(.repairCountedIn, ["count": .count(surplus)]) }
        try reportLost(workspace, isAccepted: invocation.has(.acceptLoss), console)
    }

    /// Lists lines that no file restored, and counts them as lost if requested.
    private static func reportLost(
        _ workspace: Workspace, isAccepted: Bool, _ console: Console
    ) throws {
        let lost = try workspace.linesLost()
        if lost.imports.isEmpty { return }
        for part in lost.imports {
            console.narrate(
                .repairLost,
                [
                    "batch": "\(part.batch)", "count": .count(part.count),
                    "files": .text(part.files.isEmpty ? "—" : part.files.joined(separator: ", ")),
                ], .doubtful)
        }
        if !lost.keys.isEmpty {
            let keys = lost.keys.map(\.text).joined(separator: ", ")
            console.narrate(.repairLostKeys, ["keys": .text(keys)], .doubtful)
        }
        if isAccepted { try workspace.acceptLoss() }
        console.narrate(isAccepted ? .repairAccepted : .repairMayAccept)
    }

    /// Opens the workspace, with an empty queue if it is missing; nil in a dry run.
    private static func open(
        _ invocation: Invocation, _ console: Console
    ) throws -> WorkspaceAccess? {
        do {
            return try WorkspaceAccess.open(.writing, console, tellsMissing: false)
        } catch WorkspaceFailure.missing("pending.jsonl") {
            guard let folder = WorkspaceAccess.folder(console) else {
                throw HouseMessage.noWorkspace
            }
            if invocation.isDryRun {
                console.narrate(.repairWouldMakeQueue)
                return nil
            }
            if try Workspace.makeQueueIfMissing(at: folder) { console.narrate(.repairMadeQueue) }
            return try WorkspaceAccess.open(.writing, console, tellsMissing: false)
        }
    }

    /// Reads the files of the inbox that were imported before.
    private static func bringBack(
        _ access: WorkspaceAccess, _ console: Console, isDryRun: Bool
    ) throws {
        guard access.workspace.linesMissing.contains(where: { $0.value > 0 }),
            case .run(let choices, _) = try ArgumentParser.parse(["import"])
        else { return }
        let session = try ImportSession(
            access: access, choices: choices, paths: [access.workspace.paths.inbox],
            isDryRun: isDryRun, keepsRows: false, onlySeen: true)
        let report = try session.run(console)
        if report.summary.linesReturned > 0 {
            console.narrate(.importReturned, ["count": .count(report.summary.linesReturned)])
        }
    }
}
