/// Days without a known line that their rows could be, whatever else the file shows.
struct FreeDays: Sendable {
    private var days: Set<AccountDay> = []
    /// Cache of the last day asked for: rows of a day are adjacent.
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
