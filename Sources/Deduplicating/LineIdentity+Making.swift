package import Facts
package import Scanning

extension LineIdentity {
    /// The identity of a normalized line of a batch.
    ///
    /// The key is that of `occurrence` 0 until the deduplicator has counted earlier equal lines.
    /// - Parameter accountHash: `LineIdentity.hash(ofAccount:)` of the workspace's account.
    package init(of line: StatementLine, arena: Span<UInt8>, accountHash: UInt64) {
        self.init(
            accountHash: accountHash, made: line.made, amount: line.amount,
            original: line.originalAmount, balance: line.balance, isHold: line.isHold,
            bankID: line.bankID.isEmpty
                ? 0 : StableHash.hash(arena.extracting(line.bankID.range), seed: 1),
            text: line.foldedHash)
    }

    /// Hash of a bank's id, as in identities; 0 for none.
    package static func hash(ofBankID id: String) -> UInt64 {
        id.isEmpty ? 0 : StableHash.hash(id.utf8Span.span, seed: 1)
    }

    /// The identity of a fact of queue or ledger; equal to that of the line it came from.
    package init(of fact: StatementFact, folder: TextFolder) {
        var folded: [UInt8] = []
        folder.fold(fact.description.utf8Span.span, into: &folded)
        self.init(
            accountHash: Self.hash(ofAccount: fact.account), made: fact.made, amount: fact.amount,
            original: fact.originalAmount, balance: fact.balance, isHold: fact.isHold,
            bankID: Self.hash(ofBankID: fact.bankID),
            text: folded.isEmpty ? 0 : StableHash.hash(folded.span, seed: 0))
    }

    /// The identity of a fact with an existing key.
    ///
    /// The key says which of several equal lines it is; a key made of earlier facts (a hold since
    /// booked) is kept.
    package init(of fact: StatementFact, knownAs key: LineKey, folder: TextFolder) {
        self.init(of: fact, folder: folder)
        self = numbered(as: key) ?? self
        self.key = key
    }

    /// The line as that one of equal lines whose key this is; nil if the key is of another line.
    package func numbered(as key: LineKey) -> LineIdentity? {
        if self.key == key { return self }
        if self.key.account != key.account || self.key.day != key.day { return nil }
        for start in [0, Self.firstByHand] {
            for occurrence in start..<start + Self.occurrencesTried {
                let numbered = with(occurrence: occurrence)
                if numbered.key == key { return numbered }
            }
        }
        return nil
    }

    /// More equal lines than anybody has in one second; beyond it only the number is lost, not the
    /// line.
    private static let occurrencesTried: UInt16 = 64

    package static func hash(ofAccount account: String) -> UInt64 {
        StableHash.hash(account.utf8Span.span, seed: 2)
    }

    /// The line as the `occurrence`-th of those with equal account, moment and amount, with the key
    /// for it.
    package func with(occurrence: UInt16) -> LineIdentity {
        var result = self
        result.occurrence = occurrence
        result.key = Self.key(
            account: account, day: day, second: second, units: units, scale: scale,
            currency: currency, occurrence: occurrence)
        return result
    }

    private init(
        accountHash: UInt64, made: CivilMoment, amount: Money, original: Money?, balance: Money?,
        isHold: Bool, bankID: UInt64, text: UInt64
    ) {
        self.init(
            key: Self.key(
                account: accountHash, day: made.day.daysSince1970, second: made.second,
                units: amount.units, scale: amount.scale, currency: amount.currency.packed,
                occurrence: 0),
            account: accountHash, day: made.day.daysSince1970, second: made.second,
            units: amount.units, currency: amount.currency.packed, scale: amount.scale,
            isHold: isHold, occurrence: 0, bankID: bankID, original: Self.hash(of: original),
            balance: Self.hash(ofBalance: balance, amount: amount), text: text)
    }

    /// Key definition, version 1: account and day in clear; moment, amount and occurrence hashed.
    ///
    /// The bank's id is excluded on purpose: a line comes with an id in one format and without in
    /// another, in any order, and must get the same key.
    private static func key(
        account: UInt64, day: Int32, second: Int32, units: Int64, scale: UInt8, currency: UInt32,
        occurrence: UInt16
    ) -> LineKey {
        let moment = UInt64(UInt32(bitPattern: second)) << 32 | UInt64(currency)
        let counted = UInt64(scale) << 16 | UInt64(occurrence)
        let rest = StableHash.combine(
            StableHash.combine(moment, UInt64(bitPattern: units)), counted)
        return LineKey(
            account: LineKey.account(ofHash: account), day: CalendarDate(daysSince1970: day),
            rest: rest)
    }

    /// Hash of the running balance before a row, as `balance` is of the one after it; 0 when none
    /// is printed in the row's currency.
    package static func balanceBefore(_ line: StatementLine) -> UInt64 {
        hash(of: line, times: -1)
    }

    /// Hashes of the running balance before and after a fact; 0 when none is printed in the fact's
    /// currency.
    package static func balances(around fact: StatementFact) -> (before: UInt64, after: UInt64) {
        let before = balance(fact.balance, amount: fact.amount, times: -1)
        return (
            hash(ofBalance: before, amount: fact.amount),
            before == nil ? 0 : hash(ofBalance: fact.balance, amount: fact.amount)
        )
    }

    static func balances(around line: StatementLine) -> RepeatedRows.Balances {
        RepeatedRows.Balances(
            before: balanceBefore(line),
            after: hash(ofBalance: line.balance, amount: line.amount),
            earlier: hash(of: line, times: -2), later: hash(of: line, times: 1))
    }

    /// Hash of the balance plus `times` the amount.
    private static func hash(of line: StatementLine, times: Int64) -> UInt64 {
        hash(
            ofBalance: balance(line.balance, amount: line.amount, times: times),
            amount: line.amount)
    }

    private static func balance(_ balance: Money?, amount: Money, times: Int64) -> Money? {
        guard let balance, balance.scale == amount.scale, balance.isBalance(of: amount) else {
            return nil
        }
        let (change, isTooLarge) = amount.units.multipliedReportingOverflow(by: times)
        let (units, overflow) = balance.units.addingReportingOverflow(change)
        if isTooLarge || overflow { return nil }
        return Money(units: units, scale: balance.scale, currency: balance.currency)
    }

    /// Excludes the currency, which one kind of export prints and another does not: the rows'
    /// currencies decide what may be compared (``Look/hasBalance(like:)``). A balance in another
    /// currency than the amount includes it and is marked.
    private static func hash(ofBalance balance: Money?, amount: Money) -> UInt64 {
        guard let balance else { return 0 }
        let units = UInt64(bitPattern: balance.units)
        let scale = UInt64(balance.scale) << 32
        if balance.isBalance(of: amount) {
            return StableHash.combine(units, scale) & ~foreignBalance | 1
        }
        return StableHash.combine(units, scale | UInt64(balance.currency.packed))
            | foreignBalance | 1
    }

    /// Marks the hash of a balance in another currency than the amount: the highest bit, because
    /// ``cut(_:)`` keeps the upper half.
    static let foreignBalance: UInt64 = 1 << 63

    /// Whether the row states this amount in another currency, of either sign.
    package func states(_ amount: Money) -> Bool {
        original != 0 && amount.currency != Currency(packed: currency)
            && (original == Self.hash(of: amount) || original == Self.hash(of: amount.negated))
    }

    private static func hash(of money: Money?) -> UInt64 {
        guard let money else { return 0 }
        let unit = UInt64(money.scale) << 32 | UInt64(money.currency.packed)
        return StableHash.combine(UInt64(bitPattern: money.units), unit) | 1
    }
}
