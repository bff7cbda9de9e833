internal import Glibc

/// Facts about the system for this process. Callers decide what may depend on them; no figure does.
package enum System {
    package static func environmentVariable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// `/` when unknown.
    package static var currentFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// The bytes of the path without links and dots; nil when it does not exist.
    package static func realPath(of path: String) -> [UInt8]? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    /// The system's own text for an error, independent of our language.
    package static func words(forError number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "errno \(number)"
    }

    /// The width of the terminal behind a descriptor, nil when it is none.
    package static func columns(ofTerminal descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    // MARK: time

    /// A monotonic clock.
    package static var nanoseconds: Int {
        var now = timespec()
        // The clock exists on every supported system.
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &now) == 0 else { return 0 }
        return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }

    package static var secondsSince1970: Int {
        var now = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
        return now.tv_sec
    }

    /// A moment in the machine's time zone, or `TZ`; nil when the system cannot tell.
    package static func localTime(
        _ secondsSince1970: Int
    ) -> (year: Int, month: Int, day: Int, hour: Int32, minute: Int32)? {
        var seconds = time_t(secondsSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        return unsafe (
            Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), parts.tm_hour,
            parts.tm_min
        )
    }

    /// A signal may end it sooner.
    package static func pause(milliseconds: Int) {
        var length = timespec(
            tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        _ = unsafe nanosleep(&length, nil)
    }
}
