package import Facts

/// Follows the running balances of a file row by row, for each currency of each account.
///
/// Each chain is tested oldest first and newest first together, in constant memory. With
/// `keepsRows` up to `rowsMax` rows are kept and also tested in order of time, for files in neither
/// order. Holds without a balance are skipped, as balances do not include them.
package struct BalanceWitness: Sendable {
    /// Rows kept for the test by time; a longer file is tested in file order only.
    package static let rowsMax = 100_000
    private static let rejectionsMax = 1_000

    /// Further currencies of an account are not followed.
    private static let currenciesMax = 64

    private struct Purse: Sendable {
        let currency: Currency
        var chain = Chain()
    }

    private let keepsRows: Bool
    /// By account; the currencies of each in order of appearance.
    private var purses: [[Purse]] = []
    private var rows: [KeptRow] = []
    private var rejectionLines: [Int] = []

    package init(keepsRows: Bool) {
        self.keepsRows = keepsRows
    }

    /// Adds the normalized lines of the next batch.
    package mutating func add(_ batch: borrowing LineBatch) {
        for index in batch.lines.indices {
            let account = Int(batch.lines[index].account)
            guard account >= 0, account < Limits.accountsPerFileMax else { continue }
            while purses.count <= account { purses.append([]) }
            let row = KeptRow(batch.lines[index], account: account)
            let currency = row.amount.currency
            var place = 0
            while place < purses[account].count, purses[account][place].currency != currency {
                place += 1
            }
            if place == Self.currenciesMax { continue }
            if place == purses[account].count { purses[account].append(Purse(currency: currency)) }
            purses[account][place].chain.add(row)
            if keepsRows, rows.count <= Self.rowsMax { rows.append(row) }
        }
        for rejection in batch.rejections where rejectionLines.count < Self.rejectionsMax {
            rejectionLines.append(rejection.place.line)
        }
    }

    /// The proofs by account and currency; accounts without rows are left out.
    package func proofs() -> [BalanceProof] {
        purses.indices.flatMap { account in
            purses[account].map { proof(of: $0, account: account) }
        }
    }

    private func proof(of purse: Purse, account: Int) -> BalanceProof {
        var best = purse.chain.proof(account: account, .file)
        var others = [purse.chain.proof(account: account, .reversed)]
        if best.broken > 0, keepsRows, rows.count <= Self.rowsMax {
            others += proofsByTime(account, purse.currency)
        }
        var clearest = best
        for proof in others {
            if proof.closed > best.closed { best = proof }
            if proof.runsOn, proof.gapCount < clearest.gapCount || !clearest.runsOn {
                clearest = proof
            }
        }
        // A break that one order explains is no gap.
        (best.gaps, best.gapCount) = (clearest.gaps, clearest.gapCount)
        record(rejectionsIn: &best.breaks)
        record(rejectionsIn: &best.gaps)
        return best
    }

    private func record(rejectionsIn breaks: inout [BalanceProof.Break]) {
        for index in breaks.indices {
            let ends = [breaks[index].line, breaks[index].previousLine].sorted()
            breaks[index].isAcrossRejection = rejectionLines.contains {
                ends[0] < $0 && $0 < ends[1]
            }
        }
    }

    /// Tries rows of equal time in file order and in reverse.
    private func proofsByTime(_ account: Int, _ currency: Currency) -> [BalanceProof] {
        let own = rows.filter { $0.account == account && $0.amount.currency == currency }
        return [own, own.reversed()].map { rows in
            let order = rows.indices.sorted {
                rows[$0].time != rows[$1].time ? rows[$0].time < rows[$1].time : $0 < $1
            }
            var chain = Chain()
            for index in order { chain.add(rows[index]) }
            return chain.proof(account: account, .file, named: .time)
        }
    }
}

/// The fields of a row that a chain needs.
private struct KeptRow: Sendable {
    let account: Int
    let line: Int
    /// Days and seconds in one number, for comparison only.
    let time: Int64
    let amount: Money
    /// Nil when none is printed, or one in another currency.
    let balance: Money?
    /// The bank's fee on top of the amount.
    let fee: Money?
    let isHold: Bool

