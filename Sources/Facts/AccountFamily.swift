/// The accounts that imports create for files of one bank and currency that name none: the first is
/// named after both (`monobank-UAH`), the next are numbered (`monobank-UAH-2`).
package struct AccountFamily: Sendable, Hashable {
    package let base: String

    /// Prefix of accounts created for unknown tables.
    package static let prefixOfTables = "table-"

    /// An import named the account after its bank and this currency, or after its table.
    package func isGuess(in currency: Currency) -> Bool {
        base.hasSuffix("-" + currency.code) || base.hasPrefix(Self.prefixOfTables)
    }

    /// The family of an account by its name.
    package init(of account: String) {
        base = Self.parts(of: account).base
    }

    package init(base: String) { self.base = base }

    /// 1 for the first; nil for an account of another family.
    package func number(of account: String) -> Int? {
        if account == base { return 1 }
        let parts = Self.parts(of: account)
        return parts.base == base ? parts.number : nil
    }

    /// The first free name: an account whose files were forgotten gets its name again.
    package func freeName(beside names: [String]) -> String {
        let taken = Set(names.compactMap(number))
        var number = 1
        while taken.contains(number) { number += 1 }
        return name(number)
    }

    private func name(_ number: Int) -> String { number == 1 ? base : "\(base)-\(number)" }

    private static func parts(of account: String) -> (base: String, number: Int) {
        guard let dash = account.lastIndex(of: "-"),
            let number = Int(account[account.index(after: dash)...]), number >= 2
        else { return (account, 1) }
        return (String(account[..<dash]), number)
    }
}
