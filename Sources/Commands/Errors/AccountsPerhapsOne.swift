import Facts
import Workspaces

/// Two accounts show the same payments on the days that both cover, and nothing proves that they
/// are one.
struct AccountsPerhapsOne: HouseError {
    private let account: String
    private let other: String
    private let settings: Settings
    private let place: SourcePlace

    /// - Parameter file: the one that showed it.
    init(_ account: String, _ other: String, _ settings: Settings, file: String? = nil) {
        self.account = account
        self.other = other
        self.settings = settings
        place = file.map { SourcePlace(file: $0) } ?? .program
    }

    var exitCode: ExitCode { .done }

    func message(in language: Language) -> HouseMessage {
        let (one, another) = (settings.shownName(of: account), settings.shownName(of: other))
        let merge = mergeCommand(other, into: account)
        let unsaid = [account, other].filter { settings.account(meantBy: $0) == nil }
        let keep = unsaid.map { "kopiyka accounts add \(shellWord($0))" }.joined(separator: " && ")
        return HouseMessage(
            at: place, .note, kind: "accounts-perhaps-one",
            what: Bilingual(
                uk:
                    "рахунки \(one) і \(another) мають ті самі платежі в ті самі дні: можливо, це один рахунок",
                en:
                    "accounts \(one) and \(another) have the same payments on the same days: they may be one account"
            )[language],
            why: Bilingual(
                uk: "слова в них різні, або платежів замало; якщо рахунок один, кожен є двічі",
                en:
                    "their words differ, or the payments are too few; if the account is one, each is there twice"
            )[language],
            fix: Bilingual(
                uk: "\(merge)\(keep.isEmpty ? "" : "; якщо їх два: \(keep)")",
                en: "\(merge)\(keep.isEmpty ? "" : "; if they are two: \(keep)")")[language])
    }
}
