import Testing

@testable import Categorizing

@Suite struct `Names of categories` {
    let table = CategoryTable.builtIn

    @Test(arguments: CategoryTable.Language.allCases)
    func `every category has a name of its own in each language`(
        _ language: CategoryTable.Language
    ) {
        var keys: [String: String] = [:]
        for category in table.all {
            let name = category.name(in: language)
            #expect(
                !name.isEmpty && !name.hasPrefix(" ") && !name.hasSuffix(" "), "\(category.key)")
            #expect(keys[name] == nil, "\(category.key) and \(keys[name] ?? "") are both \(name)")
            keys[name] = category.key
        }
        #expect(keys.count > 100)
    }

    @Test func `names are written in the letters of their language`() {
        for category in table.all {
            for language in CategoryTable.Language.allCases {
                let isCyrillic = category.name(in: language).unicodeScalars.contains {
                    (0x400...0x52F).contains($0.value)
                }
                let wanted = language == .uk || language == .ru || language == .kk
                #expect(isCyrillic == wanted, "\(category.key) \(language)")
            }
        }
    }

    @Test func `what lines are filed under instead are categories`() {
        let keys = Set(table.all.map(\.key))
        for category in table.all {
            #expect(category.parent.isEmpty || keys.contains(category.parent))
            #expect(category.instead.allSatisfy { keys.contains($0) && $0 != category.key })
        }
    }
}
