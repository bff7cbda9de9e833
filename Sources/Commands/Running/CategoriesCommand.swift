import Categorizing
import Facts
import Scanning

/// `kopiyka categories [TEXT]`: keys and names, all or those that match in any language.
enum CategoriesCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let typed = invocation.operands.joined(separator: " ")
        let table = CategoryTable.builtIn
        let found = typed.isEmpty ? table.all : table.search(typed)
        if invocation.wantsJSON {
            for category in found {
                var members: [(key: String, value: JSONValue)] = [
                    ("key", .string(category.key)), ("kind", .string(category.kind.rawValue)),
                ]
                if !category.parent.isEmpty { members.append(("parent", .string(category.parent))) }
                let names = CategoryTable.Language.allCases.map {
                    (key: $0.rawValue, value: JSONValue.string(category.name(in: $0)))
                }
                members.append(("name", .object(names)))
                try console.json(.object(members))
            }
            return .done
        }
        var rows = Table([
            .init(""), .init(console.words(.columnName)), .init(console.words(.columnKey)),
        ])
        for category in found {
            let indent = category.parent.isEmpty ? "" : "  "
            rows.add([
                Table.Cell(category.emoji),
                Table.Cell(indent + categoryName(category.key, in: console.language)),
                Table.Cell(category.key, .quiet),
            ])
        }
        try console.table(rows)
        return .done
    }
}

/// A category's display name; the key itself when the table has none.
func categoryName(_ key: String, in language: Language) -> String {
    guard let category = CategoryTable.lookup(key) else { return key }
    return category.name(in: language.ofCategories)
}
