/// Assigns rows to candidates, at most one to one, with the least total cost.
///
/// Equal rows are counted together, and so are equal candidates: a thousand equal rows and a
/// thousand equal candidates are one pair. The rest is solved exactly by shortest augmenting paths.
/// - Complexity: O(*k*³) in the *k* kinds of a group; above `kindsMax` kinds the cheapest pairs are
///   taken in order.
struct Assignment {
    /// Cost of a row without a candidate; a pair that costs as much is not made.
    static let alone = 1_000

    /// The candidate of each row, or −1.
    private(set) var candidates: [Int]

    /// More kinds than a household's day ever has: 256³ steps are a tenth of a second.
    static let kindsMax = 256

    /// - Parameters:
    ///   - rows, candidates: what each looks like; equal looks must cost the same.
    ///   - cost: of pairing two looks; `alone` or more forbids it.
    init<Look: Hashable>(
        rows: [Look], candidates: [Look], cost: (_ row: Look, _ candidate: Look) -> Int
    ) {
        self.candidates = Array(repeating: -1, count: rows.count)
        let rowKinds = Self.kinds(of: rows)
        let candidateKinds = Self.kinds(of: candidates)
        var pairs: [Pair] = []
        for (row, kind) in rowKinds.enumerated() {
            for (candidate, other) in candidateKinds.enumerated() {
                let cost = cost(kind.look, other.look)
                if cost < Self.alone {
                    pairs.append(Pair(row: row, candidate: candidate, cost: cost))
                }
            }
        }
        var rowsUsed = Array(repeating: 0, count: rowKinds.count)
        var candidatesUsed = Array(repeating: 0, count: candidateKinds.count)
        let flows = Self.flows(
            pairs, rowKinds.map(\.members.count), candidateKinds.map(\.members.count))
        for flow in flows {
            for _ in 0..<flow.count {
                let row = rowKinds[flow.row].members[rowsUsed[flow.row]]
                self.candidates[row] =
                    candidateKinds[flow.candidate].members[candidatesUsed[flow.candidate]]
                rowsUsed[flow.row] += 1
                candidatesUsed[flow.candidate] += 1
            }
        }
        assert(Self.areApart(self.candidates), "a candidate has one row")
    }

    /// For groups in which only some pairs are possible.
    init(rowCount: Int, candidateCount: Int, pairs: [Pair]) {
        candidates = Array(repeating: -1, count: rowCount)
        let flows = Self.flows(
            pairs, Array(repeating: 1, count: rowCount), Array(repeating: 1, count: candidateCount))
        for flow in flows { candidates[flow.row] = flow.candidate }
        assert(Self.areApart(candidates), "a candidate has one row")
    }

    private static func areApart(_ candidates: [Int]) -> Bool {
        let taken = candidates.filter { $0 >= 0 }
        return Set(taken).count == taken.count
    }

    struct Pair {
        let row: Int
        let candidate: Int
        let cost: Int
    }

    private struct Kind<Look> {
        let look: Look
        var members: [Int]
    }

    struct Flow {
        let row: Int
        let candidate: Int
        var count: Int
    }

    /// Equal looks in the order of their first member.
    private static func kinds<Look: Hashable>(of looks: [Look]) -> [Kind<Look>] {
        var result: [Kind<Look>] = []
        var numbers: [Look: Int] = [:]
        for (index, look) in looks.enumerated() {
            if let number = numbers[look] {
                result[number].members.append(index)
            } else {
                numbers[look] = result.count
                result.append(Kind(look: look, members: [index]))
            }
        }
        return result
    }

    /// How many rows of each kind go to candidates of which kind.
    static func flows(
        _ pairs: [Pair], _ rows: [Int], _ candidates: [Int]
    ) -> [Flow] {
        if pairs.isEmpty { return [] }
        assert(pairs.allSatisfy { 0..<alone ~= $0.cost }, "what costs more is not paired")
        return max(rows.count, candidates.count) > kindsMax
            ? cheapestFirst(pairs, rows, candidates) : least(pairs, rows, candidates)
    }

