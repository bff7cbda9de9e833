import Facts
import TestKit
import Testing

@testable import Planning

private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text: text)) }

private func holdings(_ text: String) throws -> [Holding] {
    try HoldingFile.holdings(Array(text.utf8))
}

/// The schedule of the only holding in a file.
private func schedule(
    _ members: String, through last: String = "2026-01-01"
) throws -> HoldingSchedule {
    let holding = try #require(try holdings("- {id: a, currency: UAH, \(members)}\n").first)
    return try HoldingSchedule(holding, through: day(last))
}

private func rows(_ schedule: HoldingSchedule) -> [String] {
    schedule.postings.map {
        "\($0.day.text) \($0.expected.text) \($0.interest.text) \($0.tax.text) "
            + "\($0.principal.text) \($0.balance.text)"
    }
}

@Suite struct DayCountTests {
    @Test(arguments: [
        ("act/365", "2023-01-01", "2024-01-01", 365), ("act/365", "2024-01-01", "2025-01-01", 366),
        // The days of 2024 are 366 of a year's parts each, those of 2023 one more.
        ("act/act", "2023-12-31", "2024-12-31", 366 * 365),
        ("act/act", "2022-12-31", "2023-12-31", 365 * 366),
        ("30/360", "2023-01-01", "2024-01-01", 360), ("30/360", "2023-01-30", "2023-01-31", 0),
        ("30/360", "2023-01-31", "2023-02-28", 30), ("30/360", "2023-02-28", "2023-03-31", 30),
        ("30/360", "2024-02-28", "2024-02-29", 2), ("30/360", "2024-02-29", "2024-03-01", 1),
        ("30/360", "2023-02-27", "2023-02-28", 3),
    ])
    func `days are parts of a year`(
        name: String, first: String, last: String, parts: Int
    ) throws {
        let convention = try #require(DayCount(rawValue: name))
        #expect(try convention.weight(after: day(first), through: day(last)) == Int128(parts))
    }
}

@Suite struct AnnuityTests {
    @Test(arguments: [
        // 100,000 at 1.5 % a month: 4992.41 (4992.4102…).
        (10_000_000, 24, 18, 499_241), (10_000_000, 1, 18, 10_150_000),
        (10_000_000, 3, 0, 3_333_333), (100, 3, 0, 33), (50, 100, 0, 1), (49, 100, 0, 0),
        (30_000_000, 360, 12, 308_584),
    ])
    func `a level payment is exact`(debt: Int64, count: Int, rate: UInt64, payment: Int64) {
        let periods = Array(repeating: PeriodRate(rate, per: 1_200), count: count)
        #expect(Annuity.payment(of: debt, over: periods) == payment)
    }

    /// Two periods are a fraction that 128 bits hold.
    @Test func `drawn payments of two periods equal whole numbers`() {
        var random = SeededNumbers(seed: 28)
        for _ in 0..<2_000 {
            let debt = Int64.random(in: 1...10_000_000_000, using: &random)
            let (a, b) = (
                UInt64.random(in: 0...9_999, using: &random),
                UInt64.random(in: 0...9_999, using: &random)
            )
            // debt ÷ (1/(1+i) + 1/((1+i)(1+j))) = debt × (1+i)(1+j) ÷ (2+j)
            let over = Int128(debt) * Int128(10_000 + a) * Int128(10_000 + b)
            let under = Int128(10_000) * Int128(20_000 + b)
            let periods = [PeriodRate(a, per: 10_000), PeriodRate(b, per: 10_000)]
            #expect(
                Annuity.payment(of: debt, over: periods)
                    == Int64((2 * over + under) / (2 * under)))
        }
    }

    @Test func `numbers of any size add and multiply`() {
        let large = WideNatural(.max).times(.max).times(.max)
        #expect(large < large + WideNatural(1))
        #expect(large + large == large.times(2))
        #expect(WideNatural(.max) + WideNatural(1) == WideNatural(1 << 32).times(1 << 32))
        #expect(WideNatural(7).times(0) == WideNatural(0))
    }
}

