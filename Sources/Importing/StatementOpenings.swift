import Facts
import Ledger
import Workspaces

/// The statements of one account and currency in a file.
struct PrintedBalances {
    var statements: [StatementRecord] = []
    /// Those whose balance has no sign.
    var unsigned: [UnsignedStatement] = []
    /// The sums of the file's rows by day of booking, in ``Money/atto``.
    var days: [CalendarDate: Int128] = [:]

    func naming(_ account: String) -> PrintedBalances {
        var balances = self
        for index in statements.indices { balances.statements[index].account = account }
        for index in unsigned.indices { balances.unsigned[index].record.account = account }
        return balances
    }
}

extension StatementRecord {
    /// Nil without a balance or a day.
    init?(_ totals: StatementTotals, of account: String, in currency: Currency) {
        let (opening, closing) = (totals.balanceBefore, totals.balanceAfter)
        let days = [totals.firstPrinted, totals.firstDay, totals.lastPrinted].compactMap { $0 }
        guard opening != nil || closing != nil, let first = days.min() else { return nil }
        self.init(
            account: account, firstDay: first, firstBooked: totals.firstBooked ?? first,
            lastDay: [totals.lastPrinted, totals.lastBooked].compactMap { $0 }.max() ?? first,
            opening: opening?.named(currency), closing: closing?.named(currency))
    }

    /// Whether the statement begins where the other one ends: within a month, or with rows that are
    /// booked later.
    func follows(_ other: StatementRecord) -> Bool {
        let days = firstDay.daysSince1970 - other.lastDay.daysSince1970
        return (-StatementOpenings.bookingDaysMax...Self.daysApartMax).contains(days)
    }

    /// Whether it begins with the balance with which the other one ends. Empty accounts are equal.
    func continues(_ other: StatementRecord) -> Bool {
        guard let opening, let closing = other.closing, !opening.isZero else { return false }
        return opening.atto == closing.atto && opening.currency == closing.currency
            && follows(other)
    }

    /// A month without rows.
    private static let daysApartMax: Int32 = 31

    /// Whether the account's opening is this statement's.
    func isOpening(_ known: Settings.Account.Opening) -> Bool {
        let days = firstDay.daysSince1970 - known.day.daysSince1970
        return opening.map { $0.atto == known.amount.atto } ?? false
            && [0, StatementOpenings.bookingDaysMax].contains(days)
    }
}

/// Statements by account and currency: of an import and of those before it.
///
/// The files of an import may come in any order, and so may imports: the openings of accounts are
/// decided at the end of each.
struct StatementOpenings {
    fileprivate struct Statement {
        /// Index among the import's files; nil for one of an earlier import.
        let file: Int?
        let record: StatementRecord
        let opening: Settings.Account.Opening
        /// The sums of its file, as ``PrintedBalances/days``; empty for an earlier import.
        let days: [CalendarDate: Int128]
    }

    private var accounts: [FileOpenings.Place: [Statement]] = [:]
    private var unsigned: [FileOpenings.Place: [UnsignedStatement]] = [:]

    var isEmpty: Bool { accounts.isEmpty }

    init() {}

    init(of records: [StatementRecord]) {
        for record in records { add(record, at: .init(record), nil, [:]) }
    }

    mutating func add(_ balances: PrintedBalances, at place: FileOpenings.Place, file: Int) {
        for record in balances.statements { add(record, at: place, file, balances.days) }
    }

    /// Adds the statements of earlier imports, where an account has others.
    mutating func add(earlier records: [StatementRecord]) {
        for record in records {
            let place = FileOpenings.Place(record)
            if accounts[place] != nil { add(record, at: place, nil, [:]) }
        }
    }

    /// Gives a file's balances without a sign the one that neighbouring statements prove, and with
    /// it those of earlier files of the import.
    ///
    /// - Parameter earlier: the statements of earlier imports.
    mutating func sign(
        _ balances: inout PrintedBalances, at place: FileOpenings.Place,
        beside earlier: [StatementRecord]
    ) {
        var open = (unsigned[place] ?? []) + balances.unsigned
        balances.unsigned = []
        var known = (accounts[place] ?? []).map(\.record) + balances.statements
        known += earlier.filter { FileOpenings.Place($0) == place }
        var isFound = true
        while isFound {
            isFound = false
            for index in open.indices {
                let isDebt =
                    known.lazy.compactMap { open[index].isDebt(beside: $0) }.first
                    ?? open.lazy.compactMap { open[index].isDebt(beside: $0) }.first
                guard let isDebt, let record = open[index].signed(isDebt: isDebt) else { continue }
                known.append(record)
                balances.statements.append(record)
                open.remove(at: index)
                isFound = true
                break
            }
        }
        unsigned[place] = open
    }

    private mutating func add(
        _ record: StatementRecord, at place: FileOpenings.Place, _ file: Int?,
        _ days: [CalendarDate: Int128]
    ) {
        guard let amount = record.opening else { return }
        accounts[place, default: []].append(
            Statement(
                file: file, record: record, opening: .init(amount: amount, day: record.firstDay),
                days: days))
    }

    /// The statements of the import itself.
    var new: [StatementRecord] {
        accounts.values.joined().filter { $0.file != nil }.map(\.record)
    }

    /// The openings of accounts without one, and those before a known one to which statements lead,
    /// each with the index of a file of the account.
    ///
    /// - Parameters:
    ///   - hasLines: the account has lines of other files before a day.
    ///   - hasBalances: the account's lines print balances, which give an opening.
    func settled<Failure>(
        beside settings: Settings, hasLines: (String, CalendarDate) -> Bool,
        hasBalances: (String, Currency) throws(Failure) -> Bool
    ) throws(Failure) -> [(file: Int?, opening: FoundOpening)] {
        var found: [(file: Int?, opening: FoundOpening)] = []
        for (place, statements) in accounts.sorted(by: { $0.key < $1.key }) {
            let known = settings.opening(of: place.account, in: place.currency)
            let earliest = statements.min { $0.opening.day < $1.opening.day }
            guard let start = known ?? earliest?.opening,
                let first = statements.first(leadingTo: start) ?? (known == nil ? earliest : nil),
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
                    first.file ?? statements.compactMap(\.file).max(),
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

extension [StatementOpenings.Statement] {
    /// The first one of statements that lead to the opening without a gap; nil for none.
    fileprivate func first(
        leadingTo known: Settings.Account.Opening
    ) -> StatementOpenings.Statement? {
        var first: StatementOpenings.Statement?
        var left = self
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
        if statement.record.closing?.atto == later.amount.atto { return true }
        // Its first day is that of a payment, which may be booked later.
        return (0...2 * StatementOpenings.bookingDaysMax).contains { days in
            let end = later.day.adding(days: days)
            let rows = statement.days.filter { day <= $0.key && $0.key < end }
            return amount.atto &+ rows.reduce(0) { $0 &+ $1.value } == later.amount.atto
        }
    }
}
