import Facts
import TestKit
import Testing

@testable import Deduplicating

/// Accounts 1 to 9; the number is the account's hash too.
private func side(
    _ account: UInt64, _ units: Int64, day: Int32 = 100, second: Int32 = -1,
    _ currency: Currency = .uah,
    original: Money? = nil, fee: Int64? = nil, named: UInt64 = 0, stranger: Bool = false,
    numbered: Bool = false, words: TransferSide.Words = .silent,
    purpose: TransferSide.Purpose = .unknown, hinted: UInt64 = 0, number: UInt64 = 0
) -> TransferSide {
    TransferSide(
        key: LineKey(
            account: UInt32(account), day: CalendarDate(daysSince1970: day),
            rest: number << 32 ^ UInt64(bitPattern: units) ^ UInt64(UInt32(bitPattern: second))
                << 16),
        account: account, day: day, second: second,
        amount: Money(minorUnits: units, currency: currency), original: original,
        fee: fee.map { Money(minorUnits: $0, currency: currency) }, named: named,
        namesStranger: stranger, isNumbered: numbered, words: words,
        purpose: purpose, hinted: hinted)
}

@Suite struct `Pairing transfers` {
    struct Case: Sendable {
        let name: String
        let from: TransferSide
        let to: TransferSide
        /// Nil when they are no pair.
        let clues: String?
        let level: Suggestion.Level
    }

