internal import Facts
internal import Ledger
internal import Saving
internal import Scanning

/// A household's file does not change in the same step as the ledger: as with the settings, a note
/// before the commit has its new contents, and is valid only with the ledger state of that commit.
/// It begins with the generation of that state and with size and hash of the file before.
///
/// ```
/// step                        function   a crash after it leaves               the next start
/// the notes are durable       intend     notes of the generation to come       removes them
/// the ledger commits                     the notes and their generation        replaces the files
/// each file is replaced,      finish     the notes of the others               the same
/// and its note removed
/// ```
extension Workspace {
    /// The contents of a file; empty if there is none.
    package func contents(of file: HouseholdFile) throws(WorkspaceFailure) -> [UInt8] {
        try Self.contents(of: file, at: paths)
    }

    /// The same of a workspace that need not be open.
    package static func contents(
        of file: HouseholdFile, at paths: WorkspacePaths
    ) throws(WorkspaceFailure) -> [UInt8] {
        try saving(readIfThere(paths.path(of: file), limit: file.bytesMax)) ?? []
    }

    /// Replaces a file as one undoable command, which changes nothing else.
    ///
    /// - Parameters:
    ///   - contents: empty to remove it.
    ///   - before: what the caller derived the contents from.
    ///   - command: the word that undo shows.
    /// - Throws: `changedMeanwhile` if the file is another than `before`.
    package func replace(
        _ file: HouseholdFile, with contents: [UInt8], insteadOf before: [UInt8], command: String,
        isDryRun: Bool = false
    ) throws(WorkspaceFailure) {
        try requireWritable()
        let change = try fileChange(file, to: contents)
        if change.before != before { throw .changedMeanwhile }
        if isDryRun || change.before == change.after { return }
        try rewriteQueue { rewrite, transaction throws(WorkspaceFailure) in
            try rewrite.run(where: { _, _ in false }) { _, _ in .keep }
            try record([change], in: transaction)
            try keeping(transaction.finish(command: command))
            return true
        }
        try finish([change])
    }

    /// The change of a file to these contents.
    func fileChange(
        _ file: HouseholdFile, to contents: [UInt8]
    ) throws(WorkspaceFailure) -> FileChange {
        FileChange(file, before: try self.contents(of: file), after: contents)
    }

    /// Makes changes of files part of a command that is about to finish.
    func record(
        _ changes: [FileChange], in transaction: LedgerTransaction
    ) throws(WorkspaceFailure) {
        for record in changes.flatMap(\.records) {
            try keeping(transaction.record(.file, change: record))
        }
        try intend(changes)
    }

    /// - Throws: `fileEdited` if a file is not as the command left it.
    func verify(areBefore changes: [FileChange], for command: String) throws(WorkspaceFailure) {
        for change in changes where try contents(of: change.file) != change.before {
            throw .fileEdited(change.file.name, since: command)
        }
    }

    /// Writes the notes, before the ledger commits, that files change.
    func intend(_ changes: [FileChange]) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            for change in changes {
                var note = try ReplacingFile(replacing: paths.intent(of: change.file))
                let head = "\(state.generation + 1) \(Self.digest(of: change.before))\n"
                try note.write(Array(head.utf8) + change.after)
                try note.commit()
            }
        }
    }

    private static func digest(of contents: [UInt8]) -> String {
        let hash = StableHash.hash(contents.span, seed: 14)
        return "\(contents.count) \(String(hash, radix: 16))"
    }

    /// Replaces the files after the commit, and removes their notes.
    func finish(_ changes: [FileChange]) throws(WorkspaceFailure) {
        for change in changes { try finish(change.file, with: change.after) }
    }

    private func finish(
        _ changed: HouseholdFile, with contents: [UInt8]
    ) throws(WorkspaceFailure) {
        try replace(changed, with: contents)
        try saving(removeRegularFile(paths.intent(of: changed)))
    }

    /// Replaces a file without a record.
    func replace(_ change: FileChange) throws(WorkspaceFailure) {
        try replace(change.file, with: change.after)
    }

    private func replace(
        _ changed: HouseholdFile, with contents: [UInt8]
    ) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            let path = paths.path(of: changed)
            if contents.isEmpty { return try removeRegularFile(path) }
            if changed == .madeRules { try makePrivateDirectory(paths.rules) }
            var file = try ReplacingFile(replacing: path)
            try file.write(contents)
            try file.commit()
        }
    }

    /// Whether a committed command has not changed its files yet.
    var hasIntendedFiles: Bool {
        get throws(WorkspaceFailure) {
            for file in HouseholdFile.all {
                if let note = try note(of: file), contents(of: note) != nil { return true }
            }
            return false
        }
    }

    /// - Throws: for a note that cannot be read: it may hold what the ledger has committed.
    private func note(of file: HouseholdFile) throws(WorkspaceFailure) -> [UInt8]? {
        try saving(readIfThere(paths.intent(of: file), limit: file.bytesMax + 64))
    }

    /// The contents that a note has, and the digest of those before, which notes of earlier
    /// releases lack; nil for a note of another generation.
    private func contents(of note: [UInt8]) -> (after: [UInt8], before: String?)? {
        guard let feed = note.firstIndex(of: 0x0A) else { return nil }
        let head = String(decoding: note[..<feed], as: UTF8.self).split(
            separator: " ", maxSplits: 1)
        guard head.first.map(String.init) == String(state.generation) else { return nil }
        return (Array(note[(feed + 1)...]), head.count > 1 ? String(head[1]) : nil)
    }

    /// Moves a file aside that was edited after the crash.
    private func setAside(_ file: HouseholdFile) throws(WorkspaceFailure) {
        var number = 1
        var aside = paths.edited(file, state.generation)
        while try saving(fileStamp(aside) != nil) {
            number += 1
            aside = paths.edited(file, state.generation, number)
        }
        try saving(moveBetweenFolders(paths.path(of: file), to: aside))
        notices.append(.editedFileSetAside(name: file.name, file: aside))
    }

    /// Changes the files for a command interrupted after its commit.
    func finishIntendedFiles() throws(WorkspaceFailure) {
        var isFinished = false
        for file in HouseholdFile.all {
            guard let note = try note(of: file) else { continue }
            guard let (after, before) = contents(of: note) else {
                try saving(removeRegularFile(paths.intent(of: file)))
                continue
            }
            let now = try contents(of: file)
            if let before, now != after, !now.isEmpty, Self.digest(of: now) != before {
                try setAside(file)
            }
            try finish(file, with: after)
            isFinished = true
        }
        if isFinished { notices.append(.unfinishedCommandFinished) }
    }
}
