internal import Facts

/// What earlier decisions about a subject say of a line.
///
/// Recent decisions count more than old ones and corrections more than approvals. One contradiction after a long pure history is a
/// question, two in a row are followed. Where a history is of several categories, the account or the amount may tell them apart.
internal struct Recollection: Equatable {
    enum State: String, CaseIterable {
        case once, twice, thrice
        /// ``oftenMin`` times or more, always the same.
        case often
        /// On this account always the same.
        case account
        /// Payments of about this amount, or two of exactly this one, were nearly always the same.
        case amount
        /// The amounts always told the categories apart, and this one lies among its like; or all about it are alike; or it is exactly that
        /// of three.
        case amounts
        /// Nearly always.
        case mostly
        /// Long the same, and the last one different.
        case shaken
        /// The last two or three different from what was before.
        case turned
        /// The last ``movedMin`` or more alike, and all before them of one other category.
        case moved
        case mixed
    }

    var category: String
    var state: State
    /// Decisions that say so, and all that were asked.
    var agreeing: Int
    var of: Int
    /// Always the same, but of other amounts: who sells many kinds of things may have sold another.
    var isFar = false
    /// Lines filed since a person looked at one.
    var unlooked = 0

    /// Nil when nobody was ever asked.
    init?(_ history: MerchantHistory, units: UInt64, account: UInt16) {
        guard let looked = history.looked else { return nil }
        if history.isPure {
            self = Self.pure(history.categories[0], asked: looked.count)
            confirm(upTo: looked.last + 1)
            isFar = Self.isFar(units, from: history.marks)
        } else {
            self = Self.mixed(history.decisions, units, account)
        }
        unlooked = history.count - 1 - looked.last
    }

    static let oftenMin = 4
    private static let movedMin = 4

    /// Who looks again and finds the same confirms what was filed between.
    private mutating func confirm(upTo seen: Int) {
        guard of >= 2, seen >= Self.oftenMin else { return }
        (state, agreeing, of) = (.often, seen, seen)
    }

    /// Smaller than all amounts, or larger, and near none.
    private static func isFar(_ units: UInt64, from marks: [MerchantHistory.Mark]) -> Bool {
        var (smallest, largest) = (UInt64.max, UInt64.min)
        for mark in marks {
            smallest = min(smallest, mark.units)
            largest = max(largest, mark.units)
        }
        return units < smallest && !isNear(smallest, units)
            || units > largest && !isNear(largest, units)
    }

    /// What was made of many merchants, each of which counts once: always the same, or nearly always and of late. Amounts and accounts
    /// say nothing of them. Nil when nobody was asked, or when one may not rely on it.
    init?(usage history: MerchantHistory) {
        guard let looked = history.looked else { return nil }
        if history.isPure {
            self = Self.pure(history.categories[0], asked: looked.count)
            return
        }
        let all = history.decisions
        let last = all[all.count - 1].category
        let agreeing = all.count { $0.category == last }
        let run = all.reversed().prefix { $0.category == last }.count
        guard run >= Self.usageRunMin, agreeing * 4 >= all.count * 3 else { return nil }
        self.init(last, .mostly, agreeing, all.count)
    }

    /// So many alike at the end outweigh an exception before them.
    private static let usageRunMin = 3

    private init(_ category: String, _ state: State, _ agreeing: Int, _ of: Int) {
        self.category = category
        self.state = state
        self.agreeing = agreeing
        self.of = of
    }

    private static func pure(_ all: [PastDecision]) -> Recollection? {
        guard let first = all.first, all.allSatisfy({ $0.category == first.category }) else {
            return nil
        }
        return pure(first.category, asked: all.count { $0.manner != .unasked })
    }

    private static func pure(_ category: String, asked: Int) -> Recollection {
        let state: State =
            switch asked {
            case ...1: .once
            case 2: .twice
            case 3: .thrice
            default: .often
            }
        return Recollection(category, state, asked, asked)
    }

