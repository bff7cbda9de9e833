import Scanning
import TestKit
import Testing

/// Files of two cards that name no account and come in one by one, in any order.
@Suite struct `Pieces of two cards` {
    private let folder = TemporaryFolder()
    private var workspace: String { folder.path + "/w" }

    private func run(_ arguments: String...) -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace])
    }

    /// A card's statements of a week each; some days have no payment.
    private func weeks(_ words: String, opening: Int, amount: Int) -> [String] {
        var balance = opening
        return (0..<6).map { week in
            var rows: [String] = []
            for day in 1...28 where (day - 1) / 5 == week && day % 4 != amount % 4 {
                for hour in [9, 15] {
                    balance -= amount + hour
                    rows.append(
                        "\"\(day < 10 ? "0" : "")\(day).02.2026 \(hour < 10 ? "0" : "")\(hour):\(amount):00\","
                            + "\"\(words)\",5411,-\(amount + hour).0,-\(amount + hour).0,UAH,—,—,—,\(balance).0"
                    )
                }
            }
            return """
                "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
                "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
                "Залишок після операції"

                """ + rows.reversed().map { $0 + "\n" }.joined()
        }
    }

    private func drop(_ text: String, as name: String) -> Program.Outcome {
        folder.write(text, to: "w/inbox/" + name)
        return run("import")
    }

    /// The cards whose lines each account has.
    private func cards() throws -> [String: Set<String>] {
        var cards: [String: Set<String>] = [:]
        for text in run("dump").lines {
            let line = try JSONValue.parse(Array(text.utf8).span)
            guard line["where"]?.text == "queue" else { continue }
            cards[line["account"]?.text ?? "", default: []].insert(line["description"]?.text ?? "")
        }
        return cards
    }

    /// What `check` advises, until it has nothing more to say.
    ///
    /// - Parameter all: each piece of advice of one check, as they touch no account twice.
    private func follow(all: Bool = false) throws {
        for round in 0..<12 {
            let check = run("check")
            let advice = check.errors.split(separator: "\n").filter { $0.hasPrefix("  fix: ") }
            if advice.isEmpty {
                #expect(check.code == 0)
                return
            }
            #expect(check.code == 1)
            for (number, line) in advice.prefix(all ? advice.count : 1).enumerated() {
                for command in line.dropFirst("  fix: ".count).split(separator: "&&") {
                    let words = command.split(separator: " ").dropFirst().map {
                        $0 == "NAME" ? "other-\(round)-\(number)" : String($0)
                    }
                    let done = Program.run(words + ["--workspace", workspace])
                    #expect(done.code == 0, "\(command) \(done.errors)")
                }
            }
        }
        Issue.record("the advice does not come to an end")
    }

    /// Some files were given to the wrong one of two accounts that a person named.
    @Test(arguments: drawn(every: 3, of: UInt64(1)...6))
    func `are taken apart when a person mixed them up`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let files = [
            weeks("Silpo", opening: 90_000, amount: 31), weeks("Bolt", opening: 50_000, amount: 17),
        ]
        #expect(run("init").code == 0)
        for (number, name) in ["black", "white"].enumerated() {
            let wrong = Int.random(in: 1...4, using: &random)
            for week in 0..<6 {
                let name = week == wrong ? ["white", "black"][number] : name
                folder.write(files[number][week], to: "\(number)-\(week).csv")
                let file = folder.path + "/\(number)-\(week).csv"
                #expect(run("import", file, "--account", name).code == 0)
            }
        }
        try follow(all: Bool.random(using: &random))
        // What a card's files in two accounts meet at is one place: it may be chance.
        #expect(try cards().values.allSatisfy { $0.count == 1 })
    }

    @Test(arguments: drawn(every: 3, of: UInt64(1)...6))
    func `come to two accounts by what check advises, in any order`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        var parts =
            weeks("Silpo", opening: 90_000, amount: 31) + weeks("Bolt", opening: 50_000, amount: 17)
        parts.shuffle(using: &random)
        #expect(run("init").code == 0)
        for (number, text) in parts.enumerated() {
            #expect(drop(text, as: "report-\(number).csv").code == 0)
        }
        try follow(all: Bool.random(using: &random))
        #expect(try cards().values.map(\.count) == [1, 1])
        let before = run("dump").output
        #expect(run("import").code == 0)
        #expect(run("dump").output == before)
    }

    @Test func `one card's parts that came out of order are offered as one`() throws {
        let weeks = weeks("Silpo", opening: 90_000, amount: 31)
        #expect(run("init").code == 0)
        for (number, week) in [0, 4, 2, 1].enumerated() {
            let outcome = drop(weeks[week], as: "\(number).csv")
            if week == 4 { #expect(outcome.errors.contains("balances do not continue")) }
            if week == 1 {
                #expect(outcome.errors.contains("accounts merge monobank-UAH-2 INTO monobank-UAH"))
            }
        }
        #expect(run("coverage").errors.contains("accounts merge monobank-UAH-2 INTO monobank-UAH"))
        try follow()
        #expect(try cards() == ["monobank-UAH": ["Silpo"]])
    }

    @Test func `a file after missing days is said to be perhaps another card's`() throws {
        let weeks = weeks("Silpo", opening: 90_000, amount: 31)
        #expect(run("init").code == 0)
        #expect(drop(weeks[0], as: "report1.csv").errors.contains("note") == false)
        folder.write(weeks[3], to: "w/inbox/report2.csv")
        #expect(
            run("import", "--json", "--dry-run").output.contains("\"unproved\":[\"monobank-UAH\"]"))
        let outcome = drop(weeks[3], as: "report2.csv")
        #expect(
            outcome.errors.contains("rows between them are missing, or it is another account's"))
        #expect(outcome.errors.contains("kopiyka move --file report2.csv ACCOUNT"))
        #expect(run("coverage").output.contains("or a file is another account's"))
    }

    @Test(arguments: [
        ([""], ["monobank-UAH"]), (["n", "Біла", "n"], ["Біла", "monobank-UAH"]),
        (["?", "Біла", "y", "n"], ["Біла", "monobank-UAH"]), (["Біла", "n", ""], ["monobank-UAH"]),
    ])
    func `on a terminal it is asked whose the file is`(
        _ answers: [String], accounts: [String]
    ) throws {
        #expect(run("init").code == 0)
        _ = drop(weeks("Silpo", opening: 90_000, amount: 31)[0], as: "report1.csv")
        folder.write(weeks("Bolt", opening: 50_000, amount: 17)[3], to: "w/inbox/report2.csv")
        let session = TerminalSession(["--lang", "en", "--workspace", workspace, "import"])
        for typed in answers {
            #expect(session.wait(for: ">"), "\(session.text)")
            session.type(typed + "\r")
        }
        #expect(session.finish() == 0)
        #expect(session.text.contains("report2.csv: 8 new lines; the balances do not continue"))
        #expect(session.text.contains("which account? (Enter: monobank-UAH) >"))
        #expect(try cards().keys.sorted() == accounts.sorted())
    }

    /// Two cards of which a person gave all files to one account: their balances tell.
    @Test func `in one account are told, whichever card's file came first`() throws {
        #expect(run("init").code == 0)
        let (black, white) = (
            weeks("Silpo", opening: 90_000, amount: 31), weeks("Bolt", opening: 50_000, amount: 17)
        )
        for (number, text) in (black[1...] + white[..<3]).enumerated() {
            folder.write(text, to: "w/inbox/\(number).csv")
        }
        #expect(run("accounts", "add", "mine").code == 0)
        #expect(run("import", "--account", "mine").code == 0)
        let check = run("check")
        #expect(check.code == 1)
        #expect(check.errors.contains("account mine holds lines of several accounts (2)"))
    }
}

