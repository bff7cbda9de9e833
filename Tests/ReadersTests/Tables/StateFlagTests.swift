import Facts
import Reading
import TestKit
import Testing

/// Columns of yes and no below the name of a state: a hold is not booked, a cancelled payment never
/// happened.
@Suite struct `State flags` {
    private func read(
        _ heading: String, _ cells: [String], booked: String = ""
    ) -> StatementReading {
        let rows = cells.indices.map { "2026-03-\(13 + $0);Shop \($0);-1\($0),00;\(cells[$0])\n" }
        return read("Date;Description;Amount;\(heading)\n" + rows.joined())
    }

    private func read(_ text: String, name: String = "a.csv") -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: name)
        return StatementReading(path: file.path, options: ReadOptions())
    }

    @Test(arguments: [
        ("Booked", "TRUE", "FALSE"), ("Settled", "true", "false"), ("Posted", "1", "0"),
        ("Проведено", "так", "ні"), ("Проведена", "Да", "Нет"), ("Gebucht", "ja", "nein"),
        ("Completed", "Y", "N"), ("isBooked", "yes", "no"), ("Zaksięgowano", "tak", "nie"),
        ("Pending", "no", "yes"), ("Is Pending", "false", "true"), ("В обробці", "ні", "так"),
        ("Vorgemerkt", "nein", "ja"), ("on_hold", "0", "1"),
        ("Booked", "✓", "✗"), ("Проведено", "✅", "❌"),
    ])
    func `what is not booked is a hold`(_ heading: String, booked: String, held: String) {
        let reading = read(heading, [booked, booked, held, booked])
        #expect(reading.batch.lines.map(\.isHold) == [false, false, true, false])
        // One state for all is one too.
        #expect(read(heading, [held, held]).batch.lines.map(\.isHold) == [true, true])
        #expect(read(heading, [booked, booked]).batch.lines.map(\.isHold) == [false, false])
    }

    @Test(arguments: [
        ("Cancelled", "no", "yes"), ("Declined", "FALSE", "TRUE"), ("Скасовано", "ні", "так"),
        ("Отклонено", "нет", "да"), ("isVoid", "0", "1"),
    ])
    func `what is cancelled never happened`(_ heading: String, done: String, failed: String) {
        let reading = read(heading, [done, failed, done])
        #expect(reading.batch.lines.map(\.amount.text) == ["-10.00", "-12.00"])
        #expect(reading.batch.skipped.map(\.reason) == [.failedOrDeclined])
    }

    @Test(arguments: ["Cleared", "Reconciled", "Reversed", "Food", "Paid by card"])
    func `other headings say nothing about the bank's books`(_ heading: String) {
        #expect(read(heading, ["yes", "no"]).batch.lines.map(\.isHold) == [false, false])
    }

    @Test(arguments: ["Списано;Зараховано", "Debit;Credited", "Сплачено;Кредит"])
    func `a column of money is no flag`(_ sides: String) {
        let reading = read(
            "Date;Description;\(sides)\n2026-03-13;A;1;0\n2026-03-14;B;0;25\n2026-03-15;C;1;0\n")
        #expect(reading.batch.lines.allSatisfy { !$0.isHold })
        #expect(reading.failure?.details.first != "status")
    }

    @Test func `a cell that is neither, or blank, is asked about`() {
        for cells in [["yes", "no", "perhaps"], ["yes", "", "yes"]] {
            #expect(read("Booked", cells).failure?.details == ["status", "Booked"])
        }
    }

    @Test func `two columns that contradict the usual state are asked about`() {
        let reading = read(
            "Date;Description;Amount;Booked;Cancelled\n2026-03-13;A;-1,00;yes;no\n"
                + "2026-03-14;B;-2,50;no;yes\n")
        #expect(reading.failure?.details == ["status", "Booked", "Cancelled"])
    }

    @Test func `true and false of JSON are answers`() {
        let reading = read(
            """
            [{"date":"2026-03-13","description":"A","amount":"-1.00","booked":true},
             {"date":"2026-03-14","description":"B","amount":"-2.50","booked":false}]
            """, name: "a.json")
        #expect(reading.batch.lines.map(\.isHold) == [false, true])
    }

    @Test(arguments: ["Pending", "в обробці", "-", "00.00.0000", "0000-00-00", "vorgemerkt"])
    func `a word in place of the booking day means that there is none`(_ word: String) {
        for rows in [[0, 1, 2], [2, 0, 1]] {
            let all = [
                "2026-03-13;2026-03-14;A;-1,00\n", "2026-03-14;2026-03-15;C;-3,00\n",
                "2026-03-15;\(word);B;-2,50\n",
            ]
            let reading = read(
                "Transaction date;Booking date;Description;Amount\n" + rows.map { all[$0] }.joined()
            )
            let held = reading.batch.lines.filter(\.isHold)
            #expect(held.map(\.amount.text) == ["-2.50"])
            #expect(reading.batch.lines.count == 3)
        }
    }

    @Test func `a payment without a booking day beside others is a hold`() {
        let head = "Transaction date;Booking date;Description;Amount\n"
        let booked = "2026-03-13;2026-03-14;A;-1,00\n"
        let held = "2026-03-15;;B;-2,50\n"
        #expect(read(head + booked + held).batch.lines.map(\.isHold) == [false, true])
        #expect(read(head + booked + booked).batch.lines.map(\.isHold) == [false, false])
        // The column of states says more.
        let states = read(
            "Transaction date;Booking date;Description;Amount;Status\n"
                + "2026-03-13;2026-03-14;A;-1,00;done\n2026-03-15;;B;-2,50;done\n")
        #expect(states.batch.lines.map(\.isHold) == [false, false])
    }
}
