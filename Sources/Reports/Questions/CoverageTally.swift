package import Facts

/// The days of each account that statements cover, and whether the bank's running balances prove
/// that nothing is missing.
///
/// A file covers the days from its first row to its last. The proof needs no order of rows: a day's
/// printed balances, each taken before and after its amount, cancel except for the day's opening
/// and closing, whatever the order; and the closing must be the closing before plus everything
/// since. So a day, or a gap without rows, is proved when its link closes.
package struct CoverageTally: Sendable {
    /// The fields of a line that coverage uses.
    package struct Line: Sendable {
        package var account: String
        package var day: CalendarDate
        package var amount: Money
        package var balance: Money?
        package var isHold: Bool
        /// It may repeat another line, so it counts for days but not for balances.
        package var isDoubtful: Bool
        /// It repeats another line, so it counts for days but not for balances.
        package var isRepeated = false
        /// A person dismissed it, and no other line replaces it.
        package var isLeftOut = false
        /// Names of the files that show it.
        package var files: [String]
        /// The bank of its layout.
        package var bank: Substring

        package init(
            account: String, day: CalendarDate, amount: Money, balance: Money?, isHold: Bool,
            isDoubtful: Bool, files: [String], bank: Substring
        ) {
            self.account = account
            self.day = day
            self.amount = amount
            self.balance = balance
            self.isHold = isHold
            self.isDoubtful = isDoubtful
            self.files = files
            self.bank = bank
        }
    }

    package struct Days: Sendable, Equatable {
        package let first: CalendarDate
        package let last: CalendarDate

        package init(first: CalendarDate, last: CalendarDate) {
            self.first = first
            self.last = last
        }

        package var count: Int { Int(last.daysSince1970 - first.daysSince1970) + 1 }
    }

    package struct File: Sendable, Equatable {
        package let name: String
        package let days: Days
        package let lines: Int
    }

    package enum Proof: String, Sendable {
        /// The balances close across it: nothing is missing.
        case closed
        /// The balances do not close: something is missing or doubled.
        case broken
        /// No balances that prove anything.
        case none
    }

    package struct Gap: Sendable, Equatable {
        package let days: Days
        package let proof: Proof
    }

    package struct Overlap: Sendable, Equatable {
        package let days: Days
        package let files: [String]
    }

    /// A break of the balances: between two days, or within one if they are equal.
    package struct Break: Sendable, Equatable {
        package let after: CalendarDate
        package let on: CalendarDate
        /// The missing amount, if it is a single number.
        package let difference: Money?
    }

    package struct Coverage: Sendable, Equatable {
        package var account: String
        package let currency: Currency
        package let days: Days
        package let lines: Int
        package let doubtful: Int
        /// Lines that a person dismissed: balances include them, the ledger does not.
        package let leftOut: Int
        package let files: [File]
        package let gaps: [Gap]
        package let overlaps: [Overlap]
        /// Days whose balances continue the day before, out of those that could.
        package let links: Int
        package let closed: Int
        package let breaks: [Break]
        /// Days with balances; nil when none is printed.
        package let proved: Days?
        /// Files by the accounts they seem to belong to, if there are several; else empty.
        package let parts: [[String]]

        /// Balances are printed from the first day to the last, and all are continuous.
        package var isComplete: Bool { proved == days && breaks.isEmpty }
    }

    struct FileDays: Sendable {
        var first: CalendarDate
        var last: CalendarDate
        var lines: Int
    }

    struct Account: Sendable {
        var lines = 0
        var doubtful = 0
        var leftOut = 0
        var scale: UInt8 = 0
        var banks: Set<Substring> = []
        var files: [String: FileDays] = [:]
        var days: [CalendarDate: DayBalances] = [:]
        /// The same, for lines with the same files.
        var daysByFiles: [Set<String>: [CalendarDate: DayBalances]] = [:]
        /// Added by days: ``daysByFiles`` is not known.
        var isOfDays = false
        var statements: [Statement] = []
    }

    /// A statement with printed balances.
    package struct Statement: Sendable {
        let days: Days
        /// The amount that is missing before it; nil if its opening balance is the one that the
        /// lines before it reach.
        let lack: Money?
        /// The amount that is missing between its opening and its closing; nil for none.
        let lackWithin: Money?
        /// Both are known.
        let isClosed: Bool

        package init(days: Days, lack: Money?, lackWithin: Money?, isClosed: Bool) {
            self.days = days
            self.lack = lack
            self.lackWithin = lackWithin
            self.isClosed = isClosed
        }
    }

    var accounts: [AccountPlace: Account] = [:]

    package init() {}

    package mutating func add(_ line: Line) {
        let place = AccountPlace(line.account, line.amount.currency)
        var account = accounts.removeValue(forKey: place) ?? Account()
        account.lines += 1
        account.banks.insert(line.bank)
        for file in Set(line.files) {
            var days = account.files[file] ?? FileDays(first: line.day, last: line.day, lines: 0)
            days.first = min(days.first, line.day)
            days.last = max(days.last, line.day)
            days.lines += 1
            account.files[file] = days
        }
        if line.isDoubtful { account.doubtful += 1 }
        if line.isLeftOut { account.leftOut += 1 }
        // No balance includes a hold that prints none.
        let isCounted =
            !line.isDoubtful && !line.isRepeated && !(line.isHold && line.balance == nil)
        if isCounted {
            account.scale = max(account.scale, line.amount.scale, line.balance?.scale ?? 0)
            account.days[line.day, default: DayBalances()].add(line.amount, line.balance)
            account.daysByFiles[Set(line.files), default: [:]][line.day, default: DayBalances()]
                .add(line.amount, line.balance)
        } else {
            account.days[line.day, default: DayBalances()] = account.days[line.day] ?? DayBalances()
        }
        accounts[place] = account
    }

    /// Adds a statement with printed balances, also without rows.
    ///
    /// - Parameter file: its unique name.
    package mutating func add(
        _ statement: Statement, of file: String, at place: AccountPlace
    ) {
        let days = statement.days
        accounts[place, default: Account()].statements.append(statement)
        let known = accounts[place]?.files[file]
        accounts[place]?.files[file] = FileDays(
            first: min(known?.first ?? days.first, days.first),
            last: max(known?.last ?? days.last, days.last), lines: known?.lines ?? 0)
    }

    /// The accounts, sorted by name, then currency.
    package func coverages() -> [Coverage] {
        accounts.sorted { $0.key < $1.key }.compactMap { coverage(of: $0.value, at: $0.key) }
    }

    private func coverage(of account: Account, at place: AccountPlace) -> Coverage? {
        let sorted = account.days.keys.sorted()
        let statements = account.statements.sorted { $0.days.first < $1.days.first }
        let all = sorted + statements.flatMap { [$0.days.first, $0.days.last] }
        guard let first = all.min(), let last = all.max() else { return nil }
        var files: [File] = []
        for (name, days) in account.files {
            files.append(
                File(name: name, days: Days(first: days.first, last: days.last), lines: days.lines))
        }
        files.sort {
            ($0.days.first, $0.days.last, $0.name) < ($1.days.first, $1.days.last, $1.name)
        }
        var chain = BalanceChain(account.days, sorted, place.currency, account.scale)
        let parts = chain.breaks.isEmpty ? [] : mergedFiles(account, at: place)
        if chain.printed == nil { chain.add(statements) }
        return Coverage(
            account: place.account, currency: place.currency, days: Days(first: first, last: last),
            lines: account.lines, doubtful: account.doubtful,
            leftOut: account.leftOut, files: files,
            gaps: gaps(between: files, chain), overlaps: overlaps(of: files),
            links: chain.links.count, closed: chain.links.count { $0.isClosed },
            breaks: chain.breaks, proved: chain.printed,
            parts: parts)
    }

    private func gaps(between files: [File], _ chain: BalanceChain) -> [Gap] {
        var gaps: [Gap] = []
        var covered: CalendarDate?
        for file in files {
            if let end = covered, end.adding(days: 1) < file.days.first {
                let days = Days(
                    first: end.adding(days: 1), last: file.days.first.adding(days: -1))
                gaps.append(Gap(days: days, proof: chain.proof(of: days)))
            }
            covered = max(covered ?? file.days.last, file.days.last)
        }
        return gaps
    }

    /// Runs of days that the same several files cover.
    private func overlaps(of files: [File]) -> [Overlap] {
        var edges: Set<CalendarDate> = []
        for file in files {
            edges.insert(file.days.first)
            edges.insert(file.days.last.adding(days: 1))
        }
        let sorted = edges.sorted()
        var overlaps: [Overlap] = []
        for (start, next) in zip(sorted, sorted.dropFirst()) {
            let here = files.filter { $0.days.first <= start && start <= $0.days.last }.map(\.name)
            guard here.count > 1 else { continue }
            overlaps.append(
                Overlap(days: Days(first: start, last: next.adding(days: -1)), files: here))
        }
        return overlaps
    }
}

