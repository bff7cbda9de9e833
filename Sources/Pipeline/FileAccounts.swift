import Deduplicating
import Facts
import Workspaces

/// The workspace's accounts of one file, by the index its lines carry.
struct FileAccounts: Sendable {
    struct Account: Sendable {
        let name: String
        let bytes: [UInt8]
        let hash: UInt64
    }

    private var accounts: [Account] = []

    /// In order of appearance, each once.
    var names: [String] {
        var result: [String] = []
        for account in accounts where !result.contains(account.name) { result.append(account.name) }
        return result
    }

    subscript(index: Int32) -> Account { accounts[Int(index)] }

    /// Decides on the accounts that the reader met since the last time.
    mutating func learn(
        _ claims: [AccountClaim], layout: String, folder: String, fileName: String, option: String,
        book: AccountBook
    ) {
        guard claims.count > accounts.count else { return }
        let bank = layout.split(separator: "/").first.map(String.init) ?? "bank"
        for claim in claims[accounts.count...] {
            let name = book.account(
                for: claim, folder: folder, option: option, fileName: fileName, fallback: bank)
            accounts.append(
                Account(
                    name: name, bytes: Array(name.utf8),
                    hash: LineIdentity.hash(ofAccount: name)))
        }
    }
}
