package import Facts
internal import Reports

/// How days are counted as parts of a year. Every convention is a sum over days, so that a period
/// may be cut anywhere.
package enum DayCount: String, CaseIterable, Sendable {
    /// Every day is 1/365, in leap years too.
    case actual365 = "act/365"
    /// A day is 1/366 in a leap year, else 1/365.
    case actualActual = "act/act"
    /// Every month has 30 days: the 31st counts as the 30th, and so does the last of February.
    case thirty360 = "30/360"

    /// ``weight(of:)`` counts these parts of a year.
    var partsOfYear: Int128 {
        switch self {
        case .actual365: 365
        case .actualActual: 365 * 366
        case .thirty360: 360
        }
    }

    /// The share of a year that one day is, in ``partsOfYear``: the step from the day before to it.
    func weight(of day: CalendarDate) -> Int128 {
        switch self {
        case .actual365: return 1
        case .actualActual:
            return CalendarDate.days(inMonth: 2, year: day.parts.year) == 29 ? 365 : 366
        case .thirty360:
            return Int128(Self.number(of: day) - Self.number(of: day.adding(days: -1)))
        }
    }

    /// The sum of the days after the first up to the last.
    func weight(after first: CalendarDate, through last: CalendarDate) -> Int128 {
        var sum: Int128 = 0
        var day = first
        while day < last {
            day = day.adding(days: 1)
            sum += weight(of: day)
        }
        return sum
    }

    /// A count of days in which every month has 30.
    private static func number(of day: CalendarDate) -> Int {
        let (year, month, number) = day.parts
        let isLast = number == CalendarDate.days(inMonth: month, year: year)
        return (year * 12 + month) * 30 + (number == 31 || month == 2 && isLast ? 30 : number)
    }
}

/// Interest as an exact sum of days, rounded once.
///
/// A balance has at most 17 digits, a rate nine, a day's part of the year three: a thousand million
/// days fit into 128 bits.
struct InterestSum {
    let dayCount: DayCount
    private var sum: Int128 = 0

    init(_ dayCount: DayCount) { self.dayCount = dayCount }

    /// - Parameters:
    ///   - units: that bear interest.
    ///   - rate: millionths of a percent a year.
    ///   - weight: in the convention's parts of a year.
    mutating func add(_ units: Int64, rate: Int64, weight: Int128) {
        sum += Int128(units) * Int128(rate) * weight
    }

    /// Half away from zero; nil if it is no amount.
    var units: Int64? {
        Int64(
            exactly: Ratio.rounded(sum, Int128(DatedRate.unitsOfWhole) * dayCount.partsOfYear))
    }
}

/// A yearly rate from a day on.
package struct DatedRate: Sendable, Equatable {
    package let day: CalendarDate
    /// Millionths of a percent.
    package let millionths: Int64

    /// The units of a hundred percent.
    static let unitsOfWhole: Int64 = 100_000_000

    /// `12.5`.
    package var text: String {
        let digits = String(millionths % 1_000_000 + 1_000_000).dropFirst()
        let fraction = digits.reversed().drop { $0 == "0" }.reversed()
        let whole = String(millionths / 1_000_000)
        return fraction.isEmpty ? whole : whole + "." + String(fraction)
    }
}

extension [DatedRate] {
    /// The last step on or before the day; nil before the first.
    func step(on day: CalendarDate) -> DatedRate? { last { $0.day <= day } }

    /// A step on one of the days from the first up to, but not including, the last.
    func changes(from first: CalendarDate, before last: CalendarDate) -> Bool {
        contains { first <= $0.day && $0.day < last }
    }
}
