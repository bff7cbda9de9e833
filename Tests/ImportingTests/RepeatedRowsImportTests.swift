import Facts
import Importing
import TestKit
import Testing

/// A card with purchases, their refunds and the same purchases again within one second or minute,
/// and the exports that people make of it: filtered, appended to each other, either way round.
private struct BusyCard {
    struct Payment {
        let number: Int
        let day: Int
        let second: Int
        let text: String
        let amount: Int
        let balance: Int
    }

    private(set) var payments: [Payment] = []
    let printsSeconds: Bool

    /// - Parameter hasRefunds: some purchases are refunded and made again within their second.
    init(
        printsSeconds: Bool, hasRefunds: Bool = true, using random: inout some RandomNumberGenerator
    ) {
        self.printsSeconds = printsSeconds
        var balance = 500_000
        for day in 1...Int.random(in: 1...4, using: &random) {
            var second = 30_000
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                second += Int.random(in: 61...4_000, using: &random)
                // Few amounts, so that balances come again; else hardly any do.
                let amount =
                    hasRefunds
                    ? -100 * Int.random(in: 1...4, using: &random)
                    : -Int.random(in: 100...90_000, using: &random)
                let text = ["Bolt", "Uklon"].randomElement(using: &random)!
                var amounts = [amount]
                // A purchase, its refund and the same purchase again, perhaps more than once.
                while hasRefunds, Int.random(in: 0..<3, using: &random) == 0 {
                    amounts += [-amount, amount]
                }
                if hasRefunds, Int.random(in: 0..<6, using: &random) == 0 {
                    amounts.append(-amount)
                }
                for amount in amounts {
                    balance += amount
                    payments.append(
                        Payment(
                            number: payments.count, day: day, second: second, text: text,
                            amount: amount, balance: balance))
                }
            }
        }
        // A late booking has the second of the purchase.
        if hasRefunds, Int.random(in: 0..<3, using: &random) == 0, let late = payments.first {
            balance += late.amount
            payments.append(
                Payment(
                    number: payments.count, day: late.day, second: late.second, text: late.text,
                    amount: late.amount, balance: balance))
        }
    }

    /// Parts of the statement, which may overlap, one after another.
    func export(using random: inout some RandomNumberGenerator) -> [Payment] {
        var parts: [[Payment]] = [payments]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: parts.append(payments)
        case 2:
            parts.append(payments.filter { $0.day >= 2 })
        default:
            let cut = Int.random(in: 0..<payments.count, using: &random)
            parts = [Array(payments[...cut]), Array(payments[max(0, cut - 3)...])]
        }
        // Statements of spending only, or without one day. A refund in the second of two purchases
        // cannot be missed when it is left out.
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !printsSeconds: parts = parts.map { $0.filter { $0.amount < 0 } }
        case 1: parts = parts.map { $0.filter { $0.day != 2 } }
        default: break
        }
        let isReversed = Bool.random(using: &random)
        return Array(parts.map { isReversed ? $0.reversed() : $0 }.joined())
    }

    func file(_ rows: [Payment]) -> String {
        func decimal(_ cents: Int) -> String {
            "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\((abs(cents) % 100).padded)"
        }
        let lines = rows.map { row in
            let second = printsSeconds ? row.second : row.second / 60 * 60
            let time = [second / 3_600, second / 60 % 60, second % 60].map(\.padded)
            return "\(row.day.padded).03.2026 \(time.joined(separator: ":")),\(row.text),4121,"
                + "\(decimal(row.amount)),\(decimal(row.amount)),UAH,—,—,—,\(decimal(row.balance))\n"
        }
        return """
            "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
            "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
            "Залишок після операції"

            """ + lines.joined()
    }
}

extension Int {
    fileprivate var padded: String { self < 10 ? "0\(self)" : String(self) }
}

@Suite struct `Rows that an export shows again` {
    /// Each payment that the file shows becomes a line or a question, whatever it looks like.
    @Test(arguments: 0..<draws(20, slow: 300))
    func `never swallow a payment`(seed: Int) throws {
        var random = SeededDice(seed: UInt64(seed))
        for printsSeconds in [true, false] {
            let card = BusyCard(printsSeconds: printsSeconds, using: &random)
            let rows = card.export(using: &random)
            let shown = Set(rows.map(\.number))
            let household = try Household()
            let path = household.write(card.file(rows), to: "card.csv")
            let report = try household.importing([path])
            let lines = report.files[0].new + report.files[0].ambiguous
            #expect(lines >= shown.count, "seconds \(printsSeconds):\n\(card.file(rows))")
        }
    }

    @Test(arguments: 0..<draws(20, slow: 300))
    func `raise no question where seconds and balances tell payments apart`(seed: Int) throws {
        var random = SeededDice(seed: UInt64(seed))
        let card = BusyCard(printsSeconds: true, hasRefunds: false, using: &random)
        let rows = card.export(using: &random)
        let household = try Household()
        let path = household.write(card.file(rows), to: "card.csv")
        let report = try household.importing([path]).files[0]
        #expect(report.ambiguous == 0, "\(card.file(rows))")
        #expect(report.new == Set(rows.map(\.number)).count, "\(card.file(rows))")
    }

    /// Only so many can wait for the end of the file.
    @Test(.enabled(if: isSlowRun)) func `are all asked about where seconds are not shown`() throws {
        var random = SeededDice(seed: 1)
        let card = BusyCard(printsSeconds: false, hasRefunds: false, using: &random)
        let count = Limits.rowsWaitingMax + 5
        let rows = (0..<count).map { number in
            BusyCard.Payment(
                number: number, day: 1 + number / 1_000, second: 60 * (number % 1_000),
                text: "Bolt",
                amount: -100, balance: 100 * (count - number))
        }
        let household = try Household()
        let path = household.write(card.file(rows + rows), to: "card.csv")
        let report = try household.importing([path]).files[0]
        #expect(report.new == count)
        #expect(report.ambiguous == count)
    }
}
