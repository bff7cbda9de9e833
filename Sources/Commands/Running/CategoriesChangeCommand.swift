import Categorizing
import Facts
import Scanning
import Workspaces

/// The changes that `kopiyka categories` can make.
enum CategoryVerb: String, CaseIterable {
    case add, rename, move, merge, hide, show, words
}

/// `kopiyka categories add|rename|move|merge|hide|show|words …`: one undoable change of the
/// household's categories, with every line that it concerns.
struct CategoriesChangeCommand {
    private let invocation: Invocation
    private let console: Console
    private let access: WorkspaceAccess
    private let file: CategoryFile
    private let names: CategoryNames

    private var table: CategoryTable { file.table }

    init(_ invocation: Invocation, _ console: Console) throws {
        self.invocation = invocation
        self.console = console
        access = try WorkspaceAccess.open(.writing, console)
        file = try categoryFile(of: access.workspace.paths)
        names = console.categoryNames
    }

    func run(_ verb: CategoryVerb) throws -> ExitCode {
        let words = Array(invocation.operands.dropFirst())
        try verifyOptions(of: verb)
        switch verb {
        case .add: return try add(words)
        case .rename: return try rename(words)
        case .move: return try move(words)
        case .merge: return try merge(words)
        case .hide, .show: return try hide(words, isHidden: verb == .hide, verb)
        case .words: return try changeWords(words)
        }
    }

    /// Each option belongs to some actions.
    private func verifyOptions(of verb: CategoryVerb) throws {
        let looks: [CategoryVerb] = [.add, .rename]
        for (option, verbs) in [
            (OptionName.parent, [.add]), (.kind, [.add]), (.emoji, looks), (.rgb, looks),
            (.word, [.add]), (.remove, [.words]), (.new, []),
        ] where invocation.has(option) && !verbs.contains(verb) {
            throw refused(verb)
        }
    }

    private func refused(_ verb: CategoryVerb) -> HouseMessage {
        .usage("error.usage.categories-arguments", ["verb": .text(verb.rawValue)])
    }

    // MARK: Actions

    private func add(_ words: [String]) throws -> ExitCode {
        let name = words.joined(separator: " ")
        if name.isEmpty { throw refused(.add) }
        try verify(isFree: name)
        for word in invocation.values(of: .word) { try verify(isFree: word) }
        let parent = try invocation[.parent].map { try group($0) } ?? ""
        let kind = invocation[.kind].flatMap { CategoryTable.Kind(rawValue: $0) }
        let key = table.freeKey(for: name)
        var change = CategoryChange(key: key, name: name, words: invocation.values(of: .word))
        change.parent = parent.isEmpty ? nil : parent
        change.kind = parent.isEmpty || kind != table.category(parent)?.kind ? kind : nil
        try look(&change)
        let code = try apply([change], "categories add")
        try report(.categoryAdded, [key])
        return code
    }

    private func rename(_ words: [String]) throws -> ExitCode {
        guard let first = words.first else { throw refused(.rename) }
        let key = try key(first)
        var change = file.change(of: key)
        let name = words.dropFirst().joined(separator: " ")
        if !name.isEmpty {
            try verify(isFree: name, except: key)
            // The former name still means the category.
            if let old = change.name, old != name, !change.words.contains(old) {
                change.words.append(old)
            }
            change.words.removeAll { $0 == name }
            change.name = name
        }
        try look(&change)
        if change == file.change(of: key) { throw refused(.rename) }
        let code = try apply([change], "categories rename")
        try report(.categoryChanged, [key])
        return code
    }

    private func move(_ words: [String]) throws -> ExitCode {
        guard (1...2).contains(words.count) else { throw refused(.move) }
        let key = try key(words[0])
        var change = file.change(of: key)
        change.parent = words.count == 2 ? try group(words[1]) : ""
        if change.parent == table.category(key)?.parent { throw nothingNew(key) }
        // The kind follows the new group, or stays if there is none.
        if let category = table.category(key), change.parent == "", category.isOwn {
            change.kind = category.kind
        } else {
            change.kind = nil
        }
        let code = try apply([change], "categories move")
        try report(.categoryChanged, [key])
        return code
    }

    private func merge(_ words: [String]) throws -> ExitCode {
        let named =
            words.count == 3 && words[1].lowercased() == "into" ? [words[0], words[2]] : words
        guard named.count == 2 else { throw refused(.merge) }
        let (old, new) = (try key(named[0]), try key(named[1]))
        if old == new { throw nothingNew(old) }
        if table.all.contains(where: { $0.parent == old && $0.mergedInto.isEmpty }) {
            throw HouseMessage.usage(
                "error.usage.category-has-members", ["category": .text(console.categoryName(old))])
        }
        var change = file.change(of: old)
        change.mergedInto = new
        let code = try apply([change], "categories merge", moved: [old: new])
        try report(.categoriesMerged, [old, new])
        return code
    }

