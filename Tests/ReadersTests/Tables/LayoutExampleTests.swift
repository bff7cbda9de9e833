import Facts
import Tables
import Scanning
import TestKit
import Testing

/// Names of the built-in layouts of tables; those of records have tests of their own.
let tableLayoutFiles = Layouts.embedded.filter { file in
    let root = (try? YAMLNode.parse(file.bytes)) ?? nil
    // The words of plain tables are nobody's layout: see `CSVHead`.
    return root?["format"] == nil && root?["fallback"] == nil
}.map(\.name)

/// The examples that each layout file carries, tried with all layouts: the right one must be chosen
/// and give the facts written there.
@Suite struct `Layout examples` {
    @Test(arguments: tableLayoutFiles)
    func `a layout reads its examples as they say`(file: String) throws {
        let bytes = try #require(Layouts.embedded.first { $0.name == file }).bytes
        let root = try #require(try YAMLNode.parse(bytes))
        let name = root["layout"]?.text ?? ""
        let examples = root["examples"]?.items ?? []
        #expect(!examples.isEmpty, "\(file): no examples")
        for example in examples {
            for problem in ExampleReading(example, layout: name).problems {
                Issue.record("\(file):\(problem.line): \(problem.text)")
            }
        }
    }

    @Test(arguments: tableLayoutFiles)
    func `examples show every status, direction and rule of their layout`(file: String) throws {
        let bytes = try #require(Layouts.embedded.first { $0.name == file }).bytes
        let root = try #require(try YAMLNode.parse(bytes))
        let examples = root["examples"]?.items ?? []
        let lines = examples.flatMap { $0["lines"]?.items ?? [] }
        let skipped = Set(examples.flatMap { $0["skipped"]?.pairs ?? [] }.map(\.key))
        let amounts = lines.compactMap { $0["amount"]?.text }
        // A table of charges has no money out: refunds are a second amount, which must be zero.
        let isOfCharges = root["zero"] != nil
        #expect(
            isOfCharges || amounts.contains { $0.hasPrefix("-") },
            "\(file): no example of money out")
        #expect(amounts.contains { !$0.hasPrefix("-") }, "\(file): no example of money in")
        if root["status"]?["hold"] != nil {
            #expect(lines.contains { $0["hold"]?.boolean == true }, "\(file): no example of a hold")
        }
        let rules =
            (root["skip"]?.items ?? []).compactMap { $0["reason"]?.text }
            + (root["status"]?["skip"]?.pairs ?? []).compactMap(\.value.text)
            + (root["direction"]?["skip"]?.pairs ?? []).compactMap(\.value.text)
            + [root["lone"]?.text].compactMap(\.self)
        for reason in Set(rules).subtracting(["footer"]) {
            #expect(skipped.contains(reason), "\(file): no example of a row left out as \(reason)")
        }
    }

    @Test func `examples end a file, so that the program need not read them`() throws {
        for file in Layouts.embedded {
            let root = try #require(try YAMLNode.parse(file.bytes))
            #expect(root.pairs.last?.key == "examples", "\(file.name)")
            let short = try #require(try YAMLNode.parse(Layouts.withoutExamples(file.bytes)))
            #expect(short.pairs.map(\.key) == root.pairs.map(\.key).dropLast(), "\(file.name)")
        }
    }

    @Test func `the example of help reads its rows`() throws {
        let bytes = Array(LayoutKeys.exampleFile.utf8)
        let layout = try Layout(yaml: bytes, file: "example.yaml", rank: .own)
        let examples = try #require(try YAMLNode.parse(bytes)?["examples"]?.items)
        for example in examples {
            let reading = ExampleReading(
                example, layout: layout.name, among: LayoutSet(own: [layout]))
            #expect(reading.problems.isEmpty, "\(reading.problems)")
        }
    }

    @Test func `a wrong example names its line and what was read instead`() throws {
        let yaml = """
            layout: monobank/csv
            examples:
              - csv: |
                  Date and time,Description,MCC,"Card currency amount, (UAH)",Operation amount,Operation currency,Exchange rate,"Commission, (UAH)","Cashback amount, (UAH)",Balance
                  02.01.2026 10:00:00,Coffee,5814,-5.0,-5.0,UAH,—,—,—,100.0
                lines:
                  - {date: 2026-01-02, amount: "5.00", currency: UAH}
            """
        let root = try #require(try YAMLNode.parse(Array(yaml.utf8)))
        let example = try #require(root["examples"]?.items.first)
        let problems = ExampleReading(example, layout: "monobank/csv").problems
        #expect(problems.map(\.line) == [7])
        #expect(problems.map(\.text) == ["amount is \"-5.00\", not \"5.00\""])
    }

    @Test(arguments: tableLayoutFiles)
    func `an example may be cut anywhere`(file: String) throws {
        let bytes = try #require(Layouts.embedded.first { $0.name == file }).bytes
        let root = try #require(try YAMLNode.parse(bytes))
        let text = try #require(root["examples"]?.items.first?["csv"]?.text)
        let input = Array(text.utf8)
        let whole = ReaderReport(input, cutAt: [], by: csvReader(for: input))
        for size in [1, 7, 100] {
            let cuts = Array(stride(from: size, to: input.count, by: size))
            let other = ReaderReport(input, cutAt: cuts, by: csvReader(for: input))
            #expect(other == whole, "\(file): pieces of \(size)")
        }
    }
}

