import Facts

/// Lines by account and day, for matches by neither amount nor id: a hold booked with other facts,
/// a row with another amount.
///
/// - Complexity: keeps the first `linesMax` lines of a run, 56 bytes each: more than a household
///   has in decades.
struct RevisableLines {
    struct Line: BitwiseCopyable {
        let key: LineKey
        let account: UInt64
        let units: Int64
        let currency: UInt32
        let day: Int32
        let second: Int32
        let text: UInt32
        let ordinal: UInt32
        fileprivate let next: Int32
    }

    private var lines: [Line] = []
    /// The newest line of each day, except the day added to last.
    private var newest: [AccountDay: Int32] = [:]
    private var lastDay = AccountDay(account: 0, day: .min)
    private var newestOfLastDay: Int32 = -1

    private static let linesMax = 65_536

    mutating func add(_ line: LineIdentity, ordinal: Int) {
        guard lines.count < Self.linesMax else { return }
        assert(lines.last.map { $0.ordinal < ordinal } ?? true, "keys are found by rising ordinals")
        let day = AccountDay(account: line.account, day: line.day)
        if day != lastDay {
            newest[lastDay] = newestOfLastDay
            lastDay = day
            newestOfLastDay = newest[day] ?? -1
        }
        lines.append(
            Line(
                key: line.key, account: line.account, units: line.units, currency: line.currency,
                day: line.day,
                second: line.second, text: cut(line.text),
                ordinal: UInt32(truncatingIfNeeded: ordinal), next: newestOfLastDay))
        newestOfLastDay = Int32(truncatingIfNeeded: lines.count - 1)
    }

    /// Calls the body with the lines of an account and day, newest first, `linesADayMax` at most.
    func forEachLine(account: UInt64, day: Int32, _ body: (Line) -> Void) {
        let wanted = AccountDay(account: account, day: day)
        var index = wanted == lastDay ? newestOfLastDay : newest[wanted] ?? -1
        var left = Self.linesADayMax
        while index >= 0, left > 0 {
            body(lines[Int(index)])
            index = lines[Int(index)].next
            left -= 1
        }
    }

    private static let linesADayMax = 256

    /// The days of the matching lines.
    func days(where isWanted: (Line) -> Bool) -> Set<AccountDay> {
        var days: Set<AccountDay> = []
        for line in lines where isWanted(line) {
            days.insert(AccountDay(account: line.account, day: line.day))
        }
        return days
    }

    /// The key of a line, nil when it is not among them.
    func key(of ordinal: Int) -> LineKey? {
        let at = lines.partitionPoint { Int($0.ordinal) >= ordinal }
        guard at < lines.count, Int(lines[at].ordinal) == ordinal else { return nil }
        return lines[at].key
    }
}
