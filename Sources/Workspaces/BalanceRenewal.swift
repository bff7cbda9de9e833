import Facts

/// The lines with balances of one account and currency; decides whether a later file's balances
/// replace theirs.
///
/// A bank that books a hold with another amount recomputes all later balances. A file's balances
/// are accepted only as a whole: if the lines then form fewer chains, or as many and the last chain
/// begins on an earlier day, because a bank's later balances are better informed. Each renewal
/// lowers that measure, so two files cannot alternate.
struct BalanceRenewal {
    struct Line {
        let day: Int32
        let amount: Money
        var balance: Money
    }

    private var lines: [LineKey: Line] = [:]
    private var ends = BalanceEnds()

    mutating func add(_ line: Line, _ key: LineKey) {
        guard let step = BalanceStep(line.amount, line.balance) else { return }
        ends.add(step)
        lines[key] = line
    }

    /// Replaces the balances of these lines by the file's, if acceptable.
    ///
    /// - Complexity: O(*n*) in the lines.
    mutating func renew(_ shown: [LineKey: Money]) -> Bool {
        let before = (breaks, self)
        for (key, balance) in shown {
            guard var line = lines[key], let step = BalanceStep(line.amount, line.balance),
                let next = BalanceStep(line.amount, balance)
            else { continue }
            ends.add(step, times: -1)
            ends.add(next)
            line.balance = balance
            lines[key] = line
        }
        if breaks < before.0 { return true }
        self = before.1
        return false
    }

    /// The number of chains, and the day on which the last one begins.
    private var breaks: (runs: Int, last: Int32) {
        let begins = lines.values.lazy.filter { line in
            BalanceStep(line.amount, line.balance).map { ends[$0.before] > 0 } ?? false
        }
        return (ends.runs, begins.map(\.day).max() ?? .min)
    }
}
