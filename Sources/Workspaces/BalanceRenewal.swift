import Facts

/// The lines of one account and currency that print balances, and which balances that a later file
/// prints for them are believed.
///
/// A bank that books a hold with another amount counts all balances after it anew. What a file
/// prints is believed as a whole, where the lines then make fewer runs that follow one from
/// another; or as many, and the last of them begins on an earlier day, because what a bank prints
/// later it knows better. Each renewal makes that less, so no two files can take turns.
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

    /// Takes the balances that a file prints for these lines, where they are to be believed.
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

    /// The number of runs, and the day on which the last of them begins.
    private var breaks: (runs: Int, last: Int32) {
        let begins = lines.values.lazy.filter { line in
            BalanceStep(line.amount, line.balance).map { ends[$0.before] > 0 } ?? false
        }
        return (ends.runs, begins.map(\.day).max() ?? .min)
    }
}
