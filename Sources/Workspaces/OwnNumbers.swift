package import Facts
internal import Scanning

/// The numbers of the workspace's own accounts. A row whose counterparty has one of them moves the
/// owner's own money, whether the other side is in a file or not.
///
/// A number is known from the settings, or from an imported file that named its account by it.
package struct OwnNumbers: Sendable, Equatable {
    /// By ``key(_:)`` of the numbers.
    private var owners: [[UInt8]: Owner] = [:]

    /// The accounts of a number: sorted, unique.
    private struct Owner: Equatable {
        var accounts: [String] = []
        /// Accounts that are only a part of the number's, from files with several products:
        /// `DE89370400440532013000-savings`.
        var parts: [String] = []

        func isOrContains(_ account: String) -> Bool {
            accounts.contains(account) || parts.contains(account)
        }

        /// Nil if ambiguous.
        var only: String? {
            accounts.count == 1 && parts.allSatisfy { $0 == accounts[0] } ? accounts[0] : nil
        }
    }

    package init() {}

    /// - Parameter names: of the accounts with lines; duplicates are allowed.
    package init(names: some Sequence<String>, book: AccountBook) {
        for name in names {
            enter(name, of: name, \.accounts)
            if let end = name.firstIndex(of: "-") {
                enter(String(name[..<end]), of: name, \.parts)
            }
        }
        for (alias, account) in book.aliases { enter(alias, of: account, \.accounts) }
    }

    private mutating func enter(
        _ number: String, of account: String, _ list: WritableKeyPath<Owner, [String]>
    ) {
        guard let key = Self.key(of: number) else { return }
        var owner = owners[key] ?? Owner()
        if !owner[keyPath: list].contains(account) {
            owner[keyPath: list].append(account)
            owner[keyPath: list].sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        owners[key] = owner
    }

    package var isEmpty: Bool { owners.isEmpty }

    /// Equal for equal numbers of equal accounts, and 0 for none.
    package var digest: UInt64 {
        if owners.isEmpty { return 0 }
        var writer = ByteWriter()
        for (key, owner) in owners.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.append(key)
            for name in owner.accounts + [""] + owner.parts + [""] {
                writer.append(byte: 0)
                writer.append(name)
            }
        }
        return writer.withBytes { StableHash.hash($0, seed: 12) } | 1
    }

    // MARK: Suggestions

    /// The account of the counterparty's number: its name, empty if several share the number.
    ///
    /// - Parameters:
    ///   - key: of the number, see ``key(_:)``.
    ///   - account: the line's own. A booking within an account that has the account's own number
    ///     is no transfer.
    /// - Returns: nil for an unknown number, and for the line's own account's.
    package func account(by key: [UInt8], from account: String) -> String? {
        guard let owner = owners[key], !owner.isOrContains(account) else { return nil }
        return owner.only ?? ""
    }

    /// The numbers, as ``key(_:)``, whose accounts differ between the two sets or are only in one.
    package func numbersOfOthers(than other: OwnNumbers) -> [[UInt8]] {
        Set(owners.keys).union(other.owners.keys).filter { owners[$0] != other.owners[$0] }
    }

    package func contains(_ key: [UInt8]) -> Bool { owners[key] != nil }

    /// The suggestion corrected by the counterparty's number.
    ///
    /// Precedence: a user's rule; decisions about this very counterparty; the number; decisions
    /// about lines with the same words, and the tables. Many counterparties may share words, but
    /// not a number.
    package func suggestion(_ ordinary: Suggestion, of fact: StatementFact) -> Suggestion {
        if owners.isEmpty || fact.counterpartyIBAN.isEmpty { return ordinary }
        guard let key = Self.key(of: fact.counterpartyIBAN),
            let found = account(by: key, from: fact.account)
        else { return ordinary }
        return Self.suggestion(ordinary, as: found, numbered: fact.counterpartyIBAN)
    }

    /// The suggestion of a line whose counterparty has this own account's number.
    package static func suggestion(
        _ ordinary: Suggestion, as account: String, numbered number: String
    ) -> Suggestion {
        if ordinary.isByRule { return ordinary }
        let isDecided = ordinary.evidence.contains {
            $0.source == .counterparty && !$0.category.isEmpty
                && $0.category == ordinary.category
                && !TransferSide.ownCategories.contains($0.category)
        }
        if isDecided { return ordinary }
        return ordinary.asTransfer(byNumberOf: account, account.isEmpty ? number : account)
    }

    // MARK: Forms of numbers

    /// A number in normal form, nil if the text is none: without spaces, in upper case, a German
    /// IBAN as bank code and number, as MT940 and OFX write it.
    package static func key(of text: String) -> [UInt8]? { key(Array(text.utf8)) }

    /// The same for bytes.
    package static func key(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.count < 10 || bytes.count > 64 { return nil }
        if isNumber(bytes), !bytes.starts(with: "DE".utf8) { return bytes }
        let plain = AccountBook.plain(String(decoding: bytes, as: UTF8.self))
        if let german = AccountBook.germanNumber(plain) {
            return Array("DE".utf8) + Array(german.utf8)
        }
        let number = Array(plain.utf8)
        return isNumber(number) ? number : nil
    }

    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    package static func isOfNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "*")
    }

    /// Whether it looks like an IBAN, card or account number: capitals and digits, mostly digits.
    package static func isNumber(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 10 && bytes.count <= 34 && bytes.allSatisfy(isOfNumber)
            && !bytes.contains(UInt8(ascii: "*")) && bytes.count(where: isDigit) * 2 > bytes.count
    }
}
