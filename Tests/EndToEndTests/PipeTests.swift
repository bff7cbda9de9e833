import Scanning
import TestKit
import Testing

/// The stages for engines, as an engine runs them: bytes in, bytes out, an exit code.
@Suite struct `Pipes` {
    private static let samples = Program.root + "/samples/"

    private static func record(_ id: Int, _ members: [(key: String, value: JSONValue)]) -> String {
        JSONValue.object([(key: "id", value: .number(String(id)))] + members).written + "\n"
    }

    private func objects(_ output: String) throws -> [JSONValue] {
        try output.split(separator: "\n").map { try JSONValue.parse($0.utf8.span) }
    }

    @Test(arguments: [
        "monobank-csv/black-2026-01.csv", "monobank-json/black-2026-02-15.json",
        "privatbank-csv/cards-2026-02-10.csv", "ofx2/beispielbank-eur-2026-q1.ofx",
        "broken/old-card-2026-02.csv", "camt/beispielbank-eur-2026-01.xml",
        "money-manager-ex/all-2026-q1.csv", "mt940/beispielbank-eur-2026-q1.sta",
    ])
    func `read and identify files as read and import do`(_ sample: String) throws {
        let path = Self.samples + sample
        let text = String(
            decoding: try readWholeFile(path, limit: 1 << 20), as: UTF8.self)
        let name = String(sample.split(separator: "/")[1])
        let answer = Program.run(
            "pipe", "read",
            input: Self.record(1, [("name", .string(name)), ("content", .string(text))]))
        #expect(answer.code == 0 && answer.errors.isEmpty)
        let rows = try #require(try objects(answer.output).first?["rows"]?.array)
        #expect(
            rows.map { $0.written + "\n" }.joined()
                == Program.run("read", "--json", path).output)

        let folder = TemporaryFolder()
        let workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        _ = Program.run("import", "--workspace", workspace, path)
        let queue = try objects(folder.read("money/pending.jsonl"))
        let expected = queue.compactMap { $0["key"]?.text }.sorted()
        #expect(!expected.isEmpty)

