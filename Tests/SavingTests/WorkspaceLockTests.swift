import Glibc
import Testing

@testable import Saving

@Suite struct `The workspace lock` {
    let folder = Folder()
    var path: String { folder.file("lock") }

    func attempt(_ mode: WorkspaceLock.Mode, waitMilliseconds: Int = 0) -> LockFailure? {
        do throws(LockFailure) {
            _ = try WorkspaceLock.acquire(
                path: path, mode: mode, waitMilliseconds: waitMilliseconds)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a writer excludes everybody, readers only writers`() throws {
        func asWriter() throws {
            let lock = try WorkspaceLock.acquire(path: path, mode: .exclusive)
            #expect(attempt(.exclusive) == .busy)
            #expect(attempt(.shared) == .busy)
            withExtendedLifetime(lock) {}
        }
        func asReader() throws {
            let lock = try WorkspaceLock.acquire(path: path, mode: .shared)
            #expect(attempt(.exclusive) == .busy)
            #expect(attempt(.shared) == nil)
            withExtendedLifetime(lock) {}
        }
        try asWriter()
        #expect(attempt(.exclusive) == nil)
        try asReader()
        #expect(attempt(.exclusive) == nil)
    }

    @Test func `another process is kept out`() async throws {
        let lock = try WorkspaceLock.acquire(path: path, mode: .exclusive)
        await #expect(processExitsWith: .exitCode(75)) { [path = path as String] in
            do throws(LockFailure) {
                _ = try WorkspaceLock.acquire(path: path, mode: .exclusive, waitMilliseconds: 50)
            } catch {
                exit(error == .busy ? 75 : 1)
            }
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `a killed holder leaves nothing behind`() async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lock = try WorkspaceLock.acquire(path: path, mode: .exclusive)
            kill(getpid(), SIGKILL)
            withExtendedLifetime(lock) {}
        }
        #expect(attempt(.exclusive) == nil)
    }

    @Test func `waiting is bounded from below and above`() throws {
        let lock = try WorkspaceLock.acquire(path: path, mode: .exclusive)
        let clock = ContinuousClock()
        let waited = clock.measure { #expect(attempt(.exclusive, waitMilliseconds: 200) == .busy) }
        #expect(waited >= .milliseconds(200))
        #expect(waited < .seconds(5))
        withExtendedLifetime(lock) {}
    }

    @Test func `a link, a folder and a missing folder are failures, not busy`() throws {
        folder.put("target", "")
        try #require(unsafe symlink("target", path) == 0)
        #expect(
            attempt(.exclusive) == .failed(SavingError(operation: .open, path: path, errno: ELOOP)))
        let missing = folder.file("missing/lock")
        #expect(
            throws: LockFailure.failed(SavingError(operation: .open, path: missing, errno: ENOENT))
        ) {
            _ = try WorkspaceLock.acquire(path: missing, mode: .shared, waitMilliseconds: 0)
        }
    }

    @Test func `a note stays for whoever holds the lock next`() throws {
        func note(_ mode: WorkspaceLock.Mode, leaving next: String? = nil) throws -> String {
            let lock = try WorkspaceLock.acquire(path: path, mode: mode)
            let found = try lock.note(bytesMax: 8)
            if let next { try lock.leave(Array(next.utf8).span, isDurable: next.first != "b") }
            return String(decoding: found, as: UTF8.self)
        }
        #expect(try note(.exclusive, leaving: "a note") == "")
        #expect(try note(.shared) == "a note")
        #expect(try note(.exclusive, leaving: "b n") == "a note")
        #expect(try note(.shared) == "b note")
        #expect(try note(.exclusive, leaving: "a long note") == "b note")
        #expect(try note(.shared) == "a long n")
    }
}
