import Scanning
import TestKit
import Testing

@Suite struct `Fates of rows` {
    private func balance(_ line: JSONValue) -> (rows: Int, fates: Int)? {
        func number(_ name: String) -> Int? {
            if case .number(let text)? = line[name] { Int(text) } else { nil }
        }
        guard let rows = number("rows") else { return nil }
        let fates = [
            "new", "known", "repeated", "settled", "conflicts", "ambiguous", "rejected",
            "skipped",
        ]
        return (rows, fates.reduce(0) { $0 + (number($1) ?? 0) })
    }

    private func check(_ path: String) throws {
        let money = TemporaryFolder()
        #expect(Program.run("init", money.path + "/money").code == 0)
        let arguments = [
            "import", "--dry-run", "--json", "--workspace", money.path + "/money", path,
        ]
        let outcome = Program.run(arguments)
        #expect(outcome.code <= 1 && outcome.code >= 0, "\(path)")
        var files = 0
        for line in outcome.lines {
            let value = try JSONValue.parse(Array(line.utf8).span)
            guard let (rows, fates) = balance(value) else { continue }
            files += 1
            #expect(rows == fates, "\(value["file"]?.text ?? "")")
        }
        #expect(files > 0)
    }

    @Test func `of all samples sum up`() throws {
        try check(Program.root + "/samples")
    }

    @Test func `a printed total that rows do not come to needs a person`() {
        let folder = TemporaryFolder()
        #expect(Program.run("init", folder.path + "/money").code == 0)
        let statement =
            ":20:R\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C260213EUR100,00\n"
            + ":61:2602140214D5,00NTRFNONREF\n:62F:C260214EUR95,00\n-\n"
        for (text, code) in [(statement, 0), (statement.replacing("95,00", with: "90,00"), 1)] {
            folder.write(text, to: "may.sta")
            let file = folder.path + "/may.sta"
            let read = Program.run("read", "--json", file)
            #expect(read.code == code && read.lines.count == 1)
            #expect(read.errors.contains("balances break") == (code == 1))
            #expect(Program.run("read", "--verify", file).code == code)
            let workspace = folder.path + "/money"
            let imported = Program.run("import", "--dry-run", "--workspace", workspace, file)
            #expect(imported.code == code)
        }
    }

    @Test(arguments: [false, true])
    func `a row that a table's balances miss needs a person`(isNewestFirst: Bool) {
        let folder = TemporaryFolder()
        #expect(Program.run("init", folder.path + "/money").code == 0)
        var rows = [
            "2026-03-01,Coffee,-50.00,950.00", "2026-03-02,Shop,-100.00,850.00",
            "2026-03-03,Salary,1000.00,1850.00", "2026-03-04,Books,-80.00,1770.00",
            "2026-03-05,Taxi,-70.00,1700.00", "2026-03-06,Cinema,-30.00,1670.00",
        ]
        for (code, line) in [(0, 0), (1, isNewestFirst ? 3 : 5)] {
            let table = isNewestFirst ? rows.reversed() : rows
            folder.write(
                (["Date,Description,Amount,Balance"] + table).joined(separator: "\n") + "\n",
                to: "t.csv")
            for form in [[], ["--json"], ["--csv"], ["--tally"], ["--verify"]] {
                let read = Program.run(["read"] + form + [folder.path + "/t.csv"])
                #expect(read.code == code, "\(form)")
            }
            let read = Program.run("read", "--lang", "en", folder.path + "/t.csv")
            #expect(
                read.errors.contains(
                    "t.csv:\(line): warning: the balances break: "
                        + "the balance is 1,700.00, not 1,780.00") == (code == 1))
            let workspace = folder.path + "/money"
            let imported = Program.run(
                "import", "--dry-run", "--workspace", workspace, folder.path + "/t.csv")
            #expect(imported.code == code)
            rows.remove(at: 3)
        }
    }

    @Test func `rows that read leaves out are told with their lines`() {
        let folder = TemporaryFolder()
        let rows = [
            "Date,Description,Amount", "2026-03-01,Coffee,-50.00", "2026-03-02,Shop,-100.00",
            "2026-03-03,Ledger balance,-7.00", "2026-03-04,Books,-30.00",
            "2026-03-05,Cinema,-20.00",
        ]
        folder.write(rows.joined(separator: "\n") + "\n", to: "t.csv")
        let file = folder.path + "/t.csv"
        let read = Program.run("read", "--lang", "en", file)
        #expect(read.code == 0)
        #expect(read.errors.contains("1 row skipped as informational, in the file at: 4"))
        let json = Program.run("read", "--json", file)
        #expect(json.errors.contains(#""reason":"informational","count":1,"lines":[4]"#))
    }
}
