import Facts

/// Tells transfers between two currencies apart by their rates: those of neighbouring days have one
/// rate, so the pairing in which rates agree is the true one.
///
/// Only for lines that a household recorded as transfers, and only within one group of lines that
/// can meet, so that the result does not depend on other lines. A rate counts if two pairs have it.
struct SharedRates {
    private struct Rated {
        let currencies: [Currency]
        /// Only compared with wide bounds, never kept.
        let rate: Double

        /// The share by which the larger rate exceeds the other.
        func distance(from other: Double) -> Double { max(rate, other) / min(rate, other) - 1 }
    }

    /// By row and candidate.
    private var rated: [[Int]: Rated] = [:]
    /// The rates that were found, by currencies.
    private var shared: [[Currency]: Double] = [:]

    /// The share that a bank or a rounded amount adds to the rate.
    private static let tolerance = 0.03
    /// Rates of neighbouring days never differ so much.
    private static let difference = 0.1
    /// A deviation by `tolerance` is more than rivals may be apart.
    private static let costOfShare = 4_000.0
    private static let costMax = 300.0
    /// More meetings than a household's few days have; above it lines stay contested.
    static let meetingsMax = 64

    /// - Parameters:
    ///   - from, to: one of each kind of line.
    init(_ from: [TransferSide], _ to: [TransferSide], _ meetings: [Assignment.Pair]) {
        guard meetings.count > 1, meetings.count <= Self.meetingsMax else { return }
        for meeting in meetings {
            let (paid, received) = (from[meeting.row], to[meeting.candidate])
            guard paid.words == .recorded, received.words == .recorded,
                paid.amount.currency != received.amount.currency
            else { continue }
            let isInOrder = paid.amount.currency < received.amount.currency
            let (low, high) =
                isInOrder ? (paid.amount, received.amount) : (received.amount, paid.amount)
            rated[[meeting.row, meeting.candidate]] = Rated(
                currencies: [low.currency, high.currency],
                rate: PlausibleRates.rate(of: high, per: low))
        }
    }

    /// The meetings with costs by which agreeing rates win.
    mutating func weighed(
        _ meetings: [Assignment.Pair], _ rows: [Int], _ candidates: [Int]
    ) -> [Assignment.Pair] {
        if rated.count < 2 { return meetings }
        var result = meetings
        let pairs = Set(rated.values.map(\.currencies)).sorted { $0.lexicographicallyPrecedes($1) }
        for currencies in pairs {
            guard let rate = sharedRate(of: currencies, result, rows, candidates) else { continue }
            shared[currencies] = rate
            result = weighed(result, by: rate, of: currencies)
        }
        return result
    }

    private func weighed(
        _ meetings: [Assignment.Pair], by rate: Double, of currencies: [Currency]
    ) -> [Assignment.Pair] {
        meetings.map { meeting in
            guard let found = rated[[meeting.row, meeting.candidate]],
                found.currencies == currencies
            else { return meeting }
            let more = min(found.distance(from: rate) * Self.costOfShare, Self.costMax)
            return Assignment.Pair(
                row: meeting.row, candidate: meeting.candidate, cost: meeting.cost + Int(more))
        }
    }

    /// The rate of the cheapest pairing, if at least two of its pairs have it and no other rate
    /// explains as much.
    private func sharedRate(
        of currencies: [Currency], _ meetings: [Assignment.Pair], _ rows: [Int],
        _ candidates: [Int]
    ) -> Double? {
        let rates = rated.values.filter { $0.currencies == currencies }.sorted {
            $0.rate < $1.rate
        }
        var found: [(rate: Rated, cost: Int, count: Int)] = []
        for candidate in rates {
            let rate = candidate.rate
            let weighed = weighed(meetings, by: rate, of: currencies)
            var costs: [[Int]: Int] = [:]
            for meeting in weighed { costs[[meeting.row, meeting.candidate]] = meeting.cost }
            var (cost, count) = (0, 0)
            for flow in Assignment.flows(weighed, rows, candidates) {
                let own = costs[[flow.row, flow.candidate]] ?? 0
                cost += flow.count * (own - Assignment.alone)
                let isNear = rated[[flow.row, flow.candidate]].map {
                    $0.currencies == currencies && $0.distance(from: rate) <= Self.tolerance
                }
                if isNear == true { count += flow.count }
            }
            found.append((candidate, cost, count))
        }
        guard let best = found.min(by: { ($0.cost, -$0.count) < ($1.cost, -$1.count) }),
            best.count > 1
        else { return nil }
        let isAlone = found.allSatisfy {
            $0.rate.distance(from: best.rate.rate) <= 2 * Self.tolerance || $0.cost > best.cost
        }
        return isAlone ? best.rate.rate : nil
    }

    /// The pairs without those whose rate the others contradict.
    func agreeing(_ flows: [Assignment.Flow]) -> [Assignment.Flow] {
        if shared.isEmpty { return flows }
        return flows.filter { flow in
            guard let found = rated[[flow.row, flow.candidate]],
                let rate = shared[found.currencies]
            else { return true }
            return found.distance(from: rate) <= Self.difference
        }
    }
}
