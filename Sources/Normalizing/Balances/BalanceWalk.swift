import Facts

/// Follows the balances of one account from row to row in one direction and finds where rows are
/// missing.
///
/// Each row leads from one balance to another. Rows of one minute or day are often not in the order
/// in which the bank counted them; then balances stay open until the last of these rows: a detour.
/// A balance still open after ``rowsMax`` rows, or at the end, is a gap.
struct BalanceWalk: Sendable {
    /// A card payment is booked within a week, and few people make more payments in one.
    private static let rowsMax = 64

    private(set) var gaps: [BalanceProof.Break] = []
    private(set) var gapCount = 0
    /// The balance that the next row should continue.
    private(set) var left: Int128 = 0

    private var isOnDetour = false
    private var rowsOfDetour = 0
    private var hasJumped = false
    /// The balance before the detour.
    private var origin: Int128 = 0
    /// How much more often each balance is reached than left.
    private var open: [Int128: Int] = [:]
    /// Rows of the detour that do not continue the row before them.
    private var jumps: [Jump] = []

    private struct Jump {
        let from: Int128
        var to: Int128
        let place: [BalanceProof.Break]
    }

    /// The next row leads from this balance.
    ///
    /// - Parameter place: reported if this turns out to be a gap.
    mutating func join(_ balance: Int128, at place: [BalanceProof.Break]) {
        if !isOnDetour {
            if balance == left { return }
            isOnDetour = true
            origin = left
            open = [left: -1]
        }
        hasJumped = balance != left
        if hasJumped { jumps.append(Jump(from: balance, to: balance, place: place)) }
        count(balance, 1)
        rowsOfDetour += 1
    }

    /// The row leads to this balance.
    mutating func leave(_ balance: Int128) {
        left = balance
        guard isOnDetour else { return }
        count(balance, -1)
        if hasJumped { jumps[jumps.count - 1].to = balance }
        if rowsOfDetour >= Self.rowsMax { recordGaps() }
        if open.count == 1, let last = open.first, last.value == -1 {
            endDetour()
            left = last.key
        } else if rowsOfDetour >= Self.rowsMax {
            endDetour()
        }
    }

    /// To be called after the last row.
    mutating func end() {
        if isOnDetour { recordGaps() }
        endDetour()
    }

    private mutating func count(_ balance: Int128, _ times: Int) {
        let sum = open[balance, default: 0] + times
        open[balance] = sum == 0 ? nil : sum
    }

    /// A chain that resumes where it was left is complete: the rows between are of another account,
    /// or repeated.
    private mutating func recordGaps() {
        guard open[origin, default: 0] < 0 else { return }
        var found = jumps.filter { open[$0.from, default: 0] > 0 }
        // It returns to the start of the detour: a row that was counted already.
        if found.contains(where: { $0.to == origin }) { return }
        if found.isEmpty { found = Array(jumps.prefix(1)) }
        gapCount += found.count
        gaps += found.flatMap(\.place).prefix(BalanceProof.breaksMax - gaps.count)
        // The balance that the rows after the gap have reached.
        count(origin, 1)
        for jump in found { count(jump.from, -1) }
    }

    private mutating func endDetour() {
        isOnDetour = false
        hasJumped = false
        rowsOfDetour = 0
        open.removeAll()
        jumps.removeAll()
    }
}
