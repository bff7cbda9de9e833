import Scanning
import TestKit
import Testing

/// What happened on an account, as its bank shows it in one kind of export or another.
private struct Payment {
    var day: Int
    var time: String
    var amount: String
    var text: String
    var id = ""
    /// After it; only Monobank prints one here.
    var balance = ""
    var isHold = false

    init(
        _ day: Int, _ time: String, _ amount: String, _ text: String, id: String = "",
        balance: String = "", isHold: Bool = false
    ) {
        self.day = day
        self.time = time
        self.amount = amount
        self.text = text
        self.id = id
        self.balance = balance
        self.isHold = isHold
    }

    fileprivate var twoDigitDay: String { day < 10 ? "0\(day)" : "\(day)" }
    fileprivate var minorUnits: String {
        let parts = amount.split(separator: ".")
        return "\(parts[0])" + (parts.count > 1 ? "\(parts[1])" : "00")
    }
}

private enum Format: String, CaseIterable, CustomTestStringConvertible {
    case csv, json, ofx, xlsx
    /// Days, words and amounts; ids where payments have them.
    case table, qif

    var testDescription: String { rawValue }
    static let ofMonobank: [Format] = [.csv, .json, .ofx, .xlsx]

    func bytes(_ payments: [Payment]) -> [UInt8] {
        switch self {
        case .csv:
            Array(
                (Self.headings.map { "\"\($0)\"" }.joined(separator: ",") + "\n"
                    + payments.map { row in
                        cells(row).map { "\"\($0)\"" }.joined(separator: ",") + "\n"
                    }.joined()).utf8)
        case .xlsx:
            xlsxBook([
                WrittenSheet(
                    "Виписка",
                    xlsxRow(Self.headings) + payments.map { xlsxRow(cells($0)) }.joined())
            ])
        case .json:
            Array(
                ("[\n"
                    + payments.map { row in
                        """
                        {"id":"\(row.id)","time":\(epoch(row)),"description":"\(row.text)","mcc":5411,"hold":\(row.isHold),\
                        "amount":\(row.minorUnits),"operationAmount":\(row.minorUnits),"currencyCode":980,\
                        "commissionRate":0,"cashbackAmount":0,"balance":\(Payment(1, "", row.balance, "").minorUnits)}
                        """
                    }.joined(separator: ",\n") + "\n]\n").utf8)
        case .ofx:
            Array(
                ("""
                <?xml version="1.0" encoding="UTF-8" standalone="no"?>
                <?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
                <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>UAH</CURDEF>
                <BANKACCTFROM><BANKID>1</BANKID><ACCTID>000123</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
                <BANKTRANLIST><DTSTART>20260301</DTSTART><DTEND>20260331</DTEND>

                """
                    + payments.map { row in
                        "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>202603\(row.twoDigitDay)\(row.time.replacing(":", with: ""))</DTPOSTED>"
                            + "<TRNAMT>\(row.amount)</TRNAMT><FITID>\(row.id)</FITID><NAME>\(row.text)</NAME></STMTTRN>\n"
                    }.joined()
                    + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n").utf8)
        case .table:
            Array(
                ("Ідентифікатор;Дата;Опис;Сума;Валюта\n"
                    + payments.map {
                        "\($0.id);\($0.twoDigitDay).03.2026;\($0.text);\($0.amount.replacing(".", with: ","));UAH\n"
                    }.joined()).utf8)
        case .qif:
            Array(
                ("!Type:Bank\n"
                    + payments.map {
                        "D2026-03-\($0.twoDigitDay)\nT\($0.amount)\nP\($0.text)\n^\n"
                    }.joined()).utf8)
        }
    }

    private static let headings = [
        "Дата i час операції", "Деталі операції", "MCC", "Сума в валюті картки (UAH)",
        "Сума в валюті операції", "Валюта", "Курс", "Сума комісій (UAH)", "Сума кешбеку (UAH)",
        "Залишок після операції",
    ]

    private func cells(_ row: Payment) -> [String] {
        [
            "\(row.twoDigitDay).03.2026 \(row.time)", row.text, "5411", row.amount, row.amount,
            "UAH", "—", "—", "—", row.balance,
        ]
    }

    /// March 2026 in Kyiv, before summer time.
    private func epoch(_ row: Payment) -> Int {
        let parts = row.time.split(separator: ":").compactMap { Int($0) }
        return 1_772_316_000 + (row.day - 1) * 86_400 + parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }
}

/// A workspace that knows one account by all names its exports have for it.
private final class Account {
    let folder = TemporaryFolder()
    var workspace: String { folder.path + "/money" }
    private var files = 0

    /// Made once: many tests begin with a copy.
    private static let empty: FolderContents = {
        let folder = TemporaryFolder()
        #expect(Program.run("init", folder.path + "/money").code == 0)
        return FolderContents(of: folder.path + "/money")
    }()

    init() {
        Self.empty.write(into: folder, as: "money")
        folder.write(
            "accounts:\n  - name: monobank-UAH\n    is: [1/000123]\n  - name: plain\n    is: [1/000777]\n",
            to: "money/kopiyka.yaml")
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "") -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace], input: input)
    }

    /// Imports a file with these payments; nothing of it may be refused.
    @discardableResult
    func show(
        _ payments: [Payment], as format: Format = .csv, name: String = "", to account: String = ""
    ) -> Program.Outcome {
        files += 1
        let name =
            name.isEmpty ? "\(files).\(format == .table ? "csv" : format.rawValue)" : name
        folder.write(format.bytes(payments), to: name)
        return bring(name, to: account)
    }

    @discardableResult
    func bring(_ name: String, to account: String = "") -> Program.Outcome {
        let isNamed = name.hasSuffix("qif") && account.isEmpty ? "plain" : account
        let outcome = Program.run(
            ["import", folder.path + "/" + name, "--workspace", workspace]
                + (isNamed.isEmpty ? [] : ["--account", isNamed]))
        #expect(outcome.code <= 1, "\(outcome.errors)")
        return outcome
    }

    func objects() throws -> [JSONValue] {
        try run("dump").lines.map { try JSONValue.parse(Array($0.utf8).span) }
    }

    /// Lines that count, and lines about which a person is asked.
    func counts() throws -> [Int] {
        #expect(run("check").code == 0)
        return counts(try objects())
    }

    func counts(_ objects: [JSONValue]) -> [Int] {
        let lines = objects.filter { ["queue", "ledger"].contains($0["where"]?.text ?? "") }
        let asked = lines.count { flags($0).contains { ["ambiguous", "conflict"].contains($0) } }
        return [lines.count - asked, asked]
    }

    func flags(_ line: JSONValue) -> [String] {
        guard case .array(let flags)? = line["flags"] else { return [] }
        return flags.compactMap(\.text)
    }

    func key(of text: String) throws -> String {
        try #require(try objects().first { $0["description"]?.text == text }?["key"]?.text)
    }

    /// All that is known of each line, but for who brought it when.
    func facts() throws -> [String] { facts(try objects()) }

    func facts(_ objects: [JSONValue]) -> [String] {
        objects.filter { ["queue", "ledger"].contains($0["where"]?.text ?? "") }.map { line in
            let facts = [
                "key", "account", "date", "time", "amount", "description", "bank_id", "balance",
                "mcc", "category",
            ].map { line[$0]?.text ?? "" }
            guard case .array(let sources)? = line["sources"] else { return facts.joined() }
            let from = sources.map { $0["file"]?.text ?? "" }.sorted()
            return (facts + from).joined(separator: " ")
        }.sorted()
    }
}

