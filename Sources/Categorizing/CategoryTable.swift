internal import CRules
internal import Scanning

/// The categories of `rules/categories.csv`: stable keys, their order, and their names in five languages.
///
/// Keys never change with the language. A key has at most one dot: `groceries`, `eating_out.coffee`.
package struct CategoryTable: Sendable {
    package enum Kind: String, Sendable { case expense, income, transfer }
    package enum Language: String, Sendable, CaseIterable { case uk, en, vi, ru, kk }

    package struct Category: Sendable {
        package let key: String
        /// Key of the group it belongs to; empty for a group.
        package let parent: String
        package let kind: Kind
        package let sort: Int
        package let emoji: String
        package let icon: String
        /// `#RRGGBB`.
        package let color: String
        fileprivate let names: [String]
        /// Keys with a blank between them: cut only when asked, since every start reads the table.
        fileprivate let insteadText: String

        /// Keys of what people file such lines under when not under this, likeliest first.
        package var instead: [String] { insteadText.split(separator: " ").map(String.init) }

        package func name(in language: Language) -> String {
            names[Language.allCases.firstIndex(of: language) ?? 0]
        }
    }

    /// In the order of the file, which is the order to show them in.
    package let all: [Category]
    private let indexByKey: [String: Int]
    /// Index of each category's group; its own for a group.
    internal let groups: [Int]

    /// The table the program carries.
    package static let builtIn = CategoryTable(
        csv: unsafe [UInt8](
            UnsafeBufferPointer(start: crules_categories(), count: crules_categories_count())))

    private init(csv: [UInt8]) {
        var all: [Category] = []
        for line in csv.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let fields = Self.fields(of: line)
            guard fields.count >= 13, let kind = Kind(rawValue: fields[2]) else { continue }
            all.append(
                Category(
                    key: fields[0], parent: fields[1], kind: kind, sort: Int(fields[3]) ?? 0,
                    emoji: fields[4], icon: fields[5], color: fields[6],
                    names: Array(fields[7...11]), insteadText: fields[12]))
        }
        self.all = all
        var indexByKey: [String: Int] = [:]
        for (index, category) in all.enumerated() { indexByKey[category.key] = index }
        self.indexByKey = indexByKey
        groups = all.enumerated().map { index, category in indexByKey[category.parent] ?? index }
    }

    /// The file is ours: quotes around a field with commas, never a quote or a line's end inside one; a test holds that.
    private static func fields(of line: ArraySlice<UInt8>) -> [String] {
        var fields: [String] = []
        fields.reserveCapacity(13)
        var start = line.startIndex
        var isQuoted = false
        for at in line.indices {
            if line[at] == quote { isQuoted.toggle() }
            guard line[at] == UInt8(ascii: ","), !isQuoted else { continue }
            fields.append(text(of: line[start..<at]))
            start = at + 1
        }
        fields.append(text(of: line[start...]))
        return fields
    }

    private static func text(of field: ArraySlice<UInt8>) -> String {
        var field = field
        if field.last == UInt8(ascii: "\r") { field.removeLast() }
        if field.first == quote, field.last == quote { field = field.dropFirst().dropLast() }
        return String(decoding: field, as: UTF8.self)
    }

    private static let quote = UInt8(ascii: "\"")

    package func category(_ key: String) -> Category? { indexByKey[key].map { all[$0] } }

    package static func lookup(_ key: String) -> Category? { builtIn.category(key) }

    /// Categories a person may mean by what was typed so far, in any of the languages or by key.
    ///
    /// Names that begin with the text come before names with a word that does; within each the order of the table.
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

    /// Keys that look like a mistyped one, nearest first, at most three.
    package func keysLike(_ typed: String) -> [String] {
        nearest(to: typed, among: all.map(\.key))
    }

    internal func index(_ key: String) -> Int { indexByKey[key] ?? -1 }
}
