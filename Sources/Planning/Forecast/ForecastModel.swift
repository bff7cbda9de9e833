internal import Facts
internal import Reports
internal import Scanning

/// The past as a model of the money to come: for each account, and for all of them in one currency,
/// the payments of streams, and by days all the rest.
///
/// Days are counted from the first one of the ledger. Amounts are whole units of the series'
/// scale; all of a series together are so small that sums of drawn days cannot overflow.
struct ForecastModel {
    /// An account in one currency, or the total.
    struct Series {
        /// Nil for the total.
        let place: AccountPlace?
        let currency: Currency
        let scale: UInt8
        /// Sums of the rest before each day, and of all days.
        var rest: [Int]
        /// The sizes of all amounts, in or out.
        private(set) var turnover = 0
    }

    /// A stream's payments.
    private struct Course {
        let stream: RecurringStream
        let days: [Int]
        /// The index of its account's series.
        let series: Int
        /// In the series' units, and in the total's, which are 0 without a rate.
        let amounts: [Int]
        let totals: [Int]
        let next: (amount: Int, total: Int)
    }

    /// An expected payment.
    struct Expected {
        let stream: RecurringStream
        let series: Int
        /// Days after the day asked for, from 1 on.
        let after: Int
        /// Overdue payments were expected before they are counted.
        let due: CalendarDate
        let amount: Int
        let total: Int
    }

    let first: Int
    let today: Int
    /// The total, then the accounts by name and currency.
    private(set) var series: [Series] = []
    private var courses: [Course] = []
    private let calendar: BlockCalendar
    /// A digest of what the series are made of: the same ledger draws the same paths.
    private let seed: UInt64

    /// The last day known.
    var origin: Int { today - first }
    /// Some amounts can be converted; else the total is one of nothing.
    let hasTotal: Bool

    /// - Parameter places: accounts that may have no row.
    init(
        _ flows: CashFlows, _ streams: [RecurringStream], _ places: some Sequence<AccountPlace>,
        asOf day: CalendarDate, _ converter: inout CurrencyConverter
    ) throws {
        let today = Int(day.daysSince1970)
        let first = min(flows.first ?? today, today)
        (self.today, self.first) = (today, first)
        let count = today - first + 1
        calendar = BlockCalendar(first: first, count: count)
        var total = Series(
            place: nil, currency: converter.base, scale: converter.base.exponent,
            rest: Array(repeating: 0, count: count + 1))
        var isAnyConverted = false
        var digest: UInt64 = 0
        var made: [Series] = []
        let parts = streams.filter { $0.state != .early }.flatMap(\.byAccount)
        for place in Set(flows.courses.keys).union(places).sorted() {
            let mine = parts.filter { AccountPlace($0.account, $0.currency) == place }
            let rest = try Self.rest(of: place, flows, mine, first: first, count: count)
            let amounts = rest + mine.flatMap { $0.payments.map(\.amount) + [$0.amount] }
            let scale = amounts.map(\.scale).max() ?? 0
            var one = Series(
                place: place, currency: place.currency,
                scale: max(scale, place.currency.exponent), rest: [0])
            let hasRate = converter.stock(Money.zero(of: place.currency), on: day) != nil
            isAnyConverted = isAnyConverted || hasRate
            let tooLarge = one.tooLarge
            // Nil without a rate.
            func worth(_ amount: Money) throws -> Money? {
                if !hasRate { return nil }
                guard let worth = converter.stock(amount, on: day) else { throw tooLarge }
                return worth
            }
            for (index, amount) in rest.enumerated() {
                one.rest.append(one.rest[index] + (try one.counted(amount)))
                digest = StableHash.mix(digest ^ UInt64(truncatingIfNeeded: amount.units))
                guard !amount.isZero, let worth = try worth(amount) else { continue }
                total.rest[index + 1] += try total.counted(worth)
            }
            for stream in mine {
                courses.append(
                    try Self.course(
                        stream, first: first, made.count + 1, &one, &total, worth))
            }
            made.append(one)
        }
        for index in 0..<count { total.rest[index + 1] += total.rest[index] }
        hasTotal = isAnyConverted
        series = [total] + made
        seed = digest
    }

    /// The money of each day that no stream explains. Two equal payments are no stream yet, so they
    /// are in it.
    private static func rest(
        of place: AccountPlace, _ flows: CashFlows, _ streams: [RecurringStream], first: Int,
        count: Int
    ) throws -> [Money] {
        var sums = flows.courses[place] ?? []
        while sums.count < count { sums.append(ExactSum(place.currency)) }
        for stream in streams {
            for payment in stream.payments {
                sums[Int(payment.day.daysSince1970) - first].add(payment.amount.negated)
            }
        }
        return try sums.map { sum in
            guard let money = sum.money else {
                throw ReportFailure.sumTooLarge(account: place.account, currency: place.currency)
            }
            return money
        }
    }

    /// - Parameters:
    ///   - series: of its account.
    ///   - worth: nil without a rate.
    private static func course(
        _ stream: RecurringStream, first: Int, _ number: Int, _ series: inout Series,
        _ total: inout Series, _ worth: (Money) throws -> Money?
    ) throws -> Course {
        var (amounts, totals): ([Int], [Int]) = ([], [])
        for amount in stream.payments.map(\.amount) + [stream.amount] {
            amounts.append(try series.counted(amount))
            totals.append(try worth(amount).map { try total.counted($0) } ?? 0)
        }
        let next = (amount: amounts.removeLast(), total: totals.removeLast())
        return Course(
            stream: stream, days: stream.payments.map { Int($0.day.daysSince1970) - first },
            series: number, amounts: amounts, totals: totals, next: next)
    }

