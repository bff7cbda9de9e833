package import Facts

/// What another source of a known line may add: only what the first source left empty.
package struct FilledFields: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let bankID = FilledFields(rawValue: 1 << 0)
    package static let memo = FilledFields(rawValue: 1 << 1)
    package static let counterpartyName = FilledFields(rawValue: 1 << 2)
    package static let counterpartyIBAN = FilledFields(rawValue: 1 << 3)
    package static let counterpartyTaxID = FilledFields(rawValue: 1 << 4)
    package static let bankCategory = FilledFields(rawValue: 1 << 5)
    package static let merchant = FilledFields(rawValue: 1 << 6)
    package static let mcc = FilledFields(rawValue: 1 << 7)
    package static let originalAmount = FilledFields(rawValue: 1 << 8)
    package static let balance = FilledFields(rawValue: 1 << 9)
    package static let fee = FilledFields(rawValue: 1 << 10)
    package static let cashback = FilledFields(rawValue: 1 << 11)
    package static let bookedOn = FilledFields(rawValue: 1 << 12)
    package static let valueOn = FilledFields(rawValue: 1 << 13)
    /// Time and offset of the same day.
    package static let time = FilledFields(rawValue: 1 << 14)
    /// That the line is a hold, from the first source that can say it.
    package static let hold = FilledFields(rawValue: 1 << 15)
}

extension StatementFact {
    /// Takes from `other` what is empty here, and says what that was. The day, the amount, the account and the description
    /// are the line itself and never change.
    package mutating func fill(from other: StatementFact) -> FilledFields {
        var filled: FilledFields = []
        func text(_ mine: inout String, _ theirs: String, _ field: FilledFields) {
            guard mine.isEmpty, !theirs.isEmpty else { return }
            mine = theirs
            filled.insert(field)
        }
        func value<Value>(_ mine: inout Value?, _ theirs: Value?, _ field: FilledFields) {
            guard mine == nil, let theirs else { return }
            mine = theirs
            filled.insert(field)
        }
        // Only sources with ids tell holds from booked lines; the first of them says which this is.
        if bankID.isEmpty, !other.bankID.isEmpty, other.isHold, !isHold {
            isHold = true
            filled.insert(.hold)
        }
        text(&bankID, other.bankID, .bankID)
        text(&memo, other.memo, .memo)
        text(&counterpartyName, other.counterpartyName, .counterpartyName)
        text(&counterpartyIBAN, other.counterpartyIBAN, .counterpartyIBAN)
        text(&counterpartyTaxID, other.counterpartyTaxID, .counterpartyTaxID)
        text(&bankCategory, other.bankCategory, .bankCategory)
        text(&merchant, other.merchant, .merchant)
        value(&originalAmount, other.originalAmount, .originalAmount)
        // A source that names no currency counts in that of the line.
        let currency = amount.currency
        value(&balance, other.balance?.named(currency), .balance)
        value(&fee, other.fee?.named(currency), .fee)
        value(&cashback, other.cashback?.named(currency), .cashback)
        value(&bookedOn, other.bookedOn, .bookedOn)
        value(&valueOn, other.valueOn, .valueOn)
        if mcc == 0, other.mcc != 0 {
            mcc = other.mcc
            filled.insert(.mcc)
        }
        if !made.hasTime, other.made.hasTime, made.day == other.made.day {
            made = other.made
            filled.insert(.time)
        }
        return filled
    }

    /// Takes back what ``fill(from:)`` added.
    mutating func empty(_ fields: FilledFields) {
        if fields.contains(.bankID) { bankID = "" }
        if fields.contains(.memo) { memo = "" }
        if fields.contains(.counterpartyName) { counterpartyName = "" }
        if fields.contains(.counterpartyIBAN) { counterpartyIBAN = "" }
        if fields.contains(.counterpartyTaxID) { counterpartyTaxID = "" }
        if fields.contains(.bankCategory) { bankCategory = "" }
        if fields.contains(.merchant) { merchant = "" }
        if fields.contains(.mcc) { mcc = 0 }
        if fields.contains(.originalAmount) { originalAmount = nil }
        if fields.contains(.balance) { balance = nil }
        if fields.contains(.fee) { fee = nil }
        if fields.contains(.cashback) { cashback = nil }
        if fields.contains(.bookedOn) { bookedOn = nil }
        if fields.contains(.valueOn) { valueOn = nil }
        if fields.contains(.time) { made = CivilMoment(day: made.day) }
        if fields.contains(.hold) { isHold = false }
    }
}

extension LineIdentity {
    /// The identity of a fact from which these fields were taken back.
    func emptying(_ fields: FilledFields) -> LineIdentity {
        var result = self
        if fields.contains(.bankID) { result.bankID = 0 }
        if fields.contains(.originalAmount) { result.original = 0 }
        if fields.contains(.balance) { result.balance = 0 }
        if fields.contains(.time) { result.second = -1 }
        if fields.contains(.hold) { result.isHold = false }
        return result
    }
}
