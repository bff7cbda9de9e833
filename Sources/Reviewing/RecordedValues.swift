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
    /// The category that it surely means: all of its parts are names of it and its group.
    package fileprivate(set) var named: String?
    /// What it may mean, for a question; empty for nothing near.
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
        order.compactMap { values[$0] }.enumerated().sorted {
            (-$0.element.rows, $0.offset) < (-$1.element.rows, $1.offset)
        }.map(\.element)
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
            // The groups above must be its groups, or names of nothing of ours.
            let groups = parts.dropLast().compactMap { names.exact($0) }
            if groups.allSatisfy({ table.isBelow(key, $0) }) { value.named = key }
            value.near = [key] + groups
        } else {
            value.near = near(leaf) + parts.dropLast().compactMap { names.exact($0) }
        }
        return value
    }

    private func near(_ text: String) -> [String] {
        do throws(CategoryUnknown) {
            return [try names.key(of: text)]
        } catch {
            return error.near
        }
    }
}

/// What recorded values are to mean, as changes of the household's categories.
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

    /// Makes a category for the value, below a group for the part of its path above.
    package mutating func makeCategory(for value: RecordedValue) {
        let parts = value.parts
        guard let name = parts.last else { return }
        let kind: CategoryTable.Kind = 2 * value.rowsIn > value.rows ? .income : .expense
        let group = parts.count > 1 ? group(called: parts[0], kind) : nil
        var change = CategoryChange(
            key: freeKey(for: name), name: freeName(name, parts), parent: group,
            kind: group == nil && kind != .expense ? kind : nil)
        change.recorded = [value.text]
        put(change)
    }

    private mutating func group(called name: String, _ kind: CategoryTable.Kind) -> String? {
        let table = CategoryTable(all)
        if let key = CategoryNames(table, shownIn: language).exact(name) {
            guard let found = table.category(key), found.kind == kind else { return nil }
            return found.parent.isEmpty ? key : found.parent
        }
        let key = freeKey(for: name)
        put(CategoryChange(key: key, name: name, kind: kind == .expense ? nil : kind))
        return key
    }

    /// The last part of the path, or the whole where that is the name of another category.
    private func freeName(_ name: String, _ parts: [String]) -> String {
        let names = CategoryNames(CategoryTable(all), shownIn: language)
        if names.owner(of: name) == nil { return name }
        let whole = parts.joined(separator: " · ")
        return names.owner(of: whole) == nil ? whole : whole + " 2"
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
