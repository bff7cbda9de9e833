import Facts
import Glibc
package import Readers
import Scanning

/// A file that a thread of its own opens and looks into while the workspace is opened: what it is takes as long to tell as that.
///
/// Nothing comes of it but the opened file, for the one import that lists the same file, unchanged, and reads it by the same options. Problems are told when
/// the file's turn comes. `@unchecked`: what the thread leaves is taken when it has ended.
package final class OpenedAhead: @unchecked Sendable {
    private let path: String
    private let options: ReadOptions
    /// Before it was opened. A list that was made since, and has the same, means the same bytes.
    private let mark: FileMark
    private let opening: Opening
    private var thread: WorkThread?

    private final class Opening: @unchecked Sendable {
        var file: StatementFile?
        var failure: ReadFailure?
    }

    /// Nil for what is no file on disk, whose bytes would be gone, and when the system has no thread to give.
    package init?(path: String, options: ReadOptions) {
        var information = stat()
        guard unsafe stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let opening = Opening()
        self.path = path
        self.options = options
        self.opening = opening
        mark = FileMark(information)
        thread = WorkThread {
            do throws(ReadFailure) {
                opening.file = try StatementFile(path: path, options: options, isDigested: true)
            } catch {
                opening.failure = error
            }
        }
        if thread == nil { return nil }
    }

    deinit { wait() }

    /// The opened file, once; nil for another one, or by other options.
    func take(_ file: InputFile, _ options: ReadOptions) throws(ReadFailure) -> StatementFile? {
        wait()
        guard file.path == path, file.member == nil, file.mark == mark, options == self.options
        else { return nil }
        if let failure = opening.failure { throw failure }
        return opening.file.take()
    }

    private func wait() {
        guard let thread = thread.take() else { return }
        thread.join()
    }
}
