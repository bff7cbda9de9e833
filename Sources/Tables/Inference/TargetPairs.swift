internal import Scanning

/// Whether a table writes a transfer in one row, or in a row of each account.
///
/// Two rows of a transfer say the same of its day, accounts and amount, one as money out and the
/// other as money in: then the hashes of both kinds have the same sum.
struct TargetPairs {
    private var out: UInt64 = 0
    private var into: UInt64 = 0
    private var rows = 0

    var areTwice: Bool { rows > 0 && rows % 2 == 0 && out == into }

    mutating func count(day: UInt64, account: UInt64, target: UInt64, amount: Int128) {
        rows += 1
        let size = UInt64(truncatingIfNeeded: amount < 0 ? 0 - amount : amount)
        let (from, to) = amount < 0 ? (account, target) : (target, account)
        let accounts = StableHash.combine(from, to)
        let hash = StableHash.combine(StableHash.combine(day, accounts), size)
        if amount < 0 { out &+= hash } else { into &+= hash }
    }
}
