import Facts
import Tables
import TestKit
import Testing
import Reading

/// Rows of unknown tables that print a sum, and payments to shops that are called so.
@Suite struct `Totals among the rows of an unknown table` {
    private static let payments = ["Кава;-85,00", "Зарплата;25000,00", "Сільпо;-120,50"]
    private static let sum = "24794,50"

    static let labels = [
        "Всього за період", "Разом за місяць", "Підсумок", "Усього за лютий 2026",
        "Разом по рахунку",
        "Обороти за період", "Загалом по картці *1234", "За період разом", "Лютий 2026: разом",
        "Итого по счёту", "Итого за февраль", "Всего операций за период", "Сумма за месяц",
        "Total for February", "Total for 01.02.2026 - 28.02.2026", "Monthly total",
        "February total",
        "Grand total", "TOTAL UAH", "Total transactions for the period",
        "Summe", "Gesamtsumme für den Zeitraum", "Umsatz gesamt", "Razem", "Razem za luty",
        "Suma za okres", "Ogółem w lutym", "Total du mois", "Totale del mese", "Celkem za období",
    ]
    /// Wordings of totals alone.
    private static let bareLabels = [
        "Підсумок", "Grand total", "TOTAL UAH", "Summe", "Umsatz gesamt", "Razem",
        "Всього за період", "Обороти за період", "Total du mois",
    ]
    static let shops = [
        "TOTAL 1234 Warszawa", "TotalEnergies", "Total Energies", "TOTAL STATION LVIV",
        "Всього потроху, магазин", "Razem Bistro", "Summe GmbH", "SUMA KRAKOW", "Total 77",
        "Разом дешевше", "Підсумок Маркет", "Cafe Total", "Umsatz Beratung",
    ]

    @Test(arguments: labels)
    func `a label with the sum of the rows is none of the payments`(_ label: String) throws {
        for day in ["28.02.2026", ""] {
            for place in [1, 2, 3] {
                // The sum of the rows above, wherever the label stands.
                let amounts = ["-85,00", "24915,00", Self.sum]
                var rows = Self.payments.map { "28.02.2026;\($0)" }
                rows.insert("\(day);\(label);\(amounts[place - 1])", at: place)
                let found = try Self.read(rows)
                #expect(found.lines == ["Кава -85.00", "Зарплата 25000.00", "Сільпо -120.50"])
                if place == 1, !day.isEmpty, !found.batch.rejections.isEmpty {
                    // A word alone, with the amount of the only row above: a shop may have it.
                    #expect(found.batch.rejections.map(\.kind) == [.totalOrPayment])
                    #expect(Self.bareLabels.contains(label), "\(label)")
                    continue
                }
                #expect(found.batch.skipped.map(\.reason) == [.total], "\(label), \(place)")
                #expect(found.batch.rejections.isEmpty)
            }
        }
    }

    @Test(arguments: shops)
    func `a shop that is called so is paid`(_ shop: String) throws {
        for place in 0...3 {
            var rows = Self.payments.map { "28.02.2026;\($0)" }
            rows.insert("28.02.2026;\(shop);-50,00", at: place)
            let found = try Self.read(rows)
            #expect(found.lines.count == 4, "\(shop), \(place)")
            #expect(found.batch.skipped.isEmpty && found.batch.rejections.isEmpty)
        }
    }

    @Test func `a word for totals alone with another amount is asked about`() throws {
        for word in ["Total", "TOTAL", "Разом", "Razem", "Итого"] {
            for place in 1...3 {
                var rows = Self.payments.map { "28.02.2026;\($0)" }
                rows.insert("28.02.2026;\(word);-50,00", at: place)
                let found = try Self.read(rows)
                #expect(found.lines.count == 3)
                #expect(found.batch.rejections.map(\.kind) == [.totalOrPayment])
                #expect(found.batch.rejections.map(\.place.line) == [place + 2])
            }
        }
    }

    /// The sum of one row proves nothing: a shop may have been paid the same.
    @Test func `a word for totals with the amount of the only row above is asked about`() throws {
        for word in ["Total", "TOTAL", "Разом"] {
            for more in [[], ["15.01.2026;Кава;-4,00"]] {
                let rows = ["12.01.2026;Кава;-50,00", "14.01.2026;\(word);-50,00"] + more
                let found = try Self.read(rows)
                #expect(found.batch.rejections.map(\.kind) == [.totalOrPayment], "\(word)")
                #expect(found.batch.rejections.map(\.place.line) == [3])
                #expect(found.lines.count == rows.count - 1 && found.batch.skipped.isEmpty)
            }
        }
    }

