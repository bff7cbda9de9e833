import Facts
import TestKit
import Testing

@testable import Categorizing

@Suite struct `Categories of a household` {
    private let wedding = """
        # ours
        - {key: весілля, name: Весілля, words: [wedding, "банкет: зал"], emoji: "💒"}
        - {key: сукня, name: Сукня, parent: весілля}

        # not used here
        - key: groceries.tobacco
          hidden: true
        - {key: groceries, name: Їжа}
        - {key: shopping.jewelry, merged: сукня}
        - {key: eating_out.bars, parent: entertainment}

        """

    private func file(_ text: String) throws -> CategoryFile {
        try CategoryFile(Array(text.utf8))
    }

    /// `LINE:COLUMN found` of each fault, or nothing.
    private func faults(_ text: String) -> [String] {
        do throws(CategoryFaults) {
            _ = try CategoryFile(Array(text.utf8))
            return []
        } catch {
            return error.faults.map { "\($0.line):\($0.column) \($0.kind) \($0.found)" }
        }
    }

    @Test func `stand beside the built-in ones, with their groups and kinds`() throws {
        let table = try file(wedding).table
        #expect(table.all.count == CategoryTable.builtIn.all.count + 2)
        #expect(table.category("сукня")?.kind == .expense)
        #expect(table.category("весілля")?.isOwn == true)
        #expect(table.name(of: "groceries", in: .uk) == "Їжа")
        #expect(table.name(of: "groceries", in: .en) == "Їжа")
        #expect(table.isBelow("сукня", "весілля"))
        #expect(table.isBelow("eating_out.bars", "entertainment"))
        #expect(!table.isBelow("eating_out.bars", "eating_out"))
        #expect(table.shown.prefix(2).map(\.key) == ["весілля", "сукня"])
        #expect(!table.shown.contains { $0.key == "groceries.tobacco" })
    }

    @Test(arguments: [("на дачу", "дача"), ("дачі", "дача"), ("дачник", nil), ("дар", nil)])
    func `are known in a sentence with another ending`(_ text: String, _ key: String?) throws {
        let names = CategoryNames(try file("- {key: дача, name: Дача}\n").table, shownIn: .uk)
        #expect(names.own(in: text, isIncome: false) == key)
    }

    @Test func `keep the numbers of the compiled tables`() throws {
        let table = try file(wedding).table
        for (index, category) in CategoryTable.builtIn.all.enumerated() {
            #expect(table.all[index].key == category.key)
        }
    }

    @Test(arguments: [
        ("groceries.tobacco", "groceries"), ("shopping.jewelry", "сукня"),
        ("eating_out.coffee", "eating_out.coffee"), ("nothing", "nothing"),
    ])
    func `are suggested in place of hidden and merged ones`(key: String, other: String) throws {
        #expect(try file(wedding).table.suggested(key) == other)
    }

    @Test func `of a hidden group nothing is suggested`() throws {
        let table = try file("- {key: transport, hidden: true}\n").table
        #expect(table.suggested("transport.taxi") == "")
        #expect(table.category("transport.taxi")?.isHidden == true)
    }

    @Test(arguments: [
        ("Весілля", "весілля"), ("wedding", "весілля"), ("WED", "весілля"), ("сукн", "сукня"),
        ("їжа", "groceries"), ("groceries", "groceries"), ("прикраси та годинники", "сукня"),
        ("shopping.jewelry", "сукня"), ("Тютюн", "groceries.tobacco"),
    ])
    func `are known by all their names`(typed: String, key: String) throws {
        #expect(try CategoryNames(file(wedding).table, shownIn: .uk).key(of: typed) == key)
    }

    @Test(arguments: [
        ("a: b", ["1:1 notAList "]), ("- text", ["1:3 notAMapping "]),
        ("- {name: X}", ["1:3 keyMissing "]), ("- {key: ours}", ["1:3 nameMissing "]),
        ("- {key: taxi, name: Таксі, wrods: [x]}", ["1:28 unknownKey wrods"]),
        ("- {key: a b, name: X}", ["1:9 keyInvalid a b"]),
        ("- {key: x, name: X}\n- {key: x, name: Y}", ["2:9 keyTwice x"]),
        ("- {key: x, name: X, parent: nosuch}", ["1:29 noSuchCategory nosuch"]),
        ("- {key: x, name: X, parent: eating_out.coffee}", ["1:29 tooDeep eating_out.coffee"]),
        ("- {key: transport, parent: groceries}", ["1:28 tooDeep groceries"]),
        (
            "- {key: x, name: X, kind: income, parent: groceries}",
            ["1:27 kindOfGroup income"]
        ),
        ("- {key: x, name: X, kind: sideways}", ["1:27 kindUnknown sideways"]),
        ("- {key: x, name: X, color: red}", ["1:28 colorInvalid red"]),
        ("- {key: x, name: X, hidden: perhaps}", ["1:29 notAnAnswer perhaps"]),
        ("- {key: x, name: ''}", ["1:18 emptyValue "]),
        (
            "- {key: x, name: X}\n- {key: y, name: Y, words: [x]}",
            ["2:28 nameTwice x"]
        ),
        ("- {key: x, name: X, merged: x}", ["1:29 mergedIntoItself x"]),
        (
            "- {key: x, name: X, merged: y}\n- {key: y, name: Y, merged: x}",
            ["1:29 mergedIntoItself y", "2:29 mergedIntoItself x"]
        ),
    ])
    func `name the place of each fault`(text: String, found: [String]) {
        #expect(faults(text) == found)
    }

    @Test func `are changed line by line`() throws {
        let file = try file(wedding)
        var dress = file.change(of: "сукня")
        dress.name = "Плаття"
        var tobacco = file.change(of: "groceries.tobacco")
        tobacco.isHidden = false
        let bread = CategoryChange(key: "хліб", name: "Хліб", parent: "groceries")
        let text = String(decoding: try file.with([dress, tobacco, bread]).bytes, as: UTF8.self)
        #expect(
            text == """
                # ours
                - {key: весілля, name: Весілля, words: [wedding, "банкет: зал"], emoji: "💒"}
                - {key: сукня, name: Плаття, parent: весілля}

                # not used here
                - {key: groceries, name: Їжа}
                - {key: shopping.jewelry, merged: сукня}
                - {key: eating_out.bars, parent: entertainment}
                - {key: хліб, name: Хліб, parent: groceries}

                """)
    }

    @Test func `that cannot be changed by whole lines are refused`() throws {
        let file = try file("[{key: x, name: X}, {key: y, name: Y}]\n")
        var change = file.change(of: "x")
        change.name = "Z"
        let wanted = [change]
        #expect(throws: CategoryFaults.self) { try file.with(wanted) }
    }

    @Test(arguments: ["null", "a, b", "x: y", "- z", "\"quoted\"", "back\\slash", "#1", " edge "])
    func `are written so that they are read again`(name: String) throws {
        let file = CategoryFile()
        let changed = try file.with([
            CategoryChange(key: "own", name: name, words: [name + "2"])
        ])
        let again = try CategoryFile(changed.bytes)
        #expect(again.changes == [CategoryChange(key: "own", name: name, words: [name + "2"])])
    }

    @Test func `apply to every suggestion`() throws {
        let table = try file(wedding).table
        let categorizer = Categorizer(categories: table)
        let query = CategorizerQuery(text: "Pandora", mcc: 5944, sign: -1)
        #expect(Categorizer().suggest(query).category == "shopping.jewelry")
        #expect(categorizer.suggest(query).category == "сукня")
    }
}
