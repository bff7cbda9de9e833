internal import Facts

/// Day ranges evicted from memory, by account: statements are in date order, so lines of past days
/// can be evicted until a row of such a day comes.
///
/// - Complexity: O(1) a row; three ranges of days an account.
struct EvictedDays {
    private typealias Days = [UInt64: ClosedRange<Int32>]

    /// Days of lines since the last turn.
    private var now: Days = [:]
    /// Days of lines of the turn before.
    private var before: Days = [:]
    /// Days of evicted lines.
    private var evicted: Days = [:]
    /// Cache of the last line's day, when none of its lines was evicted: most rows are of that day.
    private var last = AccountDay(account: 0, day: .min)
    private var lastIsWhole = false

    /// Records a line of this day.
    mutating func record(_ account: UInt64, _ day: Int32) {
        let noted = AccountDay(account: account, day: day)
        if noted == last { return }
        last = noted
        lastIsWhole = !isEvicted(account, day)
        now[account] = now[account].joined(with: day...day)
    }

    /// Lines from before the last turn are evicted.
    mutating func turn() {
        for (account, days) in before { evicted[account] = evicted[account].joined(with: days) }
        before = now
        now = [:]
        lastIsWhole = false
        last = AccountDay(account: 0, day: .min)
    }

    /// Whether a line of this day may have been evicted.
    func contains(_ account: UInt64, _ day: Int32) -> Bool {
        if lastIsWhole, last.day == day, last.account == account { return false }
        return isEvicted(account, day)
    }

    private func isEvicted(_ account: UInt64, _ day: Int32) -> Bool {
        evicted[account]?.contains(day) ?? false
    }
}
