internal import Facts

/// What earlier decisions about a subject say of a line.
///
/// Recent decisions count more than old ones and corrections more than approvals. One contradiction
/// after a long pure history is a question, two in a row are followed. Where a history is of
/// several categories, the account or the amount may tell them apart.
internal struct Recollection: Equatable {
    enum State: String, CaseIterable {
        case once, twice, thrice
        /// ``oftenMin`` times or more, always the same.
        case often
        /// On this account always the same.
        case account
        /// Payments of about this amount, or two of exactly this one, were nearly always the same.
        case amount
        /// The amounts always told the categories apart, and this one lies among its like; or all
        /// about it are alike; or it is exactly that of three.
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
    ///
    /// - Parameter sellsMany: the merchant sells many kinds of things.
    init?(
        _ history: MerchantHistory, units: UInt64, account: UInt16, sellsMany: Bool = false
    ) {
        guard let looked = history.looked else { return nil }
        if history.isPure {
            self = Self.pure(history.categories[0], asked: looked.count)
            confirm(upTo: looked.last + 1)
            isFar = Self.isFar(units, from: history.marks)
        } else {
            let mixed = MixedHistory(history, units, account)
            self = sellsMany ? mixed.recollectionOfMany : mixed.recollection
        }
        unlooked = history.count - 1 - looked.last
    }

    static let oftenMin = 4
    static let movedMin = 4

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

    /// What was made of many merchants, each of which counts once: always the same, or nearly
    /// always and of late. Amounts and accounts say nothing of them. Nil when nobody was asked, or
    /// when one may not rely on it.
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

    init(_ category: String, _ state: State, _ agreeing: Int, _ of: Int) {
        self.category = category
        self.state = state
        self.agreeing = agreeing
        self.of = of
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

    static func ratio(_ a: UInt64, _ b: UInt64) -> Double {
        let (a, b) = (Double(max(a, 1)), Double(max(b, 1)))
        return max(a, b) / min(a, b)
    }

    /// About the same amount.
    static func isNear(_ a: UInt64, _ b: UInt64) -> Bool { ratio(a, b) < 1.5 }
}
