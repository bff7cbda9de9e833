import Facts
import Glibc
package import Saving
import Scanning

extension SavingError: HouseError {
    package var message: HouseMessage {
        // Refused by us: the system has no limit for reads.
        if self.errno == EFBIG, operation == .read || operation == .list { return overLimit }
        var words = ErrorWords("savingError.\(operation.rawValue)")
        words.why = Phrase(
            "savingError.systemSays", ["words": .text(System.words(forError: self.errno))])
        words.fix = remedy
        return HouseMessage(
            place: SourcePlace(file: path), kind: "input-output", words: words,
            facts: [.init(name: "errno", value: systemName)], exitCode: .inputOutput)
    }

    private var overLimit: HouseMessage {
        // Standard input is read line by line.
        let name =
            path == "stdin"
            ? "queue-line-bytes \(Limits.queueLineBytesMax)"
            : operation == .list
                ? "rules-files \(Limits.rulesFilesMax)"
                : "settings-bytes \(Limits.settingsBytesMax)"
        return HouseMessage(
            at: SourcePlace(file: path), "error.limit-exceeded", ["name": .text(name)],
            exitCode: .damaged)
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

extension LockFailure: HouseError {
    package var message: HouseMessage {
        switch self {
        case .busy: .busy(heldBy: "")
        case .failed(let error): error.message
        }
    }
}

extension HouseMessage {
    /// - Parameter holder: the other process's note; empty when there is none.
    static func busy(heldBy holder: String) -> HouseMessage {
        let seconds = WorkspaceLock.waitMillisecondsDefault / 1000
        var busy = HouseMessage("error.busy", ["seconds": .count(seconds)], exitCode: .busy)
        if let first = holder.split(separator: "\n").first {
            busy.words.what = busy.words.what + Phrase(same: ": \(first)")
        }
        return busy
    }
}
