import Facts
import Saving
import Workspaces

/// `kopiyka init [DIR]`: creates a workspace, or reports an existing one.
enum InitCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let folder = invocation.operands.first ?? console.options.workspace ?? "."
        let isThere = try fileStamp(WorkspacePaths(folder).settings) != nil
        try Workspace.create(at: folder)
        console.narrate(isThere ? .workspaceExists : .workspaceMade, ["folder": .text(folder)])
        return .done
    }
}
