import Facts
import Reading
import TestKit
import Testing

/// What looks like a proof of a reading of an unknown table and is none.
@Suite struct `What proves nothing of an unknown table` {
    private func read(_ rows: [String]) -> StatementReading {
        let text = rows.map { $0 + "\n" }.joined()
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    private static let head = "Date,Description,Amount,Currency"
    private static let american = ["1/5/2026", "1/6/2026", "1/9/2026"]

    private func read(_ days: [String], below period: String) -> StatementReading {
        read([period, Self.head] + days.map { $0 + ",Lidl,-1.00,EUR" })
    }

    @Test(arguments: [
        "Statement 01.01.2026 - 31.12.2026", "2026-01-01 - 2026-12-31",
        "Statement 01/01/2026 - 31/12/2026",
    ])
    func `a period of another form in which both orders lie`(_ period: String) {
        #expect(read(Self.american, below: period).failure?.details.first == "date-order")
    }

    @Test(arguments: [
        ("2026-01-01 - 2026-01-31", ["1/5/2026", "1/6/2026"], "2026-01-05"),
        ("01.01.2026 - 31.01.2026", ["1/5/2026", "1/6/2026"], "2026-01-05"),
        ("01.01.2026 - 30.09.2026", ["5/1/2026", "6/1/2026", "9/12/2026"], "2026-05-01"),
        ("01.01.2026 - 31.12.2026", ["01.05.2026", "01.06.2026", "01.09.2026"], "2026-05-01"),
        ("01/01/2026 - 12/31/2026", ["01/05/2026", "01/06/2026", "01/09/2026"], "2026-01-05"),
    ])
    func `a period in which one order lies proves it`(
        _ period: String, _ rows: [String], _ first: String
    ) {
        let reading = read(rows, below: period)
        #expect(reading.batch.lines.first.map(\.made.day.text) ?? "" == first)
    }

    @Test(arguments: [("Currency,Note", ",EUR"), ("Reference", ""), ("Currency", "")])
    func `whole amounts beside two digits in every row`(_ heading: String, _ more: String) {
        let rows = ["13.01.2026,Lidl,-12,50", "14.01.2026,Aldi,-7,00", "15.01.2026,Shop,-8,10"]
        let reading = read(["Date,Description,Amount,\(heading)"] + rows.map { $0 + more })
        let question = heading == "Reference" ? "decimals" : "currency-column"
        #expect(reading.failure?.details.first == question)
        #expect(reading.batch.lines.isEmpty)
    }

    @Test func `whole amounts are read beside other numbers, or with balances`() {
        let codes = ["13.01.2026,Lidl,-12,50", "14.01.2026,Aldi,-7,100", "15.01.2026,Shop,-8,10"]
        #expect(read(["Date,Description,Amount,Reference"] + codes).batch.lines.count == 3)
        let balances = [
            "13.01.2026,Lidl,-12,10,88", "14.01.2026,Aldi,-7,11,81", "15.01.2026,Shop,-8,12,73",
        ]
        let reading = read(["Date,Description,Amount,Reference,Balance"] + balances)
        #expect(reading.batch.lines.map(\.amount.text) == ["-12.00", "-7.00", "-8.00"])
    }

    @Test(arguments: [
        "All amounts in thousands of UAH", "Суми вказано в тис. грн", "Currency: UAH thousand",
        "Amounts in cents", "Beträge in Cent",
    ])
    func `amounts below a line with another unit`(_ line: String) {
        let rows = ["13.01.2026,Lidl,-12,EUR", "14.01.2026,Aldi,-7,EUR", "15.01.2026,Bar,-8,EUR"]
        #expect(read([line, Self.head] + rows).failure?.details.first == "unit")
    }

    @Test(arguments: ["Limit 10 thousand UAH", "Million Savings account", "Bank of Cents"])
    func `other words for thousands are no unit`(_ line: String) {
        let rows = ["13.01.2026,Lidl,-12,EUR", "14.01.2026,Aldi,-7,EUR", "15.01.2026,Bar,-8,EUR"]
        #expect(read([line, Self.head] + rows).batch.lines.count == 3)
    }

    @Test func `amounts beside a column of coins`() {
        let rows = (13...15).map { "\($0).01.2026,Lidl,-1250,cents,EUR" }
        let reading = read(["Date,Description,Amount,Unit,Currency"] + rows)
        #expect(reading.failure?.details.first == "unit")
    }

    @Test func `fees whose place no balances prove are reported`() {
        func notices(_ fees: [String], _ balances: [String] = []) -> [ReadNotice.Kind] {
            let more = balances.isEmpty ? "" : ",Balance"
            let rows = fees.indices.map { index in
                "\(13 + index).01.2026,ATM,-50.00,\(fees[index])"
                    + (balances.isEmpty ? "" : ",\(balances[index])")
            }
            return read(["Date,Description,Amount,Fee\(more)"] + rows).batch.notices.map(\.kind)
        }
        #expect(notices(["0.00", "2.50", "0.00"]) == [.feesUnproved])
        #expect(notices(["0.00", "0.00", "0.00"]) == [])
        #expect(notices(["0.00", "2.50", "0.00"], ["950.00", "897.50", "847.50"]) == [])
    }

    @Test(arguments: ["\u{FEFF}", "\u{200B}"])
    func `an invisible character gives a table no other name`(_ character: String) {
        let rows = ["13.01.2026,Lidl,-12.50,EUR", "14.01.2026,Aldi,-7.00,EUR"]
        let banks = ["", character + character].map { before in
            read([before + Self.head] + rows).accounts.map(\.bank)
        }
        #expect(banks[0] == banks[1])
    }

    @Test(arguments: [
        "Counterparty IBAN: DE12500105170648489890", "Beneficiary: DE12500105170648489890",
        "Отримувач: UA213223130000026007233566001", "Recipient,DE12500105170648489890",
    ])
    func `an account of the other side is not the own one`(_ line: String) {
        let rows = ["13.01.2026,Lidl,-12.50,EUR", "14.01.2026,Aldi,-7.00,EUR"]
        #expect(read([line, Self.head] + rows).accounts.allSatisfy { $0.iban.isEmpty })
    }
}