@Suite struct `One payment is one line` {
    private let account = Account()

    private static let three = [
        Payment(6, "10:00:01", "-80.00", "Aroma Kava", id: "A1", balance: "920.00"),
        Payment(5, "18:30:07", "-100.50", "Фора", id: "A2", balance: "1000.00"),
        Payment(4, "09:15:44", "-44.50", "Bolt", id: "A3", balance: "1100.50"),
    ]

    @Test func `equal payments of one day are as many lines, in one file and over several`() throws
    {
        let twins = [
            Payment(5, "10:00:01", "-80.00", "Aroma Kava", balance: "920.00"),
            Payment(5, "10:00:01", "-80.00", "Aroma Kava", balance: "1000.00"),
        ]
        account.show(twins)
        #expect(try account.counts() == [2, 0])
        account.show([twins[0]])
        account.show([twins[1]])
        #expect(try account.counts() == [2, 0])
        account.show([Payment(5, "10:00:01", "-80.00", "Aroma Kava", balance: "840.00")] + twins)
        #expect(try account.counts() == [3, 0])
    }

    @Test func `a purchase, its refund and the same purchase in one second are three lines`() throws
    {
        account.show([
            Payment(6, "09:00:12", "-30.00", "Фора", balance: "870.00"),
            Payment(5, "10:00:01", "-100.00", "Квитки", balance: "900.00"),
            Payment(5, "10:00:01", "100.00", "Скасування. Квитки", balance: "1000.00"),
            Payment(5, "10:00:01", "-100.00", "Квитки", balance: "900.00"),
            Payment(4, "09:00:12", "-20.00", "Bolt", balance: "1000.00"),
        ])
        #expect(try account.counts() == [5, 0])
    }

