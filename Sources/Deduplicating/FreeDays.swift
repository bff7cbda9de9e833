/// Days that no known line can be a row of, whatever else its file says.
struct FreeDays: Sendable {
    private var days: Set<AccountDay> = []
    /// The one asked for last: rows of a day come one after another.
    private var last = AccountDay(account: 0, day: .min)

    var isEmpty: Bool { days.isEmpty }

    mutating func insert(_ day: AccountDay) { days.insert(day) }

    mutating func contains(_ day: AccountDay) -> Bool {
        if day == last { return true }
        guard days.contains(day) else { return false }
        last = day
        return true
    }

    mutating func removeAll() { self = FreeDays() }
}
