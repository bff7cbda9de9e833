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

    private var words: (place: SourcePlace, what: Bilingual, fix: Bilingual) {
        switch self {
        case .accountKnown(let name):
            (
                .program,
                Bilingual(uk: "рахунок \"\(name)\" вже є", en: "account \"\(name)\" is there"),
                Bilingual(
                    uk: "kopiyka accounts own \(name) … доповнить його",
                    en: "kopiyka accounts own \(name) … adds to it")
            )
        case .nameTaken(let name, let other):
            (
                .program,
                Bilingual(
                    uk: "\"\(name)\" вже означає рахунок \"\(other)\"",
                    en: "\"\(name)\" means account \"\(other)\" already"),
                Bilingual(uk: "візьміть іншу назву", en: "take another name")
            )
        case .nothingNew:
            (
                .program,
                Bilingual(uk: "так уже й є", en: "it is so already"),
                Bilingual(
                    uk: "kopiyka accounts показує рахунки",
                    en: "kopiyka accounts shows the accounts")
            )
        case .byHand(let line, let text):
            (
                SourcePlace(file: "kopiyka.yaml", line: line),
                Bilingual(
                    uk: "тут не вдалося змінити рядок, не зачепивши написаного людиною",
                    en: "this line cannot be changed without touching what a person wrote"),
                Bilingual(
                    uk: "впишіть самі: \(text)", en: "write it yourself: \(text)")
            )
        }
    }
}
