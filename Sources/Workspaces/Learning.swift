package import Facts

/// How decisions teach, and how lines that still wait get new suggestions.
package struct Learning {
    /// A person looked at the lines; otherwise confidence alone filed them.
    package var isAsked = true
    /// Distinguishes accounts in histories.
    package var accountTag: (String) -> UInt16
    /// The subjects under which a line is learned.
    package var subjects: (StatementFact, Suggestion) -> [SubjectKey]
    /// The merchant's name, if the line's text is one that a person wrote.
    package var name: (StatementFact, Suggestion) -> SubjectKey?
    /// The pattern in the table of outcomes behind a suggestion's confidence; nil for rules.
    package var pattern: (Suggestion) -> String?
    /// The suggestion for a line by itself, with current memory.
    package var suggest: (StatementFact, Memory) -> Suggestion

    /// A line's suggestion without each of its reasons.
    package var withoutEach: (StatementFact, Suggestion) -> [Counterfactual]

    package init(
        accountTag: @escaping (String) -> UInt16,
        subjects: @escaping (StatementFact, Suggestion) -> [SubjectKey],
        name: @escaping (StatementFact, Suggestion) -> SubjectKey? = { _, _ in nil },
        pattern: @escaping (Suggestion) -> String?,
        suggest: @escaping (StatementFact, Memory) -> Suggestion,
        withoutEach: @escaping (StatementFact, Suggestion) -> [Counterfactual] = { _, _ in [] }
    ) {
        self.accountTag = accountTag
        self.subjects = subjects
        self.name = name
        self.pattern = pattern
        self.suggest = suggest
        self.withoutEach = withoutEach
    }
}
