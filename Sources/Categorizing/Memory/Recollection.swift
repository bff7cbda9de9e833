internal import Facts

/// The result of earlier decisions about a subject for a line.
///
/// Recent decisions weigh more than old ones and corrections more than approvals. One contradiction
/// after a long pure history raises a question, two in a row are followed. In a history of several
/// categories the account or the amount may separate them.
internal struct Recollection: Equatable {
    enum State: String, CaseIterable {
        case once, twice, thrice
        /// ``oftenMin`` times or more, always the same.
        case often
        /// Always the same on this account.
        case account
        /// Payments of about this amount, or two of exactly this one, were nearly always the same.
        case amount
        /// The amounts always separated the categories, and this one is among its like; or all
        /// similar ones agree; or it equals that of three.
        case amounts
        /// Nearly always.
        case mostly
        /// The same for long, and the last one different.
        case shaken
        /// The last two or three differ from the earlier ones.
        case turned
        /// The last ``movedMin`` or more alike, and all before them of one other category.
        case moved
        case mixed
    }

    var category: String
    var state: State
    /// Decisions with the category, and all that were considered.
    var agreeing: Int
    var of: Int
    /// Always the same, but for other amounts: a merchant with many kinds of things may have sold
    /// another.
    var isFar = false
    /// Lines filed since a person last looked.
    var unlooked = 0

    /// Nil when a person never decided.
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

    /// A later look with the same category confirms what was filed before it.
    private mutating func confirm(upTo seen: Int) {
        guard of >= 2, seen >= Self.oftenMin else { return }
        (state, agreeing, of) = (.often, seen, seen)
    }

    /// Smaller than all amounts, or larger, and not near any.
    private static func isFar(_ units: UInt64, from marks: [MerchantHistory.Mark]) -> Bool {
        var (smallest, largest) = (UInt64.max, UInt64.min)
        for mark in marks {
            smallest = min(smallest, mark.units)
            largest = max(largest, mark.units)
        }
        return units < smallest && !isNear(smallest, units)
            || units > largest && !isNear(largest, units)
    }

    /// From decisions about many merchants, each of which counts once: always the same, or nearly
    /// always and most recently. Amounts and accounts have no meaning here. Nil without a person's
    /// decisions, or when they are not reliable.
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

    /// This many equal ones at the end outweigh an exception before them.
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
