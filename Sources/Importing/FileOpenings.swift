import Facts
import Ledger
package import Workspaces

/// An opening balance in a file, and what became of it.
package struct FoundOpening: Sendable, Equatable {
    package enum Fate: Sendable, Equatable {
        /// `kopiyka.yaml` gets it.
        case taken
        /// It replaces the opening of a later statement, which continues this one.
        case movedBack(from: Settings.Account.Opening)
        /// The account has another one, which stays.
        case known(Settings.Account.Opening)
        /// The file opens the account at several times, after its first row, or in no currency.
        case unclear
    }

    package let account: String
    package let opening: Settings.Account.Opening
    package var fate: Fate

    package var isTaken: Bool {
        switch fate {
        case .taken, .movedBack: true
        case .known, .unclear: false
        }
    }
}

/// The opening balances of one file, by account and currency: those that a journal or a QIF
/// gives, and those of a bank's statements.
struct FileOpenings {
    struct Place: Hashable, Comparable {
        var account: String
        let currency: Currency

        static func < (a: Place, b: Place) -> Bool {
            (a.account, a.currency) < (b.account, b.currency)
        }
    }

    private var openings: [Place: [StatementOpening]] = [:]
    private var firstRows: [Place: CalendarDate] = [:]
    private var statements: [Place: PrintedBalances] = [:]
    /// The sums of a statement's rows by day of booking, in ``Money/atto``.
    private var days: [Place: [CalendarDate: Int128]] = [:]

    var isEmpty: Bool { openings.isEmpty && statements.isEmpty }

    mutating func add(_ rows: PreparedRows, _ book: AccountBook) {
        for opening in rows.batch.openings {
            let name = rows.accounts[opening.account].name
            var named = opening
            named.amount = opening.amount.named(book.currency(of: name))
            openings[Place(account: name, currency: named.amount.currency), default: []]
                .append(named)
        }
        for totals in rows.batch.totals {
            let name = rows.accounts[Int32(totals.account)].name
            let currency = book.currency(of: name)
            let place = Place(
                account: name, currency: totals.moneyIn.named(currency).currency)
            // Balances of rows are nearer to them than those of a statement.
            if totals.hasRowBalances { continue }
            if let record = StatementRecord(totals, of: name, in: currency) {
                statements[place, default: PrintedBalances()].statements.append(record)
            } else if let found = UnsignedStatement(totals, of: name, in: currency) {
                statements[place, default: PrintedBalances()].unsigned.append(found)
            }
        }
        if Self.printsBalances(rows.layout) { addDays(of: rows) }
        // Openings need not be the first records.
        guard ["journal", "beancount", "qif"].contains(rows.layout) else { return }
        for line in rows.batch.lines {
            let place = Place(
                account: rows.accounts[line.account].name, currency: line.amount.currency)
            let day = line.made.day
            firstRows[place] = min(firstRows[place] ?? day, day)
        }
    }

    /// The formats of statements, whose periods may overlap.
    private static func printsBalances(_ layout: String) -> Bool {
        ["ofx", "camt", "mt940"].contains { layout.hasPrefix($0) }
    }

    private mutating func addDays(of rows: PreparedRows) {
        var place: Place?
        var account: Int32 = -1
        for line in rows.batch.lines where !line.isHold {
            let currency = line.amount.currency
            if line.account != account || place?.currency != currency {
                account = line.account
                place = Place(account: rows.accounts[account].name, currency: currency)
            }
            guard let place else { continue }
            days[place, default: [:]][line.bookedOn ?? line.made.day, default: 0] &+=
                line.amount.atto
        }
    }

    /// Sorted by account and currency; openings that the settings have already are left out.
    func settled(beside settings: Settings) -> [FoundOpening] {
        openings.sorted { $0.key < $1.key }.compactMap { place, parts in
            let day = parts.map(\.day).min() ?? parts[0].day
            let amount = sum(parts.filter { $0.day == day })
            let opening = Settings.Account.Opening(amount: amount ?? parts[0].amount, day: day)
            let known = settings.opening(of: place.account, in: place.currency)
            if known == opening { return nil }
            // A year is closed and opened again with the same balance.
            let later = sum(parts.filter { $0.day != day })
            let isClear =
                amount.map { $0.scale <= place.currency.exponent } ?? false
                && later?.isZero ?? parts.allSatisfy { $0.day == day }
                && firstRows[place].map { day <= $0 } ?? true && place.currency.isListed
            return FoundOpening(
                account: place.account, opening: opening,
                fate: known.map { .known($0) } ?? (isClear ? .taken : .unclear))
        }
    }

    /// The balances that the file's statements print, by account.
    ///
    /// - Parameter accounts: the accounts of the file's rows: the one that was found replaces the
    ///   one that the file names.
    func statements(of accounts: [String]) -> [(Place, PrintedBalances)] {
        statements.sorted { $0.key < $1.key }.compactMap { named, balances in
            var place = named
            if !accounts.contains(named.account) {
                guard accounts.count == 1, statements.count == 1 else { return nil }
                place.account = accounts[0]
            }
            var balances = balances.naming(place.account)
            balances.days = days[named] ?? [:]
            return place.currency.isListed ? (place, balances) : nil
        }
    }

    /// Nil for no openings, or a sum that is too large.
    private func sum(_ parts: [StatementOpening]) -> Money? {
        guard var sum = parts.first?.amount else { return nil }
        for part in parts.dropFirst() {
            guard let more = try? sum.adding(part.amount) else { return nil }
            sum = more
        }
        return sum
    }
}
