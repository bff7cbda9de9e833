import Facts

/// The balances before and after a line that prints its balance, in ``Money/atto``.
struct BalanceStep {
    let before: Int128
    let after: Int128

    /// Nil without a balance in the amount's currency.
    init?(_ amount: Money, _ balance: Money?) {
        guard let balance, balance.isBalance(of: amount) else { return nil }
        after = balance.atto
        before = after - amount.atto
    }
}

/// By balance, how many more lines start from it than lead to it.
///
/// In a complete set of lines, each balance except the first and the last has as many of either, in
/// any order of lines.
struct BalanceEnds {
    private var counts: [Int128: Int] = [:]

    mutating func add(_ step: BalanceStep, times: Int = 1) {
        counts[step.before, default: 0] += times
        counts[step.after, default: 0] -= times
    }

    subscript(balance: Int128) -> Int { counts[balance] ?? 0 }

    /// Number of chains of consecutive lines.
    var runs: Int { counts.values.reduce(0) { $0 + max($1, 0) } }
}
