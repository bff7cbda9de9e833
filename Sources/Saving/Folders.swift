import Glibc

/// Copies a regular file to a new name, 0600, its bytes and its name durable.
///
/// - Throws: `EEXIST` when anything has the name; after any other error nothing has it.
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

/// Gives a folder another name in the same folder, in one step and durably; nothing may have that
/// name.
package func moveFolder(_ path: String, to target: String) throws(SavingError) {
    let parts = try PathParts(target)
    try moveFile(path, over: target)
    try syncNames(in: parts.folder)
}

/// Moves a file into another folder of the same file system, durably, over what has the name there.
package func moveBetweenFolders(_ path: String, to target: String) throws(SavingError) {
    let from = try PathParts(path)
    let to = try PathParts(target)
    try moveFile(path, over: target)
    // The new name first: a power cut between the two must not leave the file without any.
    try syncNames(in: to.folder)
    try syncNames(in: from.folder)
}

/// The stamp of a regular file, nil for everything else that may have the name.
package func regularFileStamp(_ path: String) throws(SavingError) -> FileStamp? {
    do throws(SavingError) {
        return try fileStamp(path)
    } catch  where [ELOOP, EISDIR, EINVAL].contains(error.errno) {
        return nil
    }
}

/// Removes a folder of ours with the regular files and folders in it; nothing when there is none.
/// Links are removed, not followed.
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
