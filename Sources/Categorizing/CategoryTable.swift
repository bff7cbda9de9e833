internal import Facts
internal import Scanning

/// The categories of `rules/categories.csv`: stable keys, their order, and their names in five
/// languages.
///
/// Keys do not depend on the language. A key has at most one dot: `groceries`, `eating_out.coffee`.
package struct CategoryTable: Sendable {
    package enum Kind: String, Sendable { case expense, income, transfer }
    package enum Language: String, Sendable, CaseIterable { case uk, en, vi, ru, kk }

    package struct Category: Sendable {
        package let key: String
        /// Key of the group it belongs to; empty for a group.
        package let parent: String
        package let kind: Kind
        package let sort: Int
        /// The other fields as in the file, split on demand because every start reads the table.
        fileprivate let rest: String

        package var emoji: String { field(0) }
        package var icon: String { field(1) }
        /// `#RRGGBB`.
        package var color: String { field(2) }
        /// Keys of likely alternatives for lines not filed here, likeliest first.
        package var instead: [String] { field(8).split(separator: " ").map(String.init) }

        package func name(in language: Language) -> String {
            field(3 + (Language.allCases.firstIndex(of: language) ?? 0))
        }

        fileprivate var names: [String] { Language.allCases.map(name) }

        private func field(_ number: Int) -> String {
            let bytes = rest.utf8.span
            var start = 0
            for _ in 0..<number { start = CategoryTable.fieldEnd(in: bytes, from: start) + 1 }
            return CategoryTable.text(
                of: bytes.extracting(start..<CategoryTable.fieldEnd(in: bytes, from: start)))
        }
    }

    /// In file order, which is the display order.
    package let all: [Category]
    private let indexByKey: [String: Int]
    /// Index of each category's group; its own for a group.
    internal let groups: [Int]

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

    package static func lookup(_ key: String) -> Category? { builtIn.category(key) }

    /// Categories that match what was typed so far, in any language or by key.
    ///
    /// Names that begin with the text come before names with a word that does; each group is in
    /// table order.
    package func search(_ typed: String) -> [Category] {
        let folder = TextFolder()
        let wanted = folder.fold(typed)
        if wanted.isEmpty { return all }
        var beginning: [Category] = []
        var inside: [Category] = []
        for category in all {
            let texts = (category.names + [category.key]).map { folder.fold($0) }
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

    /// Keys like a mistyped one, nearest first, at most three.
    package func keysLike(_ typed: String) -> [String] {
        nearest(to: typed, among: all.map(\.key))
    }

    internal func index(_ key: String) -> Int { indexByKey[key] ?? -1 }
}
