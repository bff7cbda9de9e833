package import Facts
package import Ledger

extension CoverageTally {
    /// Adds the entries of a ledger by the sums of days that it keeps.
    ///
    /// - Parameters:
    ///   - accounts: only these; all when empty.
    ///   - last: later days are not added.
    ///   - read: accounts that the caller adds line by line.
    ///   - nameOf: the unique name of a file, by its name and import.
    /// - Returns: accounts that must be added line by line too; nothing of them was added.
    package mutating func addDays(
        of ledger: LedgerFile, in accounts: [String], upTo last: CalendarDate? = nil,
        besides read: Set<String>,
        currencyOf: (String) -> Currency, nameOf: (_ file: String, _ batch: Int) -> String
    ) throws -> Set<String> {
        var left: Set<String> = []
        var files: [AccountPlace: KeptFiles] = [:]
        try ledger.forEachCoveredMonth(of: accounts) { name, currency, days in
            if read.contains(name) || left.contains(name) { return }
            // The settings decide about currencies that no file shows, and with them about scales.
            let isNamed = !currency.isKnown && currencyOf(name).isKnown
            let isOpen = days.contains { _, sums, _ in
                sums.groups.contains { $0.undetermined > 0 }
            }
            if isNamed || isOpen {
                left.insert(name)
                return
            }
            let place = AccountPlace(name, currency)
            var account = self.accounts.removeValue(forKey: place) ?? Account()
            var kept = files.removeValue(forKey: place) ?? KeptFiles()
            for (day, sums, cover) in days where last.map({ day <= $0 }) ?? true {
                if account.add(day, sums, cover) { kept.add(cover, on: day) }
            }
            if account.lines > 0 { self.accounts[place] = account }
            files[place] = kept
        }
        for place in self.accounts.keys where left.contains(place.account) {
            self.accounts[place] = nil
        }
        let names = try ledger.fileNames()
        for (place, kept) in files { self.accounts[place]?.add(kept, names, nameOf) }
        return left
    }

    /// Accounts whose lines show which of their files belong together, where that matters: their
    /// balances break.
    package func accountsToRead(_ coverages: [Coverage]) -> Set<String> {
        let broken = coverages.filter { coverage in
            let place = AccountPlace(coverage.account, coverage.currency)
            return !coverage.breaks.isEmpty && coverage.files.count > 1
                && accounts[place]?.isOfDays == true
        }
        return Set(broken.map(\.account))
    }
}

/// The files of an account by their numbers.
private struct KeptFiles {
    struct Kept {
        var days: CoverageTally.FileDays
        var isFirst: Bool
    }

    private(set) var files: [DayCover.File: Kept] = [:]

    mutating func add(_ cover: DayCover, on day: CalendarDate) {
        for (file, count) in cover.files {
            var kept =
                files[file] ?? Kept(days: .init(first: day, last: day, lines: 0), isFirst: false)
            kept.days.add(.init(first: day, last: day, lines: count.lines))
            kept.isFirst = kept.isFirst || count.first > 0
            files[file] = kept
        }
    }
}

extension CoverageTally.FileDays {
    fileprivate mutating func add(_ other: CoverageTally.FileDays) {
        first = min(first, other.first)
        last = max(last, other.last)
        lines += other.lines
    }
}

extension CoverageTally.Account {
    /// Adds a day; false if no line of it is from a statement.
    fileprivate mutating func add(
        _ day: CalendarDate, _ sums: DaySums, _ cover: DayCover
    ) -> Bool {
        let ofStatements = sums.groups.reduce(0) { $0 + $1.lines - $1.byHand }
        if ofStatements == 0 { return false }
        isOfDays = true
        lines += ofStatements
        var balances = DayBalances()
        for group in sums.groups {
            let counted = group.lines - group.byHand - group.unprovedHolds
            if counted > 0 { scale = max(scale, group.scale, group.balanceScale ?? 0) }
            balances.add(
                group.sum - group.unproved, scale: group.scale, printed: group.printed,
                unprinted: counted - group.printed)
        }
        balances.ends = cover.ends
        days[day] = balances
        return true
    }

    fileprivate mutating func add(
        _ kept: KeptFiles, _ names: [Int64: (name: String, layout: String)],
        _ nameOf: (_ file: String, _ batch: Int) -> String
    ) {
        for (file, found) in kept.files {
            let known = names[file.id]
            if found.isFirst { banks.insert((known?.layout ?? "").prefix { $0 != "/" }) }
            guard let known else { continue }
            let name = nameOf(known.name, file.batch)
            if files[name]?.add(found.days) == nil { files[name] = found.days }
        }
    }
}
