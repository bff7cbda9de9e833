import Facts
import Ledger
import Scanning
import Workspaces

/// `kopiyka undo [NUMBER]`: reverts the last command exactly; with a number, every command down to
/// that one.
enum UndoCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        let workspace = access.workspace
        var rest = 1
        if let operand = invocation.operands.first {
            rest = try commands(downTo: operand, of: workspace)
            let commands = try workspace.undoable(rest)
            if invocation.isDryRun {
                for command in commands {
                    try console.line(.undone, ["what": .text(command.command)])
                }
                console.narrate(.dryRunNothingChanged)
                return .done
            }
        }
        while rest > 0 {
            guard let report = try workspace.undo(isDryRun: invocation.isDryRun) else {
                console.narrate(.nothingToUndo)
                return .done
            }
            try show(report, invocation, console)
            tell(of: report.keptByHand, .undoneKept, console)
            tell(of: report.undivided, .undoneUndivided, console)
            if let given = report.given {
                try given.takeBack(access, isDryRun: invocation.isDryRun, console)
            }
            rest -= 1
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return .done
    }

    /// How many commands an undo to this number reverts.
    private static func commands(
        downTo operand: String, of workspace: Workspace
    ) throws -> Int {
        guard let number = Int(operand),
            let index = try workspace.commands().firstIndex(where: { $0.number == number })
        else {
            throw HouseMessage.usage("error.usage.no-such-command", ["operand": .text(operand)])
        }
        return index + 1
    }

    private static func tell(of keys: [LineKey], _ message: Message, _ console: Console) {
        if keys.isEmpty { return }
        console.narrate(
            message, ["count": .count(keys.count), "keys": .keys(keys)], .doubtful)
    }

    private static func show(
        _ report: UndoReport, _ invocation: Invocation, _ console: Console
    ) throws {
        guard invocation.wantsJSON else {
            return try console.line(.undone, ["what": .text(report.command)])
        }
        try console.json([
            "undone": .string(report.command), "restored": .count(report.linesRestored),
            "removed": .count(report.linesRemoved), "changed": .count(report.linesChanged),
            "kept_by_hand": .keys(report.keptByHand),
        ])
    }
}

/// `kopiyka redo`: repeats the command undone last, exactly.
enum RedoCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        switch try access.workspace.redo(isDryRun: invocation.isDryRun) {
        case .nothingUndone:
            console.narrate(.nothingToRedo)
            return .done
        case .queueEdited(let command):
            console.report(
                HouseMessage("error.queue-edited-since-undo", ["command": .text(command)]))
            return .needsPerson
        case .done(let command, let gives):
            if invocation.wantsJSON {
                try console.json(["redone": .string(command)])
            } else {
                try console.line(.redone, ["what": .text(command)])
            }
            if let gives {
                try gives.give(access, isDryRun: invocation.isDryRun, console)
            }
            if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
            return .done
        }
    }
}

/// `kopiyka log`: the commands that can be undone, newest first.
enum LogCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        let commands = try access.workspace.commands()
        if invocation.wantsJSON {
            for command in commands { try console.json(object(of: command)) }
            return .done
        }
        if commands.isEmpty {
            console.narrate(.nothingToUndo)
            return .done
        }
        var table = Table([
            .init(.columnNumber, .number), .init(.columnCommand), .init(.columnRows, .number),
            .init(.columnWhen), .init(.columnFile, cutTo: 16),
        ])
        for command in commands {
            let files =
                command.files > 1
                ? console.words(
                    .logFiles, ["file": .text(command.file), "count": .count(command.files - 1)])
                : command.file
            table.add([
                "\(command.number)", .text(command.command), .count(command.lines),
                .text(Clock.localText(of: command.made, in: console.language)), .text(files),
            ])
        }
        try console.table(table)
        return .done
    }

    private static func object(of command: DoneCommand) -> JSONValue {
        [
            "number": .count(command.number), "command": .string(command.command),
            "lines": .count(command.lines),
            "batch": command.batch != 0 ? .count(command.batch) : nil,
            "made": .ifAny(command.made), "file": .ifAny(command.file),
            "files": command.files > 0 ? .count(command.files) : nil,
        ]
    }
}
