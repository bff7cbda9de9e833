package import Facts
package import Scanning

/// An error in a file in which a household writes its plans, and its place.
package struct PlanFault: Error, Sendable, Equatable {
    /// The raw value is the last part of the key of its sentence.
    package enum Kind: String, Sendable {
        case notYAML = "not-yaml"
        case notAList = "not-a-list"
        case notAMapping = "not-a-mapping"
        case notAText = "not-a-text"
        case emptyValue = "empty-value"
        case notAnAnswer = "not-an-answer"
        case unknownKey = "unknown-key"
        case keyMissing = "key-missing"
        /// Another entry has this name.
        case nameTwice = "name-twice"
        /// None of the words that are possible.
        case notAChoice = "not-a-choice"
        case currencyUnknown = "currency-unknown"
        case notADay = "not-a-day"
        /// Finer than the smallest coin, too large, or no number.
        case notAnAmount = "not-an-amount"
        case amountNotPositive = "amount-zero"
        case notARate = "not-a-rate"
        /// No whole number from 1 to the limit.
        case notACount = "not-a-count"
        /// Not a list of pairs `[DAY, NUMBER]`.
        case notDated = "not-dated"
        /// A day that is not later than the one before it.
        case notInOrder = "not-in-order"
        case accountUnknown = "account-unknown"

        // Faults of holdings.

        /// The amount that follows from the entry is too large.
        case amountTooLarge = "amount-too-large"
        /// More is taken than there is.
        case moreThanThere = "more-than-there"
        /// The days go beyond the calendar.
        case calendarEnds = "calendar-ends"

        // Faults of budgets.

        case categoryUnknown = "category-unknown"
        /// Income, or a move between own accounts.
        case categoryNotSpent = "not-spent"
        case everyInvalid = "every"
        /// Days are counted, or something is carried, from a day that is not there.
        case fromMissing = "from-missing"
        case toBeforeFrom = "to-before-from"
        case resetDayInvalid = "reset-day"
        case resetDayAlone = "reset-day-alone"
        case unusedInvalid = "unused"
        case overInvalid = "over"
        case coversItself = "covers-itself"
        /// The category has no budget with the same periods and currency.
        case coverWithoutBudget = "cover-without-budget"
        /// Two budgets of a category in the same days; two envelopes; two goals of a name.
        case twice
        case settingsTwice = "settings-twice"
        /// Money for a category without a budget on that day.
        case giftWithoutBudget = "gift-without-budget"
    }

    package let kind: Kind
    package let place: SourcePlace
    /// As written; of a missing key its name.
    package let found: String
    /// Names that may have been meant, or that are possible.
    package var near: [String] = []
    /// Why the file is no YAML.
    package var syntax: YAMLError.Problem?
    /// The largest possible number.
    package var limit = 0

    package init(_ kind: Kind, at place: SourcePlace, found: String = "") {
        self.kind = kind
        self.place = place
        self.found = found
    }
}

/// All faults of a file in its order; a file with a fault is not used.
package struct PlanFaults: Error, Sendable, Equatable {
    package let faults: [PlanFault]

    package init(_ faults: [PlanFault]) { self.faults = faults }

    /// The fault of a file whose form takes no further entry.
    init(notAList file: String, line: Int = 1) {
        faults = [PlanFault(.notAList, at: SourcePlace(file: file, line: line, column: 1))]
    }
}
