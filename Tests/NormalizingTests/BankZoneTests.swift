import Facts
import Testing

@testable import Normalizing

@Suite struct `The clock of Kyiv` {
    private let kyiv = BankZone(name: "Europe/Kyiv")!

    @Test(arguments: [
        (1_771_095_933, "2026-02-14", 21 * 3_600 + 5 * 60 + 33, 120),
        (1_554_466_347, "2019-04-05", 15 * 3_600 + 12 * 60 + 27, 180),
        // 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
        (1_774_745_999, "2026-03-29", 2 * 3_600 + 59 * 60 + 59, 120),
        (1_774_746_000, "2026-03-29", 4 * 3_600, 180),
        (1_792_889_999, "2026-10-25", 3 * 3_600 + 59 * 60 + 59, 180),
        (1_792_890_000, "2026-10-25", 3 * 3_600, 120),
        (0, "1970-01-01", 7_200, 120),
        (-1, "1970-01-01", 7_199, 120),
    ])
    func `shows day, time and offset`(instant: Int, day: String, second: Int, offset: Int) throws {
        let moment = try #require(kyiv.moment(at: Int64(instant)))
        #expect(moment.day.text == day)
        #expect(moment.second == second)
        #expect(moment.offsetMinutes == offset)
    }

    @Test(arguments: [
        ("2026-02-14", 3_600, 120 as Int?), ("2026-07-01", 3_600, 180),
        ("2026-03-29", 2 * 3_600 + 3_599, 120),
        ("2026-03-29", 3 * 3_600, nil), ("2026-03-29", 4 * 3_600, 180),
        ("2026-10-25", 3 * 3_600 - 1, 180),
        ("2026-10-25", 3 * 3_600, nil), ("2026-10-25", 4 * 3_600 - 1, nil),
        ("2026-10-25", 4 * 3_600, 120),
    ])
    func `gives a printed time its offset unless the hour comes twice or never`(
        day: String, second: Int, offset: Int?
    ) throws {
        let date = try #require(CalendarDate(text: day))
        #expect(kyiv.offsetMinutes(day: date, second: Int32(second)).map(Int.init) == offset)
    }

    @Test func `refuses instants outside the years it can name`() {
        #expect(kyiv.moment(at: .max) == nil)
        #expect(kyiv.moment(at: .min + 1) == nil)
        #expect(kyiv.moment(at: 7_258_118_400) == nil)
    }

    @Test func `knows the old name and not a made-up one`() {
        #expect(BankZone(name: "Europe/Kiev") == kyiv)
        #expect(BankZone(name: "Europe/Atlantis") == nil)
    }
}
