internal import Facts

/// The sums of the entries of one account, day and currency that balances, lists and coverage need.
///
/// All of it is sums, so an entry can be added and taken away in any order, and equal entries give
/// equal bytes (`LedgerSchema`, `account_month`).
package struct DaySums: Sendable, Equatable {
    /// The entries with one scale of amounts and one of printed balances.
    package struct Group: Sendable, Equatable {
        package let scale: UInt8
        /// Nil for entries without a balance.
        package let balanceScale: UInt8?
        package internal(set) var lines = 0
        package internal(set) var byHand = 0
        package internal(set) var holds = 0
        /// Holds of the bank that print no balance.
        package internal(set) var unprovedHolds = 0
        /// Their balance has the currency of their amount.
        package internal(set) var steps = 0
        /// The number of the bank's lines that have a balance of their amount
        /// (``Money/isBalance(of:)``).
        package internal(set) var printed = 0
        /// Their balance has a currency and their amount none, so the settings decide about it.
        package internal(set) var undetermined = 0
        /// In units of the scale, which 128 bits hold for any ledger; zero counts as in.
        package internal(set) var moneyIn: Int128 = 0
        package internal(set) var moneyOut: Int128 = 0
        /// The part of both that is by hand or in unproved holds.
        package internal(set) var unproved: Int128 = 0

        package var sum: Int128 { moneyIn &+ moneyOut }

        init(scale: UInt8, balanceScale: UInt8?) {
            self.scale = scale
            self.balanceScale = balanceScale
        }

        var isEmpty: Bool { self == Group(scale: scale, balanceScale: balanceScale) }

        fileprivate mutating func add(_ other: Group) {
            lines &+= other.lines
            byHand &+= other.byHand
            holds &+= other.holds
            unprovedHolds &+= other.unprovedHolds
            steps &+= other.steps
            printed &+= other.printed
            undetermined &+= other.undetermined
            moneyIn &+= other.moneyIn
            moneyOut &+= other.moneyOut
            unproved &+= other.unproved
        }
    }

    package internal(set) var groups: [Group] = []

    /// Entries of the day.
    package var lines: Int { groups.reduce(0) { $0 &+ $1.lines } }

    mutating func add(_ fact: StatementFact, isByHand: Bool, times: Int) {
        let (amount, balance) = (fact.amount, fact.balance)
        let index = group(scale: amount.scale, balanceScale: balance?.scale)
        let units = Int128(amount.units) &* Int128(times)
        groups[index].lines &+= times
        if amount.isNegative {
            groups[index].moneyOut &+= units
        } else {
            groups[index].moneyIn &+= units
        }
        if fact.isHold { groups[index].holds &+= times }
        if isByHand {
            groups[index].byHand &+= times
            groups[index].unproved &+= units
        } else if fact.isHold, balance == nil {
            groups[index].unprovedHolds &+= times
            groups[index].unproved &+= units
        }
        guard let balance else { return }
        if balance.currency == amount.currency { groups[index].steps &+= times }
        if !isByHand, balance.isBalance(of: amount) { groups[index].printed &+= times }
        if !amount.currency.isKnown, balance.currency.isKnown {
            groups[index].undetermined &+= times
        }
    }

    mutating func add(_ other: DaySums) {
        for group in other.groups {
            let index = self.group(scale: group.scale, balanceScale: group.balanceScale)
            groups[index].add(group)
        }
    }

    private mutating func group(scale: UInt8, balanceScale: UInt8?) -> Int {
        let known = groups.firstIndex { $0.scale == scale && $0.balanceScale == balanceScale }
        if let known { return known }
        groups.append(Group(scale: scale, balanceScale: balanceScale))
        return groups.count - 1
    }
}

/// The bank's balances and the files of one account, day and currency, which coverage needs
/// besides. Entries by hand are not part of it.
package struct DayCover: Sendable, Equatable {
    /// An imported file, whose name may be that of others, so its import is part of it.
    package struct File: Hashable, Sendable {
        /// A number of ``LedgerFile/fileNames()``; 0 for entries without a source.
        package let id: Int64
        package let batch: Int
    }

    package struct Count: Equatable, Sendable {
        package internal(set) var lines = 0
        /// Entries whose first source it is.
        package internal(set) var first = 0
    }

    /// How much more often a balance is before an entry than after one, by 10^−18 of it.
    package internal(set) var ends: [Int128: Int32] = [:]
    package internal(set) var files: [File: Count] = [:]

    mutating func add(_ fact: StatementFact, times: Int32) {
        guard let balance = fact.balance, balance.isBalance(of: fact.amount) else { return }
        let after = balance.atto
        add(after &- fact.amount.atto, times)
        add(after, 0 &- times)
    }

    mutating func add(_ file: File, lines: Int, first: Int) {
        var count = files[file] ?? Count()
        count.lines &+= lines
        count.first &+= first
        files[file] = count == Count() ? nil : count
    }

    mutating func add(_ other: DayCover) {
        for (balance, times) in other.ends { add(balance, times) }
        for (file, count) in other.files { add(file, lines: count.lines, first: count.first) }
    }

    private mutating func add(_ balance: Int128, _ times: Int32) {
        let count = (ends[balance] ?? 0) &+ times
        ends[balance] = count == 0 ? nil : count
    }
}
