internal import Facts

/// The columns of `entry` in the order of SELECT and INSERT.
enum EntryColumns {
    /// Columns of every entry, ordered as ``Statement/identity(account:)`` and ``GatheredRows``.
    private static let always = [
        "k1", "k2", "k3", "account", "day", "second", "units", "currency", "scale", "hold",
        "occurrence", "h_bank_id", "h_original", "h_balance", "h_text", "batch", "digest",
        "offset", "mcc",
    ]

    static let all =
        always + FactText.allCases.map(\.column) + FactDay.allCases.map(\.name)
        + FactMoney.allCases.flatMap(columns)

    // Column numbers of a result row.
    static let batch: Int32 = 15
    static let digest: Int32 = 16
    static let offset: Int32 = 17
    static let mcc: Int32 = 18
    static let texts = Int32(always.count)
    static let days = texts + Int32(FactText.allCases.count)
    static let monies = days + Int32(FactDay.allCases.count)

    static let ofIdentity = always.prefix(Int(batch)).joined(separator: ", ")
    static let list = all.joined(separator: ", ")
    /// The list for a ledger of an earlier version: its missing columns are null.
    static func list(ofVersion version: Int64) -> String {
        let missing = missing(inVersion: version)
        return missing.isEmpty
            ? list : all.map { missing.contains($0) ? "NULL" : $0 }.joined(separator: ", ")
    }

    /// Columns and values of an INSERT into a ledger of an earlier version, in a dry run: it stores
    /// nothing of the missing columns. They are texts and never last, so each value can be bound.
    static func insertion(ofVersion version: Int64) -> String {
        let missing = missing(inVersion: version)
        let there = all.indices.filter { !missing.contains(all[$0]) }
        return "(\(there.map { all[$0] }.joined(separator: ", "))) "
            + "VALUES (\(there.map { "?\($0 + 1)" }.joined(separator: ", ")))"
    }

    private static func missing(inVersion version: Int64) -> [String] {
        LedgerMigration.all.filter { $0.from >= version }.compactMap(\.column)
    }

    private static func columns(of field: FactMoney) -> [String] {
        let currency = field.currencyName
        let name = currency.dropLast("_currency".count)
        return ["\(name)_units", "\(name)_scale", currency]
    }
}
