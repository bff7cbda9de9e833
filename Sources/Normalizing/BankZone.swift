package import Facts

/// The clock a bank prints by, needed only for banks that give instants; a printed day is never
/// converted.
///
/// - Source: tz database. EU summer time has begun on the last Sunday of March and ended on the
///   last Sunday of October, both at 01:00 UTC, since 1996, and Ukraine has followed it; earlier
///   changes of Kyiv's clock are listed one by one. Of other zones only the years under one rule
///   are known; earlier instants are refused.
package struct BankZone: Sendable, Equatable {
    private struct Change: Sendable, Equatable {
        let instant: Int64
        let minutes: Int16
    }

    private let standardMinutes: Int16
    private let keepsEuropeanSummer: Bool
    /// The rule applies from here on; before it the listed changes do.
    private let regularSince: Int64
    private var changes: [Change] = []

    /// The zone with this IANA name; nil when it is not supported.
    package init?(name: String) {
        switch name {
        case "Europe/Kyiv", "Europe/Kiev":
            self.init(standardMinutes: 120, keepsEuropeanSummer: true, Self.kyivChanges)
        case "Europe/Helsinki", "Europe/Bucharest", "Europe/Sofia", "Europe/Athens":
            self.init(standardMinutes: 120, keepsEuropeanSummer: true)
        case "Europe/Vilnius", "Europe/Riga", "Europe/Tallinn":
            // These three paused summer time around 2000.
            self.init(standardMinutes: 120, keepsEuropeanSummer: true, regularSince: 1_035_680_400)
        case "Europe/Berlin", "Europe/Warsaw", "Europe/Paris", "Europe/Amsterdam", "Europe/Madrid",
            "Europe/Vienna", "Europe/Prague", "Europe/Rome", "Europe/Belgrade", "Europe/Zagreb",
            "Europe/Ljubljana", "Europe/Skopje", "Europe/Sarajevo", "Europe/Budapest",
            "Europe/Bratislava", "Europe/Brussels", "Europe/Copenhagen", "Europe/Stockholm",
            "Europe/Oslo", "Europe/Zurich":
            self.init(standardMinutes: 60, keepsEuropeanSummer: true)
        case "Europe/London", "Europe/Lisbon", "Europe/Dublin":
            self.init(standardMinutes: 0, keepsEuropeanSummer: true)
        case "UTC": self = .utc
        case "Europe/Moscow":
            self.init(
                standardMinutes: 180, [(1_288_479_600, 180), (1_301_180_400, 240)],
                regularSince: 1_414_274_400)
        case "Europe/Minsk":
            self.init(standardMinutes: 180, [(1_288_483_200, 120)], regularSince: 1_301_184_000)
        case "Europe/Istanbul": self.init(standardMinutes: 180, regularSince: 1_459_040_400)
        case "Asia/Tbilisi": self.init(standardMinutes: 240, regularSince: 1_111_878_000)
        case "Asia/Yerevan": self.init(standardMinutes: 240, regularSince: 1_319_925_600)
        case "Asia/Baku": self.init(standardMinutes: 240, regularSince: 1_445_731_200)
        case "Asia/Almaty":
            self.init(standardMinutes: 300, [(1_099_166_400, 360)], regularSince: 1_709_229_600)
        case "Asia/Tashkent": self.init(standardMinutes: 300, regularSince: 846_378_000)
        case "Asia/Ho_Chi_Minh": self.init(standardMinutes: 420, regularSince: 846_378_000)
        default: return nil
        }
    }

    package static let utc = BankZone(standardMinutes: 0, regularSince: .min)

    private init(
        standardMinutes: Int16, keepsEuropeanSummer: Bool = false,
        _ changes: [(Int64, Int16)] = [], regularSince: Int64 = 846_378_000
    ) {
        self.standardMinutes = standardMinutes
        self.keepsEuropeanSummer = keepsEuropeanSummer
        self.regularSince = regularSince
        self.changes = changes.map { Change(instant: $0.0, minutes: $0.1) }
    }

    /// Moscow time until 1991, three months of summer time that then became standard time, and
    /// Central European dates until 1996.
    private static let kyivChanges: [(Int64, Int16)] = [
        (.min, 180), (354_920_400, 240), (370_728_000, 180), (386_456_400, 240),
        (402_264_000, 180), (417_992_400, 240), (433_800_000, 180), (449_614_800, 240),
        (465_346_800, 180), (481_071_600, 240), (496_796_400, 180), (512_521_200, 240),
        (528_246_000, 180), (543_970_800, 240), (559_695_600, 180), (575_420_400, 240),
        (591_145_200, 180), (606_870_000, 240), (622_594_800, 180), (638_319_600, 240),
        (646_783_200, 180), (686_102_400, 120), (701_827_200, 180), (717_552_000, 120),
        (733_276_800, 180), (749_001_600, 120), (764_726_400, 180), (780_451_200, 120),
        (796_176_000, 180), (811_900_800, 120), (828_230_400, 180),
    ]

    /// Local day, time and offset at an instant (seconds since 1970 UTC).
    ///
    /// The repeated hour in October gives two instants the same day and time with different
    /// offsets.
    package func moment(at instant: Int64) -> CivilMoment? {
        // Years 1900…2199: what CalendarDate holds.
        guard (-2_208_988_800..<7_258_118_400).contains(instant) else { return nil }
        guard let offset = offsetMinutes(at: instant) else { return nil }
        let local = instant + Int64(offset) * 60
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        return CivilMoment(
            day: CalendarDate(daysSince1970: Int32(truncatingIfNeeded: day)),
            second: Int32(truncatingIfNeeded: local - day * 86_400), offsetMinutes: offset)
    }

    /// Minutes east of UTC at a local day and time; nil for an hour that occurs twice or never, and
    /// where nothing is known.
    package func offsetMinutes(day: CalendarDate, second: Int32) -> Int16? {
        let local = Int64(day.daysSince1970) * 86_400 + Int64(second)
        if local - 2 * 86_400 >= regularSince {
            guard keepsEuropeanSummer else { return standardMinutes }
            // Weeks away from clock changes.
            switch day.parts.month {
            case 5...9: return standardMinutes + 60
            case 12, 1, 2: return standardMinutes
            default: break
            }
        }
        // No clock was set twice within two days.
        guard let before = offsetMinutes(at: local - 86_400),
            let after = offsetMinutes(at: local + 86_400)
        else { return nil }
        let fitsBefore = offsetMinutes(at: local - Int64(before) * 60) == before
        if before == after { return fitsBefore ? before : nil }
        let fitsAfter = offsetMinutes(at: local - Int64(after) * 60) == after
        switch (fitsBefore, fitsAfter) {
        case (true, false): return before
        case (false, true): return after
        default: return nil
        }
    }

    /// The offset if it is the same all day; nil also on days of clock changes.
    func offsetMinutes(throughout day: CalendarDate) -> Int16? {
        // No clock was set twice within two days.
        let morning = offsetMinutes(day: day, second: 0)
        return morning == offsetMinutes(day: day, second: 86_399) ? morning : nil
    }

    private func offsetMinutes(at instant: Int64) -> Int16? {
        guard instant >= regularSince else {
            return changes.last { $0.instant <= instant }?.minutes
        }
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
        let sinceSunday = (last.weekday + 1) % 7
        return (Int64(last.daysSince1970) - Int64(sinceSunday)) * 86_400 + 3_600
    }
}
