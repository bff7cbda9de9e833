import Categorizing
import Facts
import Ledger
import Importing
import Scanning
import Testing
import Workspaces

@Suite struct `An import` {
    /// 14 February 2026, 12:00 in Kyiv.
    private static let noon = 1_771_063_200
    private static let three = [
        BankLine(id: "AAA", time: noon, text: "Сільпо", amount: -12_550, balance: 900_000),
        BankLine(id: "BBB", time: noon - 3_600, text: "Bolt", amount: -9_900, balance: 912_550),
        BankLine(id: "CCC", time: noon - 7_200, text: "Аванс", amount: 100_000, balance: 922_450),
    ]
    private static let threeAsCSV = BankLine.csv([
        ("14.02.2026 12:00:00", "Сільпо", "-125.5", "9000.0"),
        ("14.02.2026 11:00:00", "Bolt", "-99.0", "9125.5"),
        ("14.02.2026 10:00:00", "Аванс", "1000.0", "9224.5"),
    ])

    @Test func `counts each row under one fate and writes what it counted`() throws {
        let household = try Household()
        let file = household.write(BankLine.json(Self.three), to: "a.json")
        let report = try household.importing([file, file])
        #expect(report.files.map(\.isBalanced) == [true, true])
        #expect(report.files.map(\.rowsRead) == [3, 3])
        #expect(report.files.map(\.new) == [3, 0])
        #expect(report.files.map(\.known) == [0, 3])
        #expect(report.files[0].accounts == ["monobank-UAH"])
        #expect(report.isClean)
        #expect(try household.lines().count == 3)
    }

    /// A client-bank's table: each payment with its time, its document's number, what it is for and
    /// its amount.
    private static func payments(_ rows: [(String, String, String, String)]) -> String {
        "ЄДРПОУ;МФО;Рахунок;Валюта;Дата операції;Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;"
            + "Номер документа;Дебет;Кредит;Призначення платежу\n"
            + rows.map {
                "3112345678;351005;26001234567890;UAH;03.03.2026 \($0.0);2600;123;ТОВ;\($0.1);;\($0.3);\($0.2)\n"
            }.joined()
    }

    @Test func `rows that bear one document's number are rows of their own`() throws {
        let household = try Household()
        let first = household.write(
            Self.payments([
                ("10:15:22", "1", "Рахунок 5", "500.00"), ("10:15:22", "1", "Рахунок 6", "500.00"),
                ("11:00:00", "1", "Рахунок 7", "500.00"), ("12:00:00", "1", "Рахунок 8", "700.00"),
            ]), to: "a.csv")
        let second = household.write(
            Self.payments([
                ("11:00:00", "1", "Рахунок 7", "500.00"), ("13:00:00", "1", "Рахунок 9", "500.00"),
            ]), to: "b.csv")
        let report = try household.importing([first, second])
        #expect(report.files.map(\.new) == [4, 1])
        #expect(report.files.map(\.known) == [0, 1])
        #expect(try household.lines().count == 5)
    }

    @Test func `done twice changes nothing, in queue and in ledger`() throws {
        let household = try Household()
        let files = [
            household.write(BankLine.json(Self.three), to: "a.json"),
            household.write(Self.threeAsCSV, to: "a.csv"),
        ]
        try household.importing(files)
        let queued = try household.dump()
        let again = try household.importing(files.reversed())
        #expect(again.summary == ImportSummary())
        #expect(try household.dump() == queued)
        #expect(try household.approveAll() == 3)
        let approved = try household.dump()
        try household.importing(files)
        #expect(try household.dump() == approved)
    }

    @Test(arguments: [false, true], [false, true])
    func `makes one fact with two sources of CSV and JSON`(
        isCSVFirst: Bool, isApprovedBetween: Bool
    ) throws {
        let household = try Household()
        var files = [
            household.write(BankLine.json(Self.three), to: "a.json"),
            household.write(Self.threeAsCSV, to: "b.csv"),
        ]
        if isCSVFirst { files.reverse() }
        try household.importing([files[0]])
        if isApprovedBetween { try household.approveAll() }
        let second = try household.importing([files[1]])
        #expect(second.files[0].known == 3)
        #expect(second.summary.sourcesAdded == 3)
        let lines = try household.lines()
        #expect(lines.count == 3)
        for line in lines {
            guard case .array(let sources)? = line["sources"] else {
                Issue.record("no sources")
                continue
            }
            #expect(Set(sources.compactMap { $0["file"]?.text }) == ["a.json", "b.csv"])
        }
        #expect(Set(lines.compactMap { $0["bank_id"]?.text }) == ["AAA", "BBB", "CCC"])
    }

