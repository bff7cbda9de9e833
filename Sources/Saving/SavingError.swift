import Glibc

/// A system call that refused, with what it was asked to do and where.
///
/// `errno` is the kernel's number, or the one it would have given for a refusal of ours: `ELOOP`
/// for a symbolic link, `EISDIR` for a folder, `EINVAL` for another special file or an unusable
/// path, `EFBIG` for a file over the caller's limit, `ESTALE` for a file whose length is not the
/// expected one.
package struct SavingError: Error, Equatable, Sendable {
    package enum Operation: String, Sendable {
        case open, read, write, sync, truncate, close
        /// The rename is done and visible; only its survival of a power cut is unknown.
        case syncFolder
        case rename, remove, setMode, stat, list, makeDirectory, lock
        /// The file is not as long as the caller knew it to be: another program wrote it.
        case compareLength
    }

    package let operation: Operation
    package let path: String
    package let errno: Int32

    package init(operation: Operation, path: String, errno: Int32) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// The file is not as it was left: too short, or another than it was.
    package static func stale(_ path: String) -> SavingError {
        SavingError(operation: .compareLength, path: path, errno: ESTALE)
    }
}
