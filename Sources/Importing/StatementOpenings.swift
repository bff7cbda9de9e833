import Facts
import Workspaces

/// The balances before and after the rows of each statement of one account and currency in a file.
struct PrintedBalances {
    struct Statement {
        /// Its day is the first on which a row was made or booked.
        let opening: Settings.Account.Opening
        let firstBooked: CalendarDate
        let closing: Money?

        /// Whether the account's opening is this statement's.
        func isOpening(_ known: Settings.Account.Opening) -> Bool {
            let days = opening.day.daysSince1970 - known.day.daysSince1970
            return opening.amount.atto == known.amount.atto
                && [0, StatementOpenings.bookingDaysMax].contains(days)
        }
    }

    private(set) var statements: [Statement] = []
    /// The sums of the file's rows by day of booking, in ``Money/atto``.
    var days: [CalendarDate: Int128] = [:]

    /// - Parameter currency: that of the account, for statements without one.
    mutating func add(_ totals: StatementTotals, in currency: Currency) {
        // Balances of rows are nearer to them than those of a statement.
        guard !totals.hasRowBalances, let day = totals.firstDay,
            let before = totals.balanceBefore
        else { return }
        statements.append(
            Statement(
                opening: .init(amount: before.named(currency), day: day),
                firstBooked: totals.firstBooked ?? day,
                closing: totals.closing?.named(currency)))
    }
}

/// The statements of all files of an import, by account and currency.
///
/// The files of a run may come in any order, so the openings of accounts are decided at its end.
struct StatementOpenings {
    fileprivate struct Statement {
        /// Index among the run's files.
        let file: Int
        let printed: PrintedBalances.Statement
        /// Index into `days` of its place.
        let days: Int

        var opening: Settings.Account.Opening { printed.opening }
    }

    fileprivate struct Account {
        var statements: [Statement] = []
        /// The sums of each file, as ``PrintedBalances/days``.
        var days: [[CalendarDate: Int128]] = []
    }

    private var accounts: [FileOpenings.Place: Account] = [:]

    var isEmpty: Bool { accounts.isEmpty }

    mutating func add(_ balances: PrintedBalances, at place: FileOpenings.Place, file: Int) {
        let days = accounts[place]?.days.count ?? 0
        accounts[place, default: Account()].days.append(balances.days)
        accounts[place]?.statements += balances.statements.map {
            Statement(file: file, printed: $0, days: days)
        }
    }

    /// The balances of the statements, by account and currency.
    var printed: [FileOpenings.Place: [PrintedBalances.Statement]] {
        accounts.mapValues { $0.statements.map(\.printed) }
    }

    /// The openings of accounts without one, and those before a known one to which statements lead,
    /// each with the index of its file.
    ///
    /// - Parameters:
    ///   - hasLines: the account has lines of other files before a day.
    ///   - hasBalances: the account's lines print balances, which give an opening.
    func settled<Failure>(
        beside settings: Settings, hasLines: (String, CalendarDate) -> Bool,
        hasBalances: (String, Currency) throws(Failure) -> Bool
    ) throws(Failure) -> [(file: Int, opening: FoundOpening)] {
        var found: [(file: Int, opening: FoundOpening)] = []
        for (place, account) in accounts.sorted(by: { $0.key < $1.key }) {
            let known = settings.opening(of: place.account, in: place.currency)
            let earliest = account.statements.min { $0.opening.day < $1.opening.day }
            guard let start = known ?? earliest?.opening,
                let first = account.first(leadingTo: start) ?? (known == nil ? earliest : nil),
                first.opening.amount.scale <= place.currency.exponent
            else { continue }
            if known == nil, try hasBalances(place.account, place.currency) { continue }
            var opening = first.opening
            // Later statements may book lines that were made before its first row. Other lines
            // before it are those of before the opening.
            if !hasLines(place.account, opening.day) {
                opening.day = opening.day.adding(days: -Self.bookingDaysMax)
            }
            if opening == known { continue }
            found.append(
                (
                    first.file,
                    FoundOpening(
                        account: place.account, opening: opening,
                        fate: known.map { .movedBack(from: $0) } ?? .taken)
                ))
        }
        return found
    }

    /// A bank may book a payment so much later than it was made.
    static let bookingDaysMax: Int32 = 7
}

extension StatementOpenings.Account {
    /// The first one of statements that lead to the opening without a gap; nil for none.
    func first(leadingTo known: Settings.Account.Opening) -> StatementOpenings.Statement? {
        var first: StatementOpenings.Statement?
        var left = statements
        while true {
            let later = first?.opening ?? known
            let before = left.indices.filter { leads(left[$0], to: later) }
            guard let last = before.max(by: { left[$0].opening.day < left[$1].opening.day })
            else { return first }
            first = left.remove(at: last)
        }
    }

    /// Whether a statement closes with the later opening, or reaches it in its middle, as one of
    /// overlapping periods does.
    private func leads(
        _ statement: StatementOpenings.Statement, to later: Settings.Account.Opening
    ) -> Bool {
        let (day, amount) = (statement.opening.day, statement.opening.amount)
        // The later one may have been moved before late lines.
        guard day <= later.day.adding(days: StatementOpenings.bookingDaysMax),
            amount.atto != later.amount.atto
        else { return false }
        if statement.printed.closing?.atto == later.amount.atto { return true }
        // Its first day is that of a payment, which may be booked later.
        return (0...2 * StatementOpenings.bookingDaysMax).contains { days in
            let end = later.day.adding(days: days)
            let rows = self.days[statement.days].filter { day <= $0.key && $0.key < end }
            return amount.atto &+ rows.reduce(0) { $0 &+ $1.value } == later.amount.atto
        }
    }
}
