package import Facts
package import Reports

/// The money of the accounts in the days to come.
///
/// Payments of streams are expected on their days; all the rest is drawn from weeks of the
/// household's own past. Nothing of it is written to the ledger.
package struct Forecast: Sendable {
    package struct Point: Sendable, Equatable {
        package let day: CalendarDate
        /// The balance with expected payments alone.
        package let known: Money
        /// Nil where too little is known of the rest.
        package let range: Range?
    }

    /// Eight of ten outcomes are between the ends.
    package struct Range: Sendable, Equatable {
        package let low: Money
        package let median: Money
        package let high: Money
    }

    package struct Course: Sendable {
        /// Nil for the total of all accounts.
        package let place: AccountPlace?
        package let start: Money
        /// One a day.
        package let points: [Point]
    }

    /// An expected payment.
    package struct Item: Sendable {
        package let id: String
        package let name: String
        /// Empty for a planned payment of no account.
        package let account: String
        /// The day on which it is counted, and the one on which it was expected.
        package let day: CalendarDate
        package let due: CalendarDate
        package let amount: Money
        /// In the total's currency; nil without a rate.
        package let total: Money?

        package var isLate: Bool { due < day }
    }

    /// The day on which the total is the smallest.
    package struct Lowest: Sendable {
        package let day: CalendarDate
        package let amount: Money
        /// The low end of the band.
        package let low: Money?
        /// The point of the lowest low end, which may be on another day.
        package let lowestLow: Point?
        /// The largest expected payments until that day, as indices of items.
        package let because: [Int]
    }

    /// Nil where no balance can be converted.
    package let total: Course?
    package let accounts: [Course]
    /// By day.
    package let items: [Item]
    package let lowest: Lowest?
    /// Balances that stay out of the total, and payments in currencies that none of them has.
    package let unconverted: [Money]

    /// Months that must be known before the rest is told.
    package static let monthsMin = 2
    private static let reasonsMax = 3

    /// - Parameters:
    ///   - flows, streams: of the ledger up to `today`.
    ///   - balances: of all accounts asked about, at the end of `today`.
    ///   - without: ids of streams that are left out.
    package init(
        _ flows: CashFlows, _ streams: [RecurringStream], balances: [AccountPlace: Money],
        asOf today: CalendarDate, days: Int, without: Set<String> = [],
        plus: [PlannedPayment] = [], _ converter: inout CurrencyConverter
    ) throws {
        let model = try ForecastModel(flows, streams, balances.keys, asOf: today, &converter)
        let expected = model.expected(after: model.origin, through: days)
            .filter { !without.contains($0.stream.id) }
        let planned = try Self.planned(plus, model, today, days, &converter)
        let source = Source(
            model: model, today: today, days: Array(1...max(1, days)), expected: expected,
            planned: planned,
            widths: flows.monthsComplete(until: today) >= Self.monthsMin
                ? ForecastWidths(model, of: 0..<model.series.count, days: days) : nil)
        var held = Money.zero(of: converter.base)
        var left: [Money] = []
        for (_, balance) in balances.sorted(by: { $0.key < $1.key }) {
            if let converted = converter.stock(balance, on: today) {
                held = try held.adding(converted)
            } else if !balance.isZero {
                left.append(balance)
            }
        }
        accounts = try model.series.enumerated().dropFirst().map { number, series in
            let balance = series.place.flatMap { balances[$0] }
            return try source.course(number, from: balance ?? .zero(of: series.currency))
        }
        let course = model.hasTotal ? try source.course(0, from: held) : nil
        let all = Self.items(expected, planned, model, converter.base)
        (total, items) = (course, all)
        unconverted = left + Self.unpriced(all, beside: left)
        lowest = course.flatMap { Self.lowest(of: $0, all) }
    }

    /// The input of all courses.
    private struct Source {
        let model: ForecastModel
        let today: CalendarDate
        let days: [Int]
        let expected: [ForecastModel.Expected]
        let planned: [Planned]
        /// Nil where too little is known of the rest.
        let widths: ForecastWidths?

        func course(_ number: Int, from start: Money) throws -> Course {
            let series = model.series[number]
            let added = Forecast.sums(of: planned, in: number, days)
            let known = model.sums(of: expected, in: number, at: days)
            var bands: [ForecastBand] = []
            if let widths {
                bands = model.bands(
                    of: number, after: model.origin, at: days, expecting: expected)
                bands = zip(days, bands).map { $1.widened(by: widths.factor(of: number, at: $0)) }
            }
            let points = try days.indices.map { index in
                func amount(_ change: Int) throws -> Money {
                    try start.adding(series.money(change + added[index]))
                }
                let range =
                    try bands.isEmpty
                    ? nil
                    : Range(
                        low: amount(bands[index].low), median: amount(bands[index].middle),
                        high: amount(bands[index].high))
                return Point(
                    day: today.adding(days: Int32(clamping: index + 1)),
                    known: try amount(known[index]), range: range)
            }
            return Course(place: series.place, start: start, points: points)
        }
    }

    // MARK: Payments

    private static func planned(
        _ plus: [PlannedPayment], _ model: ForecastModel, _ today: CalendarDate, _ days: Int,
        _ converter: inout CurrencyConverter
    ) throws -> [Planned] {
        var found: [Planned] = []
        for (number, payment) in plus.enumerated() {
            let series = model.series.firstIndex {
                $0.place == AccountPlace(payment.account, payment.amount.currency)
            }
            let total = try converter.stock(payment.amount, on: today)
                .map { try model.series[0].units($0) }
            let amount = try series.map { try model.series[$0].units(payment.amount) }
            for day in payment.days(after: today, days: days) {
                found.append(
                    Planned(
                        payment: payment, number: number + 1, series: series,
                        after: Int(day.daysSince1970 - today.daysSince1970), day: day,
                        amount: amount ?? 0, total: total))
            }
        }
        return found
    }

    private struct Planned {
        let payment: PlannedPayment
        let number: Int
        let series: Int?
        let after: Int
        let day: CalendarDate
        let amount: Int
        let total: Int?
    }

    private static func sums(of planned: [Planned], in number: Int, _ days: [Int]) -> [Int] {
        days.map { day in
            planned.reduce(0) { sum, payment in
                if payment.after > day { return sum }
                if number == 0 { return sum + (payment.total ?? 0) }
                return payment.series == number ? sum + payment.amount : sum
            }
        }
    }

    private static func items(
        _ expected: [ForecastModel.Expected], _ planned: [Planned], _ model: ForecastModel,
        _ base: Currency
    ) -> [Item] {
        let total = model.series[0]
        var items = expected.map { payment in
            Item(
                id: payment.stream.id, name: payment.stream.name, account: payment.stream.account,
                day: CalendarDate(daysSince1970: Int32(clamping: model.today + payment.after)),
                due: payment.due, amount: payment.stream.amount,
                total: payment.total == 0 && payment.stream.currency != base
                    ? nil : total.money(payment.total))
        }
        items += planned.map { payment in
            Item(
                id: "plus-\(payment.number)", name: payment.payment.text,
                account: payment.series == nil ? "" : payment.payment.account, day: payment.day,
                due: payment.day, amount: payment.payment.amount,
                total: payment.total.map { total.money($0) })
        }
        return items.sorted { ($0.day, $0.due, $0.name, $0.id) < ($1.day, $1.due, $1.name, $1.id) }
    }

    /// Payments without a rate, each once; of a currency that a balance is left out of, the balance
    /// says it.
    private static func unpriced(_ items: [Item], beside left: [Money]) -> [Money] {
        let told = Set(left.map(\.currency))
        var ids: Set<String> = []
        return items.filter {
            $0.total == nil && !told.contains($0.amount.currency) && ids.insert($0.id).inserted
        }.map(\.amount)
    }

    // MARK: The lowest point

    private static func lowest(of course: Course, _ items: [Item]) -> Lowest? {
        func amount(_ point: Point) -> Money { point.range?.median ?? point.known }
        guard let point = course.points.min(by: { amount($0).atto < amount($1).atto }) else {
            return nil
        }
        func size(_ index: Int) -> Int128 { items[index].total?.atto ?? 0 }
        let before = items.indices.filter { items[$0].day <= point.day && size($0) < 0 }
        let largest = before.sorted { (size($0), $0) < (size($1), $1) }.prefix(reasonsMax)
        func low(_ point: Point) -> Money { point.range?.low ?? point.known }
        return Lowest(
            day: point.day, amount: amount(point), low: point.range?.low,
            lowestLow: point.range.flatMap { _ in
                course.points.min { low($0).atto < low($1).atto }
            }, because: Array(largest))
    }
}
