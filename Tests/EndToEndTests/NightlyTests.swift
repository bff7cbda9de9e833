import Glibc
import Scanning
import TestKit
import Testing

/// What a household lives through from night to night, from the outside.
@Suite struct `Every night` {
    private let money = Money()

    private static let heading = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """

    /// A card's statement: one purchase on each of these days of April.
    private func card(_ opening: Int, _ days: [Int], _ amount: Int, _ words: String) -> String {
        var balance = opening
        return Self.heading
            + days.map { day in
                balance -= amount
                return
                    "\"\(day < 10 ? "0" : "")\(day).04.2026 1\(day % 9):00:00\",\(words),5411,-\(amount).0,-\(amount).0,UAH,—,—,—,\(balance).0\n"
            }.joined()
    }

    private func accounts() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for account in try money.objects("accounts", "--json") {
            let lines = ["entries", "pending"].compactMap { name -> Int? in
                if case .number(let digits)? = account[name] { Int(digits) } else { nil }
            }
            counts[account["account"]?.text ?? ""] = lines.reduce(0, +)
        }
        return counts
    }

    // MARK: Two cards

    @Test func `a table in an account by its headings alone is said to, once`() throws {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/w"
        #expect(Program.run("init", workspace).code == 0)
        let head = "Date,Description,Amount\n"
        folder.write(
            head + "2026-01-05,Coffee,-80.00\n2026-01-16,Books,-120.50\n2026-01-27,Pay,1000.00\n",
            to: "nova.csv")
        folder.write(
            head + "2026-02-05,Tea,-8.00\n2026-02-16,Books,-20.50\n2026-02-27,Pay,1050.00\n",
            to: "nova february.csv")
        folder.write(
            head + "2026-03-05,Bread,-81.00\n2026-03-16,Film,-22.50\n2026-03-27,Rent,-300.00\n",
            to: "zirka.csv")
        folder.write(
            head + "2026-04-05,Bread,-83.00\n2026-04-16,Film,-20.50\n2026-04-27,Rent,-300.00\n",
            to: "zirka april.csv")
        let told = "only because the headings match"
        for (name, isTold) in [
            ("nova", false), ("nova february", false), ("zirka", true), ("zirka april", false),
            ("zirka", false),
        ] {
            let path = folder.path + "/\(name).csv"
            let said = Program.run("import", "--workspace", workspace, path)
            #expect(said.code == 0)
            #expect(said.errors.contains(told) == isTold, "\(name): \(said.errors)")
            if isTold { #expect(said.errors.contains("kopiyka move --file zirka.csv ACCOUNT")) }
        }
    }

    @Test func `two cards dropped at once are two accounts, and import says so`() throws {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/w"
        #expect(Program.run("init", workspace).code == 0)
        folder.write(card(9_000, Array(1...20), 30, "Silpo"), to: "w/inbox/mono-black.csv")
        folder.write(card(500, [2, 7, 8, 15], 11, "Bolt"), to: "w/inbox/mono-white.csv")
        let said = Program.run("import", "--workspace", workspace)
        #expect(said.code == 0)
        #expect(said.errors.contains("mono-white.csv: note: its balances do not continue"))
        #expect(said.errors.contains("kopiyka accounts rename monobank-UAH-2 NAME"))
        let again = Program.run("import", "--workspace", workspace)
        #expect(again.output.contains("Nothing new."))
    }

    @Test func `an import of the inbox lists what brought something, and says where to begin`()
        throws
    {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/w"
        #expect(Program.run("init", workspace).code == 0)
        func nightly(_ arguments: String...) -> String {
            Program.run(["import", "--workspace", workspace] + arguments).output
        }
        #expect(nightly() == "No files yet: put the files of your banks into inbox/.\n")
        folder.write(card(9_000, [1, 2, 3], 30, "Silpo"), to: "w/inbox/april.csv")
        #expect(nightly().contains("april.csv"))
        #expect(nightly() == "1 file without anything new.\nNothing new.\n")
        #expect(nightly("-q").isEmpty)
        #expect(nightly("-v").contains("april.csv"))
        #expect(nightly(workspace + "/inbox/april.csv").contains("april.csv"))
        folder.write(card(8_910, [4, 5], 20, "Bolt"), to: "w/inbox/april-2.csv")
        let next = nightly()
        #expect(next.contains("april-2.csv") && !next.contains("april.csv"))
        #expect(next.contains("1 file without anything new."))
        let log = Program.run("log", "--workspace", workspace, "--json").output
        #expect(log.contains(#""file":"april-2.csv","files":1"#))
        #expect(log.contains(#""made":"20"#))
        #expect(Program.run("log", "--workspace", workspace).output.contains("april-2.csv"))
    }

    @Test func `on a terminal the first import asks, with names guessed from the files`() {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/w"
        #expect(Program.run("init", workspace).code == 0)
        let fresh = folder.read("w/kopiyka.yaml")
        folder.write(card(9_000, Array(1...20), 30, "Silpo"), to: "w/inbox/mono-black.csv")
        folder.write(card(500, [2, 7, 8, 15], 11, "Bolt"), to: "w/inbox/mono-white.csv")
        let session = TerminalSession(["import", "--workspace", workspace])
        #expect(session.wait(for: "which account?"))
        #expect(session.wait(for: "(Enter: black) >"))
        session.type("\r")
        #expect(session.wait(for: "from now on?"))
        session.type("y\r")
        #expect(session.wait(for: "mono-white.csv: 4 new lines"))
        #expect(session.wait(for: "(Enter: white) >"))
        session.type("\r")
        #expect(session.wait(for: "from now on?"))
        session.type("y\r")
        #expect(session.finish() == 0)
        let settings = folder.read("w/kopiyka.yaml")
        #expect(settings.contains("name: black") && settings.contains("is: [mono white]"))
        // A bank of cards, whatever the account is called.
        #expect(
            Program.run("accounts", "--workspace", workspace, "--json").output
                .split(separator: "\n").count { $0.contains(#""kind":"card""#) } == 2)
        #expect(Program.run("undo", "--workspace", workspace).code == 0)
        #expect(folder.read("w/kopiyka.yaml") == fresh)
    }

    // MARK: Repairs

    @Test func `a file goes to another account, and the next night changes nothing`() throws {
        money.folder.write(card(700, [3, 9, 12], 5, "Bolt"), to: "money/inbox/april.csv")
        #expect(money.run("import", "--account", "black").code <= 1)
        #expect(money.run("approve", "--level", "high").code == 0)
        let before = money.run("dump").output
        #expect(money.run("accounts", "add", "white").code == 0)
        let plan = money.run("move", "--file", "april.csv", "white", "--dry-run", "--json")
        #expect(plan.output.contains("\"moved\":3"))
        #expect(money.run("dump").output == before)
        #expect(money.run("move", "--file", "april.csv", "white", "--json").output == plan.output)
        #expect(try accounts()["white"] == 3)
        #expect(money.run("check").code == 0)
        let after = money.run("dump").output
        _ = money.run("import", "--account", "white")
        #expect(money.run("dump").output == after)
        #expect(money.run("undo").code == 0)
        #expect(money.run("dump").output == before)
    }

    @Test func `merged accounts are one, lines that both had are one line`() throws {
        // Two of four payments a day are too few to say that the file is another account's.
        func table(_ rows: some Sequence<Int>) -> String {
            "Date;Details;Amount;Currency\n"
                + rows.map { "2026-04-1\($0 / 4);Shop \($0);-1\($0).0;UAH\n" }.joined()
        }
        money.folder.write(table((0..<12).filter { $0 % 4 < 2 }), to: "april.csv")
        money.folder.write(table(0..<12), to: "april-again.csv")
        let file = money.folder.path + "/april.csv"
        let again = money.folder.path + "/april-again.csv"
        #expect(money.run("import", "--account", "black", file).code == 0)
        #expect(money.run("import", "--account", "white", again).code == 0)
        let before = money.run("dump").output
        let merged = money.run("accounts", "merge", "white", "INTO", "black", "--json")
        #expect(merged.output == "{\"moved\":12,\"joined\":6}\n")
        #expect(try accounts()["black"] == 12)
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.run("dump").output == before)
    }

    @Test func `two cards that an earlier import put into one account are told apart`() throws {
        money.folder.write(card(900, [3, 9, 12, 14, 20], 5, "Bolt"), to: "black.csv")
        money.folder.write(card(300, [2, 10, 13, 21], 7, "Фора"), to: "white.csv")
        let paths = ["black", "white"].map { "\(money.folder.path)/\($0).csv" }
        #expect(money.run("import", "--account", "Чорна", paths[0], paths[1]).code == 0)
        let told = "the balances of white.csv do not continue those of its other files"
        let check = money.run("check")
        #expect(check.code == 1)
        #expect(check.errors.contains(told))
        #expect(money.run("coverage").errors.contains(told))
        #expect(money.run("accounts", "add", "Біла").code == 0)
        #expect(money.run("move", "--file", "white.csv", "Біла").code == 0)
        #expect(money.run("check").code == 0)
    }

    @Test func `files of a merged account go to the other one`() throws {
        let number = "BE68539007547034"
        func card(_ days: [Int]) -> String {
            "\(number);;\nDate;Payee;Amount (EUR)\n"
                + days.map { "0\($0).04.2026;Shop;-\($0),10\n" }.joined()
        }
        money.folder.write(card([1, 2, 3]), to: "money/inbox/a.csv")
        #expect(money.run("accounts", "add", "Main").code == 0)
        #expect(money.run("import").code == 0)
        #expect(money.run("accounts", "merge", number, "INTO", "Main").code == 0)
        money.folder.write(card([4, 5, 6]), to: "money/inbox/b.csv")
        #expect(money.run("import").code == 0)
        #expect(try accounts()["Main"] == 6)
        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").errors.contains("Files of account \(number) go to it again"))
        #expect(try accounts()[number] == 3)
    }

    @Test(arguments: ["move", "forget"])
    func `a file that came in under another name is found by its bytes`(command: String) throws {
        money.folder.write(card(900, [3, 9, 12], 5, "Bolt"), to: "money/inbox/a.csv")
        #expect(money.run("import").code == 0)
        #expect(money.run("accounts", "add", "Чорна", "--alias", "chorna").code == 0)
        let inbox = money.folder.path + "/money/inbox"
        #expect(Tool.run(["mv", inbox + "/a.csv", inbox + "/chorna.csv"]) == 0)
        let told = money.run("import")
        #expect(told.code == 1)
        #expect(told.errors.contains("kopiyka move --file chorna.csv Чорна"))
        if command == "move" {
            #expect(money.run("move", "--file", "chorna.csv", "Чорна").code == 0)
        } else {
            let forgotten = money.run("import", "--forget", "chorna.csv")
            #expect(forgotten.code == 0)
            #expect(forgotten.errors.contains("is still there"))
        }
        for _ in 0..<2 {
            let night = money.run("import")
            #expect(night.code == 0 && !night.errors.contains("imported before"), "\(night.errors)")
        }
        #expect(try accounts()["Чорна"] == 3)
        #expect(money.run("check").code == 0)
    }

    private static func ofx(_ days: ClosedRange<Int>) -> String {
        """
        <?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" \
        NEWFILEUID="NONE"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM>\
        <BANKID>1</BANKID><ACCTID>111</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>\
        <BANKTRANLIST><DTSTART>20260405</DTSTART><DTEND>20260430</DTEND>
        """
            + days.map { day in
                "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>202604\(day + 10)</DTPOSTED>"
                    + "<TRNAMT>-\(day).00</TRNAMT><FITID>F\(day)</FITID><NAME>Lidl \(day)</NAME>"
                    + "</STMTTRN>"
            }.joined() + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    }

    @Test(arguments: [false, true])
    func `a file that a person moved stays there, and later ones of its number may follow`(
        isApproved: Bool
    ) throws {
        money.folder.write(Self.ofx(1...4), to: "money/inbox/a.ofx")
        #expect(money.run("import").code == 0)
        if isApproved { #expect(money.run("approve", "--all").code == 0) }
        #expect(money.run("accounts", "add", "Giro").code == 0)
        let moved = money.run("move", "--file", "a.ofx", "Giro")
        #expect(moved.code == 0)
        #expect(moved.errors.contains("kopiyka accounts own Giro 1/111"), "\(moved.errors)")
        for _ in 0..<2 {
            let night = money.run("import")
            #expect(night.code == 0 && !night.errors.contains("Giro"), "\(night.errors)")
        }
        #expect(money.run("accounts", "own", "Giro", "1/111").code == 0)
        money.folder.write(Self.ofx(2...6), to: "money/inbox/b.ofx")
        let next = money.run("import")
        #expect(next.code == 0 && !next.errors.contains("Giro"), "\(next.errors)")
        #expect(try accounts()["Giro"] == 6)
        #expect(try accounts()["1/111"] == nil)
        #expect(money.run("check").code == 0)
    }

    @Test func `later files of a moved file's number say how to follow, and are no error`() throws {
        money.folder.write(Self.ofx(1...5), to: "money/inbox/a.ofx")
        #expect(money.run("import").code == 0)
        #expect(money.run("accounts", "add", "Giro").code == 0)
        #expect(money.run("move", "--file", "a.ofx", "Giro").code == 0)
        // Nearly all of its rows are there: it is of that account.
        money.folder.write(Self.ofx(1...6), to: "money/inbox/b.ofx")
        let whole = money.run("import")
        #expect(whole.errors.contains("1/111 is account Giro"), "\(whole.errors)")
        #expect(whole.errors.contains("kopiyka accounts own Giro 1/111"))
        #expect(!whole.errors.contains("kopiyka move"))
        #expect(whole.code == 0)
        #expect(try accounts()["Giro"] == 6)
        // Three of seven are: the account that the person made stays.
        money.folder.write(Self.ofx(4...10), to: "money/inbox/c.ofx")
        let part = money.run("import")
        #expect(part.code == 0)
        #expect(part.errors.contains("kopiyka accounts merge 1/111 INTO Giro"), "\(part.errors)")
        #expect(money.run("accounts", "merge", "1/111", "INTO", "Giro").code == 0)
        let night = money.run("import")
        #expect(night.code == 0 && !night.errors.contains("Giro"), "\(night.errors)")
        #expect(try accounts()["Giro"] == 10)
        #expect(try accounts()["1/111"] == nil)
    }

    @Test func `a file moved from an account that keeps lines names the merge`() throws {
        money.folder.write(Self.ofx(1...4), to: "money/inbox/a.ofx")
        money.folder.write(Self.ofx(5...8), to: "money/inbox/b.ofx")
        #expect(money.run("import").code == 0)
        #expect(money.run("accounts", "add", "Giro").code == 0)
        let moved = money.run("move", "--file", "a.ofx", "Giro")
        #expect(moved.errors.contains("kopiyka accounts merge 1/111 INTO Giro"))
        #expect(money.run("import").code == 0)
        #expect(money.run("accounts", "merge", "1/111", "INTO", "Giro").code == 0)
        #expect(try accounts()["Giro"] == 8)
        #expect(money.run("import").code == 0)
    }

    @Test func `an account that the file names is not replaced by an option, and that is said`()
        throws
    {
        money.folder.write(
            "BE68539007547034;;\nDate;Payee;Amount (EUR)\n01.04.2026;Shop;-1,10\n", to: "a.csv")
        let path = money.folder.path + "/a.csv"
        let imported = money.run("import", "--account", "Main", path)
        #expect(imported.code == 0)
        #expect(imported.errors.contains("its lines are in BE68539007547034, not in Main"))
        #expect(try accounts()["BE68539007547034"] == 1)
        let read = Program.run("read", "--json", "--account", "Main", path)
        #expect(read.output.contains("\"account\":\"BE68539007547034\""))
    }

    @Test func `a dump names currency and description of every line`() throws {
        money.folder.write("!Type:Cash\nD25/04/2026\nT-5.00\n^\n", to: "purse.qif")
        #expect(money.run("import", money.folder.path + "/purse.qif").code == 0)
        let line = try #require(
            try money.lines(in: "queue").first {
                $0["bank_id"] == nil && $0["amount"]?.text == "-5.00"
            })
        #expect(line["currency"]?.text == "")
        #expect(line["description"]?.text == "")
    }

    @Test(arguments: ["vnd.csv", "purse.qif"])
    func `a file that tells no currency is named with the commands that tell it`(
        _ name: String
    ) throws {
        let isTable = name == "vnd.csv"
        money.folder.write(
            isTable
                ? "Date,Payee,Amount\n2026-04-01,Shop,-5000\n2026-04-02,Cafe,-120000\n2026-04-03,Pay,7000000\n"
                : "!Type:Bank\nD25/04/2026\nT-5000\n^\n", to: name)
        let path = money.folder.path + "/" + name
        let said = money.run("import", path)
        #expect(said.code == 0)
        #expect(said.errors.contains("the currency of its lines is unknown"))
        let account = try #require(
            try accounts().keys.first { $0.hasPrefix(isTable ? "table-" : "qif") })
        #expect(said.errors.contains("kopiyka accounts add \(account) --currency"))
        #expect(money.run("accounts", "add", account, "--currency", "VND").code == 0)
        #expect(money.run("import", "--forget", path).code == 0)
        let again = money.run("import", path)
        #expect(again.code == 0 && again.errors.contains("currency") == false)
        let lines = try money.lines(in: "queue").filter { $0["account"]?.text == account }
        #expect(!lines.isEmpty && lines.allSatisfy { $0["currency"]?.text == "VND" })
    }

    @Test func `many files with a payment of one day and amount each change nothing again`()
        throws
    {
        for number in 0..<60 {
            money.folder.write(
                "Date,Payee,Amount\n2026-04-01,Shop \(number),-5.00\n2026-04-02,x,-\(number).10\n",
                to: "money/inbox/\(number).csv")
        }
        #expect(money.run("import", "--account", "Main").code <= 1)
        let before = money.run("dump").output
        _ = money.run("import", "--account", "Main")
        #expect(money.run("dump").output == before)
    }

    @Test func `a number that no file can show is said to be mistyped`() {
        let wrong = money.run("accounts", "add", "Main", "--iban", "BE68539007547035")
        #expect(wrong.errors.contains("BE68539007547035: its check digits are wrong"))
        let right = money.run("accounts", "own", "Main", "BE68539007547034")
        #expect(!right.errors.contains("check digits"))
    }

    @Test func `a forgotten file takes only what it alone brought`() throws {
        money.folder.write(card(700, [3, 9, 12], 5, "Bolt"), to: "april.csv")
        money.folder.write(card(700, [3, 9, 12, 20], 5, "Bolt"), to: "longer.csv")
        let paths = ["april.csv", "longer.csv"].map { money.folder.path + "/" + $0 }
        #expect(money.run("import", "--account", "black", paths[0], paths[1]).code == 0)
        let before = money.run("dump").output
        let said = money.run("import", "--forget", paths[1], "--json")
        #expect(said.output == "{\"forgotten\":1,\"kept\":3}\n")
        #expect(money.run("check").code == 0)
        #expect(try accounts()["black"] == 3)
        #expect(money.run("undo").code == 0)
        #expect(money.run("dump").output == before)
        #expect(money.run("import", "--forget", "aprill.csv").errors.contains("april.csv"))
    }

    @Test func `files of one name in monthly folders are files of their own`() throws {
        for (number, month) in ["2026-03", "2026-04", "2026-05"].enumerated() {
            let text = card(900 - number * 30, [3, 9, 12], 10, "Bolt").replacing(
                ".04.2026", with: ".0\(number + 3).2026")
            _ = unsafe mkdir(money.workspace + "/inbox/" + month, 0o700)
            money.folder.write(text, to: "money/inbox/\(month)/card.csv")
        }
        #expect(money.run("import", "--account", "card").code == 0)
        let coverage = try money.objects("coverage", "--account", "card", "--json")
        guard case .array(let files)? = coverage.first?["files"] else {
            Issue.record("\(coverage)")
            return
        }
        #expect(files.count == 3)
        let before = money.dump
        _ = money.run("import", "--account", "card")
        #expect(money.dump == before)
        // By its path, and when it is gone.
        let path = money.folder.path + "/money/inbox/2026-04/card.csv"
        let said = money.run("import", "--forget", path, "--json")
        #expect(said.output == "{\"forgotten\":3,\"kept\":0}\n")
        #expect(Tool.run(["rm", money.folder.path + "/money/inbox/2026-03/card.csv"]) == 0)
        #expect(money.run("import", "--forget", "2026-03/card.csv").code == 0)
        let left = try money.lines(in: "queue").filter { $0["account"]?.text == "card" }
        #expect(
            left.compactMap { $0["date"]?.text?.prefix(7) } == ["2026-05", "2026-05", "2026-05"])
    }

    // MARK: Other commands beside a review

    @Test func `commands that only look work while a review is open`() throws {
        let session = TerminalSession(
            ["review", "--plain", "--workspace", money.workspace], environment: ["LANG=en_US.UTF-8"]
        )
        #expect(session.wait(for: "[q] quit"))
        for command in ["status", "report", "pending", "list", "balance", "coverage", "accounts"] {
            #expect(money.run(command).code == 0)
        }
        session.type("q\r")
        #expect(session.finish() == 0)
        #expect(money.run("check").code == 0)
    }

    /// What another command does while a person looks at two coffees, and how many of them the
    /// answer is then given to.
    enum Meanwhile: String, CaseIterable {
        case importsMore, dismissesOne, approvesBoth, notesOne, approvesAnother, takesTheImportBack

        var answered: Int {
            switch self {
            case .importsMore, .approvesAnother: 2
            case .dismissesOne, .notesOne: 1
            case .approvesBoth, .takesTheImportBack: 0
            }
        }

        func run(_ money: Money) throws {
            let coffees = try money.lines(in: "queue").filter {
                $0["description"]?.text == "Aroma Kava"
            }.compactMap { $0["key"]?.text }
            let outcome =
                switch self {
                case .importsMore: money.run("import", money.folder.path + "/april.csv")
                case .dismissesOne: money.run("dismiss", coffees[0])
                case .approvesBoth: money.run("approve", coffees[0], coffees[1])
                case .notesOne: money.run("edit", coffees[1], "--note", "with Olena")
                case .approvesAnother: money.run("approve", try money.key(of: "Bolt"))
                case .takesTheImportBack: money.run("undo")
                }
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }

    @Test(arguments: Meanwhile.allCases, ["--plain", "--answers"])
    func `an answer is given to the lines that wait as they were shown, and the others are named`(
        _ meanwhile: Meanwhile, front: String
    ) throws {
        money.folder.write(card(700, [3, 9, 12], 5, "Novus"), to: "april.csv")
        let isPlain = front == "--plain"
        let session = TerminalSession(
            ["--lang", "en", "--workspace", money.workspace, "review"] + (isPlain ? [front] : []),
            columns: 140)
        #expect(session.wait(for: "quit"))
        // The two coffees stand behind the shop that nobody knows.
        session.type(isPlain ? "s\r" : "s")
        #expect(session.wait(for: isPlain ? "Aroma Kava · 2 lines" : "Aroma"))
        try meanwhile.run(money)
        let before = money.dump
        session.type("\r")
        #expect(session.wait(for: "another command changed the queue or the ledger"))
        let lost = 2 - meanwhile.answered
        let words =
            lost == 0
            ? "your answer is saved"
            : "your answer was not applied to \(lost) line\(lost == 1 ? "" : "s")"
        #expect(session.wait(for: words))
        if meanwhile != .takesTheImportBack { session.type(isPlain ? "q\r" : "q") }
        if meanwhile == .takesTheImportBack, !isPlain { session.type("q") }
        #expect(session.finish() == 0, "\(session.text)")
        #expect(session.text.contains("Saved: \(meanwhile.answered) approved"))
        #expect(money.run("check").code == 0)
        if lost == 2 {
            #expect(money.dump == before)
        } else {
            #expect(money.run("undo").code == 0)
            #expect(money.dump == before)
        }
    }

    @Test func `answers of the editor are given to what still waits`() throws {
        money.folder.write(
            """
            #!/bin/sh
            \(Program.executable) dismiss \(try money.key(of: "Bolt")) --workspace \(money.workspace) >/dev/null
            sed -E -i 's/^wait( .*(Bolt|Aroma).*)/ok\\1/' "$1"

