internal import Facts
internal import Scanning

/// The categories of a household: those of `rules/categories.csv` with stable keys and names in
/// five languages, as `categories.yaml` of its workspace changes them, and the household's own.
///
/// Keys do not depend on the language, and never change: `groceries`, `eating_out.coffee`, or the
/// first name of an own category, `весілля`.
package struct CategoryTable: Sendable {
    package enum Kind: String, Sendable, CaseIterable { case expense, income, transfer }
    package enum Language: String, Sendable, CaseIterable { case uk, en, vi, ru, kk }

    package struct Category: Sendable {
        package let key: String
        /// Key of the group it belongs to; empty for a group.
        package fileprivate(set) var parent: String
        package fileprivate(set) var kind: Kind
        package fileprivate(set) var sort: Int
        /// The other fields as in the file, split on demand because every start reads the table;
        /// empty for an own category.
        fileprivate let rest: String
        /// The change that the household made.
        fileprivate var change: CategoryChange?

        /// Made by the household.
        package var isOwn: Bool { rest.isEmpty }
        /// Neither offered nor suggested.
        package fileprivate(set) var isHidden = false
        /// Key of the category that this one was merged into; empty if it was not.
        package fileprivate(set) var mergedInto = ""
        package var emoji: String { change?.emoji ?? field(0) }
        package var icon: String { field(1) }
        /// `#RRGGBB`.
        package var color: String { change?.color ?? field(2) }
        /// Keys of likely alternatives for lines not filed here, likeliest first.
        package var instead: [String] { field(8).split(separator: " ").map(String.init) }
        /// Other words for it: the household's own, then those of the table.
        package var words: [String] {
            (change?.words ?? [])
                + field(9).split(separator: "|", omittingEmptySubsequences: true).map(String.init)
        }

        package func name(in language: Language) -> String {
            change?.name ?? builtInName(in: language)
        }

        /// The name in the table, whatever the household calls it.
        fileprivate func builtInName(in language: Language) -> String {
            field(3 + (Language.allCases.firstIndex(of: language) ?? 0))
        }

        /// The names that the household gave it.
        internal var householdNames: [String] {
            (change?.name.map { [$0] } ?? []) + (change?.words ?? [])
        }

        /// Everything it is called by, the shown name first.
        package func names(shownIn language: Language) -> [String] {
            let others = [language] + Language.allCases.filter { $0 != language }
            return [name(in: language)] + words + (isOwn ? [] : others.map(builtInName))
        }

        private func field(_ number: Int) -> String {
            if rest.isEmpty { return "" }
            let bytes = rest.utf8.span
            var start = 0
            for _ in 0..<number { start = CategoryTable.fieldEnd(in: bytes, from: start) + 1 }
            return CategoryTable.text(
                of: bytes.extracting(start..<CategoryTable.fieldEnd(in: bytes, from: start)))
        }
    }

    /// In file order, the household's own last: compiled tables number categories so.
    package private(set) var all: [Category]
    private var indexByKey: [String: Int]
    /// Index of each category's group; its own for a group.
    internal private(set) var groups: [Int]
    /// The category to suggest and file instead of a merged or hidden one; empty for none.
    private var instead: [String: String] = [:]
    /// Keys by folded values of category columns.
    private var recorded: [String: String] = [:]

    /// The embedded table.
    package static let builtIn = EmbeddedFile.categories.withSpan { CategoryTable(csv: $0) }

    private init(csv: Span<UInt8>) {
        var all: [Category] = []
        var start = Self.lineEnd(in: csv, from: 0) + 1
        while start < csv.count {
            let end = Self.lineEnd(in: csv, from: start)
            if let category = Self.category(of: csv.extracting(start..<end)) {
                all.append(category)
            }
            start = end + 1
        }
        self.all = all
        var indexByKey = [String: Int](minimumCapacity: all.count)
        for (index, category) in all.enumerated() { indexByKey[category.key] = index }
        self.indexByKey = indexByKey
        groups = all.enumerated().map { index, category in indexByKey[category.parent] ?? index }
    }

    private static func category(of line: Span<UInt8>) -> Category? {
        var start = 0
        func next() -> String {
            let end = fieldEnd(in: line, from: start)
            defer { start = end + 1 }
            return text(of: line.extracting(start..<end))
        }
        let (key, parent, kind, sort) = (next(), next(), next(), next())
        guard let kind = Kind(rawValue: kind), start < line.count else { return nil }
        return Category(
            key: key, parent: parent, kind: kind, sort: Int(sort) ?? 0,
            rest: String(utf8: line.extracting(start...)))
    }

    private static func lineEnd(in csv: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < csv.count, csv[at] != UInt8(ascii: "\n") { at += 1 }
        return at
    }

    /// Our own file: a field with commas is quoted, and never contains a quote or a line break; a
    /// test checks that.
    private static func fieldEnd(in line: Span<UInt8>, from start: Int) -> Int {
        var at = start
        var isQuoted = false
        while at < line.count, isQuoted || line[at] != UInt8(ascii: ",") {
            if line[at] == quote { isQuoted.toggle() }
            at += 1
        }
        return at
    }

    private static func text(of field: Span<UInt8>) -> String {
        let isQuoted = field.count >= 2 && field[0] == quote && field[field.count - 1] == quote
        return String(utf8: isQuoted ? field.extracting(1..<(field.count - 1)) : field)
    }

    private static let quote = UInt8(ascii: "\"")

    package func category(_ key: String) -> Category? { indexByKey[key].map { all[$0] } }

    /// The display name; the key itself when there is no such category.
    package func name(of key: String, in language: Language) -> String {
        category(key)?.name(in: language) ?? key
    }

    /// The categories that a typed beginning matches, by any name, word or key.
    ///
    /// Names that begin with the text come before names with a word that does; each group is in
    /// the given order.
    package func search(_ typed: String, among categories: [Category]) -> [Category] {
        let folder = TextFolder()
        let wanted = folder.fold(typed)
        var beginning: [Category] = []
        var inside: [Category] = []
        for category in categories {
            let texts = (category.names(shownIn: .en) + [category.key]).map { folder.fold($0) }
            if texts.contains(where: { $0.hasPrefix(wanted) }) {
                beginning.append(category)
            } else if texts.contains(where: { text in
                text.split(separator: " ").contains { $0.hasPrefix(wanted) }
            }) {
                inside.append(category)
            }
        }
        return beginning + inside
    }

    package static func lookup(_ key: String) -> Category? { builtIn.category(key) }

    internal func index(_ key: String) -> Int { indexByKey[key] ?? -1 }

    /// True if the category is this one or, at any depth, of this group.
    package func isBelow(_ key: String, _ group: String) -> Bool {
        var key = key
        // A group is no member of its own members, so this ends.
        while key != group {
            guard let parent = category(key)?.parent, !parent.isEmpty else { return false }
            key = parent
        }
        return true
    }

    /// The category that stands for this one: itself, or where a merged one went.
    package func current(_ key: String) -> String {
        var key = key
        while let next = category(key)?.mergedInto, !next.isEmpty { key = next }
        return key
    }

    /// Whether ``suggested(_:)`` changes nothing.
    internal var suggestsAll: Bool { instead.isEmpty }

    /// The category to suggest where evidence says this one: of a merged one the other, of a hidden
    /// one its group; empty if that is hidden too.
    package func suggested(_ key: String) -> String { instead[key] ?? key }

    /// No value of a category column has been given a meaning.
    package var recordsNothing: Bool { recorded.isEmpty }

    /// The category that a value of a category column means to this household; nil if it has no
    /// meaning yet.
    ///
    /// - Parameter folded: the value, folded.
    package func recorded(_ folded: String) -> String? { recorded[folded].map { current($0) } }

    /// The offered categories in display order: each group with its own below it, the household's
    /// own ones first.
    package var shown: [Category] { ordered.filter { !$0.isHidden && $0.mergedInto.isEmpty } }

    /// All categories in display order.
    package var ordered: [Category] {
        let places = all.indices.sorted { a, b in
            (all[groups[a]].sort, groups[a], a == groups[a] ? 0 : 1, all[a].sort, a)
                < (all[groups[b]].sort, groups[b], b == groups[b] ? 0 : 1, all[b].sort, b)
        }
        return places.map { all[$0] }
    }
}

