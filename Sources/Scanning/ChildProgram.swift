internal import CSpawn
internal import Glibc

/// A child process, started without a shell.
package struct ChildProgram {
    /// Resource limits; each is hard.
    package struct Bounds {
        let seconds: Int
        let memoryBytes: Int
        let fileBytes: Int

        package init(seconds: Int, memoryBytes: Int, fileBytes: Int) {
            self.seconds = seconds
            self.memoryBytes = memoryBytes
            self.fileBytes = fileBytes
        }
    }

    /// Exit status and signal: one of them is 0.
    package struct Ending {
        package let code: Int32
        package let signal: Int32

        fileprivate init(_ status: Int32) {
            code = status >> 8 & 0xFF
            signal = status & 0x7F
        }
    }

    package struct NotStarted: Error {
        package let errno: Int32
    }

    private let pid: pid_t

    private static let pollMilliseconds = 5

    /// The program in the first absolute folder that has it, or nil.
    ///
    /// - Parameter searchPath: folders with `:` between them.
    package static func path(of name: String, in searchPath: String) -> String? {
        for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
            let path = "\(folder)/\(name)"
            if unsafe access(path, X_OK) == 0 { return path }
        }
        return nil
    }

    /// Starts a program with no signal blocked or ignored.
    ///
    /// - Parameters:
    ///   - words: its arguments, beginning with its name.
    ///   - environment: its whole environment; nil for ours.
    ///   - files: its standard descriptors, then its only open ones, in a process group of its own;
    ///     empty for ours.
    package init(
        _ path: String, _ words: [String], environment: [String]? = nil,
        files: [AnonymousFile] = []
    ) throws(NotStarted) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else {
            throw NotStarted(errno: errno)
        }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw NotStarted(errno: errno) }
        defer { unsafe posix_spawnattr_destroy(&attributes) }

        for (number, file) in files.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, file.descriptor, Int32(number))
        }
        if !files.isEmpty { unsafe kspawn_close_from(&actions, Int32(files.count)) }
        // Our process ignores SIGXFSZ and SIGPIPE; the child must not.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(files.isEmpty ? flags : flags | POSIX_SPAWN_SETPGROUP))

        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe (environment ?? []).map { unsafe strdup($0) } + [nil]
        defer {
            unsafe arguments.forEach { unsafe free($0) }
            unsafe variables.forEach { unsafe free($0) }
        }
        var pid: pid_t = 0
        let code =
            environment == nil
            ? unsafe posix_spawn(&pid, path, &actions, &attributes, &arguments, environ)
            : unsafe posix_spawn(&pid, path, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw NotStarted(errno: code) }
        self.pid = pid
    }

    /// Set from outside shortly after the start: spawning cannot set limits, and ours must not
    /// change.
    package func limit(to bounds: Bounds) {
        let limits = kspawn_limits(
            cpu_seconds: UInt64(bounds.seconds), memory_bytes: UInt64(bounds.memoryBytes),
            file_bytes: UInt64(bounds.fileBytes))
        _ = kspawn_limit(pid, limits)
    }

    /// Waits for its end; nil when there is no such child.
    package func wait() -> Ending? {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return Ending(status)
    }

    /// As above; also nil after a timeout, when the child and its process group were killed.
    package func wait(seconds: Int) -> Ending? {
        var status: Int32 = 0
        for _ in 0..<seconds * 1000 / Self.pollMilliseconds {
            let ended = unsafe waitpid(pid, &status, WNOHANG)
            if ended == pid { return Ending(status) }
            if ended < 0, errno != EINTR { return nil }
            System.pause(milliseconds: Self.pollMilliseconds)
        }
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        _ = wait()
        return nil
    }
}

/// An unnamed file in memory, freed with its last descriptor.
package final class AnonymousFile: Sendable {
    fileprivate let descriptor: Int32

    package init() {
        descriptor = kspawn_anonymous_file()
    }

    /// Descriptors above the standard three can be passed on without closing each other.
    package var isUsable: Bool { descriptor > 2 }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends all bytes.
    package func append(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let wrote = unsafe bytes.span.extracting(droppingFirst: done).withUnsafeBytes { rest in
                unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { return false }
            done += wrote
        }
        return true
    }

    package func rewind() -> Bool { lseek(descriptor, 0, SEEK_SET) == 0 }

    package var size: Int? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The content as a source that outlives this; nil when no descriptor is free.
    package func source(name: String) -> ByteSource? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let size, rewind() else {
            if copy >= 0 { close(copy) }
            return nil
        }
        return ByteSource(unnamed: copy, bytes: size, name: name)
    }

    /// The first bytes of the content.
    package func contents(max: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        guard var source = source(name: "") else { return [] }
        _ = try? source.read(into: &bytes, max: max)
        return bytes
    }
}
