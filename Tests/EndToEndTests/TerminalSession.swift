import Glibc

/// The program on a pseudo-terminal of its own: what it writes is read and kept, keys are typed
/// blindly.
final class TerminalSession {
    /// -1 once closed: closed twice it would take a file of another test away.
    private var master: Int32
    private let process: pid_t
    private var written: [UInt8] = []
    private var status: Int32?

    init(_ arguments: [String], environment: [String] = [], rows: UInt16 = 24, columns: UInt16 = 80)
    {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: UInt32 = 0
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        let isMade =
            unsafe ioctl(master, Self.setLock, &locked) == 0
            && ioctl(master, Self.getNumber, &number) == 0
            && ioctl(master, UInt(TIOCSWINSZ), &size) == 0
        precondition(isMade, "no terminal")
        let name = "/dev/pts/\(number)"
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The first terminal a session opens is its own: signals of its end reach the program.
        unsafe posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Threads of tests block signals, and a child would inherit that.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(
            &attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let surroundings = [
            "LANG=C.UTF-8", "TERM=xterm", "NO_COLOR=1", "PATH=/usr/bin:/bin", "TZ=America/New_York",
        ]
        let started = unsafe Program.withCStrings([Program.executable] + arguments) { argv in
            unsafe Program.withCStrings(surroundings + environment) { envp in
                unsafe posix_spawn(&child, Program.executable, &actions, &attributes, argv, envp)
            }
        }
        precondition(started == 0, "cannot start \(Program.executable)")
        process = child
    }

    /// `TIOCSPTLCK`, `TIOCGPTN` and `POSIX_SPAWN_SETSID`: Linux's, which Swift's Glibc leaves out.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private static let newSession: Int16 = 0x80

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            _ = finish()
        }
        if master >= 0 { close(master) }
    }

    var text: String { String(decoding: written, as: UTF8.self) }

    /// Reads until the text has come; false when the program ends or nothing comes for a long
    /// while.
    @discardableResult
    func wait(for text: String) -> Bool {
        while !self.text.contains(text) {
            if !readSome() { return self.text.contains(text) }
        }
        return true
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        let wrote = unsafe write(master, bytes, bytes.count)
        precondition(wrote == bytes.count, "the terminal takes no keys")
    }

    /// Waits for the end; the exit code, or the negative signal.
    ///
    /// A program that waits for keys which no test types is killed, so that the test fails.
    func finish() -> Int32 {
        while readSome() {}
        var event = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        let hasEnded =
            unsafe poll(&event, 1, 0) > 0 && event.revents & Int16(POLLHUP) != 0
        if status == nil, !hasEnded { kill(process, SIGKILL) }
        return reap()
    }

    /// Takes the terminal away, as a closed window does.
    func hangUp() -> Int32 {
        close(master)
        master = -1
        return reap()
    }

    private func reap() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while unsafe waitpid(process, &raw, 0) < 0, errno == EINTR {}
        let code = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F)
        status = code
        return code
    }

    /// A patience no working program needs.
    private static let millisecondsMax: Int32 = 20_000

    private func readSome() -> Bool {
        var event = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&event, 1, Self.millisecondsMax) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(master, &chunk, chunk.count)
        guard count > 0 else { return false }
        written += chunk[..<count]
        return true
    }

    /// Whether the terminal echoes and waits for whole lines, as it did before the program.
    var isSane: Bool {
        var settings = termios()
        guard unsafe tcgetattr(master, &settings) == 0 else { return false }
        return settings.c_lflag & UInt32(ECHO | ICANON) == UInt32(ECHO | ICANON)
    }

    /// Another size of the window, told as windows tell it.
    func resize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func send(_ signal: Int32) { kill(process, signal) }
}
