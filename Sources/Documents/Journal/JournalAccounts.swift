import Facts

/// The accounts of a journal that hold money, by their declared types or their roots.
struct JournalAccounts: Sendable {
    enum Kind: Sendable { case own, category, equity, unknown }

    private var declared: [String: Kind] = [:]

    /// Declares an account of a directive, and all below it: `A`, `Liability`, `X` …
    mutating func declare(_ name: String, type: String) {
        switch type.lowercased() {
        case "a", "asset", "l", "liability", "c", "cash": declared[name] = .own
        case "r", "revenue", "x", "expense", "i", "income": declared[name] = .category
        case "e", "equity", "v", "conversion": declared[name] = .equity
        default: break
        }
    }

    /// - Source: hledger 1.25, *Account types*: English roots by default, others declared.
    private static let roots: [String: Kind] = {
        var roots: [String: Kind] = [:]
        for word in [
            "asset", "assets", "liability", "liabilities", "debt", "debts", "активи", "пасиви",
            "зобовʼязання", "зобов'язання", "зобов’язання", "активы", "обязательства", "aktiva",
            "vermögen", "verbindlichkeiten", "aktywa", "zobowiązania",
        ] { roots[word] = .own }
        for word in [
            "expense", "expenses", "income", "incomes", "revenue", "revenues", "витрати", "доходи",
            "расходы", "доходы", "ausgaben", "aufwendungen", "einnahmen", "erträge", "wydatki",
            "przychody",
        ] { roots[word] = .category }
        for word in EquityAccount.roots { roots[word] = .equity }
        return roots
    }()

    func kind(of name: String) -> Kind {
        if !declared.isEmpty {
            var part = name[...]
            while true {
                if let kind = declared[String(part)] { return kind }
                guard let colon = part.lastIndex(of: ":") else { break }
                part = part[..<colon]
            }
        }
        let root = name.prefix { $0 != ":" }.lowercased()
        return Self.roots[root] ?? .unknown
    }

    /// The path of a category without its root; other accounts whole.
    func category(_ name: String) -> String {
        guard kind(of: name) == .category, let colon = name.firstIndex(of: ":"),
            Self.roots[name[..<colon].lowercased()] == .category
        else { return name }
        return String(name[name.index(after: colon)...])
    }

    /// An account that only opens others.
    static func isOpening(_ name: String) -> Bool {
        let words = name.lowercased()
        return words.contains("opening") || words.contains("початков")
            || words.contains("начальн") || words.contains("eröffnung")
    }

    static func isConversion(_ name: String) -> Bool { name.lowercased().hasSuffix("conversion") }
}
