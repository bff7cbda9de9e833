package import Categorizing
internal import Scanning

/// Finds categories by what is typed of a name in any language, or of the key.
package struct CategorySearch: Sendable {
    fileprivate struct Entry: Sendable {
        let key: String
        /// The folded name that people see, then names in other languages and the key.
        let texts: [[UInt8]]
    }

    fileprivate let entries: [Entry]
    private let language: CategoryTable.Language
    /// What is written in the place of a category, and not chosen from a list.
    package let names: CategoryNames

    package init(shownIn language: CategoryTable.Language = .en) {
        self.language = language
        names = CategoryNames(shownIn: language)
        let folder = TextFolder()
        entries = CategoryTable.builtIn.all.map { category in
            var texts: [[UInt8]] = []
            let others = CategoryTable.Language.allCases.filter { $0 != language }
            for text in ([language] + others).map({ category.name(in: $0) }) + [category.key] {
                var folded: [UInt8] = []
                folder.fold(text.utf8.span, into: &folded)
                if !texts.contains(folded) { texts.append(folded) }
            }
            return Entry(key: category.key, texts: texts)
        }
    }

    /// What people see of a key.
    package func name(of key: String) -> String {
        CategoryTable.lookup(key)?.name(in: language) ?? key
    }

    /// How well a text answers what was typed; nearest first.
    private enum Fit: Int { case exact, start, wordStart }

    /// Keys that fit, best first: names that begin with the text, then words; of each kind the
    /// names that people see before those in other languages. Letters in the midst of a word fit
    /// nothing: what stands first is chosen with one key.
    ///
    /// Among equals those of `likely` come first, in its order, then the order of the table.
    /// Nothing typed gives `likely` first.
    package func find(_ typed: String, likely: [String] = []) -> [String] {
        var wanted: [UInt8] = []
        TextFolder().fold(typed.utf8.span, into: &wanted)
        var found: [(rank: Int, place: Int, key: String)] = []
        for (number, entry) in entries.enumerated() {
            let place = likely.firstIndex(of: entry.key) ?? likely.count + number
            if wanted.isEmpty {
                found.append((0, place, entry.key))
            } else if let rank = Self.rank(of: wanted, in: entry.texts) {
                found.append((rank, place, entry.key))
            }
        }
        return found.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.key)
    }

    /// What a text that begins no name means, as everywhere a category is written («аптека» for
    /// «Аптеки»); else the nearest three, which are not it.
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
    /// Whether a category is one of money that goes this way; transfers go both.
    package func fits(_ key: String, isIn: Bool) -> Bool {
        switch CategoryTable.lookup(key)?.kind {
        case .income: isIn
        case .expense: !isIn
        case .transfer, nil: true
        }
    }

    /// What people file lines under that look like this one, likeliest first; for nothing proposed,
    /// what most unknown lines are.
    package func instead(of key: String, isIn: Bool) -> [String] {
        let key = key.isEmpty ? (isIn ? "income.other" : "other") : key
        return CategoryTable.lookup(key)?.instead.filter { fits($0, isIn: isIn) } ?? []
    }

    /// What is named in the place of others, oftenest named first.
    package var common: [String] {
        var names: [String: Int] = [:]
        for category in CategoryTable.builtIn.all {
            for other in category.instead { names[other, default: 0] += 1 }
        }
        return names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// What is filed in the place of what is filed in the place of it, and of what nobody knows:
    /// oftenest named and first named first.
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

    /// Categories near one: those under it, or its group and the others there.
    package func relatives(of key: String) -> [String] {
        guard let category = CategoryTable.lookup(key) else { return [] }
        let group = category.parent.isEmpty ? key : category.parent
        return [group] + CategoryTable.builtIn.all.filter { $0.parent == group }.map(\.key)
    }
}