        var keys: [String] = []
        for account in Set(rows.compactMap { $0["account"]?.text }) {
            let own = rows.filter { $0["account"]?.text == account }
            let days = own.map { $0["date"]?.text ?? "" }
            // A stable sort: rows of a day stay in the order of the file.
            let order = own.indices.sorted { (days[$0], $0) < (days[$1], $1) }
            let input = order.map { Self.record($0, [("fact", own[$0])]) }.joined()
            let identified = Program.run("pipe", "identify", input: input)
            #expect(identified.code == 0)
            let answers = try objects(identified.output)
            #expect(answers.map { $0["id"]?.written } == order.map(String.init))
            keys += answers.filter { !["repeated", "settled"].contains($0["state"]?.text) }
                .compactMap { $0["key"]?.text }
        }
        #expect(keys.sorted() == expected)
    }

    @Test func `categorize names a column that its table lacks`() {
        let run = Program.run("categorize", input: "descriptor\nNetflix\n")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("stdin:1: error: the first row has no column id"))
        #expect(run.errors.contains("name the columns in the first row: id,descriptor"))
    }

    @Test func `categorize as categorize does, records, facts and CSV`() throws {
        let rows = [
            ["1", "АТБ-Маркет", "5411", "-164.95", "UAH"],
            ["2", "NETFLIX.COM", "", "-9.99", "EUR"],
            ["3", "Зарплата", "", "+24500", "UAH"], ["4", "\"a, \"\"b\"\"\"", "", "", ""],
        ]
        let csv = rows.map { $0.joined(separator: ",") + "\n" }.joined()
        let expected = Program.run(
            "categorize", "--json", input: "id,descriptor,mcc,amount,currency\n" + csv)
        let columns = ["pipe", "categorize", "--columns", "id,descriptor,mcc,amount,currency"]
        #expect(Program.run(columns, input: csv).output == expected.output)
        let records = rows.map { row in
            #"{"id":"\#(row[0])","descriptor":\#(row[0] == "4" ? #""a, \"b\"""# : "\"\(row[1])\""),"#
                + #""mcc":"\#(row[2])","amount":"\#(row[3])","currency":"\#(row[4])"}"#
        }
        let answered = Program.run("pipe", "categorize", input: records.joined(separator: "\n"))
        #expect(answered.output == expected.output)
        let broken = Program.run(columns, input: "7,a\n\n8,\"b,,,\n9,Аптека,,,\n")
        #expect(broken.code == 0)
        #expect(
            try objects(broken.output).map { $0["rejected"]?["reason"]?.text } == [
                "column-missing", "value-missing", "quote-not-closed", nil,
            ], "\(broken.output)")
    }

    /// The same bytes whatever machine, folder, language and time zone.
    @Test func `depend on nothing but their input`() throws {
        let input =
            #"{"id":1,"descriptor":"АТБ"}"# + "\n?\n" + #"{"id":2,"descriptr":""}"# + "\n"
        let plain = Program.run("pipe", "categorize", input: input)
        #expect(plain.code == 0)
        let money = Money()
        for environment in [
            ["LANG=uk_UA.UTF-8", "TZ=Asia/Tokyo", "HOME=/nowhere"],
            ["LC_ALL=C", "TZ=:/etc/nothing"],
            ["KOPIYKA_WORKSPACE=" + money.workspace],
        ] {
            let other = Program.run("pipe", "categorize", input: input, environment: environment)
            #expect(other.output == plain.output && other.code == 0)
        }
    }

    @Test func `that are broken say so and end with 70`() {
        let folder = TemporaryFolder()
        let line = #"{"id":1,"descriptor":"АТБ"}"# + "\n"
        folder.write("- name: x\n  when: {wrds: [a]}\n", to: "mine.yaml")
        let outcomes = [
            Program.run("pipe", "categorize", input: line, outputPath: "/dev/full"),
            Program.run("pipe", "categorize", "--rules", folder.path + "/none", input: line),
            Program.run("pipe", "categorize", "--rules", folder.path, input: line),
            Program.run(
                "pipe", "identify",
                input: #"{"id":1,"fact":{"account":"a","date":"2026-01-02","amount":"1"}}"# + "\n"
                    + #"{"id":1,"fact":{"account":"b","date":"2026-01-02","amount":"1"}}"#),
        ]
        for outcome in outcomes {
            #expect(outcome.code == 70, "\(outcome.errors)")
            #expect(outcome.errors.contains("error:"))
        }
        #expect(outcomes[3].errors.contains("stdin:2: error: the row belongs to another account"))
        // A command line is wrong before any line is read.
        #expect(Program.run("pipe", "sort").code == 64)
        #expect(Program.run("pipe", "read", "--columns", "id,descriptor").code == 64)
        #expect(Program.run("pipe", "categorize", "--columns", "id,label").code == 64)
    }

    @Test func `decide by rules of a folder, and tell by which`() {
        let line = #"{"id":1,"descriptor":"Aroma Kava"}"#
        let rule = "- when: {words: aroma kava}\n  then: {category: gifts}\n"
        let folders = [rule, rule, rule + "# more\n"].map { text in
            let folder = TemporaryFolder()
            folder.write(text, to: "mine.yaml")
            return folder
        }
        let answers = zip(folders, ["", "/", ""]).map { folder, slash in
            Program.run(
                "pipe", "categorize", "--rules", folder.path + slash, input: line
            ).output
        }
        #expect(answers[0].contains(#""category":"gifts""#))
        #expect(answers[0].contains(#""origin":"mine.yaml:1""#), "\(answers[0])")
        #expect(answers[1] == answers[0])
        let digests = folders.map {
            Program.run("pipe", "categorize", "--tables", "--rules", $0.path).output
        }
        let tables = Program.run("pipe", "categorize", "--tables").output
        #expect(digests[0] == digests[1])
        #expect(Set(digests + [tables]).count == 3)
        #expect(tables.hasPrefix(#"{"stage":"categorize","version":""#))
    }
}

extension JSONValue {
    fileprivate var written: String {
        var writer = ByteWriter()
        append(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