@Suite struct HoldingScheduleTests {
    @Test func `a deposit earns from the day after its opening`() throws {
        // 36,500 at 10 % is 10 a day.
        let terms = """
            kind: deposit, principal: "36500", opened: 2023-01-01, term_end: 2023-03-10,
            rates: [[2023-01-01, "10"]], posting_day: 31, capitalized: false
            """
        #expect(
            try rows(schedule(terms)) == [
                "2023-01-31 300.00 300.00 0.00 0.00 36500.00",
                "2023-02-28 280.00 280.00 0.00 0.00 36500.00",
                "2023-03-10 100.00 100.00 0.00 0.00 36500.00",
            ])
    }

    @Test func `interest is capitalized without its tax, each rounded once`() throws {
        let terms = """
            kind: deposit, principal: "1000.01", opened: 2023-12-31, term_end: 2024-02-29,
            rates: [[2023-12-31, "11.5"], [2024-01-16, "12"]], posting_day: 31,
            tax: [[2024-02-01, "19.5"]], day_count: act/act
            """
        // 15 days at 11.5 and 16 at 12 of 366: 9.9590…; 29 at 12: 9.6036…, and 19.5 % of 9.60.
        #expect(
            try rows(schedule(terms)) == [
                "2024-01-31 9.96 9.96 0.00 9.96 1009.97",
                "2024-02-29 7.73 9.60 1.87 7.73 1017.70",
            ])
    }

    @Test func `a payment beside the schedule bears from the next day`() throws {
        let terms = """
            kind: deposit, principal: "36500", opened: 2023-01-01, term_end: 2023-02-01,
            rates: [[2023-01-01, "10"]], posting_day: 11, capitalized: false,
            changes: [[2023-01-11, "36500"], [2023-01-21, "-73000"]]
            """
        #expect(
            try rows(schedule(terms)) == [
                "2023-01-11 100.00 100.00 0.00 0.00 73000.00",
                "2023-02-01 200.00 200.00 0.00 0.00 0.00",
            ])
        #expect(throws: PlanFault.self) {
            _ = try schedule(terms.replacing("-73000", with: "-73000.01"))
        }
    }

    @Test func `an annuity has level payments, and the last one is the rest`() throws {
        let terms = """
            kind: loan, type: annuity, principal: "100000", opened: 2023-01-15, payments: 24,
            rates: [[2023-01-15, "18"]], posting_day: 15, day_count: 30/360
            """
        let found = try rows(schedule(terms))
        #expect(found.count == 24)
        #expect(found.first == "2023-02-15 4992.41 1500.00 0.00 3492.41 96507.59")
        #expect(found.last == "2025-01-15 4992.40 73.78 0.00 4918.62 0.00")
    }

    @Test func `a step of the rate changes the first payment after it`() throws {
        let terms = """
            kind: loan, principal: "100000", opened: 2023-01-15, payments: 12, posting_day: 15,
            rates: [[2023-01-15, "12"], [2023-04-15, "24"]], day_count: 30/360
            """
        let found = try schedule(terms).postings
        let level = found[0].expected
        #expect(found[1].expected == level)
        // Its day bears the new rate already; the payment of that day is the old one.
        #expect(found[2].expected == level)
        #expect(found[3].expected.units > level.units)
        #expect(found[4].expected == found[3].expected)
    }

    @Test func `a classic loan pays equal parts of the debt`() throws {
        let terms = """
            kind: loan, type: classic, principal: "100", opened: 2024-02-29, payments: 3,
            rates: [[2024-02-29, "36.5"]], posting_day: 31
            """
        #expect(
            try rows(schedule(terms)) == [
                "2024-03-31 36.43 3.10 0.00 33.33 66.67", "2024-04-30 35.33 2.00 0.00 33.33 33.34",
                "2024-05-31 34.37 1.03 0.00 33.34 0.00",
            ])
    }

    @Test func `the bank's own table counts`() throws {
        let terms = """
            kind: loan, type: own, principal: "100", opened: 2024-01-01, rates: [[2024-01-01, "0"]],
            payments: [[2024-02-01, "51", "1"], [2024-03-01, "50.00"]]
            """
        #expect(
            try rows(schedule(terms)) == [
                "2024-02-01 51.00 1.00 0.00 50.00 50.00", "2024-03-01 50.00 0.00 0.00 50.00 0.00",
            ])
        let left = try schedule(terms.replacing("\"50.00\"", with: "\"49.00\""))
            .standing(on: day("2024-03-01"))
        #expect(left.state == .ended)
        #expect(left.balance.text == "1.00")
    }

    @Test(arguments: ["act/365", "act/act", "30/360"], ["annuity", "classic"])
    func `payments return the whole debt`(convention: String, type: String) throws {
        var random = SeededNumbers(seed: 9)
        for _ in 0..<draws(8, slow: 200) {
            let units = Int64.random(in: 1...100_000_000, using: &random)
            let principal = Money(minorUnits: units, currency: .uah)
            let rate = Int.random(in: 0...60, using: &random)
            let found = try schedule(
                """
                kind: loan, type: \(type), principal: "\(principal.text)", opened: 2024-02-29,
                payments: \(Int.random(in: 1...90, using: &random)), rates: [[2024-02-29, \(rate)]],
                posting_day: \(Int.random(in: 1...31, using: &random)), day_count: \(convention)
                """
            ).postings
            #expect(found.last?.balance.isZero == true)
            #expect(found.reduce(0) { $0 + $1.principal.units } == units)
            for posting in found {
                #expect(
                    posting.expected.units == posting.principal.units + posting.interest.units)
            }
        }
    }

    @Test func `a standing is of one day`() throws {
        let deposit = try schedule(
            """
            kind: deposit, principal: "36500", opened: 2023-01-01, rates: [[2023-01-01, "10"]],
            posting_day: 11, capitalized: true
            """, through: "2023-01-15")
        let standing = try deposit.standing(on: day("2023-01-15"))
        #expect(standing.state == .running)
        #expect(standing.balance.text == "36600.00")
        #expect(standing.interest.text == "100.00")
        // Four days of 36,600 at 10 %: 40.1095…
        #expect(standing.accrued.text == "40.11")
        #expect(standing.next?.day.text == "2023-02-11")
        #expect(try deposit.standing(on: day("2023-01-01")).accrued.text == "0.00")
        #expect(try deposit.standing(on: day("2022-12-31")).state == .coming)
        let ended = try schedule(
            """
            kind: deposit, principal: "36500", opened: 2023-01-01, term_end: 2023-02-01,
            rates: [[2023-01-01, "10"]]
            """)
        #expect(try ended.standing(on: day("2023-02-01")).state == .ended)
        #expect(try ended.standing(on: day("2023-02-01")).balance.isZero)
        #expect(try ended.standing(on: day("2023-01-31")).accrued.text == "300.00")
    }
}

