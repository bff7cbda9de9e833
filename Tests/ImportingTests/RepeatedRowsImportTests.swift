import Facts
import Importing
import TestKit
import Testing

/// A card with purchases, their refunds and the same purchases again within one second or minute,
/// and the exports that people make of it: filtered, appended to each other, either way round.
private struct BusyCard {
    enum Clock: CaseIterable {
        case seconds, minutes, days
    }

    struct Payment {
        let number: Int
        let day: Int
        let second: Int
        let text: String
        let amount: Int
        let balance: Int
    }

    private(set) var payments: [Payment] = []
    let clock: Clock

    /// - Parameter hasRefunds: some purchases are refunded and made again within their second.
    init(
        _ clock: Clock, hasRefunds: Bool = true, using random: inout some RandomNumberGenerator
    ) {
        self.clock = clock
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
        case 0 where clock != .seconds: parts = parts.map { $0.filter { $0.amount < 0 } }
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
        if clock == .days {
            let lines = rows.map { row in
                "2026-03-\(row.day.padded),\(row.text),\(decimal(row.amount)),"
                    + "\(decimal(row.balance)),UAH\n"
            }
            return "Date,Description,Amount,Balance,Currency\n" + lines.joined()
        }
        let lines = rows.map { row in
            let second = clock == .seconds ? row.second : row.second / 60 * 60
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
    private func importing(_ card: BusyCard, _ rows: [BusyCard.Payment]) throws -> FileReport {
        let household = try Household()
        let path = household.write(card.file(rows), to: "card.csv")
        return try household.importing([path], account: "card").files[0]
    }

    /// Each payment that the file shows becomes a line or a question, whatever it looks like.
    @Test(arguments: 0..<draws(10, slow: 300), BusyCard.Clock.allCases)
    fileprivate func `never swallow a payment`(seed: Int, clock: BusyCard.Clock) throws {
        var random = SeededDice(seed: UInt64(seed))
        let card = BusyCard(clock, using: &random)
        let rows = card.export(using: &random)
        let report = try importing(card, rows)
        let shown = Set(rows.map(\.number)).count
        #expect(report.rejected == 0)
        #expect(report.new + report.ambiguous >= shown, "\(card.file(rows))")
    }

    /// Without a clock they are questions: a refund that is left out fits into a minute. Rows of a
    /// day side by side are two payments of a bank that prints the last balance of each day.
    @Test(arguments: 0..<draws(10, slow: 300), BusyCard.Clock.allCases)
    fileprivate func `are no lines of their own in silence`(
        seed: Int, clock: BusyCard.Clock
    ) throws {
        var random = SeededDice(seed: UInt64(seed))
        let card = BusyCard(clock, hasRefunds: false, using: &random)
        let rows = card.export(using: &random)
        let report = try importing(card, rows)
        let doubled =
            clock == .days ? zip(rows, rows.dropFirst()).count { $0.number == $1.number } : 0
        let shown = Set(rows.map(\.number)).count + doubled
        #expect(report.new == shown, "\(card.file(rows))")
        #expect(
            report.ambiguous == (clock == .seconds ? 0 : rows.count - shown), "\(card.file(rows))")
    }

    /// The walk of such an account has no start and no end.
    @Test func `are asked about where an account ends at the balance it began with`() throws {
        let rows = [
            "2026-03-01,Salary,900.00,900.00", "2026-03-02,Rent,-700.00,200.00",
            "2026-03-05,Shop,-200.00,0.00",
        ].map { $0 + ",UAH\n" }
        let household = try Household()
        let text = "Date,Description,Amount,Balance,Currency\n" + (rows + rows).joined()
        let path = household.write(text, to: "card.csv")
        let report = try household.importing([path], account: "card").files[0]
        #expect(report.new == 3)
        #expect(report.ambiguous == 3)
    }

    /// A bank that prints the last balance of a day for each of its rows.
    @Test func `are payments where the rows of a day stand side by side`() throws {
        let household = try Household()
        let rows = [
            "2026-03-01,Coffee,-65.00,870.00", "2026-03-01,Coffee,-65.00,870.00",
            "2026-03-02,Shop,-10.00,860.00", "2026-03-03,Tram,-8.00,836.00",
            "2026-03-03,Tram,-8.00,836.00", "2026-03-03,Tram,-8.00,836.00",
        ].map { $0 + ",UAH\n" }
        for (number, rows) in [rows, rows + ["2026-03-05,Shop,-10.00,826.00,UAH\n"]].enumerated() {
            let text = "Date,Description,Amount,Balance,Currency\n" + rows.joined()
            let path = household.write(text, to: "card-\(number).csv")
            let report = try household.importing([path], account: "card").files[0]
            #expect(report.new == (number == 0 ? 6 : 1))
            #expect(report.known == (number == 0 ? 0 : 6))
        }
    }

    /// Only so many can wait for the end of the file.
    @Test(.enabled(if: isSlowRun)) func `are all asked about where seconds are not shown`() throws {
        var random = SeededDice(seed: 1)
        let card = BusyCard(.minutes, hasRefunds: false, using: &random)
        let count = Limits.rowsWaitingMax + 5
        let rows = (0..<count).map { number in
            BusyCard.Payment(
                number: number, day: 1 + number / 1_000, second: 60 * (number % 1_000),
                text: "Bolt",
                amount: -100, balance: 100 * (count - number))
        }
        let report = try importing(card, rows + rows)
        #expect(report.new == count)
        #expect(report.ambiguous == count)
    }
}
