import Categorizing
import Facts
import Ledger
import Scanning
import Workspaces

/// `kopiyka categories [TEXT]` shows the categories, all or those that match in any language;
/// `categories add|rename|move|merge|hide|show|words …` changes them.
enum CategoriesCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.operands.first == "map" { return try CategoriesMap.run(invocation, console) }
        if let verb = invocation.operands.first.flatMap({ CategoryVerb(rawValue: $0) }) {
            return try CategoriesChangeCommand(invocation, console).run(verb)
        }
        let typed = invocation.operands.joined(separator: " ")
        var entries: [String: Int] = [:]
        if WorkspaceAccess.folder(console) != nil {
            let access = try WorkspaceAccess.open(.reading, console)
            for total in try access.workspace.ledger.monthTotals() {
                entries[total.category, default: 0] += total.lines
            }
        }
        let found = find(typed, invocation.has(.all), console)
        if found.isEmpty, !invocation.wantsJSON {
            do throws(CategoryUnknown) {
                _ = try console.categoryNames.key(of: typed)
            } catch {
                throw HouseMessage.categoryUnknown(error)
            }
        }
        try invocation.wantsJSON
            ? printJSON(found, entries, console) : printTable(found, entries, console)
        return .done
    }

    /// Categories that the text begins a name or word of; else the one that it means.
    private static func find(
        _ typed: String, _ hasHidden: Bool, _ console: Console
    ) -> [CategoryTable.Category] {
        let table = console.categories
        let all = hasHidden ? table.ordered.filter { $0.mergedInto.isEmpty } : table.shown
        if typed.isEmpty { return all }
        let found = table.search(typed, among: all)
        if !found.isEmpty { return found }
        return (try? console.categoryNames.key(of: typed)).flatMap { table.category($0) }
            .map { [$0] } ?? []
    }

    private static func printJSON(
        _ found: [CategoryTable.Category], _ entries: [String: Int], _ console: Console
    ) throws {
        for category in found {
            let names: [(key: String, value: JSONValue)] = CategoryTable.Language.allCases.map {
                ($0.rawValue, .string(category.name(in: $0)))
            }
            try console.json([
                "key": .string(category.key), "kind": .string(category.kind.rawValue),
                "parent": .ifAny(category.parent), "name": .object(names), "names": .object(names),
                "words": .ifAny(category.words), "hidden": category.isHidden ? .bool(true) : nil,
                "own": category.isOwn ? .bool(true) : nil, "color": .ifAny(category.color),
                "emoji": .ifAny(category.emoji), "entries": .count(entries[category.key] ?? 0),
            ])
        }
    }

    private static func printTable(
        _ found: [CategoryTable.Category], _ entries: [String: Int], _ console: Console
    ) throws {
        var rows = Table([
            .blank, .init(.columnName), .init(.columnKey), .init(.columnRows, .number),
        ])
        for category in found {
            let indent = category.parent.isEmpty ? "" : "  "
            rows.add([
                .text(category.emoji),
                .text(
                    indent + console.categoryName(category.key),
                    category.isHidden ? .quiet : .plain),
                .text(category.key, .quiet),
                entries[category.key].map { .count($0) } ?? "",
            ])
        }
        try console.table(rows)
    }
}

extension Console {
    /// The key of a category and its names, in every language of the program.
    func namesOfCategory(_ key: String) -> [String] {
        guard let category = categories.category(key) else { return [key] }
        return [key] + Language.allCases.map { category.name(in: $0.ofCategories) }
    }

    /// A category's display name; the key itself when there is no such category.
    func categoryName(_ key: String) -> String {
        categories.name(of: key, in: language.ofCategories)
    }

    /// Resolves typed categories, in this language first.
    var categoryNames: CategoryNames {
        CategoryNames(categories, shownIn: language.ofCategories)
    }
}
