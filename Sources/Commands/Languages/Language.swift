/// A language people read our words in.
package enum Language: String, CaseIterable, Sendable {
    case uk, en

    /// The language the environment asks for: `LC_ALL`, then `LC_MESSAGES`, then `LANG`; the first that is
    /// not empty decides. Ukrainian when it starts with `uk`, else English.
    package init(environment: Environment) {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (asked ?? "").prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
        self = name == "uk" || name == "UK" || name == "ukr" ? .uk : .en
    }

    /// How many words a counted noun needs here: рядок, рядки, рядків; row, rows.
    package var pluralForms: Int { self == .uk ? 3 : 2 }

    /// Which of the forms goes with a count.
    ///
    /// - Source: Unicode CLDR plural rules, cardinal integers of `uk` and `en`.
    package func pluralForm(of count: Int) -> Int {
        guard self == .uk else { return count == 1 ? 0 : 1 }
        let tens = count.magnitude % 100
        let ones = count.magnitude % 10
        if ones == 1 && tens != 11 { return 0 }
        return (2...4).contains(ones) && !(12...14).contains(tens) ? 1 : 2
    }
}

/// One text in every language of the program.
package struct Bilingual: Sendable, Equatable {
    package let uk: String
    package let en: String

    package init(uk: String, en: String) {
        self.uk = uk
        self.en = en
    }

    /// A text that is the same in every language: a name of a format, a placeholder.
    package init(same text: String) {
        self.init(uk: text, en: text)
    }

    package subscript(language: Language) -> String { language == .uk ? uk : en }

    /// This text after the question whether a word like the one typed was meant; as it is where no word is near.
    func behindQuestion(about near: String?) -> Bilingual {
        guard let near else { return self }
        return Bilingual(uk: "може, \(near)? " + uk, en: "did you mean \(near)? " + en)
    }
}
