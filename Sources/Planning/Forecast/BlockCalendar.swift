internal import Facts

/// Weeks of the past that may stand for weeks to come: those that begin on the same weekday, in
/// the same part of a month.
///
/// Days are counted from the first one of the ledger.
struct BlockCalendar {
    static let length = 7
    /// Two years: one is too short for what people pay once in a while.
    static let daysBack = 728
    /// Fewer would repeat single weeks.
    private static let candidatesMin = 4
    /// Parts of a month, of ten days each.
    private static let partsOfMonth = 3

    private let first: Int
    private var ofKind: [[Int]]
    private var ofWeekday: [[Int]]

    /// - Parameters:
    ///   - first: the ledger's first day, since 1970.
    ///   - count: the days known.
    init(first: Int, count: Int) {
        self.first = first
        ofKind = Array(repeating: [], count: 7 * Self.partsOfMonth)
        ofWeekday = Array(repeating: [], count: 7)
        for day in 0..<max(0, count - Self.length + 1) {
            ofKind[kind(of: day)].append(day)
            ofWeekday[weekday(of: day)].append(day)
        }
    }

    private func weekday(of day: Int) -> Int {
        let weekday = (first + day) % 7
        return weekday < 0 ? weekday + 7 : weekday
    }

    private func kind(of day: Int) -> Int {
        let date = CalendarDate(daysSince1970: Int32(clamping: first + day))
        let part = min((date.parts.day - 1) / 10, Self.partsOfMonth - 1)
        return weekday(of: day) * Self.partsOfMonth + part
    }

    /// The first days of the weeks that may stand for the one from `day` on, of what was known on
    /// the day `origin`; empty where no whole week was known.
    func candidates(for day: Int, knownOn origin: Int) -> ArraySlice<Int> {
        let earliest = max(0, origin - Self.daysBack + 1)
        let latest = origin - Self.length + 1
        let alike = ofKind[kind(of: day)].within(earliest, latest)
        return alike.count >= Self.candidatesMin
            ? alike : ofWeekday[weekday(of: day)].within(earliest, latest)
    }
}

extension [Int] {
    /// The numbers of a sorted list from `least` to `most`.
    fileprivate func within(_ least: Int, _ most: Int) -> ArraySlice<Int> {
        let start = place(of: least)
        return self[start..<Swift.max(start, place(of: most + 1))]
    }

    /// The first index whose number is not smaller.
    private func place(of number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
