/// A person's own names of accounts and categories in their journal; they are written as they are.
///
/// Several may share a name: two cards can be one account of the journal.
package struct JournalNames: Sendable, Equatable {
    /// By the workspace's id of the account.
    package var accounts: [String: String]
    /// By the key of the category. A name is of the category's children too, which are below it.
    package var categories: [String: String]

    package init(accounts: [String: String] = [:], categories: [String: String] = [:]) {
        self.accounts = accounts
        self.categories = categories
    }

    /// The name of the nearest named ancestor, or of the category itself, and the number of its
    /// levels.
    func nearest(to category: String) -> (name: String, levels: Int)? {
        var levels = category.split(separator: ".")
        while !levels.isEmpty {
            if let name = categories[levels.joined(separator: ".")] { return (name, levels.count) }
            levels.removeLast()
        }
        return nil
    }

    /// Whether the programs read the name as one account.
    ///
    /// - Source: hledger 1.25, *Account names*; Beancount language syntax, *Accounts*.
    package static func isAccount(_ name: String, in dialect: LedgerTextExport.Dialect) -> Bool {
        guard oneLine(name) == name, let first = name.unicodeScalars.first,
            first.properties.isAlphabetic, !name.contains(";")
        else { return false }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard dialect == .beancount else {
            return parts.allSatisfy { !$0.isEmpty && $0.first != " " && $0.last != " " }
        }
        return parts.count > 1 && roots.contains(String(parts[0])) && parts.allSatisfy(isComponent)
    }

    private static let roots: Set<String> = [
        "Assets", "Liabilities", "Equity", "Income", "Expenses",
    ]

    private static func isComponent(_ part: Substring) -> Bool {
        guard let first = part.unicodeScalars.first else { return false }
        let starts = first.properties.isUppercase || first.properties.numericType == .decimal
        return starts
            && part.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "-"
            }
    }
}