/// The balances of one day, in 10^−18 units of 128 bits.
struct DayBalances: Sendable {
    /// How much more often a balance is before a line than after one.
    var ends: [Int128: Int32] = [:]
    var sum: Int128 = 0
    var printed = 0
    var unprinted = 0
    var overflowed = false

    mutating func add(_ amount: Money, _ balance: Money?) {
        let units = amount.atto
        let (total, overflow) = sum.addingReportingOverflow(units)
        sum = total
        overflowed = overflowed || overflow
        guard let balance, balance.isBalance(of: amount) else {
            unprinted += 1
            return
        }
        printed += 1
        let after = balance.atto
        let (before, overflowing) = after.subtractingReportingOverflow(units)
        overflowed = overflowed || overflowing
        ends[before, default: 0] += 1
        ends[after, default: 0] -= 1
    }

    /// Adds the sum of lines whose ``ends`` are known, in units of a scale.
    mutating func add(_ units: Int128, scale: UInt8, printed: Int, unprinted: Int) {
        var atto = units
        for _ in min(scale, 18)..<18 {
            let (grown, overflow) = atto.multipliedReportingOverflow(by: 10)
            atto = grown
            overflowed = overflowed || overflow
        }
        let (total, overflow) = sum.addingReportingOverflow(atto)
        sum = total
        overflowed = overflowed || overflow
        self.printed += printed
        self.unprinted += unprinted
    }

