import Facts

/// The running balances of an account by day: before the first row and after the last.
///
/// Balances are hashes, compared only for equality. The rows of a day are ordered by their
/// balances, not by the file: the balance after a row is the balance before the next, so the day
/// opens with the balance after no row and closes with the one before no row. If rows have other
/// days than the balances assume, a day has several of each.
struct BalanceTimeline {
    /// One view of a day.
    struct Day: Hashable {
        let openings: Set<Balance>
        let closings: Set<Balance>

        /// Its rows form one chain, so another view of the whole day must agree.
        var isWhole: Bool { openings.count == 1 && closings.count == 1 }
    }

    /// A balance in one currency; some exports name the currency, others do not.
    struct Balance: Hashable {
        let hash: UInt64
        let currency: UInt32

        func mayBe(_ other: Balance) -> Bool {
            hash == other.hash
                && Currency(packed: currency).mayBe(Currency(packed: other.currency))
        }

        static let unnamed = Currency.unknown.packed
    }

    /// A row: its second (−1 for none), its currency, the balance before and after it.
    struct Row {
        let second: Int32
        let currency: UInt32
        let before: UInt64
        let after: UInt64
        /// The bank may cancel it: later rows then continue from the balance before it.
        let isHold: Bool
    }

    /// Files with different parts of a day give different views.
    private(set) var days: [Int32: Set<Day>] = [:]
    /// First and last day of each file that was added.
    private(set) var statements: [ClosedRange<Int32>] = []
    private var day: Int32 = 0
    private var rows: [Row] = []

    var isEmpty: Bool { days.isEmpty }

    /// Adds a row of a file; memory grows with its days if rows are in order of days.
    mutating func add(_ row: Row, on day: Int32) {
        if day != self.day { endDay() }
        self.day = day
        if row.before != 0, row.after != 0 { rows.append(row) }
    }

    /// First and last day.
    var range: ClosedRange<Int32>? {
        guard let first = days.keys.min(), let last = days.keys.max() else { return nil }
        return first...last
    }

    /// Call after the last row. A column that does not continue from day to day is no balance of
    /// the account and is discarded.
    mutating func endFile() {
        endDay()
        let sorted = days.sorted { $0.key < $1.key }.map(\.value)
        let running = zip(sorted, sorted.dropFirst()).count { earlier, later in
            later.contains { day in earlier.contains(where: day.goesOn) }
        }
        if running * 2 < sorted.count - 1 { days.removeAll() }
    }

    private mutating func endDay() {
        if let seen = Day(rows) { days[day, default: []].insert(seen) }
        rows.removeAll(keepingCapacity: true)
    }

    /// One file's timeline in the form of an account's.
    var asStatement: BalanceTimeline {
        var account = BalanceTimeline()
        account.add(self)
        return account
    }

    /// Adds the timeline of one file.
    mutating func add(_ other: BalanceTimeline) {
        for (day, views) in other.days { days[day, default: []].formUnion(views) }
        if let range = other.range { statements.append(range) }
    }
}

extension BalanceTimeline.Day {
    /// More ends mean that balances do not continue from row to row.
    private static let endsMax = 32

    /// Nil if the rows prove nothing: they return to their first balance and have no times, or form
    /// no chain.
    init?(_ rows: [BalanceTimeline.Row]) {
        typealias Balance = BalanceTimeline.Balance
        // Files with and without a currency may show rows of one chain.
        let named = Set(rows.map(\.currency)).subtracting([Balance.unnamed])
        let only = named.count == 1 ? named.first : nil
        var left: [Balance: Int] = [:]
        for row in rows {
            let currency = only ?? row.currency
            left[Balance(hash: row.before, currency: currency), default: 0] += 1
            left[Balance(hash: row.after, currency: currency), default: 0] -= 1
        }
        let openings = Set(left.filter { $0.value > 0 }.keys)
        if openings.count > Self.endsMax { return nil }
        if !openings.isEmpty {
            let closings = Set(left.filter { $0.value < 0 }.keys)
            self.init(
                openings: openings,
                closings: closings.union(Self.closings(ofBooked: rows, openings)))
            return
        }
        guard let first = rows.min(by: { $0.second < $1.second }), first.second >= 0,
            rows.count(where: { $0.second == first.second }) == 1
        else { return nil }
        let end = Balance(hash: first.before, currency: only ?? first.currency)
        self.init(openings: [end], closings: [end])
    }

