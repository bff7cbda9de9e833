/// A text of `rules/words/` with its values, in every language of the program.
///
/// `rules/words.py` checks that each key is there in every language, with the same places.
package struct Phrase: Sendable, Equatable {
    private enum Text: Equatable {
        case keyed(String)
        case literal(String)
    }

    private let text: Text
    private let values: [String: Template.Value]

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

    package subscript(language: Language) -> String { filled(language) }

    /// The text of a language with its values filled in, and `more` for placeholders that remain in
    /// it or in its nested texts.
    package func filled(_ language: Language, _ more: [String: Template.Value] = [:]) -> String {
        let template = template(language)
        if values.isEmpty, more.isEmpty { return template }
        return Template(template).filled(with: values, more, in: language)
    }

    /// Whether the text has this placeholder.
    func hasPlace(_ name: String) -> Bool { template(.en).contains("{\(name)}") }

    /// Whether `rules/words/` has it.
    var isKnown: Bool {
        switch text {
        case .literal: true
        case .keyed(let key): WordTable.shared.text(key, inLanguage: 0) != nil
        }
    }

    /// This text after a question like "did you mean …?"; unchanged when no word is near.
    func afterQuestion(about near: String?) -> Phrase {
        guard let near else { return self }
        return Phrase("phrase.didYouMean", ["word": .text(near), "text": .phrase(self)])
    }

    private func template(_ language: Language) -> String {
        switch text {
        case .literal(let text): text
        case .keyed(let key): WordTable.shared.text(key, inLanguage: language.index) ?? key
        }
    }
}
