internal import Facts

/// What decisions of several categories say of an amount and an account.
///
/// Looks at marks, which have no texts: how many decisions their neighbours name is asked about
/// each of two dozen, with each other.
internal struct MixedHistory {
    private typealias Mark = MerchantHistory.Mark

    private let names: [String]
    private let all: [Mark]
    /// Without what we filed ourselves by its amount, which proves nothing of amounts.
    private let decided: [Mark]
    private let units: UInt64
    private let account: UInt16

    /// - Parameter history: at least one decision, and one that a person saw.
    init(_ history: MerchantHistory, _ units: UInt64, _ account: UInt16) {
        names = history.categories
        all = history.marks
        decided = history.marks.filter { $0.manner != .unasked }
        self.units = units
        self.account = account
    }

    /// What most of the decisions were that a person saw, of as many the later: of a marketplace
    /// neither the last ones nor like amounts say what it sold this time. What amounts or the time
    /// prove still goes before.
    var recollectionOfMany: Recollection {
        let said = recollection
        switch said.state {
        case .amounts, .moved, .account, .mostly: return said
        default: break
        }
        let asked = decided.isEmpty ? all : decided
        var counts = [Int](repeating: 0, count: names.count)
        var most = asked[asked.count - 1].category
        for mark in asked.reversed() { counts[Int(mark.category)] += 1 }
        for mark in asked.reversed() where counts[Int(mark.category)] > counts[Int(most)] {
            most = mark.category
        }
        return says(most, .mixed, counts[Int(most)], asked.count)
    }

    var recollection: Recollection {
        let said = byWhatDiffers
        if said.state == .amounts || said.state == .moved { return said }
        return amongLike ?? said
    }

    private func says(
        _ category: UInt8, _ state: Recollection.State, _ agreeing: Int, _ of: Int
    ) -> Recollection {
        Recollection(names[Int(category)], state, agreeing, of)
    }

    /// By the account, the amount, or the time since when they are otherwise; else what most of
    /// them were.
    private var byWhatDiffers: Recollection {
        let here = all.filter { $0.account == account }
        if here.count >= 2, here.count < all.count, let (category, asked) = Self.pure(here[...]) {
            return says(category, .account, asked, asked)
        }
        if let same = ofSameAmount ?? byThreshold { return same }
        let last = all[all.count - 1].category
        let run = all.reversed().prefix { $0.category == last }.count
        // After one thing only, because categories that always took turns will do so again.
        let isTurn = run >= 2 && run <= all.count - 3 && Self.pure(all.dropLast(run)) != nil
        // Nothing tells old and new apart as well as time does; of two or three the amounts may.
        if isTurn, run >= Recollection.movedMin { return says(last, .moved, run, run) }
        if let same = byAmount { return same }
        if isTurn { return says(last, .turned, run, run) }
        if let (held, asked) = Self.pure(all.dropLast()), asked >= 3 {
            return says(held, .shaken, asked, all.count)
        }
        let (heaviest, share) = heaviest
        if share >= 0.85 {
            return says(heaviest, .mostly, all.count { $0.category == heaviest }, all.count)
        }
        let like = all[Self.nearest(all, units)]
        let winner = Recollection.isNear(like.units, units) ? like.category : heaviest
        return says(winner, .mixed, all.count { $0.category == winner }, all.count)
    }

    /// The category that all are of, and how many of them a person saw; nil when there are several,
    /// or none.
    private static func pure(_ some: ArraySlice<Mark>) -> (category: UInt8, asked: Int)? {
        guard let first = some.first, some.allSatisfy({ $0.category == first.category }) else {
            return nil
        }
        return (first.category, some.count { $0.manner != .unasked })
    }

    /// Payments of exactly this amount were always the same: a subscription beside purchases, a
    /// rent beside gifts.
    private var ofSameAmount: Recollection? {
        let same = decided.filter { $0.units == units }
        guard same.count >= 2, let (category, _) = Self.pure(same[...]) else { return nil }
        return says(
            category, same.count >= Self.sameAmountsMin ? .amounts : .amount, same.count,
            decided.count)
    }

    /// Says something when all smaller amounts are of one category and all larger ones of another:
    /// a coffee or a full tank.
    private var byThreshold: Recollection? {
        guard decided.count >= Self.amountsMin else { return nil }
        let sorted = decided.sorted { $0.units < $1.units }
        let (low, high) = (sorted[0], sorted[sorted.count - 1])
        let lows = sorted.prefix { $0.category == low.category }
        let highs = sorted.dropFirst(lows.count)
        // By chance one order of ten looks like this, or fewer.
        guard min(lows.count, highs.count) >= (decided.count == Self.amountsMin ? 3 : 2),
            let highest = lows.last, let lowest = highs.first, highest.units < lowest.units,
            highs.allSatisfy({ $0.category == high.category }),
            // What lies between the two is for ``byAmount``.
            units <= highest.units || units >= lowest.units
        else { return nil }
        let side = units <= highest.units ? low.category : high.category
        return says(side, .amounts, decided.count, decided.count)
    }

