import Facts
import TestKit
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
        (0, "1970-01-01", 10_800, 180),
        (-1, "1970-01-01", 10_799, 180),
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

    /// Every change from 1970 to 2037 as the tz database has it: the instant, minutes before,
    /// minutes after.
    private static let changes = """
        354920400 180 240; 370728000 240 180; 386456400 180 240; 402264000 240 180;
        417992400 180 240; 433800000 240 180; 449614800 180 240; 465346800 240 180;
        481071600 180 240; 496796400 240 180; 512521200 180 240; 528246000 240 180;
        543970800 180 240; 559695600 240 180; 575420400 180 240; 591145200 240 180;
        606870000 180 240; 622594800 240 180; 638319600 180 240; 646783200 240 180;
        686102400 180 120; 701827200 120 180; 717552000 180 120; 733276800 120 180;
        749001600 180 120; 764726400 120 180; 780451200 180 120; 796176000 120 180;
        811900800 180 120; 828230400 120 180; 846378000 180 120; 859683600 120 180;
        877827600 180 120; 891133200 120 180; 909277200 180 120; 922582800 120 180;
        941331600 180 120; 954032400 120 180; 972781200 180 120; 985482000 120 180;
        1004230800 180 120; 1017536400 120 180; 1035680400 180 120; 1048986000 120 180;
        1067130000 180 120; 1080435600 120 180; 1099184400 180 120; 1111885200 120 180;
        1130634000 180 120; 1143334800 120 180; 1162083600 180 120; 1174784400 120 180;
        1193533200 180 120; 1206838800 120 180; 1224982800 180 120; 1238288400 120 180;
        1256432400 180 120; 1269738000 120 180; 1288486800 180 120; 1301187600 120 180;
        1319936400 180 120; 1332637200 120 180; 1351386000 180 120; 1364691600 120 180;
        1382835600 180 120; 1396141200 120 180; 1414285200 180 120; 1427590800 120 180;
        1445734800 180 120; 1459040400 120 180; 1477789200 180 120; 1490490000 120 180;
        1509238800 180 120; 1521939600 120 180; 1540688400 180 120; 1553994000 120 180;
        1572138000 180 120; 1585443600 120 180; 1603587600 180 120; 1616893200 120 180;
        1635642000 180 120; 1648342800 120 180; 1667091600 180 120; 1679792400 120 180;
        1698541200 180 120; 1711846800 120 180; 1729990800 180 120; 1743296400 120 180;
        1761440400 180 120; 1774746000 120 180; 1792890000 180 120; 1806195600 120 180;
        1824944400 180 120; 1837645200 120 180; 1856394000 180 120; 1869094800 120 180;
        1887843600 180 120; 1901149200 120 180; 1919293200 180 120; 1932598800 120 180;
        1950742800 180 120; 1964048400 120 180; 1982797200 180 120; 1995498000 120 180;
        2014246800 180 120; 2026947600 120 180; 2045696400 180 120; 2058397200 120 180;
        2077146000 180 120; 2090451600 120 180; 2108595600 180 120; 2121901200 120 180;
        2140045200 180 120;
        """

    @Test func `each change since 1970 comes at its second`() throws {
        var count = 0
        for change in Self.changes.split(whereSeparator: { ";\n".contains($0) }) {
            let numbers = change.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3 else { continue }
            count += 1
            let before = try #require(kyiv.moment(at: numbers[0] - 1))
            let after = try #require(kyiv.moment(at: numbers[0]))
            #expect(Int64(before.offsetMinutes) == numbers[1], "\(change)")
            #expect(Int64(after.offsetMinutes) == numbers[2], "\(change)")
            for moment in [before, after] {
                // The hour that comes twice has no offset of its own; every other printed time
                // leads back to its instant.
                let instant =
                    Int64(moment.day.daysSince1970) * 86_400 + Int64(moment.second)
                    - Int64(moment.offsetMinutes) * 60
                #expect(instant == (moment == before ? numbers[0] - 1 : numbers[0]))
                let found = kyiv.offsetMinutes(day: moment.day, second: moment.second)
                #expect(found == nil || found == moment.offsetMinutes)
            }
        }
        #expect(count >= 110)
    }

    @Test func `other zones know the years of their present rule`() throws {
        let almaty = try #require(BankZone(name: "Asia/Almaty"))
        #expect(almaty.moment(at: 1_709_229_599)?.offsetMinutes == 360)
        #expect(almaty.moment(at: 1_709_229_600)?.offsetMinutes == 300)
        let moscow = try #require(BankZone(name: "Europe/Moscow"))
        #expect(moscow.moment(at: 1_400_000_000)?.offsetMinutes == 240)
        #expect(moscow.moment(at: 1_700_000_000)?.offsetMinutes == 180)
        #expect(moscow.moment(at: 1_000_000_000) == nil)
        #expect(BankZone(name: "Europe/Berlin")?.moment(at: 800_000_000) == nil)
        #expect(BankZone.utc.moment(at: -1)?.second == 86_399)
    }

    @Test(arguments: ["Europe/Kyiv", "Europe/Riga", "Europe/Moscow", "Asia/Almaty", "Asia/Tbilisi"])
    func `one offset is told of a day only where each hour has it`(name: String) throws {
        let zone = try #require(BankZone(name: name))
        var changes = 0
        for number in drawn(every: 3, of: Int32(3_650)..<Int32(20_800)) {
            let day = CalendarDate(daysSince1970: number)
            let first = zone.offsetMinutes(day: day, second: 0)
            // A loop of the plainest kind: it runs 300,000 times, and nothing of it is optimized.
            var second: Int32 = 0
            while second < 86_400, zone.offsetMinutes(day: day, second: second) == first {
                second += 1_800
            }
            let expected = second < 86_400 ? nil : first
            if expected == nil { changes += 1 }
            if zone.offsetMinutes(throughout: day) != expected { Issue.record("\(day)") }
        }
        #expect(changes > 0)
    }
}
