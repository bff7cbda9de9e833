package import Categorizing
internal import Scanning

/// Finds categories by typed parts of a name in any language, or of the key.
package struct CategorySearch: Sendable {
    fileprivate struct Entry: Sendable {
        let key: String
        /// The folded display name, then other words and names for it, and the key.
        let texts: [[UInt8]]
        let isOwn: Bool
    }

    fileprivate let entries: [Entry]
    package let table: CategoryTable
    private let language: CategoryTable.Language
    /// Resolves a category that is written, not chosen from a list.
    package let names: CategoryNames

    package init(
        _ table: CategoryTable = .builtIn, shownIn language: CategoryTable.Language = .en
    ) {
        self.table = table
        self.language = language
        names = CategoryNames(table, shownIn: language)
        let folder = TextFolder()
        entries = table.shown.map { category in
            var texts: [[UInt8]] = []
            for text in category.names(shownIn: language) + [category.key] {
                var folded: [UInt8] = []
                folder.fold(text.utf8.span, into: &folded)
                if !texts.contains(folded) { texts.append(folded) }
            }
            return Entry(key: category.key, texts: texts, isOwn: category.isOwn)
        }
    }

    /// The display name of a key.
    package func name(of key: String) -> String { table.name(of: key, in: language) }

    /// How well a text matches; best first.
    private enum Fit: Int { case exact, start, wordStart }

    /// Matching keys, best first: names that begin with the text, then names with a word that does;
    /// within each, display names before names in other languages. Letters within a word do not
    /// match: one key chooses the first result.
    ///
    /// Among equals, those of `likely` come first, in its order, then the household's own
    /// categories, then the order of the table. For an empty text `likely` comes first.
    package func find(_ typed: String, likely: [String] = []) -> [String] {
        var wanted: [UInt8] = []
        TextFolder().fold(typed.utf8.span, into: &wanted)
        var found: [(rank: Int, place: Int, key: String)] = []
        for (number, entry) in entries.enumerated() {
            let place =
                likely.firstIndex(of: entry.key)
                ?? likely.count + number + (entry.isOwn ? 0 : entries.count)
            if wanted.isEmpty {
                found.append((0, place, entry.key))
            } else if let rank = Self.rank(of: wanted, in: entry.texts) {
                found.append((rank, place, entry.key))
            }
        }
        return found.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.key)
    }

    /// The category of a text that begins no name, resolved as elsewhere («аптека» for «Аптеки»);
    /// else the nearest three, as suggestions only.
    package func meaning(of typed: String) -> (keys: [String], isCertain: Bool) {
        do throws(CategoryUnknown) {
            return ([try names.key(of: typed)], true)
        } catch {
            return (error.near, false)
        }
    }

    private static func rank(of wanted: [UInt8], in texts: [[UInt8]]) -> Int? {
        texts.enumerated().compactMap { place, text in
            fit(wanted, in: text).map { 2 * $0 + (place == 0 ? 0 : 1) }
        }.min()
    }

    private static func fit(_ wanted: [UInt8], in text: [UInt8]) -> Int? {
        if text == wanted { return Fit.exact.rawValue }
        if text.starts(with: wanted) { return Fit.start.rawValue }
        for at in text.indices where at > 0 && text[at - 1] == 0x20 {
            if text[at...].starts(with: wanted) { return Fit.wordStart.rawValue }
        }
        return nil
    }
}

extension CategorySearch {
    /// Whether a category is for money in this direction; transfers are for both.
    package func fits(_ key: String, isIn: Bool) -> Bool {
        switch table.category(key)?.kind {
        case .income: isIn
        case .expense: !isIn
        case .transfer, nil: true
        }
    }

    /// Likely alternatives to this category, likeliest first; for no category, what most unknown
    /// lines are.
    package func instead(of key: String, isIn: Bool) -> [String] {
        let key = key.isEmpty ? (isIn ? "income.other" : "other") : key
        return table.category(key)?.instead.filter {
            fits($0, isIn: isIn) && table.suggested($0) == $0
        } ?? []
    }

    /// Categories that replace others, most frequent first.
    package var common: [String] {
        var names: [String: Int] = [:]
        for category in table.shown {
            for other in category.instead { names[other, default: 0] += 1 }
        }
        return names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// Alternatives of the alternatives, and of unknown lines: most frequent first, then in order
    /// of appearance.
    package func further(from key: String, isIn: Bool) -> [String] {
        let unknown = isIn ? "income.other" : "other"
        var points: [String: Int] = [:]
        for (place, near) in (instead(of: key, isIn: isIn) + [unknown]).enumerated() {
            for (rank, other) in instead(of: near, isIn: isIn).enumerated() where other != key {
                points[other, default: 0] += 10_000 / ((place + 2) * (rank + 2))
            }
        }
        return points.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// Related categories: its subcategories, or its group and the others in it.
    package func relatives(of key: String) -> [String] {
        guard let category = table.category(key) else { return [] }
        let group = category.parent.isEmpty ? key : category.parent
        return [group] + table.shown.filter { $0.parent == group }.map(\.key)
    }
}