    /// A hold that no balance includes yet.
    var isApart: Bool { isHold && balance == nil }

    static let secondsADay: Int64 = 86_401

    init(_ line: StatementLine, account: Int) {
        self.account = account
        self.line = Int(line.sourceLine)
        time =
            Int64(line.made.day.daysSince1970) * Self.secondsADay + Int64(max(line.made.second, 0))
        amount = line.amount
        let isComparable = line.balance?.isBalance(of: line.amount) ?? false
        balance = isComparable ? line.balance : nil
        fee = line.fee
        isHold = line.isHold
    }
}

/// The links of one account in both directions, without its rows.
///
/// Sums are in 10^−18 units of 128 bits; on overflow no link is made.
private struct Chain: Sendable {
    private struct Tally: Sendable {
        var closed = 0
        var breaks: [BalanceProof.Break] = []
        var walk = BalanceWalk()

        /// A file in the opposite order closes nothing.
        func isWalked(_ links: Int) -> Bool { links <= 64 || closed * 4 >= links }
    }

    /// A row with a printed balance.
    private struct Printed {
        let balance: Int128
        let amount: Int128
        let fee: Int128
        let line: Int
        let day: Int64
        let isHold: Bool

        init(_ row: KeptRow, _ balance: Int128, _ amount: Int128) {
            self.balance = balance
            self.amount = amount
            fee = row.fee.map { $0.currency == row.amount.currency ? $0.atto : 0 } ?? 0
            line = row.line
            day = row.time / KeptRow.secondsADay
            isHold = row.isHold
        }

        func isRepetition(of other: Printed) -> Bool {
            balance == other.balance && amount == other.amount && amount != 0
        }

        /// The row's own fee explains the difference.
        func hasPaid(_ difference: Int128) -> Bool {
            fee != 0 && (difference == fee || difference == -fee)
        }
    }

    private(set) var rows = 0
    private var balances = 0
    private var links = 0
    private var currency = Currency.unknown
    private var scale: UInt8 = 0
    private var forward = Tally()
    private var reversed = Tally()

    /// The latest row with a printed balance.
    private var previous: Printed?
    /// Amounts of the rows after it.
    private var since: Int128 = 0
    /// Amounts of the rows up to the first printed balance, inclusive, and that balance.
    private var before: Int128 = 0
    private var first: (balance: Int128, amount: Int128)?
    private var moneyIn: Int128 = 0
    private var moneyOut: Int128 = 0
    private var overflowed = false
    /// Pairs of neighbours of one day whose balances are equal although money moved, and other
    /// pairs.
    private var rowsUnmoved = 0
    private var rowsMoved = 0
    /// The column prints the balance at the end of each day.
    private var isOfDays: Bool { rowsUnmoved > 0 && rowsMoved == 0 }

    mutating func add(_ row: KeptRow) {
        rows += 1
        if row.isApart { return }
        currency = row.amount.currency
        scale = max(scale, row.amount.scale, row.balance?.scale ?? 0)
        let amount = row.amount.atto
        if amount < 0 {
            Self.add(amount, to: &moneyOut, &overflowed)
        } else {
            Self.add(amount, to: &moneyIn, &overflowed)
        }
        guard let printed = row.balance else {
            if previous == nil {
                Self.add(amount, to: &before, &overflowed)
            } else {
                Self.add(amount, to: &since, &overflowed)
            }
            return
        }
        let balance = printed.atto
        balances += 1
        let now = Printed(row, balance, amount)
        if let previous {
            link(previous, now)
        } else {
            first = (balance, amount)
            Self.add(amount, to: &before, &overflowed)
            forward.walk.leave(balance)
        }
        previous = now
        since = 0
    }

