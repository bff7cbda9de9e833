package import Facts

/// A deposit or a loan as the person described it, with the terms of its contract.
package struct Holding: Sendable, Equatable {
    package enum Terms: Sendable, Equatable {
        case deposit(Deposit)
        case loan(Loan)
    }

    package struct Deposit: Sendable, Equatable {
        /// The last day that bears interest; nil for a deposit without a term.
        package let termEnd: CalendarDate?
        /// Interest is added to the deposit; otherwise it is paid out.
        package let isCapitalized: Bool
        /// On interest, by the day of the posting; none before the first step.
        package let tax: [DatedRate]
    }

    package enum Loan: Sendable, Equatable {
        /// So many equal payments.
        case annuity(payments: Int)
        /// So many payments with equal parts of the debt.
        case classic(payments: Int)
        /// The bank's own table.
        case own([OwnPayment])
    }

    /// A row of the bank's own table.
    package struct OwnPayment: Sendable, Equatable {
        package let day: CalendarDate
        /// Units paid in all.
        package let payment: Int64
        /// Units of it that are interest; nil where the table has payments alone.
        package let interest: Int64?
    }

    /// A payment beside the schedule: the balance changes at the end of that day.
    package struct Change: Sendable, Equatable {
        package let day: CalendarDate
        package let units: Int64
    }

    package let id: String
    package let terms: Terms
    /// Positive, in the currency's smallest coins.
    package let principal: Money
    /// Bears interest from the next day on.
    package let opened: CalendarDate
    /// In the order of their days; the first one also counts before its day.
    package let rates: [DatedRate]
    package let dayCount: DayCount
    /// 1…31; the last day of a month that is shorter. Nil where the end of the term is the only
    /// posting, and for the bank's own table.
    package let postingDay: Int?
    /// In the order of their days.
    package let changes: [Change]
    /// As the person wrote it; nil without one.
    package let account: String?
    /// The place of the entry, and of its account.
    package let place: SourcePlace
    package let accountPlace: SourcePlace

    package var currency: Currency { principal.currency }

    package var isLoan: Bool { if case .loan = terms { true } else { false } }

    /// The word of its kind in files.
    package var kind: String { isLoan ? "loan" : "deposit" }

    func rate(on day: CalendarDate) -> Int64 {
        (rates.step(on: day) ?? rates.first)?.millionths ?? 0
    }

    package func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: currency) }

    /// The first posting day after a day; nil where the calendar ends.
    static func posting(on number: Int, after day: CalendarDate) -> CalendarDate? {
        var (year, month, _) = day.parts
        while true {
            let last = CalendarDate.days(inMonth: month, year: year)
            guard let posting = CalendarDate(year: year, month: month, day: min(number, last))
            else { return nil }
            if posting > day { return posting }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
    }
}
