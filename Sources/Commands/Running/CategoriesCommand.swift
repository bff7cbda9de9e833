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
                let names = CategoryTable.Language.allCases.map {
                    (key: $0.rawValue, value: JSONValue.string(category.name(in: $0)))
                }
                try console.json([
                    "key": .string(category.key), "kind": .string(category.kind.rawValue),
                    "parent": .ifAny(category.parent), "name": .object(names),
                ])
            }
            return .done
        }
        var rows = Table([
            .blank, .init(.columnName), .init(.columnKey),
        ])
        for category in found {
            let indent = category.parent.isEmpty ? "" : "  "
            rows.add([
                .text(category.emoji),
                .text(indent + categoryName(category.key, in: console.language)),
                .text(category.key, .quiet),
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
