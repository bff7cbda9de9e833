package import Facts
package import Scanning

/// An error in a file in which a household writes its plans, and its place.
package struct PlanFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case syntax(YAMLError.Problem)
        case notAList, notAMapping, notAText, emptyValue, notAnAnswer
        case unknownKey, keyMissing
        /// Another entry has this name.
        case nameTwice
        /// None of the words that are possible.
        case notAChoice
        case currencyUnknown
        case notADay
        /// Zero, negative where that is impossible, finer than the smallest coin, or no number.
        case notAnAmount
        case notARate
        /// No whole number from 1 to the limit.
        case notACount(most: Int)
        /// Not a list of pairs `[DAY, NUMBER]`.
        case notDated
        /// A day that is not later than the one before it.
        case notInOrder
        case accountUnknown
        /// What follows from the entry is too large for an amount.
        case amountTooLarge
        /// More is taken than there is.
        case moreThanThere
        /// The days go beyond the calendar.
        case calendarEnds
    }

    package let kind: Kind
    package let place: SourcePlace
    /// As written; of a missing key its name.
    package let found: String
    /// What may have been meant, or what is possible.
    package let near: [String]

    package init(kind: Kind, place: SourcePlace, found: String, near: [String] = []) {
        self.kind = kind
        self.place = place
        self.found = found
        self.near = near
    }
}

/// All faults of a file in its order; a file with a fault is not used.
package struct PlanFaults: Error, Sendable, Equatable {
    package let faults: [PlanFault]

    package init(_ faults: [PlanFault]) { self.faults = faults }
}
