import Facts

/// What the running balances of one account's rows say of each day: the balance before its first
/// row and after its last.
///
/// Balances are hashes that only compare. The rows of a day are put in order by their balances, not
/// by the file: what one row leaves behind is what the next one finds, so the day opens with the
/// balance that no row leaves and closes with the one that no row finds. Where rows lie on other
/// days than the balances count them, a day has several of each.
struct BalanceTimeline {
    /// One view of a day.
    struct Day: Hashable {
        let openings: Set<Balance>
        let closings: Set<Balance>

        /// Its rows are one chain, so another view of the whole day must agree.
        var isWhole: Bool { openings.count == 1 && closings.count == 1 }
    }

    /// What an account holds in one currency; one kind of export names it, another does not.
    struct Balance: Hashable {
        let hash: UInt64
        let currency: UInt32

        func mayBe(_ other: Balance) -> Bool {
            hash == other.hash
                && Currency(packed: currency).mayBe(Currency(packed: other.currency))
        }

        static let unnamed = Currency.unknown.packed
    }

    /// A row: its second (−1 for none), its currency, the balance before it and after it.
    struct Row {
        let second: Int32
        let currency: UInt32
        let before: UInt64
        let after: UInt64
        /// The bank may take it back: what comes later then goes on from the balance before it.
        let isHold: Bool
    }

    /// Files that show different parts of a day see it differently.
    private(set) var days: [Int32: Set<Day>] = [:]
    /// First and last day of each file that was added.
    private(set) var statements: [ClosedRange<Int32>] = []
    private var day: Int32 = 0
    private var rows: [Row] = []

    var isEmpty: Bool { days.isEmpty }

    /// Takes the rows of a file; memory follows its days as long as they come one after another.
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

    /// To be called after the last row. A column that does not run on from day to day is no balance
    /// of the account: what it says is forgotten.
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

    /// What one file says, as an account's.
    var asStatement: BalanceTimeline {
        var account = BalanceTimeline()
        account.add(self)
        return account
    }

    /// Adds what one file says.
    mutating func add(_ other: BalanceTimeline) {
        for (day, views) in other.days { days[day, default: []].formUnion(views) }
        if let range = other.range { statements.append(range) }
    }
}

extension BalanceTimeline.Day {
    /// More ends than this come of balances that do not run from row to row.
    private static let endsMax = 32

    /// Nil where the rows say nothing: they come back to the balance they began with and have no
    /// times, or do not chain at all.
    init?(_ rows: [BalanceTimeline.Row]) {
        typealias Balance = BalanceTimeline.Balance
        // Files with a currency and without one show rows of one chain.
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

    /// Where the day ends if its holds are taken back; empty where it has none.
    private static func closings(
        ofBooked rows: [BalanceTimeline.Row], _ openings: Set<BalanceTimeline.Balance>
    ) -> Set<BalanceTimeline.Balance> {
        let booked = rows.filter { !$0.isHold }
        if booked.count == rows.count { return [] }
        return booked.isEmpty ? openings : Self(booked)?.closings ?? []
    }

    /// The same day, seen whole or in parts that touch.
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
    /// Days on which both agree, and places where one goes on where the other ended.
    var agreed = 0
    /// Days on which they differ, and days inside the account's that its balances do not lead to.
    var denied = 0
    /// Places where one ends within days of the other's begin, and its balances do not lead there:
    /// rows are missing, or it is another account.
    var doubted = 0

    /// They are one account's: a balance to the cent is met by accident less often than a file
    /// misses rows.
    var isSame: Bool { agreed > 0 && agreed >= denied }
    var isOther: Bool { denied > agreed }
    /// The account has balances, and none of them meets one of the file's.
    var isUnproved: Bool { hasBalances && agreed == 0 }
    private var hasBalances = false

    /// A statement shows all rows of the days between its first and its last. Only there can
    /// balances that do not meet contradict; on days that no statement covers, rows may be missing.
    ///
    /// - Throws: what asking for the account's days throws.
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
                // Between two days of its own the file would show rows of that day.
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

    /// What it says when the balances of this day, the file's first or last, do not meet those of
    /// the account's nearest.
    private func weight(
        of day: Int32, _ here: AccountDays.Look, _ account: AccountDays, _ known: ClosedRange<Int32>
    ) throws(AccountDays.Failure) -> Weight {
        if !here.hasGaps, try account.isCovered(day) { return .denies }
        return known.contains(day) || near(day, known) ? .doubts : .none
    }

    /// Far from the file's days as well.
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