    static let cases: [Case] = [
        Case(
            name: "both name each other", from: side(1, -500_00, named: 2),
            to: side(2, 500_00, day: 101, named: 1), clues: "same-amount names-both same-days",
            level: .high),
        Case(
            name: "one names the other", from: side(1, -500_00, named: 2), to: side(2, 500_00),
            clues: "same-amount names-one same-days", level: .high),
        Case(
            name: "one names the other, at one moment",
            from: side(1, -500_00, second: 36_000, named: 2),
            to: side(2, 500_00, second: 36_060),
            clues: "same-amount names-one same-moment same-days",
            level: .certain),
        Case(
            name: "a third account is named", from: side(1, -500_00, named: 3), to: side(2, 500_00),
            clues: nil, level: .unknown),
        Case(
            name: "a stranger's number, and ours is known", from: side(1, -500_00, stranger: true),
            to: side(2, 500_00, numbered: true, words: .transfer), clues: nil, level: .unknown),
        Case(
            name: "a stranger's number, perhaps a transit account",
            from: side(1, -500_00, stranger: true, words: .transfer),
            to: side(2, 500_00, words: .transfer),
            clues: "same-amount words same-days stranger", level: .low),
        Case(
            name: "only the amount", from: side(1, -500_00), to: side(2, 500_00),
            clues: "same-amount same-days", level: .low),
        Case(
            name: "only the amount, four days later", from: side(1, -500_00),
            to: side(2, 500_00, day: 104), clues: nil, level: .unknown),
        Case(
            name: "own words, over a long week-end", from: side(1, -500_00, words: .own),
            to: side(2, 500_00, day: 105, words: .own), clues: "same-amount own-words",
            level: .medium),
        Case(
            name: "six days", from: side(1, -500_00, named: 2),
            to: side(2, 500_00, day: 106, named: 1),
            clues: nil, level: .unknown),
        Case(
            name: "one account", from: side(1, -500_00, words: .own),
            to: side(1, 500_00, words: .own),
            clues: nil, level: .unknown),
        Case(
            name: "the fee is stated", from: side(1, -505_00, fee: 5_00, words: .transfer),
            to: side(2, 500_00, words: .transfer), clues: "stated-fee words same-days",
            level: .medium),
        Case(
            name: "a fee with words", from: side(1, -505_00, words: .transfer),
            to: side(2, 500_00, words: .transfer), clues: "fee words same-days", level: .medium),
        Case(
            name: "a fee without any words", from: side(1, -505_00), to: side(2, 500_00),
            clues: nil,
            level: .unknown),
        Case(
            name: "more came in than went out", from: side(1, -500_00, named: 2),
            to: side(2, 505_00, named: 1),
            clues: nil, level: .unknown),
        Case(
            name: "the row states dollars",
            from: side(
                1, -4_130_00, original: Money(minorUnits: -100_00, currency: .usd), named: 2),
            to: side(2, 100_00, .usd, named: 1), clues: "stated-rate names-both same-days",
            level: .high),
        Case(
            name: "the row states other dollars",
            from: side(
                1, -4_130_00, original: Money(minorUnits: -90_00, currency: .usd), words: .own),
            to: side(2, 100_00, .usd, words: .own), clues: nil, level: .unknown),
        Case(
            name: "the row states dollars, and the other's words say rent",
            from: side(
                1, -4_130_00, original: Money(minorUnits: 100_00, currency: .usd), named: 2,
                words: .transfer),
            to: side(2, 100_00, day: 101, .usd, words: .otherwise),
            clues: "stated-rate names-one same-days otherwise", level: .medium),
        Case(
            name: "a rate of this world, and the other's words say rent",
            from: side(1, -4_130_00, named: 2, words: .transfer),
            to: side(2, 100_00, .usd, words: .otherwise), clues: nil, level: .unknown),
        Case(
            name: "a rate of this world", from: side(1, -4_130_00, words: .own),
            to: side(2, 100_00, .usd, words: .own), clues: "rate own-words same-days",
            level: .medium),
        Case(
            name: "a rate of no world", from: side(1, -413_00, words: .own),
            to: side(2, 100_00, .usd, words: .own), clues: nil, level: .unknown),
        Case(
            name: "a rate without words", from: side(1, -4_130_00), to: side(2, 100_00, .usd),
            clues: nil,
            level: .unknown),
        Case(
            name: "both are recorded", from: side(1, -500_00, words: .recorded),
            to: side(2, 500_00, day: 101, words: .recorded),
            clues: "same-amount same-days recorded", level: .high),
        Case(
            name: "both are recorded, in two currencies",
            from: side(1, -4_130_00, words: .recorded),
            to: side(2, 100_00, .usd, words: .recorded), clues: "rate same-days recorded",
            level: .high),
        Case(
            name: "both are recorded, in two currencies, two days apart",
            from: side(1, -4_130_00, words: .recorded),
            to: side(2, 100_00, day: 102, .usd, words: .recorded), clues: nil, level: .unknown),
        Case(
            name: "both are recorded, of another amount", from: side(1, -505_00, words: .recorded),
            to: side(2, 500_00, words: .recorded), clues: nil, level: .unknown),
        Case(
            name: "one is recorded, a bank speaks of own accounts",
            from: side(1, -500_00, words: .recorded), to: side(2, 500_00, words: .own),
            clues: "same-amount own-words same-days", level: .high),
        Case(
            name: "a card's bill, over a week-end",
            from: side(1, -500_00, words: .own, purpose: .repayment),
            to: side(2, 500_00, day: 104, words: .own, purpose: .repayment),
            clues: "same-amount own-words repayment", level: .high),
        Case(
            name: "an instalment, and the loan's account booked it first",
            from: side(1, -500_00, day: 103, words: .debt, purpose: .repayment),
            to: side(2, 500_00, words: .own, purpose: .repayment),
            clues: "same-amount own-words repayment", level: .high),
        Case(
            name: "own words, and the arriving one first", from: side(1, -500_00, words: .own),
            to: side(2, 500_00, day: 98, words: .own), clues: nil, level: .unknown),
        Case(
            name: "an instalment alone", from: side(1, -500_00, words: .debt, purpose: .repayment),
            to: side(2, 500_00, words: .own), clues: nil, level: .unknown),
        Case(
            name: "savings, and a card that is paid",
            from: side(1, -500_00, words: .own, purpose: .savings),
            to: side(2, 500_00, words: .own, purpose: .repayment), clues: nil, level: .unknown),
        Case(
            name: "savings, but the number of the card's account",
            from: side(1, -500_00, named: 2, words: .own, purpose: .savings),
            to: side(2, 500_00, words: .own, purpose: .repayment),
            clues: "same-amount names-one same-days", level: .high),
        Case(
            name: "a payment to somebody, and a card that is paid",
            from: side(1, -500_00, words: .transfer),
            to: side(2, 500_00, words: .own, purpose: .repayment),
            clues: "same-amount words-of-one same-days", level: .medium),
        Case(
            name: "a bill of another own card",
            from: side(1, -500_00, words: .own, purpose: .repayment, hinted: 3),
            to: side(2, 500_00, words: .own, purpose: .repayment),
            clues: "same-amount words-of-one same-days", level: .medium),
        Case(
            name: "a bill of another issuer",
            from: side(
                1, -500_00, words: .own, purpose: .repayment, hinted: TransferSide.strangerHinted),
            to: side(2, 500_00, words: .own, purpose: .repayment, hinted: 2), clues: nil,
            level: .unknown),
        Case(
            name: "a bill that was paid with a fee",
            from: side(1, -505_00, words: .own, purpose: .repayment),
            to: side(2, 500_00, words: .own, purpose: .repayment), clues: nil, level: .unknown),
    ]

