import Facts
package import Workspaces

/// Why `kopiyka.yaml` was not changed.
extension SettingsEditRefusal: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        let (place, what, fix) = words
        return HouseMessage(
            at: place, kind: "settings-not-changed", what: what[language], fix: fix[language])
    }

    private var words: (place: SourcePlace, what: Phrase, fix: Phrase) {
        switch self {
        case .accountKnown(let name):
            (
                .program,
                Phrase("settingsEditRefusal.accountThere", ["name": .text(name)]),
                Phrase("settingsEditRefusal.kopiykaAccountsOwn", ["name": .text(name)])
            )
        case .nameTaken(let name, let other):
            (
                .program,
                Phrase(
                    "settingsEditRefusal.meansAccountAlready",
                    ["name": .text(name), "other": .text(other)]),
                Phrase("settingsEditRefusal.takeAnotherName")
            )
        case .nothingNew:
            (
                .program,
                Phrase("settingsEditRefusal.soAlready"),
                Phrase("settingsEditRefusal.kopiykaAccountsShows")
            )
        case .byHand(let line, let text):
            (
                SourcePlace(file: "kopiyka.yaml", line: line),
                Phrase("settingsEditRefusal.lineCannotChanged"),
                Phrase("settingsEditRefusal.writeYourself", ["text": .text(text)])
            )
        }
    }
}
