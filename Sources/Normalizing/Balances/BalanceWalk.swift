import Facts

/// Follows the balances of one account from row to row in one direction, and says where a row is
/// missing.
///
/// Each row leads from a balance to another: it joins the one that was left, and leaves one for the
/// next. Rows of one minute or day often stand in another order than they were counted in. Then
/// ends stay open until the last of them has come: a detour. What is still open after ``rowsMax``
/// rows, or at the end, is a gap.
struct BalanceWalk: Sendable {
    /// A payment with a card is booked within a week, and few people pay more often in one.
    private static let rowsMax = 64

    private(set) var gaps: [BalanceProof.Break] = []
    private(set) var gapCount = 0
    /// The balance that the next row is to join.
    private(set) var left: Int128 = 0

    private var isOnDetour = false
    private var rowsOfDetour = 0
    private var hasJumped = false
    /// Where the detour began.
    private var origin: Int128 = 0
    /// How much more often each balance is joined than left.
    private var open: [Int128: Int] = [:]
    /// Rows of the detour that do not join the row before them.
    private var jumps: [Jump] = []

    private struct Jump {
        let from: Int128
        var to: Int128
        let place: [BalanceProof.Break]
    }

    /// The next row leads from this balance.
    ///
    /// - Parameter place: where to look if it turns out to be a gap.
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

    /// A chain that goes on where it was left is whole: what stood between is of another account,
    /// or there twice.
    private mutating func recordGaps() {
        guard open[origin, default: 0] < 0 else { return }
        var found = jumps.filter { open[$0.from, default: 0] > 0 }
        // It leads back to where the detour began: a row that was counted already.
        if found.contains(where: { $0.to == origin }) { return }
        if found.isEmpty { found = Array(jumps.prefix(1)) }
        gapCount += found.count
        gaps += found.flatMap(\.place).prefix(BalanceProof.breaksMax - gaps.count)
        // What remains is where the rows behind the gap have come to.
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