    /// Says something when the amounts tell the categories apart: each decision left out is named
    /// by its nearest neighbour.
    private var byAmount: Recollection? {
        guard decided.count >= 4 else { return nil }
        let right = namedByNeighbours
        guard right * 5 >= decided.count * 4 else { return nil }
        let nearest = Self.nearest(decided, units)
        let first = decided[nearest]
        guard decided[Self.nearest(decided, units, without: nearest)].category == first.category
        else { return nil }
        let isSure =
            !isBetween
            && (right == decided.count
                ? decided.count >= Self.amountsMin
                : decided.count >= Self.amountsWithExceptionMin && right * 10 >= decided.count * 9
                    && areAlike(first.category))
        return says(first.category, isSure ? .amounts : .amount, right, decided.count)
    }

    /// Says something when the decisions next below and next above this amount are all of one
    /// category, whatever the others are: where the kinds overlap, amounts far from there still
    /// tell them apart. What was never decided so again after something else may be over.
    private var amongLike: Recollection? {
        guard decided.count > Self.sideOfTellingMin else { return nil }
        let isTelling = namedByNeighbours * 10 >= decided.count * 7
        let side = isTelling ? Self.sideOfTellingMin : Self.sideMin
        let sorted = decided.sorted {
            ($0.units, names[Int($0.category)]) < ($1.units, names[Int($1.category)])
        }
        let split = sorted.firstIndex { $0.units > units } ?? sorted.count
        let (below, above) = (sorted[..<split].suffix(side), sorted[split...].prefix(side))
        guard let near = below.last ?? above.first,
            below.count + above.count >= side + (isTelling ? 1 : 2),
            (below + above).allSatisfy({ $0.category == near.category }),
            // Beyond the smallest or largest only what is like them.
            below.count == side || above.count == side && isNear(above.first),
            above.count == side || below.count == side && isNear(below.last),
            let other = decided.firstIndex(where: { $0.category != near.category }),
            decided[other...].contains(where: { $0.category == near.category })
        else { return nil }
        return says(near.category, .amounts, below.count + above.count, decided.count)
    }

    private func isNear(_ decision: Mark?) -> Bool {
        decision.map { Recollection.isNear($0.units, units) } ?? false
    }

    /// How many decisions are named by the one about the nearest amount.
    private var namedByNeighbours: Int {
        decided.indices.count {
            decided[Self.nearest(decided, decided[$0].units, without: $0)].category
                == decided[$0].category
        }
    }

    /// So many on each side, where amounts nearly always tell the categories apart and where they
    /// do not.
    private static let sideOfTellingMin = 3
    private static let sideMin = 4
    private static let sameAmountsMin = 3
    /// So many amounts that always decided the categories apart are believed.
    private static let amountsMin = 6
    /// So many where nine of ten did, far from the exceptions.
    private static let amountsWithExceptionMin = 8
    private static let neighbours = 4

    /// Whether the decisions about the amounts nearest in proportion are all of a category.
    private func areAlike(_ category: UInt8) -> Bool {
        let near = decided.sorted {
            Recollection.ratio($0.units, units) < Recollection.ratio($1.units, units)
        }
        return near.prefix(Self.neighbours).allSatisfy { $0.category == category }
    }

    /// The next smaller and the next larger amount were decided differently.
    private var isBetween: Bool {
        let below = decided.filter { $0.units <= units }.max { $0.units < $1.units }
        let above = decided.filter { $0.units >= units }.min { $0.units < $1.units }
        guard let below, let above else { return false }
        return below.category != above.category
    }

    /// Where the decision about the amount nearest in proportion stands, the newest among equals.
    ///
    /// - Parameter left: a decision that is not asked, when there are others.
    private static func nearest(_ all: [Mark], _ units: UInt64, without left: Int = -1) -> Int {
        var best = left == 0 ? 1 : 0
        var least = Recollection.ratio(all[best].units, units)
        for index in all.indices where index != left {
            let ratio = Recollection.ratio(all[index].units, units)
            if ratio <= least { (best, least) = (index, ratio) }
        }
        return best
    }

    private static func weight(of manner: PastDecision.Manner) -> Double {
        switch manner {
        case .corrected: 2
        case .approved: 1
        case .unasked: 0.5
        }
    }

    /// The category with most weight, the first by name among equals, and its share.
    private var heaviest: (category: UInt8, share: Double) {
        var weights = [Double](repeating: 0, count: names.count)
        var weight = 1.0
        var sum = 0.0
        for decision in all.reversed() {
            let mine = weight * Self.weight(of: decision.manner)
            weights[Int(decision.category)] += mine
            sum += mine
            weight *= 0.9
        }
        let best =
            weights.indices.max { (weights[$0], names[$1]) < (weights[$1], names[$0]) } ?? 0
        return (UInt8(best), weights[best] / max(sum, 1e-9))
    }
}
