import Glibc

/// Copies a regular file to a new name, 0600, its bytes and its name durable.
///
/// - Throws: `EEXIST` when the name is taken; after any other error it does not exist.
/// - Complexity: memory is one buffer, whatever the file's size.
package func copyFile(_ path: String, to target: String) throws(SavingError) {
    let source = try RegularFile(path)
    try createFile(target) { file throws(SavingError) in
        var buffer = [UInt8](repeating: 0, count: WriteBuffer.fileBytes)
        var offset = 0
        while true {
            let got = try source.read(into: &buffer, at: offset)
            if got == 0 { break }
            try writeAll(buffer.span.extracting(0..<got), to: file, path: target)
            offset += got
        }
    }
}

/// Renames a folder within its parent in one step, durably; the new name must be free.
package func moveFolder(_ path: String, to target: String) throws(SavingError) {
    let parts = try PathParts(target)
    try moveFile(path, over: target)
    try syncNames(in: parts.folder)
}

/// Moves a file into another folder of the same file system, durably, replacing a file of that
/// name.
package func moveBetweenFolders(_ path: String, to target: String) throws(SavingError) {
    let from = try PathParts(path)
    let to = try PathParts(target)
    try moveFile(path, over: target)
    // The new name first: a power cut between the two must not leave the file without any.
    try syncNames(in: to.folder)
    try syncNames(in: from.folder)
}

/// The stamp of a regular file, nil for anything else.
package func regularFileStamp(_ path: String) throws(SavingError) -> FileStamp? {
    do throws(SavingError) {
        return try fileStamp(path)
    } catch  where [ELOOP, EISDIR, EINVAL].contains(error.errno) {
        return nil
    }
}

/// Removes one of our folders with the regular files and folders in it; does nothing when there is
/// none. Links are removed, not followed.
package func removeTree(_ folder: String) throws(SavingError) {
    for name in try sortedNames(in: folder) {
        let path = "\(folder)/\(name)"
        if try status(at: path, followingLink: false).st_mode & S_IFMT == S_IFDIR {
            try removeTree(path)
        } else {
            try removeFile(path)
        }
    }
    do throws(SavingError) {
        try removeFolder(folder)
    } catch  where error.errno == ENOENT {
        return
    }
    try syncNames(in: PathParts(folder).folder)
}
