internal import Facts
internal import Reading

/// The order of a file's rows.
enum RowOrder: Sendable {
    case oldestFirst, newestFirst
}

/// Unsigned amounts beside balances: whether each balance follows from the one before by the row's
/// amount, with either sign.
struct BalanceSigns {
    let amount: Int
    private let balance: Int
    private let mark: NumberStyle.DecimalMark

    /// The counts for one order of rows.
    private struct Votes {
        var grown = 0
        var fallen = 0
        var isBroken = false
        /// Rows whose words agree, and disagree.
        var agree = 0
        var disagree = 0

        mutating func feed(_ difference: Int128, amount: Int128, said: [Bool]) {
            guard AmountSums.size(difference) == amount else {
                isBroken = true
                return
            }
            if amount == 0 { return }
            let isIncoming = difference > 0
            if isIncoming { grown += 1 } else { fallen += 1 }
            for word in said {
                if word == isIncoming { agree += 1 } else { disagree += 1 }
            }
        }

        /// Money went both ways, and no words disagree: a balance may be a debt.
        var isProved: Bool {
            !isBroken && grown > 0 && fallen > 0 && grown + fallen >= BalanceSigns.linksMin
                && disagree * 2 <= agree
        }
    }

    private static let linksMin = 3

    private var key: [UInt8]?
    private var last: (amount: Int128, balance: Int128, said: [Bool])?
    private var oldestFirst = Votes()
    private var newestFirst = Votes()
    private var hasSeveralAmounts = false
    private var isDead = false

    private init(amount: Int, balance: Int, mark: NumberStyle.DecimalMark) {
        self.amount = amount
        self.balance = balance
        self.mark = mark
    }

    /// Pairs of amounts and balances that headings name.
    static func candidates(_ plan: InferencePlan) -> [BalanceSigns] {
        guard let balance = plan.columns[.balance]?.first else { return [] }
        var result: [BalanceSigns] = []
        for case .signed(let amount) in plan.sources.prefix(min(plan.namedSources, 2))
        where amount != balance {
            for mark in [NumberStyle.DecimalMark.point, .comma] {
                result.append(BalanceSigns(amount: amount, balance: balance, mark: mark))
            }
        }
        return result
    }

    /// - Parameters:
    ///   - key: identifies the account; balances of several accounts prove no order.
    ///   - said: the directions that the row's words mean, one each.
    mutating func feed(_ numbers: [ReadNumber], key: [UInt8], said: () -> [Bool]) {
        if isDead { return }
        guard let amount = numbers[amount].value(mark), amount >= 0,
            let balance = numbers[balance].value(mark), self.key == nil || self.key == key
        else {
            isDead = true
            return
        }
        self.key = key
        let said = said()
        if let last {
            if last.amount != amount { hasSeveralAmounts = true }
            oldestFirst.feed(balance - last.balance, amount: amount, said: said)
            newestFirst.feed(last.balance - balance, amount: last.amount, said: last.said)
            if oldestFirst.isBroken, newestFirst.isBroken { isDead = true }
        }
        last = (amount, balance, said)
    }

    /// The one order in which all balances follow; nil if neither or both fit.
    var order: RowOrder? {
        guard !isDead, hasSeveralAmounts else { return nil }
        switch (oldestFirst.isProved, newestFirst.isProved) {
        case (true, false) where newestFirst.isBroken: return .oldestFirst
        case (false, true) where oldestFirst.isBroken: return .newestFirst
        default: return nil
        }
    }
}
