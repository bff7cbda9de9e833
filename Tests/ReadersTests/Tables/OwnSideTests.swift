import Facts
import TestKit
import Testing
import Reading

/// Tables of payments with the accounts of both sides and amounts without a sign: the account of
/// every row is the statement's.
@Suite struct `Sides of payments` {
    private static let head =
        "№;Дата проведення;Сума;Валюта;Рахунок відправника;Найменування відправника;"
        + "Рахунок отримувача;Найменування отримувача;Призначення платежу;Дата створення"
    private static let own = "UA213223130000026007233566001"
    private static let others = [
        "UA903052992990004149123456789", "UA773003350000026001236521254",
        "UA333348510000026200000001234",
    ]

    private func read(_ text: String) -> StatementReading {
        let file = TemporaryFile(Array(text.utf8), name: "a.csv")
        return StatementReading(path: file.path, options: ReadOptions())
    }

    /// - Parameter payments: the payer, the payee, hundredths.
    private func table(_ payments: [(payer: String, payee: String, cents: Int)]) -> String {
        let rows = payments.enumerated().map { index, payment in
            "\(index);\(10 + index).02.2026;\(payment.cents / 100),50;UAH;\(payment.payer);Від "
                + "\(index);\(payment.payee);Кому \(index);Оплата \(index);\(9 + index).02.2026"
        }
        return ([Self.head] + rows).map { $0 + "\n" }.joined()
    }

    @Test func `money goes out where one's own account pays, and comes in elsewhere`() {
        for seed in 1...draws(20, slow: 200) {
            var dice = Dice(state: UInt64(seed))
            var expected: [String] = []
            var payments: [(payer: String, payee: String, cents: Int)] = []
            for row in 0..<(3 + dice.roll(8)) {
                let other = Self.others[row < 2 ? row : dice.roll(3)]
                let cents = 100 * (1 + dice.roll(90_000))
                let isOut = dice.roll(2) == 0
                payments.append((isOut ? Self.own : other, isOut ? other : Self.own, cents))
                expected.append("\(isOut ? "-" : "")\(cents / 100).50")
            }
            let reading = read(table(payments))
            #expect(reading.failure == nil, "\(seed)")
            #expect(reading.batch.lines.map(\.amount.text) == expected, "\(seed)")
            #expect(reading.accounts.map(\.number) == [Self.own])
            for (line, payment) in zip(reading.batch.lines, payments) {
                let index = payments.firstIndex { $0 == payment } ?? 0
                let name = reading.batch.string(line.counterpartyName)
                #expect(name.hasPrefix(payment.payer == Self.own ? "Кому" : "Від"), "\(index)")
            }
        }
    }

    @Test func `one pair of accounts, a third payer, or none in every row prove nothing`() {
        let (own, a, b) = (Self.own, Self.others[0], Self.others[1])
        let tables: [[(payer: String, payee: String, cents: Int)]] = [
            [(own, a, 100), (own, a, 200), (a, own, 300)],
            [(own, a, 100), (b, own, 200), (a, b, 300)],
            [(own, a, 100), (b, own, 200), (own, own, 300)],
            [(own, a, 100), (b, own, 200), ("", own, 300)],
        ]
        for payments in tables {
            let reading = read(table(payments))
            #expect(reading.failure?.details.first == "sign")
            #expect(reading.batch.lines.isEmpty)
        }
    }

    @Test func `another account above the table contradicts`() {
        let payments = [(Self.own, Self.others[0], 100), (Self.others[1], Self.own, 200)]
        let reading = read("Рахунок: \(Self.others[2])\n\n" + table(payments))
        #expect(reading.failure?.details.first == "sign")
    }
}
