package import Facts
package import Reports
internal import Scanning

/// The cost of streams together, and the streams that a person may want to look at.
package struct RecurringOverview: Sendable {
    package struct Total: Sendable, Equatable {
        package let purse: Purse
        /// The income of a month; signed.
        package var income: Money
        package var expenses: Money
    }

    /// The cost of a currency's subscriptions a month, now and at today's prices those that began
    /// three months ago.
    package struct Growth: Sendable, Equatable {
        package let now: Money
        package let before: Money
        /// In tenths of a percent, rounded half away from zero.
        package let permille: Int
    }

    /// By currency.
    package let totals: [Total]
    package let growth: [Growth]
    /// Streams that may be paid twice, as groups of indices.
    package let duplicates: [[Int]]

    /// Changes that are shown, in tenths of a percent.
    private static let growthPermilleMin = 50
    static let growthMonths = 3

    package init(
        of streams: [RecurringStream], asOf today: CalendarDate, _ tree: CategoryTree
    ) throws {
        totals = try Self.totals(streams)
        growth = try Self.growth(streams, today, tree)
        duplicates = Self.duplicates(streams, tree)
    }

    private static func totals(_ streams: [RecurringStream]) throws -> [Total] {
        var found: [Purse: Total] = [:]
        for stream in streams where stream.isActive {
            let zero = Money.zero(of: stream.currency)
            var total =
                found[stream.purse] ?? Total(purse: stream.purse, income: zero, expenses: zero)
            if stream.amount.isNegative {
                total.expenses = try total.expenses.adding(stream.monthly)
            } else {
                total.income = try total.income.adding(stream.monthly)
            }
            found[stream.purse] = total
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Subscriptions

    static func isSubscription(_ stream: RecurringStream, _ tree: CategoryTree) -> Bool {
        stream.isActive && stream.amount.isNegative
            && tree.isWithin(stream.category, "subscriptions")
    }

    private static func growth(
        _ streams: [RecurringStream], _ today: CalendarDate, _ tree: CategoryTree
    ) throws -> [Growth] {
        let parts = today.parts
        let months = parts.year * 12 + parts.month - 1 - growthMonths
        let (year, month) = (months / 12, months % 12 + 1)
        let day = min(parts.day, CalendarDate.days(inMonth: month, year: year))
        guard let start = CalendarDate(year: year, month: month, day: day) else { return [] }
        var ofPurse: [Purse: [RecurringStream]] = [:]
        for stream in streams where isSubscription(stream, tree) {
            ofPurse[stream.purse, default: []].append(stream)
        }
        var found: [Growth] = []
        for (_, members) in ofPurse.sorted(by: { $0.key < $1.key }) where members.count >= 2 {
            var now = Money.zero(of: members[0].currency)
            var before = now
            for stream in members {
                now = try now.adding(stream.monthly.negated)
                if stream.payments[0].day < start {
                    before = try before.adding(stream.monthly.negated)
                }
            }
            guard before.atto > 0 else { continue }
            let change = (now.atto - before.atto) * 2_000 / before.atto
            let permille = Int(clamping: (change + (change < 0 ? -1 : 1)) / 2)
            if abs(permille) > growthPermilleMin {
                found.append(Growth(now: now, before: before, permille: permille))
            }
        }
        return found
    }

    /// Subscriptions of one category and merchant, or of near names and amounts.
    static func duplicates(
        _ streams: [RecurringStream], _ tree: CategoryTree
    ) -> [[Int]] {
        let all = streams.indices.filter { isSubscription(streams[$0], tree) }
        var groups: [[Int]] = []
        for index in all {
            let at = groups.firstIndex { group in
                group.contains { isDouble(streams[$0], streams[index]) }
            }
            if let at { groups[at].append(index) } else { groups.append([index]) }
        }
        return groups.filter { $0.count >= 2 }
    }

    /// Letters that names of one service differ by at most.
    private static let nameDistanceMax = 3
    private static let amountPermilleMax = 100

    private static func isDouble(_ one: RecurringStream, _ other: RecurringStream) -> Bool {
        guard one.category == other.category, one.currency == other.currency else { return false }
        let folder = TextFolder()
        let names = [one.name, other.name].map { Array(folder.fold($0).unicodeScalars.prefix(64)) }
        if names[0] == names[1] { return true }
        let (a, b) = (one.monthly.atto.magnitude, other.monthly.atto.magnitude)
        let isNear = (max(a, b) - min(a, b)) * 1_000 <= max(a, b) * UInt128(amountPermilleMax)
        return isNear && editDistance(names[0], names[1]) <= nameDistanceMax
    }
}

extension RecurringStream {
    /// Where its amounts are summed.
    package var purse: Purse { Purse(currency, account) }
}

extension Money {
    package static func zero(of currency: Currency) -> Money {
        Money(units: 0, scale: currency.exponent, currency: currency)
    }
}

/// An expected payment.
package struct UpcomingPayment: Sendable {
    package let stream: RecurringStream
    package let day: CalendarDate
    /// The day has passed.
    package let isLate: Bool

    /// The payments expected in the days after `today`, and late ones; by day.
    package static func all(
        of streams: [RecurringStream], asOf today: CalendarDate, days: Int
    ) -> [UpcomingPayment] {
        let end = today.adding(days: Int32(clamping: days))
        var found: [UpcomingPayment] = []
        for stream in streams {
            if stream.state == .late, let next = stream.next {
                found.append(UpcomingPayment(stream: stream, day: next, isLate: true))
            }
            found += stream.days(after: today, through: end).map {
                UpcomingPayment(stream: stream, day: $0, isLate: false)
            }
        }
        return found.sorted {
            ($0.day, $0.stream.name, $0.stream.id) < ($1.day, $1.stream.name, $1.stream.id)
        }
    }
}
