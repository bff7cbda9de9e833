import CWatch
import Glibc
import Readers

/// Waits for files to be dropped into a folder, or for a signal to stop.
///
/// The kernel's events only say that it is worth looking: what is there, and whether it is new, is asked of the file system each
/// time, so that a lost event loses no file.
package final class InboxWatch {
    package enum Event: Sendable, Equatable {
        /// Something was dropped, written or renamed.
        case changed
        case timedOut
        /// SIGINT, SIGTERM or SIGHUP.
        case stopped
    }

    private let folder: String
    /// −1 when only the clock tells.
    private var notify: Int32 = -1
    private let stop: Int32
    /// Why the kernel's events are not to be had; 0 when they are.
    package private(set) var errnoOfNotify: Int32 = 0

    /// - Parameter usesKernel: false to be woken by the clock alone.
    /// - Throws: `InputProblem` when the signals cannot be waited for.
    package init(folder: String, usesKernel: Bool = true) throws(InputProblem) {
        self.folder = folder
        stop = kwatch_stop_signals()
        guard stop >= 0 else { throw InputProblem(path: folder, errno: errno) }
        guard usesKernel else { return }
        notify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        if notify < 0 || !watchFolders() { giveUpNotify(errno) }
    }

    deinit {
        if notify >= 0 { close(notify) }
        close(stop)
    }

    /// The kernel tells; otherwise only the clock does.
    package var isNotified: Bool { notify >= 0 }

    /// Watches folders that came or came back unnoticed.
    package func renew() {
        if notify >= 0, !watchFolders() { giveUpNotify(errno) }
    }

    /// Waits for the first of an event, a signal and the end of the time.
    package func wait(milliseconds: Int?) -> Event {
        var limit = milliseconds
        while true {
            var descriptors = [
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(
                &descriptors, notify >= 0 ? 2 : 1,
                limit.map { Int32(clamping: $0) } ?? -1)
            if count == 0 { return .timedOut }
            // Interrupted by a signal that is not ours to handle: the wait begins again, at most a little longer.
            if count < 0 { continue }
            if descriptors[0].revents != 0 { return .stopped }
            if takeEvents() { return .changed }
            limit = milliseconds
        }
    }

    // MARK: events

    private static let mask: UInt32 =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MODIFY)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// Reads all events at hand; true when one of them is of a file that an import would look at.
    private func takeEvents() -> Bool {
        var isWorthLooking = false
        var hasFolders = false
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe read(notify, &buffer, buffer.count)
            if count <= 0 { break }
            var at = 0
            while at + 16 <= count {
                let mask = number(buffer, at + 4)
                let nameBytes = Int(number(buffer, at + 12))
                let end = min(at + 16 + nameBytes, count)
                let name = String(
                    decoding: buffer[(at + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)
                at += 16 + nameBytes
                if mask & UInt32(IN_ISDIR) != 0 { hasFolders = true }
                if mask & UInt32(IN_IGNORED) == 0, !InputList.isPassedOver(name) {
                    isWorthLooking = true
                }
            }
        }
        // A folder that came may hold files already, and its own folders; watching twice is watching once.
        if hasFolders, !watchFolders() { giveUpNotify(errno) }
        return isWorthLooking
    }

    private func number(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }

    /// False, with errno, when a folder cannot be watched.
    private func watchFolders() -> Bool {
        for path in InputList(paths: [folder], looksInside: false).folders {
            if unsafe inotify_add_watch(notify, path, Self.mask) >= 0 { continue }
            // A folder that is gone again needs no watch; the inbox itself does.
            if errno == ENOENT, path != folder { continue }
            return false
        }
        return true
    }

    private func giveUpNotify(_ number: Int32) {
        if notify >= 0 { close(notify) }
        notify = -1
        errnoOfNotify = number
    }
}

extension InputFile {
    /// The file is not being written: nobody has it open for that, and it is as it was for a while.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970, by the clock that file systems use.
    ///   - quietSeconds: so long nothing may have changed; longer than file systems' times are coarse.
    package func isWritten(now: Int, quietSeconds: Int) -> Bool {
        guard let mark else { return true }
        let changed = max(mark.changed, mark.modified) / 1_000_000_000
        if isBeingWritten { return false }
        // A time to come is a wrong clock, for which nobody should wait.
        return changed > now || now - changed >= quietSeconds
    }

    /// Somebody has the file open for writing, as far as the file system can tell.
    package var isBeingWritten: Bool {
        unsafe kwatch_is_written(member?.archive ?? path) == 0
    }
}
