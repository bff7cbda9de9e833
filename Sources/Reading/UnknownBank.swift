internal import Facts

/// What stands for the bank of a table that no layout knows.
package enum UnknownBank {
    /// The layout of the tables of all such banks.
    package static let layoutName = "inferred/csv"

    /// - Parameter hash: of what such tables of one bank have in common.
    package static func name(hash: UInt64) -> String {
        AccountFamily.prefixOfTables + String(hash >> 40, radix: 16)
    }

    /// Whether an account's id begins with such a bank.
    package static func isOne(_ account: String) -> Bool {
        account.hasPrefix(AccountFamily.prefixOfTables)
    }
}