    /// The closing balances if the day's holds are cancelled; empty without holds.
    private static func closings(
        ofBooked rows: [BalanceTimeline.Row], _ openings: Set<BalanceTimeline.Balance>
    ) -> Set<BalanceTimeline.Balance> {
        let booked = rows.filter { !$0.isHold }
        if booked.count == rows.count { return [] }
        return booked.isEmpty ? openings : Self(booked)?.closings ?? []
    }

    /// The same day, seen whole or in adjacent parts.
    fileprivate func meets(_ other: Self) -> Bool {
        Self.share(closings, other.closings) || Self.share(openings, other.openings)
            || goesOn(from: other) || other.goesOn(from: self)
    }

    fileprivate func goesOn(from earlier: Self) -> Bool {
        Self.share(openings, earlier.closings)
    }

    private static func share(
        _ one: Set<BalanceTimeline.Balance>, _ other: Set<BalanceTimeline.Balance>
    ) -> Bool {
        one.contains { balance in other.contains(where: balance.mayBe) }
    }
}

/// Whether the balances of a file continue those of an account.
struct BalanceRelation: Equatable {
    /// Days on which both agree, and places where one continues the other.
    var agreed = 0
    /// Days on which they differ, and days within the account's that its balances do not reach.
    var denied = 0
    /// Places where one ends a few days before the other begins, and the balances do not connect:
    /// rows are missing, or the accounts differ.
    var doubted = 0

    /// Both are one account: an accidental match to the cent is rarer than missing rows.
    var isSame: Bool { agreed > 0 && agreed >= denied }
    var isOther: Bool { denied > agreed }
    /// The account has balances, and none matches one of the file's.
    var isUnproved: Bool { hasBalances && agreed == 0 }
    private var hasBalances = false

    /// A statement has all rows between its first and last day. Only there does a mismatch of
    /// balances contradict; on days without a statement rows may be missing.
    ///
    /// - Throws: the errors of reading the account's days.
    init(of file: BalanceTimeline, to account: AccountDays) throws(AccountDays.Failure) {
        guard let known = account.range else { return }
        let days = file.days.keys.sorted()
        for (index, day) in days.enumerated() {
            guard let own = file.days[day] else { continue }
            let here = try account.look(at: day)
            if !here.views.isEmpty {
                record(own, here, else: .denies) { $0.meets($1) }
                continue
            }
            let from = index == 0 ? Int32.min : days[index - 1]
            if let earlier = try account.last(before: day, after: from) {
                // Between two days of its own the file would have the rows of that day.
                let weight = index > 0 ? .denies : try weight(of: day, here, account, known)
                record(own, earlier, else: weight) { $0.goesOn(from: $1) }
            }
            let isLast = index + 1 == days.count
            let to = isLast ? Int32.max : days[index + 1]
            if let later = try account.first(after: day, before: to) {
                let weight = !isLast ? .denies : try weight(of: day, here, account, known)
                record(own, later, else: weight) { $1.goesOn(from: $0) }
            }
        }
        hasBalances = agreed + denied + doubted > 0
        if !hasBalances { hasBalances = try Self.hasBalances(account, known) }
    }

    /// The weight of a mismatch between the balances of this day, the file's first or last, and the
    /// account's nearest ones.
    private func weight(
        of day: Int32, _ here: AccountDays.Look, _ account: AccountDays, _ known: ClosedRange<Int32>
    ) throws(AccountDays.Failure) -> Weight {
        if !here.hasGaps, try account.isCovered(day) { return .denies }
        return known.contains(day) || near(day, known) ? .doubts : .none
    }

    /// Also far from the file's days.
    private static func hasBalances(
        _ account: AccountDays, _ known: ClosedRange<Int32>
    ) throws(AccountDays.Failure) -> Bool {
        for day in [known.lowerBound, known.upperBound] {
            if try !account.look(at: day).views.isEmpty { return true }
        }
        return false
    }

    private mutating func record(
        _ own: Set<BalanceTimeline.Day>, _ other: AccountDays.Look, else weight: Weight,
        _ agree: (BalanceTimeline.Day, BalanceTimeline.Day) -> Bool
    ) {
        if own.contains(where: { day in other.views.contains { agree(day, $0) } }) {
            agreed += 1
        } else if own.allSatisfy(\.isWhole), other.views.allSatisfy(\.isWhole) {
            switch weight {
            case .denies where !other.hasGaps: denied += 1
            case .denies, .doubts: doubted += 1
            case .none: break
            }
        }
    }

    private enum Weight { case denies, doubts, none }

    private static let daysNear: Int32 = 4

    private func near(_ day: Int32, _ known: ClosedRange<Int32>) -> Bool {
        day > known.upperBound
            ? day &- known.upperBound <= Self.daysNear : known.lowerBound &- day <= Self.daysNear
    }
}
