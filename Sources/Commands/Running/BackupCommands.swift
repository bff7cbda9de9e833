import Deduplicating
import Glibc
import Saving
import Scanning
import Workspaces

/// `kopiyka backup [DIR]`: copies the workspace into a workspace of its own.
enum BackupCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        guard access.workspace.problems.isEmpty else { return .damaged }
        let report = try access.workspace.backUp(
            to: invocation.operands.first, now: Clock.now.name)
        if invocation.wantsJSON {
            try console.json([
                "backup": .string(report.folder), "entries": .count(report.entries),
                "queue": .count(report.queueLines),
            ])
        } else {
            try console.line(
                .backupMade,
                [
                    "folder": .text(report.folder), "entries": .count(report.entries),
                    "lines": .count(report.queueLines),
                ])
        }
        return .done
    }
}

/// `kopiyka restore DIR`: replaces queue and ledger with those of a backup.
enum RestoreCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let source = invocation.operands[0]
        guard let status = try? status(at: source, followingLink: true),
            status.st_mode & S_IFMT == S_IFDIR
        else { throw WorkspaceFailure.noBackup(source) }
        guard let folder = WorkspaceAccess.folder(console) else { throw HouseMessage.noWorkspace }
        let report = try Workspace.restore(
            at: folder, from: source, now: Clock.now.name,
            identify: WorkspaceAccess.identify(with: TextFolder()))
        if invocation.wantsJSON {
            try console.json([
                "entries": .count(report.entries), "queue": .count(report.queueLines),
                "replaced": .string(report.replaced),
            ])
        } else {
            try console.line(
                .restoreDone,
                ["entries": .count(report.entries), "lines": .count(report.queueLines)])
            try console.line(.restoreReplaced, ["folder": .text(report.replaced)])
        }
        if report.replacesSettings { console.narrate(.restoreSettings, [:], .doubtful) }
        if report.isUnverified { console.narrate(.restoreUnverified, [:], .doubtful) }
        return .done
    }
}
