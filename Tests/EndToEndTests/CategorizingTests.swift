import Scanning
import TestKit
import Testing

@Suite struct `Rules of the workspace` {
    private static let mine = """
        - name: office coffee
          when: {words: [aroma kava], sign: out}
          then: {category: gifts, payee: Aroma}

        """

    @Test func `with an error stop an import, which says so, and check finds them`() throws {
        let money = Money()
        #expect(money.run("check").code == 0)
        money.folder.write("- {whn: x}\n", to: "money/rules/bad.yaml")
        for words in [["import", money.statement], ["check"]] {
            let outcome = Program.run(words + ["--workspace", money.workspace, "--lang", "en"])
            #expect(outcome.code == 65)
            #expect(outcome.errors.contains("nothing is imported or suggested"))
            #expect(outcome.errors.contains("rules/bad.yaml:1"))
            #expect(!outcome.output.contains("All is well"))
        }
    }

    @Test func `change suggestions and say where they stand`() throws {
        let money = Money()
        money.folder.write(Self.mine, to: "money/rules/mine.yaml")
        let explained = try money.objects("explain", "Aroma Kava", "--amount", "-75", "--json")
        let suggestion = explained.first?["suggestion"]
        #expect(suggestion?["category"]?.text == "gifts")
        guard case .array(let evidence)? = suggestion?["evidence"] else {
            return #expect(Bool(false), "no evidence")
        }
        #expect(evidence.first?["origin"]?.text == "rules/mine.yaml:1")
        let other = money.folder.read("february.csv").replacing("05.02.2026", with: "04.02.2026")
        money.folder.write(other, to: "other.csv")
        #expect(money.run("import", money.folder.path + "/other.csv").code == 0)
        let fresh = try money.lines(in: "queue").filter {
            $0["date"]?.text == "2026-02-04" && $0["description"]?.text == "Aroma Kava"
        }
        #expect(fresh.map { $0["category"]?.text } == ["gifts"])
    }

    @Test func `that are broken are refused and nothing changes`() {
        let money = Money()
        let before = money.dump
        money.folder.write("- name: x\n  when: {wrds: [a]}\n", to: "money/rules/mine.yaml")
        let outcome = money.run("import", money.statement)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("rules/mine.yaml:2:"))
        #expect(money.run("explain", "Сільпо").code == 65)
        #expect(money.dump == before)
    }
}

@Suite struct `Explaining` {
    /// Of what a rule decided nothing else is asked, so its evidence alone knows no other answer.
    @Test func `says what it would be without a rule of one's own`() throws {
        let money = Money()
        money.folder.write(
            """
            - {when: {words: aroma kava, amount: {max: 100}}, then: {category: gifts}}
            - {name: second, when: {words: aroma}, then: {category: pets}}
            """, to: "money/rules/mine.yaml")
        let both = money.run("explain", "Aroma Kava", "--amount", "-75", "--lang", "en")
        #expect(both.output.contains("it would be: Pets · 100%"), "\(both.output)")
        let one = money.run("explain", "Aroma Kava", "--amount", "-175", "--lang", "en")
        #expect(one.output.contains("without “your rule second” it would be: Coffee"))
    }

    @Test func `takes the end of a key as list prints it`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let key = try money.key(of: "Фора")
        let whole = money.run("explain", key)
        #expect(whole.output.contains("Фора"))
        #expect(money.run("explain", String(key.suffix(16))).output == whole.output)
        #expect(money.run("explain", "0123456789abcdef").code == 0, "words of a bank otherwise")
    }
}

@Suite struct `Categorizing a table` {
    private static let table = #"""
        id,descriptor,mcc,amount,currency
        1,"СІЛЬПО 123, КИЇВ",5411,-125.50,UAH
        2,qwxz,,,
        "3 ""x""",ФОП Іваненко О.П.,,-10,UAH

        """#

    @Test func `gives CSV, and the same as JSON with evidence`() throws {
        let csv = Program.run("categorize", "-", input: Self.table)
        #expect(csv.code == 0)
        #expect(csv.lines.count == 4)
        #expect(csv.lines[0] == "id,category,confidence,level")
        #expect(csv.lines[1].hasPrefix("1,groceries,0.9"))
        #expect(csv.lines[2] == "2,,0,unknown")
        #expect(csv.lines[3].hasPrefix("\"3 \"\"x\"\"\",other,0.7"))
        let json = Program.run("categorize", "--json", input: Self.table)
        #expect(json.code == 0)
        let rows = try json.lines.map { try JSONValue.parse(Array($0.utf8).span) }
        #expect(rows.map { $0["id"]?.text } == ["1", "2", "3 \"x\""])
        #expect(rows[0]["suggestion"]?["category"]?.text == "groceries")
        for row in [rows[0], rows[2]] {
            guard case .array(let evidence)? = row["suggestion"]?["evidence"] else {
                Issue.record("no evidence")
                continue
            }
            #expect(!evidence.isEmpty)
        }
    }

    @Test func `names a row that is none and gives all others`() {
        let folder = TemporaryFolder()
        folder.write(
            """
            id,descriptor,mcc,amount
            1,АТБ,5411,-5
            2,"Bolt,4121,-6
            3,"Uber",4121,-6
            4,Сільпо,5411,-7

            """, to: "rows.csv")
        let outcome = Program.run("categorize", folder.path + "/rows.csv")
        #expect(outcome.code == 1)
        #expect(outcome.lines.dropFirst().map { $0.prefix(2) } == ["1,", "3,", "4,"])
        #expect(outcome.errors.contains("rows.csv:3:3: error: "))
    }

    @Test func `names a row whose number is none and goes on`() {
        let outcome = Program.run(
            "categorize", input: "id,descriptor,mcc\n1,Сільпо,54x1\n2,Сільпо,5411\n")
        #expect(outcome.code == 1)
        #expect(outcome.lines.count == 2)
        #expect(outcome.errors.contains("stdin:2: error"))
    }

    @Test(arguments: ["id,text\n1,x\n", "descriptor\nx\n", ""])
    func `without its columns is refused`(input: String) {
        let outcome = Program.run("categorize", input: input)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("error"))
        #expect(outcome.output.isEmpty)
    }
}
