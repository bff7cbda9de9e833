import Facts
import Planning
import Reports

/// `kopiyka payees`: where the money went, the largest first.
enum PayeesCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        try ReportCommand.printNames(of: .payee, invocation, console)
    }
}

/// `kopiyka tags`: what lines with each tag sum to.
enum TagsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        try ReportCommand.printNames(of: .tag, invocation, console)
    }
}
