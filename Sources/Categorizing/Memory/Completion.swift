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
        category = categories.suggested(category)
        if category.isEmpty { permille = 0 }
    }
}

extension Suggestion {
    /// The same with the category that stands for a merged or hidden one.
    package func filed(in categories: CategoryTable) -> Suggestion {
        var filed = self
        filed.category = categories.suggested(category)
        if filed.category.isEmpty { filed.permille = 0 }
        return filed
    }
}