// MARK: The household's changes

extension CategoryTable {
    /// The built-in table with a household's changes, which ``CategoryFile`` has verified.
    package init(_ changes: [CategoryChange]) {
        self = .builtIn
        let folder = TextFolder()
        for change in changes {
            apply(change)
            for value in change.recorded { recorded[folder.fold(value)] = change.key }
        }
        for index in all.indices {
            let group = indexByKey[all[index].parent] ?? index
            groups[index] = group
            if all[index].isOwn, all[index].change?.kind == nil {
                all[index].kind = all[group].kind
            }
            // A group hides what is below it.
            if all[group].isHidden { all[index].isHidden = true }
        }
        for category in all where category.isHidden || !category.mergedInto.isEmpty {
            instead[category.key] = standIn(for: category)
        }
    }

    private mutating func apply(_ change: CategoryChange) {
        let index: Int
        if let known = indexByKey[change.key] {
            index = known
        } else {
            index = all.count
            // Before the built-in ones.
            all.append(
                Category(
                    key: change.key, parent: "", kind: .expense, sort: index - Self.sortOwnFirst,
                    rest: ""))
            indexByKey[change.key] = index
            groups.append(index)
        }
        all[index].change = change
        if let parent = change.parent { all[index].parent = parent }
        if let kind = change.kind { all[index].kind = kind }
        all[index].isHidden = change.isHidden
        all[index].mergedInto = change.mergedInto
    }

    private static let sortOwnFirst = 1 << 20

    private func standIn(for category: Category) -> String {
        let key = current(category.key)
        guard let found = self.category(key), found.isHidden else { return key }
        let group = current(found.parent)
        return self.category(group).map { $0.isHidden ? "" : group } ?? ""
    }
}
