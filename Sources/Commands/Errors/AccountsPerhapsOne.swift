import Facts
import Workspaces

/// Two accounts have the same payments on the days that both cover, without a proof that they are
/// one.
struct AccountsPerhapsOne: HouseError {
    private let account: String
    private let other: String
    private let settings: Settings
    private let place: SourcePlace

    /// - Parameter file: the file that showed it.
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
        let fix =
            keep.isEmpty
            ? Phrase(same: merge)
            : Phrase("accountsPerhapsOne.fix", ["merge": .text(merge), "keep": .text(keep)])
        return HouseMessage(
            at: place, .note, kind: "accounts-perhaps-one",
            what: Phrase(
                "accountsPerhapsOne.accountsSamePayments",
                ["one": .text(one), "another": .text(another)])[language],
            why: Phrase("accountsPerhapsOne.theirWordsDiffer")[language],
            fix: fix[language])
    }
}