    @Test func `beside sums of several rows the sum of one row is a total`() throws {
        let found = try Self.read([
            "12.01.2026;Кава;-50,00", "12.01.2026;Разом;-50,00", "14.01.2026;Кава;-4,00",
            "14.01.2026;Кіно;-40,00", "14.01.2026;Разом;-44,00", "15.01.2026;Хліб;-3,00",
        ])
        #expect(found.lines.count == 4 && found.batch.rejections.isEmpty)
        #expect(found.batch.skipped.map(\.reason) == [.total, .total])
    }

    @Test func `a payment named as a balance is asked about where no balances are`() throws {
        for word in ["Balance", "Saldo", "Баланс"] {
            for place in 0...3 {
                var rows = Self.payments.map { "28.02.2026;\($0)" }
                rows.insert("28.02.2026;\(word);-30,00", at: place)
                let found = try Self.read(rows)
                #expect(found.lines.count == 3, "\(word) \(place)")
                #expect(found.batch.rejections.map(\.kind) == [.totalOrPayment], "\(word)")
                #expect(found.batch.skipped.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("Date;Description;Amount;Balance", "Total;-50,00;50,00", "A;-60,00;100,00"),
        ("Date;Description;Amount;MCC", "Total;-50,00;5541", "A;-60,00;5411"),
        ("Date;Description;Amount;Transaction ID", "Total;-50,00;X2", "A;-60,00;X1"),
        ("Date;Description;Amount;Payee", "Card;-50,00;Total", "A;-60,00;B"),
        ("Date;Description;Amount;Payee", "Total for March;-50,00;Anna Koval", "A;-60,00;B"),
    ])
    func `a payment is one by its balance, code, id or payee`(
        head: String, total: String, other: String
    ) throws {
        let found = try Self.read(["28.02.2026;\(other)", "28.02.2026;\(total)"], head)
        #expect(found.lines.count == 2)
        #expect(found.batch.skipped.isEmpty && found.batch.rejections.isEmpty)
    }

    /// Shops' names that are labels of totals and of balances word for word.
    private static let labelled = [
        "CARTE TOTAL", "Card total", "Картка разом", "Saldo", "Opening balance cafe", "Total",
        "Залишок", "Balance", "Previous balance", "Вхідний залишок кафе", "Разом за місяць",
    ]

    @Test(arguments: labelled)
    func `a payment that balances prove is one, whatever it is called`(_ label: String) throws {
        let amounts = [("A", "-60,00"), ("B", "25,00"), (label, "-15,00"), ("C", "-20,00")]
        for place in 0...3 {
            var shuffled = amounts
            shuffled.insert(shuffled.remove(at: 2), at: place)
            var balance = 10_000
            var rows: [String] = []
            for (text, amount) in shuffled {
                balance += Int(amount.replacing(",", with: ""))!
                rows.append("28.02.2026;\(text);\(amount);\(balance / 100),00")
            }
            for isNewestFirst in [false, true] {
                let found = try Self.read(
                    isNewestFirst ? rows.reversed() : rows, "Date;Description;Amount;Balance")
                let paid = found.lines + found.batch.rejections.map { _ in "" }
                #expect(paid.count == 4, "\(place) \(isNewestFirst)")
                #expect(found.batch.skipped.isEmpty)
                if !isNewestFirst, place > 0 { #expect(found.batch.rejections.isEmpty) }
            }
        }
    }

    @Test(arguments: ["CARTE TOTAL", "Card total", "Картка разом", "Opening balance cafe"])
    func `a label with an amount that is no sum is asked about`(_ label: String) throws {
        for place in 0...2 {
            var rows = Self.payments.map { "28.02.2026;\($0)" }
            rows.insert("28.02.2026;\(label);-50,00", at: place)
            let found = try Self.read(rows)
            #expect(found.lines.count == 3, "\(place)")
            #expect(found.batch.rejections.map(\.kind) == [.totalOrPayment])
            #expect(found.batch.skipped.isEmpty)
        }
    }

    @Test func `a balance among the rows that moves nothing is none of the payments`() throws {
        for label in ["Saldo", "Opening balance", "Вхідний залишок на 01.02.2026", "Залишок"] {
            let rows = [
                "01.02.2026;\(label);;100,00", "02.02.2026;A;-60,00;40,00",
                "03.02.2026;B;5,00;45,00", "04.02.2026;C;-5,50;39,50",
                "04.02.2026;\(label);;39,50",
            ]
            for isNewestFirst in [false, true] {
                let found = try Self.read(
                    isNewestFirst ? rows.reversed() : rows, "Date;Description;Amount;Balance")
                #expect(found.lines.count == 3, "\(label)")
                #expect(found.batch.skipped.count == 2 && found.batch.rejections.isEmpty)
            }
        }
    }

    @Test func `a row without a word is one where it is the sum of the others`() throws {
        for (amount, isTotal) in [(Self.sum, true), ("24794,51", false), ("-85,00", false)] {
            let rows = Self.payments.map { "28.02.2026;\($0)" } + ["28.02.2026;;\(amount)"]
            let found = try Self.read(rows)
            #expect(found.lines.count == (isTotal ? 3 : 4), "\(amount)")
            #expect(found.batch.skipped.map(\.reason) == (isTotal ? [.total] : []))
        }
    }

    @Test func `a payment without a word is none of the totals among payments`() throws {
        let head = "Date;Description;Out;In"
        let rows = ["A;10,00;", "B;20,00;", "C;;100,00", ";30,00;", "D;5,00;"]
        let found = try Self.read(rows.map { "16.02.2026;" + $0 }, head)
        #expect(found.lines == ["A -10.00", "B -20.00", "C 100.00", "D -5.00"])
        #expect(found.batch.rejections.map(\.kind) == [.totalOrPayment])
        #expect(found.batch.skipped.isEmpty)
    }

    @Test func `a minus before the sum of money in is a payment's`() throws {
        for text in ["", "C", "К"] {
            let rows =
                Self.payments.map { "28.02.2026;\($0)" }
                + ["28.02.2026;\(text);-25000,00", "28.02.2026;Чай;-1,00"]
            let found = try Self.read(rows)
            #expect(found.lines.count == 5, "\(text)")
            #expect(found.batch.skipped.isEmpty && found.batch.rejections.isEmpty)
        }
    }

    @Test func `three letters are a shop though they may be a currency`() throws {
        // "TOP", "ALL", "PEN" and "CUP" are currencies, "WOG" is none.
        for shop in ["WOG", "OKKO", "АТБ", "TOP", "ALL", "PEN", "CUP"] {
            // What went in and what went out above, each the sum of more rows than one.
            for amount in ["25000,00", "-205,50", Self.sum] {
                var rows = Self.payments.map { "28.02.2026;\($0);UAH" }
                rows.append("28.02.2026;\(shop);\(amount);UAH")
                let found = try Self.read(rows, "Date;Description;Amount;Currency")
                #expect(found.lines.count == 4, "\(shop) \(amount)")
                #expect(found.batch.skipped.isEmpty && found.batch.rejections.isEmpty)
            }
        }
    }

    @Test func `a row with a time of day is a payment`() throws {
        for (time, isPayment) in [
            ("00:00", false), ("23:59:59", false), ("09:05", true), ("16:42:47", true),
        ] {
            for text in ["", "Total", "Разом за місяць"] {
                let rows =
                    Self.payments.map { "28.02.2026 12:10;\($0)" }
                    + ["28.02.2026 \(time);\(text);\(Self.sum)"]
                let found = try Self.read(rows)
                #expect(found.lines.count == (isPayment ? 4 : 3), "\(time) \(text)")
                #expect(found.batch.skipped.count == (isPayment ? 0 : 1))
                #expect(found.batch.rejections.isEmpty)
            }
        }
    }

    @Test func `sums behind each month are no payments`() throws {
        var rows: [String] = []
        for month in 1...3 {
            let (out, into) = (month, month * 7)
            rows += [
                "A;-\(out),10", "B;\(into),25", "C;-\(out + 3),00",
                "Разом за третину кварталу;\(into - 2 * out - 3),15",
            ].map { "1\(month).02.2026;" + $0 }
        }
        let found = try Self.read(rows)
        #expect(found.lines.count == 9)
        #expect(found.batch.skipped.count == 3)
        #expect(!found.batch.totals.contains { !$0.breaks.isEmpty })
    }

    private struct Found {
        var batch = LineBatch()
        var lines: [String] {
            batch.lines.map { "\(batch.string($0.description)) \($0.amount.text)" }
        }
    }

    private static func read(
        _ rows: [String], _ head: String = "Date;Description;Amount"
    ) throws(ReadFailure) -> Found {
        let bytes = Array(([head] + rows).map { $0 + "\n" }.joined().utf8)
        let surveyor = CSVSurveyor(file: "f.csv", layouts: .builtIn)
        try surveyor.read(bytes.span, final: true)
        let reader = CSVReader(
            file: "f.csv", layouts: .builtIn,
            settled: try surveyor.settle(ReadOptions(sign: .printed)))
        var found = Found()
        try reader.read(bytes.span, final: true, into: &found.batch)
        return found
    }
}