    @Test(arguments: cases)
    func `are as sure as what says so`(_ test: Case) {
        let found = TransferPairing().pairs(among: [test.to, test.from])
        #expect(found.map(\.clues.text) == [test.clues].compactMap { $0 }, "\(test.name)")
        guard let pair = found.first else { return }
        #expect((pair.from, pair.to) == (test.from, test.to))
        let level = Suggestion.Level(permille: pair.clues.permille, isAnswer: true)
        #expect(level == test.level, "\(test.name): \(pair.clues.permille)")
        #expect(TransferClues(text: pair.clues.text) == pair.clues)
    }

    /// A line that surely moves own money may still do so to another account.
    @Test(arguments: [
        ("same-amount words-of-one same-days", 620), ("same-amount words same-days", 720),
        ("same-amount own-words", 955), ("same-amount own-words rivals", 500),
        ("same-amount names-one same-days", 955),
    ])
    func `a pair is as sure as its other side`(clues: String, permille: Int) {
        let found = TransferClues(text: clues).permille(beside: 955, isAgreed: true)
        #expect(found == permille)
    }

    @Test func `a pair that was rejected is not found again, another one is`() {
        let from = side(1, -500_00, words: .own)
        let near = side(2, 500_00, words: .own, number: 1)
        let later = side(3, 500_00, day: 101, words: .own, number: 2)
        let all = [from, near, later]
        #expect(TransferPairing().pairs(among: all).map(\.to) == [near])
        let rejected = [(near.key, from.key)]
        #expect(TransferPairing(rejected: rejected).pairs(among: all).map(\.to) == [later])
        let both = rejected + [(from.key, later.key)]
        #expect(TransferPairing(rejected: both).pairs(among: all).isEmpty)
    }

    @Test func `where another line would do as well, nothing is sure`() {
        let from = side(1, -500_00, words: .own)
        let to = [side(2, 500_00, words: .own), side(3, 500_00, words: .own)]
        let found = TransferPairing().pairs(among: [from] + to)
        #expect(found.count == 1)
        #expect(found.first?.clues.contains(.rivals) == true)
        #expect(found.first.map { $0.clues.permille <= 500 } == true)
    }

    @Test func `a named pair is not broken up to pair two more lines`() {
        let from = side(1, -500_00, named: 2)
        let to = side(2, 500_00, named: 1, number: 1)
        let others = [side(3, -500_00, number: 2), side(2, 500_00, day: 103, number: 3)]
        let found = TransferPairing().pairs(among: [from, to] + others)
        #expect(found.contains { $0.from == from && $0.to == to })
    }

    /// Also with a second of its own each, so that no two look alike.
    @Test(arguments: [false, true])
    func `equal lines on both sides are as many pairs`(isTimed: Bool) {
        var sides: [TransferSide] = []
        for number in 0..<draws(80, slow: 2_000) {
            let account = UInt64(number % 2 + 1)
            let units: Int64 = number % 2 == 0 ? -500_00 : 500_00
            let second: Int32 = isTimed ? Int32(number * 17) : -1
            sides.append(side(account, units, second: second, number: UInt64(number)))
        }
        let found = TransferPairing().pairs(among: sides)
        #expect(found.count == sides.count / 2)
        #expect(Set(found.map(\.to.key)).count == sides.count / 2)
        #expect(found.allSatisfy { $0.clues.contains(.rivals) })
    }

