import Glibc

/// Renames a finished file over another in one step, durably; both are in one folder.
///
/// For a new version that must survive a failure or crash between being finished and being renamed,
/// because something else already refers to it; ``ReplacingFile`` removes its own in that case.
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
