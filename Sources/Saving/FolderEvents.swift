internal import CWatch
internal import Facts
internal import Glibc

/// Waits for the kernel's events about folders, and for signals that ask the program to end.
package final class FolderEvents {
    package enum Wake {
        /// Files or folders of these names came, changed or went.
        case events([Event])
        case timedOut
        /// SIGINT, SIGTERM or SIGHUP.
        case stopped
    }

    package struct Event {
        /// Empty when it is the watched folder itself.
        package let name: String
        package let isFolder: Bool
        /// The kernel reports only that it no longer watches the folder.
        package let endsWatch: Bool
    }

    private let stop: Int32
    /// −1 when no folders are watched.
    private var notify: Int32 = -1

    private static let mask: UInt32 =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MODIFY)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// From here on the signals no longer end the process.
    ///
    /// - Throws: the errno when the signals cannot be waited for.
    package init() throws(SystemError) {
        stop = kwatch_stop_signals()
        guard stop >= 0 else { throw SystemError(errno: errno) }
    }

    deinit {
        close()
        Glibc.close(stop)
    }

    /// Opens the kernel's event queue.
    package func open() throws(SystemError) {
        notify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard notify >= 0 else { throw SystemError(errno: errno) }
    }

    package var isOpen: Bool { notify >= 0 }

    /// Watches a folder; watching twice has no further effect.
    package func watch(_ folder: String) throws(SystemError) {
        guard unsafe inotify_add_watch(notify, folder, Self.mask) >= 0 else {
            throw SystemError(errno: errno)
        }
    }

    package func close() {
        if notify >= 0 { Glibc.close(notify) }
        notify = -1
    }

    /// Waits for an event, a signal or the timeout, whichever is first.
    package func wait(milliseconds: Int?) -> Wake {
        while true {
            var descriptors = [
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(
                &descriptors, notify >= 0 ? 2 : 1, milliseconds.map { Int32(clamping: $0) } ?? -1)
            if count == 0 { return .timedOut }
            // Interrupted by a signal not handled here: waits again, slightly longer at most.
            if count < 0 { continue }
            return descriptors[0].revents != 0 ? .stopped : .events(takeEvents())
        }
    }

    /// All available events.
    private func takeEvents() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe read(notify, &buffer, buffer.count)
            if count <= 0 { return events }
            var at = 0
            while at + 16 <= count {
                let mask = buffer.span.half(at: at + 4)
                let nameBytes = Int(buffer.span.half(at: at + 12))
                let end = min(at + 16 + nameBytes, count)
                let name = buffer[(at + 16)..<end].prefix { $0 != 0 }
                events.append(
                    Event(
                        name: String(decoding: name, as: UTF8.self),
                        isFolder: mask & UInt32(IN_ISDIR) != 0,
                        endsWatch: mask & UInt32(IN_IGNORED) != 0))
                at += 16 + nameBytes
            }
        }
    }
}

/// A system error by its number.
package struct SystemError: Error {
    package let errno: Int32
}

/// Some process has the file open for writing, as far as the file system can tell.
package func isBeingWritten(_ path: String) -> Bool { unsafe kwatch_is_written(path) == 0 }
