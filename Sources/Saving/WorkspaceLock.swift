import Glibc
internal import Scanning

/// Why a workspace could not be locked.
package enum LockFailure: Error, Equatable, Sendable {
    /// Another process held it during the whole wait (exit 75).
    case busy
    case failed(SavingError)
}

/// The one lock of a workspace, taken before its first read and held until the value is destroyed.
///
/// An flock(2) on a file that is never removed: removing it would let two processes lock two files
/// of one name. The kernel releases the lock of a killed process; only its note may remain.
package struct WorkspaceLock: ~Copyable {
    package enum Mode: Sendable {
        /// For writing: excludes all other processes.
        case exclusive
        /// For reading only: excludes writers, not other readers.
        case shared
    }

    /// Long enough for another import to end, short enough for a person to wait.
    package static let waitMillisecondsDefault = 10_000
    private static let pauseMilliseconds = 20

    private let file: Descriptor
    private let path: String

    private init(holding file: consuming Descriptor, _ path: String) {
        self.file = file
        self.path = path
    }

    /// The holder's note in the file; a killed process cannot remove it.
    package func note(bytesMax: Int) throws(SavingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        var span = bytes.mutableSpan
        let count = try readAll(into: &span, from: file.number, at: 0, path: path)
        bytes.removeSubrange(count...)
        return bytes
    }

    /// Writes a note into the file, over the one before.
    ///
    /// - Parameter isDurable: it survives a power cut when this returns. Overwriting as many bytes
    ///   costs one sync of content.
    package func leave(_ note: Span<UInt8>, isDurable: Bool) throws(SavingError) {
        let isFirst = try status(of: file.number, path: path).st_size == 0
        guard lseek(file.number, 0, SEEK_SET) == 0 else {
            throw SavingError(operation: .write, path: path, errno: errno)
        }
        try writeAll(note, to: file.number, path: path)
        guard isDurable else { return }
        try syncContent(file.number, path: path)
        // The process that made the file had nothing to lose with its name.
        if isFirst { try syncNames(in: PathParts(path).folder) }
    }

    /// Locks the file at `path`, which is created (0600) when missing, and waits at most
    /// `milliseconds`.
    package static func acquire(
        path: String, mode: Mode, waitMilliseconds: Int = waitMillisecondsDefault
    ) throws(LockFailure) -> WorkspaceLock {
        let (nanoseconds, tooLong) = waitMilliseconds.multipliedReportingOverflow(by: 1_000_000)
        let wait = tooLong ? Int.max : max(nanoseconds, 0)
        do throws(SavingError) {
            let start = System.nanoseconds
            while true {
                let file = try openLockFile(path, mode)
                let kind = mode == .exclusive ? LOCK_EX : LOCK_SH
                if try tryLock(file.number, kind, path: path), try isStillNamed(file, path) {
                    return WorkspaceLock(holding: file, path)
                }
                if System.nanoseconds - start >= wait { break }
                // A pause cut short by a signal only retries sooner; the clock ends the wait.
                System.pause(milliseconds: pauseMilliseconds)
            }
        } catch {
            throw .failed(error)
        }
        throw .busy
    }

    /// A reader opens for reading only, which also works on a read-only medium.
    private static func openLockFile(_ path: String, _ mode: Mode) throws(SavingError) -> Descriptor
    {
        let access = mode == .exclusive ? O_RDWR : O_RDONLY
        do throws(SavingError) {
            return try openRegular(path, access)
        } catch  where error.errno == ENOENT {}
        do throws(SavingError) {
            return try createPrivate(path, access)
        } catch  where error.errno == EEXIST {
            return try openRegular(path, access)
        }
    }

    /// False when the file was removed or replaced between opening and locking: such a lock
    /// excludes no later process.
    private static func isStillNamed(
        _ file: borrowing Descriptor, _ path: String
    ) throws(SavingError) -> Bool {
        let held = try status(of: file.number, path: path)
        do throws(SavingError) {
            let named = try status(at: path, followingLink: false)
            return held.st_ino == named.st_ino && held.st_dev == named.st_dev
        } catch  where error.errno == ENOENT {
            return false
        }
    }
}
