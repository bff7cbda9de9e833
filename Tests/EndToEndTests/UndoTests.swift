import Scanning
import TestKit
import Testing

/// A workspace without lines, and files written beside it.
private final class Purse {
    let folder = TemporaryFolder()
    var workspace: String { folder.path + "/money" }

    init() { #expect(Program.run("init", workspace).code == 0) }

    @discardableResult
    func run(_ arguments: String..., input: String = "") -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace], input: input)
    }

    /// Imports a file of these contents into the account `card`.
    @discardableResult
    func take(_ contents: String, as name: String, account: String = "card") -> Program.Outcome {
        folder.write(contents, to: name)
        let outcome = run("import", "--account", account, folder.path + "/" + name)
        #expect([0, 1].contains(outcome.code), "\(outcome.errors)")
        return outcome
    }

    var queue: String { folder.read("money/pending.jsonl") }

    /// What waits, without the numbers of imports.
    var waiting: [String] {
        run("pending", "--json").lines.map { $0.replacing(#/"batch":[0-9]+,?/#, with: "") }
    }

    func key(of description: String) throws -> String {
        let line = try run("pending", "--json").lines.map {
            try JSONValue.parse(Array($0.utf8).span)
        }.first { $0["fact"]?["description"]?.text == description }
        return try #require(line?["key"]?.text)
    }

    /// Gives the lines with these words a member as a person would.
    func edit(_ words: String, adding member: String) {
        let lines = queue.split(separator: "\n").map {
            $0.contains(words) ? $0.dropLast() + ",\(member)}" : $0
        }
        folder.write(lines.map { $0 + "\n" }.joined(), to: "money/pending.jsonl")
    }
}

extension Purse {
    private static func row(
        _ id: String, _ day: Int, _ text: String, _ cents: Int, _ balance: Int,
        isHold: Bool = false
    ) -> String {
        """
        {"id":"\(id)","time":\(1_767_261_600 + day * 86_400),"description":"\(text)","mcc":5814,\
        "originalMcc":5814,"hold":\(isHold),"amount":\(cents),"operationAmount":\(cents),\
        "currencyCode":980,"commissionRate":0,"cashbackAmount":0,"balance":\(balance)}
        """
    }

    private static func list(_ rows: [String]) -> String { "[" + rows.joined(separator: ",") + "]" }

    private static let shop = row("aaaaaaaaaaaaaaa1", 1, "Silpo", -10_000, 90_000)
    /// A taxi waits as a hold of 50.
    static let held = list([
        row("bbbbbbbbbbbbbbb3", 3, "ATB", -1_000, 84_000),
        row("hhhhhhhhhhhhhhh2", 2, "Uklon", -5_000, 85_000, isHold: true), shop,
    ])
    /// The same days, with the taxi at 48.
    static let booked = list([
        row("bbbbbbbbbbbbbbb3", 3, "ATB", -1_000, 84_200),
        row("hhhhhhhhhhhhhhh2", 2, "Uklon", -4_800, 85_200), shop,
    ])
    /// Later days without the taxi, then with it at 48.
    static let gone = list([
        row("ddddddddddddddd5", 12, "Rozetka", -3_000, 84_000),
        row("ccccccccccccccc4", 10, "Novus", -2_000, 87_000),
        row("bbbbbbbbbbbbbbb3", 3, "ATB", -1_000, 89_000), shop,
    ])
    static let late = list([
        row("eeeeeeeeeeeeeee6", 14, "Aurora", -1_000, 78_200),
        row("hhhhhhhhhhhhhhh2", 2, "Uklon", -4_800, 79_200),
        row("ddddddddddddddd5", 12, "Rozetka", -3_000, 84_000),
        row("ccccccccccccccc4", 10, "Novus", -2_000, 87_000),
    ])

    private static let heading = "Date,Description,Amount,Currency\n"
    private static let coffee = "2026-01-05,Coffee Aroma,-55.00,UAH\n"
    static let month =
        heading + "2026-01-02,Silpo market,-100.00,UAH\n2026-01-03,ATB market,-50.00,UAH\n"
        + "2026-01-04,Salary,2000.00,UAH\n" + coffee
    /// May show the coffee again.
    static let doubtful = heading + coffee + "2026-01-05,Novus,-70.00,UAH\n"
    static let doubtfulAndMore = doubtful + "2026-01-06,Bolt,-80.00,UAH\n"
}

@Suite struct `Undo` {
    @Test func `of an approved hold leaves what the bank books later one line`() throws {
        let (purse, control) = (Purse(), Purse())
        for one in [purse, control] {
            one.take(Purse.held, as: "h1.json")
            one.take(Purse.gone, as: "h2.json")
        }
        #expect(purse.run("approve", try purse.key(of: "Uklon")).code == 0)
        #expect(purse.run("undo").code == 0)
        #expect(purse.queue == control.queue)
        let check = purse.run("check")
        #expect(check.code == control.run("check").code, "\(check.errors)")
        for one in [purse, control] { one.take(Purse.late, as: "h3.json") }
        #expect(purse.waiting == control.waiting)
        #expect(purse.queue.contains("-48.00") && !purse.queue.contains("-50.00"))
    }

    @Test(arguments: ["approve", "dismiss"])
    func `of a decision about a doubtful line leaves it doubtful`(command: String) throws {
        let (purse, control) = (Purse(), Purse())
        for one in [purse, control] {
            one.take(Purse.month, as: "c1.csv")
            one.take(Purse.doubtful, as: "d2.csv")
        }
        let line = try #require(
            purse.run("pending", "--json").lines.first { $0.contains(#""state":"ambiguous""#) })
        let key = try #require(try JSONValue.parse(Array(line.utf8).span)["key"]?.text)
        #expect(purse.run(command, key).code == 0)
        #expect(purse.run("undo").code == 0)
        #expect(purse.queue == control.queue)
        for one in [purse, control] { one.take(Purse.doubtfulAndMore, as: "d3.csv") }
        #expect(purse.waiting == control.waiting)
        #expect(purse.run("check").code == control.run("check").code)
    }
}

extension `Undo` {
    @Test func `of a booking drops parts of the booked amount, and keeps the rest of the edit`()
        throws
    {
        let purse = Purse()
        purse.take(Purse.held, as: "h1.json")
        purse.take(Purse.booked, as: "h4.json")
        let parts = """
            {"category":"transport","amount":"-20.00"},{"category":"health","amount":"-28.00"}
            """
        purse.edit("Uklon", adding: #""decision":{"note":"home","splits":[\#(parts)]}"#)
        let undone = purse.run("undo")
        #expect(undone.code == 0)
        #expect(undone.errors.contains("split 1 line again"), "\(undone.errors)")
        #expect(purse.waiting.count == 3)
        #expect(purse.queue.contains("-50.00") && purse.queue.contains("home"))
        #expect(purse.run("check").code == 0)
        #expect(purse.run("approve", "--all").code == 0)
    }
}

extension `Undo` {
    @Test func `of a move takes a line back that was edited meanwhile, with its edit`() throws {
        let purse = Purse()
        purse.take(Purse.month, as: "c1.csv", account: "wrong")
        let before = purse.queue
        #expect(purse.run("accounts", "add", "card").code == 0)
        #expect(purse.run("move", "--file", "c1.csv", "card").code == 0)
        let decision = #""decision":{"category":"health"}"#
        purse.edit("ATB", adding: decision)
        let undone = purse.run("undo")
        #expect(undone.code == 0)
        #expect(undone.errors.contains("the edits stay: 1 line"), "\(undone.errors)")
        #expect(!purse.queue.contains(#""account":"card""#))
        #expect(purse.queue.replacing("," + decision, with: "") == before)
        #expect(purse.run("check").code == 0)
        // And the next file knows them all.
        purse.take(Purse.month, as: "again.csv", account: "wrong")
        #expect(purse.waiting.count == 4)
    }
}

extension `Undo` {
    @Test func `to a number is refused by a dry run where it will be`() throws {
        let purse = Purse()
        purse.take(Purse.month, as: "c1.csv")
        for name in ["Cheese", "Tea"] {
            #expect(purse.run("categories", "add", name, "--parent", "groceries").code == 0)
        }
        let log = purse.run("log", "--json").lines
        let first = try #require(log.last?.firstMatch(of: #/"number":([0-9]+)/#)).1
        #expect(purse.run("undo", String(first), "--dry-run").lines.count == 3)
        purse.folder.write(
            purse.folder.read("money/categories.yaml") + "# mine\n", to: "money/categories.yaml")
        for more in [["--dry-run"], []] {
            let refused = Program.run(
                ["undo", String(first), "--workspace", purse.workspace] + more)
            #expect(refused.code == 65)
            #expect(refused.errors.contains("categories.yaml"))
            #expect(refused.output.isEmpty, "\(refused.output)")
        }
    }
}

extension `Undo` {
    @Test func `and the log count lines, not records`() throws {
        let purse = Purse()
        purse.take(Purse.month, as: "c1.csv", account: "wrong")
        #expect(purse.run("approve", try purse.key(of: "ATB market")).code == 0)
        #expect(purse.run("accounts", "add", "card").code == 0)
        #expect(purse.run("accounts", "merge", "wrong", "INTO", "card").code == 0)
        #expect(purse.run("categories", "add", "Tea", "--parent", "groceries").code == 0)
        for (line, count) in zip(purse.run("log", "--json").lines, [0, 4, 1, 4]) {
            #expect(line.contains("\"lines\":\(count)"), "\(line)")
        }
        #expect(purse.run("undo").code == 0)
        #expect(purse.run("undo", "--json").output.contains("\"changed\":4"))
    }
}

@Suite struct `Redo` {
    @Test func `repeats an import though another one brought nothing meanwhile`() throws {
        let purse = Purse()
        let samples = Program.root + "/samples/ofx2/."
        #expect(Tool.run(["cp", "-r", samples, purse.workspace + "/inbox"]) == 0)
        #expect([0, 1].contains(purse.run("import").code))
        purse.take(Purse.month, as: "c1.csv")
        let after = purse.queue
        #expect(purse.run("undo").code == 0)
        #expect([0, 1].contains(purse.run("import").code))
        let redone = purse.run("redo")
        #expect(redone.code == 0, "\(redone.errors)")
        #expect(purse.queue == after)
        #expect(purse.run("check").code == 0)
    }

    @Test func `is over where a repair accepted the loss of lines`() throws {
        let purse = Purse()
        purse.take(Purse.month, as: "c1.csv")
        purse.take(Purse.doubtful, as: "d2.csv")
        #expect(purse.run("undo").code == 0)
        let left = purse.queue.split(separator: "\n").dropFirst()
        purse.folder.write(left.map { $0 + "\n" }.joined(), to: "money/pending.jsonl")
        #expect(purse.run("check", "--repair", "--accept-loss").code == 0)
        let redone = purse.run("redo")
        #expect(redone.code == 0, "\(redone.errors)")
        #expect(purse.run("check").code == 0)
    }
}