            """, to: "editor.sh")
        let outcome = Program.run(
            ["review", "--edit", "--workspace", money.workspace],
            environment: ["EDITOR=sh \(money.folder.path)/editor.sh"])
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("your answer was not applied to 1 line"))
        #expect(outcome.output.contains("Bolt"))
        #expect(try money.categories() == ["Aroma Kava": "eating_out.coffee"])
        #expect(money.run("check").code == 0)
    }

    @Test func `a script may hand its own output to the review`() throws {
        let key = try money.key(of: "Bolt")
        let line =
            "{\"key\":\"\(key)\",\"decision\":{\"action\":\"approve\",\"category\":\"pets\"}}\n"
        let said = money.run("review", "--decisions", "-", input: line)
        #expect(said.code == 0)
        let filed = try money.objects("list", "--json")
        #expect(filed.map { $0["category"]?.text } == ["pets"])
    }

    @Test func `decisions may come from anything that can be read, and there may be none`() throws {
        let before = money.dump
        let none = money.run("review", "--decisions", "/dev/null")
        #expect(none.code == 0)
        #expect(none.output.contains("no decisions: nothing was changed"))
        #expect(money.run("review", "--decisions", "-", input: "\n \n").code == 0)
        money.folder.write("", to: "empty.jsonl")
        let empty = money.folder.path + "/empty.jsonl"
        #expect(money.run("review", "--decisions", empty).code == 0)
        #expect(money.dump == before)
        #expect(money.run("review", "--decisions", money.folder.path).code == 74)
        let key = try money.key(of: "Bolt")
        let line = #"{"key":"\#(key)","decision":{"action":"approve","category":"pets"}}"#
        let piped = Program.run(
            ["review", "--decisions", "/dev/stdin", "--workspace", money.workspace],
            input: line + "\n")
        #expect(piped.code == 0, "\(piped.errors)")
        #expect(try money.categories() == ["Bolt": "pets"])
    }

    // MARK: Links and copies

    @Test func `a workspace behind a link opens for every command`() throws {
        let link = money.folder.path + "/link"
        #expect(Tool.run(["ln", "-s", money.folder.path, link]) == 0)
        #expect(Program.run("init", link + "/new").code == 0)
        #expect(Program.run("check", "--workspace", link + "/new").code == 0)
        #expect(money.run("backup", link + "/copy").code == 0)
        for command in ["status", "pending", "dump", "check"] {
            #expect(Program.run(command, "--workspace", link + "/money").code == 0)
        }
        #expect(Program.run("approve", "--level", "high", "--workspace", link + "/money").code == 0)
    }

    // MARK: Proof

    @Test func `a hold that the bank never booked is named as the difference`() throws {
        let json = """
            [{"id":"A1","time":1775030400,"description":"Silpo","mcc":5411,"originalMcc":5411,"hold":false,\
            "amount":-1000,"operationAmount":-1000,"currencyCode":980,"commissionRate":0,"cashbackAmount":0,"balance":99000},
            {"id":"A2","time":1775116800,"description":"WOG","mcc":5541,"originalMcc":5541,"hold":true,\
            "amount":-51675,"operationAmount":-51675,"currencyCode":980,"commissionRate":0,"cashbackAmount":0,"balance":47325},
            {"id":"A3","time":1775203200,"description":"Silpo","mcc":5411,"originalMcc":5411,"hold":false,\
            "amount":-2000,"operationAmount":-2000,"currencyCode":980,"commissionRate":0,"cashbackAmount":0,"balance":97000}]

