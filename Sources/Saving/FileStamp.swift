package import Glibc

/// Distinguishes a file from a changed or another one without reading it.
package struct FileStamp: Hashable, Sendable {
    /// Bytes.
    package let size: Int
    /// Nanoseconds from 1970, modulo 2^64: a file's dates can be set to anything.
    package let modifiedNanoseconds: Int
    package let changedNanoseconds: Int
    package let inode: UInt
    package let device: UInt

    package init(_ record: stat) {
        size = record.st_size
        modifiedNanoseconds = record.st_mtim.tv_sec &* 1_000_000_000 &+ record.st_mtim.tv_nsec
        changedNanoseconds = record.st_ctim.tv_sec &* 1_000_000_000 &+ record.st_ctim.tv_nsec
        inode = record.st_ino
        device = record.st_dev
    }

    /// Nil for another text than ``text``.
    package init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 5, numbers[0] >= 0, numbers[1] >= 0 else { return nil }
        device = UInt(numbers[0])
        inode = UInt(numbers[1])
        size = numbers[2]
        modifiedNanoseconds = numbers[3]
        changedNanoseconds = numbers[4]
    }

    /// Whole seconds from 1970 to the later one of both times.
    package var touchedSeconds: Int {
        max(changedNanoseconds, modifiedNanoseconds) / 1_000_000_000
    }

    package var text: String {
        "\(device) \(inode) \(size) \(modifiedNanoseconds) \(changedNanoseconds)"
    }
}

/// The stamp of the regular file at `path`, or nil when there is none.
///
/// - Throws: `ELOOP` for a symbolic link, `EISDIR` for a folder, `EINVAL` for another special file.
package func fileStamp(_ path: String) throws(SavingError) -> FileStamp? {
    let record: stat
    do throws(SavingError) {
        record = try status(at: path, followingLink: false)
    } catch  where error.errno == ENOENT {
        return nil
    }
    try requireRegular(record, path: path)
    return FileStamp(record)
}
