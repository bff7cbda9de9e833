package import Facts

extension Categorizer {
    /// What a memory makes of what rules and tables say: another answer, and evidence in front of
    /// theirs and behind it.
    ///
    /// Theirs is not in it: for most lines it stays as it is, and whoever has it need not have it
    /// again.
    package struct Completion: Sendable {
        package var category: String
        package var permille: Int
        package var before: [Evidence] = []
        package var behind: [Evidence] = []
        /// What a person calls the other side; empty when nobody said.
        package var payee = ""

        /// Nothing is remembered.
        internal init(_ built: borrowing Suggestion) {
            category = built.category
            permille = built.permille
        }

        /// The suggestion of somebody who has decided nothing yet.
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
