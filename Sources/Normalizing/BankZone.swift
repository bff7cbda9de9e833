package import Facts

/// The clock a bank prints by. Only what banks that give instants need; a printed day never passes through here.
///
/// - Source: the European Union's summer time has begun on the last Sunday of March and ended on the last Sunday of October, both at
///   01:00 UTC, since 1996, and Ukraine has kept to it (tz database, `Europe/Kyiv`).
package struct BankZone: Sendable, Equatable {
    private let standardMinutes: Int16
    private let keepsEuropeanSummer: Bool

    /// The zone of this IANA name, or nil when it is not one we know.
    package init?(name: String) {
        switch name {
        case "Europe/Kyiv", "Europe/Kiev", "Europe/Helsinki", "Europe/Vilnius", "Europe/Riga",
            "Europe/Tallinn", "Europe/Bucharest", "Europe/Sofia", "Europe/Athens":
            self.init(standardMinutes: 120, keepsEuropeanSummer: true)
        case "Europe/Berlin", "Europe/Warsaw", "Europe/Paris", "Europe/Amsterdam", "Europe/Madrid",
            "Europe/Vienna", "Europe/Prague", "Europe/Rome":
            self.init(standardMinutes: 60, keepsEuropeanSummer: true)
        case "Europe/London", "Europe/Lisbon", "Europe/Dublin":
            self.init(standardMinutes: 0, keepsEuropeanSummer: true)
        case "UTC": self.init(standardMinutes: 0, keepsEuropeanSummer: false)
        case "Europe/Moscow", "Europe/Minsk":
            self.init(standardMinutes: 180, keepsEuropeanSummer: false)
        case "Asia/Tbilisi": self.init(standardMinutes: 240, keepsEuropeanSummer: false)
        case "Asia/Ho_Chi_Minh": self.init(standardMinutes: 420, keepsEuropeanSummer: false)
        default: return nil
        }
    }

    package static let utc = BankZone(standardMinutes: 0, keepsEuropeanSummer: false)

    private init(standardMinutes: Int16, keepsEuropeanSummer: Bool) {
        self.standardMinutes = standardMinutes
        self.keepsEuropeanSummer = keepsEuropeanSummer
    }

    /// Day, time and offset this clock shows at an instant (seconds since 1970 UTC).
    ///
    /// The repeated hour in October gives two instants the same day and time with different offsets.
    package func moment(at instant: Int64) -> CivilMoment? {
        // Years 1900…2199: what CalendarDate holds.
        guard (-2_208_988_800..<7_258_118_400).contains(instant) else { return nil }
        let offset = offsetMinutes(at: instant)
        let local = instant + Int64(offset) * 60
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        return CivilMoment(
            day: CalendarDate(daysSince1970: Int32(truncatingIfNeeded: day)),
            second: Int32(truncatingIfNeeded: local - day * 86_400), offsetMinutes: offset)
    }

    /// Minutes east of UTC when this clock showed a day and time; nil for an hour that came twice or never.
    package func offsetMinutes(day: CalendarDate, second: Int32) -> Int16? {
        let local = Int64(day.daysSince1970) * 86_400 + Int64(second)
        let standard = Int64(standardMinutes) * 60
        let asStandard = offsetMinutes(at: local - standard)
        guard keepsEuropeanSummer else { return asStandard }
        let asSummer = offsetMinutes(at: local - standard - 3_600)
        switch (asStandard == standardMinutes, asSummer == standardMinutes + 60) {
        case (true, false): return standardMinutes
        case (false, true): return standardMinutes + 60
        default: return nil
        }
    }

    private func offsetMinutes(at instant: Int64) -> Int16 {
        guard keepsEuropeanSummer else { return standardMinutes }
        let day = Int32(
            truncatingIfNeeded: instant >= 0 ? instant / 86_400 : (instant - 86_399) / 86_400)
        let (year, month, _) = CalendarDate(daysSince1970: day).parts
        // Only March and October need their last Sunday.
        let isSummer: Bool
        switch month {
        case 4...9: isSummer = true
        case 3: isSummer = instant >= Self.lastSundayAtOne(month: 3, year: year)
        case 10: isSummer = instant < Self.lastSundayAtOne(month: 10, year: year)
        default: isSummer = false
        }
        return isSummer ? standardMinutes + 60 : standardMinutes
    }

    /// 01:00 UTC of the last Sunday of a month with 31 days.
    private static func lastSundayAtOne(month: Int, year: Int) -> Int64 {
        guard let last = CalendarDate(year: year, month: month, day: 31) else { return .max }
        // 1970-01-01 was a Thursday: days + 4 is 0 modulo 7 on Sundays.
        let sinceSunday = (Int64(last.daysSince1970) + 4 + 7 * 10_000) % 7
        return (Int64(last.daysSince1970) - sinceSunday) * 86_400 + 3_600
    }
}
