import Categorizing
import Deduplicating
import Facts
import Glibc
import Importing
import Saving
import Scanning
import Workspaces

/// An opened workspace with its settings and the categorizer of its rules.
struct WorkspaceAccess {
    let workspace: Workspace
    let settings: Settings

    let book: AccountBook
    var country: String { settings.market }

    /// How decisions of this workspace are learned.
    ///
    /// - Parameter isAsked: false for lines filed by their level.
    /// - Throws: `RuleFaults` when a rules file is wrong.
    func learning(isAsked: Bool = true) throws -> Learning {
        var learning = Learning(by: try categorizer(), country: country)
        learning.isAsked = isAsked
        return learning
    }

    /// The categorizer with the workspace's rules.
    ///
    /// - Throws: `RuleFaults` when a rules file is wrong: none of it is used then.
    func categorizer() throws -> Categorizer {
        let categories = try categoryFile(of: workspace.paths).table
        return Categorizer(
            userRules: try ruleFiles(of: workspace.paths, categories, settings),
            categories: categories)
    }

    /// The suggestion for a line by itself, with the workspace's memory.
    func proposal(_ learning: Learning) throws -> (StatementFact) -> Suggestion {
        let memory = try Memory(of: workspace)
        return { learning.suggest($0, memory) }
    }

    /// The same, including the counterparty's number.
    func proposal(
        _ learning: Learning, for fact: StatementFact, _ key: LineKey, _ decision: Decision?
    ) throws -> Suggestion {
        try workspace.proposed(
            proposal(learning)(fact), of: fact, key, decision, workspace.ownNumbers())
    }

    /// Opens the selected workspace and reports what recovery did.
    ///
    /// - Throws: a usage error when there is none, `WorkspaceFailure` when it cannot be opened.
    ///
    /// - Parameter tellsMissing: false when the command reports missing lines itself.
    static func open(
        _ access: Workspace.Access, _ console: Console, tellsMissing: Bool = true
    ) throws -> WorkspaceAccess {
        guard let folder = folder(console) else { throw HouseMessage.noWorkspace }
        let workspace = try open(access, folder, console)
        let settings = try workspace.settings()
        console.follow(settings)
        for notice in workspace.notices { console.report(notice.message) }
        if !workspace.problems.isEmpty {
            console.report(WorkspaceFailure.queue(workspace.problems))
            console.reportedProblems = workspace.problems
        }
        if tellsMissing { reportMissing(in: workspace, console) }
        if access == .writing, !console.isDryRun { backUpDaily(workspace, console) }
        return WorkspaceAccess(
            workspace: workspace, settings: settings, book: AccountBook(settings))
    }

    /// Opens the same workspace for the same command, after another one changed it; nothing is
    /// reported again.
    static func openAgain(_ paths: WorkspacePaths, _ console: Console) throws -> Workspace {
        try open(.writing, paths.folder, console)
    }

    private static func open(
        _ access: Workspace.Access, _ folder: String, _ console: Console
    ) throws -> Workspace {
        let workspace = try Workspace.open(
            at: folder, access: access, keys: { $0.with(occurrence: $1).key },
            holder: holder(console),
            isDryRun: console.isDryRun,
            identify: identify(with: TextFolder()))
        // The command is done even if its report is lost after this.
        workspace.afterStep = {
            guard $0 == .committed else { return }
            console.isWorkSaved = true
            console.isWorkUndecided = false
        }
        workspace.beforeCommit = { console.isWorkUndecided = true }
        let file = try categoryFile(of: workspace.paths)
        if !file.changes.isEmpty { console.categories = file.table }
        workspace.isCategory = { file.table.category($0) != nil }
        workspace.isTransfer = { file.table.category($0)?.kind == .transfer }
        return workspace
    }

    /// Reports missing lines, if any.
    static func reportMissing(in workspace: Workspace, _ console: Console) {
        if workspace.linesMissing.isEmpty { return }
        console.report(.linesMissing(workspace.linesMissing))
    }

    /// This command, shown to another that waits: `kopiyka review, 23:12, pid 4711`.
    private static func holder(_ console: Console) -> String {
        "kopiyka \(console.command), \(Clock.localMinute), pid \(getpid())"
    }

    /// The identity of a line with a known key, as ``Deduplicating`` makes it.
    static func identify(
        with folding: TextFolder
    ) -> (StatementFact, LineKey) -> LineIdentity {
        { fact, key in LineIdentity(of: fact, knownAs: key, folder: folding) }
    }

    /// A failed backup must not stop the command: it is reported and tried again next time.
    private static func backUpDaily(_ workspace: Workspace, _ console: Console) {
        let now = Clock.now
        do throws(WorkspaceFailure) {
            _ = try workspace.backUpDaily(
                now: now.name, dayAgo: now.dayAgo.name,
                dayAgoSeconds: now.dayAgo.secondsSince1970)
        } catch {
            console.report(
                HouseMessage(as: .note, "error.backup-not-made", why: error.message.words.what))
        }
    }

    /// The folder of the option, the environment, or the nearest one upwards; nil when there is
    /// none.
    static func folder(_ console: Console) -> String? {
        workspaceFolder(
            option: console.options.workspace,
            environment: console.environment["KOPIYKA_WORKSPACE"],
            currentFolder: System.currentFolder
        ) { (try? fileStamp(WorkspacePaths($0).settings)) != nil }
    }
}

