package import Scanning

/// What in `budget.yaml` cannot be read, and where.
package struct BudgetFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case syntax(YAMLError.Problem)
        case notAList, notAMapping, notAText
        case unknownKey
        /// The entry needs this key.
        case keyMissing
        case categoryUnknown
        /// Income, or a move between own accounts.
        case categoryNotSpent
        case accountUnknown
        case amountInvalid, amountNotPositive, currencyInvalid
        case everyInvalid, dayInvalid
        /// Days are counted, or something is carried, from a day that is not there.
        case fromMissing
        case toBeforeFrom
        case resetDayInvalid, resetDayAlone
        case unusedInvalid, overInvalid
        case coversItself
        /// The category has no budget with the same periods and currency.
        case coverWithoutBudget
        /// Two budgets of a category in the same days; two envelopes; two goals of a name.
        case twice
        case answerInvalid
        case settingsTwice
        /// Money for a category without a budget on that day.
        case giftWithoutBudget
    }

    package let kind: Kind
    /// 1-based.
    package let line: Int
    /// 1-based, in Unicode scalars.
    package let column: Int
    /// As written, or the missing key.
    package let found: String
    /// What may have been meant; at most four.
    package let near: [String]
}

/// All faults of the file in its order; a file with a fault is not used.
package struct BudgetFaults: Error, Sendable, Equatable {
    package let faults: [BudgetFault]

    package init(_ faults: [BudgetFault]) { self.faults = faults }
}
