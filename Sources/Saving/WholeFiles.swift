import Glibc

/// Creates a file that must not exist yet, 0600, its bytes and its name durable.
///
/// A crash midway leaves the name with any part of the bytes; where that matters, use
/// ``ReplacingFile``.
/// - Throws: `EEXIST` when the name is taken; after any other error it does not exist.
package func createFile(_ path: String, contents: [UInt8]) throws(SavingError) {
    try createFile(path) { file throws(SavingError) in
        try writeAll(contents.span, to: file, path: path)
    }
}

/// The same with bytes that `write` puts into the open file.
func createFile(
    _ path: String, _ write: (_ descriptor: Int32) throws(SavingError) -> Void
) throws(SavingError) {
    let parts = try PathParts(path)
    var file = try createPrivate(path, O_WRONLY)
    do throws(SavingError) {
        try write(file.number)
        try syncFile(file.number, path: path)
        try file.close(path: path)
        try syncNames(in: parts.folder)
    } catch {
        removeIfPossible(path)
        throw error
    }
}

/// Cuts a file to `length` bytes, durably.
///
/// - Throws: `EINVAL` when the file is shorter: this never extends a file. After a `sync` or
///   `close` error the bytes are cut, and a power cut may bring them back.
package func truncateFile(_ path: String, to length: Int) throws(SavingError) {
    var file = try openRegular(path, O_WRONLY)
    guard length >= 0, try status(of: file.number, path: path).st_size >= length else {
        throw SavingError(operation: .truncate, path: path, errno: EINVAL)
    }
    try shorten(file.number, to: length, path: path)
    try syncFile(file.number, path: path)
    try file.close(path: path)
}

/// Makes a folder that only its owner can enter, 0700 whatever the umask, its name durable.
///
/// An existing folder, also one reached through a symbolic link, is not changed: its mode is its
/// owner's choice.
/// - Throws: `ENOTDIR` when something else has the name.
package func makePrivateDirectory(_ path: String) throws(SavingError) {
    do throws(SavingError) {
        try createFolder(path)
    } catch  where error.errno == EEXIST {
        try acceptExistingFolder(path)
        return
    }
    do throws(SavingError) {
        try setMode(path, 0o700)
        try syncNames(in: PathParts(path).folder)
    } catch {
        do throws(SavingError) { try removeFolder(path) } catch {}
        throw error
    }
}

private func acceptExistingFolder(_ path: String) throws(SavingError) {
    let notFolder = SavingError(operation: .makeDirectory, path: path, errno: ENOTDIR)
    do throws(SavingError) {
        let record = try status(at: path, followingLink: true)
        guard record.st_mode & S_IFMT == S_IFDIR else { throw notFolder }
    } catch  where error.errno == ENOENT {
        throw notFolder
    }
    // A process killed between making and syncing leaves a name that a power cut removes with
    // everything in the folder. A parent that cannot be opened is not one where we made a folder;
    // "." and "/" have no name to sync.
    do throws(SavingError) {
        try syncNames(in: PathParts(path).folder)
    } catch  where error.operation == .open && (error.errno == EACCES || error.errno == EINVAL) {}
}
