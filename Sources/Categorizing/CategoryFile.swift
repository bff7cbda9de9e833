package import Scanning

/// A household's entry about one category: a change of a built-in one, or one of its own.
package struct CategoryChange: Sendable, Equatable {
    package var key: String
    /// Shown in every language; nil for the table's names.
    package var name: String?
    /// Key of the group; empty for a group of its own, nil for the table's.
    package var parent: String?
    /// Nil for the group's.
    package var kind: CategoryTable.Kind?
    package var emoji: String?
    /// `#RRGGBB`.
    package var color: String?
    package var words: [String]
    /// Values of category columns, of files that a person or another program kept, that mean it.
    package var recorded: [String]
    package var isHidden: Bool
    /// Key of the category that its lines moved to; empty if they did not.
    package var mergedInto: String

    package init(
        key: String, name: String? = nil, parent: String? = nil, kind: CategoryTable.Kind? = nil,
        emoji: String? = nil, color: String? = nil, words: [String] = [], recorded: [String] = [],
        isHidden: Bool = false, mergedInto: String = ""
    ) {
        self.key = key
        self.name = name
        self.parent = parent
        self.kind = kind
        self.emoji = emoji
        self.color = color
        self.words = words
        self.recorded = recorded
        self.isHidden = isHidden
        self.mergedInto = mergedInto
    }

    /// Says nothing about the category.
    fileprivate var isEmpty: Bool { self == CategoryChange(key: key) }

    /// One entry of the file.
    fileprivate var text: String {
        var members = ["key: " + yamlScalar(key)]
        func add(_ name: String, _ text: String?) {
            if let text { members.append("\(name): " + yamlScalar(text)) }
        }
        add("name", name)
        add("parent", parent)
        add("kind", kind?.rawValue)
        add("emoji", emoji)
        add("color", color)
        if !words.isEmpty {
            members.append("words: [" + words.map(yamlScalar).joined(separator: ", ") + "]")
        }
        if !recorded.isEmpty {
            members.append("recorded: [" + recorded.map(yamlScalar).joined(separator: ", ") + "]")
        }
        if isHidden { members.append("hidden: true") }
        add("merged", mergedInto.isEmpty ? nil : mergedInto)
        return "{" + members.joined(separator: ", ") + "}"
    }
}

/// An error in `categories.yaml`, and its place.
package struct CategoryFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case syntax(YAMLError.Problem)
        case notAList, notAMapping, notAText, emptyValue, notAnAnswer
        case unknownKey, keyMissing, keyTwice, keyInvalid
        case kindUnknown, colorInvalid
        /// An own category without a name.
        case nameMissing
        /// Another category is called so.
        case nameTwice
        case noSuchCategory
        /// Groups have no group, and a category below one has none below it.
        case tooDeep
        /// The category's kind differs from that of its group.
        case kindOfGroup
        /// Merged, in one step or several, into itself.
        case mergedIntoItself
    }

    package let kind: Kind
    /// 1-based.
    package let line: Int
    /// 1-based, in Unicode scalars.
    package let column: Int
    /// As written.
    package let found: String
    /// The names that may have been meant; at most three.
    package let near: [String]
}

/// All faults of the file in its order; a file with a fault is not used.
package struct CategoryFaults: Error, Sendable, Equatable {
    package let faults: [CategoryFault]
}

