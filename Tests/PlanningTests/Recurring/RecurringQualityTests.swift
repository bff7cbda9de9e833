import Facts
import Reports
import TestKit
import Testing

@testable import Planning

/// Streams found in invented households, compared with what they were made of.
private struct Quality {
    var (predicted, right, onDay, ofAmount) = (0, 0, 0, 0)
    var (due, found) = (0, 0)
    var (rises, risesTold) = (0, 0)
    /// Streams of shops, cafés, taxis and cash.
    var habits: [String] = []
    var misses: [String: Int] = [:]

    /// Asks at a day, and compares with the month after it.
    mutating func ask(_ home: RandomHousehold, at today: Int) {
        let streams = Self.streams(of: home, until: today)
        let horizon = today + 31
        var seen: Set<LineKey> = []
        for stream in streams where stream.isActive {
            let truth = Self.truth(of: stream, home)
            if Habituality(of: stream.category, in: Self.tree) == .habit {
                habits.append(stream.name)
            }
            for day in stream.days(after: Self.date(today), through: Self.date(horizon)) {
                predicted += 1
                let reach = max(3, stream.cadence.daysAbout / 2)
                let candidates = (truth.map { home.streams[$0].rows } ?? [])
                    .map { home.rows[$0] }
                    .filter {
                        Self.distance($0.day, day) < reach && !seen.contains($0.key)
                            && $0.day > Self.date(today)
                    }
                let nearest = candidates.min {
                    Self.distance($0.day, day) < Self.distance($1.day, day)
                }
                guard let row = nearest else {
                    misses["false \(stream.cadence) \(stream.category)", default: 0] += 1
                    continue
                }
                seen.insert(row.key)
                right += 1
                if Self.distance(row.day, day) <= 1 { onDay += 1 }
                let error = abs(row.amount.units - stream.amount.units)
                if error * 10 <= row.amount.units.magnitude { ofAmount += 1 }
            }
        }
        count(home, today, horizon, seen)
    }

    private mutating func count(
        _ home: RandomHousehold, _ today: Int, _ horizon: Int, _ seen: Set<LineKey>
    ) {
        for stream in home.streams {
            let days = stream.rows.map { Int(home.rows[$0].day.daysSince1970) }
            guard days.count(where: { $0 <= today }) >= stream.cadence.paymentsMin else { continue }
            for (row, day) in zip(stream.rows, days) where day > today && day <= horizon {
                // The first payment after a pause cannot be known.
                if let pause = stream.pauses, (pause.lowerBound...pause.upperBound + 33) ~= day {
                    continue
                }
                due += 1
                if seen.contains(home.rows[row].key) {
                    found += 1
                } else {
                    misses["missed \(stream.kind)", default: 0] += 1
                }
            }
        }
    }

    /// Whether each rise of a known stream is told on the day of its first charge.
    mutating func askRises(_ home: RandomHousehold) {
        for stream in home.streams where stream.kind != "foreign" && stream.kind != "utility" {
            for row in stream.rises {
                let earlier = stream.rows.count { $0 < row }
                guard earlier + 1 >= stream.cadence.paymentsMin, earlier >= 1,
                    stream.cadence == .year || earlier >= 3
                else { continue }
                rises += 1
                let key = home.rows[row].key
                let today = Int(home.rows[row].day.daysSince1970)
                let isTold = Self.streams(of: home, until: today).contains {
                    $0.state == .raised && $0.last.key == key && $0.before != nil
                }
                if isTold { risesTold += 1 } else { misses["rise \(stream.kind)", default: 0] += 1 }
            }
        }
    }

    static let tree = CategoryTree(kindOf: { _ in nil })

    static func streams(of home: RandomHousehold, until today: Int) -> [RecurringStream] {
        var payments = RecurringPayments(tree: tree) { $0 }
        for row in home.rows where Int(row.day.daysSince1970) <= today { payments.add(row) }
        return payments.found(asOf: date(today)).streams
    }

    /// The true stream of most of the last payments; nil where they are of none.
    static func truth(of stream: RecurringStream, _ home: RandomHousehold) -> Int? {
        var votes: [Int?: Int] = [:]
        for payment in stream.payments.suffix(4) {
            votes[home.streamOf[payment.key], default: 0] += 1
        }
        return votes.max { ($0.value, $0.key ?? -1) < ($1.value, $1.key ?? -1) }?.key ?? nil
    }

    static func date(_ day: Int) -> CalendarDate { CalendarDate(daysSince1970: Int32(day)) }

    private static func distance(_ one: CalendarDate, _ other: CalendarDate) -> Int {
        abs(Int(one.daysSince1970) - Int(other.daysSince1970))
    }
}

@Suite struct `Payments that come again in invented households` {
    private static func permille(_ part: Int, _ whole: Int) -> Int {
        whole == 0 ? 1_000 : part * 1_000 / whole
    }

    @Test func `are told from habits, with their days and amounts`() {
        var quality = Quality()
        for seed in 1...UInt64(draws(3, slow: 24)) {
            let home = RandomHousehold(seed: seed)
            for day in drawn(every: 3, of: RandomHousehold.monthEnds.dropFirst(3).dropLast()) {
                quality.ask(home, at: day)
            }
            quality.askRises(home)
        }
        let found = """
            precision \(Self.permille(quality.right, quality.predicted)) \
            recall \(Self.permille(quality.found, quality.due)) \
            day \(Self.permille(quality.onDay, quality.right)) \
            amount \(Self.permille(quality.ofAmount, quality.right)) \
            rises \(Self.permille(quality.risesTold, quality.rises)) of \(quality.rises), \
            \(quality.predicted) predicted, \(quality.due) due
            """
        let why = Comment(
            rawValue: found + "\n"
                + quality.misses.sorted { $0.value > $1.value }
                .map { "\($0.value) \($0.key)" }.joined(separator: "\n"))
        #expect(Self.permille(quality.right, quality.predicted) >= 970, why)
        #expect(Self.permille(quality.found, quality.due) >= 970, why)
        #expect(Self.permille(quality.onDay, quality.right) >= 960, why)
        #expect(Self.permille(quality.ofAmount, quality.right) >= 930, why)
        #expect(Self.permille(quality.risesTold, quality.rises) >= 980, why)
        #expect(quality.habits.isEmpty, "\(quality.habits)")
        if isSlowRun { print(found) }
    }

    /// Later payments, and other people's rows, do not change an id.
    @Test func `keep their ids`() {
        for seed in 1...UInt64(draws(1, slow: 15)) {
            let home = RandomHousehold(seed: 1_000 + seed)
            var ids: [Int: String] = [:]
            var (kept, changed) = (0, 0)
            for day in RandomHousehold.monthEnds.dropFirst(5) {
                for stream in Quality.streams(of: home, until: day) where stream.isActive {
                    guard let truth = Quality.truth(of: stream, home) else { continue }
                    if let id = ids[truth], id != stream.id { changed += 1 } else { kept += 1 }
                    ids[truth] = stream.id
                }
            }
            #expect(changed * 200 <= kept, "seed \(seed): \(changed) of \(kept)")
        }
    }

    @Test func `are the same whatever the order of equal days, and on each run`() {
        let home = RandomHousehold(seed: 77)
        let today = RandomHousehold.monthEnds[20]
        let once = Quality.streams(of: home, until: today)
        let again = Quality.streams(of: home, until: today)
        #expect(once.map(\.id) == again.map(\.id))
        #expect(once.map(\.next) == again.map(\.next))
        #expect(once.map { $0.payments.map(\.key) } == again.map { $0.payments.map(\.key) })
        #expect(Set(once.map(\.id)).count == once.count)
    }
}
