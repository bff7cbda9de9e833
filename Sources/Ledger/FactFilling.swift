package import Facts

/// Fields that another source of a known line may fill: only those empty so far.
package struct FilledFields: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    // Bits are stored in the undo log: a field never changes its bit. ``FactText/description`` has
    // none, as it is never filled; later texts have those from the sixteenth on.
    package init(_ field: FactText) {
        self.init(bit: field == .bankID ? 0 : field.rawValue + (field.isLater ? 8 : -1))
    }

    package init(_ field: FactMoney) { self.init(bit: 8 + field.rawValue) }

    package init(_ field: FactDay) { self.init(bit: 12 + field.rawValue) }

    private init(bit: Int) { rawValue = 1 << bit }

    package static let mcc = FilledFields(bit: 7)
    /// Time and UTC offset, on the same day.
    package static let time = FilledFields(bit: 14)
    /// The hold mark, from the first source with bank ids.
    package static let hold = FilledFields(bit: 15)
}

extension StatementFact {
    /// Fills empty fields from `other` and returns which. Day, amount, account and description are
    /// the line's identity and never change.
    package mutating func fill(from other: StatementFact) -> FilledFields {
        var filled: FilledFields = []
        // Only sources with ids distinguish holds from booked lines; the first of them decides.
        if bankID.isEmpty, !other.bankID.isEmpty, other.isHold, !isHold {
            isHold = true
            filled.insert(.hold)
        }
        for field in FactText.allCases
        where field != .description && self[field].isEmpty && !other[field].isEmpty {
            self[field] = other[field]
            filled.insert(FilledFields(field))
        }
        for field in FactMoney.allCases where self[field] == nil {
            guard let money = other[field] else { continue }
            // An amount without a currency has that of the line.
            self[field] = field.isInLineCurrency ? money.named(amount.currency) : money
            filled.insert(FilledFields(field))
        }
        for field in FactDay.allCases where self[field] == nil && other[field] != nil {
            self[field] = other[field]
            filled.insert(FilledFields(field))
        }
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

    /// Reverts ``fill(from:)``.
    mutating func empty(_ fields: FilledFields) {
        for field in FactText.allCases
        where field != .description && fields.contains(FilledFields(field)) {
            self[field] = ""
        }
        for field in FactMoney.allCases where fields.contains(FilledFields(field)) {
            self[field] = nil
        }
        for field in FactDay.allCases where fields.contains(FilledFields(field)) {
            self[field] = nil
        }
        if fields.contains(.mcc) { mcc = 0 }
        if fields.contains(.time) { made = CivilMoment(day: made.day) }
        if fields.contains(.hold) { isHold = false }
    }
}

extension LineIdentity {
    /// The identity of the fact after these fields are emptied again.
    func emptying(_ fields: FilledFields) -> LineIdentity {
        var result = self
        if fields.contains(FilledFields(.bankID)) { result.bankID = 0 }
        if fields.contains(FilledFields(.original)) { result.original = 0 }
        if fields.contains(FilledFields(.balance)) { result.balance = 0 }
        if fields.contains(.time) { result.second = -1 }
        if fields.contains(.hold) { result.isHold = false }
        return result
    }
}