    /// Which of two equal rows belongs to which changes no sum; which of three does.
    @Test(arguments: [2, 3])
    func `equal recorded rows are sure as long as all have partners`(arriving: Int) {
        let from: [TransferSide] = [1, 2].map { side(UInt64($0), -500_00, words: .recorded) }
        let to: [TransferSide] = (3..<(3 + arriving)).map {
            side(UInt64($0), 500_00, words: .recorded)
        }
        let found = TransferPairing().pairs(among: from + to)
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.clues.contains(.rivals) == (arriving == 3) })
    }

    /// Days of a household's book: each row of a transfer names its own account alone, and the rate
    /// walks. None of the pairs that are sure is wrong, and nearly all are sure.
    @Test func `recorded rows find their other sides by amount, day and shared rate`() {
        var (right, all) = (0, 0)
        for seed in 1...UInt64(draws(40, slow: 400)) {
            var dice = Dice(state: seed)
            var sides: [TransferSide] = []
            var truth: [LineKey: LineKey] = [:]
            var rate = 25_000 + dice.roll(20_000)
            for day in 0..<120 where dice.roll(3) == 0 {
                rate += dice.roll(200) - 100
                for _ in 0...dice.roll(2) {
                    let number = UInt64(sides.count)
                    let units = Int64(1_000 + dice.roll(190_000)) * 100
                    let from = 1 + dice.roll(4)
                    let to = 1 + (from + dice.roll(3)) % 4
                    // The fourth account is in euro.
                    let euro = units * 1_000 / Int64(rate)
                    let paid = from == 4 ? euro : units
                    let received = to == 4 ? euro : units
                    let out = side(
                        UInt64(from), -paid, day: Int32(day),
                        from == 4 ? Currency.eur : Currency.uah, words: .recorded, number: number)
                    let into = side(
                        UInt64(to), received, day: Int32(day + dice.roll(8) / 7),
                        to == 4 ? Currency.eur : Currency.uah, words: .recorded,
                        number: number + 1)
                    sides += [out, into]
                    truth[out.key] = into.key
                    all += 1
                }
            }
            for pair in TransferPairing().pairs(among: sides) where !pair.clues.contains(.rivals) {
                let isRight = truth[pair.from.key] == pair.to.key
                #expect(isRight, "seed \(seed): \(pair.from), \(pair.to)")
                right += isRight ? 1 : 0
            }
        }
        #expect(right * 100 >= all * 98, "\(right) of \(all)")
    }

    /// Cards and a loan are paid from one account, and their issuers book up to five days before or
    /// after the bank; the bank also moves savings and pays others, often with the same amounts,
    /// and some rows are missing. No pair of unrelated rows is likely, and nearly all true ones
    /// are.
    @Test func `bills of cards find the rows of those cards, and nothing else`() {
        var (right, all) = (0, 0)
        for seed in 1...UInt64(draws(100, slow: 1_000)) {
            var dice = Dice(state: seed)
            var sides: [TransferSide] = []
            var truth: [LineKey: LineKey] = [:]
            for month in 0..<36 {
                for card in 2...4 {
                    let number = UInt64(sides.count)
                    let units = dice.roll(10) == 0 ? 300_00 : Int64(1_000 + dice.roll(200_000))
                    let day = Int32(month * 30 + card * 7)
                    let out = side(
                        1, -units, day: day, words: card == 4 ? .debt : .own, purpose: .repayment,
                        hinted: dice.roll(2) == 0 ? UInt64(card) : 0, number: number)
                    let into = side(
                        UInt64(card), units, day: day + Int32(dice.roll(11)) - 5, words: .own,
                        purpose: .repayment, number: number + 1)
                    let shown = dice.roll(30)
                    if shown != 0 { sides.append(out) }
                    if shown != 1 { sides.append(into) }
                    if shown > 1 {
                        truth[out.key] = into.key
                        all += 1
                    }
                }
                for other in 0..<dice.roll(6) {
                    let words: [TransferSide.Words] = [.silent, .transfer, .own]
                    let isSaved = dice.roll(2) == 0
                    sides.append(
                        side(
                            1, dice.roll(2) == 0 ? -300_00 : -Int64(1 + dice.roll(200_000)),
                            day: Int32(month * 30 + dice.roll(30)),
                            words: isSaved ? .own : words[dice.roll(2)],
                            purpose: isSaved ? .savings : .unknown,
                            number: UInt64(10_000 + month * 10 + other)))
                }
            }
            for pair in TransferPairing().pairs(among: sides) {
                let isRight = truth[pair.from.key] == pair.to.key
                let level = Suggestion.Level(permille: pair.clues.permille, isAnswer: true)
                if level >= .high {
                    #expect(isRight, "seed \(seed): \(pair.clues.text) \(pair.from), \(pair.to)")
                    right += isRight ? 1 : 0
                }
            }
        }
        #expect(right * 100 >= all * 90, "\(right) of \(all)")
    }

    // MARK: Random households

    /// A household's own accounts, with transfers between them, payments of others, and sides that
    /// no statement shows.
    private struct History {
        var sides: [TransferSide] = []
        /// True pairs by the key of either side.
        var truth: [LineKey: LineKey] = [:]
        /// True pairs of which both sides are there.
        var pairs = 0

        init(seed: UInt64) {
            var dice = Dice(state: seed)
            let accounts = 2 + dice.roll(3)
            // Some banks print numbers and times, others do not.
            let isNumbered = (0..<accounts).map { _ in dice.roll(2) == 0 }
            let isTimed = (0..<accounts).map { _ in dice.roll(2) == 0 }
            let amounts = (0..<(2 + dice.roll(6))).map { _ in Int64(1 + dice.roll(40)) * 100_00 }
            func moment(_ account: Int, _ day: Int, _ second: Int) -> Int32 {
                isTimed[account] ? Int32(second) : -1
            }
            for number in 0..<(5 + dice.roll(30)) {
                let day = 100 + dice.roll(40)
                let second = 1 + dice.roll(86_000)
                let from = dice.roll(accounts)
                let to = (from + 1 + dice.roll(accounts - 1)) % accounts
                let amount =
                    dice.roll(3) == 0
                    ? Int64(1 + dice.roll(900_000)) : amounts[dice.roll(amounts.count)]
                let fee = dice.roll(5) == 0 ? amount / 100 : 0
                let words: [TransferSide.Words] = [.silent, .transfer, .own]
                let isNamed = dice.roll(3) == 0 && isNumbered[to]
                let out = side(
                    UInt64(from + 1), -(amount + fee), day: Int32(day),
                    second: moment(from, day, second),
                    fee: dice.roll(2) == 0 && fee > 0 ? fee : nil,
                    named: isNamed ? UInt64(to + 1) : 0,
                    numbered: isNumbered[from], words: words[dice.roll(3)],
                    number: UInt64(number * 2))
                let delay = dice.roll(4) == 0 ? 1 + dice.roll(3) : 0
                let isNamedBack = dice.roll(3) == 0 && isNumbered[from]
                let into = side(
                    UInt64(to + 1), amount, day: Int32(day + delay),
                    second: moment(to, day, min(86_399, second + dice.roll(60))),
                    named: isNamedBack ? UInt64(from + 1) : 0, numbered: isNumbered[to],
                    words: words[dice.roll(3)], number: UInt64(number * 2 + 1))
                truth[out.key] = into.key
                truth[into.key] = out.key
                // A month of one bank may be missing.
                let shown = dice.roll(10)
                if shown != 0 { sides.append(out) }
                if shown != 1 { sides.append(into) }
                if shown > 1 { pairs += 1 }
            }
            for number in 0..<dice.roll(30) {
                let account = dice.roll(accounts)
                let amount = amounts[dice.roll(amounts.count)] * (dice.roll(2) == 0 ? 1 : -1)
                sides.append(
                    side(
                        UInt64(account + 1), amount, day: Int32(100 + dice.roll(40)),
                        second: moment(account, 0, 1 + dice.roll(86_000)),
                        stranger: dice.roll(4) == 0,
                        numbered: isNumbered[account],
                        words: dice.roll(2) == 0 ? .silent : .transfer,
                        number: UInt64(1_000 + number)))
            }
        }
    }

    @Test func `of random households no wrong pair is certain, and few are called likely`() {
        var byLevel: [Suggestion.Level: (right: Int, wrong: Int)] = [:]
        var truePairs = 0
        for seed: UInt64 in 1...1_000 {
            let history = History(seed: seed)
            truePairs += history.pairs
            for pair in TransferPairing().pairs(among: history.sides) {
                let level = Suggestion.Level(permille: pair.clues.permille, isAnswer: true)
                let isRight = history.truth[pair.from.key] == pair.to.key
                if isRight {
                    byLevel[level, default: (0, 0)].right += 1
                } else {
                    byLevel[level, default: (0, 0)].wrong += 1
                }
                #expect(
                    isRight || level != .certain,
                    "seed \(seed): \(pair.clues.text), \(pair.from), \(pair.to)")
            }
        }
        let right = byLevel.values.reduce(0) { $0 + $1.right }
        let high = byLevel[.high] ?? (0, 0)
        #expect((byLevel[.certain]?.right ?? 0) > 0)
        #expect(right * 10 >= truePairs * 8, "\(right) of \(truePairs), \(byLevel)")
        #expect(high.wrong * 20 <= high.right + high.wrong, "\(byLevel)")
    }

    @Test func `the order of lines changes nothing`() {
        for seed: UInt64 in 1...200 {
            let history = History(seed: seed)
            let expected = TransferPairing().pairs(among: history.sides)
            var dice = Dice(state: seed ^ 0xABCD)
            var shuffled = history.sides
            for index in shuffled.indices.dropFirst() {
                shuffled.swapAt(index, dice.roll(index + 1))
            }
            #expect(TransferPairing().pairs(among: shuffled) == expected, "seed \(seed)")
        }
    }

    @Test func `each line is in one pair at most, of opposite signs and two accounts`() {
        for seed: UInt64 in 1...200 {
            var seen: Set<LineKey> = []
            for pair in TransferPairing().pairs(among: History(seed: seed).sides) {
                #expect(seen.insert(pair.from.key).inserted && seen.insert(pair.to.key).inserted)
                #expect(pair.from.amount.isNegative && !pair.to.amount.isNegative)
                #expect(pair.from.account != pair.to.account)
            }
        }
    }
}