    @Test func `a row that a file repeats is one line, and no question`() throws {
        let outcome = account.show([Self.three[0], Self.three[1], Self.three[1], Self.three[2]])
        #expect(outcome.code == 0)
        #expect(try account.counts() == [3, 0])
    }

    @Test func `a row repeated in a file without seconds is asked about, one on a minute is not`()
        throws
    {
        let ride = Payment(6, "10:00:00", "-100.00", "Квитки", balance: "900.00")
        func rows(_ time: String) -> [Payment] {
            [
                Payment(7, time, "-30.00", "Фора", balance: "870.00"), ride, ride,
                Payment(5, time, "-20.00", "Bolt", balance: "1000.00"),
            ]
        }
        #expect(account.show(rows("09:00:00")).code == 1)
        #expect(try account.counts() == [3, 1])
        let precise = Account()
        #expect(precise.show(rows("09:00:12")).code == 0)
        #expect(try precise.counts() == [3, 0])
    }

    /// The second purchase looks like a repetition of the first, where the file has no other row.
    @Test func `a purchase made again after its refund is never dropped in silence`() throws {
        for time in ["10:00:00", "10:00:01"] {
            let account = Account()
            let ride = Payment(5, time, "-100.00", "Квитки", balance: "900.00")
            let refund = Payment(5, time, "100.00", "Скасування. Квитки", balance: "1000.00")
            #expect(account.show([ride, refund, ride]).code == 1)
            #expect(try account.counts() == [2, 1])
            let complete = Account()
            let rows = [
                Payment(6, "09:00:12", "-30.00", "Фора", balance: "970.00"), refund, ride, refund,
                ride, Payment(4, "09:00:12", "-20.00", "Bolt", balance: "1000.00"),
            ]
            #expect(complete.show(rows).code == 1)
            #expect(try complete.counts() == [4, 2])
        }
    }

    @Test
    func `a row repeated at the end of its days, where it may be another payment, is asked about`()
        throws
    {
        let purchase = Payment(5, "10:00:01", "-100.00", "Квитки", balance: "900.00")
        let rows = [
            purchase, Payment(5, "10:00:01", "100.00", "Скасування. Квитки", balance: "1000.00"),
            purchase, Payment(4, "09:00:12", "-20.00", "Bolt", balance: "1000.00"),
        ]
        #expect(account.show(rows).code == 1)
        #expect(try account.counts() == [3, 1])
        // Asked once.
        #expect(account.show(rows, name: "again.csv").code == 0)
        #expect(try account.counts() == [3, 1])
    }

    /// Nothing can be read twice from a pipe.
    @Test func `what standard input repeats without proof is asked about`() throws {
        let purchase = Payment(5, "10:00:01", "-100.00", "Квитки", balance: "900.00")
        let rows = [
            Payment(6, "09:00:12", "-30.00", "Фора", balance: "870.00"), purchase,
            Payment(5, "10:00:01", "100.00", "Скасування. Квитки", balance: "1000.00"), purchase,
            Payment(4, "09:00:12", "-20.00", "Bolt", balance: "1000.00"),
        ]
        let text = String(decoding: Format.csv.bytes(rows), as: UTF8.self)
        #expect(account.run("import", "-", input: text).code == 1)
        #expect(try account.counts() == [4, 1])
        let plain = String(
            decoding: Format.csv.bytes([rows[0], rows[0], rows[1]]), as: UTF8.self)
        #expect(Account().run("import", "-", input: plain).code == 0)
    }

    @Test func `statements that overlap bring in what is new`() throws {
        account.show(Array(Self.three[1...]))
        account.show(Array(Self.three[..<2]))
        #expect(try account.counts() == [3, 0])
    }

    @Test func `an export cut in the middle of a day leaves its second twin a question`() throws {
        account.show(
            [Payment(5, "", "-80.00", "Кава"), Payment(4, "", "-10.00", "Хліб")], as: .qif)
        account.show([Payment(6, "", "-15.00", "Чай"), Payment(5, "", "-80.00", "Кава")], as: .qif)
        #expect(try account.counts() == [3, 1])
    }

