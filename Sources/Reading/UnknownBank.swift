internal import Facts

/// Identifies the bank of a table that no layout knows.
package enum UnknownBank {
    /// The layout name of all such tables.
    package static let layoutName = "inferred/csv"

    /// - Parameter hash: of the common features of one bank's tables.
    package static func name(hash: UInt64) -> String {
        AccountFamily.prefixOfTables + String(hash >> 40, radix: 16)
    }

    /// Whether an account's id begins with such a bank.
    package static func isOne(_ account: String) -> Bool {
        account.hasPrefix(AccountFamily.prefixOfTables)
    }
}
