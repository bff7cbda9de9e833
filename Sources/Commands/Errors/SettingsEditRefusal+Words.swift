import Facts
package import Workspaces

/// Why `kopiyka.yaml` was not changed.
extension SettingsEditRefusal: HouseError {
    package var message: HouseMessage {
        switch self {
        case .accountKnown(let name):
            HouseMessage("error.settings-not-changed.account-known", ["name": .text(name)])
        case .nameTaken(let name, let other):
            HouseMessage(
                "error.settings-not-changed.name-taken",
                ["name": .text(name), "other": .text(other)])
        case .nothingNew: HouseMessage("error.settings-not-changed.nothing-new")
        case .byHand(let line, let text):
            HouseMessage(
                at: SourcePlace(file: "kopiyka.yaml", line: line),
                "error.settings-not-changed.by-hand", ["text": .text(text)])
        }
    }
}