    // MARK: Holds

    private static let hold = BankLine(
        id: "HHH", time: noon, text: "WOG", amount: -100_000, isHold: true)
    private static func booked(_ amount: Int) -> BankLine {
        BankLine(id: "HHH", time: noon, text: "WOG", amount: amount)
    }

    @Test(arguments: [-100_000, -93_217])
    func `completes a hold that waits when it is booked`(amount: Int) throws {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "a.json")])
        let report = try household.importing([
            household.write(BankLine.json([Self.booked(amount)]), to: "b.json")
        ])
        #expect(report.files[0].settled + report.files[0].known == 1)
        let lines = try household.lines()
        #expect(lines.count == 1)
        #expect(lines[0]["amount"]?.text == (amount == -100_000 ? "-1000.00" : "-932.17"))
        #expect(!isHold(lines[0]))
    }

    /// Banks give each export one name, and the row may stand on the same line.
    @Test(arguments: [false, true])
    func `completes a hold from a newer file of the same name`(isApproved: Bool) throws {
        let household = try Household()
        let path = household.write(BankLine.json([Self.hold]), to: "a.json")
        try household.importing([path])
        if isApproved { try household.approveAll() }
        household.write(BankLine.json([Self.booked(-93_217)]), to: "a.json")
        #expect(try household.importing([path]).files[0].settled == 1)
        let lines = try household.lines()
        #expect(lines.map { $0["amount"]?.text } == ["-932.17"])
        #expect(!lines.contains(where: isHold))
        #expect(try household.open().check() == [])
    }

    /// The bank's number of the account is known without its IBAN; balances prove that the third
    /// row repeats nothing.
    @Test func `reads an account in another form of its number the same way twice`() throws {
        let household = try Household()
        let head = "Account;Date;Description;Amount;Currency;Balance\n"
        try household.importing([
            household.write(
                head + "20040020/0500000000;2026-01-03;BREAD;-20.00;EUR;970.00\n", to: "a.csv")
        ])
        let rows = ["-50.00;EUR;920.00", "50.00;EUR;970.00", "-50.00;EUR;920.00"]
        let report = try household.importing([
            household.write(
                head
                    + rows.map { "DE44200400200500000000;2026-01-05;SHOP;\($0)\n" }.joined(),
                to: "b.csv")
        ])
        #expect(report.files[0].repeated == 0)
        #expect(try household.lines().count == 4)
    }

    @Test func `does not turn a booked line back into a hold`() throws {
        let household = try Household()
        try household.importing([
            household.write(BankLine.json([Self.booked(-93_217)]), to: "b.json")
        ])
        let before = try household.lines().map { $0["amount"]?.text }
        let report = try household.importing([
            household.write(BankLine.json([Self.hold]), to: "a.json")
        ])
        #expect(report.files[0].isBalanced)
        let kept = try household.lines().filter { !flags($0).contains("conflict") }
        #expect(kept.map { $0["amount"]?.text } == before)
        #expect(!kept.contains(where: isHold))
    }

    @Test func `completes an approved hold that is booked as it was`() throws {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "a.json")])
        try household.approveAll()
        let report = try household.importing([
            household.write(BankLine.json([Self.booked(-100_000)]), to: "b.json")
        ])
        #expect(report.files[0].conflicts == 0)
        let lines = try household.lines()
        #expect(lines.count == 1)
        #expect(lines[0]["where"]?.text == "ledger")
    }

    @Test(arguments: [-93_217, -100_000])
    func `a hold that was divided as it waits keeps its parts only where they sum`(
        booked: Int
    ) throws {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "a.json")])
        let key = try #require(try household.keys().first)
        let half = Money(minorUnits: -50_000, currency: .uah)
        let decision = Decision(
            note: "to the sea",
            splits: [
                .init(category: "transport.fuel", amount: half),
                .init(category: "eating_out.coffee", amount: half),
            ])
        _ = try household.open().decide(command: "split", .keys([key])) { _ in decision }
        let before = try household.dump()
        let file = household.write(BankLine.json([Self.booked(booked)]), to: "b.json")
        let report = try household.importing([file])
        #expect(report.files[0].settled == 1)
        #expect(report.summary.linesUndivided == (booked == -100_000 ? [] : [key]))
        let line = try #require(try household.lines().first)
        #expect(line["amount"]?.text == (booked == -100_000 ? "-1000.00" : "-932.17"))
        let queue = Household.text(household.workspacePath + "/pending.jsonl")
        #expect(queue.contains("\"splits\"") == (booked == -100_000))
        #expect(queue.contains("to the sea"))
        func undo() throws {
            let workspace = try household.open()
            #expect(workspace.problems.isEmpty)
            _ = try workspace.undo()
        }
        try undo()
        #expect(try household.dump() == before)
    }

    @Test
    func `an approved hold that is booked with another amount is revised, and undo takes it back`()
        throws
    {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "a.json")])
        let key = try #require(try household.keys().first)
        let decision = Decision(verdict: .approve, category: "transport.fuel", note: "to the sea")
        _ = try household.open().decide(command: "review", .keys([key])) { _ in decision }
        let before = try household.dump()
        let file = household.write(BankLine.json([Self.booked(-93_217)]), to: "b.json")
        let dry = try household.importing([file], isDryRun: true)
        #expect(try household.dump() == before)
        let report = try household.importing([file])
        #expect(dry.files[0].revised == report.files[0].revised)
        #expect(report.files[0].settled == 1)
        #expect(
            report.files[0].revised.map { "\($0.earlier.text) \($0.now.text)" } == [
                "-1000.00 -932.17"
            ])
        #expect(report.isClean)
        let lines = try household.lines()
        #expect(lines.map { $0["amount"]?.text } == ["-932.17"])
        #expect(lines.map { $0["where"]?.text } == ["ledger"])
        #expect(lines.map { $0["category"]?.text } == ["transport.fuel"])
        #expect(lines.map(flags) == [[]])
        let after = try household.dump()
        #expect(after.contains("to the sea") && after.contains("\"where\":\"revision\""))
        #expect(try household.open().ledger.check() == [])
        // What was booked is known from then on, and an older export with the hold changes nothing.
        #expect(try household.importing([file]).files[0].known == 1)
        let old = household.write(BankLine.json([Self.hold]) + "\n", to: "c.json")
        #expect(try household.importing([old]).files[0].known == 1)
        _ = try household.open().undo()
        #expect(try household.dump() == after)
        _ = try household.open().undo()
        #expect(try household.dump() == before)
        #expect(try household.open().ledger.check() == [])
        guard case .done = try household.open().redo() else {
            Issue.record("the undone import could not be done again")
            return
        }
        #expect(try household.dump() == after)
    }

    @Test(arguments: [61, 0])
    func `an approved hold is revised under another id where second and words are its own`(
        secondsPastNoon: Int
    ) throws {
        let household = try Household()
        var hold = Self.hold
        hold.time = Self.noon + secondsPastNoon
        var booked = Self.booked(-93_217)
        booked.id = "HHH-2"
        booked.time = hold.time
        try household.importing([household.write(BankLine.json([hold]), to: "a.json")])
        try household.approveAll()
        let report = try household.importing([
            household.write(BankLine.json([booked]), to: "b.json")
        ])
        let lines = try household.lines()
        // Noon is what banks print that know only the day.
        guard secondsPastNoon > 0 else {
            #expect(report.files[0].revised.isEmpty)
            #expect(report.files[0].ambiguous == 1)
            #expect(lines.compactMap { $0["amount"]?.text }.sorted() == ["-1000.00", "-932.17"])
            return
        }
        #expect(report.files[0].revised.count == 1)
        #expect(lines.map { $0["amount"]?.text } == ["-932.17"])
        #expect(lines.map { $0["bank_id"]?.text } == ["HHH-2"])
    }

    @Test func `asks where two approved holds of one second could be the one that was booked`()
        throws
    {
        let household = try Household()
        var hold = Self.hold
        hold.time += 61
        var other = hold
        other.id = "HHH-3"
        other.amount = -110_000
        var booked = Self.booked(-93_217)
        booked.id = "HHH-2"
        booked.time = hold.time
        try household.importing([
            household.write(BankLine.json([hold, other]), to: "a.json")
        ])
        try household.approveAll()
        let report = try household.importing([
            household.write(BankLine.json([booked]), to: "b.json")
        ])
        #expect(report.files[0].revised.isEmpty)
        #expect(report.files[0].ambiguous == 1)
        let amounts = try household.lines().filter { $0["where"]?.text == "ledger" }
            .compactMap { $0["amount"]?.text }
        #expect(amounts.sorted() == ["-1000.00", "-1100.00"])
    }

    @Test func `asks about a hold that was approved in parts, which would not sum`() throws {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "a.json")])
        let key = try #require(try household.keys().first)
        let parts = [-60_000, -40_000].map {
            Decision.Split(
                category: "groceries", amount: Money(minorUnits: $0, currency: .uah))
        }
        let decision = Decision(verdict: .approve, splits: parts)
        _ = try household.open().decide(command: "review", .keys([key])) { _ in decision }
        let report = try household.importing([
            household.write(BankLine.json([Self.booked(-93_217)]), to: "b.json")
        ])
        #expect(report.files[0].conflicts == 1)
        #expect(report.files[0].revised.isEmpty)
        #expect(
            try household.lines().first { $0["where"]?.text == "ledger" }?["amount"]?.text
                == "-1000.00")
    }

    @Test func `settles a hold that is booked under another id and amount at its second`() throws {
        let household = try Household()
        var booked = Self.booked(-93_217)
        booked.id = "HHH-2"
        try household.importing([household.write(BankLine.json([Self.hold]), to: "a.json")])
        let report = try household.importing([
            household.write(BankLine.json([booked]), to: "b.json")
        ])
        #expect(report.files[0].settled == 1)
        let lines = try household.lines()
        #expect(lines.map { $0["amount"]?.text } == ["-932.17"])
        #expect(lines.map { $0["bank_id"]?.text } == ["HHH-2"])
    }

    @Test func `tells a hold that no later export shows, and changes nothing`() throws {
        let household = try Household()
        try household.importing(
            [household.write(BankLine.json([Self.hold]), to: "a.json")], account: "black")
        let key = try household.lines()[0]["key"]?.text
        func line(_ id: String, days: Int) -> BankLine {
            BankLine(id: id, time: Self.noon + days * 86_400, text: "Сільпо", amount: -5_000)
        }
        // The next days alone do not say that it is gone.
        let soon = try household.importing(
            [
                household.write(
                    BankLine.json([line("N1", days: -1), line("N2", days: 2)]), to: "b.json")
            ], account: "black")
        #expect(soon.vanishedHolds.isEmpty)
        let later = try household.importing(
            [
                household.write(
                    BankLine.json([line("N1", days: -1), line("N3", days: 9)]), to: "c.json")
            ], account: "black")
        #expect(later.vanishedHolds.map(\.key.text) == [key])
        #expect(try household.lines().count(where: isHold) == 1)
    }

    @Test func `keeps both lines of a bank id that disagree`() throws {
        let household = try Household()
        var other = Self.three[0]
        other.amount = -15_550
        other.balance = 897_000
        try household.importing([household.write(BankLine.json(Self.three), to: "a.json")])
        let file = household.write(BankLine.json([other]), to: "b.json")
        let report = try household.importing([file])
        #expect(report.files[0].conflicts == 1)
        let amounts = try household.lines().filter { $0["bank_id"]?.text == "AAA" }
            .compactMap { $0["amount"]?.text }
        #expect(Set(amounts) == ["-125.50", "-155.50"])
        let before = try household.dump()
        try household.importing([file])
        #expect(try household.dump() == before)
    }

    /// A conflict with two lines of one id in the queue: each of the two is known when it comes
    /// again.
    @Test(arguments: [false, true])
    func `knows both lines of a conflict when they come again`(isApproved: Bool) throws {
        let household = try Household()
        let files = [
            household.write(BankLine.json([Self.booked(-100_000)]), to: "a.json"),
            household.write(BankLine.json([Self.booked(-93_217)]), to: "b.json"),
        ]
        try household.importing(files)
        if isApproved { try household.approveAll() }
        let before = try household.dump()
        let again = try household.importing(files)
        #expect(again.files.map(\.known) == [1, 1])
        try household.importing(files.reversed())
        #expect(try household.dump() == before)
    }

    private func isHold(_ line: JSONValue) -> Bool {
        if case .bool(true)? = line["hold"] { true } else { false }
    }

    private func flags(_ line: JSONValue) -> [String] {
        guard case .array(let flags)? = line["flags"] else { return [] }
        return flags.compactMap(\.text)
    }

    // MARK: Accounts

    @Test func `asks the file, then --account, then the folder, then the bank whose account it is`()
        throws
    {
        let household = try Household()
        household.write(
            "accounts:\n  - name: Чорна\n    is: [black, monobank-UAH]\n  - name: other\n",
            to: "money/kopiyka.yaml")
        household.write(BankLine.json([Self.three[0]]), to: "money/inbox/black/a.json")
        // A balance that the last file does not continue; it continues that of the first.
        var another = Self.three[2]
        another.balance = 1_000
        household.write(BankLine.json([another]), to: "money/inbox/other/deeper/b.json")
        let direct = household.write(BankLine.json([Self.three[1]]), to: "money/inbox/c.json")
        let inbox = household.workspacePath + "/inbox"
        let report = try household.importing([inbox])
        #expect(report.files.map(\.accounts) == [["Чорна"], ["Чорна"], ["other"]])
        // Other bytes: those of a file that is in stay where they are.
        household.write(BankLine.json([Self.three[1]]) + "\n", to: "money/inbox/c.json")
        #expect(try household.importing([direct], account: "white").files[0].accounts == ["white"])
        #expect(
            try household.importing([inbox + "/black"], account: "black")
                .files[0].accounts == ["Чорна"])
    }

    @Test(arguments: ["2026-02", "лютий", "downloads", "2026"])
    func `a folder that the settings do not know names no account`(_ name: String) throws {
        let household = try Household()
        household.write(BankLine.json(Self.three), to: "money/inbox/\(name)/a.json")
        let report = try household.importing([household.workspacePath + "/inbox"])
        #expect(report.files.map(\.accounts) == [["monobank-UAH"]])
    }

    @Test func `a folder outside the inbox names no account, so a file in it comes in once`() throws
    {
        let household = try Household()
        let file = household.write(BankLine.json(Self.three), to: "exports/march/a.json")
        let first = try household.importing([household.folder + "/exports"])
        let second = try household.importing([file])
        #expect(first.files.map(\.accounts) == [["monobank-UAH"]])
        #expect(second.files.map(\.new) == [0])
    }

    @Test func `takes an account's number over every other word`() throws {
        let household = try Household()
        let ofx = """
            OFXHEADER:100
            DATA:OFXSGML
            VERSION:102
            SECURITY:NONE
            ENCODING:UTF-8
            CHARSET:NONE
            COMPRESSION:NONE
            OLDFILEUID:NONE
            NEWFILEUID:NONE

            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>UAH
            <BANKACCTFROM><BANKID>1<ACCTID>000123<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><DTSTART>20260201<DTEND>20260228
            <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260214<TRNAMT>-1.00<FITID>1<NAME>Silpo</STMTTRN>
            </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>

            """
        let file = household.write(ofx, to: "in/shared/a.ofx")
        let report = try household.importing([household.folder + "/in"], account: "said")
        #expect(report.files[0].failure == nil)
        #expect(report.files[0].accounts == ["1/000123"])
        household.write(
            "accounts:\n  - name: Партнер\n    is: [1/000123]\n", to: "money/kopiyka.yaml")
        household.write(ofx + "\n", to: "in/shared/a.ofx")
        #expect(try household.importing([file], isDryRun: true).files[0].accounts == ["Партнер"])
    }

    @Test func `a file that is in stays in its account whatever names it later`() throws {
        let household = try Household()
        let file = household.write(BankLine.json(Self.three), to: "march.json")
        try household.importing([file])
        let before = try household.dump()
        for account in ["", "black"] {
            if account.isEmpty {
                household.write(
                    "accounts:\n  - name: Чорна\n    is: [march]\n", to: "money/kopiyka.yaml")
            }
            let report = try household.importing([file], account: account).files[0]
            #expect(report.known == 3 && report.new == 0)
            #expect(report.accounts == ["monobank-UAH"])
            #expect(report.keptAccounts.map(\.kept) == ["monobank-UAH"])
            #expect(report.keptAccounts.map(\.named) == [account.isEmpty ? "Чорна" : account])
            #expect(!report.isClean)
        }
        #expect(try household.dump() == before)
    }

    @Test func `rows that are in another account stay there when the file is downloaded again`()
        throws
    {
        let household = try Household()
        var rows = Self.three
        for minute in 1...3 {
            rows.append(
                BankLine(
                    id: "D\(minute)", time: Self.noon - 9_000 - minute * 60, text: "OKKO",
                    amount: -100 * minute, balance: 800_000 + minute))
        }
        let file = household.write(BankLine.json(rows), to: "march.json")
        try household.importing([file])
        household.write(
            "accounts:\n  - name: Чорна\n    is: [card]\n", to: "money/kopiyka.yaml")
        rows.reverse()
        rows.append(BankLine(id: "Z9", time: Self.noon + 90_000, text: "WOG", amount: -777))
        let again = household.write(BankLine.json(rows), to: "card.json")
        let report = try household.importing([again]).files[0]
        #expect(report.known == 6 && report.new == 1)
        #expect(report.accounts == ["monobank-UAH"])
        #expect(report.keptAccounts == [KeptAccount(named: "Чорна", kept: "monobank-UAH")])
        let accounts = Set(try household.lines().compactMap { $0["account"]?.text })
        #expect(accounts == ["monobank-UAH"])
    }

    @Test func `few rows alike stay where they are, and the file goes to its account`() throws {
        let household = try Household()
        let file = household.write(BankLine.json(Self.three), to: "march.json")
        try household.importing([file])
        household.write(
            "accounts:\n  - name: Чорна\n    is: [card]\n", to: "money/kopiyka.yaml")
        let rows = (1...5).map {
            BankLine(id: "Y\($0)", time: Self.three[0].time + $0, text: "OKKO", amount: -100 * $0)
        }
        let other = household.write(BankLine.json([Self.three[0]] + rows), to: "card.json")
        let report = try household.importing([other]).files[0]
        #expect(report.new == 5 && report.keptAccounts.isEmpty)
        #expect(report.accounts == ["Чорна", "monobank-UAH"])
        #expect(report.shownAsOne == [KeptAccount(named: "monobank-UAH", kept: "Чорна")])
    }

    @Test func `a dismissed line stays dismissed when another file words it differently`() throws {
        let household = try Household()
        let payments = (1...6).map { CardPayment(day: $0, amount: "\($0)1.00") }
        let first = household.write(CardPayment.ofx(payments), to: "a.ofx")
        let second = household.write(CardPayment.mt940(payments), to: "b.sta")
        try household.importing([first])
        try household.dismissAll()
        try household.importing([second])
        let before = try household.dump()
        for files in [[first], [second], [second, first]] {
            let report = try household.importing(files)
            #expect(report.files.map(\.known).allSatisfy { $0 == 6 })
        }
        #expect(try household.dump() == before)
        for _ in 1...2 { #expect(try household.open().undo() != nil) }
        for _ in 1...2 {
            guard case .done = try household.open().redo() else {
                Issue.record("not done again")
                return
            }
        }
        #expect(try household.dump() == before)
    }

    // MARK: Whole or not at all

    @Test func `tells the same when it only would`() throws {
        let household = try Household()
        let files = [
            household.write(BankLine.json(Self.three + [Self.hold]), to: "a.json"),
            household.write(Self.threeAsCSV, to: "b.csv"),
            household.write("no statement at all\n", to: "c.csv"),
        ]
        let empty = try household.dump()
        let dry = try household.importing(files, isDryRun: true)
        #expect(try household.dump() == empty)
        let real = try household.importing(files)
        #expect(dry.files.map { "\($0)" } == real.files.map { "\($0)" })
        #expect(dry.summary.linesNew == real.summary.linesNew)
        #expect(dry.summary.sourcesAdded == real.summary.sourcesAdded)
    }

    @Test func `keeps the rows before the place a file breaks off at`() throws {
        let household = try Household()
        let whole = BankLine.json(Self.three)
        let cut = String(whole.prefix(whole.count - 40))
        let good = household.write(BankLine.json([Self.hold]), to: "b.json")
        let report = try household.importing([household.write(cut, to: "a.json"), good])
        #expect(report.files[0].failure != nil)
        #expect(report.files[0].isBalanced)
        #expect(report.files[0].new == 2)
        #expect(report.files[1].new == 1)
        #expect(!report.isClean)
        #expect(try household.lines().count == 3)
        let later = try household.importing([household.write(whole, to: "whole.json")])
        #expect(later.files[0].new == 1)
        #expect(later.files[0].known == 2)
    }

    @Test func `that is given up leaves nothing`() throws {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "h.json")])
        let before = try household.dump()
        let file = household.write(BankLine.json(Self.three), to: "a.json")
        func giveUp() throws {
            let workspace = try household.open()
            let inputs = InputList(paths: [file])
            var run = try ImportRun(
                into: workspace, categorizer: Self.categorizer,
                book: AccountBook(try workspace.settings()), options: ImportOptions(),
                files: inputs.files)
            for input in inputs.files { try run.add(input) { _ in } }
        }
        try giveUp()
        #expect(try household.dump() == before)
        #expect(try household.importing([file]).files[0].new == 3)
    }

    @Test func `of a workspace whose queue is damaged is refused`() throws {
        let household = try Household()
        try household.importing([household.write(BankLine.json([Self.hold]), to: "h.json")])
        let path = household.folder + "/money/pending.jsonl"
        let damaged = "{\"v\":1,\"key\":\"nonsense\"}\n"
        household.write(damaged, to: "money/pending.jsonl")
        let file = household.write(BankLine.json(Self.three), to: "a.json")
        #expect(throws: WorkspaceFailure.self) { try household.importing([file]) }
        #expect(Household.text(path) == damaged)
    }

    /// 5,000 payments by day, then a thousand of the first days' again: half of them as they were,
    /// half with other balances.
    private static let turningBack = (0..<6_000).map { number in
        let place = number < 5_000 ? number : number - 5_000
        let day = 10 + place / 250
        let second = place % 250 * 200
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let isOther = number >= 5_000 && place % 2 == 0
        return (
            time:
                "\(two(day)).03.2025 \(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))",
            text: "Фора \(place % 90)", amount: "-1.00",
            balance: "\(isOther ? 50_000 + place : 20_000 - place).00"
        )
    }

    @Test(arguments: [false, true])
    func `lets go of days only where that changes nothing`(isDryRun: Bool) throws {
        var outcomes: [[Int]] = []
        var dumps: [String] = []
        for linesPerTurn in [1_024, 1 << 20] {
            let household = try Household()
            let file = household.write(BankLine.csv(Self.turningBack), to: "x.csv")
            let report = try household.importing(
                [file], account: "mono", isDryRun: isDryRun, linesPerTurn: linesPerTurn)
            let tally = report.files[0]
            outcomes.append([tally.new, tally.repeated, tally.ambiguous, tally.known])
            dumps.append(try household.dump())
        }
        #expect(outcomes[0] == outcomes[1])
        #expect(outcomes[0][0] >= 5_000)
        #expect(outcomes[0][1] + outcomes[0][2] > 0)
        #expect(dumps[0] == dumps[1])
    }

    @Test func `of a long file is that of its pieces`() throws {
        let lines = (0..<2_400).map {
            BankLine(
                id: "L\($0)", time: Self.noon - $0 * 60, text: "Фора \($0 % 90)",
                amount: -100 - $0, balance: 1_000_000 + $0)
        }
        let whole = try Household()
        let report = try whole.importing([whole.write(BankLine.json(lines), to: "x.json")])
        #expect(report.files[0].new == 2_400)
        let parts = try Household()
        var files: [String] = []
        for start in stride(from: 0, to: 2_400, by: 300) {
            files.append(
                parts.write(
                    BankLine.json(Array(lines[start..<(start + 300)])), to: "p\(start).json"))
        }
        try parts.importing(files.reversed())
        func facts(_ household: Household) throws -> [String] {
            try household.lines().map {
                "\($0["key"]?.text ?? "") \($0["amount"]?.text ?? "") \($0["category"]?.text ?? "")"
            }.sorted()
        }
        #expect(try facts(whole) == facts(parts))
    }
}
