package import Facts
package import Ledger
import Pending
package import Workspaces

/// A statement that does not begin where the account's opening and the lines before it end: one
/// between is missing, or lines are.
package struct StatementGap: Sendable, Equatable {
    package let statement: StatementRecord
    /// The balance before the statement, and the first day on which it books a row.
    package let opening: Settings.Account.Opening
    /// The balance that opening and lines lead to.
    package let reached: Money
    /// The printed balance less the one reached.
    package let difference: Money

    package var account: String { statement.account }

    /// The gaps of statements whose account has an opening, by account, then day.
    ///
    /// - Parameter new: only the gaps beside one of these; all when nil.
    /// - Complexity: reads the kept days of these accounts, and the queue.
    package static func all(
        in workspace: Workspace, beside new: [StatementRecord]? = nil
    ) throws -> [StatementGap] {
        if new?.isEmpty ?? false { return [] }
        let settings = try workspace.settings()
        let accounts = new.map { Set($0.map(\.account)) }
        var chains: [FileOpenings.Place: StatementChain] = [:]
        for (place, printed) in try StatementChain.statements(of: workspace, and: new) {
            guard let known = settings.opening(of: place.account, in: place.currency),
                accounts?.contains(place.account) ?? true
            else { continue }
            // A single first statement has nothing before it, and the queue may be long.
            if printed.count == 1, printed[0].isOpening(known) { continue }
            chains[place] = StatementChain(known, printed, new: new)
        }
        try StatementChain.fill(&chains, from: workspace, settings)
        return chains.sorted { $0.key < $1.key }.flatMap(\.value.gaps)
    }
}

/// The gaps between the statements of a workspace, and what is missing within them.
package struct StatementProof: Sendable {
    package var gaps: [StatementGap] = []
    /// The closing balance less the one that the opening and the lines lead to, of each statement
    /// whose lines do not lead to it.
    package private(set) var lacks: [(statement: StatementRecord, lack: Money)] = []

    /// - Complexity: reads the kept days of all accounts with statements, and the queue.
    package init(of workspace: Workspace) throws {
        let settings = try workspace.settings()
        var chains: [FileOpenings.Place: StatementChain] = [:]
        for (place, printed) in try StatementChain.statements(of: workspace) {
            chains[place] = StatementChain(
                settings.opening(of: place.account, in: place.currency), printed, new: nil,
                comparesClosings: true)
        }
        try StatementChain.fill(&chains, from: workspace, settings)
        for (_, chain) in chains.sorted(by: { $0.key < $1.key }) {
            gaps += chain.gaps
            lacks += chain.lacks
        }
    }
}

/// An account's opening, the sums of its lines by day, and its statements.
struct StatementChain {
    /// Those with an opening balance, by ``StatementRecord/firstBooked``.
    private let statements: [StatementRecord]
    private let known: Settings.Account.Opening?
    private let comparesClosings: Bool
    private let new: [StatementRecord]?
    private var days: [Int32: Int128] = [:]
    private var others: [OtherLine] = []

    /// A line that was booked on another day than it was made: the day of value may be either.
    private struct OtherLine {
        let made: Int32
        let booked: Int32
        let atto: Int128
    }

