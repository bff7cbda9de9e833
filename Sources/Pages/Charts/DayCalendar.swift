package import Facts
import Reports

/// Months side by side, a field for each day: the darker, the more was spent.
package struct DayCalendar: PageDrawing {
    package struct Month: Sendable {
        package let name: String
        package let first: CalendarDate
        package let last: CalendarDate

        package init(_ name: String, _ first: CalendarDate, _ last: CalendarDate) {
            self.name = name
            self.first = first
            self.last = last
        }
    }

    private let months: [Month]
    private let days: [CalendarDate: (name: String, figure: PageFigure)]
    /// A shade for each quarter of the days with expenses.
    private let quarters: Quarters

    package init(
        _ months: [Month], _ days: [CalendarDate: (name: String, figure: PageFigure)]
    ) {
        self.months = months
        self.days = days
        quarters = Quarters(
            of: days.values.map(\.figure.amount).filter(\.isNegative).map { Drawing.size($0) })
    }

    private static let columns = 3
    private static let field = 1_560
    private static let monthHeight = 11_600

    package func markup(label: String) -> Markup {
        var page = Markup()
        for (index, month) in months.enumerated() {
            let x = index % Self.columns * (Drawing.width / Self.columns)
            let y = index / Self.columns * Self.monthHeight
            page += Drawing.text(month.name, x, y + 1_100, "strong")
            for number in 0...Int(max(month.last.daysSince1970 - month.first.daysSince1970, 0)) {
                let day = month.first.adding(days: Int32(number))
                page += field(day, of: month, x, y + 1_600)
            }
        }
        let rows = (months.count + Self.columns - 1) / Self.columns
        return Drawing.frame(label, height: max(rows, 1) * Self.monthHeight, page)
    }

    private func field(_ day: CalendarDate, of month: Month, _ x: Int, _ y: Int) -> Markup {
        let first = CalendarMonth(of: month.first).firstDay
        let place = Int(day.daysSince1970 - first.daysSince1970) + first.weekday
        let (left, top) = (x + place % 7 * Self.field, y + place / 7 * Self.field)
        let size = Self.field - 160
        guard let known = days[day] else {
            return Self.square(left, top, size, shade: 0)
        }
        let shade = shade(known.figure.amount)
        return Drawing.mark(
            known.figure, known.name, Self.square(left, top, size, shade: shade))
    }

    /// A line as wide as it is long, which is shorter to write than a rectangle: a year has many.
    private static func square(_ x: Int, _ y: Int, _ size: Int, shade: Int) -> Markup {
        "<path class=d\(shade) d=M\(x),\(y + size / 2)h\(size) />"
    }

    private func shade(_ amount: Money) -> Int {
        amount.isNegative ? quarters.level(of: Drawing.size(amount)) : 0
    }
}
