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
