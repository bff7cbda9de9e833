package import Facts
package import Reports
package import Scanning

/// How good the forecasts of this ledger would have been: each is made of the rows until its day
/// alone, and compared with what came.
package struct ForecastReview {
    /// Forecasts so many days ahead.
    package struct Result: Sendable, Equatable {
        package let days: Int
        /// Forecasts compared.
        package let count: Int
        /// The mean distance of the median from the balance that came.
        package let error: Money
        /// The same of a forecast that what the days before changed is repeated.
        package let baselineError: Money
        /// Balances inside the band, in thousandths.
        package let insidePermille: Int
    }

    private struct Guess {
        let day: Int
        let bands: [ForecastBand]
    }

    private let today: CalendarDate
    private var flows = CashFlows()
    private var payments: RecurringPayments
    private var converter: CurrencyConverter
    private var guesses: [Guess] = []
    /// Days of forecasts that are not made yet, the last one first.
    private var waiting: [CalendarDate]

    private static let horizons = [30, 90]
    /// Twelve days fall on all weekdays and all days of months in two years; seven times thirteen
    /// are a quarter, so that a salary would be met on the same few days of its month.
    package static let stepUsual = 12
    private static let daysBack = 728

    /// - Parameters:
    ///   - payments: without rows, and without what a person said later.
    ///   - converter: all amounts are converted at the rate of `today`: rates are not forecast.
    ///   - step: days between two forecasts of the last two years.
    package init(
        asOf today: CalendarDate, _ payments: RecurringPayments, _ converter: CurrencyConverter,
        step: Int = stepUsual
    ) {
        self.today = today
        self.payments = payments
        self.converter = converter
        let last = today.adding(days: -Int32(Self.horizons[0]))
        waiting = stride(from: 0, through: Self.daysBack, by: max(1, step)).map {
            last.adding(days: -Int32($0))
        }
    }

    /// Adds the next row, oldest first.
    ///
    /// - Parameter row: with the numbers of ``texts``.
    package mutating func add(_ row: PaymentRow) throws {
        while let day = waiting.last, day < row.day { try guess() }
        flows.add(row)
        payments.add(row)
    }

    /// Numbers of the rows' texts.
    package var texts: TextNumbers { payments.texts }

    private mutating func guess() throws {
        guard let day = waiting.popLast(),
            flows.monthsComplete(until: day) >= Forecast.monthsMin
        else { return }
        let model = try ForecastModel(
            flows, payments.found(asOf: day).streams, [], asOf: day, &converter)
        guard model.hasTotal else { return }
        let last = Self.horizons[Self.horizons.count - 1]
        let widths = ForecastWidths(model, of: 0..<1, days: last)
        let bands = model.bands(
            of: 0, after: model.origin, at: Self.horizons,
            expecting: model.expected(after: model.origin, through: last))
        guesses.append(
            Guess(
                day: Int(day.daysSince1970),
                bands: zip(Self.horizons, bands).map {
                    $1.widened(by: widths.factor(of: 0, at: $0))
                }))
    }

    /// By horizon; without those that no forecast could be compared for.
    package mutating func results() throws -> [Result] {
        while !waiting.isEmpty { try guess() }
        let model = try ForecastModel(flows, [], [], asOf: today, &converter)
        guard model.hasTotal else { return [] }
        let total = model.series[0]
        return Self.horizons.indices.compactMap { index in
            let days = Self.horizons[index]
            var (count, error, baseline, inside) = (0, 0, 0, 0)
            for guess in guesses {
                let origin = guess.day - model.first
                guard origin + days <= model.origin, origin - days >= -1 else { continue }
                let real = model.change(of: 0, from: origin, to: origin + days)
                let before = model.change(of: 0, from: origin - days, to: origin)
                count += 1
                error += abs(real - guess.bands[index].middle)
                baseline += abs(real - before)
                inside += guess.bands[index].contains(real) ? 1 : 0
            }
            if count == 0 { return nil }
            return Result(
                days: days, count: count, error: total.money((error + count / 2) / count),
                baselineError: total.money((baseline + count / 2) / count),
                insidePermille: (inside * 1_000 + count / 2) / count)
        }
    }
}
