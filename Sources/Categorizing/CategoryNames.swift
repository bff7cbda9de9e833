internal import Scanning

/// A typed category that names none or several, with the categories it may be.
package struct CategoryUnknown: Error, Sendable, Equatable {
    package var typed: String
    /// At most three keys, likeliest first: categories it could be the name of, else those it is an
    /// everyday word for, else those it may be misspelt for.
    package var near: [String]
    /// Their display names.
    package var nearNames: [String]

    package init(typed: String, near: [String] = [], nearNames: [String] = []) {
        self.typed = typed
        self.near = near
        self.nearNames = nearNames
    }
}

/// Resolves the category that a person writes, wherever one is written: in an option, in parts of a
/// payment, in a review, in a rule.
package struct CategoryNames: Sendable {
    private struct Entry: Sendable {
        let key: String
        /// Folded: as displayed, other words for it, in other languages, the last part of the key.
        let names: [String]
        let words: [[String]]
        /// Names and words that the household gave: they have precedence over the table's.
        let householdNames: [String]
        /// Names in all languages.
        let ownNames: [String]
        let isHidden: Bool
    }

    private let table: CategoryTable
    private let language: CategoryTable.Language
    private let entries: [Entry]

    /// - Parameter language: its names have precedence over equal ones in other languages.
    package init(
        _ table: CategoryTable = .builtIn, shownIn language: CategoryTable.Language = .en
    ) {
        self.table = table
        self.language = language
        let folder = TextFolder()
        entries = table.all.map { category in
            let own = category.key.split(separator: ".").last.map(String.init) ?? category.key
            let names = category.names(shownIn: language) + [own]
            let folded = names.map { folder.fold($0) }
            return Entry(
                key: table.current(category.key), names: folded,
                words: folded.map { $0.split(separator: " ").map(String.init) },
                householdNames: category.householdNames.map { folder.fold($0) },
                ownNames: CategoryTable.Language.allCases.map {
                    folder.fold(category.name(in: $0))
                },
                isHidden: category.isHidden)
        }
    }

    /// The category of this key, name or other word, in any language; else the only one that has
    /// words beginning with it, or the word in another number or case («аптека» for «Аптеки»).
    ///
    /// Upper case, apostrophes and look-alike letters make no difference. Omitted letters are never
    /// guessed. A merged category means the one it was merged into.
    package func key(of typed: String) throws(CategoryUnknown) -> String {
        for key in [typed, typed.lowercased()] where table.category(key) != nil {
            return table.current(key)
        }
        let wanted = TextFolder().fold(typed)
        var found = whole(wanted) ?? beginning(wanted)
        if found.isEmpty { found = bent(wanted) }
        if found.count == 1 { return found[0] }
        if found.isEmpty { found = KeywordCategories().keys(of: wanted).map(table.suggested) }
        let near = found.isEmpty ? near(wanted) : Array(found.prefix(3))
        throw CategoryUnknown(
            typed: typed, near: near, nearNames: near.map { table.name(of: $0, in: language) })
    }

    /// The category with this key, whole name or word; nil when there is none, or several.
    package func exact(_ typed: String) -> String? {
        let found = meanings(of: typed)
        return found.count == 1 ? found[0] : nil
    }

    /// The categories with this key, whole name or word; several where it is doubtful.
    package func meanings(of typed: String) -> [String] {
        if table.category(typed) != nil { return [table.current(typed)] }
        return whole(TextFolder().fold(typed)) ?? []
    }

    /// The category whose whole name or word this is, if money goes that way in it.
    package func named(_ typed: String, isIncome: Bool) -> String? {
        guard let key = exact(typed), goes(isIncome, key) else { return nil }
        return key
    }

    /// The only category whose name or word, as the household gave it, stands in the text; nil when
    /// there is none, or several.
    package func own(in text: String, isIncome: Bool) -> String? {
        let typed = TextFolder().fold(text).split(separator: " ")
        let found = keys { entry in
            entry.householdNames.contains { name in
                let name = name.split(separator: " ")
                return !name.isEmpty && typed.count >= name.count
                    && (0...(typed.count - name.count)).contains {
                        typed[$0..<($0 + name.count)].elementsEqual(name, by: Self.isForm)
                    }
            }
        }
        let fitting = found.filter { goes(isIncome, $0) }
        return fitting.count == 1 ? fitting[0] : nil
    }

    /// «дачу», «дачі» of «дача»: the same word with another ending.
    private static func isForm(_ typed: Substring, _ name: Substring) -> Bool {
        if typed == name { return true }
        guard name.count >= lettersOfFormsMin, name.allSatisfy(\.isLetter) else { return false }
        return typed.hasPrefix(name.dropLast()) && typed.count <= name.count + 1
    }

    private static let lettersOfFormsMin = 4

    package func kind(of key: String) -> CategoryTable.Kind? { table.category(key)?.kind }

    private func goes(_ isIncome: Bool, _ key: String) -> Bool {
        kind(of: key).map { $0 == .transfer || ($0 == .income) == isIncome } ?? false
    }

    /// The category that this is the name of, in any language, or a household's word for; the
    /// table's words for a category do not belong to it.
    package func owner(of name: String) -> String? {
        if table.category(name) != nil { return table.current(name) }
        let wanted = TextFolder().fold(name)
        let owner = entries.first { entry in
            entry.householdNames.contains(wanted) || entry.ownNames.contains(wanted)
        }
        return owner?.key
    }

    /// The household's name comes first among equal ones, then a displayed one; a hidden category
    /// is last.
    private func whole(_ wanted: String) -> [String]? {
        if wanted.isEmpty { return nil }
        let found =
            narrowed { $0.householdNames.contains(wanted) }
            ?? narrowed { $0.names.first == wanted } ?? keys { $0.names.contains(wanted) }
        return found.isEmpty ? nil : found
    }

    /// Each word begins another word of one name. The displayed name has precedence.
    private func beginning(_ wanted: String) -> [String] {
        let parts = wanted.split(separator: " ").map(String.init)
        guard wanted.count > 1, !parts.isEmpty else { return [] }
        func isShown(_ entry: Entry) -> Bool { Self.begins(entry.words[0], with: parts) }
        if let one = narrowed(isShown) { return one }
        let seen = keys(isShown)
        return seen
            + keys { $0.words.contains { Self.begins($0, with: parts) } }
            .filter { !seen.contains($0) }
    }

    /// A word with another last letter, or without it: its stem has at least four letters.
    private func bent(_ wanted: String) -> [String] {
        let stem = wanted.dropLast()
        guard stem.count > 3, !wanted.contains(" ") else { return [] }
        func isBent(_ words: [String]) -> Bool {
            words.contains { $0.hasPrefix(stem) && $0.count <= stem.count + 1 }
        }
        return narrowed { isBent($0.words[0]) } ?? keys { $0.words.contains(where: isBent) }
    }

    /// The only key of entries that fit; nil when there is none, or several.
    private func narrowed(_ fits: (Entry) -> Bool) -> [String]? {
        let found = keys(fits)
        return found.count == 1 ? found : nil
    }

    /// Keys of entries that fit, each once; hidden ones only if no other fits.
    private func keys(_ fits: (Entry) -> Bool) -> [String] {
        let found = entries.filter(fits)
        let shown = found.filter { !$0.isHidden }
        var keys: [String] = []
        for entry in shown.isEmpty ? found : shown where !keys.contains(entry.key) {
            keys.append(entry.key)
        }
        return keys
    }

    private static func begins(_ words: [String], with parts: [String]) -> Bool {
        var left = words
        for part in parts {
            guard let at = left.firstIndex(where: { $0.hasPrefix(part) }) else { return false }
            left.remove(at: at)
        }
        return true
    }

    /// Names, or words of them, with a typing error: the same first letter, and few others wrong.
    private func near(_ wanted: String) -> [String] {
        let letters = Array(wanted.unicodeScalars.prefix(64))
        guard letters.count >= Self.lettersMin else { return [] }
        let farthest = (letters.count + 1) / 4
        let shown = entries.filter { !$0.isHidden }
        let found = shown.enumerated().compactMap { place, entry -> (Int, Int, String)? in
            let texts = Set(entry.names + entry.words.flatMap { $0 })
                .map { Array($0.unicodeScalars.prefix(64)) }
                .filter { $0.first == letters.first }
            let distance = texts.map { editDistance(letters, $0) }
            guard let least = distance.min(), least <= farthest else { return nil }
            return (least, place, entry.key)
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        return found.prefix { $0.0 <= found[0].0 + 1 }.prefix(3).map(\.2)
    }

    /// One letter of three is not a typing error.
    private static let lettersMin = 4
}
