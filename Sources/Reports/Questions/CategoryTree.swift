/// What reports ask about categories: the kind of one, and which is below which.
package struct CategoryTree: Sendable {
    private let kindOf: @Sendable (String) -> CategoryKind?
    private let parentOf: @Sendable (String) -> String?

    /// - Parameters:
    ///   - kindOf: the kind of a category, nil when it is unknown.
    ///   - parentOf: the key of the group it belongs to, nil for the top.
    package init(
        kindOf: @escaping @Sendable (String) -> CategoryKind?,
        parentOf: @escaping @Sendable (String) -> String? = CategoryTree.parent(byKey:)
    ) {
        self.kindOf = kindOf
        self.parentOf = parentOf
    }

    /// Of categories that no table has: `a.b` is below `a`.
    package static func parent(byKey key: String) -> String? {
        key.lastIndex(of: ".").map { String(key[..<$0]) }
    }

    package func kind(of category: String) -> CategoryKind? { kindOf(category) }

    /// True also for the category itself.
    package func isWithin(_ category: String, _ group: String) -> Bool {
        path(to: category).contains(group)
    }

    /// The category at this level above or at the given one; level 1 is the top.
    package func group(of category: String, level: Int) -> String {
        if level == .max { return category }
        let path = path(to: category)
        return path[min(max(level, 1), path.count) - 1]
    }

    /// From the top to the category itself. A circle of parents ends where it closes.
    private func path(to category: String) -> [String] {
        var path = [category]
        while let parent = parentOf(path[path.count - 1]), !path.contains(parent) {
            path.append(parent)
        }
        return path.reversed()
    }
}
