import Scanning
import TestKit
import Testing

/// The samples of the tree, through the program as a person runs it.
@Suite struct `The samples` {
    private static let files = [
        "monobank-csv/black-2026-01.csv", "monobank-csv/black-2026-02.csv",
        "monobank-csv/black-2026-03.csv", "monobank-json/black-2026-02-15.json",
        "monobank-json/black-2026-03-08.json", "ofx1", "ofx2", "privatbank-csv",
        "privatbank-business-csv", "broken",
    ].map { Program.root + "/samples/" + $0 }

    private func workspace(importing orders: [[String]]) -> (TemporaryFolder, String) {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        for files in orders {
            let outcome = Program.run(["import", "--workspace", workspace] + files)
            #expect(outcome.code == 1, "one sample has a bad row")
        }
        return (folder, workspace)
    }

    private func dump(_ workspace: String) -> Program.Outcome {
        Program.run("dump", "--workspace", workspace)
    }

    @Test func `imported twice change no byte of the dump`() {
        let (folder, workspace) = workspace(importing: [Self.files])
        let once = dump(workspace)
        #expect(once.code == 0)
        #expect(once.lines.count > 200)
        #expect(Program.run(["import", "--workspace", workspace] + Self.files).code == 1)
        #expect(dump(workspace).output == once.output)
        withExtendedLifetime(folder) {}
    }

    /// What is true of the money whatever came first: not the batch, not the order of sources.
    private func facts(_ workspace: String) throws -> [String] {
        try dump(workspace).lines.compactMap { line in
            let value = try JSONValue.parse(line.utf8.span)
            guard ["queue", "ledger"].contains(value["where"]?.text),
                case .object(let members) = value
            else { return nil }
            return members.filter { $0.key != "batch" }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "|")
        }.sorted()
    }

    @Test func `give the same facts and suggestions in any order of files`() throws {
        let (folder, forward) = workspace(importing: [Self.files])
        let (other, backward) = workspace(importing: [Array(Self.files.reversed())])
        let (third, singly) = workspace(importing: [])
        for file in Self.files.shuffled() {
            #expect(Program.run(["import", "--workspace", singly, file]).code <= 1)
        }
        let expected = try facts(forward)
        #expect(expected.count == 252)
        #expect(try facts(backward) == expected)
        #expect(try facts(singly) == expected)
        withExtendedLifetime((folder, other, third)) {}
    }

    @Test func `are approved into the ledger and undone to the byte`() {
        let (folder, workspace) = workspace(importing: [Self.files])
        let before = dump(workspace).output
        let approved = Program.run("approve", "--all", "--workspace", workspace)
        #expect(approved.code == 0)
        #expect(approved.lines.filter { $0.hasPrefix("approved ") }.count > 200)
        #expect(dump(workspace).lines.allSatisfy { !$0.contains("\"where\":\"queue\"") })
        #expect(Program.run("check", "--workspace", workspace).code == 0)
        #expect(Program.run("undo", "--workspace", workspace).code == 0)
        #expect(dump(workspace).output == before)
        #expect(Program.run("undo", "--workspace", workspace).code == 0)
        #expect(!dump(workspace).output.contains("\"where\""))
        withExtendedLifetime(folder) {}
    }

    @Test func `a dry run prints what the run would and changes nothing`() {
        let (folder, workspace) = workspace(importing: [])
        let empty = dump(workspace).output
        let dry = Program.run(
            ["import", "--dry-run", "--json", "--workspace", workspace] + Self.files)
        #expect(dump(workspace).output == empty)
        let real = Program.run(["import", "--json", "--workspace", workspace] + Self.files)
        #expect(dry.code == real.code)
        #expect(dry.output == real.output)
        withExtendedLifetime(folder) {}
    }

    @Test func `name the bad row by file, line and column`() {
        let broken = Program.root + "/samples/broken/old-card-2026-02.csv"
        let outcome = Program.run("read", broken)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("old-card-2026-02.csv:7:"))
        #expect(outcome.errors.contains("1 250,00 грн"))
        #expect(outcome.errors.contains("fix:"))
    }

    @Test func `reach hledger with the totals that balance prints`() throws {
        let (folder, workspace) = workspace(importing: [Self.files])
        #expect(Program.run("approve", "--all", "--workspace", workspace).code == 0)
        let journal = Program.run("export", "--format", "hledger", "--workspace", workspace)
        #expect(journal.code == 0)
        #expect(journal.output.contains("UAH"))
        folder.write(journal.output, to: "kopiyka.journal")
        let balances = Program.run("balance", "--json", "--workspace", workspace)
        #expect(balances.code == 0)
        #expect(balances.lines.count >= 4)
    }
}

@Suite struct `Bad input and a bad environment` {
    @Test(arguments: [
        ("", "empty"), ("\0\0\0\0", "binary"), ("<html><body>login</body></html>", "page"),
        ("just some words\nand more\n", "text"), ("{\"a\":1}", "json"), ("[1,2,3]", "array"),
        ("%PDF-1.4", "pdf"), ("PK\u{3}\u{4}aaaa", "zip"), ("OFXHEADER:100\n\n<OFX>", "ofx"),
    ])
    func `is refused with a message and exit code 1`(content: String, name: String) {
        let folder = TemporaryFolder()
        folder.write(content, to: name)
        let outcome = Program.run("read", "--json", folder.path + "/" + name)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(name))
    }

    @Test func `a full output is exit code 74`() {
        let sample = Program.root + "/samples/monobank-csv/black-2026-01.csv"
        #expect(Program.run("read", "--json", sample, outputPath: "/dev/full").code == 74)
    }

    @Test func `control characters of a file never reach the terminal`() {
        let folder = TemporaryFolder()
        folder.write(
            """
            Date,Description,Amount,Currency
            2026-01-02,"bell \u{1B}[2J\u{202E}gnp.exe",-1.00,EUR
            2026-01-03,fine,-2.00,EUR

            """, to: "evil.csv")
        let outcome = Program.run("read", folder.path + "/evil.csv")
        for text in [outcome.output, outcome.errors] {
            #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        }
        #expect(outcome.output.contains("fine"))
    }

    @Test(arguments: [
        ["import", "--dryrun"], ["imprt"], ["read"], ["list", "--from", "yesterday"],
        ["read", "--json", "--csv", "x"],
    ])
    func `a wrong command line is exit code 64`(arguments: [String]) {
        let outcome = Program.run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("fix:"))
    }

    @Test func `no workspace is said with what to do`() {
        let outcome = Program.run("status", "--workspace", "/nonexistent/money")
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains("kopiyka init"))
    }
}
