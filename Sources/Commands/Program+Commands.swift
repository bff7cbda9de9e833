/// One command of the program.
package protocol Command {
    /// Runs one invocation. A thrown ``HouseError`` is reported in the house format.
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode
}

extension Program {
    /// The implementation of a command; nil when it is not part of this build.
    static func command(_ name: CommandName) -> (any Command.Type)? {
        switch name {
        case .accounts: AccountsCommand.self
        case .add: AddCommand.self
        case .apply: ApplyCommand.self
        case .approve: ApproveCommand.self
        case .backup: BackupCommand.self
        case .balance: BalanceCommand.self
        case .categories: CategoriesCommand.self
        case .categorize: CategorizeCommand.self
        case .check: CheckCommand.self
        case .completion: CompletionCommand.self
        case .coverage: CoverageCommand.self
        case .delete: DeleteCommand.self
        case .dismiss: DismissCommand.self
        case .dump: DumpCommand.self
        case .edit: EditCommand.self
        case .eval: EvalCommand.self
        case .explain: ExplainCommand.self
        case .export: ExportCommand.self
        case .importFiles: ImportCommand.self
        case .initialize: InitCommand.self
        case .layout: LayoutCommand.self
        case .limits: LimitsCommand.self
        case .list: ListCommand.self
        case .log: LogCommand.self
        case .move: MoveCommand.self
        case .pending: PendingCommand.self
        case .read: ReadCommand.self
        case .redo: RedoCommand.self
        case .report: ReportCommand.self
        case .restore: RestoreCommand.self
        case .review: ReviewCommand.self
        case .rules: RulesCommand.self
        case .split: SplitCommand.self
        case .status: StatusCommand.self
        case .tag: TagCommand.self
        case .transfer: TransferCommand.self
        case .undo: UndoCommand.self
        case .watch: WatchCommand.self
        case .help, .version: nil
        }
    }

    static func perform(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        guard let command = command(invocation.command) else {
            preconditionFailure("the parser answers help and version")
        }
        return try command.run(invocation, console)
    }
}