    private mutating func link(_ earlier: Printed, _ later: Printed) {
        guard let forwards = Self.sum(earlier.balance, since, later.amount),
            let backwards = Self.sum(later.balance, since, earlier.amount)
        else { return }
        links += 1
        if forwards == later.balance {
            forward.closed += 1
        } else if forward.breaks.count < BalanceProof.breaksMax {
            forward.breaks += place(of: later, after: earlier, forwards)
        }
        if backwards == earlier.balance {
            reversed.closed += 1
        } else if reversed.breaks.count < BalanceProof.breaksMax {
            reversed.breaks += place(of: earlier, after: later, backwards)
        }
        countDay(earlier, later)
        if since == 0, later.isRepetition(of: earlier) { return }
        let takesBack = earlier.isHold || later.isHold
        // When a link closes, its row leads from the balance before.
        if forward.isWalked(links),
            let openingForwards = forwards == later.balance
                ? earlier.balance : Self.sum(later.balance, -later.amount, -since)
        {
            let left = forward.walk.left
            let goesOn = takesBack || later.hasPaid(later.balance &- forwards)
            let opening = goesOn ? left : openingForwards
            let place = opening == left ? [] : place(of: later, after: earlier, forwards)
            forward.walk.join(opening, at: place)
            forward.walk.leave(later.balance)
        }
        if reversed.isWalked(links),
            let openingBackwards = backwards == earlier.balance
                ? later.balance : Self.sum(earlier.balance, -earlier.amount, -since)
        {
            reversed.walk.leave(openingBackwards)
            let left = reversed.walk.left
            let goesOn = takesBack || earlier.hasPaid(earlier.balance &- backwards)
            let closing = goesOn ? left : later.balance
            let place = closing == left ? [] : place(of: earlier, after: later, backwards)
            reversed.walk.join(closing, at: place)
        }
    }

    private mutating func countDay(_ earlier: Printed, _ later: Printed) {
        guard earlier.day == later.day, earlier.amount != 0, later.amount != 0 else { return }
        if earlier.balance == later.balance { rowsUnmoved += 1 } else { rowsMoved += 1 }
    }

    /// The row whose balance does not follow from the row before it in time; empty when a number is
    /// too large to show.
    private func place(
        of later: Printed, after earlier: Printed, _ expected: Int128
    ) -> [BalanceProof.Break] {
        guard let expected = money(expected), let printed = money(later.balance) else { return [] }
        return [
            BalanceProof.Break(
                line: later.line, previousLine: earlier.line, expected: expected, printed: printed)
        ]
    }

    func proof(
        account: Int, _ order: BalanceProof.Order, named name: BalanceProof.Order? = nil
    ) -> BalanceProof {
        let tally = order == .reversed ? reversed : forward
        var opening: Int128?
        var closing: Int128?
        if !overflowed, let first, let previous {
            if order == .reversed {
                opening = Self.sum(previous.balance, -previous.amount, -since)
                closing = Self.sum(first.balance, before, -first.amount)
            } else {
                opening = Self.sum(first.balance, -before, 0)
                closing = Self.sum(previous.balance, since, 0)
            }
        }
        var walk = tally.walk
        if order == .reversed, let previous { walk.leave(previous.balance - previous.amount) }
        walk.end()
        return BalanceProof(
            account: account, rows: rows, balances: balances, order: name ?? order, links: links,
            closed: tally.closed, breaks: tally.breaks, gaps: isOfDays ? [] : walk.gaps,
            gapCount: isOfDays ? 0 : walk.gapCount, opening: opening.flatMap(money),
            closing: closing.flatMap(money), moneyIn: overflowed ? nil : money(moneyIn),
            moneyOut: overflowed ? nil : money(moneyOut))
    }

    // MARK: wide sums

    private static func sum(_ a: Int128, _ b: Int128, _ c: Int128) -> Int128? {
        let (ab, overflowed) = a.addingReportingOverflow(b)
        let (abc, overflow) = ab.addingReportingOverflow(c)
        return overflowed || overflow ? nil : abc
    }

    private static func add(_ amount: Int128, to sum: inout Int128, _ overflowed: inout Bool) {
        let (total, overflow) = sum.addingReportingOverflow(amount)
        if overflow { overflowed = true } else { sum = total }
    }

    private func money(_ wide: Int128) -> Money? {
        Money(atto: wide, scale: scale, currency: currency)
    }
}
