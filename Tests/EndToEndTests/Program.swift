import TestKit
import Glibc

/// The built program, run as a person or a script would run it.
struct Program {
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String

        /// Lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs `kopiyka` with these arguments; standard input is the text given.
    ///
    /// The environment is fixed (`LANG=en_US.UTF-8`, `NO_COLOR`, no HOME), so that nothing of the
    /// machine leaks into a test.
    static func run(
        _ arguments: String..., input: String = "", environment: [String] = [],
        outputPath: String? = nil
    ) -> Outcome {
        run(arguments, input: input, environment: environment, outputPath: outputPath)
    }

    static func run(
        _ arguments: [String], input: String = "", environment: [String] = [],
        outputPath: String? = nil
    ) -> Outcome {
        let folder = TemporaryFolder()
        folder.write(input, to: "input")
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, folder.path + "/input", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 1, outputPath ?? folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 2, folder.path + "/errors", O_WRONLY | O_CREAT, 0o600)
        var child: pid_t = 0
        var status: Int32 = 0
        let started = unsafe withCStrings([executable] + arguments) { argv in
            unsafe withCStrings(environment + fixedEnvironment) { envp in
                unsafe posix_spawn(&child, executable, &actions, nil, argv, envp)
            }
        }
        precondition(started == 0, "cannot start \(executable)")
        unsafe waitpid(child, &status, 0)
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        return Outcome(
            code: code, output: folder.read("output"), errors: folder.read("errors"))
    }

    /// Starts `kopiyka` and does not wait for it; its output goes to files.
    static func start(
        _ arguments: [String], output: String, errors: String, environment: [String] = []
    ) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        var child: pid_t = 0
        let started = unsafe withCStrings([executable] + arguments) { argv in
            unsafe withCStrings(environment + fixedEnvironment) { envp in
                unsafe posix_spawn(&child, executable, &actions, nil, argv, envp)
            }
        }
        precondition(started == 0, "cannot start \(executable)")
        return child
    }

    private static let fixedEnvironment = [
        "LANG=en_US.UTF-8", "NO_COLOR=1", "PATH=/usr/bin:/bin", "TZ=America/New_York",
    ]

    /// Beside the test binary: SwiftPM builds both into one folder.
    static let executable: String = {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        precondition(count > 0, "no /proc/self/exe")
        let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        return folder + "/kopiyka"
    }()

    /// The package's root: the folder above this file's.
    static let root: String = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")

    static func withCStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
    }
}
