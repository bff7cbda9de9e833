import Facts

extension RowRejection.Kind {
    /// The rejection for an unreadable amount.
    package init(amount problem: AmountProblem) {
        self =
            switch problem {
            case .empty: .amountMissing
            case .notANumber: .amountNotANumber
            case .ambiguous: .amountAmbiguous
            case .overflow: .amountOverflow
            }
    }

    /// The rejection for an unreadable day or time.
    package init(date problem: DateProblem) {
        self =
            switch problem {
            case .empty: .dateMissing
            case .notADay: .dateNotADay
            case .notATime: .timeNotATime
            }
    }
}
