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
            why: language == .uk
                ? "система каже: \(System.words(forError: self.errno))"
                : "the system says: \(System.words(forError: self.errno))",
            fix: remedy[language], facts: [.init("errno", systemName)])
    }

    /// A refusal of ours: the system knows no read that is too large.
    private var isOverLimit: Bool {
        self.errno == EFBIG && (operation == .read || operation == .list)
    }

    private func overLimit(in language: Language) -> HouseMessage {
        let limit =
            operation == .list
            ? "rules-files \(Limits.rulesFilesMax)" : "settings-bytes \(Limits.settingsBytesMax)"
        // What comes in by standard input is read line by line.
        let name = path == "stdin" ? "queue-line-bytes \(Limits.queueLineBytesMax)" : limit
        return HouseMessage(
            at: SourcePlace(file: path), kind: "limit-exceeded",
            what: Bilingual(uk: "перевищено межу", en: "a limit is exceeded")[language],
            why: Bilingual(uk: "межа: \(name)", en: "the limit: \(name)")[language],
            fix: Bilingual(
                uk: "поділіть файл; усі межі показує kopiyka limits",
                en: "split the file; kopiyka limits shows all limits")[language])
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

    private var remedy: Bilingual {
        switch self.errno {
        case ENOSPC, EDQUOT:
            Bilingual(
                uk: "звільніть місце й запустіть команду ще раз; нічого не зроблено наполовину",
                en: "make room and run the command again; nothing is half done")
        case EACCES, EPERM, EROFS:
            Bilingual(
                uk: "перевірте права; нічого не зроблено наполовину",
                en: "check the permissions; nothing is half done")
        case EPIPE, EBADF:
            Bilingual(
                uk: "читач результатів закрився раніше; запустіть команду ще раз",
                en: "the reader of the results closed early; run the command again")
        case ENOENT:
            Bilingual(uk: "перевірте шлях", en: "check the path")
        case ELOOP, EISDIR, ENOTDIR, EINVAL:
            Bilingual(
                uk: "дайте звичайний файл, не посилання й не теку",
                en: "give a regular file, no link and no folder")
        default:
            Bilingual(
                uk: "запустіть команду ще раз; нічого не зроблено наполовину",
                en: "run the command again; nothing is half done")
        }
    }
}

extension SavingError.Operation {
    var words: ErrorWords {
        switch self {
        case .open: ErrorWords(what: ("не вдалося відкрити", "cannot be opened"))
        case .read: ErrorWords(what: ("не вдалося прочитати", "cannot be read"))
        case .write: ErrorWords(what: ("не вдалося записати", "cannot be written"))
        case .sync:
            ErrorWords(what: ("не вдалося надійно зберегти", "cannot be made durable"))
        case .truncate: ErrorWords(what: ("не вдалося вкоротити", "cannot be shortened"))
        case .close: ErrorWords(what: ("не вдалося закрити", "cannot be closed"))
        case .syncFolder:
            ErrorWords(
                what: (
                    "записано, але теку не вдалося надійно зберегти",
                    "is written, but its folder cannot be made durable"
                ))
        case .rename: ErrorWords(what: ("не вдалося замінити", "cannot be replaced"))
        case .remove: ErrorWords(what: ("не вдалося прибрати", "cannot be removed"))
        case .setMode: ErrorWords(what: ("не вдалося задати права", "cannot be made private"))
        case .stat: ErrorWords(what: ("не вдалося розпізнати", "cannot be looked at"))
        case .list: ErrorWords(what: ("не вдалося переглянути теку", "folder cannot be listed"))
        case .makeDirectory: ErrorWords(what: ("не вдалося створити теку", "folder cannot be made"))
        case .lock: ErrorWords(what: ("не вдалося замкнути", "cannot be locked"))
        case .compareLength:
            ErrorWords(
                what: ("файл змінився після читання", "the file changed since it was read"))
        }
    }
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

    /// - Parameter holder: what the other process left of itself; empty when nothing.
    static func message(ofBusy holder: String, in language: Language) -> HouseMessage {
        let seconds = WorkspaceLock.waitMillisecondsDefault / 1000
        let why = Bilingual(
            uk: "чекали {seconds:секунду|секунди|секунд}",
            en: "waited {seconds:second|seconds}")
        let by = holder.split(separator: "\n").first.map { ": \($0)" } ?? ""
        let what = Bilingual(
            uk: "сховище зайняте іншим процесом" + by,
            en: "another process holds the workspace" + by)
        let fix = Bilingual(
            uk: "дочекайтеся його й запустіть команду ще раз",
            en: "let it finish, then run the command again")
        return HouseMessage(
            kind: "busy", what: what[language],
            why: why.filled(language, ["seconds": .count(seconds)]), fix: fix[language])
    }
}
