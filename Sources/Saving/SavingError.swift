import Glibc

/// A failed system call: the operation, the path and the error number.
///
/// `errno` is the kernel's number, or the matching one for our own refusals: `ELOOP` for a symbolic
/// link, `EISDIR` for a folder, `EINVAL` for another special file or an unusable path, `EFBIG` for
/// a file over the caller's limit, `ESTALE` for a file whose length is not the expected one.
package struct SavingError: Error, Equatable, Sendable {
    package enum Operation: String, Sendable {
        case open, read, write, sync, truncate, close
        /// The rename is done and visible; whether it survives a power cut is unknown.
        case syncFolder
        case rename, remove, setMode, stat, list, makeDirectory, lock
        /// The file's length is not the one the caller knows: another program wrote it.
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

    /// The file is shorter than it was, or a different one.
    package static func stale(_ path: String) -> SavingError {
        SavingError(operation: .compareLength, path: path, errno: ESTALE)
    }
}
