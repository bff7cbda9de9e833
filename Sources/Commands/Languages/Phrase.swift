/// A text of `rules/words/` with its values, in every language of the program.
///
/// `rules/words.py` checks that each key is there in every language, with the same places.
package struct Phrase: Sendable, Equatable {
    private enum Text: Equatable {
        case keyed(String)
        case literal(String)
        case joined([Phrase])
    }

    private let text: Text
    private var values: [String: Template.Value]

    package init(_ key: String, _ values: [String: Template.Value] = [:]) {
        text = .keyed(key)
        self.values = values
    }

    /// A text that is the same in every language: a command line, a placeholder.
    package init(same text: String) {
        self.text = .literal(text)
        values = [:]
    }

    static let empty = Phrase(same: "")

    /// Nil when no text has the key.
    static func ifKnown(_ key: String, _ values: [String: Template.Value] = [:]) -> Phrase? {
        let phrase = Phrase(key, values)
        return phrase.isKnown ? phrase : nil
    }

    static func + (first: Phrase, second: Phrase) -> Phrase { Phrase(joined: [first, second]) }

    private init(joined phrases: [Phrase]) {
        text = .joined(phrases)
        values = [:]
    }

    /// The same with values for the placeholders that have none.
    func with(_ more: [String: Template.Value]) -> Phrase {
        var filled = self
        filled.values.merge(more) { own, _ in own }
        return filled
    }

    package subscript(language: Language) -> String { filled(language) }

    /// The text of a language with its values filled in, and `more` for placeholders that remain in
    /// it or in its nested texts.
    package func filled(_ language: Language, _ more: [String: Template.Value] = [:]) -> String {
        switch text {
        case .literal(let text): return text
        case .joined(let phrases):
            return phrases.map { $0.filled(language, with(more).values) }.joined()
        case .keyed(let key):
            let template = WordTable.shared.text(key, inLanguage: language.index) ?? key
            if values.isEmpty, more.isEmpty { return template }
            return Template(template).filled(with: with(more).values, in: language)
        }
    }

    /// Whether the text has this placeholder.
    func hasPlace(_ name: String) -> Bool { self[.en].contains("{\(name)}") }

    /// Whether `rules/words/` has it.
    var isKnown: Bool {
        guard case .keyed(let key) = text else { return true }
        return WordTable.shared.text(key, inLanguage: 0) != nil
    }

    /// This text after a question like "did you mean …?"; unchanged when no word is near.
    func afterQuestion(about near: String?) -> Phrase {
        guard let near else { return self }
        return Phrase("phrase.didYouMean", ["word": .text(near), "text": .phrase(self)])
    }
}