    private static func mixed(
        _ all: [PastDecision], _ units: UInt64, _ account: UInt16
    ) -> Recollection {
        // What we filed ourselves by its amount proves nothing of amounts.
        let told = all.filter { $0.manner != .unasked }
        let said = byWhatDiffers(all, told, units, account)
        if said.state == .amounts || said.state == .moved { return said }
        return amongLike(told, units) ?? said
    }

    /// By the account, the amount, or the time since when they are otherwise; else what most of them were.
    private static func byWhatDiffers(
        _ all: [PastDecision], _ told: [PastDecision], _ units: UInt64, _ account: UInt16
    ) -> Recollection {
        let here = all.filter { $0.account == account }
        if here.count >= 2, here.count < all.count, let pure = pure(here) {
            return Recollection(pure.category, .account, pure.agreeing, pure.of)
        }
        if let same = ofSameAmount(told, units) ?? byThreshold(told, units) { return same }
        let last = all[all.count - 1].category
        let run = all.reversed().prefix { $0.category == last }.count
        // After one thing only, because categories that always took turns will do so again.
        let isTurn = run >= 2 && run <= all.count - 3 && pure(Array(all.dropLast(run))) != nil
        // Nothing tells old and new apart as well as time does; of two or three the amounts may.
        if isTurn, run >= movedMin { return Recollection(last, .moved, run, run) }
        if let same = byAmount(told, units) { return same }
        if isTurn { return Recollection(last, .turned, run, run) }
        if let held = pure(Array(all.dropLast())), held.of >= 3 {
            return Recollection(held.category, .shaken, held.agreeing, all.count)
        }
        let (heaviest, share) = heaviest(all)
        if share >= 0.85 {
            return Recollection(
                heaviest, .mostly, all.count { $0.category == heaviest }, all.count)
        }
        let like = all[nearest(all, units)]
        let winner = isNear(like.units, units) ? like.category : heaviest
        return Recollection(winner, .mixed, all.count { $0.category == winner }, all.count)
    }

    /// Payments of exactly this amount were always the same: a subscription beside purchases, a rent beside gifts.
    private static func ofSameAmount(_ all: [PastDecision], _ units: UInt64) -> Recollection? {
        let same = all.filter { $0.units == units }
        guard same.count >= 2, let pure = pure(same) else { return nil }
        return Recollection(
            pure.category, same.count >= sameAmountsMin ? .amounts : .amount, same.count, all.count)
    }

    /// Says something when all smaller amounts are of one category and all larger ones of another: a coffee or a full tank.
    private static func byThreshold(_ all: [PastDecision], _ units: UInt64) -> Recollection? {
        guard all.count >= amountsMin else { return nil }
        let sorted = all.sorted { $0.units < $1.units }
        let (low, high) = (sorted[0], sorted[sorted.count - 1])
        let lows = sorted.prefix { $0.category == low.category }
        let highs = sorted.dropFirst(lows.count)
        // By chance one order of ten looks like this, or fewer.
        guard min(lows.count, highs.count) >= (all.count == amountsMin ? 3 : 2),
            let highest = lows.last, let lowest = highs.first, highest.units < lowest.units,
            highs.allSatisfy({ $0.category == high.category }),
            // What lies between the two is for ``byAmount``.
            units <= highest.units || units >= lowest.units
        else { return nil }
        let side = units <= highest.units ? low.category : high.category
        return Recollection(side, .amounts, all.count, all.count)
    }

    /// Says something when the amounts tell the categories apart: each decision left out is named by its nearest neighbour.
    private static func byAmount(_ all: [PastDecision], _ units: UInt64) -> Recollection? {
        guard all.count >= 4 else { return nil }
        let right = namedByNeighbours(all)
        guard right * 5 >= all.count * 4 else { return nil }
        let nearest = nearest(all, units)
        let first = all[nearest]
        guard all[Self.nearest(all, units, without: nearest)].category == first.category
        else { return nil }
        let isSure =
            !isBetween(all, units)
            && (right == all.count
                ? all.count >= amountsMin
                : all.count >= amountsWithExceptionMin && right * 10 >= all.count * 9
                    && areAlike(all, around: units, first.category))
        return Recollection(first.category, isSure ? .amounts : .amount, right, all.count)
    }

