package import Categorizing
package import Facts
package import Workspaces

/// One import of files into a workspace: lists them, reads those that are not as they came in
/// before, and remembers them.
package struct ImportJob {
    package let workspace: Workspace
    package let paths: [String]
    package private(set) var inputs: InputList
    /// Files of folders that somebody was writing: the next import finds them.
    package let unwritten: [String]
    package let isDryRun: Bool
    package let keepsRows: Bool
    private let remembered: RememberedFiles
    private let beganSeconds: Int

    /// What an import depends on beside its files.
    package struct Means {
        package let options: ImportOptions
        package let categorizer: Categorizer
        package let book: AccountBook
        package let memory: Memory?

        package init(
            _ options: ImportOptions, _ categorizer: Categorizer, _ book: AccountBook,
            _ memory: Memory?
        ) {
            self.options = options
            self.categorizer = categorizer
            self.book = book
            self.memory = memory
        }
    }

    /// - Parameters:
    ///   - context: a word for everything beside a file's bytes that decides how it is read;
    ///     another context remembers no file.
    ///   - isWatching: the files were found in a folder, although each is named.
    ///   - onlySeen: leaves out files that never came in.
    ///   - nowSeconds: when the import begins, in seconds from 1970.
    package init(
        into workspace: Workspace, paths: [String], context: String, isDryRun: Bool,
        keepsRows: Bool, isWatching: Bool = false, onlySeen: Bool = false, nowSeconds: Int
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.paths = paths
        self.isDryRun = isDryRun
        self.keepsRows = keepsRows
        beganSeconds = nowSeconds
        let files = RememberedFiles(of: workspace, context: context)
        remembered = files
        let isShort = workspace.linesMissing.contains { $0.value > 0 }
        // Every row's reason is had by reading the rows, and so are lines that left the queue.
        var inputs = InputList(
            paths: paths, inbox: workspace.paths.inbox, isFolder: isWatching,
            unchanged: keepsRows || isShort ? { _, _ in [] } : { files.files(at: $0, $1) })
        unwritten = inputs.leaveOutUnwritten()
        // A file that showed the missing lines before tells which import they are of, a new one
        // does not.
        if isShort || onlySeen {
            try inputs.putSeenFirst(onlySeen: onlySeen) { file throws(WorkspaceFailure) in
                guard let digest = FileDigest(of: file) else { return false }
                return try workspace.hasSeen(digestHigh: digest.high, digestLow: digest.low)
            }
        }
        self.inputs = inputs
    }

    /// Gives files the accounts that a person named; those given nil are left out.
    package mutating func assign(_ accounts: [Int: String?]) { inputs.assign(accounts) }

    /// Reads the files and makes the import durable.
    ///
    /// - Parameters:
    ///   - means: made only when a file must be read.
    ///   - beforeCommit: sees what is about to be done; when it throws, nothing is.
    /// - Throws: `WorkspaceFailure`, what `means` throws, and what `beforeCommit` does.
    package func run(
        with means: () throws -> Means, events: (ReadingEvent, InputFile) -> Void,
        beforeCommit: (ImportReport) throws -> Void
    ) throws -> ImportReport {
        let report =
            try isUnchanged
            ? ImportReport(unchanged: inputs.files)
            : try read(with: means(), events, beforeCommit)
        if !isDryRun {
            remembered.record(inputs, report, now: beganSeconds, roots: inputs.roots)
            remembered.save()
        }
        return report
    }

    private var isUnchanged: Bool {
        get throws(WorkspaceFailure) {
            guard !isDryRun, inputs.files.allSatisfy({ $0.remembered != nil }) else { return false }
            return try workspace.hasLookedForOwnNumbers
        }
    }

    private func read(
        with means: Means, _ events: (ReadingEvent, InputFile) -> Void,
        _ beforeCommit: (ImportReport) throws -> Void
    ) throws -> ImportReport {
        var run = try ImportRun(
            into: workspace, categorizer: means.categorizer, book: means.book,
            memory: means.memory, options: means.options, files: inputs.files)
        for file in inputs.files {
            try run.add(file) { events($0, file) }
        }
        try run.pairTransfers()
        try beforeCommit(run.preview)
        return try run.commit()
    }
}
