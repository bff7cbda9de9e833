import Scanning
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
}