/// `categories.yaml` of a workspace: a list of changes.
///
/// ```yaml
/// - {key: весілля, name: Весілля, words: [wedding], emoji: "💒"}
/// - {key: сукня, name: Сукня, parent: весілля}
/// - {key: groceries, name: Їжа}
/// - {key: groceries.tobacco, hidden: true}
/// - {key: shopping.jewelry, merged: shopping}
/// ```
package struct CategoryFile: Sendable {
    package private(set) var changes: [CategoryChange] = []
    /// The household's categories; the built-in table is read only where it is used.
    package var table: CategoryTable { changed ?? .builtIn }
    private var changed: CategoryTable?
    private var text = EntryListText([], entries: [])

    /// The file of a workspace that changed nothing.
    package init() {}

    package init(_ bytes: [UInt8]) throws(CategoryFaults) {
        var reader = CategoryFileReader()
        do throws(YAMLError) {
            if let root = try YAMLNode.parse(bytes) { reader.read(root) }
        } catch {
            reader.faults = [
                CategoryFault(
                    kind: .syntax(error.problem), line: error.line, column: error.column,
                    found: "", near: [])
            ]
        }
        if !reader.faults.isEmpty { throw CategoryFaults(faults: reader.faults) }
        changes = reader.changes
        if !changes.isEmpty { changed = CategoryTable(changes) }
        text = EntryListText(bytes, entries: reader.entries)
    }

    package func change(of key: String) -> CategoryChange {
        changes.first { $0.key == key } ?? CategoryChange(key: key)
    }

    /// The file with these changes in place of earlier ones of the same keys; everything else stays
    /// as a person wrote it.
    ///
    /// - Throws: the faults of the result, which would refuse it; a file whose form does not allow
    ///   the change by whole lines is refused as `notAList`.
    package func with(_ new: [CategoryChange]) throws(CategoryFaults) -> CategoryFile {
        var text = text
        var added: [String] = []
        var replaced: [Int: String?] = [:]
        for change in new {
            let written = change.isEmpty ? nil : change.text
            if let index = changes.firstIndex(where: { $0.key == change.key }) {
                replaced.updateValue(written, forKey: index)
            } else if let written {
                added.append(written)
            }
        }
        text.write(replacing: replaced, adding: added, heading: Self.heading)
        let result = try CategoryFile(text.bytes)
        var wanted = changes
        for change in new {
            if let index = wanted.firstIndex(where: { $0.key == change.key }) {
                wanted[index] = change
            } else {
                wanted.append(change)
            }
        }
        guard result.changes == wanted.filter({ !$0.isEmpty }) else {
            throw CategoryFaults(faults: [
                CategoryFault(
                    kind: .notAList, line: replaced.keys.min().map(text.line) ?? 1,
                    column: 1, found: "", near: [])
            ])
        }
        return result
    }

    package var bytes: [UInt8] { text.bytes }

    private static let heading =
        "Categories of this workspace: changed by `kopiyka categories`, and by hand."
}

private struct CategoryFileReader {
    var changes: [CategoryChange] = []
    var faults: [CategoryFault] = []
    private(set) var entries: [YAMLNode] = []
    private var nodes: [String: YAMLNode] = [:]

    private static let members = [
        "key", "name", "parent", "kind", "emoji", "color", "words", "recorded", "hidden",
        "merged",
    ]

    mutating func read(_ root: YAMLNode) {
        guard case .sequence(let items) = root.content else { return fault(.notAList, root) }
        for item in items { readEntry(item) }
        if faults.isEmpty { verifyPlaces() }
        if faults.isEmpty { verifyNames() }
    }

    private mutating func readEntry(_ node: YAMLNode) {
        guard case .mapping = node.content else { return fault(.notAMapping, node) }
        for pair in node.pairs where !Self.members.contains(pair.key) {
            fault(
                .unknownKey, pair.keyNode, found: pair.key,
                near: nearest(to: pair.key, among: Self.members))
        }
        guard let keyNode = node["key"], let key = text(keyNode) else {
            if node["key"] == nil { fault(.keyMissing, node) }
            return
        }
        let isKey = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        if !isKey { fault(.keyInvalid, keyNode, found: key) }
        if nodes[key] != nil { fault(.keyTwice, keyNode, found: key) }
        nodes[key] = node
        var change = CategoryChange(key: key)
        if let value = node["name"] { change.name = text(value) }
        if let value = node["parent"] { change.parent = value.isNull ? "" : word(value) }
        if let value = node["emoji"] { change.emoji = text(value) }
        if let value = node["color"] { change.color = color(value) }
        if let value = node["merged"] { change.mergedInto = text(value) ?? "" }
        if let value = node["kind"] { change.kind = kind(value) }
        if let value = node["hidden"] { change.isHidden = answer(value) }
        if let value = node["words"] { change.words = texts(value) }
        if let value = node["recorded"] { change.recorded = texts(value) }
        if CategoryTable.builtIn.category(key) == nil, change.name == nil {
            fault(.nameMissing, node)
        }
        changes.append(change)
        entries.append(node)
    }

    // MARK: Values

    private mutating func text(_ node: YAMLNode) -> String? {
        let text = word(node)
        if text?.isEmpty ?? false { fault(.emptyValue, node) }
        return text
    }

    /// A list of texts, or one.
    private mutating func texts(_ node: YAMLNode) -> [String] {
        let items = node.text == nil ? node.items : [node]
        if items.isEmpty { fault(.emptyValue, node) }
        return items.compactMap { text($0) }
    }

