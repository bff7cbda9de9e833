package import Categorizing
package import Facts
package import Pending
internal import Scanning

/// A value of a category column, in rows that another program or a person kept.
package struct RecordedValue: Sendable, Equatable {
    /// As first written: `Food:Groceries`.
    package let text: String
    package fileprivate(set) var rows = 0
    /// Rows with money in.
    package fileprivate(set) var rowsIn = 0
    /// Descriptions of such rows, at most ``examplesMax``.
    package fileprivate(set) var examples: [String] = []
    /// The category that it surely means: the whole or its last part is a name or word of one
    /// alone, and no part above is the name of another.
    package fileprivate(set) var named: String?
    /// The categories that it may mean, for a question; empty for nothing near.
    package fileprivate(set) var near: [String] = []

    fileprivate static let examplesMax = 3

    /// The parts of a path, from the group down.
    package var parts: [String] {
        let parts = recordedPath(text)
        let isRooted = parts.count > 1 && Self.roots.contains(parts[0].lowercased())
        return isRooted ? Array(parts.dropFirst()) : parts
    }

    /// The account of all expenses in books of double entry says nothing.
    private static let roots: Set<String> = [
        "expenses", "expense", "витрати", "видатки", "расходы", "ausgaben", "aufwand",
    ]
}

/// `Food:Groceries` and `Food > Groceries` are paths.
private func recordedPath(_ text: String) -> [String] {
    text.split { $0 == ":" || $0 == ">" }.map { part in
        var part = part[...]
        while part.first == " " { part.removeFirst() }
        while part.last == " " { part.removeLast() }
        return String(part)
    }.filter { !$0.isEmpty }
}

/// The values of waiting lines that have no meaning yet.
package struct RecordedValues {
    private let table: CategoryTable
    private let names: CategoryNames
    private let folder = TextFolder()
    private var values: [String: RecordedValue] = [:]
    private var order: [String] = []

    package init(_ table: CategoryTable, shownIn language: CategoryTable.Language) {
        self.table = table
        names = CategoryNames(table, shownIn: language)
    }

    /// In the order of their rows, most first.
    package var open: [RecordedValue] {
        order.compactMap { values[$0] }.map { value in
            var value = value
            if isContradicted(value) { value.named = nil }
            return value
        }.enumerated().sorted {
            (-$0.element.rows, $0.offset) < (-$1.element.rows, $1.offset)
        }.map(\.element)
    }

    /// Money comes in below a group, and its last part is the name of an expense, or the reverse:
    /// `Income:Gifts` are no gifts for others.
    private func isContradicted(_ value: RecordedValue) -> Bool {
        guard value.parts.count > 1, let named = value.named,
            let kind = table.category(named)?.kind, kind != .transfer
        else { return false }
        return kind == .expense ? 2 * value.rowsIn > value.rows : value.rowsIn == 0
    }

    /// Counts a waiting line's values.
    package mutating func add(_ line: QueueLine) {
        if !line.awaitsMeaning || line.suggestion.evidence.first?.source == .rule { return }
        add(line.fact)
    }

    /// Counts the values of a row.
    package mutating func add(_ fact: StatementFact) {
        let parts = RecordedPart.read(fact.recordedParts)
        let written =
            parts.isEmpty
            ? [(fact.bankCategory, fact.amount.isNegative)]
            : parts.filter { !$0.isOfAccount }.map { ($0.category, $0.amount.first == "-") }
        for (text, isOut) in written where !text.isEmpty {
            count(text, isIn: !isOut, example: fact.description)
        }
    }

    private mutating func count(_ text: String, isIn: Bool, example: String) {
        let folded = folder.fold(text)
        if folded.isEmpty || table.recorded(folded) != nil { return }
        var value = values[folded] ?? meaning(of: text)
        if values[folded] == nil { order.append(folded) }
        value.rows += 1
        if isIn { value.rowsIn += 1 }
        if value.examples.count < RecordedValue.examplesMax, !example.isEmpty,
            !value.examples.contains(example)
        {
            value.examples.append(example)
        }
        values[folded] = value
    }

    private func meaning(of text: String) -> RecordedValue {
        var value = RecordedValue(text: text)
        let parts = value.parts
        guard let leaf = parts.last else { return value }
        if let whole = names.exact(text) {
            value.named = whole
        } else if let key = names.exact(leaf) {
            let groups = parts.dropLast().compactMap { names.exact($0) }
            if isSure(key, below: parts.dropLast()) { value.named = key }
            value.near = [key] + groups.filter { $0 != key }
        } else {
            value.near = near(leaf) + parts.dropLast().compactMap { names.exact($0) }
        }
        return value
    }

    /// The groups above are its groups, words for a whole field, or nothing of ours; «Дім:Інше» is
    /// the rest of the home.
    private func isSure(_ key: String, below groups: ArraySlice<String>) -> Bool {
        if groups.isEmpty { return true }
        if key.split(separator: ".").last == "other" { return false }
        return groups.allSatisfy { group in
            if let owner = names.owner(of: group) { return table.isBelow(key, owner) }
            return names.meanings(of: group).allSatisfy {
                table.category($0)?.kind == table.category(key)?.kind
            }
        }
    }

    private func near(_ text: String) -> [String] {
        do throws(CategoryUnknown) {
            return [try names.key(of: text)]
        } catch {
            return error.near
        }
    }
}

