/// `kopiyka man [COMMAND]`: a page of `man`, for those who pack the program.
enum ManCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let page = ManualPage(console.language)
        let name = invocation.operands.first.flatMap { CommandName(named: $0) }
        try console.raw(
            name.map { page.command(CommandTable.declaration(of: $0)) } ?? page.program())
        return .done
    }
}
