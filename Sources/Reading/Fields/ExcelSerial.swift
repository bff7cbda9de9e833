package import Facts

/// Days and times as spreadsheets store them: days since an epoch, with the time as a fraction of
/// the day.
///
/// A serial is a local time, never an instant, so it has no zone. The time is rounded to
/// milliseconds, the precision of doubles, and the fraction of the second is dropped, like that of
/// a printed time.
/// - Source: ECMA-376 part 1, §18.17.4.1: days count from 1900-01-01 as 1, with a nonexistent 29
///   February 1900 (60). Days of 1904 systems occur only in workbooks, which say so.
package enum ExcelSerial {
    /// The moment of a serial. `second` is set also for an integer: the number format decides
    /// whether a cell shows a time.
    ///
    /// - Throws: `notADay` before the first day or after 2199, and for day 60.
    package static func moment(_ serial: WrittenNumber) throws(DateProblem) -> CivilMoment {
        guard serial.mantissa >= 0 else { throw .notADay }
        var unit: UInt64 = 1
        for _ in 0..<min(serial.scale, 18) { unit *= 10 }
        let mantissa = UInt64(serial.mantissa)
        let fraction = mantissa % unit
        // A factor below 10^18 times one below 2^27, divided by 10^18, fits; half a unit rounds.
        let product = fraction.multipliedFullWidth(by: 86_400_000)
        let (low, carry) = product.low.addingReportingOverflow(unit / 2)
        let high = carry ? product.high + 1 : product.high
        let milliseconds = unit.dividingFullWidth((high, low)).quotient
        guard mantissa / unit < 1_000_000 else { throw .notADay }
        var day = Int64(mantissa / unit)
        var second = Int64(milliseconds) / 1_000
        // Rounding may reach the next midnight.
        if second == 86_400 {
            day += 1
            second = 0
        }
        guard day >= 1, day != 60 else { throw .notADay }
        // Days after the nonexistent 29 February have numbers one too high.
        let sinceEpoch = (day < 60 ? last1899 : last1899 - 1) + day
        guard sinceEpoch <= lastDay else { throw .notADay }
        return CivilMoment(
            day: CalendarDate(daysSince1970: Int32(truncatingIfNeeded: sinceEpoch)),
            second: Int32(truncatingIfNeeded: second))
    }

    /// 1899-12-31 and 2199-12-31 as days since 1970.
    private static let last1899: Int64 = -25_568
    private static let lastDay: Int64 = 84_005
}