    @Test func `a late row dated before the last import comes in`() throws {
        account.show(Self.three)
        let late = Payment(4, "12:00:03", "-44.50", "Bolt", id: "A9", balance: "875.50")
        account.show(Self.three + [late])
        #expect(try account.counts() == [4, 0])
    }

    @Test func `a file under another name, alone and in an archive, brings nothing`() throws {
        account.show(Self.three, name: "march.csv")
        let dump = account.run("dump").output
        account.folder.write(account.folder.read("march.csv"), to: "виписка (1).csv")
        let outcome = account.bring("виписка (1).csv")
        #expect(outcome.code == 0)
        #expect(account.run("dump").output == dump)
    }

    @Test func `rows and files in any order are the same lines`() throws {
        account.show(Array(Self.three[..<2]), name: "b.csv")
        account.show(Array(Self.three[1...]), name: "a.csv")
        let other = Account()
        other.show(Array(Self.three[1...].reversed()), name: "a.csv")
        other.show(Array(Self.three[..<2].reversed()), name: "b.csv")
        #expect(try other.facts() == account.facts())
    }

    // MARK: The bank's ids

    private enum IDs: String, CaseIterable, CustomTestStringConvertible {
        case stay, blank, positional, ofTheSession, ofTheDay
        var testDescription: String { rawValue }
    }

    /// The same ten days twice, overlapping in six.
    @Test(arguments: IDs.allCases)
    private func `whatever ids a bank gives, each payment is there once or asked about`(
        _ ids: IDs
    ) throws {
        func rows(_ days: ClosedRange<Int>, session: Int) -> [Payment] {
            days.enumerated().flatMap { place, day in
                (0..<2).map { number in
                    let id =
                        switch ids {
                        case .stay: "T\(day)\(number)"
                        case .blank: ""
                        case .positional: "\(place * 2 + number + 1)"
                        case .ofTheSession: "S\(session)-\(place * 2 + number)"
                        case .ofTheDay: "\(day)"
                        }
                    return Payment(
                        day, "", "-\(day * 3 + number).00", "Крамниця \(number)", id: id)
                }
            }
        }
        account.show(rows(1...10, session: 1), as: .table, to: "plain")
        account.show(rows(5...14, session: 2), as: .table, to: "plain")
        // On the days where an export begins or ends another id may be another payment.
        #expect(try account.counts() == [28, ids == .ofTheSession ? 4 : 0])
    }

    @Test func `an id that another payment bears now is a conflict, and both are kept`() throws {
        account.show(
            [Payment(5, "", "-80.00", "Кава", id: "7"), Payment(4, "", "-9.00", "Хліб", id: "6")],
            as: .table, to: "plain")
        let outcome = account.show(
            [Payment(6, "", "-55.00", "Чай", id: "7"), Payment(4, "", "-9.00", "Хліб", id: "6")],
            as: .table, to: "plain")
        #expect(outcome.code == 1)
        #expect(try account.counts() == [2, 1])
    }

    @Test func `equal ids of two accounts are two payments`() throws {
        let rows = [Payment(5, "", "-80.00", "Кава", id: "7")]
        account.show(rows, as: .table, to: "plain")
        account.show(
            rows + [Payment(6, "", "-9.00", "Хліб", id: "8")], as: .table, to: "monobank-UAH")
        #expect(try account.counts() == [3, 0])
    }

