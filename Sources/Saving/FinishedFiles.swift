import Glibc

/// Gives a finished file another file's name, in one step and durably; both lie in one folder.
///
/// For a new version whose file must outlive a failure or a crash between being finished and
/// getting its name, because something else already counts on it; ``ReplacingFile`` removes its own
/// then.
/// - Throws: before the rename nothing has changed; `syncFolder` means that the name is there but
///   may not survive a power cut.
package func moveIntoPlace(_ path: String, over target: String) throws(SavingError) {
    let parts = try PathParts(target)
    try moveFile(path, over: target)
    try syncNames(in: parts.folder)
}

/// Removes a file of ours if it is there.
///
/// - Throws: `EISDIR`, `ELOOP`, `EINVAL` when something other than a regular file has the name.
package func removeRegularFile(_ path: String) throws(SavingError) {
    guard try fileStamp(path) != nil else { return }
    try removeFile(path)
}

/// Names in a folder, sorted by their bytes; none when there is no such folder.
package func sortedNames(in folder: String) throws(SavingError) -> [String] {
    do throws(SavingError) {
        return try names(in: folder)
    } catch  where error.errno == ENOENT {
        return []
    }
}
