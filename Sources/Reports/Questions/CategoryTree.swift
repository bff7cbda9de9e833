package import Facts

/// The properties of categories that reports need: the kind of each, and the category above it.
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

    /// The parent of a category that no table has: `a.b` is below `a`.
    package static func parent(byKey key: String) -> String? {
        key.lastIndex(of: ".").map { String(key[..<$0]) }
    }

    package func kind(of category: String) -> CategoryKind? { kindOf(category) }

    /// True also for the category itself.
    package func isWithin(_ category: String, _ group: String) -> Bool {
        var at = category
        for _ in 0..<Self.levelsMax {
            if at == group { return true }
            guard let parent = parentOf(at) else { return false }
            at = parent
        }
        return false
    }

    /// The category at this level above or at the given one; level 1 is the top.
    package func group(of category: String, level: Int) -> String {
        if level == .max { return category }
        let path = path(to: category)
        return path[min(max(level, 1), path.count) - 1]
    }

    /// 1 for the top.
    package func level(of category: String) -> Int { path(to: category).count }

    /// From the top to the category itself.
    private func path(to category: String) -> [String] {
        var path = [category]
        while path.count < Self.levelsMax, let parent = parentOf(path[path.count - 1]) {
            path.append(parent)
        }
        return path.reversed()
    }

    /// Nobody has so many levels; more are a circle of parents.
    private static let levelsMax = 32
}

/// The role of a part of a line in a household's sums.
package enum PartKind: String, Sendable, CaseIterable {
    case expense
    /// Without refunds.
    case income
    case refund
    /// To and from people, in cash, exchanged: it leaves or enters one's own accounts.
    case outside
    /// Between one's own accounts.
    case transfer
}

extension CategoryTree {
    /// The category of returned money.
    package static let refund = "income.refund"
    /// Transfers that stay with their owner without a linked other side.
    package static let ownAccounts = ("transfers.own", "transfers.savings")

    /// A side of a linked pair is a transfer whatever its category, but for parts of a split one,
    /// as a transfer's fee; the sign decides about a category without a kind.
    package func kind(of part: Decision.Split, in row: ReportRow) -> PartKind {
        row.transfer != nil && row.splits.isEmpty
            ? .transfer : kind(of: part.category, isIn: !part.amount.isNegative)
    }

    /// Whether the kinds of a sum's lines are known: of some categories the sign decides.
    package func hasKinds(of sum: MonthSum) -> Bool {
        sum.moneyIn != nil
            || kind(of: sum.category, isIn: true) == kind(of: sum.category, isIn: false)
                && kind(of: sum.category, isIn: true) != .outside
    }

    /// The same without a linked other side.
    package func kind(of category: String, isIn: Bool) -> PartKind {
        switch kind(of: category) {
        case .expense: return .expense
        case .income: return isWithin(category, Self.refund) ? .refund : .income
        case .transfer:
            let own = Self.ownAccounts
            return isWithin(category, own.0) || isWithin(category, own.1) ? .transfer : .outside
        case nil: return isIn ? .income : .expense
        }
    }
}
