import Facts
import Importing
import Scanning
import Workspaces

/// `--account` of an import: an account of the workspace, or the name of a new one.
///
/// A typing error must not create an account: a name near that of a known account is refused.
/// Numbers distinguish accounts, and so do short words (`card-1`, `card-2`; `mono-UAH`,
/// `mono-USD`): they never count as typing errors.
struct AccountOption {
    /// The account for the files' lines; empty when the option is not given.
    private let account: String
    private let isKnown: Bool

    /// - Throws: a usage error for a name near a known one.
    init(_ said: String?, _ access: WorkspaceAccess) throws {
        guard let said else {
            (account, isKnown) = ("", true)
            return
        }
        let account = access.book.account(for: AccountClaim(), option: said)
        let withLines = try access.workspace.accountNames()
        self.account = account
        isKnown = withLines.contains(account) || access.settings.account(meantBy: said) != nil
        if isKnown { return }
        let settled = access.settings.accounts.flatMap { [$0.name, $0.shown] + $0.aliases }
        let near = Set(settled + withLines).sorted().first { Self.isSlip(said, for: $0) }
        guard let near else { return }
        throw HouseMessage.noAccount(
            said, near: near,
            fix: Phrase("accountOption.kopiykaAccountsAdd", ["account": .text(shellWord(said))]))
    }

    /// The account, if these files created it.
    func made(by files: [FileReport]) -> String? {
        !isKnown && files.contains { $0.new > 0 && $0.accounts.contains(account) } ? account : nil
    }

    private static func isSlip(_ said: String, for name: String) -> Bool {
        if name.isEmpty { return false }
        let folder = TextFolder()
        if folder.fold(said) == folder.fold(name) { return true }
        guard said.filter(\.isNumber) == name.filter(\.isNumber) else { return false }
        let (a, b) = (words(of: said), words(of: name))
        if a.count != b.count { return isSlip(a.flatMap(\.self), for: b.flatMap(\.self)) }
        return zip(a, b).allSatisfy { $0 == $1 || isSlip($0, for: $1) }
    }

    /// One letter of a word of four or more, two of a word of seven or more.
    private static func isSlip(_ said: [Unicode.Scalar], for word: [Unicode.Scalar]) -> Bool {
        let letters = max(said.count, word.count)
        guard letters <= lettersMax else { return false }
        return editDistance(said, word) <= (letters >= 7 ? 2 : letters >= 4 ? 1 : 0)
    }

    /// Bounds the cost of the comparison; longer words are not typing errors.
    private static let lettersMax = 64

    private static func words(of name: String) -> [[Unicode.Scalar]] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.map { Array($0.unicodeScalars) }
    }
}
