package import Facts

extension Categorizer {
    /// The changes that memory makes to the result of rules and tables: another answer, and
    /// evidence before and after theirs.
    ///
    /// Their own evidence is not included: it is unchanged for most lines, and the caller has it.
    package struct Completion: Sendable {
        package var category: String
        package var permille: Int
        package var before: [Evidence] = []
        package var behind: [Evidence] = []
        /// The person's name for the counterparty; empty when there is none.
        package var payee = ""

        /// Nothing is remembered.
        internal init(_ built: borrowing Suggestion) {
            category = built.category
            permille = built.permille
        }

        /// The suggestion for a household without decisions.
        internal init(bySomebodyNewTo built: borrowing Suggestion) {
            self.init(built)
            if built.category.isEmpty { return }
            before = [Remembering.never]
            permille = min(permille, Conclusion.firstSeenPermilleMax)
        }

        package func applied(to built: Suggestion) -> Suggestion {
            var suggestion = built
            suggestion.category = category
            suggestion.permille = permille
            if !payee.isEmpty { suggestion.payee = payee }
            if !before.isEmpty { suggestion.evidence.insert(contentsOf: before, at: 0) }
            suggestion.evidence += behind
            return suggestion
        }
    }
}

extension Categorizer.Completion {
    /// Replaces a merged or hidden category by the one that stands for it.
    internal mutating func file(in categories: CategoryTable) {
        (category, permille) = categories.filed(category, permille)
    }
}

extension Suggestion {
    /// The same with the category that stands for a merged or hidden one.
    ///
    /// A rule keeps the hidden category that it names.
    package func filed(in categories: CategoryTable) -> Suggestion {
        var filed = self
        if isByRule {
            filed.category = categories.current(category)
        } else {
            (filed.category, filed.permille) = categories.filed(category, permille)
        }
        return filed
    }
}

extension CategoryTable {
    /// The category to suggest where evidence says another one, with its confidence.
    ///
    /// Evidence for a hidden category says nothing about how the household files such lines now:
    /// its group is as new to it as a merchant first seen. A merged category is the other one.
    internal func filed(_ category: String, _ permille: Int) -> (category: String, permille: Int) {
        let other = suggested(category)
        if other == category { return (category, permille) }
        if other.isEmpty { return ("", 0) }
        let isMerged = other == current(category)
        return (other, isMerged ? permille : min(permille, Conclusion.firstSeenPermilleMax))
    }
}
