import Scanning
import TestKit
import Testing

/// `Tests/Workspaces` has a workspace of each released version, as `keep.sh` there leaves it.
@Suite struct `A workspace of an earlier version` {
    private static let kept = Program.root + "/Tests/Workspaces"
    /// A release adds its own.
    private static let versions = ["0.1.0"]

    private let folder = TemporaryFolder()
    private var workspace: String { folder.path + "/money" }

    private func leave(_ version: String) throws {
        let source = "\(Self.kept)/\(version)"
        #expect(Tool.run(["cp", "-r", source, workspace]) == 0)
        #expect(Tool.run(["mkdir", workspace + "/.kopiyka"]) == 0)
        #expect(Tool.run(["mv", workspace + "/queue.index", workspace + "/.kopiyka/"]) == 0)
        let sql = try #require(readText(ofFile: source + "/ledger.sql"))
        try Tool.runSQL(sql, in: workspace + "/ledger.db")
    }

    private func run(_ arguments: String...) -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace])
    }

    private func objects(_ lines: [String]) throws -> [JSONValue] {
        try lines.map { try JSONValue.parse(Array($0.utf8).span) }
    }

    @Test(arguments: versions)
    func `is whole, and says of its payments what it said`(version: String) throws {
        try leave(version)
        let check = run("check")
        #expect(check.code == 0 && check.output.contains("All is well"), "\(check)")
        let dump = try objects(run("dump").lines)
        let said = try #require(readText(ofFile: workspace + "/dump.jsonl"))
        let before = try objects(said.split(separator: "\n").map(String.init))
        let kinds = ["ledger", "queue", "annotation", "tombstone", "total"]
        let facts = before.filter { kinds.contains($0["where"]?.text ?? "") }
        #expect(facts.count > 10)
        for fact in facts { #expect(dump.contains { $0.says(fact) }, "\(fact)") }
        for kind in kinds {
            let count = dump.count { $0["where"]?.text == kind }
            #expect(count == facts.count { $0["where"]?.text == kind }, "\(kind)")
        }
        #expect(
            run("report", "--csv", "--by", "category").output
                == readText(ofFile: workspace + "/report.csv"))
    }

    @Test(arguments: versions)
    func `knows its statements again, and its commands can be undone`(version: String) throws {
        try leave(version)
        let before = run("dump").output
        #expect(run("import").output.contains("Nothing new."))
        #expect(run("dump").output == before)
        var undone = 0
        while run("undo").output.contains("Undone"), undone < 100 { undone += 1 }
        #expect(undone > 5 && undone < 100)
        let empty = try objects(run("dump").lines)
        #expect(!empty.contains { ["ledger", "queue"].contains($0["where"]?.text ?? "") })
        for _ in 0..<undone { #expect(run("redo").code == 0) }
        #expect(run("dump").output == before && run("check").code == 0)
    }
}

extension JSONValue {
    /// Whether all members of the other value are here with the same values; there may be more.
    fileprivate func says(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)), (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.says($1) }
        case (.object, .object(let members)):
            members.allSatisfy { member in self[member.key]?.says(member.value) ?? false }
        default: false
        }
    }
}
