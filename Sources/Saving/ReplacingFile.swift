import Glibc

/// A new version of a file, written beside it and renamed over it in one step.
///
/// ```
/// step        on disk after it                       a crash after it leaves
/// init        old, empty temporary                   old (+ temporary, removed at the next start)
/// write       old, part of the temporary             old (+ temporary)
/// sync        old, whole temporary                   old (+ temporary)
/// commit: rename   new under the name, not surely synced   old or new, each whole
///         folder   new                                     new
/// cancel, deinit, any error before the rename: old, no temporary
/// ```
///
/// The path is the target's; the temporary is in the same folder, named
/// ``temporaryName(of:process:counter:)``, mode 0600 whatever the umask and the old file's mode.
/// After a failed write or sync the temporary is removed and every later call throws the same
/// error: the kernel may have dropped the failed pages, and a second fsync would report them as
/// saved.
package struct ReplacingFile: ~Copyable {
    private struct NewFile: ~Copyable {
        let path: String
        let file: Descriptor
    }

    private enum State {
        case writing, synced, renamed
        case failed(SavingError)
    }

    /// Leftovers of dead processes with our process id advance the counter; this many are not by
    /// accident.
    private static let temporariesMax = 4_096

    package let path: String
    /// Bytes passed to ``write(_:)``, on disk or not.
    package private(set) var bytesWritten = 0
    private let temporaryPath: String
    private let folderPath: String
    private let folder: Descriptor
    private var temporary: Descriptor
    private var buffer = WriteBuffer(capacity: WriteBuffer.fileBytes)
    private var state = State.writing

    /// - Throws: `ELOOP`, `EISDIR` or `EINVAL` when something other than a regular file has the
    ///   name.
    package init(replacing path: String) throws(SavingError) {
        let parts = try PathParts(path)
        _ = try fileStamp(path)
        // Opened now, so that after the rename only the sync itself can fail.
        let folder = try openFolder(parts.folder)
        let created = try Self.createTemporary(beside: parts)
        temporaryPath = created.path
        temporary = created.file
        self.folder = folder
        folderPath = parts.folder
        self.path = path
    }

    package mutating func write(_ bytes: [UInt8]) throws(SavingError) { try write(bytes.span) }

    package mutating func write(_ bytes: Span<UInt8>) throws(SavingError) {
        let descriptor = try openDescriptor()
        state = .writing
        bytesWritten += bytes.count
        do throws(SavingError) {
            try buffer.add(bytes) { part throws(SavingError) in
                try writeAll(part, to: descriptor, path: temporaryPath)
            }
        } catch {
            throw abandon(error)
        }
    }

    /// Completes the new version beside the target, durably; the target is still the old one.
    package mutating func sync() throws(SavingError) {
        let descriptor = try openDescriptor()
        if case .synced = state { return }
        do throws(SavingError) {
            try buffer.drain { part throws(SavingError) in
                try writeAll(part, to: descriptor, path: temporaryPath)
            }
            try syncFile(descriptor, path: temporaryPath)
        } catch {
            throw abandon(error)
        }
        state = .synced
    }

    /// Renames the new version over the old one, durably.
    ///
    /// - Throws: any error leaves the old version, except `syncFolder`: then the new one has the
    ///   name, and a power cut may bring the old one back.
    package consuming func commit() throws(SavingError) {
        try sync()
        try temporary.close(path: temporaryPath)
        try moveFile(temporaryPath, over: path)
        state = .renamed
        try syncNames(in: folder.number, path: folderPath)
    }

    /// Removes the new version; so does destroying the value.
    package consuming func cancel() {}

    deinit {
        switch state {
        case .writing, .synced: removeIfPossible(temporaryPath)
        case .renamed, .failed: break
        }
    }

    private static func createTemporary(beside target: PathParts) throws(SavingError) -> NewFile {
        var counter = 0
        while true {
            let name = temporaryName(of: target.base, process: getpid(), counter: counter)
            let path = "\(target.folder)/\(name)"
            do throws(SavingError) {
                return NewFile(path: path, file: try createPrivate(path, O_WRONLY))
            } catch  where error.errno == EEXIST && counter < temporariesMax {
                counter += 1
            }
        }
    }

    private func openDescriptor() throws(SavingError) -> Int32 {
        if case .failed(let error) = state { throw error }
        return temporary.number
    }

    private mutating func abandon(_ error: SavingError) -> SavingError {
        removeIfPossible(temporaryPath)
        temporary.abandon()
        state = .failed(error)
        return error
    }
}