/// The meanings of recorded values, as changes of the household's categories.
package struct RecordedMeanings {
    private let file: CategoryFile
    private var changes: [CategoryChange] = []
    private let language: CategoryTable.Language

    package init(_ file: CategoryFile, shownIn language: CategoryTable.Language) {
        self.file = file
        self.language = language
    }

    package var isEmpty: Bool { changes.isEmpty }

    /// The file with the changes.
    package func changed() throws(CategoryFaults) -> CategoryFile { try file.with(changes) }

    package mutating func set(_ value: RecordedValue, to key: String) {
        var change = change(of: key)
        change.recorded.append(value.text)
        put(change)
    }

    /// A category made for a value.
    package struct Made: Sendable, Equatable {
        package let name: String
        /// The category that the last part of the path means already, so that the name is longer;
        /// nil where the name is that part.
        package let taken: String?
    }

    /// Makes a category for the value, below a group for the part of its path above.
    ///
    /// A word that means a category keeps its meaning: the new one is then called by its path.
    @discardableResult
    package mutating func makeCategory(for value: RecordedValue) -> Made {
        let parts = value.parts
        let last = parts.last ?? value.text
        let kind: CategoryTable.Kind = 2 * value.rowsIn > value.rows ? .income : .expense
        let group = parts.count > 1 ? group(called: parts[0], kind) : nil
        let taken = CategoryNames(CategoryTable(all), shownIn: language).meanings(of: last).first
        let name = taken == nil ? last : freeName(parts)
        var change = CategoryChange(
            key: freeKey(for: name), name: name, parent: group,
            kind: group == nil && kind != .expense ? kind : nil)
        change.recorded = [value.text]
        put(change)
        return Made(name: name, taken: taken)
    }

    private mutating func group(called name: String, _ kind: CategoryTable.Kind) -> String? {
        let table = CategoryTable(all)
        let meanings = CategoryNames(table, shownIn: language).meanings(of: name)
        if let key = meanings.first {
            guard meanings.count == 1, let found = table.category(key), found.kind == kind else {
                return nil
            }
            return found.parent.isEmpty ? key : found.parent
        }
        let key = freeKey(for: name)
        put(CategoryChange(key: key, name: name, kind: kind == .expense ? nil : kind))
        return key
    }

    /// The whole path, with a number where that means a category too.
    private func freeName(_ parts: [String]) -> String {
        let names = CategoryNames(CategoryTable(all), shownIn: language)
        let whole = parts.joined(separator: " · ")
        var (name, number) = (whole, 2)
        while !names.meanings(of: name).isEmpty {
            name = "\(whole) \(number)"
            number += 1
        }
        return name
    }

    private func freeKey(for name: String) -> String {
        CategoryTable(all).freeKey(for: name)
    }

    private var all: [CategoryChange] {
        file.changes.filter { old in !changes.contains { $0.key == old.key } } + changes
    }

    private func change(of key: String) -> CategoryChange {
        changes.first { $0.key == key } ?? file.change(of: key)
    }

    private mutating func put(_ change: CategoryChange) {
        changes.removeAll { $0.key == change.key }
        changes.append(change)
    }
}
