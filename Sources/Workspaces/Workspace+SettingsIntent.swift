internal import Facts
internal import Ledger
internal import Saving
internal import Scanning

/// The settings do not change in the same step as the ledger: a note before the commit records the
/// change, and is valid only with the ledger state of that commit.
///
/// ```
/// step                          a crash after it leaves                    the next start
/// the note is durable           a note of the generation to come           removes it
/// the ledger commits            the note and its generation                changes the settings
/// the settings are changed      the same                                   finds nothing to change
/// the note is removed           nothing
/// ```
extension Workspace {
    /// Makes changes of the settings part of an import, the last command; the caller carries them
    /// out.
    package func add(
        _ given: GivenSettings, toImport batch: Int
    ) throws(WorkspaceFailure) {
        try requireWritable()
        // The import's own change has a note as well.
        try finishIntent()
        try rewriteQueue(continuing: batch) { rewrite, transaction throws(WorkspaceFailure) in
            try rewrite.run(where: { _, _ in false }) { _, _ in .keep }
            try keeping(transaction.record(.settings, change: given.bytes))
            try intend(given, isTaken: false)
            try keeping(transaction.finish(command: "import", batch: batch))
            return true
        }
    }

    /// Writes the note, before the ledger commits, that the settings get or lose something.
    func intend(_ given: GivenSettings, isTaken: Bool) throws(WorkspaceFailure) {
        let text = "\(state.generation + 1)\n\(isTaken ? 1 : 0)\n"
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: paths.settingsIntent)
            try file.write(Array(text.utf8) + given.bytes)
            try file.commit()
        }
    }

    /// Removes the note: the settings are changed, or the command failed.
    func forgetIntent() throws(WorkspaceFailure) {
        try saving(removeRegularFile(paths.settingsIntent))
    }

    /// A command committed and has not changed the settings yet.
    var hasIntent: Bool {
        get throws(WorkspaceFailure) { try settingsNote().flatMap(intended) != nil }
    }

    /// Changes the settings for a command interrupted after its commit.
    func finishIntent() throws(WorkspaceFailure) {
        guard let note = try settingsNote() else { return }
        guard let (given, isTaken) = intended(note) else { return try forgetIntent() }
        do {
            let refused = try carryOut(given, isTaken: isTaken, isDryRun: false)
            // Otherwise a person changed them meanwhile.
            if refused.count < given.edits(isTaken: isTaken).count {
                notices.append(.unfinishedCommandFinished)
            }
        } catch let error as WorkspaceFailure {
            // Code that needs the settings reports unreadable ones.
            if case .settings = error { return }
            throw error
        } catch {
            // A person changed them meanwhile.
        }
    }

    /// - Throws: for a note that cannot be read: it may hold what the ledger has committed.
    private func settingsNote() throws(WorkspaceFailure) -> [UInt8]? {
        try saving(readIfThere(paths.settingsIntent, limit: Limits.settingsBytesMax))
    }

    /// Nil for a note of another generation.
    private func intended(_ note: [UInt8]) -> (given: GivenSettings, isTaken: Bool)? {
        let parts = note.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3,
            String(decoding: parts[0], as: UTF8.self) == String(state.generation),
            let given = GivenSettings(Array(parts[2]))
        else { return nil }
        return (given, parts[1].elementsEqual("1".utf8))
    }
}
