import Facts
import Importing
import Workspaces

/// Another account has each payment of a file already, and they are too few to decide between the
/// two accounts.
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
            what: Phrase("fileAlsoElsewhere.accountEachPayment", ["other": .text(other)])[language],
            why: Phrase("fileAlsoElsewhere.theyTooFew", ["own": .text(own)])[
                language],
            fix: Phrase("fileAlsoElsewhere.ifFile", ["other": .text(other), "move": .text(move)])[
                language])
    }
}
