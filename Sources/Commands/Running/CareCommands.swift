import Facts
import Ledger
import Saving
import Scanning
import Workspaces

/// `kopiyka dump`: the complete state of the workspace in canonical form.
enum DumpCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        try access.workspace.dump { bytes throws(SavingError) in try console.raw(bytes) }
        return access.workspace.problems.isEmpty ? .done : .damaged
    }
}
