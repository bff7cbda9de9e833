import Facts
import Reports
import TestKit
import Testing

/// Accounts that have the same payments, though nothing proves that they are one.
@Suite struct `Payments that two accounts share` {
    private func fact(
        _ account: String, _ day: Int32, _ units: Int64, scale: UInt8 = 2,
        currency: Currency = .uah, balance: Int64? = nil
    ) -> StatementFact {
        var fact = StatementFact(
            account: account, made: CivilMoment(day: CalendarDate(daysSince1970: day)),
            amount: Money(units: units, scale: scale, currency: currency))
        fact.balance = balance.map { Money(units: $0, scale: scale, currency: currency) }
        return fact
    }

    private func pairs(_ facts: [StatementFact]) -> [SharedPayments.Pair] {
        var shared = SharedPayments()
        for fact in facts { shared.add(fact) }
        return shared.pairs()
    }

    /// Two parts of one card have at least one day together.
    @Test(arguments: drawn(every: 5, of: UInt64(1)...100))
    func `are found from the first one on`(_ seed: UInt64) {
        var random = SeededDice(seed: seed)
        let card = (0..<40).map { number in
            (
                day: Int32(20_000 + number / 2),
                units: Int64.random(in: -90_000 ... -100, using: &random)
            )
        }
        let end = Int.random(in: 8...30, using: &random)
        let start = Int.random(in: 0..<end, using: &random)
        let one = card[0..<end].map { fact("table-1", $0.day, $0.units) }
        let other = card[start...].map {
            fact("privatbank-UAH", $0.day, $0.units * 10, scale: 3, currency: .unknown)
        }
        let all = (one + other).shuffled(using: &random)
        #expect(pairs(all).map { [$0.account, $0.other] } == [["privatbank-UAH", "table-1"]])
    }

    @Test(arguments: drawn(every: 5, of: UInt64(1)...100))
    func `are not those of two cards that take one bus`(_ seed: UInt64) {
        var random = SeededDice(seed: seed)
        let facts = ["monobank-UAH", "table-1"].flatMap { account in
            (0..<60).map { number in
                let units =
                    number % 3 == 0 ? -800 : Int64.random(in: -90_000 ... -100, using: &random)
                return fact(account, Int32(20_000 + number / 3), units)
            }
        }
        #expect(pairs(facts).isEmpty)
    }

    @Test func `are none where balances, currencies or names say that they are two`() {
        func both(_ change: (inout StatementFact) -> Void) -> [StatementFact] {
            (Int32(0)..<6).flatMap { day -> [StatementFact] in
                let one = fact("monobank-UAH", 20_000 + day, -100 - Int64(day), balance: 5_000)
                var other = one
                other.account = "table-1"
                change(&other)
                return [one, other]
            }
        }
        #expect(pairs(both { _ in }).count == 1)
        #expect(pairs(both { $0.balance = nil }).count == 1)
        #expect(pairs(both { $0.balance = Money(units: 4_000, scale: 2, currency: .uah) }).isEmpty)
        #expect(
            pairs(both { $0.amount = Money(units: $0.amount.units, scale: 2, currency: .usd) })
                .isEmpty)
        let named = both { _ in }.map { fact in
            var fact = fact
            fact.account = fact.account == "table-1" ? "white" : "black"
            return fact
        }
        #expect(pairs(named).isEmpty)
    }
}
