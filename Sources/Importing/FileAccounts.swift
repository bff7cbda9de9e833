import Deduplicating
import Facts
import Workspaces

/// The workspace's accounts of one file, by the account index of its lines.
struct FileAccounts: Sendable {
    struct Account: Sendable {
        let name: String
        let bytes: [UInt8]
        let hash: UInt64

        init(_ name: String) {
            self.name = name
            bytes = Array(name.utf8)
            hash = LineIdentity.hash(ofAccount: name)
        }

        /// Before the first line of a file.
        static let none = Account(name: "", bytes: [], hash: 0)

        private init(name: String, bytes: [UInt8], hash: UInt64) {
            self.name = name
            self.bytes = bytes
            self.hash = hash
        }
    }

    /// An account of a number with several types: a member's checking and savings account.
    private struct Numbered: Sendable {
        /// The account that the number names.
        let plain: String
        let type: String
        /// The types of the number in the file, if there are several.
        let types: [String]

        /// The account beside those that were known before the file; nil leaves it as it is.
        func name(beside known: [String]) -> String? {
            if known.contains(typed(type)) { return typed(type) }
            guard types.count > 1, known.contains(plain) else { return nil }
            let beginning = plain + "-"
            if !known.contains(where: { $0.hasPrefix(beginning) }) { return typed(type) }
            // The others have names of their own.
            return types.filter { !known.contains(typed($0)) } == [type] ? plain : nil
        }

        private func typed(_ type: String) -> String { "\(plain)-\(type)" }
    }

    private var accounts: [Account] = []
    /// Accounts of a number that others may have too, by their index.
    private var numbered: [Int: Numbered] = [:]
    private var guesses = 0
    /// For a guessed account: the bank's accounts in the settings.
    private(set) var guessedOthers: [String] = []
    /// Accounts that the file names although `--account` names another.
    private(set) var passedOver: [KeptAccount] = []

    /// The account of all lines, named neither by the file nor by its owner.
    var guessed: String? { accounts.count == 1 && guesses == 1 ? accounts[0].name : nil }

    /// In order of appearance, each once.
    var names: [String] {
        var result: [String] = []
        for account in accounts where !result.contains(account.name) { result.append(account.name) }
        return result
    }

    /// By the account index of lines.
    var byIndex: [String] { accounts.map(\.name) }

    subscript(index: Int32) -> Account { accounts[Int(index)] }

    /// Replaces the accounts by those that the file's rows are in already.
    ///
    /// - Parameter kept: in order of appearance, as ``names``. A single account is that of all
    ///   rows.
    /// - Returns: whether any account changes.
    mutating func keep(_ kept: [String]) -> Bool {
        guard !kept.isEmpty, kept != Array(names.prefix(kept.count)) else { return false }
        let names = names
        var isOther = false
        for index in accounts.indices {
            guard let place = names.firstIndex(of: accounts[index].name) else { continue }
            let name = kept.count == 1 ? kept[0] : place < kept.count ? kept[place] : names[place]
            if name == accounts[index].name { continue }
            accounts[index] = Account(name)
            isOther = true
        }
        return isOther
    }

    /// The index of an account for lines of the file.
    mutating func index(of name: String) -> Int32 {
        if let known = accounts.firstIndex(where: { $0.name == name }) {
            return Int32(truncatingIfNeeded: known)
        }
        accounts.append(Account(name))
        return Int32(truncatingIfNeeded: accounts.count - 1)
    }

    /// Renames accounts to the names that the workspace has for another form of their number.
    ///
    /// - Parameter before: the names that it had before the file.
    /// - Returns: whether any name changes.
    mutating func unify(with known: [String], before: [String]) -> Bool {
        var isOther = settleNumbers(before)
        for index in accounts.indices where !known.contains(accounts[index].name) {
            let name = accounts[index].name
            guard let twin = known.first(where: { AccountBook.areOneGermanAccount($0, name) })
            else { continue }
            accounts[index] = Account(twin)
            isOther = true
        }
        return isOther
    }

    /// Names the accounts of shared numbers, whatever the order of statements and files.
    ///
    /// The account of a type that the workspace knows has its rows. Of the others, one has the
    /// number itself for its name, unless the workspace knows that account alone: it may be of any
    /// of the types, so that none is added to it.
    private mutating func settleNumbers(_ before: [String]) -> Bool {
        var isOther = false
        for (index, number) in numbered {
            guard let name = number.name(beside: before), name != accounts[index].name else {
                continue
            }
            accounts[index] = Account(name)
            isOther = true
        }
        return isOther
    }

    /// Assigns accounts to the claims that the reader found since the last call.
    mutating func learn(
        _ claims: [AccountClaim], layout: String, folder: String, fileName: String, option: String,
        book: AccountBook
    ) {
        guard claims.count > accounts.count else { return }
        let bank = layout.split(separator: "/").first.map(String.init) ?? "bank"
        for claim in claims[accounts.count...] {
            let named = book.named(
                for: claim, folder: folder, option: option, fileName: fileName, fallback: bank)
            if named.isGuess {
                guesses += 1
                guessedOthers = named.others
            } else if !option.isEmpty {
                let meant = book.account(
                    for: AccountClaim(product: claim.product), option: option)
                if meant != named.name {
                    passedOver.append(KeptAccount(named: meant, kept: named.name))
                }
            }
            if let type = claim.kind, !claim.number.isEmpty {
                var plain = claim
                plain.product = ""
                numbered[accounts.count] = Numbered(
                    plain: book.named(
                        for: plain, folder: folder, option: option, fileName: fileName,
                        fallback: bank
                    ).name, type: type, types: claim.typesOfNumber)
            }
            accounts.append(Account(named.name))
        }
    }
}
