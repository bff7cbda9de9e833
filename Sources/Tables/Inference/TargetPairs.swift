internal import Scanning

/// Whether a table writes a transfer in one row, or in a row of each account.
///
/// A row of each account shows the same way of money from both its ends: as money out of the one
/// account, and as money into the other one. The two may differ in day, currency and amount, so
/// only ways are compared. A table that writes a transfer once has one end of each way; there
/// money back is the other direction of the same account.
struct TargetPairs {
    private struct Ends {
        var out = 0
        var into = 0
    }

    /// By a hash of the accounts in the direction of the money.
    private var ways: [UInt64: Ends] = [:]

    /// More rows have their other end in the table than lack it.
    var areTwice: Bool {
        let mirrored = ways.values.reduce(0) { $0 + 2 * min($1.out, $1.into) }
        let rows = ways.values.reduce(0) { $0 + $1.out + $1.into }
        return 2 * mirrored > rows
    }

    /// - Parameters:
    ///   - account: a hash of the row's own account.
    ///   - amount: negative where money leaves it.
    mutating func count(account: UInt64, target: UInt64, amount: Int128) {
        if amount < 0 {
            ways[StableHash.combine(account, target), default: Ends()].out += 1
        } else {
            ways[StableHash.combine(target, account), default: Ends()].into += 1
        }
    }
}
