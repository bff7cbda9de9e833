import Facts
import Pending
import Saving
import Testing

@testable import Commands

@Suite struct `Hostile surroundings` {
    @Test func `a dump of a queue that cannot be read whole is not done`() throws {
        let home = try Household()
        try home.add(quarter, approvedCount: 7)
        #expect(home.run("dump").code == .done)
        let queue = home.folder + "/pending.jsonl"
        try replace(queue, with: readFile(queue, limit: 1 << 20) + Array("{}\n".utf8))
        let run = home.run("dump")
        #expect(run.code == .damaged)
        #expect(run.errors.contains("pending.jsonl:2"))
        #expect(run.output.contains("\"where\":\"ledger\""))
    }

    @Test(arguments: ["--json", "--csv"])
    func `what a file says moves no cursor and turns no text`(form: String) throws {
        let home = try Household()
        let path = home.folder + "/turn\u{202E}esc\u{1B}[31m.csv"
        let header =
            "Дата i час операції,Деталі операції,MCC,Сума в валюті картки (UAH),Сума в валюті операції,Валюта,Курс,"
            + "Сума комісій (UAH),Сума кешбеку (UAH),Залишок після операції\n"
        let row =
            "04.01.2026 10:00:00,a\u{202E}c,5411,-1.00,-1.00,UAH,—,—,—,100.00\n"
        try replace(path, with: Array((header + row).utf8))
        let run = home.run("read", form, path)
        #expect(run.code == .done)
        #expect(run.output.contains("2026-01-04"))
        let hidden = run.output.unicodeScalars.filter {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(hidden.isEmpty)
    }

    @Test func `rules over the limit are refused with its name and value`() throws {
        let home = try Household()
        try replace(
            home.folder + "/rules/mine.yaml", with: Array(repeating: 0x23, count: 1_048_577))
        let run = home.run("explain", "Сільпо")
        #expect(run.code == .damaged)
        #expect(run.errors.contains("settings-bytes 1048576"))
    }

    private func replace(_ path: String, with contents: [UInt8]) throws {
        var file = try ReplacingFile(replacing: path)
        try file.write(contents)
        try file.commit()
    }
}