/// Two kinds of tables of one account that nobody knows: nothing but days and amounts says that
/// they are one.
@Suite struct `Accounts that may be one` {
    private let folder = TemporaryFolder()
    private var workspace: String { folder.path + "/w" }

    private func run(_ arguments: String...) -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace])
    }

    /// - Parameter count: rows that both tables show.
    private func importBoth(_ count: Int) -> Program.Outcome {
        _ = run("init")
        let days = (1...6).map { "2026-09-0\($0)" }
        let one = days.map { "\($0);SHOP \($0.last ?? "0");-1\($0.suffix(1)).40;UAH\n" }
        let other = days.suffix(count).map { "\($0),Card purchase,-1\($0.suffix(1)).40,UAH\n" }
        folder.write("Date;Details;Amount;Currency\n" + one.joined(), to: "w/inbox/a.csv")
        folder.write("Booked,Text,Value,Unit\n" + other.joined(), to: "w/inbox/b.csv")
        return run("import")
    }

    private func waiting() -> Int { run("pending", "--json").lines.count }

    @Test(arguments: [1, 6]) func `are named, and one command mends it`(_ count: Int) throws {
        let imported = importBoth(count)
        #expect(imported.code == 0)
        #expect(imported.errors.contains("b.csv: note: accounts table-"))
        #expect(waiting() == 6 + count)
        let check = run("check")
        #expect(check.code == 0)
        #expect(check.output.contains("Two accounts may be one."))
        let fix = try #require(check.errors.split(separator: "\n").first { $0.contains("fix:") })
        let words = fix.prefix { $0 != ";" }.split(separator: " ").dropFirst(2).map(String.init)
        let merged = Program.run(words + ["--workspace", workspace])
        #expect(merged.code == 0)
        // A single payment is a question, a whole statement is none.
        #expect(waiting() == (count == 1 ? 7 : 6))
        #expect(merged.errors.contains("1 line may already be there") == (count == 1))
        #expect(run("check").errors.isEmpty)
        #expect(run("import").output.contains("Nothing new."))
        #expect(waiting() == (count == 1 ? 7 : 6))
    }

    @Test func `are two when the settings have both`() throws {
        _ = importBoth(3)
        let check = run("check")
        let fix = try #require(check.errors.split(separator: "\n").first { $0.contains("fix:") })
        let adding = try #require(fix.split(separator: ": ").last)
        for command in adding.split(separator: "&&") {
            let words = command.split(separator: " ").dropFirst().map(String.init)
            #expect(Program.run(words + ["--workspace", workspace]).code == 0)
        }
        #expect(run("check").output.contains("All is well"))
    }

    /// Approved lines are not asked about in the review: their keys are named.
    @Test func `keep approved lines and name those that may be there twice`() {
        _ = importBoth(1)
        _ = run("approve", "--all")
        let merged = run("check").errors.split(separator: "\n").first { $0.contains("fix:") }
        let words = merged?.prefix { $0 != ";" }.split(separator: " ").dropFirst(2).map(String.init)
        let done = Program.run((words ?? []) + ["--workspace", workspace])
        #expect(done.errors.contains("approved lines that may be there twice: 1-"))
        #expect(run("list", "--json").lines.count == 7)
    }
}
