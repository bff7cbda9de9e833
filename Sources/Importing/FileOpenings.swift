import Facts
package import Workspaces

/// An opening balance in a file, and what became of it.
package struct FoundOpening: Sendable, Equatable {
    package enum Fate: Sendable, Equatable {
        /// `kopiyka.yaml` gets it.
        case taken
        /// The account has another one, which stays.
        case known(Settings.Account.Opening)
        /// The file opens the account at several times, after its first row, or in no currency.
        case unclear
    }

    package let account: String
    package let opening: Settings.Account.Opening
    package var fate: Fate
}

/// The opening balances of one file, by account and currency.
struct FileOpenings {
    private struct Place: Hashable, Comparable {
        let account: String
        let currency: Currency

        static func < (a: Place, b: Place) -> Bool {
            (a.account, a.currency) < (b.account, b.currency)
        }
    }

    private var openings: [Place: [StatementOpening]] = [:]
    private var firstRows: [Place: CalendarDate] = [:]

    var isEmpty: Bool { openings.isEmpty }

    mutating func add(_ rows: PreparedRows, _ book: AccountBook) {
        for opening in rows.batch.openings {
            let name = rows.accounts[opening.account].name
            var named = opening
            named.amount = opening.amount.named(book.currency(of: name))
            openings[Place(account: name, currency: named.amount.currency), default: []]
                .append(named)
        }
        // Directives stand before transactions, but openings need not be the first ones.
        guard rows.layout == "journal" || rows.layout == "beancount" else { return }
        for line in rows.batch.lines {
            let place = Place(
                account: rows.accounts[line.account].name, currency: line.amount.currency)
            let day = line.made.day
            firstRows[place] = min(firstRows[place] ?? day, day)
        }
    }

    /// Sorted by account and currency; openings that the settings have already are left out.
    func settled(beside settings: Settings) -> [FoundOpening] {
        openings.sorted { $0.key < $1.key }.compactMap { place, parts in
            let day = parts.map(\.day).min() ?? parts[0].day
            let amount = sum(parts.filter { $0.day == day })
            let opening = Settings.Account.Opening(amount: amount ?? parts[0].amount, day: day)
            let known = settings.accounts.first { $0.name == place.account }?.openings
                .first { $0.amount.currency == place.currency }
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