    private static func cheapestFirst(
        _ pairs: [Pair], _ rows: [Int], _ candidates: [Int]
    ) -> [Flow] {
        var rowsLeft = rows
        var candidatesLeft = candidates
        var result: [Flow] = []
        for pair in sorted(pairs) {
            let count = min(rowsLeft[pair.row], candidatesLeft[pair.candidate])
            if count == 0 { continue }
            rowsLeft[pair.row] -= count
            candidatesLeft[pair.candidate] -= count
            result.append(Flow(row: pair.row, candidate: pair.candidate, count: count))
        }
        return result
    }

    /// By cost, row and candidate: a bucket sort, as costs are small numbers.
    private static func sorted(_ unsorted: [Pair]) -> [Pair] {
        let isInOrder = zip(unsorted, unsorted.dropFirst()).allSatisfy {
            ($0.row, $0.candidate) < ($1.row, $1.candidate)
        }
        let pairs =
            isInOrder
            ? unsorted : unsorted.sorted { ($0.row, $0.candidate) < ($1.row, $1.candidate) }
        var starts = Array(repeating: 0, count: alone + 1)
        for pair in pairs { starts[min(max(pair.cost, 0), alone - 1) + 1] += 1 }
        for cost in 1...alone { starts[cost] += starts[cost - 1] }
        var result = pairs
        for pair in pairs {
            let cost = min(max(pair.cost, 0), alone - 1)
            result[starts[cost]] = pair
            starts[cost] += 1
        }
        assert(zip(result, result.dropFirst()).allSatisfy { $0.cost <= $1.cost }, "by cost")
        return result
    }

    /// Minimum-cost flow from kinds of rows to kinds of candidates, by augmenting paths, as long as
    /// a pair lowers the cost.
    private static func least(
        _ pairs: [Pair], _ rows: [Int], _ candidates: [Int]
    ) -> [Flow] {
        var rowsLeft = rows
        var candidatesLeft = candidates
        var flow = pairs.map { Flow(row: $0.row, candidate: $0.candidate, count: 0) }
        while true {
            // Bellman–Ford over the residual graph: from rows with members left to candidates with
            // room.
            var toRow = rowsLeft.map { $0 > 0 ? 0 : Int.max }
            var toCandidate = Array(repeating: Int.max, count: candidates.count)
            var fromPair = Array(repeating: -1, count: candidates.count)
            var backPair = Array(repeating: -1, count: rows.count)
            var isChanged = true
            while isChanged {
                isChanged = false
                for (index, pair) in pairs.enumerated() {
                    if toRow[pair.row] != .max,
                        toRow[pair.row] + pair.cost < toCandidate[pair.candidate]
                    {
                        toCandidate[pair.candidate] = toRow[pair.row] + pair.cost
                        fromPair[pair.candidate] = index
                        isChanged = true
                    }
                    if flow[index].count > 0, toCandidate[pair.candidate] != .max,
                        toCandidate[pair.candidate] - pair.cost < toRow[pair.row]
                    {
                        toRow[pair.row] = toCandidate[pair.candidate] - pair.cost
                        backPair[pair.row] = index
                        isChanged = true
                    }
                }
            }
            var end: Int?
            for candidate in candidates.indices where candidatesLeft[candidate] > 0 {
                if toCandidate[candidate] < (end.map { toCandidate[$0] } ?? alone) {
                    end = candidate
                }
            }
            guard let end else { break }
            var path: [(pair: Int, isForward: Bool)] = []
            var room = candidatesLeft[end]
            var candidate = end
            var start = -1
            while true {
                let forward = fromPair[candidate]
                path.append((forward, true))
                let row = pairs[forward].row
                let back = backPair[row]
                if back < 0 {
                    start = row
                    room = min(room, rowsLeft[row])
                    break
                }
                path.append((back, false))
                room = min(room, flow[back].count)
                candidate = pairs[back].candidate
            }
            assert(
                start >= 0 && room > 0, "a path begins at a row that is left and carries something")
            for step in path { flow[step.pair].count += step.isForward ? room : -room }
            rowsLeft[start] -= room
            candidatesLeft[end] -= room
        }
        return flow.filter { $0.count > 0 }
    }
}
