import Facts
import TestKit
import Testing
import Reading

/// Directions in a column of their own, known words or not, and answers that are enough.
@Suite struct `Direction flags` {
    private static let amounts = [-5550, -4450, 500_000, -90_000, 12_000, -3_333]

    private static func money(_ cents: Int, _ mark: String) -> String {
        let size = abs(cents)
        let rest = size % 100
        return "\(cents < 0 ? "-" : "")\(size / 100)\(mark)\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func table(
        _ words: (out: String, into: String), mark: String = ".", newestFirst: Bool = false,
        hasBalance: Bool = true, balanceSign: Int = 1
    ) -> String {
        var balance = 200_000
        var rows: [String] = []
        for (number, amount) in amounts.enumerated() {
            balance += amount * balanceSign
            let word = amount < 0 ? words.out : words.into
            rows.append(
                "2026-01-\(14 + number);Text \(number);\(word);\(money(abs(amount), mark))"
                    + (hasBalance ? ";\(money(balance, mark))" : ""))
        }
        if newestFirst { rows.reverse() }
        let header = "Date;Text;Zzz;Amount" + (hasBalance ? ";Balance" : "")
        return ([header] + rows).joined(separator: "\n") + "\n"
    }

    private func read(_ text: String, _ options: ReadOptions = ReadOptions()) -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: options)
    }

    private static let unknown = [
        (out: "qqa", into: "qqb"), (out: "1x", into: "2x"), (out: "Ж", into: "Щ"),
        (out: "out of it", into: "into it"), (out: "↓", into: "↑"),
    ]

    @Test(arguments: unknown.indices, [false, true])
    func `balances give unknown words their meaning`(pair: Int, newestFirst: Bool) {
        let whole = Self.amounts.map { Self.money($0, ".") }
        for mark in [".", ","] {
            let reading = read(
                Self.table(Self.unknown[pair], mark: mark, newestFirst: newestFirst))
            #expect(reading.failure == nil)
            let amounts = reading.batch.lines.map(\.amount.text)
            #expect((newestFirst ? amounts.reversed() : amounts) == whole)
        }
    }

    @Test(arguments: [
        (out: "дебетова", into: "кредитова"), (out: "ДБ", into: "КР"),
        (out: "Видаткова", into: "Прибуткова"), (out: "Розхід", into: "Прихід"),
    ])
    func `known words need no balances`(_ words: (out: String, into: String)) {
        let reading = read(
            Self.table(words, hasBalance: false).replacing("Zzz", with: "Тип операції"))
        #expect(reading.batch.lines.map(\.amount.text) == Self.amounts.map { Self.money($0, ".") })
    }

    @Test(arguments: ["Decline reason", "Důvod neprovedení", "Причина відмови"])
    func `a reason of failure says that its payment failed`(heading: String) {
        func read(_ reasons: [String]) -> StatementReading {
            self.read(
                "Date;Merchant;Amount;Currency;\(heading)\n2026-01-30;A;-45.20;EUR;\(reasons[0])\n"
                    + "2026-01-29;B;-30.00;EUR;\(reasons[1])\n2026-01-13;C;1900.00;EUR;\n")
        }
        let reading = read(["", "Insufficient funds"])
        #expect(reading.batch.lines.map(\.amount.text) == ["-45.20", "1900.00"])
        #expect(reading.batch.skipped.map(\.reason) == [.failedOrDeclined])
        // A state is no reason.
        #expect(read(["OK", "Insufficient funds"]).failure?.details.first == "status")
        #expect(read(["", ""]).batch.lines.count == 3)
    }

    @Test func `a stroke in place of a direction rejects its row alone`() {
        let reading = read(
            "交易时间,交易对方,收/支,金额(元)\n2026-01-13 10:00:00,A,支出,45.20\n"
                + "2026-01-14 10:00:00,B,/,100.00\n2026-01-15 10:00:00,C,收入,1900.00\n")
        #expect(reading.batch.lines.map(\.amount.text) == ["-45.20", "1900.00"])
        #expect(reading.batch.rejections.map(\.kind) == [.directionUnknown])
        #expect(reading.batch.rejections.map(\.place.line) == [3])
    }

    @Test func `unknown words without balances, or against known ones, are asked about`() {
        let reading = read(Self.table(Self.unknown[0], hasBalance: false))
        #expect(reading.failure?.details.first == "sign")
        let debt = read(Self.table((out: "debit", into: "qqb"), balanceSign: -1))
        #expect(debt.failure?.details.first == "sign")
        #expect(reading.batch.lines.isEmpty && debt.batch.lines.isEmpty)
    }

    @Test(arguments: [
        ("Dt", "Kt"), ("Дт", "Кт"), ("D", "C"), ("O", "I"), ("Af", "Bij"), ("Soll", "Haben"),
        ("S", "H"), ("Wn", "Ma"), ("дебет", "кредит"), ("DR", "CR"), ("-", "+"), ("−", "+"),
    ])
    func `the words of banks are known`(out: String, into: String) {
        let text = Self.table((out: out, into: into), hasBalance: false)
            .replacing("Zzz", with: "D/C")
        #expect(
            read(text).batch.lines.map(\.amount.text) == Self.amounts.map { Self.money($0, ".") })
    }

    private static let pairs = [
        ("-", "+"), ("−", "+"), ("D", "C"), ("DR", "CR"), ("Db", "Cr"), ("DBIT", "CRDT"),
        ("O", "I"), ("out", "in"), ("Out", "In"), ("Ausgang", "Eingang"), ("видаток", "прибуток"),
        ("Дт", "Кт"), ("S", "H"), ("списано", "зараховано"), ("wydatek", "wpływ"),
    ]

    /// Each pair of words with each heading; every fourth of them meets all pairs and all headings.
    private static let headed = pairs.flatMap { pair in
        ["Знак", "+/-", "Sign", "In/Out", "Dir", "CDT_DBT", "Zzz", "", "Категорія"].map {
            (pair, $0)
        }
    }

    @Test(arguments: drawn(every: 4, of: headed))
    func `a known pair of words is the sign, whatever its heading`(
        pair: (String, String), heading: String
    ) {
        for hasBalance in [false, true] {
            for newestFirst in [false, true] {
                let text = Self.table(
                    (out: pair.0, into: pair.1), newestFirst: newestFirst, hasBalance: hasBalance
                ).replacing("Zzz", with: heading)
                let lines = read(text).batch.lines
                let amounts = lines.map(\.amount.text)
                #expect(
                    (newestFirst ? amounts.reversed() : amounts)
                        == Self.amounts.map { Self.money($0, ".") })
                #expect(lines.allSatisfy { !$0.description.isEmpty })
            }
        }
    }

    @Test func `a pair of words that balances deny is asked about`() {
        let denied = Self.table((out: "C", into: "D"))
        #expect(read(denied).failure?.details.first == "sign")
        // Letters of which no pair is known may be anything.
        let letters = Self.table((out: "B", into: "A"), hasBalance: false)
        #expect(read(letters).failure?.details.first == "sign")
        let rows = Self.table((out: "D", into: "C"), hasBalance: false)
            .replacing(";D;", with: ";D;in;").replacing(";C;", with: ";C;in;")
            .replacing("Zzz;", with: "Zzz;Yyy;").replacing("in;55", with: "out;55")
        #expect(read(rows).failure?.details.first == "sign")
    }

    @Test(arguments: [false, true], [".", ","])
    func `balances give amounts without a sign their own`(newestFirst: Bool, mark: String) {
        let whole = Self.amounts.map { Self.money($0, ".") }
        let text = Self.table((out: "", into: ""), mark: mark, newestFirst: newestFirst)
            .replacing("Zzz;", with: "").replacing(";;", with: ";")
        let reading = read(text)
        #expect(reading.failure == nil)
        let amounts = reading.batch.lines.map(\.amount.text)
        // Nothing says what was there before the oldest row.
        #expect((newestFirst ? amounts.reversed() : amounts) == Array(whole.dropFirst()))
        #expect(reading.batch.rejections.map(\.kind) == [.directionUnknown])
        #expect(reading.batch.rejections.map(\.place.line) == [newestFirst ? 7 : 2])
        let opening = "Opening balance;2000\(mark)00\n" + text
        let opened = read(opening).batch.lines.map(\.amount.text)
        #expect((newestFirst ? opened.reversed() : opened) == whole)
    }

    @Test func `equal amounts beside balances are told apart by their order`() {
        let text =
            "Date;Details;Amount;Balance\n2026-03-01;A;10,00;90,00\n2026-03-02;B;20,00;70,00\n"
            + "2026-03-03;C;20,00;50,00\n2026-03-04;D;20,00;70,00\n2026-03-05;E;0,00;70,00\n"
        #expect(
            read(text).batch.lines.map(\.amount.text) == ["-20.00", "-20.00", "20.00", "0.00"])
    }

    @Test func `balances that move one way, not at all, or against words prove no sign`() {
        let tables = [
            // Purchases that raise a debt look like income.
            [("10", "90"), ("20", "70"), ("5", "65"), ("7", "58")],
            [("10", "110"), ("20", "130"), ("5", "135"), ("7", "142")],
            [("10", "90"), ("20", "111"), ("5", "106"), ("7", "99")],
            // Too few.
            [("10", "90"), ("20", "110"), ("5", "105")],
        ]
        for rows in tables {
            let text = rows.enumerated().map { number, row in
                "2026-03-1\(number);Shop;\(row.0),00;\(row.1),00\n"
            }
            let reading = read("Date;Details;Amount;Balance\n" + text.joined())
            #expect(reading.failure?.details.first == "sign")
        }
        let debt =
            "Date;Details;Amount;Balance\n2026-03-01;Card purchase;10,00;110,00\n"
            + "2026-03-02;Card purchase;20,00;130,00\n"
            + "2026-03-03;Payment received;50,00;80,00\n"
            + "2026-03-04;Card purchase;5,00;85,00\n"
        #expect(read(debt).failure?.details.first == "sign")
    }

    @Test(arguments: [false, true])
    func `a company's debit is what came in, once somebody says so`(newestFirst: Bool) throws {
        var rows = [
            "2026-02-03;A;1000.00;;6000.00", "2026-02-04;B;;500.00;5500.00",
            "2026-02-05;C;250.00;;5750.00", "2026-02-06;D;;50.00;5700.00",
        ]
        if newestFirst { rows.reverse() }
        let text = "Дата;Контрагент;Дебет;Кредит;Сальдо\n" + rows.joined(separator: "\n") + "\n"
        let refusal = try #require(read(text).failure)
        let sizes = ["1000.00", "-500.00", "250.00", "-50.00"]
        #expect(refusal.details.contains { $0.hasPrefix("printed → -") })
        #expect(refusal.details.first == "sign")
        let inverted = read(text, ReadOptions(sign: .inverted)).batch.lines.map(\.amount.text)
        #expect((newestFirst ? inverted.reversed() : inverted) == sizes)
        let printed = read(text, ReadOptions(sign: .printed)).batch.lines.map(\.amount.text)
        #expect(
            (newestFirst ? printed.reversed() : printed)
                == ["-1000.00", "500.00", "-250.00", "50.00"])
    }

    @Test(arguments: [
        "Date;Text;Amount;Balance\n2026-01-15;Laden;-50,00;100,00\n2026-01-16;Lohn;800,00;900,00\n"
            + "2026-01-17;Miete;-500,00;400,00\n2026-01-18;Kino;-8,00;392,00\n",
        "Date;Text;Amount;Type\n2026-01-15;A;100,00;Dr\n2026-01-16;B;200,00;Cr\n",
        "Date;Text;Debit;Credit;Balance\n2026-01-15;A;100,00;;900,00\n"
            + "2026-01-16;B;;50,00;950,00\n2026-01-17;C;10,00;;940,00\n",
        "Date;Text;Amount\n2026-01-15;A;100,00 DR\n2026-01-16;B;200,00 CR\n",
    ])
    func `the sign of a command's other files does not turn what the rows prove`(_ text: String) {
        let asItIs = read(text)
        #expect(asItIs.failure == nil && asItIs.batch.lines.count > 1)
        for sign in AmountSign.allCases {
            let reading = read(text, ReadOptions(sign: sign))
            #expect(reading.batch.lines.map(\.amount) == asItIs.batch.lines.map(\.amount))
        }
    }

    @Test func `a row without its direction is rejected alone`() {
        let reading = read(
            "Date;Type;Text;Amount\n2026-01-05;Debit;A;10,00\n2026-01-06;Credit;B;2,00\n"
                + "2026-01-07;;C;5,00\n")
        #expect(reading.batch.lines.map(\.amount.text) == ["-10.00", "2.00"])
        #expect(reading.batch.rejections.map(\.kind) == [.directionUnknown])
    }

    @Test func `answers to what was asked are enough`() throws {
        let text = "Date;Text;Amount\n05/02/2026;A;55.50\n06/02/2026;B;44.50\n07/02/2026;C;9.00\n"
        let refusal = try #require(read(text).failure)
        #expect(refusal.details.contains("date-order") && refusal.details.contains("sign"))
        let reading = read(text, ReadOptions(dateOrder: .dayFirst, sign: .inverted))
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.map(\.amount.text) == ["-55.50", "-44.50", "-9.00"])
    }

    @Test(arguments: [
        ("Zahlungstag", "Buchungstag"), ("Дата покупки", "Дата списання"),
        ("Payment date", "Booking date"), ("Data płatności", "Data księgowania"),
        ("Date d'achat", "Date comptable"),
    ])
    func `the payment's day is the date, the booking's is beside it`(paid: String, booked: String) {
        for isSwapped in [false, true] {
            let days = ["2026-01-14", "2026-01-15"]
            func cells(_ paid: String, _ booked: String) -> String {
                isSwapped ? "\(booked);\(paid)" : "\(paid);\(booked)"
            }
            let text =
                cells(paid, booked) + ";Text;Amount\n"
                + "\(cells(days[0], days[1]));A;-5.50\n\(cells(days[0], days[1]));B;-6.50\n"
            let lines = read(text).batch.lines
            #expect(lines.map(\.made.day.text) == [days[0], days[0]])
            #expect(lines.map { $0.bookedOn?.text } == [days[1], days[1]])
        }
    }
}
