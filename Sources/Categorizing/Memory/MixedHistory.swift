internal import Facts

/// The result of decisions with several categories for an amount and an account.
///
/// Works on marks, which have no strings: the leave-one-out test compares two dozen with each
/// other.
internal struct MixedHistory {
    private typealias Mark = MerchantHistory.Mark

    private let names: [String]
    private let all: [Mark]
    /// Without lines that were filed by their amount, which prove nothing about amounts.
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

    /// The most frequent category of the decisions that a person saw, the latest among equals: for
    /// a marketplace neither the last decisions nor similar amounts say what it sold. Proofs by
    /// amount or time have precedence.
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
        return says(most, .mixed, of: asked)
    }

    var recollection: Recollection {
        let said = byWhatDiffers
        if said.state == .amounts || said.state == .moved { return said }
        return amongLike ?? said
    }

    /// - Parameter marks: what was considered: the counts are those of the category and of all.
    private func says(
        _ category: UInt8, _ state: Recollection.State, of marks: [Mark]
    ) -> Recollection {
        Recollection(
            names[Int(category)], state, marks.count { $0.category == category }, marks.count)
    }

    /// By account, amount, or a change over time; else the most frequent category.
    private var byWhatDiffers: Recollection {
        let here = all.filter { $0.account == account }
        if here.count >= 2, here.count < all.count, let (category, _) = Self.pure(here[...]) {
            return says(category, .account, of: all)
        }
        if let same = ofSameAmount ?? byThreshold { return same }
        let last = all[all.count - 1].category
        let run = all.reversed().prefix { $0.category == last }.count
        // Only after a single category: categories that alternated will alternate again.
        let isTurn = run >= 2 && run <= all.count - 3 && Self.pure(all.dropLast(run)) != nil
        // Time separates old and new best; for two or three, amounts may.
        if isTurn, run >= Recollection.movedMin { return says(last, .moved, of: all) }
        if let same = byAmount { return same }
        if isTurn { return says(last, .turned, of: all) }
        if let (held, asked) = Self.pure(all.dropLast()), asked >= 3 {
            return says(held, .shaken, of: all)
        }
        let (heaviest, share) = heaviest
        if share >= 0.85 {
            return says(heaviest, .mostly, of: all)
        }
        let like = all[Self.nearest(all, units)]
        let winner = Recollection.isNear(like.units, units) ? like.category : heaviest
        return says(winner, .mixed, of: all)
    }

    /// The category of all, and how many of them a person saw; nil when there are several
    /// categories, or no decisions.
    private static func pure(_ some: ArraySlice<Mark>) -> (category: UInt8, asked: Int)? {
        guard let first = some.first, some.allSatisfy({ $0.category == first.category }) else {
            return nil
        }
        return (first.category, some.count { $0.manner != .unasked })
    }

    /// Payments of exactly this amount always had one category: a subscription beside purchases, a
    /// rent beside gifts.
    private var ofSameAmount: Recollection? {
        let same = decided.filter { $0.units == units }
        guard same.count >= 2, let (category, _) = Self.pure(same[...]) else { return nil }
        return says(
            category, same.count >= Self.sameAmountsMin ? .amounts : .amount, of: decided)
    }

    /// When all smaller amounts have one category and all larger ones another: coffee or a full
    /// tank.
    private var byThreshold: Recollection? {
        guard decided.count >= Self.amountsMin else { return nil }
        let sorted = decided.sorted { $0.units < $1.units }
        let (low, high) = (sorted[0], sorted[sorted.count - 1])
        let lows = sorted.prefix { $0.category == low.category }
        let highs = sorted.dropFirst(lows.count)
        // At most one order of ten looks like this by chance.
        guard min(lows.count, highs.count) >= (decided.count == Self.amountsMin ? 3 : 2),
            let highest = lows.last, let lowest = highs.first, highest.units < lowest.units,
            highs.allSatisfy({ $0.category == high.category }),
            // Amounts between the two are left to ``byAmount``.
            units <= highest.units || units >= lowest.units
        else { return nil }
        let side = units <= highest.units ? low.category : high.category
        return says(side, .amounts, of: decided)
    }

    /// When amounts separate the categories: the nearest neighbour of each decision predicts it
    /// (leave-one-out).
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
        return says(first.category, isSure ? .amounts : .amount, of: decided)
    }

    /// When the decisions next below and next above this amount all have one category, whatever the
    /// others have: where the kinds overlap, amounts far from there still separate them. A category
    /// that was not used again after another one may be over.
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
            // Beyond the smallest or largest amount only similar amounts count.
            below.count == side || above.count == side && isNear(above.first),
            above.count == side || below.count == side && isNear(below.last),
            let other = decided.firstIndex(where: { $0.category != near.category }),
            decided[other...].contains(where: { $0.category == near.category })
        else { return nil }
        return says(near.category, .amounts, of: decided)
    }

    private func isNear(_ decision: Mark?) -> Bool {
        decision.map { Recollection.isNear($0.units, units) } ?? false
    }

    /// How many decisions are predicted by the decision with the nearest amount.
    private var namedByNeighbours: Int {
        decided.indices.count {
            decided[Self.nearest(decided, decided[$0].units, without: $0)].category
                == decided[$0].category
        }
    }

    /// Decisions needed on each side, where amounts nearly always separate the categories and where
    /// they do not.
    private static let sideOfTellingMin = 3
    private static let sideMin = 4
    private static let sameAmountsMin = 3
    /// Amounts needed when all separate the categories.
    private static let amountsMin = 6
    /// Amounts needed when nine of ten do, far from the exceptions.
    private static let amountsWithExceptionMin = 8
    private static let neighbours = 4

    /// Whether the decisions with the proportionally nearest amounts all have one category.
    private func areAlike(_ category: UInt8) -> Bool {
        let near = decided.sorted {
            Recollection.ratio($0.units, units) < Recollection.ratio($1.units, units)
        }
        return near.prefix(Self.neighbours).allSatisfy { $0.category == category }
    }

    /// The next smaller and the next larger amount have different categories.
    private var isBetween: Bool {
        let below = decided.filter { $0.units <= units }.max { $0.units < $1.units }
        let above = decided.filter { $0.units >= units }.min { $0.units < $1.units }
        guard let below, let above else { return false }
        return below.category != above.category
    }

    /// Index of the decision with the proportionally nearest amount, the newest among equals.
    ///
    /// - Parameter left: a decision to skip if there are others.
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

    /// The category with the most weight, the first by name among equals, and its share.
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
