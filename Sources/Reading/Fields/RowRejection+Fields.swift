import Facts

extension RowRejection.Kind {
    /// The rejection that an unreadable amount means.
    package init(amount problem: AmountProblem) {
        self =
            switch problem {
            case .empty: .amountMissing
            case .notANumber: .amountNotANumber
            case .ambiguous: .amountAmbiguous
            case .overflow: .amountOverflow
            }
    }

    /// The rejection that an unreadable day or time means.
    package init(date problem: DateProblem) {
        self =
            switch problem {
            case .empty: .dateMissing
            case .notADay: .dateNotADay
            case .notATime: .timeNotATime
            }
    }
}