    mutating func add(_ other: DayBalances) {
        for (balance, count) in other.ends { ends[balance, default: 0] += count }
        let (total, overflow) = sum.addingReportingOverflow(other.sum)
        sum = total
        overflowed = overflowed || other.overflowed || overflow
        printed += other.printed
        unprinted += other.unprinted
    }

    var openings: [Int128] { sorted { $0 > 0 } }
    var closings: [Int128] { sorted { $0 < 0 } }

    private func sorted(where isWanted: (Int32) -> Bool) -> [Int128] {
        var found: [Int128] = []
        for (balance, count) in ends where isWanted(count) { found.append(balance) }
        if found.count > 1 { found.sort() }
        return found
    }
}

/// The days of one account, each following the one before.
struct BalanceChain {
    struct Link {
        let after: CalendarDate
        let on: CalendarDate
        let isClosed: Bool
    }

    private(set) var links: [Link] = []
    private(set) var breaks: [CoverageTally.Break] = []
    private(set) var printed: CoverageTally.Days?
    private let currency: Currency
    private let scale: UInt8

    init(
        _ days: [CalendarDate: DayBalances], _ sorted: [CalendarDate], _ currency: Currency,
        _ scale: UInt8
    ) {
        self.currency = currency
        self.scale = min(scale, 18)
        /// Possible current balances: the closing balances of the last day with balances, plus all
        /// since.
        var balances: [Int128] = []
        var last: CalendarDate?
        for date in sorted {
            guard let day = days[date] else { continue }
            guard day.printed > 0, !day.overflowed else {
                balances = balances.compactMap { Self.sum($0, day.sum) }
                continue
            }
            let openings = day.openings
            let closings = day.closings
            let ends = closings.isEmpty ? day.ends.keys.sorted() : closings
            if let last {
                let closing = balances.compactMap { Self.sum($0, day.sum) }.first(
                    where: ends.contains)
                links.append(Link(after: last, on: date, isClosed: closing != nil))
                if closing == nil {
                    var difference: Money?
                    if balances.count == 1, ends.count == 1,
                        let expected = Self.sum(balances[0], day.sum),
                        let lack = Self.sum(ends[0], -expected)
                    {
                        difference = Money(atto: lack, scale: scale, currency: currency)
                    }
                    breaks.append(.init(after: last, on: date, difference: difference))
                }
                balances = closing.map { [$0] } ?? ends
            } else {
                balances = ends
            }
            // A day in which every line prints its balance has one opening; a second one is a gap.
            if openings.count > 1, day.unprinted == 0 {
                balances = ends
                if breaks.last?.on != date {
                    breaks.append(.init(after: date, on: date, difference: nil))
                }
            }
            printed = CoverageTally.Days(first: printed?.first ?? date, last: date)
            last = date
        }
        if !breaks.isEmpty { allowRowsOnLaterDays(days, sorted) }
    }

