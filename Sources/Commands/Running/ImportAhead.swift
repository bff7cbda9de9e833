import Categorizing
import Pipeline
import Readers
import Saving
import Workspaces

/// What an import does while its workspace is being opened: the file named first is read and prepared, by settings and rules as they are now.
///
/// Another program may change these before the workspace is locked; what was prepared is used where nobody did.
struct ImportAhead {
    let file: PreparedAhead
    let categorizer: Categorizer
    private let settings: Settings
    private let rules: RuleStamps

    /// Nil where no file is named, where layouts of the workspace may be its own, and where anything is wrong: it is told in its turn.
    init?(_ invocation: Invocation, _ console: Console) {
        guard invocation[.plan] == nil, let path = invocation.operands.first,
            let folder = WorkspaceAccess.folder(console)
        else { return nil }
        let paths = WorkspacePaths(folder)
        // The stamps before the files: one that changes between the two is found changed.
        guard let layouts = try? yamlFiles(in: paths.layouts), layouts.isEmpty,
            let rules = try? RuleStamps(of: paths),
            let ruleFiles = try? ruleFiles(at: rules.paths, in: paths.folder),
            let settings = try? Settings(at: paths)
        else { return nil }
        let categorizer = Categorizer(userRules: ruleFiles)
        guard
            let file = PreparedAhead(
                path: path, inbox: paths.inbox, categorizer: categorizer,
                book: AccountBook(settings),
                options: ImportOptions(
                    reading: ReadOptions(invocation), account: invocation[.account] ?? "",
                    country: settings.market))
        else { return nil }
        self.file = file
        self.settings = settings
        self.rules = rules
        self.categorizer = categorizer
    }

    /// Settings and rules are still the same.
    func isCurrent(_ access: WorkspaceAccess) -> Bool {
        settings == access.settings && (try? RuleStamps(of: access.workspace.paths)) == rules
    }

    /// Which rules files there are, and what would tell that one changed.
    private struct RuleStamps: Equatable {
        let paths: [String]
        private let stamps: [FileStamp?]

        init(of workspace: WorkspacePaths) throws {
            paths = try yamlFiles(in: workspace.rules)
            stamps = try paths.map(fileStamp)
        }
    }
}