    /// Says something when the decisions next below and next above this amount are all of one category, whatever the others are: where
    /// the kinds overlap, amounts far from there still tell them apart. What was never decided so again after something else may be over.
    private static func amongLike(_ all: [PastDecision], _ units: UInt64) -> Recollection? {
        guard all.count > sideOfTellingMin else { return nil }
        let isTelling = namedByNeighbours(all) * 10 >= all.count * 7
        let side = isTelling ? sideOfTellingMin : sideMin
        let sorted = all.sorted { ($0.units, $0.category) < ($1.units, $1.category) }
        let split = sorted.firstIndex { $0.units > units } ?? sorted.count
        let (below, above) = (sorted[..<split].suffix(side), sorted[split...].prefix(side))
        guard let near = below.last ?? above.first,
            below.count + above.count >= side + (isTelling ? 1 : 2),
            (below + above).allSatisfy({ $0.category == near.category }),
            // Beyond the smallest or largest only what is like them.
            below.count == side || above.count == side && isNear(above.first, units),
            above.count == side || below.count == side && isNear(below.last, units),
            let other = all.firstIndex(where: { $0.category != near.category }),
            all[other...].contains(where: { $0.category == near.category })
        else { return nil }
        return Recollection(near.category, .amounts, below.count + above.count, all.count)
    }

    private static func isNear(_ decision: PastDecision?, _ units: UInt64) -> Bool {
        decision.map { isNear($0.units, units) } ?? false
    }

    /// How many decisions are named by the one about the nearest amount.
    private static func namedByNeighbours(_ all: [PastDecision]) -> Int {
        all.indices.count {
            all[nearest(all, all[$0].units, without: $0)].category == all[$0].category
        }
    }

    /// So many on each side, where amounts nearly always tell the categories apart and where they do not.
    private static let sideOfTellingMin = 3
    private static let sideMin = 4
    private static let sameAmountsMin = 3
    /// So many amounts that always told the categories apart are believed.
    private static let amountsMin = 6
    /// So many where nine of ten did, far from the exceptions.
    private static let amountsWithExceptionMin = 8
    private static let neighbours = 4

    /// Whether the decisions about the amounts nearest in proportion are all of a category.
    private static func areAlike(
        _ all: [PastDecision], around units: UInt64, _ category: String
    ) -> Bool {
        let near = all.sorted { ratio($0.units, units) < ratio($1.units, units) }
        return near.prefix(neighbours).allSatisfy { $0.category == category }
    }

    /// The next smaller and the next larger amount were decided differently.
    private static func isBetween(_ all: [PastDecision], _ units: UInt64) -> Bool {
        let below = all.filter { $0.units <= units }.max { $0.units < $1.units }
        let above = all.filter { $0.units >= units }.min { $0.units < $1.units }
        guard let below, let above else { return false }
        return below.category != above.category
    }

    /// Where the decision about the amount nearest in proportion stands, the newest among equals.
    ///
    /// - Parameter left: a decision that is not asked, when there are others.
    private static func nearest(
        _ all: [PastDecision], _ units: UInt64, without left: Int = -1
    ) -> Int {
        var best = left == 0 ? 1 : 0
        for index in all.indices
        where index != left && ratio(all[index].units, units) <= ratio(all[best].units, units) {
            best = index
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

    private static func ratio(_ a: UInt64, _ b: UInt64) -> Double {
        let (a, b) = (Double(max(a, 1)), Double(max(b, 1)))
        return max(a, b) / min(a, b)
    }

    /// About the same amount.
    private static func isNear(_ a: UInt64, _ b: UInt64) -> Bool { ratio(a, b) < 1.5 }

    /// The category with most weight, and its share.
    private static func heaviest(_ all: [PastDecision]) -> (String, Double) {
        var weights: [String: Double] = [:]
        var weight = 1.0
        var sum = 0.0
        for decision in all.reversed() {
            let mine = weight * Self.weight(of: decision.manner)
            weights[decision.category, default: 0] += mine
            sum += mine
            weight *= 0.9
        }
        let best = weights.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return (best?.key ?? "", (best?.value ?? 0) / max(sum, 1e-9))
    }
}
