import Facts
import TestKit
import Testing
import Reading

@Suite struct `Date text` {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let text: String
        /// What it says, or the problem's name.
        let expected: String
        var testDescription: String { "\(text) as \(pattern)" }
        init(_ pattern: String, _ text: String, _ expected: String) {
            (self.pattern, self.text, self.expected) = (pattern, text, expected)
        }
    }

    static let cases: [Case] = [
        Case("dd.mm.yyyy", "14.02.2026", "2026-02-14"),
        Case("dd.mm.yyyy", "1.2.2026", "2026-02-01"),
        Case("dd.mm.yyyy", " 14.02.2026 ", "2026-02-14"),
        Case("dd.mm.yyyy", "29.02.2024", "2024-02-29"),
        Case("dd.mm.yyyy", "29.02.2026", "notADay"),
        Case("dd.mm.yyyy", "31.04.2026", "notADay"),
        Case("dd.mm.yyyy", "00.01.2026", "notADay"),
        Case("dd.mm.yyyy", "01.13.2026", "notADay"),
        Case("dd.mm.yyyy", "14.02.26", "notADay"),
        Case("dd.mm.yyyy", "14.02.02026", "notADay"),
        Case("dd.mm.yyyy", "14.02.2026 ", "2026-02-14"),
        Case("dd.mm.yyyy", "14.02.2026 10:00", "notADay"),
        Case("dd.mm.yyyy", "14-02-2026", "notADay"),
        Case("dd.mm.yyyy", "14.02.1899", "notADay"),
        Case("dd.mm.yyyy", "", "empty"),
        Case("dd.mm.yyyy", "   ", "empty"),
        Case("dd.mm.yy", "14.02.26", "2026-02-14"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026 21:05:33", "2026-02-14 21:05:33"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026 21:05:33.281", "2026-02-14 21:05:33"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026 9:05:33", "2026-02-14 09:05:33"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026 24:00:00", "notATime"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026 23:60:00", "notATime"),
        Case("dd.mm.yyyy HH:MM:SS", "31.12.2016 23:59:60", "2016-12-31 24:00:00"),
        Case("dd.mm.yyyy HH:MM:SS", "31.12.2016 12:59:60", "notATime"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026\u{A0}21:05:33", "2026-02-14 21:05:33"),
        Case("dd.mm.yyyy HH:MM:SS", "14.02.2026 21:05:33 x", "notADay"),
        Case("yyyy-mm-dd", "2026-02-14", "2026-02-14"),
        Case("yyyy-mm-dd", "2026-2-14", "2026-02-14"),
        Case("yyyy-mm-dd", "26-02-14", "notADay"),
        Case("yyyymmdd", "20260214", "2026-02-14"),
        Case("yyyymmdd", "2026214", "notADay"),
        Case("yyyymmdd", "202602140", "notADay"),
        Case("yyyy-mm-ddTHH:MM:SSZ", "2026-02-14T21:05:33Z", "2026-02-14 21:05:33 offset 0"),
        Case("yyyy-mm-ddTHH:MM:SSZ", "2026-02-14T21:05:33+02:00", "2026-02-14 21:05:33 offset 120"),
        Case(
            "yyyy-mm-ddTHH:MM:SSZ", "2026-02-14T21:05:33.5-0330", "2026-02-14 21:05:33 offset -210"),
        Case("yyyy-mm-ddTHH:MM:SSZ", "2026-02-14T21:05:33+03", "2026-02-14 21:05:33 offset 180"),
        Case("yyyy-mm-ddTHH:MM:SSZ", "2026-02-14T21:05:33+15:00", "notADay"),
        Case("mm/dd/yyyy", "02/14/2026", "2026-02-14"),
        Case("mm/dd/yyyy", "14/02/2026", "notADay"),
        Case("dd/mm/yyyy", "14/02/2026", "2026-02-14"),
        Case("Mon dd, yyyy, h:MM:SS AM", "Sep 27, 2026, 3:24:42 AM", "2026-09-27 03:24:42"),
        Case("Mon dd, yyyy, h:MM:SS AM", "Sep 7, 2026, 12:24:30 PM", "2026-09-07 12:24:30"),
        Case("Mon dd, yyyy, h:MM:SS AM", "Sep 7, 2026, 12:24:30 am", "2026-09-07 00:24:30"),
        Case("Mon dd, yyyy, h:MM:SS AM", "Sep 7, 2026, 13:24:30 PM", "notATime"),
        Case("Mon dd, yyyy", "September 7, 2026", "2026-09-07"),
        Case("Mon dd, yyyy", "Sxp 7, 2026", "notADay"),
        Case("dd Mon yyyy", "07 JAN 2026", "2026-01-07"),
    ]

    @Test(arguments: cases)
    func `a printed day is read whole or refused`(_ c: Case) throws {
        let format = try #require(DateFormat(pattern: c.pattern))
        let bytes = Array(c.text.utf8)
        var hint = 0
        do throws(DateProblem) {
            let moment = try DateText.parse(bytes.span, formats: [format], hint: &hint)
            #expect(moment.rendered == c.expected)
        } catch {
            #expect("\(error)" == c.expected)
        }
    }

    @Test(arguments: [
        ("14:02:11", 50_531), ("9:30", 34_200), ("00:00", 0), ("23:59:59.9", 86_399),
        ("12:15 AM", 900), ("3:40 PM", 56_400), ("03:40:05PM", 56_405), ("12:00\u{202F}pm", 43_200),
    ])
    func `a time alone is seconds since midnight`(text: String, seconds: Int32) throws {
        #expect(try DateText.parseTime(Array(text.utf8).span) == seconds)
    }

    @Test(arguments: ["24:00", "12", "12:5", "1200", "noon", "12:00x", "14:02 PM", "0:10 AM"])
    func `what is no time is refused`(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: DateProblem.notATime) { try DateText.parseTime(bytes.span) }
    }

    @Test(arguments: ["mm.yyyy", "dd.mm", "hello", ""])
    func `a pattern without a whole day is refused`(pattern: String) {
        #expect(DateFormat(pattern: pattern) == nil)
    }

    @Test func `every day of 1900 to 2199 survives printing and reading`() throws {
        let format = try #require(DateFormat(pattern: "dd.mm.yyyy"))
        let first = try #require(CalendarDate(year: 1900, month: 1, day: 1))
        var day = first
        for _ in stride(from: 0, to: 109_000, by: 7) {
            let (year, month, dayOfMonth) = day.parts
            let bytes = Array("\(dayOfMonth).\(month).\(year)".utf8)
            #expect(try DateText.parse(bytes.span, format: format).day == day)
            day = day.adding(days: 7)
        }
    }

    /// A text with a blank in front is read number by number.
    @Test(arguments: [
        "dd.mm.yyyy", "dd.mm.yyyy HH:MM:SS", "mm/dd/yyyy HH:MM", "yyyymmdd", "yyyymmddHHMMSS",
        "yyyy-mm-ddTHH:MM:SS", "dd mm yyyy, HH h",
    ])
    func `what is read at once is what is read number by number`(pattern: String) throws {
        let formats = [try #require(DateFormat(pattern: pattern))]
        let usual = ["14.02.2026 21:05:33", "02/14/2026 21:05", "20260214", "20260214210533"]
        let others = [
            "2026-02-14T23:59:60", "14 02 2026, 21 21", "14.02.2026", "29.02.2024 24:00:00",
        ]
        var numbers = SeededNumbers(seed: 7)
        var read = 0
        for text in usual + others {
            for _ in 0..<500 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                    let near: [UInt8] = Array("0123456789.:-/ T\u{7F}".utf8) + [0xB9, 0xFF]
                    bytes[Int.random(in: bytes.indices, using: &numbers)] =
                        near.randomElement(using: &numbers) ?? 0
                }
                let whole = outcome(bytes, formats)
                #expect(whole == outcome([0x20] + bytes, formats), "\(bytes)")
                if case .success = whole { read += 1 }
            }
        }
        #expect(read > 100)
    }

    private func outcome(
        _ bytes: [UInt8], _ formats: [DateFormat]
    ) -> Result<CivilMoment, DateProblem> {
        var hint = 0
        do throws(DateProblem) {
            return .success(try DateText.parse(bytes.span, formats: formats, hint: &hint))
        } catch {
            return .failure(error)
        }
    }
}
