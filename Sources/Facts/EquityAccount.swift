/// Accounts of double-entry books that hold what the owner began with: neither money of a bank nor
/// a category.
package enum EquityAccount {
    /// The first components of their names.
    package static let roots: Set<String> = [
        "equity", "капітал", "власні кошти", "власний капітал", "капитал", "собственные средства",
        "eigenkapital", "kapitał",
    ]

    private static let openings: Set<String> = [
        "opening balance", "opening balances", "початковий залишок", "початкові залишки",
        "начальный остаток", "начальные остатки", "anfangsbestand", "eröffnungsbilanz",
    ]

    /// Whether a value of a category column is the path of such an account.
    package static func holds(_ path: String) -> Bool {
        let parts = path.lowercased().split { $0 == ":" || $0 == ">" }.map { part in
            var words = part.split { $0 == " " || $0 == "-" || $0 == "_" }.map(String.init)
            words.removeAll(where: \.isEmpty)
            return words.joined(separator: " ")
        }
        return parts.first.map(roots.contains) ?? false || parts.contains(where: openings.contains)
    }
}
