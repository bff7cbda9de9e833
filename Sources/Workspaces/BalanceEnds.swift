import Facts

/// What a line that prints its balance leads from and to, in ``Money/atto``.
struct BalanceStep {
    let before: Int128
    let after: Int128

    /// Nil where no balance is printed in the amount's currency.
    init?(_ amount: Money, _ balance: Money?) {
        guard let balance, balance.isBalance(of: amount) else { return nil }
        after = balance.atto
        before = after - amount.atto
    }
}

/// How much oftener lines are led from each balance than to it.
///
/// Of lines that are all there, each balance is left as often as it is reached, but for the first
/// and the last, whatever the order of the lines.
struct BalanceEnds {
    private var counts: [Int128: Int] = [:]

    mutating func add(_ step: BalanceStep, times: Int = 1) {
        counts[step.before, default: 0] += times
        counts[step.after, default: 0] -= times
    }

    subscript(balance: Int128) -> Int { counts[balance] ?? 0 }

    /// Runs of lines that follow one from another.
    var runs: Int { counts.values.reduce(0) { $0 + max($1, 0) } }
}