    init(
        _ known: Settings.Account.Opening?, _ statements: [StatementRecord],
        new: [StatementRecord]?, comparesClosings: Bool = false
    ) {
        self.known = known
        self.new = new
        self.comparesClosings = comparesClosings
        self.statements = statements.filter { $0.opening != nil }
            .sorted { $0.firstBooked < $1.firstBooked }
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

    /// The days around the beginnings of statements, and around the ends that are compared, on
    /// which lines of one statement may have been made that another one books.
    var edges: [ClosedRange<CalendarDate>] {
        var days = statements.map(\.firstBooked)
        if comparesClosings { days += statements.map(\.lastDay) }
        var edges: [ClosedRange<CalendarDate>] = []
        for day in days.sorted() {
            var first = day.adding(days: -StatementOpenings.bookingDaysMax)
            if let before = edges.last, before.upperBound >= first {
                first = before.lowerBound
                edges.removeLast()
            }
            edges.append(first...day.adding(days: StatementOpenings.bookingDaysMax))
        }
        return edges
    }

    /// Each gap once: statements beyond it are compared with its own statement.
    var gaps: [StatementGap] {
        guard let known else { return [] }
        let totals = RunningTotals(days)
        let own = statements.first { $0.isOpening(known) }
        let earlier = gaps(
            of: statements.filter { $0.firstBooked < known.day }.reversed(), from: known, totals
        ) { statement, lack, nearer in
            // The lack lies between both.
            gap(
                at: nearer ?? own ?? statement, nearer?.opening ?? known.amount,
                nearer?.firstBooked ?? own?.firstBooked ?? known.day, lack: -lack)
        }
        let later = gaps(
            of: statements.filter { $0.firstBooked >= known.day }, from: known, totals
        ) { statement, lack, _ in
            gap(
                at: statement, statement.opening ?? known.amount, statement.firstBooked, lack: lack)
        }
        return earlier.reversed() + later
    }

    // MARK: Closings

    /// The statements whose lines do not lead from their opening to their closing.
    var lacks: [(statement: StatementRecord, lack: Money)] {
        let totals = RunningTotals(days)
        let all = statements.map { lack(of: $0, totals) }
        return zip(statements, all).compactMap { statement, lack in
            guard let lack, lack != 0, let closing = statement.closing else { return nil }
            // The rest of its last day may be in another one, which counts all of it.
            let isCounted = zip(statements, all).contains { other, lack in
                lack == 0 && other != statement
                    && (other.firstBooked...max(other.firstBooked, other.lastDay))
                        .contains(statement.lastDay)
            }
            if isCounted { return nil }
            return Money(atto: lack, scale: closing.scale, currency: closing.currency)
                .map { (statement, $0) }
        }
    }

    /// The closing balance less the one that its opening and the lines of its days lead to; nil if
    /// it cannot be compared.
    private func lack(of statement: StatementRecord, _ totals: RunningTotals) -> Int128? {
        guard let closing = statement.closing?.atto, statement.opening != nil else { return nil }
        let isContinued = statements.contains {
            $0.opening?.atto == closing && $0.closing?.atto != closing
                && $0.firstBooked <= statement.lastDay && $0.lastDay >= statement.lastDay
        }
        if isContinued { return nil }
        let first = firstPage(of: statement)
        guard let opening = first.opening?.atto else { return nil }
        let lines =
            balance(at: statement.lastDay.adding(days: 1).daysSince1970, totals)
            &- balance(at: first.firstBooked.daysSince1970, totals)
        return closing &- opening &- lines
    }

    /// The first of the statements that lead to this one without a day between: a day may have
    /// several.
    private func firstPage(of statement: StatementRecord) -> StatementRecord {
        var first = statement
        var left = statements
        while let before = left.firstIndex(where: {
            $0.closing?.atto == first.opening?.atto && $0.opening?.atto != first.opening?.atto
                && $0.lastDay >= first.firstBooked && $0.firstBooked <= first.firstBooked
                && $0 != first
        }) {
            first = left.remove(at: before)
        }
        return first
    }

    /// - Parameters:
    ///   - statements: those on one side of the known opening, the nearest first.
    ///   - gap: of a statement that lacks an amount to its opening, and the nearer statement.
    private func gaps(
        of statements: [StatementRecord], from known: Settings.Account.Opening,
        _ totals: RunningTotals,
        _ gap: (StatementRecord, _ lack: Int128, StatementRecord?) -> StatementGap?
    ) -> [StatementGap] {
        var gaps: [StatementGap] = []
        var base = known.amount.atto &- totals.before(known.day.daysSince1970)
        var nearer: StatementRecord?
        for statement in statements {
            defer { nearer = statement }
            guard let opening = statement.opening?.atto else { continue }
            let reached = base &+ balance(at: statement.firstBooked.daysSince1970, totals)
            // A day may have several statements, or pages of one.
            let continues = self.statements.contains {
                $0.firstBooked <= statement.firstBooked && $0.closing?.atto == opening
                    && $0.opening?.atto != opening
            }
            if reached == opening || continues { continue }
            base &+= opening &- reached
            let isNew = new?.contains { $0 == statement || $0 == nearer } ?? true
            if isNew, let found = gap(statement, opening &- reached, nearer) { gaps.append(found) }
        }
        return gaps
    }

    private func gap(
        at statement: StatementRecord, _ opening: Money, _ day: CalendarDate, lack: Int128
    ) -> StatementGap? {
        let scale = max(known?.amount.scale ?? 0, opening.scale)
        guard
            let reached = Money(
                atto: opening.atto &- lack, scale: scale, currency: opening.currency),
            let difference = Money(atto: lack, scale: scale, currency: opening.currency)
        else { return nil }
        return StatementGap(
            statement: statement, opening: .init(amount: opening, day: day), reached: reached,
            difference: difference)
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

extension StatementChain {
    /// The statements of imports by account and currency.
    ///
    /// - Parameter new: statements of a file whose bytes were imported before are recorded with
    ///   that import.
    static func statements(
        of workspace: Workspace, and new: [StatementRecord]? = nil
    ) throws -> [FileOpenings.Place: [StatementRecord]] {
        var statements = try workspace.ledger.seenFiles().flatMap(\.statements)
        for record in new ?? [] where !statements.contains(record) { statements.append(record) }
        return Dictionary(grouping: statements, by: FileOpenings.Place.init)
    }

    /// Adds the lines of queue and ledger to their chains.
    static func fill(
        _ chains: inout [FileOpenings.Place: StatementChain], from workspace: Workspace,
        _ settings: Settings
    ) throws {
        if chains.isEmpty { return }
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
        func add(_ fact: StatementFact) {
            // Statements leave holds out.
            if fact.isHold { return }
            let amount = fact.amount.named(book.currency(of: fact.account))
            let place = FileOpenings.Place(account: fact.account, currency: amount.currency)
            chains[place]?.add(amount.atto, on: fact.made.day)
            chains[place]?.note(fact)
        }
        try workspace.forEachQueueLine { line in
            if line.state == .new { add(line.fact) }
            return true
        }
        // The bank counts them.
        for dismissed in try workspace.dismissedLines() where dismissed.place == .nowhere {
            add(dismissed.line.fact)
        }
    }
}

extension FileOpenings.Place {
    init(_ record: StatementRecord) {
        self.init(account: record.account, currency: record.currency)
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
