import Categorizing
import Facts
import Opening
import Scanning
import Tables
import Workspaces

/// Help on files rather than on a command: `kopiyka help formats`, and a page of section 5.
///
/// The readers of these files use the same tables, so the help is complete.
package struct HelpTopic: Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case formats, rules, layouts
        case settings = "kopiyka.yaml"

        /// Also what a person would try.
        init?(called word: String) {
            let folded = TextFolder().fold(word)
            let found = Self.allCases.first { topic in
                topic.rawValue == word || topic.otherNames.contains { $0 == folded }
            }
            guard let found else { return nil }
            self = found
        }

        /// Folded words of `rules/words/`, of every language.
        private var otherNames: [String] {
            Language.allCases.flatMap { Phrase("topic.\(key).names")[$0].split(separator: " ") }
                .map { TextFolder().fold(String($0)) }
        }

        /// The name of its page in section 5.
        package var page: String { self == .settings ? rawValue : "kopiyka-" + rawValue }

        package var summary: Phrase { Phrase("topic.\(key).summary") }

        fileprivate var key: String { self == .settings ? "settings" : rawValue }
    }

    enum Part: Sendable {
        case paragraph(Phrase)
        case list(title: Phrase, entries: [(left: String, right: Phrase)])
        /// Lines of a file or a terminal.
        case example(String)
    }

    let name: Name
    let parts: [Part]

    /// - Parameter language: of titles that are in layouts.
    package init(_ name: Name, _ language: Language) {
        self.name = name
        let intro = Part.paragraph(Phrase("topic.\(name.key).intro"))
        switch name {
        case .formats: parts = [intro] + Self.formats + [.example(Self.formatsExample)]
        case .rules: parts = [intro] + Self.keys(RuleKeys.root, name) + [.example(RuleKeys.example)]
        case .layouts:
            parts = [intro] + Self.layouts(name, language) + [.example(LayoutKeys.exampleFile)]
        case .settings:
            parts = [intro] + Self.keys(SettingsKey.all, name) + [.example(SettingsKey.example)]
        }
    }

    /// A command line, which a test parses.
    static let formatsExample = "kopiyka read --format mt940 --encoding windows-1251 march.sta\n"

    // MARK: Content

    private static var formats: [Part] {
        let texts = KnownFormats.texts.map { format in
            (
                left: ([format.name] + format.otherNames).joined(separator: ", "),
                right: Phrase("format.\(format.name.replacing("/", with: "-"))")
            )
        }
        let binary = KnownFormats.binary.map { (left: $0, right: Phrase("format.\($0)")) }
        return [
            .list(title: Phrase("topic.formats.title"), entries: texts + binary),
            paragraph("unread", KnownFormats.unread),
            paragraph("encodings", TextEncoding.allCases.map(\.rawValue)),
        ]
    }

    private static func paragraph(_ name: String, _ words: [String]) -> Part {
        .paragraph(Phrase("topic.\(name)", ["words": .text(words.joined(separator: ", "))]))
    }

    private static func layouts(_ name: Name, _ language: Language) -> [Part] {
        let known = LayoutSet.builtIn.all.map { layout in
            let kind = Phrase("layoutKind.\(layout.records?.grammar.rawValue ?? "table")")
            let title = language == .uk ? layout.titleUkrainian : layout.titleEnglish
            return (
                left: layout.name,
                right: Phrase(
                    "topic.layouts.known", ["title": .text(title), "kind": .phrase(kind)])
            )
        }
        let fields = LayoutField.allCases.map { field in
            (left: field.key, right: Phrase("layoutField.\(wordKey(field.key))"))
        }
        return keys(LayoutKeys.root, name)
            + [.list(title: Phrase("topic.layouts.fields"), entries: fields)]
            + keys(LayoutKeys.records, name, title: Phrase("topic.layouts.records"))
            + keys(LayoutKeys.condition, name, path: ["condition"])
            + [
                paragraph("shapes", LayoutKeys.shapes),
                paragraph("reasons", RowSkip.Reason.allCases.map(\.rawValue)),
                .list(title: Phrase("topic.layouts.title"), entries: known),
            ]
    }

    /// The keys of a map, and after them those of the maps in it.
    private static func keys(
        _ keys: [FileKey], _ topic: Name, path: [String] = [], title: Phrase? = nil
    ) -> [Part] {
        let entries = keys.map { key in
            let place = (path + [key.name]).map(wordKey).joined(separator: ".")
            let meaning = Phrase("fileKey.\(topic.key).\(place)")
            return (
                left: key.name,
                right: Phrase(
                    "topic.key", ["meaning": .phrase(meaning), "value": .phrase(words(key.value))])
            )
        }
        let heading =
            path.isEmpty
            ? title ?? Phrase("topic.keys")
            : Phrase("topic.keysOf", ["map": .text(path.joined(separator: "."))])
        return [.list(title: heading, entries: entries)]
            + keys.flatMap { key in
                key.value.maps.isEmpty
                    ? [] : Self.keys(key.value.maps, topic, path: path + [key.name])
            }
    }

    private static func wordKey(_ name: String) -> String { name.replacing("_", with: "-") }

    /// The values that a key takes.
    private static func words(_ value: FileKey.Value) -> Phrase {
        switch value {
        case .of(let kind): Phrase("fileValue.\(kind.rawValue)")
        case .choice(let words): Phrase(same: words.joined(separator: " / "))
        case .list(let value): Phrase("fileValue.list", ["value": .phrase(words(value))])
        case .oneOrList(let value):
            Phrase("fileValue.oneOrList", ["value": .phrase(words(value))])
        case .map: Phrase("fileValue.map")
        case .fields(let names, let value):
            Phrase(
                "fileValue.fields",
                [
                    "names": .text(names.joined(separator: ", ")), "value": .phrase(words(value)),
                ])
        case .named(let kind, let value):
            Phrase(
                "fileValue.named",
                [
                    "key": .phrase(Phrase("fileValue.\(kind.rawValue)")),
                    "value": .phrase(words(value)),
                ])
        case .either(let one, let other):
            Phrase(
                "fileValue.either", ["one": .phrase(words(one)), "other": .phrase(words(other))])
        }
    }
}
