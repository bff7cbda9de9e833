import Glibc
import TestKit

@testable import Saving

/// A folder of one test's own, gone with the value.
final class Folder: Sendable {
    private let temporary = TemporaryFolder()
    var path: String { temporary.path }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file the plain way, 0644, as somebody else's program would.
    func put(_ name: String, _ text: String) {
        let descriptor = unsafe open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(descriptor >= 0)
        let bytes = Array(text.utf8)
        precondition(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try readFile(file(name), limit: 1 << 24), as: UTF8.self)
    }

    /// Everything in the folder, also what is hidden.
    var contents: [String] {
        get throws { try names(in: path).filter { $0 != "." && $0 != ".." } }
    }
}

func permissions(_ path: String) throws -> mode_t {
    try status(at: path, followingLink: false).st_mode & 0o7777
}

/// Fails an exit test; one that holds returns, so that its folder is cleaned.
func exitUnless(_ holds: Bool) { if !holds { exit(1) } }

/// Lets this process write files of at most so many bytes.
func limitFileSize(_ bytes: UInt) {
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
}

func refusal(_ body: () throws(SavingError) -> Void) -> SavingError? {
    do throws(SavingError) {
        try body()
        return nil
    } catch {
        return error
    }
}
