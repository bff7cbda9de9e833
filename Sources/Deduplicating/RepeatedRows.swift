package import Facts
internal import Scanning

/// Follows the running balances of a file to decide whether repeated rows are the same rows.
///
/// Each row leads its account from one balance to the next. A file that shows an account without
/// gaps is one walk: each balance but the first and the last is left as often as it is reached, in
/// any order of rows. If the rows form such a walk without the apparent repetitions, these are
/// proved to be repetitions; a sum of hashes is enough for that. Otherwise the file is read again
/// and each such row is compared with the gaps: a row that closes one is another payment that left
/// the same balance, as a purchase, its refund and the same purchase again do.
package struct RepeatedRows: Sendable {
    package enum Answer: Sendable, Equatable {
        /// The walk is complete without the row.
        case repeats
        /// The row closes a gap of the walk.
        case isAnother
        case cannotTell
        /// The first occurrence of the row, not its repetition.
        case isFirst
    }

    private struct Walk {
        /// Balances left minus balances reached, as a sum of hashes; for one walk, the first minus
        /// the last.
        var sum: UInt64 = 0
        var first = Step(before: 0, after: 0)
        var last = Step(before: 0, after: 0)
        var count = 0
        var firstDay: Int32 = 0
        var lastDay: Int32 = 0
        /// How many rows came before another day than the first.
        var countOfFirstDay = 0
        /// How many rows came before those of the last day.
        var countBeforeLastDay = 0

        mutating func apply(_ step: Step, day: Int32) {
            sum = sum &+ step.before &- step.after
            if count == 0 {
                first = step
                (firstDay, lastDay) = (day, day)
            }
            if day != lastDay { countBeforeLastDay = count }
            if day == firstDay, countOfFirstDay == count { countOfFirstDay += 1 }
            (last, lastDay) = (step, day)
            count += 1
        }

        /// Whether the rows make one walk without a row that seems to repeat one of them, and that
        /// row is no payment more at either end of it.
        ///
        /// A payment before the first has no later day. One after the last may have an earlier day,
        /// as late bookings do, but its row is among those of the last day. Where a walk that ends
        /// where it began fits both orders, the row must be disproved in both.
        func proves(_ row: Repeated) -> Bool {
            let step = row.passage
            let isInOrder = first.before &- last.after == sum
            let isReversed = last.before &- first.after == sum
            if isInOrder {
                let mayEnd = step.before == last.after && row.place >= countBeforeLastDay
                let mayBegin = step.after == first.before && row.day <= firstDay
                if mayEnd || mayBegin { return false }
            }
            if isReversed {
                let mayEnd = step.before == first.after && row.place <= countOfFirstDay
                let mayBegin = step.after == last.before && row.day <= lastDay
                if mayEnd || mayBegin { return false }
            }
            return isInOrder || isReversed
        }
    }

    private struct Step {
        let before: UInt64
        let after: UInt64
    }

    /// A row that leads from one balance to another, within a second of an account.
    struct Passage {
        /// The account and second.
        let scope: UInt64
        let before: UInt64
        let after: UInt64
    }

    private struct Repeated {
        let account: UInt64
        let passage: Passage
        let day: Int32
        /// How many rows of the walk came before it.
        let place: Int
        /// Its look and its position.
        let name: UInt64
    }

    private var walks: [UInt64: Walk] = [:]
    private var account: UInt64 = 0
    private var walk = Walk()
    private var repeated: [Repeated] = []
    /// Some row has a time between two minutes.
    private var printsSeconds = false
    /// The file cannot be read again, so its repeated rows are kept.
    package let isReadOnce: Bool

    package init(isReadOnce: Bool = false) { self.isReadOnce = isReadOnce }

    /// Adds a row in file order.
    ///
    /// - Parameter before: hash of the balance before it (`LineIdentity.balanceBefore(_:)`).
    package mutating func add(_ row: LineIdentity, before: UInt64) {
        if row.balance == 0 { return }
        if row.second > 0, row.second % 60 != 0 { printsSeconds = true }
        if row.account != account { turn(to: row.account) }
        walk.apply(Step(before: before, after: row.balance), day: row.day)
    }

    /// Whether another repeated row can be recorded; if not, it is another payment or a question.
    package var hasRoom: Bool {
        // Without seconds nothing is proved at once, and each row is kept for the second reading.
        let isProvable = printsSeconds && !isReadOnce
        return repeated.count < (isProvable ? Limits.rowsRepeatedMax : Limits.rowsWaitingMax)
    }

    /// Records that the row looks like an earlier one of this file.
    package mutating func record(repeated row: LineIdentity, line: UInt32, before: UInt64) {
        if row.account != account { turn(to: row.account) }
        repeated.append(
            Repeated(
                account: row.account,
                passage: Passage(scope: Self.scope(of: row), before: before, after: row.balance),
                day: row.day, place: walk.count,
                name: StableHash.combine(Self.look(of: row), UInt64(line))))
    }

    /// Records a row that had to wait and was added as a row of its own.
    package mutating func recordWaited(repeated row: LineIdentity, line: UInt32, before: UInt64) {
        if row.balance == 0 { return }
        if row.account != account { turn(to: row.account) }
        walk.sum = walk.sum &- before &+ row.balance
        record(repeated: row, line: line, before: before)
    }

    private mutating func turn(to account: UInt64) {
        walks[self.account] = walk
        self.account = account
        walk = walks[account] ?? Walk()
    }

    private func walk(of account: UInt64) -> Walk {
        account == self.account ? walk : walks[account] ?? Walk()
    }

    /// Every row that looks like an earlier one repeats it.
    package var areProved: Bool {
        if repeated.isEmpty { return true }
        // A purchase, its refund and the same purchase again fit into one minute.
        guard printsSeconds else { return false }
        let areAllProved = repeated.allSatisfy { row in
            walk(of: row.account).proves(row)
        }
        return areAllProved && !BalanceCircles.contain(repeated.map(\.passage)).contains(true)
    }

    /// The account and second of a row.
    private static func scope(of row: LineIdentity) -> UInt64 {
        StableHash.combine(row.account, moment(of: row))
    }

    private static func look(of row: LineIdentity) -> UInt64 {
        var look = StableHash.combine(row.account, moment(of: row))
        look = StableHash.combine(look, UInt64(bitPattern: row.units))
        return StableHash.combine(StableHash.combine(look, row.balance), row.text)
    }

    private static func moment(of row: LineIdentity) -> UInt64 {
        UInt64(UInt32(bitPattern: row.day)) << 32 | UInt64(UInt32(bitPattern: row.second))
    }

    // MARK: The second reading

    /// A balance of an account, which may have rows in several currencies.
    private struct Place: Hashable {
        let account: UInt64
        let currency: UInt32
        let balance: UInt64
    }

    /// How many rows of each name were taken for repetitions.
    private var wanted: [UInt64: Int] = [:]
    private var scopesWanted: Set<UInt64> = []
    private var kept: [Kept] = []
    /// Rows of the same seconds that nothing repeats.
    private var others: [Passage] = []
    /// The row before in the file.
    private var last: (look: UInt64, isKept: Bool)?
    /// How much more often each balance is left than reached; zeros are not stored.
    private var surplus: [Place: Int] = [:]
    private var gaps: [UInt64: Int] = [:]
    private var isTooWide = false

    private struct Kept {
        let name: UInt64
        let before: Place
        let after: Place
        /// The balances with another payment of the amount before the row, and after it.
        let earlier: Place
        let later: Place
        /// The account and second.
        let scope: UInt64
        let hasTime: Bool
        /// Nil unless the row before it in the file looks the same; whether that row was kept too.
        let isAfterEqual: Bool?

        var passage: Passage {
            Passage(scope: scope, before: before.balance, after: after.balance)
        }
    }

    /// Hashes of the balances around a row.
    package struct Balances: Sendable {
        let before: UInt64
        let after: UInt64
        /// The balances with another payment of the amount before the row, and after it.
        let earlier: UInt64
        let later: UInt64
    }

    package mutating func beginAgain() {
        wanted = [:]
        for row in repeated { wanted[row.name, default: 0] += 1 }
        scopesWanted = Set(repeated.map(\.passage.scope))
        kept = []
        others = []
        last = nil
        surplus = [:]
        gaps = [:]
        isTooWide = false
    }

    /// Adds a row of the second reading; true when the caller must keep it, because it may be one
    /// taken for a repetition.
    package mutating func addAgain(_ row: LineIdentity, _ line: StatementLine) -> Bool {
        if row.balance == 0 { return false }
        func place(_ balance: UInt64) -> Place {
            Place(account: row.account, currency: row.currency, balance: balance)
        }
        let look = Self.look(of: row)
        let name = StableHash.combine(look, UInt64(line.sourceLine))
        if wanted[name] != nil {
            let balances = LineIdentity.balances(around: line)
            kept.append(
                Kept(
                    name: name, before: place(balances.before), after: place(balances.after),
                    earlier: place(balances.earlier), later: place(balances.later),
                    scope: Self.scope(of: row), hasTime: row.second >= 0,
                    isAfterEqual: look == last?.look ? last?.isKept : nil))
            last = (look, true)
            return true
        }
        last = (look, false)
        let before = LineIdentity.balanceBefore(line)
        step(from: place(before), to: place(row.balance))
        let scope = Self.scope(of: row)
        if scopesWanted.contains(scope) {
            others.append(Passage(scope: scope, before: before, after: row.balance))
        }
        return false
    }

    /// The answers for the kept rows, in their order.
    package mutating func answers() -> [Answer] {
        var left: [UInt64: Int] = [:]
        for row in kept { left[row.name, default: 0] += 1 }
        var result: [Answer] = []
        for row in kept {
            let isFirst = (left[row.name] ?? 0) > (wanted[row.name] ?? 0)
            left[row.name, default: 0] -= 1
            result.append(isFirst ? .isFirst : .cannotTell)
            if isFirst { step(from: row.before, to: row.after) }
        }
        let areOnCircles = BalanceCircles.contain(kept.map(\.passage) + others)
        for (index, row) in kept.enumerated() where result[index] != .isFirst {
            result[index] = answer(row)
            switch result[index] {
            case .repeats where !printsSeconds || areOnCircles[index]: result[index] = .cannotTell
            // Some banks print the last balance of a day for each of its rows, which makes gaps.
            case .cannotTell where !row.hasTime && gaps[row.before.account, default: 0] > 0:
                result[index] = .isAnother
            default: break
            }
            if !row.hasTime, let isKept = row.isAfterEqual {
                result[index] =
                    isKept && result[index - 1] == .cannotTell ? .cannotTell : .isAnother
            }
            if result[index] == .isAnother { step(from: row.before, to: row.after) }
        }
        return result
    }

    private func answer(_ row: Kept) -> Answer {
        if isTooWide || row.before.balance == 0 { return .cannotTell }
        func excess(at place: Place) -> Int { surplus[place] ?? 0 }
        let before = excess(at: row.before)
        let after = excess(at: row.after)
        // The walk itself has a start and an end, unless it ends where it began.
        let gapCount = gaps[row.before.account, default: 0]
        if gapCount == 0 { return .cannotTell }
        let hasGaps = gapCount >= 2
        if before < 0, after > 0 { return hasGaps ? .isAnother : .cannotTell }
        guard 0...1 ~= before, -1...0 ~= after else { return .cannotTell }
        // Some banks print one balance for several rows of a second.
        if hasGaps, before == 1, excess(at: row.earlier) < 0 { return .cannotTell }
        if hasGaps, after == -1, excess(at: row.later) > 0 { return .cannotTell }
        return .repeats
    }

    private mutating func step(from before: Place, to after: Place) {
        if isTooWide { return }
        add(1, at: before)
        add(-1, at: after)
        isTooWide = surplus.count > Limits.balancesOpenMax
    }

    private mutating func add(_ change: Int, at place: Place) {
        let old = surplus[place] ?? 0
        let new = old + change
        surplus[place] = new == 0 ? nil : new
        gaps[place.account, default: 0] += max(new, 0) - max(old, 0)
    }
}
