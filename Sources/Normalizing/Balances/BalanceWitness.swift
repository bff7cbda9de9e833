package import Facts

/// Follows the running balances of a file, account by account, while its rows pass.
///
/// Each chain is tried oldest first and newest first at once, in constant memory. With `keepsRows` the rows are kept (`rowsMax` of them) and
/// also tried by their times, for files that are in neither order. Holds without a balance are in no balance and are passed over.
package struct BalanceWitness: Sendable {
    /// Rows kept for the trial by time; a longer file is tried in its own order only.
    package static let rowsMax = 100_000
    private static let rejectionsMax = 1_000

    private let keepsRows: Bool
    private var chains: [Chain] = []
    private var rows: [KeptRow] = []
    private var rejectionLines: [Int] = []

    package init(keepsRows: Bool) {
        self.keepsRows = keepsRows
    }

    /// Takes the normalized lines of the next batch.
    package mutating func take(_ batch: borrowing LineBatch) {
        for index in batch.lines.indices {
            let account = Int(batch.lines[index].account)
            guard account >= 0, account < Limits.accountsPerFileMax else { continue }
            while chains.count <= account { chains.append(Chain()) }
            let row = KeptRow(batch.lines[index], account: account)
            chains[account].take(row)
            if keepsRows, rows.count <= Self.rowsMax { rows.append(row) }
        }
        for rejection in batch.rejections where rejectionLines.count < Self.rejectionsMax {
            rejectionLines.append(rejection.place.line)
        }
    }

    /// What each account's balances say; accounts without rows are left out.
    package func proofs() -> [BalanceProof] {
        chains.indices.compactMap { account in
            let chain = chains[account]
            guard chain.rows > 0 else { return nil }
            var best = chain.proof(account: account, .file)
            let reversed = chain.proof(account: account, .reversed)
            if reversed.closed > best.closed { best = reversed }
            if best.broken > 0, keepsRows, rows.count <= Self.rowsMax {
                for proof in proofsByTime(account) where proof.closed > best.closed { best = proof }
            }
            for index in best.breaks.indices {
                let ends = [best.breaks[index].line, best.breaks[index].previousLine].sorted()
                best.breaks[index].isAcrossRejection = rejectionLines.contains {
                    ends[0] < $0 && $0 < ends[1]
                }
            }
            return best
        }
    }

    /// Equal times are tried as they stand in the file and the other way round.
    private func proofsByTime(_ account: Int) -> [BalanceProof] {
        let own = rows.filter { $0.account == account }
        return [own, own.reversed()].map { rows in
            let order = rows.indices.sorted {
                rows[$0].time != rows[$1].time ? rows[$0].time < rows[$1].time : $0 < $1
            }
            var chain = Chain()
            for index in order { chain.take(rows[index]) }
            return chain.proof(account: account, .file, named: .time)
        }
    }
}

/// What a chain needs of a row.
private struct KeptRow: Sendable {
    let account: Int
    let line: Int
    /// Days and seconds, for comparing only.
    let time: Int64
    let amount: Money
    /// Nil when none is printed, or in another currency.
    let balance: Money?
    /// A hold that no balance counts yet.
    let isApart: Bool

    init(_ line: StatementLine, account: Int) {
        self.account = account
        self.line = Int(line.sourceLine)
        time = Int64(line.made.day.daysSince1970) * 86_401 + Int64(max(line.made.second, 0))
        amount = line.amount
        let isComparable = line.balance?.isBalance(of: line.amount) ?? false
        balance = isComparable ? line.balance : nil
        isApart = line.isHold && line.balance == nil
    }
}

/// The links of one account in both directions, without its rows.
///
/// Sums are in 10^−18 units of 128 bits; one that still overflows opens no link.
private struct Chain: Sendable {
    private struct Tally: Sendable {
        var closed = 0
        var breaks: [BalanceProof.Break] = []
    }

    private(set) var rows = 0
    private var balances = 0
    private var links = 0
    private var currency = Currency.unknown
    private var scale: UInt8 = 0
    private var forward = Tally()
    private var reversed = Tally()

    /// The latest row that printed a balance.
    private var previous: (balance: Int128, amount: Int128, line: Int)?
    /// Amounts of the rows after it.
    private var since: Int128 = 0
    /// Amounts of the rows before the first printed balance, that row's own included, and its balance.
    private var before: Int128 = 0
    private var first: (balance: Int128, amount: Int128)?
    private var moneyIn: Int128 = 0
    private var moneyOut: Int128 = 0
    private var overflowed = false

    mutating func take(_ row: KeptRow) {
        rows += 1
        if row.isApart { return }
        currency = row.amount.currency
        scale = max(scale, row.amount.scale, row.balance?.scale ?? 0)
        let amount = Self.wide(row.amount)
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
        let balance = Self.wide(printed)
        balances += 1
        if let previous {
            link(previous, (balance, amount, row.line))
        } else {
            first = (balance, amount)
            Self.add(amount, to: &before, &overflowed)
        }
        previous = (balance, amount, row.line)
        since = 0
    }

    private mutating func link(
        _ earlier: (balance: Int128, amount: Int128, line: Int),
        _ later: (balance: Int128, amount: Int128, line: Int)
    ) {
        guard let forwards = Self.sum(earlier.balance, since, later.amount),
            let backwards = Self.sum(later.balance, since, earlier.amount)
        else { return }
        links += 1
        if forwards == later.balance {
            forward.closed += 1
        } else {
            note(later.line, after: earlier.line, forwards, later.balance, in: \.forward)
        }
        if backwards == earlier.balance {
            reversed.closed += 1
        } else {
            note(earlier.line, after: later.line, backwards, earlier.balance, in: \.reversed)
        }
    }

    private mutating func note(
        _ line: Int, after previousLine: Int, _ expected: Int128, _ printed: Int128,
        in tally: WritableKeyPath<Chain, Tally>
    ) {
        guard self[keyPath: tally].breaks.count < BalanceProof.breaksMax,
            let expected = money(expected), let printed = money(printed)
        else { return }
        self[keyPath: tally].breaks.append(
            BalanceProof.Break(
                line: line, previousLine: previousLine, expected: expected, printed: printed))
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
        return BalanceProof(
            account: account, rows: rows, balances: balances, order: name ?? order, links: links,
            closed: tally.closed, breaks: tally.breaks, opening: opening.flatMap(money),
            closing: closing.flatMap(money), moneyIn: overflowed ? nil : money(moneyIn),
            moneyOut: overflowed ? nil : money(moneyOut))
    }

    // MARK: wide sums

    private static func wide(_ money: Money) -> Int128 {
        // 19 digits times at most 10^18: below 2^127.
        let (high, low) = money.units.multipliedFullWidth(by: unit(of: money.scale))
        return Int128(truncatingIfNeeded: high) << 64 | Int128(truncatingIfNeeded: low)
    }

    /// What one unit of a scale is worth.
    private static func unit(of scale: UInt8) -> Int64 {
        // Nearly all amounts have kopiykas.
        if scale == 2 { return 10_000_000_000_000_000 }
        var unit: Int64 = 1
        for _ in min(scale, 18)..<18 { unit *= 10 }
        return unit
    }

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
        guard let units = Int64(exactly: wide / Int128(Self.unit(of: scale))), units != .min
        else { return nil }
        return Money(units: units, scale: scale, currency: currency)
    }
}
