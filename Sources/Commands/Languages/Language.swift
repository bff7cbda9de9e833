internal import Categorizing

/// A language of the program: a file of `rules/words/`.
package struct Language: Sendable, Hashable, RawRepresentable, CaseIterable {
    /// Index of its texts in ``WordTable``.
    let index: Int
    /// The name of its file: `uk`.
    package let rawValue: String

    package static let allCases: [Language] = WordTable.shared.languages.enumerated().map {
        Language(index: $0.offset, rawValue: $0.element)
    }
    package static let uk = builtIn("uk")
    package static let en = builtIn("en")

    private init(index: Int, rawValue: String) {
        self.index = index
        self.rawValue = rawValue
    }

    package init?(rawValue: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = found
    }

    private static func builtIn(_ code: String) -> Language {
        guard let found = Language(rawValue: code) else {
            preconditionFailure("rules/words/\(code).txt is part of the program")
        }
        return found
    }

    /// The language of the environment: `LC_ALL`, then `LC_MESSAGES`, then `LANG`; the first
    /// non-empty one decides. English if it is not supported.
    package init(environment: Environment) {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (asked ?? "").prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
            .lowercased()
        let found = Self.allCases.first { language in
            Phrase("language.locales")[language].split(separator: " ").contains { $0 == name }
        }
        self = found ?? .en
    }

    /// The format of numbers and days, cached because each row of a table uses it.
    private struct Marks {
        let decimal: String
        let group: String
        let plurals: Int
        let day: Template
        let shortDay: Template

        init(_ language: Language) {
            decimal = Phrase("language.decimalMark")[language]
            group = Phrase("language.groupMark")[language]
            plurals = Phrase("language.plurals")[language].split(separator: " ").count
            day = Template(Phrase("language.day")[language])
            shortDay = Template(Phrase("language.shortDay")[language])
        }
    }
    private static let marks = allCases.map(Marks.init)

    var decimalMark: String { Self.marks[index].decimal }
    /// Between groups of three digits.
    var groupMark: String { Self.marks[index].group }
    /// With `year`, `month` and `day`.
    var dayTemplate: Template { Self.marks[index].day }
    var shortDayTemplate: Template { Self.marks[index].shortDay }

    /// The language of category names.
    var ofCategories: CategoryTable.Language { CategoryTable.Language(rawValue: rawValue) ?? .en }

    /// Number of plural forms: рядок, рядки, рядків; row, rows.
    package var pluralForms: Int { Self.marks[index].plurals }

    /// Index of the plural form for a count.
    ///
    /// - Source: Unicode CLDR plural rules, cardinal integers: "one few many" as in `uk`, "one
    ///   other" as in `en`, "other" for a language with one form.
    package func pluralForm(of count: Int) -> Int {
        switch pluralForms {
        case 3:
            let tens = count.magnitude % 100
            let ones = count.magnitude % 10
            if ones == 1 && tens != 11 { return 0 }
            return (2...4).contains(ones) && !(12...14).contains(tens) ? 1 : 2
        case 2: return count == 1 ? 0 : 1
        default: return 0
        }
    }
}