    /// Adds the statements of an account whose lines print no balances, by first day. Days are
    /// proved up to the last balance with which their lines were compared.
    mutating func add(_ statements: [CoverageTally.Statement]) {
        guard let first = statements.first else { return }
        var last = first.days.first.adding(days: -1)
        var proved: CalendarDate?
        for (index, statement) in statements.enumerated() {
            let (after, on) = (min(last, statement.days.first), statement.days.first)
            if index > 0 {
                links.append(Link(after: after, on: on, isClosed: statement.lack == nil))
                proved = max(proved ?? after, after)
            }
            if let lack = statement.lack {
                breaks.append(.init(after: after, on: on, difference: lack))
            }
            if let lack = statement.lackWithin {
                breaks.append(.init(after: on, on: statement.days.last, difference: lack))
            }
            last = max(last, statement.days.last)
            if statement.isClosed {
                proved = max(proved ?? statement.days.last, statement.days.last)
            }
        }
        if let proved, proved >= first.days.first {
            printed = CoverageTally.Days(first: first.days.first, last: proved)
        }
    }

    /// Keeps the breaks that remain if a row may be some days after its balance, if there are
    /// fewer.
    private mutating func allowRowsOnLaterDays(
        _ days: [CalendarDate: DayBalances], _ sorted: [CalendarDate]
    ) {
        // A row without a balance cannot be part of a walk.
        guard days.values.allSatisfy({ $0.unprinted == 0 && !$0.overflowed }) else { return }
        let shifted = ShiftedBalances(sorted.map { ($0, days[$0]?.ends ?? [:]) })
        guard shifted.breaks.count < breaks.count else { return }
        let (scale, currency) = (scale, currency)
        breaks = shifted.breaks.map {
            let lack = $0.lack.flatMap { Money(atto: $0, scale: scale, currency: currency) }
            return .init(after: $0.after, on: $0.on, difference: lack)
        }
        let broken = Set(breaks.map(\.on))
        links = links.map {
            Link(after: $0.after, on: $0.on, isClosed: !broken.contains($0.on))
        }
    }

    /// Whether the link across these days without lines closes.
    func proof(of gap: CoverageTally.Days) -> CoverageTally.Proof {
        guard let link = links.first(where: { $0.on > gap.last }), link.after < gap.first else {
            return .none
        }
        return link.isClosed ? .closed : .broken
    }

    private static func sum(_ a: Int128, _ b: Int128) -> Int128? {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? nil : sum
    }
}
