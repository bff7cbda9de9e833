import Facts
import Reports
import Testing

@Suite struct `The proof by balances` {
    private static let uah = Currency(code: "UAH")!

    private func line(
        _ day: Int32, _ units: Int64, _ balance: Int64?, file: String = "a.csv",
        isHold: Bool = false
    ) -> CoverageTally.Line {
        CoverageTally.Line(
            account: "card", day: CalendarDate(daysSince1970: day),
            amount: Money(units: units, scale: 2, currency: Self.uah),
            balance: balance.map { Money(units: $0, scale: 2, currency: Self.uah) },
            isHold: isHold, isDoubtful: false, files: [file], bank: "bank")
    }

    private func coverage(_ lines: [CoverageTally.Line]) throws -> CoverageTally.Coverage {
        var tally = CoverageTally()
        for line in lines { tally.add(line) }
        return try #require(tally.coverages().first)
    }

    @Test func `does not depend on the order of the lines of a day`() throws {
        let lines = [
            line(1, -10, 90), line(1, -20, 70), line(1, 50, 120), line(2, -120, 0),
            line(2, 5, 5), line(2, -5, 0),
        ]
        for _ in 0..<20 {
            let found = try coverage(lines.shuffled())
            #expect(found.isComplete)
            #expect(found.links == 1 && found.closed == 1)
        }
    }

    @Test(arguments: 0..<5)
    func `fails when any line but the ends is missing`(_ missing: Int) throws {
        var lines = [
            line(0, 100, 100), line(1, -10, 90), line(1, -21, 69), line(1, 50, 119),
            line(2, -118, 1), line(3, 5, 6), line(4, 1, 7),
        ]
        lines.remove(at: missing + 1)
        let found = try coverage(lines)
        #expect(!found.isComplete)
        #expect(!found.breaks.isEmpty)
    }

    @Test func `fails when a line is there twice`() throws {
        let lines = [line(0, 100, 100), line(1, -10, 90), line(1, -10, 90), line(2, -5, 85)]
        #expect(try !coverage(lines).isComplete)
    }

    /// Bought on day 0, 1, 2 … and booked a day later; transfers are booked at once.
    private static let shifted: [(day: Int32, units: Int64, balance: Int64)] = [
        (0, 1_000, 1_000), (1, -10, 990), (1, 50, 1_040), (2, -20, 1_020), (1, 30, 1_050),
        (3, -40, 1_010), (2, -5, 1_005), (4, -7, 998), (9, -1, 997), (9, -2, 995), (12, -3, 992),
    ]

    @Test func `holds for rows that are booked some days after they count`() throws {
        let lines = Self.shifted.map { line($0.day, $0.units, $0.balance) }
        let found = try coverage(lines.shuffled())
        #expect(found.isComplete)
        #expect(found.closed == found.links)
    }

    @Test(arguments: 1..<10)
    func `fails when such a row is missing`(_ missing: Int) throws {
        var lines = Self.shifted.map { line($0.day, $0.units, $0.balance) }
        lines.remove(at: missing)
        let found = try coverage(lines)
        #expect(found.breaks.count == 1)
        #expect(
            found.closed == found.links - 1 || found.breaks.first?.after == found.breaks.first?.on)
    }

    @Test func `names the files of two accounts that lie in one`() throws {
        var black = 5_000 as Int64
        var white = 900 as Int64
        var lines: [CoverageTally.Line] = []
        for day in 1...24 as ClosedRange<Int32> {
            black -= Int64(day)
            lines.append(line(day, -Int64(day), black, file: day < 13 ? "b1.csv" : "b2.csv"))
            if day % 5 == 0 {
                white += 7
                lines.append(line(day, 7, white, file: day < 13 ? "w1.csv" : "w2.csv"))
            }
        }
        let found = try coverage(lines.shuffled())
        #expect(found.parts == [["b1.csv", "b2.csv"], ["w1.csv", "w2.csv"]])
        let one = try coverage(lines.filter { $0.files[0].hasPrefix("b") })
        #expect(one.parts.isEmpty)
    }

    @Test func `does not take a missing line for a second account`() throws {
        var balance = 5_000 as Int64
        var lines: [CoverageTally.Line] = []
        for day in 1...24 as ClosedRange<Int32> {
            balance -= Int64(day)
            lines.append(line(day, -Int64(day), balance, file: day < 13 ? "1.csv" : "2.csv"))
        }
        for missing in [4, 12, 13, 20] {
            var rest = lines
            rest.remove(at: missing)
            #expect(try coverage(rest).parts.isEmpty)
        }
    }

    @Test func `passes over holds without a balance and lines whose file prints none`() throws {
        let lines = [
            line(0, 100, 100), line(1, -7, nil, isHold: true), line(1, -10, nil), line(2, -5, 85),
        ]
        let found = try coverage(lines)
        #expect(found.isComplete && found.links == 1)
    }

    @Test func `says nothing where no balance is printed`() throws {
        let found = try coverage([line(0, 100, nil), line(5, -1, nil, file: "b.csv")])
        #expect(found.proved == nil && !found.isComplete && found.breaks.isEmpty)
        #expect(found.gaps.map(\.proof) == [.none])
        #expect(found.gaps.map(\.days.count) == [4])
    }

    @Test func `survives balances at the ends of 64 bits`() throws {
        let found = try coverage([line(0, .max, .max), line(1, -.max, 0), line(2, .max, .max)])
        #expect(found.isComplete)
    }
}
