import TestKit
import Testing

@testable import Deduplicating

@Suite struct `Pairing rows with candidates` {
    /// Least cost by trying every way; a row alone costs `Assignment.alone`.
    private func least(_ rows: ArraySlice<Int>, _ free: [Int], _ cost: (Int, Int) -> Int) -> Int {
        guard let row = rows.first else { return 0 }
        var best = Assignment.alone + least(rows.dropFirst(), free, cost)
        for (index, candidate) in free.enumerated() where cost(row, candidate) < Assignment.alone {
            var left = free
            left.remove(at: index)
            best = min(best, cost(row, candidate) + least(rows.dropFirst(), left, cost))
        }
        return best
    }

    private func total(_ rows: [Int], _ candidates: [Int], _ cost: (Int, Int) -> Int) -> Int {
        let found = Assignment(rows: rows, candidates: candidates, cost: cost).candidates
        let taken = found.filter { $0 >= 0 }
        #expect(Set(taken).count == taken.count, "a candidate answered twice")
        return zip(rows, found).reduce(0) {
            $0 + ($1.1 < 0 ? Assignment.alone : cost($1.0, candidates[$1.1]))
        }
    }

    @Test func `costs least of all ways, whatever the order`() {
        var dice = Dice(state: 7)
        for _ in 0..<400 {
            let kinds = 1 + dice.roll(4)
            let costs = (0..<kinds * kinds).map { _ in [0, 10, 20, 100, 160, 1_000][dice.roll(6)] }
            let cost = { (row: Int, candidate: Int) in costs[row * kinds + candidate] }
            let rows = (0..<dice.roll(6)).map { _ in dice.roll(kinds) }
            let candidates = (0..<dice.roll(6)).map { _ in dice.roll(kinds) }
            let best = least(rows[...], candidates, cost)
            #expect(total(rows, candidates, cost) == best)
            #expect(total(rows.reversed(), candidates.reversed(), cost) == best)
        }
    }

    @Test func `a row takes the second best where another has no choice`() {
        // The greedy way pairs 0 with 0 and leaves 1 alone.
        let costs = [[0, 10], [5, 1_000]]
        let found = Assignment(rows: [0, 1], candidates: [0, 1]) { costs[$0][$1] }
        #expect(found.candidates == [1, 0])
    }

    @Test func `a thousand equal rows and a thousand equal candidates are one step`() {
        let many = Array(repeating: 0, count: 1_000)
        var asked = 0
        let found = Assignment(rows: many, candidates: many) { _, _ in
            asked += 1
            return 10
        }
        #expect(Set(found.candidates).count == 1_000)
        #expect(asked == 1)
    }

    @Test func `more kinds than are solved exactly are paired from the cheapest on`() {
        let many = Array(0..<400)
        let found = Assignment(rows: many, candidates: many.reversed()) {
            $0 == $1 ? 0 : Assignment.alone
        }
        #expect(found.candidates == many.reversed())
    }
}