    /// Perhaps an empty one.
    private mutating func word(_ node: YAMLNode) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            fault(node.isNull ? .emptyValue : .notAText, node)
            return nil
        }
        return text
    }

    private mutating func kind(_ node: YAMLNode) -> CategoryTable.Kind? {
        guard let text = text(node) else { return nil }
        if let kind = CategoryTable.Kind(rawValue: text) { return kind }
        let kinds = CategoryTable.Kind.allCases.map(\.rawValue)
        fault(.kindUnknown, node, found: text, near: kinds)
        return nil
    }

    private mutating func color(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        if CategoryTable.isColor(text) { return text }
        fault(.colorInvalid, node, found: text)
        return nil
    }

    private mutating func answer(_ node: YAMLNode) -> Bool {
        if let answer = node.boolean { return answer }
        fault(.notAnAnswer, node, found: node.text ?? "", near: ["true", "false"])
        return false
    }

    // MARK: All entries together

    /// Groups, kinds and merges of the whole table.
    private mutating func verifyPlaces() {
        var known = Set(CategoryTable.builtIn.all.map(\.key))
        known.formUnion(changes.map(\.key))
        for change in changes {
            for (member, key) in [("parent", change.parent ?? ""), ("merged", change.mergedInto)]
            where !key.isEmpty && !known.contains(key) {
                fault(
                    .noSuchCategory, value(member, of: change), found: key,
                    near: nearest(to: key, among: known.sorted()))
            }
            if !change.mergedInto.isEmpty, mergesIntoItself(change) {
                fault(.mergedIntoItself, value("merged", of: change), found: change.mergedInto)
            }
        }
        if !faults.isEmpty { return }
        let table = CategoryTable(changes)
        for change in changes {
            guard let category = table.category(change.key), !category.parent.isEmpty,
                let group = table.category(category.parent)
            else { continue }
            if !group.parent.isEmpty || table.all.contains(where: { $0.parent == category.key }) {
                fault(.tooDeep, value("parent", of: change), found: category.parent)
            } else if category.kind != group.kind {
                fault(.kindOfGroup, value("kind", of: change), found: category.kind.rawValue)
            }
        }
    }

    private func mergesIntoItself(_ change: CategoryChange) -> Bool {
        var seen: Set<String> = []
        var next = change
        while seen.insert(next.key).inserted {
            guard let target = changes.first(where: { $0.key == next.mergedInto }) else {
                return false
            }
            next = target
        }
        return true
    }

    /// One name means one category, so that what a person writes is never doubtful.
    private mutating func verifyNames() {
        let table = CategoryTable(changes)
        let folder = TextFolder()
        var owners: [String: String] = [:]
        var recordedBy: [String: String] = [:]
        for change in changes {
            for value in change.recorded {
                let owner = recordedBy.updateValue(change.key, forKey: folder.fold(value))
                if let owner, owner != change.key {
                    fault(
                        .nameTwice, self.value("recorded", of: change), found: value,
                        near: [owner])
                }
            }
        }
        for change in changes where change.mergedInto.isEmpty {
            guard let category = table.category(change.key) else { continue }
            let said =
                (change.name.map { [($0, "name")] } ?? []) + change.words.map { ($0, "words") }
            for (name, member) in said {
                let owner = owners.updateValue(category.key, forKey: folder.fold(name))
                if let owner, owner != category.key {
                    fault(.nameTwice, value(member, of: change), found: name, near: [owner])
                }
            }
        }
    }

    /// The node of a member, or the entry.
    private func value(_ member: String, of change: CategoryChange) -> YAMLNode? {
        nodes[change.key].map { $0[member] ?? $0 }
    }

    private mutating func fault(
        _ kind: CategoryFault.Kind, _ node: YAMLNode?, found: String = "", near: [String] = []
    ) {
        faults.append(
            CategoryFault(
                kind: kind, line: node?.line ?? 1, column: node?.column ?? 1, found: found,
                near: near))
    }
}

extension CategoryTable {
    /// A key for an own category of this name: in lower case with `_` for blanks, and a number if
    /// that key is taken.
    package func freeKey(for name: String) -> String {
        var base = ""
        for character in name.lowercased() {
            if character.isLetter || character.isNumber {
                base.append(character)
            } else if base.last != "_", !base.isEmpty {
                base.append("_")
            }
        }
        if base.last == "_" { base.removeLast() }
        var key = base.isEmpty ? "own" : base
        var number = 2
        while category(key) != nil {
            key = "\(base)_\(number)"
            number += 1
        }
        return key
    }

    /// `#RRGGBB`.
    package static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.dropFirst().allSatisfy(\.isHexDigit)
    }
}
