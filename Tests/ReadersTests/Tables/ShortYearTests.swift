import Facts
import TestKit
import Testing
import Reading

/// Days with two digits of a year, in tables that no layout knows.
@Suite struct `Short years` {
    private func read(_ days: [String], _ options: ReadOptions = ReadOptions()) -> StatementReading
    {
        let rows = days.map { "\($0);Shop;-10,00\n" }
        let file = TemporaryFile(
            Array(("Date;Details;Amount\n" + rows.joined()).utf8), name: "a.csv")
        return StatementReading(path: file.path, options: options)
    }

    private func readDays(_ reading: StatementReading) -> [String] {
        reading.batch.lines.map(\.made.day.text)
    }

    @Test(arguments: [
        ["26.03.01", "26.03.02", "26.03.05"], ["26/03/01", "26/03/02", "26/03/05"],
        ["26-03-01", "26-03-02"], ["26.03.01"], ["26/03/01"], ["26/03/10"],
        ["31.12.21", "31.12.22"],
    ])
    func `payments years apart, or of decades ago, are asked about`(_ days: [String]) throws {
        let refusal = try #require(read(days).failure)
        #expect(refusal.details.first == "date-order")
        #expect(refusal.details.contains("dmy") && refusal.details.contains("ymd"))
        let parts = days.map { $0.split { !$0.isNumber } }
        let answered = read(days, ReadOptions(dateOrder: .yearFirst))
        #expect(readDays(answered) == parts.map { "20\($0[0])-\($0[1])-\($0[2])" })
        let other = read(days, ReadOptions(dateOrder: .dayFirst))
        #expect(readDays(other) == parts.map { "20\($0[2])-\($0[1])-\($0[0])" })
    }

    @Test(arguments: [
        ["01.03.26", "02.03.26", "05.03.26"], ["01.03.26"], ["13/03/26", "14/03/26"],
        ["12.03.26", "12.04.26"], ["01.03.05", "02.03.05", "09.03.05"],
        ["13-03-26", "14-03-26", "20-03-26"],
    ])
    func `what keeps the rows together is read`(_ days: [String]) {
        let parts = days.map { $0.split { !$0.isNumber } }
        #expect(readDays(read(days)) == parts.map { "20\($0[2])-\($0[1])-\($0[0])" })
    }

    @Test(arguments: [
        "13.03.2026 18.23", "13.03.2026 18.23.11", "13/03/26 18.23.11", "2026-03-13 18.23",
        "13.3.2026 klo 18.23", "13.03.2026 kl. 18.23", "13.03.2026 um 18:23", "13.03.2026 г.",
        "13.03.2026 г. 18:23:11", "13/03/2026 à 18:23",
    ])
    func `times are written as the language has them`(_ day: String) {
        #expect(readDays(read([day])) == ["2026-03-13"])
    }

    @Test(arguments: [["27/01/69", "30/01/69"], ["31.12.99", "30.12.99"], ["69-01-27"]])
    func `years of another century or calendar are not supposed`(_ days: [String]) {
        for order in [nil, DateOrder.dayFirst, .yearFirst] {
            let reading = read(days, ReadOptions(dateOrder: order))
            #expect(reading.failure != nil && reading.batch.lines.isEmpty)
        }
    }

    @Test func `rows that follow one another in one order alone prove it`() {
        let days = ["26.03.30", "26.04.02", "26.04.05", "26.04.09", "26.05.01", "26.05.07"]
        #expect(readDays(read(days)).first == "2026-03-30")
        #expect(readDays(read(days.reversed())).first == "2026-05-07")
    }

    @Test func `no order is taken for another`() {
        func two(_ number: Int) -> String { "\(number < 10 ? "0" : "")\(number)" }
        var wasRead = 0
        for seed in 0..<UInt64(draws(60, slow: 4_000)) {
            var numbers = SeededNumbers(seed: seed)
            let mark = numbers.pick([".", "/", "-"])
            let order = numbers.pick([DateOrder.dayFirst, .yearFirst, .monthFirst])
            var day = CalendarDate(
                year: 2019 + numbers.below(8), month: 1 + numbers.below(12),
                day: 1 + numbers.below(28))!
            var days: [CalendarDate] = []
            for _ in 0..<(1 + numbers.below(14)) {
                days.append(day)
                day = day.adding(days: Int32(numbers.below(9)))
            }
            if numbers.chance(40) { days.reverse() }
            let reading = read(
                days.map { day in
                    let (year, month, day) = day.parts
                    let parts =
                        switch order {
                        case .dayFirst, .named: [day, month, year % 100]
                        case .yearFirst: [year % 100, month, day]
                        case .monthFirst: [month, day, year % 100]
                        }
                    return parts.map(two).joined(separator: mark)
                })
            guard reading.failure == nil, reading.batch.rejections.isEmpty else { continue }
            // Nobody writes the month first with points, and of one day with points there is no
            // proof: nearly all write it day first.
            if mark == ".", order == .monthFirst { continue }
            if mark == ".", order == .yearFirst, Set(days).count == 1 { continue }
            wasRead += 1
            #expect(readDays(reading) == days.map(\.text), "seed \(seed)")
        }
        #expect(wasRead > draws(30, slow: 1_000))
    }
}
