import Facts
import Glibc
package import Saving
import Scanning

extension SavingError: HouseError {
    package var exitCode: ExitCode { isOverLimit ? .damaged : .inputOutput }

    package func message(in language: Language) -> HouseMessage {
        if isOverLimit { return overLimit(in: language) }
        let words = operation.words
        return HouseMessage(
            at: SourcePlace(file: path), kind: "input-output", what: words.what[language],
            why: Phrase(
                "savingError.systemSays", ["words": .text(System.words(forError: self.errno))])[
                    language],
            fix: remedy[language], facts: [.init("errno", systemName)])
    }

    /// Refused by us: the system has no limit for reads.
    private var isOverLimit: Bool {
        self.errno == EFBIG && (operation == .read || operation == .list)
    }

    private func overLimit(in language: Language) -> HouseMessage {
        let limit =
            operation == .list
            ? "rules-files \(Limits.rulesFilesMax)" : "settings-bytes \(Limits.settingsBytesMax)"
        // Standard input is read line by line.
        let name = path == "stdin" ? "queue-line-bytes \(Limits.queueLineBytesMax)" : limit
        return HouseMessage(
            at: SourcePlace(file: path), kind: "limit-exceeded",
            what: Phrase("savingError.limitExceeded")[language],
            why: Phrase("savingError.limit", ["name": .text(name)])[language],
            fix: Phrase("savingError.splitFileKopiyka")[language])
    }

    private var systemName: String {
        switch self.errno {
        case ENOSPC: "ENOSPC"
        case EDQUOT: "EDQUOT"
        case EIO: "EIO"
        case EACCES: "EACCES"
        case EPERM: "EPERM"
        case EROFS: "EROFS"
        case EPIPE: "EPIPE"
        case EBADF: "EBADF"
        case ENOENT: "ENOENT"
        case EEXIST: "EEXIST"
        case EFBIG: "EFBIG"
        case ELOOP: "ELOOP"
        case EISDIR: "EISDIR"
        case ENOTDIR: "ENOTDIR"
        case EINVAL: "EINVAL"
        case EMFILE: "EMFILE"
        case ENFILE: "ENFILE"
        case ESTALE: "ESTALE"
        default: "errno \(self.errno)"
        }
    }

    private var remedy: Phrase {
        switch self.errno {
        case ENOSPC, EDQUOT:
            Phrase("savingError.makeRoomRun")
        case EACCES, EPERM, EROFS:
            Phrase("savingError.checkPermissionsNothing")
        case EPIPE, EBADF:
            Phrase("savingError.readerResultsClosed")
        case ENOENT:
            Phrase("savingError.checkPath")
        case ELOOP, EISDIR, ENOTDIR, EINVAL:
            Phrase("savingError.giveRegularFile")
        default:
            Phrase("savingError.runCommandAgain")
        }
    }
}

extension SavingError.Operation {
    var words: ErrorWords { ErrorWords("savingError.\(rawValue)") }
}

extension LockFailure: HouseError {
    package var exitCode: ExitCode {
        switch self {
        case .busy: .busy
        case .failed: .inputOutput
        }
    }

    package func message(in language: Language) -> HouseMessage {
        if case .failed(let error) = self { return error.message(in: language) }
        return Self.message(ofBusy: "", in: language)
    }

    /// - Parameter holder: the other process's note; empty when there is none.
    static func message(ofBusy holder: String, in language: Language) -> HouseMessage {
        let seconds = WorkspaceLock.waitMillisecondsDefault / 1000
        let why = Phrase("savingError.waited")
        let held = Phrase("savingError.workspaceHeld")
        let what = holder.split(separator: "\n").first.map { first in
            Phrase("savingError.heldBy", ["held": .phrase(held), "holder": .text(String(first))])
        }
        let fix = Phrase("savingError.letFinishThen")
        return HouseMessage(
            kind: "busy", what: (what ?? held)[language],
            why: why.filled(language, ["seconds": .count(seconds)]), fix: fix[language])
    }
}
