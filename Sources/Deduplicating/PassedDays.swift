internal import Facts

/// The days that a file has left behind, by account: statements are in the order of their days, so
/// lines of days long past need not stay in memory as long as no other row is of such a day.
///
/// - Complexity: O(1) a row; three ranges of days an account.
struct PassedDays {
    private typealias Days = [UInt64: ClosedRange<Int32>]

    /// Of the lines since the last turn.
    private var now: Days = [:]
    /// Of those before it.
    private var before: Days = [:]
    /// Of all others.
    private var passed: Days = [:]
    /// The day of the line that came last, and whether no line of it was let go of: most rows are
    /// of that day.
    private var last = AccountDay(account: 0, day: .min)
    private var lastIsWhole = false

    /// A line of this day came.
    mutating func record(_ account: UInt64, _ day: Int32) {
        let noted = AccountDay(account: account, day: day)
        if noted == last { return }
        last = noted
        lastIsWhole = !isPassed(account, day)
        now[account] = now[account].joined(with: day...day)
    }

    /// Lines that came before the last turn are let go of.
    mutating func turn() {
        for (account, days) in before { passed[account] = passed[account].joined(with: days) }
        before = now
        now = [:]
        lastIsWhole = false
        last = AccountDay(account: 0, day: .min)
    }

    /// A line let go of may be of this day.
    func contains(_ account: UInt64, _ day: Int32) -> Bool {
        if lastIsWhole, last.day == day, last.account == account { return false }
        return isPassed(account, day)
    }

    private func isPassed(_ account: UInt64, _ day: Int32) -> Bool {
        passed[account]?.contains(day) ?? false
    }
}
