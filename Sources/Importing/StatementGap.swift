package import Facts
import Ledger
import Pending
package import Workspaces

/// A statement that does not begin where the account's opening and the lines before it end: one
/// between is missing, or lines are.
package struct StatementGap: Sendable, Equatable {
    package let account: String
    /// The balance before the statement, and the day of its first row.
    package let opening: Settings.Account.Opening
    /// The balance that opening and lines lead to.
    package let reached: Money

    /// The gaps of statements whose account has an opening, by account, then day.
    ///
    /// - Complexity: reads the kept days of these accounts, and the queue.
    static func all(
        of statements: [FileOpenings.Place: [PrintedBalances.Statement]], _ workspace: Workspace
    ) throws -> [StatementGap] {
        let settings = try workspace.settings()
        var chains: [FileOpenings.Place: StatementChain] = [:]
        for (place, printed) in statements {
            guard let known = settings.opening(of: place.account, in: place.currency) else {
                continue
            }
            // A single first statement has nothing before it, and the queue may be long.
            if printed.count == 1, printed[0].isOpening(known) { continue }
            chains[place] = StatementChain(known, printed)
        }
        if chains.isEmpty { return [] }
        let names = Set(chains.keys.map(\.account)).sorted()
        try workspace.ledger.forEachDay(of: names) { account, currency, day, sums in
            let place = FileOpenings.Place(account: account, currency: currency)
            for group in sums.groups {
                let unit = Money(units: 1, scale: group.scale, currency: currency).atto
                chains[place]?.add((group.sum &- group.unproved) &* unit, on: day)
            }
        }
        for (place, chain) in chains {
            for days in chain.edges {
                var entries = try EntryCursor(
                    workspace.ledger, EntryQuery(accounts: [place.account], days: days))
                while let entry = try entries.next() {
                    if entry.fact.amount.currency == place.currency {
                        chains[place]?.note(entry.fact)
                    }
                }
            }
        }
        let book = AccountBook(settings)
        try workspace.forEachQueueLine { line in
            let fact = line.fact
            // Statements leave holds out.
            if line.state != .new || fact.isHold { return true }
            let amount = fact.amount.named(book.currency(of: fact.account))
            let place = FileOpenings.Place(account: fact.account, currency: amount.currency)
            chains[place]?.add(amount.atto, on: fact.made.day)
            chains[place]?.note(fact)
            return true
        }
        return chains.sorted { $0.key < $1.key }.flatMap { place, chain in
            chain.gaps.map {
                StatementGap(account: place.account, opening: $0.opening, reached: $0.reached)
            }
        }
    }
}

/// An account's opening, the sums of its lines by day, and its statements.
struct StatementChain {
    private let statements: [PrintedBalances.Statement]
    private let known: Settings.Account.Opening
    private var days: [Int32: Int128] = [:]
    private var others: [OtherLine] = []

    /// A line that was booked on another day than it was made: the day of value may be either.
    private struct OtherLine {
        let made: Int32
        let booked: Int32
        let atto: Int128
    }

    init(_ known: Settings.Account.Opening, _ statements: [PrintedBalances.Statement]) {
        self.known = known
        self.statements = statements.sorted { $0.firstBooked < $1.firstBooked }
    }

    /// - Parameter atto: a sum of lines in ``Money/atto``.
    mutating func add(_ atto: Int128, on day: CalendarDate) {
        days[day.daysSince1970, default: 0] &+= atto
    }

    /// Notes the day of booking of a line that was added.
    mutating func note(_ fact: StatementFact) {
        guard let booked = fact.bookedOn, booked != fact.made.day else { return }
        others.append(
            OtherLine(
                made: fact.made.day.daysSince1970, booked: booked.daysSince1970,
                atto: fact.amount.atto))
    }

    /// The days around the beginnings of statements, on which lines of one statement may have been
    /// made that another one books.
    var edges: [ClosedRange<CalendarDate>] {
        var edges: [ClosedRange<CalendarDate>] = []
        for statement in statements {
            var first = statement.firstBooked.adding(days: -StatementOpenings.bookingDaysMax)
            if let before = edges.last, before.upperBound >= first {
                first = before.lowerBound
                edges.removeLast()
            }
            edges.append(
                first...statement.firstBooked.adding(days: StatementOpenings.bookingDaysMax))
        }
        return edges
    }

    /// Each gap once: statements beyond it are compared with its own statement.
    var gaps: [(opening: Settings.Account.Opening, reached: Money)] {
        let totals = RunningTotals(days)
        let earlier = statements.filter { $0.firstBooked < known.day }
        return gaps(of: earlier.reversed(), totals).reversed()
            + gaps(of: statements.filter { $0.firstBooked >= known.day }, totals)
    }

    /// - Parameter statements: those on one side of the known opening, the nearest first.
    private func gaps(
        of statements: [PrintedBalances.Statement], _ totals: RunningTotals
    ) -> [(opening: Settings.Account.Opening, reached: Money)] {
        var gaps: [(opening: Settings.Account.Opening, reached: Money)] = []
        var base = known.amount.atto &- totals.before(known.day.daysSince1970)
        for statement in statements {
            let opening = statement.opening
            let reached = base &+ balance(at: statement.firstBooked.daysSince1970, totals)
            // A day may have several statements, or pages of one.
            let continues = self.statements.contains {
                $0.firstBooked <= statement.firstBooked && $0.closing?.atto == opening.amount.atto
                    && $0.opening.amount.atto != opening.amount.atto
            }
            if reached == opening.amount.atto || continues { continue }
            let money = Money(
                atto: reached, scale: max(known.amount.scale, opening.amount.scale),
                currency: opening.amount.currency)
            if let money { gaps.append((opening, money)) }
            base &+= opening.amount.atto &- reached
        }
        return gaps
    }

    /// The sum of the lines booked before a day.
    private func balance(at day: Int32, _ totals: RunningTotals) -> Int128 {
        others.reduce(totals.before(day)) { sum, line in
            let isMade = line.made < day
            if isMade == (line.booked < day) { return sum }
            return isMade ? sum &- line.atto : sum &+ line.atto
        }
    }
}

/// The sums of all days before a day.
private struct RunningTotals {
    private let days: [Int32]
    /// By index of `days`, the sum before that day; at the end, of all.
    private var sums: [Int128] = [0]

    init(_ amounts: [Int32: Int128]) {
        let sorted = amounts.sorted { $0.key < $1.key }
        days = sorted.map(\.key)
        for day in sorted { sums.append(sums[sums.count - 1] &+ day.value) }
    }

    /// - Complexity: O(log *n*).
    func before(_ day: Int32) -> Int128 { sums[days.partitionPoint { $0 >= day }] }
}
