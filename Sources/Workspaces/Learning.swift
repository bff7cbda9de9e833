package import Facts

/// What decisions teach, and what is then proposed for lines that still wait.
package struct Learning {
    /// A person looked at the lines; otherwise they are filed by how sure we were.
    package var isAsked = true
    /// Tells accounts apart in what is remembered.
    package var accountTag: (String) -> UInt16
    /// What a line is remembered by.
    package var subjects: (StatementFact, Suggestion) -> [SubjectKey]
    /// The row of the table of outcomes a suggestion's chance is from; nil for rules and for none.
    package var pattern: (Suggestion) -> String?
    /// The suggestion of a line by itself, with what is remembered now.
    package var suggest: (StatementFact, Memory) -> Suggestion

    /// What a line's suggestion would be without each of its reasons.
    package var withoutEach: (StatementFact, Suggestion) -> [Counterfactual]

    package init(
        accountTag: @escaping (String) -> UInt16,
        subjects: @escaping (StatementFact, Suggestion) -> [SubjectKey],
        pattern: @escaping (Suggestion) -> String?,
        suggest: @escaping (StatementFact, Memory) -> Suggestion,
        withoutEach: @escaping (StatementFact, Suggestion) -> [Counterfactual] = { _, _ in [] }
    ) {
        self.accountTag = accountTag
        self.subjects = subjects
        self.pattern = pattern
        self.suggest = suggest
        self.withoutEach = withoutEach
    }
}
