import Facts
import Pipeline
import Workspaces

/// Another account has each payment of a file already, and they are too few to say whose the file
/// is.
struct FileAlsoElsewhere: HouseError {
    let file: String
    let account: KeptAccount
    let settings: Settings

    init(file: String, account: KeptAccount, _ settings: Settings) {
        self.file = file
        self.account = account
        self.settings = settings
    }

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let own = settings.shownName(of: account.named)
        let other = settings.shownName(of: account.kept)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let move = "kopiyka move --file \(shellWord(name)) \(shellWord(other))"
        return HouseMessage(
            at: SourcePlace(file: file), .note, kind: "file-also-elsewhere",
            what: Bilingual(
                uk: "кожен платіж файлу має й рахунок \(other): той самий день, сума і слова",
                en: "account \(other) has each payment of the file too: same day, amount and words"
            )[language],
            why: Bilingual(
                uk: "їх замало, щоб сказати, чий це файл; тепер вони є в обох, тут у \(own)",
                en: "they are too few to say whose file it is; now both have them, here \(own)")[
                    language],
            fix: Bilingual(
                uk: "якщо файл рахунка \(other): \(move)",
                en: "if the file is of \(other): \(move)")[language])
    }
}