@Suite struct HoldingFileTests {
    private func faults(_ text: String) -> [String] {
        do {
            _ = try holdings(text)
            return []
        } catch let found as PlanFaults {
            return found.faults.map {
                "\($0.place.line):\($0.place.column) \($0.kind) \($0.found) \($0.near)"
            }
        } catch {
            return ["another error"]
        }
    }

    @Test(arguments: [
        ("a: 1", "1:1 notAList  []"), ("- 5", "1:3 notAMapping  []"),
        ("- {id: a}", "1:3 keyMissing kind []"),
        (
            "- {id: a, kind: deposits}",
            "1:17 notAChoice deposits [\"deposit\", \"loan\"]"
        ),
    ])
    func `what is no holding is refused`(text: String, fault: String) {
        #expect(faults(text) == [fault])
    }

    private static let whole = """
        - {id: a, kind: deposit, currency: UAH, principal: "5", opened: 2023-01-01, term_end: 2024-01-01,
           rates: [[2023-01-01, "10"]], tax: [[2023-01-01, "19.5"]]}
        """

    @Test(arguments: [
        ("currency: UAH", "currency: UAX", "1:36 currencyUnknown UAX []"),
        ("\"5\"", "\"5.005\"", "1:52 notAnAmount 5.005 []"),
        ("\"5\"", "-5", "1:52 amountNotPositive -5 []"),
        ("\"5\"", "5 000", "1:52 notAnAmount 5 000 []"),
        ("2023-01-01,", "2023-02-30,", "1:65 notADay 2023-02-30 []"),
        ("term_end: 2024", "term_end: 2022", "1:87 notInOrder 2022-01-01 []"),
        ("term_end", "termend", "1:77 unknownKey termend [\"term_end\"]"),
        ("\"10\"]", "\"1000\"]", "2:25 notARate 1000 []"),
        ("\"10\"]", "\"-1\"]", "2:25 notARate -1 []"),
        ("[[2023-01-01, \"10\"]]", "10", "2:11 notDated 10 []"),
        ("\"10\"]", "\"10\"], [2023-01-01, 9]", "2:33 notInOrder 2023-01-01 []"),
        ("tax:", "posting_day: 32, tax:", "2:46 notACount 32 []"),
        ("tax:", "day_count: act/364, tax:", "2:44 notAChoice act/364"),
        ("tax:", "capitalized: maybe, tax:", "2:46 notAnAnswer maybe [\"true\", \"false\"]"),
        ("tax:", "type: annuity, tax:", "2:33 unknownKey type []"),
    ])
    func `a fault has its place`(old: String, new: String, fault: String) {
        #expect(faults(Self.whole) == [])
        let text = Self.whole.replacing(old, with: new, maxReplacements: 1)
        #expect(faults(text).first?.hasPrefix(fault) == true, "\(faults(text))")
    }

    @Test func `an id stands once`() {
        let two = Self.whole + "\n" + Self.whole
        #expect(faults(two) == ["3:8 nameTwice a []"])
    }

    /// Altered bytes give holdings or faults, and schedules or a fault.
    @Test func `no byte traps`() throws {
        var random = SeededNumbers(seed: 7)
        let loan = """

            - {id: b, kind: loan, type: own, currency: KWD, principal: "99", opened: 2023-01-31,
               payments: [[2023-02-28, "51", "1"]], rates: [[2023-01-01, "999"]], changes: [[2023-02-01, "-1"]]}
            - {id: c, kind: loan, currency: VND, principal: "99", opened: 2023-01-31, payments: 12,
               rates: [[2023-01-01, "999"]], posting_day: 31, day_count: act/act}
            """
        let bytes = Array((Self.whole + loan).utf8)
        let written = Array("0123456789-.\",[]{}: \n".utf8)
        for _ in 0..<draws(2_000, slow: 100_000) {
            var altered = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = altered.indices.randomElement(using: &random) ?? 0
                altered[place] = written.randomElement(using: &random) ?? 0
            }
            do throws(PlanFaults) {
                for holding in try HoldingFile.holdings(altered) {
                    let last = CalendarDate(daysSince1970: 20_000)
                    let found = try? HoldingSchedule(holding, through: last)
                    _ = try? found?.standing(on: last)
                }
            } catch {
                #expect(!error.faults.isEmpty)
            }
        }
    }
}
