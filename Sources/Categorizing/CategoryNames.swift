internal import Scanning

/// A typed category that names none or several, with the categories it may be.
package struct CategoryUnknown: Error, Sendable, Equatable {
    package var typed: String
    /// At most three keys, likeliest first: categories it could be the name of, else those it is an
    /// everyday word for, else those it may be misspelt for.
    package var near: [String]

    package init(typed: String, near: [String] = []) {
        self.typed = typed
        self.near = near
    }
}

/// Resolves the category that a person writes, wherever one is written: in an option, in parts of a
/// payment, in a review, in a rule.
package struct CategoryNames: Sendable {
    private struct Entry: Sendable {
        let key: String
        /// Folded: in the displayed language, then in others, then the last part of the key.
        let names: [String]
        let words: [[String]]
    }

    private let entries: [Entry]

    /// - Parameter language: its names have precedence over equal ones in other languages.
    package init(shownIn language: CategoryTable.Language = .en) {
        let folder = TextFolder()
        let others = CategoryTable.Language.allCases.filter { $0 != language }
        entries = CategoryTable.builtIn.all.map { category in
            let own = category.key.split(separator: ".").last.map(String.init) ?? category.key
            let names = ([language] + others).map { category.name(in: $0) } + [own]
            let folded = names.map { folder.fold($0) }
            return Entry(
                key: category.key, names: folded,
                words: folded.map { $0.split(separator: " ").map(String.init) })
        }
    }

    /// The category of this key or name, in any language; else the only one that has words
    /// beginning with it, or the word in another number or case («аптека» for «Аптеки»).
    ///
    /// Upper case, apostrophes and look-alike letters make no difference. Omitted letters are never
    /// guessed.
    package func key(of typed: String) throws(CategoryUnknown) -> String {
        if CategoryTable.lookup(typed) != nil { return typed }
        if CategoryTable.lookup(typed.lowercased()) != nil { return typed.lowercased() }
        let wanted = TextFolder().fold(typed)
        var found = whole(wanted) ?? beginning(wanted)
        if found.isEmpty { found = bent(wanted) }
        if found.count == 1 { return found[0] }
        if found.isEmpty { found = KeywordCategories().keys(of: wanted) }
        throw CategoryUnknown(
            typed: typed, near: found.isEmpty ? near(wanted) : Array(found.prefix(3)))
    }

    /// The category with this key or whole name; nil when there is none, or several.
    package func exact(_ typed: String) -> String? {
        if CategoryTable.lookup(typed) != nil { return typed }
        guard let found = whole(TextFolder().fold(typed)), found.count == 1 else { return nil }
        return found[0]
    }

    private func whole(_ wanted: String) -> [String]? {
        if wanted.isEmpty { return nil }
        let seen = entries.filter { $0.names.first == wanted }
        if seen.count == 1 { return [seen[0].key] }
        let found = entries.filter { $0.names.contains(wanted) }
        return found.isEmpty ? nil : found.map(\.key)
    }

    /// Each word begins another word of one name. The displayed language has precedence.
    private func beginning(_ wanted: String) -> [String] {
        let parts = wanted.split(separator: " ").map(String.init)
        guard wanted.count > 1, !parts.isEmpty else { return [] }
        let seen = entries.filter { Self.begins($0.words[0], with: parts) }
        if seen.count == 1 { return [seen[0].key] }
        let found = entries.filter { entry in
            entry.words.contains { Self.begins($0, with: parts) }
        }
        return (seen + found.filter { entry in !seen.contains { $0.key == entry.key } }).map(\.key)
    }

    /// A word with another last letter, or without it: its stem has at least four letters.
    private func bent(_ wanted: String) -> [String] {
        let stem = wanted.dropLast()
        guard stem.count > 3, !wanted.contains(" ") else { return [] }
        func isBent(_ words: [String]) -> Bool {
            words.contains { $0.hasPrefix(stem) && $0.count <= stem.count + 1 }
        }
        let seen = entries.filter { isBent($0.words[0]) }
        if seen.count == 1 { return [seen[0].key] }
        return entries.filter { $0.words.contains(where: isBent) }.map(\.key)
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
        let found = entries.enumerated().compactMap { place, entry -> (Int, Int, String)? in
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
