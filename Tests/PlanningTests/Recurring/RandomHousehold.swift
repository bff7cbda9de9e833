import Facts
import Planning
import Reports
import TestKit

/// Three years of an invented household: streams of every cadence whose truth is known, and
/// payments of habit among them.
struct RandomHousehold {
    struct Stream {
        let cadence: Cadence
        let kind: String
        let party: Int
        var rows: [Int] = []
        /// Indices of rows at a higher price than the row before.
        var rises: [Int] = []
        var pauses: ClosedRange<Int>?
    }

    private struct Party {
        let name: String
        let category: String
        let isIn: Bool
    }

    /// How one stream behaves.
    private struct Plan {
        var price: Int64
        var day = 1
        var start: Int
        var end = RandomHousehold.last
        /// −1 to Friday, 1 to Monday.
        var weekend = 0
        var jitter = 0
        /// Percent that bills differ by.
        var vary = 0
        /// Payments until the price rises.
        var rise = 0
        var hasPause = false
        var isForeign = false
    }

    static let first = day(2023, 1, 1)
    static let last = day(2025, 12, 31)

    private(set) var rows: [ReportRow] = []
    private(set) var streams: [Stream] = []
    /// The true stream of each row, by key.
    private(set) var streamOf: [LineKey: Int] = [:]
    private var parties: [Party] = []
    private var random: SeededNumbers
    private var made: [(row: ReportRow, stream: Int?, isRise: Bool)] = []

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        addSubscriptions()
        addBills()
        addIncome()
        addPlansOfOneMerchant()
        addOtherCadences()
        addHabits()
        made.sort { ($0.row.day, $0.row.key) < ($1.row.day, $1.row.key) }
        for (index, line) in made.enumerated() {
            rows.append(line.row)
            guard let stream = line.stream else { continue }
            streams[stream].rows.append(index)
            if line.isRise { streams[stream].rises.append(index) }
            streamOf[line.row.key] = stream
        }
    }

    static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let last = CalendarDate.days(inMonth: month, year: year)
        let date = CalendarDate(year: year, month: month, day: min(day, last))
        return Int(date?.daysSince1970 ?? 0)
    }

    /// The last days of months, of which the streams are asked for.
    static var monthEnds: [Int] {
        (2023...2025).flatMap { year in (1...12).map { day(year, $0, 31) } }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func isOneOf(_ count: Int) -> Bool { number(1...count) == 1 }

    private mutating func party(_ name: String, _ category: String, isIn: Bool = false) -> Int {
        parties.append(
            Party(name: "\(name) \(Self.word(parties.count))", category: category, isIn: isIn))
        return parties.count - 1
    }

    /// A name without digits, which subjects would lose.
    private static func word(_ number: Int) -> String {
        let letters = Array("абвгдежзик")
        return String(String(number + 100).map { letters[$0.wholeNumberValue ?? 0] })
    }

    // MARK: Streams

    private mutating func addSubscriptions() {
        let prices: [Int64] = [9_900, 14_900, 19_900, 26_900, 3_900, 12_499, 22_500, 15_000]
        for _ in 0..<number(5...9) {
            let start = number(Self.first...Self.first + 500)
            var plan = Plan(price: prices[number(0...7)], day: number(1...31), start: start)
            if isOneOf(5) { plan.end = min(Self.last, start + number(200...600)) }
            if isOneOf(3) { plan.weekend = isOneOf(2) ? 1 : -1 }
            if isOneOf(4) { plan.jitter = 1 }
            if isOneOf(2) { plan.rise = number(7...14) }
            plan.hasPause = isOneOf(10)
            add(.month, plan, to: party("Підписка", "subscriptions.media"), "subscription")
        }
        for _ in 0..<number(0...2) {
            var plan = Plan(
                price: Int64(number(200...900)) * 100, day: number(1...28),
                start: Self.first + number(0...200))
            plan.isForeign = true
            add(.month, plan, to: party("Foreign", "subscriptions.software"), "foreign")
        }
    }

    private mutating func addBills() {
        for _ in 0..<number(1...3) {
            var plan = Plan(
                price: Int64(number(10...150)) * 10_000, day: number(1...31),
                start: number(Self.first...Self.first + 300))
            plan.weekend = number(-1...1)
            plan.rise = 12
            add(.month, plan, to: party("Олена", "transfers.person"), "rent")
        }
        for _ in 0..<number(2...5) {
            var plan = Plan(
                price: Int64(number(200...1_500)) * 100, day: number(8...22),
                start: Self.first + number(0...60))
            plan.jitter = number(0...1)
            plan.vary = number(3...10)
            add(.month, plan, to: party("Енергія", "utilities.electricity"), "utility")
        }
    }

    private mutating func addIncome() {
        let pay = party("Завод зарплата", "income.salary", isIn: true)
        var plan = Plan(price: Int64(number(200...500)) * 10_000, start: Self.first)
        plan.rise = 12
        plan.weekend = -1
        if isOneOf(2) {
            plan.day = 5
            add(.month, plan, to: pay, "salary")
            if isOneOf(2) { plan.price = plan.price * 8 / 10 }
            plan.day = 20
            add(.month, plan, to: pay, "salary")
        } else {
            plan.day = number(1...31)
            plan.weekend = number(-1...1)
            add(.month, plan, to: pay, "salary")
        }
    }

    private mutating func addPlansOfOneMerchant() {
        let shop = party("Apple", "subscriptions.software")
        var plan = Plan(price: 3_900, day: number(1...28), start: Self.first + number(0...100))
        plan.jitter = number(0...1)
        plan.rise = number(0...1) * 13
        add(.month, plan, to: shop, "plan")
        plan = Plan(price: 14_900, day: number(1...28), start: Self.first + number(100...400))
        add(.month, plan, to: shop, "plan")
        if isOneOf(2) { addVisits(to: shop, perHundredMonths: 70, 3_000...30_000, coin: 100) }
    }

    private mutating func addOtherCadences() {
        for cadence in [Cadence.week, .twoWeeks, .fourWeeks] {
            for _ in 0..<number(0...2) {
                var plan = Plan(
                    price: Int64(number(20...90)) * 1_000,
                    start: number(Self.first...Self.first + 500))
                if cadence == .fourWeeks, isOneOf(4) { plan.jitter = 1 }
                if isOneOf(5) { plan.end = Self.last - 300 }
                let category = isOneOf(2) ? "subscriptions.media" : ""
                add(cadence, plan, to: party("Урок", category), cadence.rawValue)
            }
        }
        for cadence in [Cadence.quarter, .halfYear, .year] {
            for _ in 0..<number(1...3) {
                var plan = Plan(
                    price: Int64(number(50...900)) * 1_000, day: number(1...31),
                    start: number(Self.first...Self.first + 200))
                plan.weekend = number(-1...1)
                if isOneOf(3) { plan.jitter = 1 }
                plan.rise = isOneOf(2) ? (cadence == .year ? 1 : 4) : 0
                let category = isOneOf(3) ? "" : "insurance"
                add(cadence, plan, to: party("Поліс", category), cadence.rawValue)
            }
        }
    }

    private mutating func add(
        _ cadence: Cadence, _ plan: Plan, to party: Int, _ kind: String
    ) {
        let number = streams.count
        var stream = Stream(cadence: cadence, kind: kind, party: party)
        if plan.hasPause {
            let from = plan.start + self.number(200...400)
            stream.pauses = from...from + self.number(70...150)
        }
        streams.append(stream)
        var (price, count, rate) = (plan.price, 0, Int64(100_000))
        for slot in 0... {
            var day = Self.due(slot, cadence, plan)
            if plan.jitter > 0 { day += self.number(-plan.jitter...plan.jitter) }
            if day > plan.end { break }
            if day < plan.start - 3 || stream.pauses?.contains(day) == true { continue }
            let isRise = plan.rise > 0 && count > 0 && count % plan.rise == 0
            if isRise { price = price * Int64(self.number(105...140)) / 100 }
            var amount = price
            if plan.vary > 0 {
                amount = amount * Int64(100 + self.number(-plan.vary...plan.vary)) / 100
                amount += Int64(self.number(0...99))
            }
            if plan.isForeign {
                rate = rate * Int64(1_000 + self.number(-15...15)) / 1_000
                amount = amount * rate / 100_000
            }
            pay(party, day, amount, number, isRise: isRise)
            count += 1
        }
    }

    private static func due(_ slot: Int, _ cadence: Cadence, _ plan: Plan) -> Int {
        let length = [Cadence.week: 7, .twoWeeks: 14, .fourWeeks: 28][cadence]
        if let length { return plan.start + slot * length }
        let step = [Cadence.quarter: 3, .halfYear: 6, .year: 12][cadence] ?? 1
        let parts = CalendarDate(daysSince1970: Int32(plan.start)).parts
        let months = parts.year * 12 + parts.month - 1 + slot * step
        let due = day(months / 12, months % 12 + 1, plan.day)
        let weekday = (due + 3) % 7
        if weekday < 5 || plan.weekend == 0 { return due }
        return plan.weekend < 0 ? due - (weekday - 4) : due + (7 - weekday)
    }

    // MARK: Habits

    private mutating func addHabits() {
        for _ in 0..<number(3...6) {
            addVisits(
                to: party("Крамниця", "groceries"), perHundredMonths: number(200...1_400),
                5_000...200_000, coin: isOneOf(2) ? 1 : 100)
        }
        for _ in 0..<2 {
            addVisits(
                to: party("Кава", "eating_out.coffee"), perHundredMonths: number(600...1_800),
                prices: [7_500, 8_500, 9_500, 11_000], onWorkdays: true)
            addVisits(
                to: party("Таксі", "transport.taxi"), perHundredMonths: number(300...900),
                7_000...35_000, coin: 100)
        }
        addVisits(
            to: party("Банкомат", "transfers.cash"), perHundredMonths: number(100...400),
            prices: [50_000, 100_000, 200_000, 300_000])
        for _ in 0..<number(20...40) {
            addVisits(
                to: party("Місце", isOneOf(3) ? "shopping" : ""), perHundredMonths: number(5...80),
                5_000...300_000, coin: isOneOf(2) ? 1 : 1_000)
        }
        for _ in 0..<number(3...6) {
            let prices: [[Int64]] = [[40_000], [25_000, 30_000], [60_000]]
            addVisits(
                to: party("Майстер", ""), perHundredMonths: number(20...100),
                prices: prices[number(0...2)])
        }
    }

    private mutating func addVisits(
        to party: Int, perHundredMonths rate: Int, _ amounts: ClosedRange<Int> = 0...0,
        coin: Int = 1, prices: [Int64] = [], onWorkdays: Bool = false
    ) {
        for day in Self.first...Self.last where !onWorkdays || (day + 3) % 7 < 5 {
            guard number(1...3_040) <= rate else { continue }
            let amount =
                prices.isEmpty
                ? Int64(number(amounts) / coin * coin) : prices[number(0...prices.count - 1)]
            pay(party, day, amount, nil)
        }
    }

    private mutating func pay(
        _ number: Int, _ day: Int, _ amount: Int64, _ stream: Int?, isRise: Bool = false
    ) {
        let party = parties[number]
        let date = CalendarDate(daysSince1970: Int32(day))
        let key = LineKey(account: 1, day: date, rest: UInt64(made.count))
        let row = ReportRow(
            key: key, account: "black", day: date,
            amount: Money(minorUnits: party.isIn ? amount : -amount, currency: .uah),
            category: party.category, description: party.name)
        made.append((row, stream, isRise))
    }
}