/// One example read and compared; `problems` name the line of the layout file.
struct ExampleReading {
    private(set) var problems: [(line: Int, text: String)] = []

    init(_ example: YAMLNode, layout: String, among layouts: LayoutSet = .builtIn) {
        let bytes = Array((example["csv"]?.text ?? "").utf8)
        let surveyor = CSVSurveyor(file: "example", layouts: layouts)
        var batch = LineBatch()
        var reader = CSVReader(file: "example")
        do throws(ReadFailure) {
            try surveyor.read(bytes.span, final: true)
            reader = CSVReader(file: "example", settled: try surveyor.settle())
            try reader.read(bytes.span, final: true, into: &batch)
        } catch {
            let wanted = example["refused"]?.text ?? ""
            if error.kind.rawValue != wanted { fail(example, "refused: \(error.rendered)") }
            return
        }
        if let refused = example["refused"]?.text {
            fail(example, "read, not refused as \(refused)")
        }
        if reader.layout != layout { fail(example, "read by \(reader.layout)") }
        let lines = example["lines"]?.items ?? []
        if lines.count != batch.lines.count {
            let read = batch.lines.map { $0.rendered(in: batch) }
            fail(
                example,
                "\(lines.count) lines expected, read: \(read) \(batch.rejections.map(\.rendered))")
        }
        for (line, wanted) in zip(batch.lines, lines) {
            compare(line, wanted, batch, reader.accounts)
        }
        compare(example, "skipped", batch.skipped.map(\.reason.rawValue), batch)
        compare(example, "rejected", batch.rejections.map(\.kind.rawValue), batch)
    }

    private mutating func compare(
        _ line: StatementLine, _ wanted: YAMLNode, _ batch: LineBatch, _ accounts: [AccountClaim]
    ) {
        for (key, _, node) in wanted.pairs {
            let found = Self.found(key, line, batch, accounts)
            let text = node.text ?? ""
            if found != text { fail(node, "\(key) is \"\(found)\", not \"\(text)\"") }
        }
    }

    private static func found(
        _ key: String, _ line: StatementLine, _ batch: LineBatch, _ accounts: [AccountClaim]
    ) -> String {
        let account =
            accounts.indices.contains(Int(line.account)) ? accounts[Int(line.account)] : nil
        switch key {
        case "date": return line.made.day.text
        case "time":
            return line.made.hasTime ? String(line.made.rendered.dropFirst(11).prefix(8)) : ""
        case "amount": return line.amount.text
        case "currency": return line.amount.currency.isKnown ? line.amount.currency.code : ""
        case "mcc": return line.mcc == 0 ? "" : "\(line.mcc)"
        case "original": return line.originalAmount?.rendered ?? ""
        case "counterparty": return batch.string(line.counterpartyName)
        case "tax_id": return batch.string(line.counterpartyTaxID)
        case "account": return account?.number ?? ""
        case "product": return account?.product ?? ""
        case "hold": return line.isHold ? "true" : "false"
        default: break
        }
        if let field = FactText.allCases.first(where: { $0.shortName == key }) {
            return batch.string(line[field])
        }
        if let field = FactDay.allCases.first(where: { $0.shortName == key }) {
            return line[field]?.text ?? ""
        }
        if let field = FactMoney.allCases.first(where: { $0.shortName == key }) {
            return line[field]?.text ?? ""
        }
        return "no such key"
    }

    private mutating func compare(
        _ example: YAMLNode, _ key: String, _ found: [String], _ batch: LineBatch
    ) {
        let wanted = (example[key]?.pairs ?? []).map { "\($0.key) \($0.value.text ?? "")" }.sorted()
        let counted = Set(found).map { word in "\(word) \(found.count { $0 == word })" }.sorted()
        if wanted != counted {
            fail(
                example[key] ?? example,
                "\(key) are \(counted), not \(wanted) \(batch.rejections.map(\.rendered))")
        }
    }

    private mutating func fail(_ node: YAMLNode, _ text: String) {
        problems.append((node.line, text))
    }
}

/// The first example of a layout file, nil when it has none.
func exampleText(
    _ bytes: [UInt8]
) throws -> (csv: String, layout: String, headless: Bool, needsRows: Bool)? {
    guard let root = try YAMLNode.parse(bytes),
        let csv = root["examples"]?.items.first?["csv"]?.text
    else { return nil }
    return (csv, root["layout"]?.text ?? "", root["header"] != nil, root["evidence"] != nil)
}
