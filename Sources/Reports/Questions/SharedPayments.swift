package import Facts

/// Finds accounts with the same payments on the days that both cover, without a proof that they are
/// one.
package struct SharedPayments {
    /// Two accounts, sorted by name.
    package struct Pair: Sendable, Hashable {
        package let account: String
        package let other: String
    }

    /// The compared fields of a payment.
    private struct Payment {
        let day: Int32
        let scale: UInt8
        let hasBalance: Bool
        let units: Int64
        let balance: Int64

        init(_ fact: StatementFact) {
            day = fact.made.day.daysSince1970
            var (units, scale) = (fact.amount.units, fact.amount.scale)
            let balance = fact.balance.flatMap { $0.scale == scale ? $0.units : nil }
            // 12.50 is 12.5.
            while scale > 0, units % 10 == 0 { (units, scale) = (units / 10, scale - 1) }
            self.units = units
            self.scale = scale
            hasBalance = balance != nil
            self.balance = balance ?? 0
        }

        var order: (Int32, UInt8, Int64) { (day, scale, units) }
    }

    private var payments: [AccountPlace: [Payment]] = [:]

    package init() {}

    /// Adds a line that is not in question.
    package mutating func add(_ fact: StatementFact) {
        let place = AccountPlace(fact.account, fact.amount.currency)
        payments[place, default: []].append(Payment(fact))
    }

    /// Pairs in which an import named at least one account.
    ///
    /// - Complexity: O(*n* log *n* + *a* · *n*) in the payments and accounts.
    package func pairs() -> [Pair] {
        let sorted = payments.mapValues { $0.sorted { $0.order < $1.order } }
        let places = sorted.keys.sorted()
        var pairs: [Pair] = []
        for (number, place) in places.enumerated() {
            for other in places[(number + 1)...]
            where place.mayBe(other) && (place.isGuess || other.isGuess) {
                let overlap = Self.overlap(sorted[place] ?? [], sorted[other] ?? [])
                let pair = Pair(account: place.account, other: other.account)
                if overlap.mayBeOneAccount(areNamed: false), !pairs.contains(pair) {
                    pairs.append(pair)
                }
            }
        }
        return pairs
    }

    private static func overlap(_ one: [Payment], _ other: [Payment]) -> PaymentOverlap {
        var overlap = PaymentOverlap()
        guard let oneFirst = one.first?.day, let oneLast = one.last?.day,
            let otherFirst = other.first?.day, let otherLast = other.last?.day
        else { return overlap }
        let (from, to) = (max(oneFirst, otherFirst), min(oneLast, otherLast))
        var (a, b) = (one[...].drop { $0.day < from }, other[...].drop { $0.day < from })
        while let day = [a.first?.day, b.first?.day].compactMap({ $0 }).min(), day <= to {
            let (mine, theirs) = (a.prefix { $0.day == day }, b.prefix { $0.day == day })
            a = a.dropFirst(mine.count)
            b = b.dropFirst(theirs.count)
            let isEdge = [oneFirst, oneLast, otherFirst, otherLast].contains(day)
            overlap.addDay(mine.count, theirs.count, isEdge: isEdge)
            addShared(mine, theirs, to: &overlap)
        }
        return overlap
    }

    /// Adds the payments of one day that both have.
    private static func addShared(
        _ mine: ArraySlice<Payment>, _ theirs: ArraySlice<Payment>, to overlap: inout PaymentOverlap
    ) {
        var (mine, theirs) = (mine, theirs)
        while let a = mine.first, let b = theirs.first {
            if a.order < b.order {
                mine = mine.dropFirst()
            } else if b.order < a.order {
                theirs = theirs.dropFirst()
            } else {
                let (ours, others) = (
                    mine.prefix { $0.units == a.units && $0.scale == a.scale },
                    theirs.prefix { $0.units == a.units && $0.scale == a.scale }
                )
                for _ in 0..<count(ours, others) { overlap.addShared(a.units) }
                mine = mine.dropFirst(ours.count)
                theirs = theirs.dropFirst(others.count)
            }
        }
    }

    /// How many payments of one amount may be the same: those with balances on both sides must
    /// share one.
    private static func count(_ ours: ArraySlice<Payment>, _ others: ArraySlice<Payment>) -> Int {
        let most = min(ours.count, others.count)
        guard ours.allSatisfy(\.hasBalance), others.allSatisfy(\.hasBalance) else { return most }
        let balances = Set(ours.map(\.balance))
        return min(most, others.count { balances.contains($0.balance) })
    }
}

extension AccountPlace {
    fileprivate func mayBe(_ other: AccountPlace) -> Bool {
        account != other.account && currency.mayBe(other.currency)
    }

    /// An import named the account after its bank and currency, or after its table.
    var isGuess: Bool { AccountFamily(of: account).isGuess(in: currency) }
}