            """
        money.folder.write(json, to: "holds.json")
        #expect(
            money.run("import", "--account", "card", money.folder.path + "/holds.json").code <= 1)
        #expect(money.run("approve", "--all").code == 0)
        let hold = try money.objects("list", "--json").first { $0["description"]?.text == "WOG" }
        let key = try #require(hold?["key"]?.text)
        let balances = try money.objects("balance", "--json")
        let card = try #require(balances.first { $0["account"]?.text == "card" })
        #expect(card["difference"]?.text == "516.75")
        #expect(money.run("balance", "--json").output.contains("\"explained_by\":[\"\(key)\"]"))
        #expect(money.run("balance").output.contains(key))
        #expect(money.run("check").code == 1)
        #expect(money.run("delete", key).code == 0)
        #expect(money.run("check").code == 0)
    }

    // MARK: Two layouts of one account

    @Test func `a row of another layout is a question by its words alone, and once`() throws {
        let day = "Дата;Опис;Сума;Валюта\n"
        let first =
            day
            + "02.02.2026;Кава;-85,00;UAH\n03.02.2026;Сільпо;-120,50;UAH\n"
            + "05.02.2026;АТБ;-64,00;UAH\n05.02.2026;Комісія;-5,00;UAH\n"
            + "09.02.2026;Нова пошта;-90,00;UAH\n"
        let head = "Date,Details,Amount,Currency\n"
        let other =
            head + "2026-02-04,Rozetka,-700.00,UAH\n2026-02-05,Комісія,-5.00,UAH\n"
            + "2026-02-06,Uber,-101.00,UAH\n"
        let again =
            head + "2026-02-03,Сільпо,-120.50,UAH\n2026-02-05,АТБ,-64.00,UAH\n"
            + "2026-02-05,Комісія,-5.00,UAH\n2026-02-09,Нова пошта,-90.00,UAH\n"
            + "2026-02-10,Uber,-101.00,UAH\n"
        for (files, lines, questions) in [
            (["first", "other"], 8, 1), (["other", "first"], 8, 1),
            (["first", "again"], 6, 0), (["again", "first"], 6, 0),
        ] {
            let folder = TemporaryFolder()
            let workspace = folder.path + "/w"
            #expect(Program.run("init", workspace).code == 0)
            let texts = ["first": first, "other": other, "again": again]
            for night in 0..<3 {
                for name in files {
                    folder.write(texts[name] ?? "", to: name + ".csv")
                    let done = Program.run(
                        "import", "--workspace", workspace, "--account", "X",
                        folder.path + "/\(name).csv")
                    #expect(done.code <= 1)
                }
                let pending = Program.run("pending", "--json", "--workspace", workspace).output
                let states = pending.split(separator: "\n")
                #expect(states.count == lines, "\(files) \(night)")
                #expect(
                    states.count { $0.contains("\"state\":\"ambiguous\"") } == questions,
                    "\(files) \(night)")
            }
        }
    }

    /// A bank prints the account's number in one export and leaves it out in another.
    @Test func `an export with the account's number and one without are one account`() throws {
        let head =
            "Номер документу;Дата операції;Час операції;Сума;Валюта;Призначення платежу;"
            + "ЄДРПОУ;Назва контрагента;Рахунок контрагента;Референс\n"
        let row = ";14360570;Банк;UA00305299000006510000000001;"
        func table(_ rows: [(day: String, time: String, sum: Int)]) -> String {
            head
                + rows.map {
                    "107;\($0.day);\($0.time);\($0.sum),00;UAH;Абонплата\(row)JBK\($0.sum)"
                }
                .joined(separator: "\n") + "\n"
        }
        func json(_ rows: [(day: String, time: String, sum: Int)]) -> String {
            let items = rows.map {
                """
                {"AUT_MY_MFO": "305299", "AUT_MY_ACC": "UA303052990000026000000000204",
                 "AUT_CNTR_CRF": "14360570", "AUT_CNTR_ACC": "UA00305299000006510000000001",
                 "AUT_CNTR_NAM": "Банк", "CCY": "UAH", "FL_REAL": "r", "PR_PR": "r",
                 "DOC_TYP": "m", "NUM_DOC": "107", "DAT_KL": "\($0.day)", "DAT_OD": "\($0.day)",
                 "OSND": "Абонплата", "SUM": "\(-$0.sum).00", "SUM_E": "\(-$0.sum).00",
                 "REF": "JBK\($0.sum)", "REFN": "1", "TIM_P": "\($0.time.prefix(5))",
                 "DATE_TIME_DAT_OD_TIM_P": "\($0.day) \($0.time)",
                 "ID": "17\(-$0.sum)", "TRANTYPE": "D",
                 "TECHNICAL_TRANSACTION_ID": "17\(-$0.sum)_online"}
                """
            }
            return """
                {"status": "SUCCESS", "type": "transactions", "exist_next_page": false,
                 "next_page_id": "", "transactions": [\(items.joined(separator: ",\n"))]}
                """
        }
        let months = [
            [("01.01.2023", "05:29:21", -150), ("12.01.2023", "16:41:33", -380)],
            [("01.02.2023", "04:11:05", -151)],
        ]
        let folder = TemporaryFolder()
        let workspace = folder.path + "/w"
        #expect(Program.run("init", workspace).code == 0)
        for (month, rows) in months.enumerated() {
            folder.write(table(rows), to: "w/inbox/fop-\(month).csv")
            folder.write(json(rows), to: "w/inbox/fop-\(month).json")
            for _ in 0..<2 {
                #expect(Program.run("import", "--workspace", workspace).code == 0)
                let accounts = Program.run("accounts", "--json", "--workspace", workspace).output
                #expect(accounts.split(separator: "\n").count == 1, "\(accounts)")
                let pending = Program.run("pending", "--json", "--workspace", workspace).output
                #expect(pending.split(separator: "\n").count == (month == 0 ? 2 : 3))
            }
        }
    }
}
