/// Tests whether a column of amounts moves a column of balances, row by row, per account: oldest
/// row first or newest first, with the amounts' own signs or the opposite ones.
struct BalanceChain {
    enum Verdict: Equatable {
        /// Nothing to compare.
        case silent
        /// The amounts do not move the balances.
        case broken
        /// Both signs fit (all amounts are equal).
        case undecided
        case printed
        case inverted

        /// The verdict where each balance is the one before its row: backwards in time.
        var turned: Verdict {
            switch self {
            case .printed: .inverted
            case .inverted: .printed
            case .silent, .broken, .undecided: self
            }
        }
    }

    private struct Links {
        var count = 0
        var printed = 0
        var inverted = 0
        /// Those of the printed ones that grew.
        var grown = 0

        func holds(_ fits: Int) -> Bool { fits > 0 && (count - fits) * 20 <= fits }
    }

    private struct Account {
        let key: [UInt8]
        var balance: Int128
        /// The sum since that balance, without its own row.
        var since: Int128
        /// The same with its own row and without the current row.
        var until: Int128
    }

    /// Balances of files with more accounts prove nothing.
    private static let accountsMax = 64

    private var accounts: [Account] = []
    private var oldestFirst = Links()
    private var newestFirst = Links()
    private var isGivenUp = false
    private var hasRowWithoutBalance = false
    private var firstAmount: Int128?
    private var hasSeveralAmounts = false

    var verdict: Verdict {
        if isGivenUp { return .silent }
        if oldestFirst.count == 0, newestFirst.count == 0 { return .silent }
        let printed =
            oldestFirst.holds(oldestFirst.printed) || newestFirst.holds(newestFirst.printed)
        let inverted =
            oldestFirst.holds(oldestFirst.inverted) || newestFirst.holds(newestFirst.inverted)
        switch (printed, inverted) {
        case (true, true): return .undecided
        case (true, false): return .printed
        case (false, true): return .inverted
        case (false, false): return .broken
        }
    }

    /// The order of rows in which the opposite amounts move the balances; nil if both do.
    var invertedOrder: RowOrder? {
        switch (
            oldestFirst.holds(oldestFirst.inverted), newestFirst.holds(newestFirst.inverted)
        ) {
        case (true, false): .oldestFirst
        case (false, true): .newestFirst
        default: nil
        }
    }

    /// Rows whose balance follows from the one before.
    var links: Int {
        max(
            oldestFirst.printed, oldestFirst.inverted, newestFirst.printed, newestFirst.inverted)
    }

    /// Whether every row has a balance that follows from the one before.
    var isWhole: Bool {
        !isGivenUp && !hasRowWithoutBalance
            && [oldestFirst, newestFirst].contains {
                $0.count > 0 && max($0.printed, $0.inverted) == $0.count
            }
    }

    /// Whether all balances follow from the printed amounts before them.
    var isUnbroken: Bool {
        !isGivenUp
            && [oldestFirst, newestFirst].contains { $0.count > 0 && $0.printed == $0.count }
    }

    /// Whether amounts of both signs, as printed, moved a balance.
    var movesBothWays: Bool {
        [oldestFirst, newestFirst].contains {
            $0.holds($0.printed) && $0.grown > 0 && $0.grown < $0.printed
        }
    }

    /// Enough different movements to exclude chance.
    var isStrong: Bool { links >= 2 && hasSeveralAmounts }

    mutating func feed(key: [UInt8], amount: Int128, balance: Int128?) {
        if isGivenUp { return }
        if balance == nil { hasRowWithoutBalance = true }
        let size = amount.magnitude
        if let firstAmount, firstAmount.magnitude != size, size != 0 { hasSeveralAmounts = true }
        if firstAmount == nil, size != 0 { firstAmount = amount }
        guard let index = accounts.firstIndex(where: { $0.key == key }) else {
            guard let balance else { return }
            guard accounts.count < Self.accountsMax else {
                isGivenUp = true
                return
            }
            accounts.append(Account(key: key, balance: balance, since: 0, until: amount))
            return
        }
        let (since, overflow) = accounts[index].since.addingReportingOverflow(amount)
        guard !overflow else {
            isGivenUp = true
            return
        }
        accounts[index].since = since
        guard let balance else {
            let (until, overflow) = accounts[index].until.addingReportingOverflow(amount)
            accounts[index].until = until
            isGivenUp = overflow
            return
        }
        let (change, tooFar) = balance.subtractingReportingOverflow(accounts[index].balance)
        guard !tooFar else {
            isGivenUp = true
            return
        }
        Self.compare(change, since, &oldestFirst)
        Self.compare(0 - change, accounts[index].until, &newestFirst)
        accounts[index] = Account(key: key, balance: balance, since: 0, until: amount)
    }

    private static func compare(_ change: Int128, _ sum: Int128, _ links: inout Links) {
        if change == 0, sum == 0 { return }
        links.count += 1
        if change == sum {
            links.printed += 1
            if change > 0 { links.grown += 1 }
        }
        if change == 0 - sum { links.inverted += 1 }
    }
}
