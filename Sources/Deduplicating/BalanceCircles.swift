import Facts
import Scanning

/// Repeated rows of one account and second among which some lead from a balance back to it: a
/// purchase and its refund. A walk is whole with these as well as without them, so it proves
/// nothing of them. Rows of several seconds cannot be payments made again, whose times would all be
/// one.
struct BalanceCircles {
    private let from: [Int]
    private let to: [Int]
    private let placeCount: Int

    private init(_ rows: [RepeatedRows.Passage]) {
        // A place is a balance within a second.
        var places: [UInt64: Int] = [:]
        func place(_ balance: UInt64, in scope: UInt64) -> Int {
            let name = StableHash.combine(scope, balance)
            if let number = places[name] { return number }
            places[name] = places.count
            return places.count - 1
        }
        from = rows.map { place($0.before, in: $0.scope) }
        to = rows.map { place($0.after, in: $0.scope) }
        placeCount = places.count
    }

    /// For each row, whether it is on a circle or between two.
    ///
    /// - Complexity: O(*n* log *n*).
    static func contain(_ rows: [RepeatedRows.Passage]) -> [Bool] {
        var result = Array(repeating: false, count: rows.count)
        // A row alone in its second leads nowhere back; most are.
        let scopes = rows.map(\.scope).sorted()
        let shared = Set(zip(scopes, scopes.dropFirst()).filter(==).map(\.0))
        let places = rows.indices.filter { shared.contains(rows[$0].scope) }
        let circles = BalanceCircles(places.map { rows[$0] })
        var left = circles.withoutStarts(Array(places.indices), from: circles.from, to: circles.to)
        left = circles.withoutStarts(left, from: circles.to, to: circles.from)
        for row in left { result[places[row]] = true }
        return result
    }

    /// Drops the rows from places that no row leads to, until there are none.
    private func withoutStarts(_ rows: [Int], from: [Int], to: [Int]) -> [Int] {
        var arrivals = Array(repeating: 0, count: placeCount)
        var departures = Array(repeating: [Int](), count: placeCount)
        for row in rows {
            arrivals[to[row]] += 1
            departures[from[row]].append(row)
        }
        var starts = arrivals.indices.filter { arrivals[$0] == 0 }
        while let place = starts.popLast() {
            for row in departures[place] {
                arrivals[to[row]] -= 1
                if arrivals[to[row]] == 0 { starts.append(to[row]) }
            }
        }
        return rows.filter { arrivals[from[$0]] > 0 }
    }
}