    // MARK: Payments of streams

    /// The payments expected in the days after `origin`, as what was known on that day says.
    func expected(after origin: Int, through horizon: Int) -> [Expected] {
        let day = CalendarDate(daysSince1970: Int32(clamping: first + origin))
        let end = day.adding(days: Int32(clamping: horizon))
        var found: [Expected] = []
        for course in courses {
            var (stream, amount, total) = (course.stream, course.next.amount, course.next.total)
            if origin < self.origin {
                let count = course.days.count { $0 <= origin }
                guard let then = stream.knowing(count) else { continue }
                let like = StreamOutlook.typical(
                    course.amounts.prefix(count).map { Int64(clamping: $0.magnitude) },
                    stream.cadence)
                (stream, amount, total) = (then, course.amounts[like], course.totals[like])
            }
            for payment in stream.expected(after: day, through: end) {
                found.append(
                    Expected(
                        stream: course.stream, series: course.series,
                        after: Int(payment.counted.daysSince1970 - day.daysSince1970),
                        due: payment.due, amount: amount, total: total))
            }
        }
        return found
    }

    /// Sums of the payments until each of the days.
    func sums(of expected: [Expected], in number: Int, at days: [Int]) -> [Int] {
        var ofDay = Array(repeating: 0, count: (days.last ?? 0) + 1)
        for payment in expected where payment.after < ofDay.count {
            if number == 0 {
                ofDay[payment.after] += payment.total
            } else if payment.series == number {
                ofDay[payment.after] += payment.amount
            }
        }
        for day in ofDay.indices.dropFirst() { ofDay[day] += ofDay[day - 1] }
        return days.map { ofDay[$0] }
    }

    /// The real change of the series after one day until another.
    func change(of number: Int, from origin: Int, to end: Int) -> Int {
        let rest = series[number].rest
        var sum = rest[end + 1] - rest[origin + 1]
        for course in courses where number == 0 || course.series == number {
            let amounts = number == 0 ? course.totals : course.amounts
            for (day, amount) in zip(course.days, amounts) where day > origin && day <= end {
                sum += amount
            }
        }
        return sum
    }

    // MARK: The rest

    static let paths = 200

    /// The possible changes of the series after `origin`, until each of the days, as drawn paths
    /// say.
    func bands(
        of number: Int, after origin: Int, at days: [Int], paths: Int = paths,
        expecting expected: [Expected]
    ) -> [ForecastBand] {
        let known = sums(of: expected, in: number, at: days)
        let drawn = outcomes(of: number, after: origin, at: days, paths: paths)
        return days.indices.map { index in
            ForecastBand(drawn[index].map { $0 + known[index] }).widened(
                by: ForecastBand.doubt(of: days[index], knowing: origin + 1))
        }
    }

    /// Sums of the rest until each of the days, on paths of weeks drawn from the past. A path
    /// draws the same weeks for all series, so transfers between accounts cancel in the total.
    private func outcomes(
        of number: Int, after origin: Int, at days: [Int], paths: Int
    ) -> [[Int]] {
        let rest = series[number].rest
        let starts = Array(stride(from: 0, to: days.last ?? 0, by: BlockCalendar.length))
        let choices = starts.map { calendar.candidates(for: origin + 1 + $0, knownOn: origin) }
        // Without a whole week nothing is known of the rest.
        if choices.contains(where: \.isEmpty) {
            return Array(repeating: Array(repeating: 0, count: paths), count: days.count)
        }
        var found = Array(repeating: Array(repeating: 0, count: paths), count: days.count)
        for path in 0..<paths {
            var (sum, block) = (0, 0)
            var start = drawn(from: choices[0], origin, path, 0)
            for (index, day) in days.enumerated() {
                while day > (block + 1) * BlockCalendar.length {
                    sum += rest[start + BlockCalendar.length] - rest[start]
                    block += 1
                    start = drawn(from: choices[block], origin, path, block)
                }
                let part = day - block * BlockCalendar.length
                found[index][path] = sum + rest[start + part] - rest[start]
            }
        }
        return found
    }

    private func drawn(
        from some: ArraySlice<Int>, _ origin: Int, _ path: Int, _ block: Int
    ) -> Int {
        let place = UInt64(truncatingIfNeeded: (origin << 16) + (path << 8) + block)
        let number = StableHash.mix(seed &+ place)
        return some[some.startIndex + Int(number % UInt64(some.count))]
    }
}

extension ForecastModel.Series {
    var tooLarge: ReportFailure {
        .sumTooLarge(account: place?.account ?? "", currency: currency)
    }

    /// A path of a year draws a week at most 53 times, streams come as often, and two factors widen
    /// a band to less than 200 times its width.
    private static let turnoverMax = Int.max / 100_000

    /// The amount in units, without counting it.
    func units(_ amount: Money) throws -> Int {
        guard let units = try? amount.units(atScale: scale), units.magnitude <= Self.turnoverMax
        else { throw tooLarge }
        return Int(units)
    }

    mutating func counted(_ amount: Money) throws -> Int {
        let units = try units(amount)
        turnover += abs(units)
        if turnover > Self.turnoverMax { throw tooLarge }
        return units
    }

    func money(_ units: Int) -> Money {
        Money(units: Int64(units), scale: scale, currency: currency)
    }
}
