import Deduplicating
import Facts
import Glibc
import Ledger
import Pending
import Saving
import Scanning
import TestKit
import Testing
import Workspaces

@testable import Commands

/// A workspace of invented lines in a folder of its own, for one test.
final class Household {
    private let temporary = TemporaryFolder()
    var root: String { temporary.path }
    var folder: String { root + "/money" }

    init() throws {
        try Workspace.create(at: folder)
    }

    /// A copy of a prepared one.
    init(_ contents: FolderContents) {
        contents.write(into: temporary, as: "money")
    }

    func write(_ name: String, _ text: String) throws {
        var file = try ReplacingFile(replacing: folder + "/" + name)
        try file.write(Array(text.utf8))
        try file.commit()
    }

    /// Queues the lines as one import; the first `approvedCount` of them go on into the ledger.
    func add(_ lines: [QueueLine], approvedCount: Int) throws {
        let folding = TextFolder()
        let workspace = try Workspace.open(at: folder, access: .writing) { fact, key in
            LineIdentity(of: fact, knownAs: key, folder: folding)
        }
        let run = try workspace.beginImport()
        var new = NewLines()
        for line in lines {
            let start = new.writer.count
            let fact = line.append(to: &new.writer)
            new.writer.append("\n")
            new.add(
                LineIdentity(of: line.fact, knownAs: line.key, folder: folding), from: start,
                fact: fact)
        }
        try run.append(&new)
        _ = try run.commit(
            BatchRecord(id: run.batch, made: "2025-04-01T10:00:00Z", linesNew: lines.count))
        let keys = Set(lines[..<approvedCount].map(\.key))
        _ = try workspace.approve(.keys(keys))
    }

    /// One run of the program in this workspace; with `columns` its output is a terminal without
    /// colours.
    func run(_ arguments: String..., columns: Int? = nil) -> Run {
        run(arguments, columns: columns)
    }

    func run(_ arguments: [String], columns: Int? = nil) -> Run {
        let output = Recorder()
        let errors = Recorder()
        let environment = Environment(
            variables: ["KOPIYKA_WORKSPACE": folder, "NO_COLOR": "1"],
            terminals: columns == nil ? [] : [Environment.standardOutput], columns: columns)
        let code = Program.run(
            arguments, output: output, errors: errors, environment: environment)
        return Run(output: output.text, errors: errors.text, code: code)
    }

    /// The objects that a run prints with `--json`.
    func objects(_ arguments: [String]) throws -> [JSONValue] {
        let run = run(arguments)
        #expect(run.code == .done, "\(arguments): \(run.errors)")
        return try run.output.split(separator: "\n").map { try JSONValue.parse($0.utf8.span) }
    }
}

/// An amount in its smallest units.
func units(_ amount: JSONValue?) -> Int {
    Int(amount?.text?.filter { $0 != "." } ?? "x") ?? .min
}

func items(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let items)? = value { items } else { [] }
}

func texts(_ value: JSONValue?) -> [String] { items(value).compactMap(\.text) }

/// One invented line with what is suggested for it.
func line(
    _ number: UInt64, _ day: String, _ second: Int32, _ amount: String, _ currency: Currency = .uah,
    account: String = "monobank-UAH", category: String = "", payee: String = "",
    balance: String? = nil, permille: Int = 970, decision: Decision? = nil, _ description: String
) -> QueueLine {
    let made = CalendarDate(text: day) ?? CalendarDate(daysSince1970: 0)
    var fact = StatementFact(
        account: account, made: CivilMoment(day: made, second: second),
        amount: Money(text: amount, currency: currency) ?? Money(minorUnits: 0, currency: currency))
    fact.description = description
    fact.balance = balance.flatMap { Money(text: $0, currency: currency) }
    let hash = UInt32(truncatingIfNeeded: LineIdentity.hash(ofAccount: account) >> 32)
    return QueueLine(
        key: LineKey(account: hash, day: made, rest: number), batch: 1, fact: fact,
        sources: [LineSource(file: "march.json", line: Int(number), layout: "monobank/json")],
        suggestion: category.isEmpty && payee.isEmpty
            ? .none : Suggestion(category: category, permille: permille, payee: payee),
        decision: decision)
}

/// Three months of a card with balances and one ride on another card; the last line still waits.
let quarter: [QueueLine] = [
    line(
        1, "2025-01-05", 33_000, "20000.00", category: "income.salary", balance: "21000.00",
        "Зарплата"),
    line(
        2, "2025-01-10", 66_125, "-1250.50", category: "groceries", payee: "Сільпо",
        balance: "19749.50", "СІЛЬПО 123 КИЇВ"),
    line(
        3, "2025-02-03", 30_000, "-95.00", category: "eating_out.coffee", payee: "Aroma Kava",
        balance: "19654.50", "AROMA KAVA"),
    line(4, "2025-02-14", 40_000, "-3000.00", balance: "16654.50", hostileDescription),
    line(
        5, "2025-03-01", 50_000, "-500.00", category: "home.improvement", balance: "16154.50",
        decision: Decision(
            note: "полиця", tags: ["дім"],
            splits: [
                .init(
                    category: "groceries",
                    amount: Money(minorUnits: -12_000, currency: .uah), note: "вода"),
                .init(
                    category: "home.improvement", amount: Money(minorUnits: -38_000, currency: .uah)
                ),
            ]), "Епіцентр; ремонт | \"дім\""),
    line(
        6, "2025-03-02", 20_000, "-2000.00", category: "transfers.own", balance: "14154.50",
        "На картку"),
    line(
        7, "2025-03-05", 10_000, "-12.34", .eur, account: "revolut-EUR", category: "transport.taxi",
        payee: "Bolt", "BOLT.EU"),
    line(8, "2025-03-20", 10_000, "-10.00", category: "groceries", permille: 500, "ЩОСЬ"),
]

let hostileDescription = "=cmd|' /C calc'!A0 \u{1B}[31m\n2025-01-01 * \"x\" ; \u{202E}y"

/// Runs a shell command; its exit code and what it printed.
func shell(_ command: String) -> (code: Int32, text: String) {
    guard let pipe = unsafe popen(command, "r") else { return (-1, "") }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe fread(&chunk, 1, chunk.count, pipe)
        if count == 0 { break }
        text += chunk[..<count]
    }
    let status = unsafe pclose(pipe)
    return (status, String(decoding: text, as: UTF8.self))
}

func isInstalled(_ tool: String) -> Bool { shell("command -v \(tool)").code == 0 }