extension HouseMessage {
    /// Imported lines that are neither in the queue nor decided, or surplus lines: the queue was
    /// changed outside the program.
    fileprivate static func linesMissing(_ lines: [Int: Int]) -> HouseMessage {
        let missing = lines.values.reduce(0) { $0 + max($1, 0) }
        let surplus = lines.values.reduce(0) { $0 + max(-$1, 0) }
        let imports = lines.keys.sorted().map(String.init).joined(separator: ", ")
        return HouseMessage(
            as: .warning, missing == 0 ? "error.lines-surplus" : "error.lines-missing",
            ["surplus": "\(surplus)", "missing": "\(missing)", "imports": .text(imports)],
            why: Phrase("workspaceAccess.pendingJsonlWas"), exitCode: .damaged)
    }

    /// No folder with `kopiyka.yaml` was given or found.
    static var noWorkspace: HouseMessage { .usage("error.no-workspace") }
}

extension Settings {
    /// The country of the account's merchants.
    var market: String { country.isEmpty ? "UA" : country }
}

extension Workspace.Notice {
    /// A recovery at the start, as a note rather than an error.
    fileprivate var message: HouseMessage {
        switch self {
        case .unfinishedImportTakenBack(let batch):
            HouseMessage(as: .note, "error.import-taken-back", ["batch": "\(batch)"])
        case .unfinishedCommandFinished: HouseMessage(as: .note, "error.command-finished")
        case .tornLineSetAside(let line, let file):
            HouseMessage(
                as: .note, "error.torn-line-set-aside", ["line": "\(line)", "file": .text(file)])
        case .decidedLinesSetAside(let count, let file):
            HouseMessage(
                as: .note, "error.decided-lines-set-aside",
                ["count": "\(count)", "file": .text(file)])
        case .keysPutBack(let count):
            HouseMessage(as: .note, "error.keys-put-back", ["count": "\(count)"])
        case .ledgerMigrated: HouseMessage(as: .note, "error.ledger-migrated")
        case .editedQueueSetAside(let file):
            HouseMessage(as: .note, "error.edited-queue-set-aside", ["file": .text(file)])
        case .editedFileSetAside(let name, let file):
            HouseMessage(
                as: .note, "error.edited-file-set-aside",
                ["name": .text(name), "file": .text(file)])
        }
    }
}

/// The household's categories.
///
/// - Throws: `CategoryFaults` when `categories.yaml` is wrong.
func categoryFile(of paths: WorkspacePaths) throws -> CategoryFile {
    let bytes = try Workspace.contents(of: .categories, at: paths)
    return bytes.isEmpty ? CategoryFile() : try CategoryFile(bytes)
}

/// The rules of a workspace, in order of precedence.
func ruleFiles(
    of paths: WorkspacePaths, _ categories: CategoryTable, _ settings: Settings
) throws -> [RuleFile] {
    try ruleFiles(at: yamlFiles(in: paths.rules), in: paths.folder, categories, settings)
}

/// - Parameters:
///   - workspace: evidence names files relative to it, since a workspace can be moved or reached by
///     another path.
///   - settings: of the workspace, whose names of accounts and filters a rule may use.
func ruleFiles(
    at paths: [String], in workspace: String = "", _ categories: CategoryTable = .builtIn,
    _ settings: Settings = Settings()
) throws -> [RuleFile] {
    // Folding the names of all categories is a fifth of a month's import, and few rules have
    // filters.
    var conditions: RuleConditions?
    let book = AccountBook(settings)
    return try paths.map { path in
        let isInside = !workspace.isEmpty && path.hasPrefix(workspace + "/")
        let file = try RuleFile.read(
            path: path, name: isInside ? String(path.dropFirst(workspace.count + 1)) : path,
            bytes: readFile(path, limit: Limits.settingsBytesMax), categories: categories)
        let known = file.withAccounts(
            kind: settings.kind, isMeant: settings.means,
            id: { book.account(for: AccountClaim(), option: $0) })
        return try known.withFilters { filter in
            let known = conditions ?? RuleConditions(categories, settings)
            conditions = known
            return try known.meaning(of: filter, in: path)
        }
    }
}

/// The categorizer and memory of the current workspace; elsewhere the built-in knowledge alone.
func workspaceCategorizer(
    _ console: Console
) throws -> (categorizer: Categorizer, memory: Memory?, access: WorkspaceAccess?) {
    if WorkspaceAccess.folder(console) == nil { return (Categorizer(), nil, nil) }
    let access = try WorkspaceAccess.open(.reading, console)
    return (try access.categorizer(), try Memory(of: access.workspace), access)
}

/// `*.yaml` and `*.yml` of a folder, in byte order, so that precedence is stable.
func yamlFiles(in folder: String) throws -> [String] {
    let names = try sortedNames(in: folder).filter {
        !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml"))
    }
    guard names.count <= Limits.rulesFilesMax else {
        throw SavingError(operation: .list, path: folder, errno: EFBIG)
    }
    return names.map { folder + "/" + $0 }
}
