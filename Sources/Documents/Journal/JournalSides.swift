import Facts
import Reading

/// How the categories of a transaction are divided among its rows.
///
/// The amount of each category goes to the rows of its sign, in the order of the journal, and what
/// is more than they have to the first one, so that the sums of accounts and of categories are the
/// journal's. What is left of a row moves between its accounts.
struct JournalSides {
    /// One row: a posting to an account of money.
    struct Side {
        let account: String
        /// The amount of the row itself.
        let amount: JournalAmount
        /// The amount that the categories have not taken, in the commodity of the transaction's
        /// sum.
        var rest: JournalAmount
        var parts: [Part] = []

        /// Parts of another currency are none of the row's amount.
        var canSplit: Bool { rest.commodity == amount.commodity }
    }

    struct Part {
        /// Index of the category's posting.
        let posting: Int
        var amount: JournalAmount
        let hasCost: Bool
    }

    private(set) var sides: [Side] = []
    /// Some category is in a commodity of no row.
    private(set) var isOpen = false

    init(_ own: [JournalPosting], _ others: [JournalPosting]) throws(JournalAmount.Problem) {
        for posting in own {
            guard let amount = posting.amount, let weight = posting.weight else { continue }
            sides.append(Side(account: posting.account, amount: amount, rest: weight))
        }
        for (index, posting) in others.enumerated() {
            guard let weight = posting.weight, !weight.isZero else { continue }
            try allot(weight.negated, of: index, hasCost: posting.cost != nil)
        }
        try settleRounding(
            hasCosts: (own + others).contains { $0.cost != nil })
    }

    private mutating func allot(
        _ amount: JournalAmount, of posting: Int, hasCost: Bool
    ) throws(JournalAmount.Problem) {
        let places = sides.indices.filter { sides[$0].rest.commodity == amount.commodity }
        guard let main = places.first(where: { sides[$0].canSplit }) ?? places.first else {
            isOpen = true
            return
        }
        var left = amount
        for index in places where !left.isZero {
            let rest = sides[index].rest
            if rest.isZero || rest.isNegative != amount.isNegative { continue }
            let excess = try left.adding(rest.negated)
            // The smaller one of both.
            let isWhole = excess.isZero || excess.isNegative == amount.isNegative
            let taken = isWhole ? rest : left
            try take(taken, by: index, of: posting, hasCost)
            left = try left.adding(taken.negated)
        }
        if !left.isZero { try take(left, by: main, of: posting, hasCost) }
    }

    private mutating func take(
        _ amount: JournalAmount, by side: Int, of posting: Int, _ hasCost: Bool
    ) throws(JournalAmount.Problem) {
        sides[side].rest = try sides[side].rest.adding(amount.negated)
        if let last = sides[side].parts.lastIndex(where: { $0.posting == posting }) {
            sides[side].parts[last].amount = try sides[side].parts[last].amount.adding(amount)
        } else {
            sides[side].parts.append(Part(posting: posting, amount: amount, hasCost: hasCost))
        }
    }

    /// A price may have more digits than money has: what is less than a unit is the part's.
    private mutating func settleRounding(hasCosts: Bool) throws(JournalAmount.Problem) {
        guard hasCosts else { return }
        for index in sides.indices where !sides[index].rest.isZero {
            let side = sides[index]
            let digits = side.canSplit ? side.amount.scale : 2
            let scale = max(side.rest.scale, digits)
            let unit = JournalAmount(units: 1, scale: digits, commodity: side.rest.commodity)
            guard try side.rest.size.units(at: scale) < unit.units(at: scale) else { continue }
            sides[index].rest = JournalAmount(commodity: side.rest.commodity)
            guard let part = side.parts.lastIndex(where: \.hasCost) ?? side.parts.indices.last
            else { continue }
            sides[index].parts[part].amount = try side.parts[part].amount.adding(side.rest)
        }
    }

    /// The account that a row's rest comes from or goes to: the largest one of the opposite sign.
    func partner(of index: Int) -> Int? {
        let mine = sides[index]
        if mine.rest.isZero { return nil }
        var found: Int?
        for (other, side) in sides.enumerated() {
            if side.account == mine.account || side.rest.isZero { continue }
            if side.rest.isNegative == mine.rest.isNegative { continue }
            if let best = found, !isLarger(side.rest, than: sides[best].rest) { continue }
            found = other
        }
        return found
    }

    private func isLarger(_ a: JournalAmount, than b: JournalAmount) -> Bool {
        guard a.commodity == b.commodity, let sum = try? a.size.adding(b.size.negated) else {
            return false
        }
        return !sum.isZero && !sum.isNegative
    }
}
