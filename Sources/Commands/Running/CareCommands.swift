import Facts
import Ledger
import Saving
import Scanning
import Workspaces

/// `kopiyka dump`: everything the workspace knows, the same state as the same bytes.
enum DumpCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        try access.workspace.dump { bytes throws(SavingError) in try console.raw(bytes) }
        return access.workspace.problems.isEmpty ? .done : .damaged
    }
}

/// `kopiyka undo`: the last command taken back, exactly.
enum UndoCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        guard let report = try access.workspace.undo(isDryRun: invocation.isDryRun) else {
            console.narrate(.nothingToUndo)
            return .done
        }
        if invocation.wantsJSON {
            try console.json(
                .object([
                    ("undone", .string(report.command)),
                    ("restored", .number(String(report.linesRestored))),
                    ("removed", .number(String(report.linesRemoved))),
                    ("changed", .number(String(report.linesChanged))),
                    (
                        "kept_by_hand",
                        .array(report.keptByHand.map { .string($0.text) })
                    ),
                ]))
        } else {
            try console.line(.undone, ["what": .text(report.command)])
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }
}
