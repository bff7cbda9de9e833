import Categorizing
import Facts
import Ledger
import Pending
import Workspaces

extension NoWorkspace: HouseError {
    var exitCode: ExitCode { .usage }

    func message(in language: Language) -> HouseMessage {
        HouseMessage(kind: "no-workspace", what: "no workspace", fix: "kopiyka init DIR")
    }
}
