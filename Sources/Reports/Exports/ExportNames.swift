/// Names of categories and accounts in exports, from the categories of the workspace.
package struct ExportNames: Sendable {
    /// The kind of a category key, nil when unknown.
    package let kindOf: @Sendable (String) -> CategoryKind?
    /// The name of one category (not of its parents) in the person's language, nil when there is
    /// none.
    package let nameOf: @Sendable (String) -> String?
    /// The displayed name of an account's id.
    package let shownNameOf: @Sendable (String) -> String
    /// The person's own names in a journal.
    package let journal: JournalNames

    package init(
        kindOf: @escaping @Sendable (String) -> CategoryKind?,
        nameOf: @escaping @Sendable (String) -> String? = { _ in nil },
        shownNameOf: @escaping @Sendable (String) -> String = { $0 },
        journal: JournalNames = JournalNames()
    ) {
        self.kindOf = kindOf
        self.nameOf = nameOf
        self.shownNameOf = shownNameOf
        self.journal = journal
    }

    /// The names of a category from the top level down; the key's own words where there is no name.
    func path(of category: String) -> [String] {
        var path: [String] = []
        var key = ""
        for level in category.split(separator: ".") {
            key += (key.isEmpty ? "" : ".") + level
            path.append(nameOf(key) ?? words(level))
        }
        return path.isEmpty ? ["Uncategorized"] : path
    }

    /// The key's words, independent of language: for programs that take ASCII only.
    func keyPath(of category: String) -> [String] {
        let path = category.split(separator: ".").map(String.init)
        return path.isEmpty ? ["Uncategorized"] : path
    }

    /// `eating_out` is `Eating out`.
    private func words(_ level: Substring) -> String {
        let text = level.map { $0 == "_" ? " " : $0 }
        return String(text).prefix(1).uppercased() + String(text).dropFirst()
    }
}
