import Categorizing
import Facts
import Opening
import Scanning
import Tables
import Testing
import Workspaces

@testable import Commands

@Suite struct `Help on files` {
    private static func text(_ name: HelpTopic.Name, _ language: Language = .en) -> String {
        HelpText(language).topic(HelpTopic(name, language))
    }

    /// The entries of a topic by the titles of its lists.
    private static func lists(_ name: HelpTopic.Name) -> [String: [String]] {
        var lists: [String: [String]] = [:]
        for case .list(let title, let entries) in HelpTopic(name, .en).parts {
            lists[title[.en], default: []] += entries.map(\.left)
        }
        return lists
    }

    /// All keys of the maps of a file, by the title of their list.
    private static func keys(_ keys: [FileKey], path: [String] = []) -> [String: [String]] {
        let title = path.isEmpty ? "Keys" : "Keys of " + path.joined(separator: ".")
        var found = [title: keys.names]
        for key in keys where !key.value.maps.isEmpty {
            found.merge(Self.keys(key.value.maps, path: path + [key.name])) { $0 + $1 }
        }
        return found
    }

    @Test(
        arguments: [
            (.settings, SettingsKey.all), (.rules, RuleKeys.root), (.layouts, LayoutKeys.root),
        ] as [(HelpTopic.Name, [FileKey])])
    func `a topic names each key that the reader accepts`(
        name: HelpTopic.Name, root: [FileKey]
    ) {
        let lists = Self.lists(name)
        for (title, keys) in Self.keys(root) { #expect(lists[title] == keys, "\(title)") }
    }

    @Test func `layouts of the program have no key that help does not name`() throws {
        let lists = Self.lists(.layouts)
        let records = Self.keys(LayoutKeys.records)
        for file in Layouts.embedded {
            let root = try #require(try YAMLNode.parse(file.bytes))
            for (key, _, value) in root.pairs {
                let known =
                    (lists["Keys"] ?? []) + (lists["Keys for records of JSON and XML"] ?? [])
                #expect(known.contains(key), "\(file.name): \(key)")
                // Examples of records have keys of their own.
                if key == "examples" || key == "shapes" { continue }
                let title = "Keys of \(key)"
                guard let inner = lists[title] ?? records[title] else { continue }
                let maps = value.items.isEmpty ? [value] : value.items
                for name in maps.flatMap({ $0.pairs.map(\.key) }) {
                    #expect(inner.contains(name), "\(file.name): \(key).\(name)")
                }
            }
        }
    }

    @Test(arguments: HelpTopic.Name.allCases, Language.allCases)
    func `each entry of a topic has a text in each language`(
        name: HelpTopic.Name, language: Language
    ) {
        let text = Self.text(name, language)
        for missing in ["fileKey.", "fileValue.", "format.", "topic.", "layoutField."] {
            #expect(!text.contains(missing), "\(missing)")
        }
        #expect(!text.contains("{meaning}") && !text.contains("{value}"))
        #expect(name.summary.isKnown)
        for line in text.split(separator: "\n") {
            // A line of an example may be longer; it is never broken.
            #expect(displayColumns(String(line)) <= 110, "\(line)")
        }
    }

    @Test func `the list of formats is the one that files are recognised by`() {
        let left = Self.lists(.formats)["Formats"] ?? []
        for format in KnownFormats.texts {
            #expect(left.contains { $0.split(separator: ", ").contains(Substring(format.name)) })
        }
        #expect(Self.text(.formats).contains("windows-1251"))
        #expect(left.contains("xlsx") && left.contains("ofx/xml, ofx, qfx, qbo, ofx/sgml"))
    }

    @Test func `layouts of the program are listed by name`() {
        let known = Self.lists(.layouts)["Layouts of the program"] ?? []
        #expect(known == LayoutSet.builtIn.all.map(\.name))
        #expect(Self.text(.layouts, .uk).contains("макет"))
    }

    @Test func `examples are read by the readers of their files`() throws {
        let settings = try Settings.parse(Array(SettingsKey.example.utf8))
        #expect(settings.accounts.count == 1 && settings.base == .uah)
        let used = try #require(try YAMLNode.parse(Array(SettingsKey.example.utf8)))
        #expect(used.pairs.map(\.key).sorted() == SettingsKey.all.names.sorted())
        let rules = try RuleFile.read(path: "rules/a.yaml", bytes: Array(RuleKeys.example.utf8))
        #expect(rules.rules.count == 4 && rules.failingExamples().isEmpty)
        let words = HelpTopic.formatsExample.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(try parsed(Array(words.dropFirst())).0.operands == ["march.sta"])
    }

    @Test func `a topic is found by the words that a person tries`() {
        let topic = Run("help", "kopiyka.yaml").output
        #expect(
            topic.contains("\nKeys of accounts:\n") && topic.contains("  - name: Чорна картка\n"))
        for word in ["settings", "config", "налаштування", "Settings"] {
            #expect(Run("help", word).output == topic, "\(word)")
        }
        let rules = Run("help", "rules").output
        #expect(rules.hasPrefix("kopiyka rules: ") && rules.hasSuffix(Self.text(.rules)))
        #expect(Run("help", "formts").errors.contains("did you mean formats?"))
        #expect(Run("help", "formts").code == .usage)
        for name in HelpTopic.Name.allCases {
            #expect(Run("help").output.contains("\n  \(name.rawValue) "))
            #expect(ShellCompletion.bash.script(.en).contains(name.rawValue))
        }
    }

    @Test(arguments: Language.allCases)
    func `pages of section 5 have what help has, and no text is a request`(language: Language) {
        for name in HelpTopic.Name.allCases {
            let topic = HelpTopic(name, language)
            let page = ManualPage(language).topic(topic)
            #expect(page.hasPrefix(".TH ") && page.contains(" 5 \"\" \"kopiyka "))
            for case .list(_, let entries) in topic.parts {
                for entry in entries {
                    #expect(page.contains("\\fB\(entry.left.replacing("-", with: "\\-"))\\fR"))
                }
            }
            for line in page.split(separator: "\n") where line.hasPrefix(".") {
                let request = line.prefix { $0 != " " }
                #expect([".TH", ".SH", ".TP", ".PP", ".nf", ".fi"].contains(request), "\(line)")
            }
        }
        #expect(Run("man", "5", "rules").output.contains("KOPIYKA\\-RULES 5"))
        #expect(Run("man", "rules").output.contains("KOPIYKA\\-RULES 1"))
        #expect(Run("man", "settings").output.contains("KOPIYKA.YAML 5"))
        #expect(Run("man").output.contains("\\fBkopiyka\\-formats(5)\\fR"))
        #expect(Run("man", "5").code == .usage && Run("man", "1", "formats").code == .usage)
    }
}
