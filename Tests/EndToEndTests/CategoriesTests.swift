import Scanning
import TestKit
import Testing

@Suite struct `Categories of one's own` {
    /// February in the ledger, the rest waits.
    private func approved() -> Money {
        let money = Money()
        #expect(money.run("approve", "--level", "certain").code == 0)
        return money
    }

    private func write(_ text: String, to name: String, _ money: Money) {
        money.folder.write(text, to: "money/" + name)
    }

    private func read(_ name: String, _ money: Money) -> String {
        money.folder.read("money/" + name)
    }

    private func categories(_ money: Money) throws -> [JSONValue] {
        try money.objects("categories", "--all", "--json")
    }

    @Test func `are made, shown, and known wherever a category is written`() throws {
        let money = approved()
        #expect(
            money.run("categories", "add", "Весілля", "--word", "wedding", "--emoji", "💒").code
                == 0)
        #expect(money.run("categories", "add", "Сукня", "--parent", "wedding").code == 0)
        let found = try categories(money).filter { $0["own"] != nil }
        #expect(found.map { $0["key"]?.text } == ["весілля", "сукня"])
        #expect(found[1]["parent"]?.text == "весілля")
        #expect(money.run("add", "ательє 900 грн", "--category", "сукня").code == 0)
        #expect(try money.objects("list", "--category", "Сукня", "--json").count == 1)
        #expect(try money.objects("list", "--category", "wedding", "--json").count == 1)
        #expect(money.run("report").output.contains("Весілля"))
        #expect(money.run("report").output.contains("  Сукня"))
        write(
            "- when: {words: [ательє]}\n  then: {category: Сукня}\n", to: "rules/mine.yaml", money)
        #expect(money.run("explain", "АТЕЛЬЄ").output.contains("Сукня"))
        #expect(money.run("check").code == 0)
    }

    /// A waiting line's suggestion says the group with the level of a merchant first seen.
    @Test func `leave waiting lines no certain group when they are hidden`() throws {
        let money = Money()
        func waiting() throws -> [String: JSONValue] {
            var found: [String: JSONValue] = [:]
            for line in try money.objects("pending", "--json") {
                found[line["key"]?.text ?? ""] = line["suggestion"]
            }
            return found
        }
        let before = try waiting()
        let leaves = Set(before.values.compactMap { $0["category"]?.text }.filter(hasGroup))
        #expect(leaves.count > 2)
        let hide = ["categories", "hide"] + leaves.sorted()
        #expect(Program.run(hide + ["--workspace", money.workspace]).code == 0)
        var changed = 0
        for (key, suggestion) in try waiting()
        where suggestion["category"]?.text != before[key]?["category"]?.text {
            #expect(suggestion["level"]?.text != "certain", "\(suggestion)")
            changed += 1
        }
        #expect(changed > 2)
        #expect(money.run("undo").code == 0)
        #expect(try waiting() == before)
    }

    private func hasGroup(_ key: String) -> Bool { key.utf8.contains(UInt8(ascii: ".")) }

    /// A word of the table for a category is free for a category of one's own.
    @Test func `may be called what the table only has as a word`() throws {
        let money = Money()
        #expect(money.run("add", "трактор 90", "--category", "машина").code == 0)
        #expect(money.run("categories", "add", "Машина", "--parent", "transport").code == 0)
        #expect(money.run("add", "шини 900", "--category", "машина").code == 0)
        let found = try money.objects("list", "--json").compactMap { $0["category"]?.text }
        #expect(found == ["transport", "машина"])
    }

    @Test(arguments: [
        (["add"], "needs other words"), (["add", "Taxi"], "already means Taxi"),
        (["add", "!!"], "cannot be the name"), (["merge", "coffee"], "needs other words"),
        (["merge", "transport", "into", "coffee"], "has categories below it"),
        (["merge", "coffee", "coffee"], "is so already"), (["move", "coffee", "taxi"], "no group"),
        (["hide", "nosuch"], "no category is called"), (["nosuch"], "no category is called"),
        (["words", "coffee", "--remove", "x"], "no word of Coffee"),
        (["move", "transport", "groceries"], "two levels"),
    ])
    func `refuse what would be wrong, and change nothing`(words: [String], why: String) {
        let money = Money()
        let before = money.dump
        let outcome = Program.run(["categories"] + words + ["--workspace", money.workspace])
        #expect(outcome.code == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(why), "\(outcome.errors)")
        #expect(money.dump == before)
        #expect(read("categories.yaml", money) == "")
    }

    @Test func `of a wrong file are refused with line and column`() {
        let money = Money()
        write("- {key: taxi2, nmae: Таксі}\n", to: "categories.yaml", money)
        let outcome = money.run("list")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("categories.yaml:1:16"), "\(outcome.errors)")
    }

    @Test func `that merge move all lines, waiting ones too`() throws {
        let money = approved()
        let lines = try money.lines(in: "ledger") + money.lines(in: "queue")
        let coffee = lines.count { $0["category"]?.text == "eating_out.coffee" }
        #expect(coffee > 0)
        #expect(money.run("categories", "merge", "coffee", "into", "fast food").code == 0)
        let after = try money.lines(in: "ledger") + money.lines(in: "queue")
        #expect(!after.contains { $0["category"]?.text == "eating_out.coffee" })
        let fast = lines.count { $0["category"]?.text == "eating_out.fast_food" }
        #expect(after.count { $0["category"]?.text == "eating_out.fast_food" } == coffee + fast)
        #expect(money.run("add", "Aroma Kava 65 грн").output.contains("added"))
        #expect(try money.objects("list", "--category", "coffee", "--json").count > 0)
    }

    @Test func `edited since a command are not undone`() {
        let money = approved()
        #expect(money.run("categories", "add", "Дача2").code == 0)
        write(read("categories.yaml", money) + "# mine\n", to: "categories.yaml", money)
        let outcome = money.run("undo")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("categories.yaml"), "\(outcome.errors)")
        #expect(read("categories.yaml", money).contains("# mine"))
    }

    /// Any sequence of commands keeps the workspace whole, and undo restores each state exactly.
    @Test(arguments: 0..<UInt64(draws(2, slow: 8)))
    func `survive any sequence of commands`(seed: UInt64) throws {
        let money = approved()
        var random = SeededDice(seed: seed)
        var states = [(money.dump, read("categories.yaml", money))]
        for step in 0..<14 {
            let keys = try categories(money).compactMap { $0["key"]?.text }
            let one = keys.randomElement(using: &random) ?? ""
            let other = keys.randomElement(using: &random) ?? ""
            let commands = [
                ["add", "Своя \(step)"], ["add", "Мала \(step)", "--parent", one],
                ["rename", one, "Назва \(step)"], ["move", one, other], ["move", one],
                ["merge", one, "into", other], ["hide", one], ["show", one],
                ["words", one, "слово\(step)"],
            ]
            let words = commands.randomElement(using: &random) ?? []
            let outcome = Program.run(
                ["categories"] + words + ["--workspace", money.workspace])
            #expect(outcome.code == 0 || outcome.code == 64, "\(words) \(outcome.errors)")
            let state = (money.dump, read("categories.yaml", money))
            if outcome.code == 0 {
                states.append(state)
            } else {
                #expect(state == states[states.count - 1])
            }
            #expect(money.run("check").code == 0, "\(words)")
        }
        let last = states.count - 1
        for index in states.indices.dropLast().reversed() {
            #expect(money.run("undo").code == 0)
            #expect((money.dump, read("categories.yaml", money)) == states[index])
        }
        for index in states.indices.dropFirst() {
            #expect(money.run("redo").code == 0)
            #expect((money.dump, read("categories.yaml", money)) == states[index])
        }
        #expect(last > 2)
    }
}
