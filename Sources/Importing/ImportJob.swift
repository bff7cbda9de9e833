package import Categorizing
package import Facts
package import Workspaces

/// An import of files into a workspace: lists them, reads the new and changed ones, and remembers
/// them.
package struct ImportJob {
    package let workspace: Workspace
    package let paths: [String]
    package private(set) var inputs: InputList
    /// Files in folders that were being written: the next import reads them.
    package let unwritten: [String]
    package let isDryRun: Bool
    package let keepsRows: Bool
    private let remembered: RememberedFiles
    private let beganSeconds: Int

    /// The dependencies of an import besides its files.
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
    ///   - context: identifies everything besides a file's bytes that affects reading; remembered
    ///       files of another context are ignored.
    ///   - isWatching: the files were found in a folder, although each is named.
    ///   - onlySeen: skips files that never came in.
    ///   - nowSeconds: the start of the import, in seconds since 1970.
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
        let lacksLines = workspace.linesMissing.contains { $0.value > 0 }
        // Reasons of every row, and lines missing from the queue, require reading the files.
        var inputs = InputList(
            paths: paths, inbox: workspace.paths.inbox, isFolder: isWatching,
            unchanged: keepsRows || lacksLines ? { _, _ in [] } : { files.files(at: $0, $1) })
        unwritten = inputs.leaveOutUnwritten()
        // A file that had the missing lines before identifies their import, a new file does not.
        if lacksLines || onlySeen {
            try inputs.putSeenFirst(onlySeen: onlySeen) { file throws(WorkspaceFailure) in
                guard let digest = FileDigest(of: file) else { return false }
                return try workspace.hasSeen(digestHigh: digest.high, digestLow: digest.low)
            }
        }
        self.inputs = inputs
    }

    /// Sets the accounts that a person chose; files given nil are skipped.
    package mutating func assign(_ accounts: [Int: String?]) { inputs.assign(accounts) }

    /// Reads the files and makes the import durable.
    ///
    /// - Parameters:
    ///   - means: created only if a file must be read.
    ///   - beforeCommit: called with the preview; if it throws, nothing is committed.
    /// - Throws: `WorkspaceFailure`, and the errors of `means` and `beforeCommit`.
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
