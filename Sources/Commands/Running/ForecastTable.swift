import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// A forecast for a person: the lowest point, weeks, accounts, and the payments until then.
struct ForecastTable {
    private let answer: ForecastAnswer
    private let console: Console

    private var forecast: Forecast { answer.forecast }
    private var settings: Settings { answer.ledger.access.settings }

    init(_ answer: ForecastAnswer, _ console: Console) {
        self.answer = answer
        self.console = console
    }

    func print() throws {
        sayChanges()
        if let total = forecast.total {
            if let lowest = forecast.lowest { try printHeadline(lowest) }
            try console.line("")
            try console.line(
                .forecastCourse, ["line": .text(Self.line(of: total)), "base": .text(base)])
            try console.table(weeks(of: total))
        }
        if forecast.accounts.count > 1 || forecast.total == nil {
            try console.line("")
            try console.table(accounts())
        }
        try printItems()
        sayMissing()
    }

    private var base: String { answer.base.code }

    private func printHeadline(_ lowest: Forecast.Lowest) throws {
        let tone: Tone = lowest.amount.isNegative ? .bad : .plain
        let values: [String: Template.Value] = [
            "amount": .money(lowest.amount), "day": .day(lowest.day),
        ]
        guard let point = lowest.lowestLow, let low = point.range?.low else {
            return try console.line(.forecastKnown, values, tone)
        }
        try console.line(.forecastLowest, values, tone)
        try console.line(
            .forecastBelow, ["low": .money(low), "day": .day(point.day)],
            low.isNegative ? .bad : .quiet)
    }

    private static func middle(_ point: Forecast.Point) -> Money {
        point.range?.median ?? point.known
    }

    // MARK: The course

    private static let lineColumns = 40
    private static let levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The medians, between the lowest and the highest one.
    private static func line(of course: Forecast.Course) -> String {
        let values = course.points.map { middle($0).atto }
        guard let low = values.min(), let high = values.max() else { return "" }
        let columns = min(lineColumns, values.count)
        return (0..<columns).map { column in
            let value = values[column * (values.count - 1) / max(1, columns - 1)]
            // Shares of 1,000 are exact enough for eight levels, and cannot overflow.
            let unit = max(1, (high - low) / 1_000)
            return levels[min(levels.count - 1, Int((value - low) / unit) * levels.count / 1_000)]
        }.joined()
    }

    private func weeks(of course: Forecast.Course) -> Table {
        let hasRange = course.points.first?.range != nil
        let columns: [Table.Column] =
            hasRange
            ? [
                .init(.columnLow, .number), .init(.columnMedian, .number),
                .init(.columnHigh, .number),
            ] : [.init(.columnBalance, .number)]
        var table = Table([.init(.columnDay)] + columns)
        for (index, point) in course.points.enumerated()
        where (index + 1) % 7 == 0 || index == course.points.count - 1 {
            func cell(_ amount: Money) -> Table.Cell {
                .amount(amount, amount.isNegative ? .bad : .plain)
            }
            let range = point.range
            table.add(
                [.day(point.day)]
                    + (range.map { [cell($0.low), cell($0.median), cell($0.high)] }
                        ?? [cell(point.known)]))
        }
        return table
    }

    private func accounts() -> Table {
        var table = Table([
            .init(.columnAccount, cutTo: 8), .blank, .init(.columnLowest, .number),
            .init(.columnOn), .init(.columnAtEnd, .number),
        ])
        for course in forecast.accounts {
            let lowest = course.points.min { Self.middle($0).atto < Self.middle($1).atto }
            guard let place = course.place, let lowest, let last = course.points.last else {
                continue
            }
            let amount = Self.middle(lowest)
            table.add([
                .text(settings.shownName(of: place.account)), .text(place.currency.code),
                .amount(amount, amount.isNegative ? .bad : .plain), .day(lowest.day),
                .amount(Self.middle(last)),
            ])
        }
        return table
    }

    // MARK: Payments

    private static let itemsMax = 12

    /// The largest payments until the lowest point, by day.
    private func printItems() throws {
        let end = forecast.lowest?.day ?? answer.today.adding(days: 30)
        let before = forecast.items.indices.filter { forecast.items[$0].day <= end }
        func size(_ index: Int) -> Int128 {
            let amount = forecast.items[index].total ?? forecast.items[index].amount
            return amount.atto < 0 ? -amount.atto : amount.atto
        }
        let because = Set(forecast.lowest?.because ?? [])
        let largest = before.sorted { (size($1), $0) < (size($0), $1) }.prefix(Self.itemsMax)
        let shown = Set(largest).union(because).sorted()
        if shown.isEmpty { return }
        try console.line("")
        try console.line(
            .forecastBefore, ["day": .day(end), "count": .count(before.count)])
        var table = Table([
            .init(.columnDay), .init(.columnAmount, .number), .blank,
            .init(.columnName, cutTo: 12), .init(.columnAccount, cutTo: 8), .blank,
        ])
        for index in shown {
            let item = forecast.items[index]
            table.add([
                .day(item.due), .amount(item.amount), .text(item.amount.currency.code),
                .text(item.name),
                .text(
                    item.account.isEmpty ? "" : settings.shownName(of: item.account), .quiet),
                item.isLate ? .words(.upcomingLate, [:], .doubtful) : "",
            ])
        }
        try console.table(table)
    }

    // MARK: What was asked, and what is missing

    private func sayChanges() {
        for stream in answer.without {
            console.narrate(
                .forecastWithout,
                ["name": .text(stream.name), "amount": .money(stream.amount)])
        }
        for (number, payment) in answer.plus.enumerated() {
            let count = forecast.items.count { $0.id == "plus-\(number + 1)" }
            console.narrate(
                .forecastPlus, ["amount": .money(payment.amount), "count": .count(count)])
        }
    }

    private func sayMissing() {
        if !answer.hasRest {
            console.narrate(
                .forecastLittle, ["count": .count(Forecast.monthsMin)], .doubtful)
        }
        for place in answer.unopened {
            console.narrate(
                .forecastUnopened,
                [
                    "account": .text(settings.shownName(of: place.account)),
                    "name": .text(shellWord(place.account)),
                ], .doubtful)
        }
        console.narrate(unconverted: forecast.unconverted)
    }
}
