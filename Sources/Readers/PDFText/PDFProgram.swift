internal import CSpawn
internal import Facts
internal import Glibc
internal import Scanning

/// Runs `pdftotext` on bytes that may be hostile: fixed arguments, no shell, no environment of ours, no other open file, limits on time,
/// memory and output, and an end that does not depend on the program.
///
/// The PDF is handed over as an open file without a name, and the text comes back the same way: no path of the user's is ever an
/// argument, nothing is written to a folder, and neither side waits for the other.
enum PDFProgram {
    enum Outcome {
        case text(AnonymousFile)
        /// What the program said on its way out.
        case failed(String)
        case tooLong
        case tooSlow
        case notStarted(errno: Int32)
    }

    private static let memoryBytesMax = 1024 * 1024 * 1024
    private static let messageBytesMax = 4096
    private static let pollMilliseconds = 5

    /// The program in the first absolute folder that has it, or nil.
    ///
    /// - Parameter searchPath: folders with `:` between them; nil for `PATH` and the folders of Debian.
    static func path(searchPath: String? = nil) -> String? {
        let folders = searchPath ?? environmentPath + ":/usr/bin:/usr/local/bin"
        for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
            let path = String(folder) + "/pdftotext"
            if unsafe access(path, X_OK) == 0 { return path }
        }
        return nil
    }

    private static var environmentPath: String {
        guard let path = unsafe getenv("PATH") else { return "" }
        return unsafe String(cString: path)
    }

    /// - Parameter input: the PDF, from its first byte.
    static func run(_ program: String, on input: AnonymousFile) -> Outcome {
        let output = AnonymousFile()
        let messages = AnonymousFile()
        guard input.isUsable, output.isUsable, messages.isUsable, input.rewind() else {
            return .notStarted(errno: errno)
        }
        var pid: pid_t = 0
        let code = spawn(program, input: input, output: output, messages: messages, &pid)
        guard code == 0 else { return .notStarted(errno: code) }
        limit(pid)
        guard let status = wait(for: pid) else { return .tooSlow }
        guard let bytes = output.size, bytes <= Limits.pdfTextBytesMax else { return .tooLong }
        // The low seven bits are the signal that ended it, the next eight its exit code.
        if status & 0x7F == SIGXFSZ { return .tooLong }
        if status & 0x7F == SIGXCPU { return .tooSlow }
        if status == 0 { return .text(output) }
        let said = messages.contents(max: messageBytesMax)
        return .failed(String(decoding: said, as: UTF8.self).lowercased())
    }

    private static func spawn(
        _ program: String, input: AnonymousFile, output: AnonymousFile, messages: AnonymousFile,
        _ pid: inout pid_t
    ) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return errno }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.descriptor, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, messages.descriptor, 2)
        unsafe kspawn_close_from(&actions, 3)

        var attributes = posix_spawnattr_t()
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { return errno }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        // We ignore SIGXFSZ and SIGPIPE; the program must not.
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments = [
            "pdftotext", "-layout", "-nopgbrk", "-enc", "UTF-8", "-eol", "unix", "--",
            "/proc/self/fd/0", "-",
        ]
        let environment = ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]
        var argumentPointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var environmentPointers = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer {
            unsafe argumentPointers.forEach { unsafe free($0) }
            unsafe environmentPointers.forEach { unsafe free($0) }
        }
        return unsafe posix_spawn(
            &pid, program, &actions, &attributes, &argumentPointers, &environmentPointers)
    }

    /// Set from outside, a moment after the start: a start cannot carry limits, and ours must stay as they are.
    private static func limit(_ pid: pid_t) {
        let limits = kspawn_limits(
            cpu_seconds: UInt64(Limits.pdfSecondsMax), memory_bytes: UInt64(memoryBytesMax),
            file_bytes: UInt64(Limits.pdfTextBytesMax + 1))
        _ = kspawn_limit(pid, limits)
    }

    /// The program's status, or nil when it had to be killed.
    private static func wait(for pid: pid_t) -> Int32? {
        var status: Int32 = 0
        for _ in 0..<Limits.pdfSecondsMax * 1000 / pollMilliseconds {
            let ended = unsafe waitpid(pid, &status, WNOHANG)
            if ended == pid { return status }
            if ended < 0, errno != EINTR { return nil }
            var pause = timespec(tv_sec: 0, tv_nsec: pollMilliseconds * 1_000_000)
            _ = unsafe nanosleep(&pause, nil)
        }
        // Its group, in case it started something.
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return nil
    }
}

/// A file in memory without a name, gone with its last descriptor.
final class AnonymousFile: Sendable {
    let descriptor: Int32

    init() {
        descriptor = kspawn_anonymous_file()
    }

    /// Descriptors above the three the program gets are handed over without closing each other.
    var isUsable: Bool { descriptor > 2 }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes everything behind what was written before.
    func append(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let wrote = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.write(descriptor, all.baseAddress! + done, bytes.count - done)
            }
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { return false }
            done += wrote
        }
        return true
    }

    func rewind() -> Bool { lseek(descriptor, 0, SEEK_SET) == 0 }

    var size: Int? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// What stands in it, as a source that outlives this; nil when there are no more descriptors.
    func source(name: String) -> ByteSource? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let size, rewind() else {
            if copy >= 0 { close(copy) }
            return nil
        }
        return ByteSource(unnamed: copy, bytes: size, name: name)
    }

    /// The first bytes of what stands in it.
    func contents(max: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        guard var source = source(name: "") else { return [] }
        _ = try? source.read(into: &bytes, max: max)
        return bytes
    }
}