    @Test func `the same file under another account is not imported twice`() throws {
        let rows = [Payment(5, "", "-80.00", "Кава", id: "7")]
        account.show(rows, as: .table, to: "plain")
        let outcome = account.show(rows, as: .table, to: "monobank-UAH")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("are in account plain, not in monobank-UAH"))
        #expect(outcome.errors.contains("kopiyka move --file"))
        #expect(try account.counts() == [1, 0])
    }

    // MARK: Formats

    /// Every subset of four kinds of export in every order; there and back when the run is no slow
    /// one.
    @Test func `app, API, OFX and sheet of one account are one fact with all its sources`() throws {
        func orders(_ formats: [Format]) -> [[Format]] {
            formats.flatMap { first -> [[Format]] in
                let others = formats.filter { $0 != first }
                return [[first]] + orders(others).map { [first] + $0 }
            }
        }
        func isSorted(_ order: [Format]) -> Bool {
            let names = order.map(\.rawValue)
            return names == names.sorted() || names == names.sorted(by: >)
        }
        let twins = [
            Payment(5, "18:30:07", "-100.50", "Фора", id: "A4", balance: "899.50"),
            Payment(5, "18:30:07", "-100.50", "Фора", id: "A2", balance: "1000.00"),
        ]
        let rows = [Self.three[0]] + twins + [Self.three[2]]
        var found: [[String]: [String]] = [:]
        for order in orders(Format.ofMonobank) where isSlowRun || isSorted(order) {
            let account = Account()
            for format in order { account.show(rows, as: format, name: "march.\(format.rawValue)") }
            let place: Comment = "\(order)"
            let objects = try account.objects()
            #expect(account.counts(objects) == [4, 0], place)
            let facts = account.facts(objects)
            let names = order.map(\.rawValue).sorted()
            if let before = found[names] { #expect(facts == before, place) }
            found[names] = facts
            for line in objects where line["where"]?.text == "queue" {
                guard case .array(let sources)? = line["sources"] else {
                    Issue.record("no sources")
                    continue
                }
                #expect(
                    Set(sources.compactMap { $0["file"]?.text })
                        == Set(names.map { "march." + $0 }),
                    place)
            }
        }
        #expect(found.count == 15)
    }

    @Test func `a description that the bank rewrites is asked about, not doubled`() throws {
        account.show(
            [
                Payment(7, "", "-15.00", "Чай"), Payment(6, "", "-80.00", "Кава"),
                Payment(5, "", "-9.00", "Хліб"),
            ], as: .qif)
        account.show(
            [
                Payment(7, "", "-15.00", "Чай"), Payment(6, "", "-80.00", "КАВА, КИЇВ"),
                Payment(5, "", "-9.00", "Хліб"),
            ], as: .qif)
        #expect(try account.counts() == [3, 1])
        // Where second and balance say that it is the same line, nothing is asked.
        let monobank = Account()
        monobank.show(Self.three)
        var reworded = Self.three
        reworded[0].text = "Aroma Kava, Київ"
        monobank.show(reworded, as: .json)
        #expect(try monobank.counts() == [3, 0])
    }

    // MARK: Holds and refunds

    @Test(arguments: ["-100.00", "-93.20"], ["H1", "H2"])
    func `a hold is booked with this amount under this id: one line`(
        _ amount: String, _ id: String
    ) throws {
        let other = Payment(4, "09:15:44", "-44.50", "Bolt", id: "A3", balance: "1000.00")
        let hold = Payment(
            5, "10:00:01", "-100.00", "WOG", id: "H1", balance: "900.00", isHold: true)
        account.show([hold, other], as: .json)
        var booked = hold
        booked.isHold = false
        booked.amount = amount
        booked.id = id
        account.show([booked, other], as: .json)
        // Its key is of the hold's amount, which only the index remembers.
        #expect(Tool.run(["rm", account.workspace + "/.kopiyka/queue.index"]) == 0)
        #expect(try account.counts() == [1 + 1, 0])
        #expect(try account.objects().contains { $0["amount"]?.text == amount })
        #expect(!(try account.objects().contains { account.flags($0).contains("hold") }))
    }

    @Test func `a hold that vanishes is told of, and stays`() throws {
        let hold = Payment(
            5, "10:00:01", "-100.00", "WOG", id: "H1", balance: "900.00", isHold: true)
        let older = Payment(2, "09:15:44", "-44.50", "Bolt", id: "A3", balance: "1000.00")
        let newer = Payment(20, "09:15:44", "-5.00", "Чай", id: "A5", balance: "995.00")
        account.show([hold, older], as: .json)
        let outcome = account.show([newer, older], as: .json)
        #expect((outcome.output + outcome.errors).contains("hold"))
        #expect(try account.counts() == [3, 0])
    }

    @Test func `a cancelled payment and its cancellation are two lines, however often they come`()
        throws
    {
        let rows = [
            Payment(5, "10:20:00", "100.00", "Скасування. Bolt", id: "C2", balance: "1000.00"),
            Payment(5, "10:00:01", "-100.00", "Bolt", id: "C1", balance: "900.00"),
        ]
        for format in Format.ofMonobank { account.show(rows, as: format) }
        #expect(try account.counts() == [2, 0])
    }

    // MARK: Cards and clocks

    @Test func `cards that one file mixes are accounts of their own`() throws {
        func file(_ rows: [(String, String, String, String, String)]) -> String {
            "Виписка з Ваших карток за період 01.03.2026 - 31.03.2026;;;;;;;;;\n"
                + "Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;"
                + "Сума в валюті транзакції;Валюта транзакції;Залишок на кінець періоду;Валюта залишку\n"
                + rows.map {
                    "\($0.0).03.2026 \($0.1);Кафе;\($0.2);Aroma Kava;\($0.3);UAH;80,00;UAH;\($0.4);UAH\n"
                }.joined()
        }
        let rows = [
            ("06", "10:00:01", "5168 **** **** 4471", "-80,00", "840,00"),
            ("05", "10:00:01", "4149 **** **** 4961", "-80,00", "920,00"),
            ("05", "10:00:01", "5168 **** **** 4471", "-80,00", "920,00"),
            ("04", "10:00:01", "4149 **** **** 4961", "-80,00", "1000,00"),
        ]
        account.folder.write(file(rows), to: "a.csv")
        account.folder.write(file(rows.reversed()), to: "b.csv")
        account.folder.write(file(Array(rows[1...2])), to: "c.csv")
        for name in ["c.csv", "a.csv", "b.csv"] { account.bring(name) }
        #expect(try account.counts() == [4, 0])
        #expect(Set(try account.objects().compactMap { $0["account"]?.text }).count == 2)
    }

    /// 25 October 2026: after 03:59:59 it is 03:00:00 again.
    @Test func `the hour that comes twice keeps its payments apart, in every format`() throws {
        let first = 1_792_889_400  // 00:50 UTC, 03:50 for the first time
        func json(_ rows: [(Int, String)]) -> String {
            "["
                + rows.map {
                    """
                    {"id":"\($0.1)","time":\($0.0),"description":"Uklon","mcc":4121,"hold":false,"amount":-9000,\
                    "operationAmount":-9000,"currencyCode":980,"commissionRate":0,"cashbackAmount":0,\
                    "balance":\($0.1 == "B" ? 82_000 : 91_000)}
                    """
                }.joined(separator: ",") + "]\n"
        }
        let csv =
            String(decoding: Format.csv.bytes([]), as: UTF8.self)
            + "\"25.10.2026 03:50:00\",\"Uklon\",4121,-90.0,-90.0,UAH,—,—,—,820.0\n"
            + "\"25.10.2026 03:50:00\",\"Uklon\",4121,-90.0,-90.0,UAH,—,—,—,910.0\n"
        account.folder.write(json([(first + 3_600, "B"), (first, "A")]), to: "a.json")
        account.folder.write(csv, to: "b.csv")
        for name in ["a.json", "b.csv"] { account.bring(name) }
        #expect(try account.counts() == [2, 0])
        let other = Account()
        other.folder.write(json([(first + 3_600, "B"), (first, "A")]), to: "a.json")
        other.folder.write(csv, to: "b.csv")
        for name in ["b.csv", "a.json"] { other.bring(name) }
        #expect(try other.counts() == [2, 0])
    }

    // MARK: A person in between

    @Test func `what a person did to a line never makes it another one`() throws {
        let more = [
            Payment(8, "10:00:01", "-60.00", "WOG", id: "A6", balance: "800.00"),
            Payment(7, "10:00:01", "-60.00", "Rozetka", id: "A5", balance: "860.00"),
        ]
        let rows = more + Self.three
        account.show(rows)
        let decisions = """
            {"key":"\(try account.key(of: "Bolt"))","decision":{"action":"approve","category":"transport","payee":"Таксі","note":"моє"}}
            {"key":"\(try account.key(of: "Фора"))","decision":{"action":"approve","splits":[{"category":"groceries","amount":"-100.00"},{"category":"transport","amount":"-0.50"}]}}
            {"key":"\(try account.key(of: "WOG"))","decision":{"payee":"Заправка","note":"чекає"}}

            """
        let decided = account.run("review", "--decisions", "-", input: decisions)
        #expect(decided.code == 0, "\(decided.errors)")
        #expect(account.run("dismiss", try account.key(of: "Rozetka")).code == 0)
        #expect(account.run("approve", try account.key(of: "Aroma Kava")).code == 0)
        let before = try account.counts()
        #expect(before == [4, 0])
        for format in Format.ofMonobank { account.show(rows, as: format) }
        #expect(try account.counts() == before)
        #expect(
            !(try account.objects().contains {
                $0["where"]?.text == "queue" && $0["description"]?.text == "Rozetka"
            }))
        #expect(account.run("dump").output.contains("Заправка"))
        let commands = account.run("log").lines.count
        for _ in 0..<commands { #expect(account.run("undo").code == 0) }
        #expect(try account.counts() == [0, 0])
    }
}
