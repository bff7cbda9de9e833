/// `kopiyka completion bash|zsh|fish`.
enum CompletionCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        guard let shell = invocation.operands.first.flatMap({ ShellCompletion(rawValue: $0) })
        else {
            preconditionFailure("the table allows the shells there are")
        }
        try console.raw(shell.script(console.language))
        return .done
    }
}
