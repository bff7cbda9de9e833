import TestKit
import Testing

@Suite struct `Layouts of one's own` {
    private let table = "Date,Description,Amount\n2026-01-22,Coffee,5.00\n2026-01-23,Bread,6.50\n"

    @Test func `a refused table is imported once its draft lies in the workspace`() {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/money"
        folder.write(table, to: "card.csv")
        #expect(Program.run("init", workspace).code == 0)
        let card = folder.path + "/card.csv"
        let refused = Program.run("import", card, "--workspace", workspace)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("--sign printed|inverted"))

        let open = Program.run("layout", "draft", card)
        #expect(open.code == 1 && open.output.contains("sign: \"?\""))
        let draft = Program.run(
            "layout", "draft", card, "--sign", "inverted", "--output",
            workspace + "/rules/banks/card.yaml")
        #expect(draft.code == 0 && draft.output.isEmpty)
        #expect(Program.run("import", card, "--workspace", workspace).code == 0)
        let dump = Program.run("dump", "--workspace", workspace).output
        #expect(dump.contains("\"amount\":\"-5.00\"") && dump.contains("\"amount\":\"-6.50\""))
    }

    @Test func `a draft names the options that settle it, and they do`() throws {
        let folder = TemporaryFolder()
        folder.write(
            "Date,Description,Amount\n2026-01-22,Coffee,\"-1,500\"\n2026-01-23,Bread,\"-2,250\"\n",
            to: "card.csv")
        let card = folder.path + "/card.csv"
        let open = Program.run("layout", "draft", card)
        #expect(open.code == 1)
        let advice = try #require(
            open.output.split(separator: "\n").first { $0.contains("--decimal") })
        let words = advice.split { " #".contains($0) }.map(String.init)
        #expect(words == ["--decimal-mark", "point|comma"])
        let draft = Program.run("layout", "draft", card, words[0], "comma", "--sign", "printed")
        #expect(draft.code == 0, "\(draft.errors)")
    }

    @Test func `read takes a layout by its file, and a draft replaces drafts only`() {
        let folder = TemporaryFolder()
        folder.write(table, to: "card.csv")
        folder.write("mine\n", to: "mine.yaml")
        let card = folder.path + "/card.csv"
        let output = folder.path + "/card.yaml"
        for _ in 0..<2 {
            let draft = Program.run(
                "layout", "draft", card, "--sign", "inverted", "--output", output)
            #expect(draft.code == 0)
        }
        let read = Program.run("read", "--json", "--layout", output, card)
        #expect(read.code == 0 && read.output.contains("\"amount\":\"-5.00\""))
        let mine = folder.path + "/mine.yaml"
        let taken = Program.run("layout", "draft", card, "--output", mine)
        #expect(taken.code == 64 && taken.errors.contains("not a draft"))
        #expect(Program.run("layout", "write", card).code == 64)
    }
}