    private func hide(_ words: [String], isHidden: Bool, _ verb: CategoryVerb) throws -> ExitCode {
        if words.isEmpty { throw refused(verb) }
        let keys = try words.map { try key($0) }
        var changes = keys.map { file.change(of: $0) }
        for index in changes.indices { changes[index].isHidden = isHidden }
        if changes.allSatisfy({ file.change(of: $0.key) == $0 }) { throw nothingNew(keys[0]) }
        let code = try apply(changes, "categories \(verb.rawValue)")
        for key in keys { try report(.categoryChanged, [key]) }
        return code
    }

    private func changeWords(_ words: [String]) throws -> ExitCode {
        guard let first = words.first else { throw refused(.words) }
        let key = try key(first)
        let removed = invocation.values(of: .remove)
        let added = Array(words.dropFirst())
        guard !added.isEmpty || !removed.isEmpty else { throw refused(.words) }
        var change = file.change(of: key)
        for word in added {
            try verify(isFree: word, except: key)
            if !change.words.contains(word) { change.words.append(word) }
        }
        let folder = TextFolder()
        for word in removed {
            let before = change.words.count
            change.words.removeAll { folder.fold($0) == folder.fold(word) }
            if change.words.count == before {
                throw HouseMessage.usage(
                    "error.usage.no-such-word",
                    ["word": .text(word), "category": .text(console.categoryName(key))])
            }
        }
        if change == file.change(of: key) { throw nothingNew(key) }
        let code = try apply([change], "categories words")
        try report(.categoryChanged, [key])
        return code
    }

    // MARK: Parts of them

    private func look(_ change: inout CategoryChange) throws {
        if let emoji = invocation[.emoji] { change.emoji = emoji }
        if let color = invocation[.rgb] {
            guard CategoryTable.isColor(color) else {
                throw HouseMessage.usage("error.usage.color", ["typed": .text(color)])
            }
            change.color = color
        }
    }

    private func key(_ typed: String) throws -> String { try saidCategory(typed, console) }

    /// A category that others may belong to.
    private func group(_ typed: String) throws -> String {
        let key = try key(typed)
        if let category = table.category(key), !category.parent.isEmpty {
            throw HouseMessage.usage(
                "error.usage.no-group",
                [
                    "category": .text(console.categoryName(key)),
                    "group": .text(console.categoryName(category.parent)),
                ])
        }
        return key
    }

    /// - Throws: a usage error if another category is called so.
    private func verify(isFree name: String, except key: String? = nil) throws {
        let isName = name.contains { $0.isLetter || $0.isNumber }
        guard isName, name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw HouseMessage.usage(
                "error.usage.no-category-name", ["word": .text(escapedForTerminal(name))])
        }
        if let owner = names.owner(of: name), owner != key {
            throw HouseMessage.usage(
                "error.usage.category-name-taken",
                [
                    "name": .text(name), "category": .text(console.categoryName(owner)),
                    "key": .text(owner),
                ])
        }
    }

    private func nothingNew(_ key: String) -> HouseMessage {
        .usage("error.usage.category-nothing-new", ["category": .text(console.categoryName(key))])
    }

    private func apply(
        _ changes: [CategoryChange], _ command: String, moved: [String: String] = [:]
    ) throws -> ExitCode {
        let after: CategoryFile
        do throws(CategoryFaults) {
            after = try file.with(changes)
        } catch {
            throw error.refusal
        }
        let report = try access.workspace.change(
            categories: CategoriesEdit(
                contents: after.bytes, moved: moved,
                filed: { $0.filed(in: after.table) }),
            command: command, isDryRun: invocation.isDryRun)
        console.categories = after.table
        if invocation.wantsJSON {
            try console.json([
                "changed": .array(changes.map { .string($0.key) }),
                "entries": .count(report.entries), "waiting": .count(report.waiting),
            ])
        } else if !moved.isEmpty || !report.isEmpty {
            try console.line(
                .categoryLinesMoved,
                ["entries": .count(report.entries), "waiting": .count(report.waiting)])
        }
        return .done
    }

    private func report(_ message: Message, _ keys: [String]) throws {
        if !invocation.wantsJSON {
            try console.line(
                message,
                [
                    "category": .text(console.categoryName(keys[0])), "key": .text(keys[0]),
                    "into": .text(keys.last.map(console.categoryName) ?? ""),
                ])
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
    }
}
