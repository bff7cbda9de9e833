internal import Facts
internal import Reports

extension Holding {
    /// The payments of a loan.
    func postings(of loan: Loan) throws(PlanFault) -> [HoldingPosting] {
        switch loan {
        case .annuity(let count): try Payments(self, count).postings(isAnnuity: true)
        case .classic(let count): try Payments(self, count).postings(isAnnuity: false)
        case .own(let rows): try postings(of: rows)
        }
    }

    /// The bank's own table: its words count, and what it leaves open is computed.
    private func postings(of rows: [OwnPayment]) throws(PlanFault) -> [HoldingPosting] {
        var postings: [HoldingPosting] = []
        var day = opened
        var units = principal.units
        for row in rows {
            var span = HoldingSpan(self, from: day, units: units)
            try span.run(through: row.day)
            guard let interest = row.interest ?? span.interest.units else {
                throw fault(.amountTooLarge)
            }
            postings.append(
                try posting(on: row.day, of: row.payment, interest: interest, from: span.units))
            (day, units) = (row.day, postings.last?.balance.units ?? units)
        }
        return postings
    }

    fileprivate func posting(
        on day: CalendarDate, of payment: Int64, interest: Int64, from units: Int64
    ) throws(PlanFault) -> HoldingPosting {
        let principal = payment - interest
        return HoldingPosting(
            day: day, expected: money(payment), interest: money(interest), tax: money(0),
            principal: money(principal), balance: money(try balance(units, plus: -principal)))
    }
}

/// Monthly payments of a loan that are computed from its terms.
private struct Payments {
    private let holding: Holding
    private let days: [CalendarDate]
    /// The days between payments, in the convention's parts of a year.
    private let weights: [Int128]

    init(_ holding: Holding, _ count: Int) throws(PlanFault) {
        self.holding = holding
        var days: [CalendarDate] = []
        var weights: [Int128] = []
        var day = holding.opened
        for _ in 0..<count {
            guard let number = holding.postingDay,
                let next = Holding.posting(on: number, after: day)
            else { throw holding.fault(.calendarEnds) }
            weights.append(holding.dayCount.weight(after: day, through: next))
            days.append(next)
            day = next
        }
        self.days = days
        self.weights = weights
    }

    func postings(isAnnuity: Bool) throws(PlanFault) -> [HoldingPosting] {
        var postings: [HoldingPosting] = []
        var previous = holding.opened
        var units = holding.principal.units
        // An annuity's payment; another loan's part of the debt.
        var level: Int64 = 0
        for (index, day) in days.enumerated() where units > 0 {
            var span = HoldingSpan(holding, from: previous, units: units)
            try span.run(through: day.adding(days: -1))
            // A payment beside the schedule on the day itself comes after this one.
            let debt = span.units
            try span.run(through: day, closingMonth: isMonth(index))
            guard let interest = span.interest.units else {
                throw holding.fault(.amountTooLarge)
            }
            if index == 0 || isComputedAgain(between: previous, day, isAnnuity: isAnnuity) {
                let computed =
                    isAnnuity
                    ? Annuity.payment(of: debt, over: rates(from: index, first: span.rates))
                    : Int64(Ratio.rounded(Int128(debt), Int128(days.count - index)))
                guard let computed else { throw holding.fault(.amountTooLarge) }
                level = computed
            }
            let principal = min(isAnnuity ? level - interest : level, span.units)
            let isLast = index == days.count - 1
            postings.append(
                try holding.posting(
                    on: day, of: (isLast ? span.units : principal) + interest, interest: interest,
                    from: span.units))
            (previous, units) = (day, postings.last?.balance.units ?? 0)
        }
        return postings
    }

    /// A step of the rate, or a payment beside the schedule, since the payment before: a step on
    /// the day of a payment counts for the next one.
    private func isComputedAgain(
        between previous: CalendarDate, _ day: CalendarDate, isAnnuity: Bool
    ) -> Bool {
        isAnnuity && holding.rates.changes(from: previous, before: day)
            || holding.changes.contains { previous <= $0.day && $0.day < day }
    }

    /// The period before a payment is a month of 30 days.
    private func isMonth(_ index: Int) -> Bool {
        guard holding.dayCount == .thirty360, let number = holding.postingDay else { return false }
        let opened = holding.opened
        return index > 0
            || Holding.posting(on: number, after: opened.adding(days: -1)) == opened
    }

    /// The rates of a payment's period and of all later ones, for which the rate before its day is
    /// taken to stay.
    ///
    /// - Parameter first: of the first period, as its days have it.
    private func rates(from index: Int, first: Int128) -> [PeriodRate] {
        let rate = UInt64(holding.rate(on: days[index].adding(days: -1)))
        if holding.dayCount == .thirty360 {
            let month = PeriodRate(rate, per: 12 * UInt64(DatedRate.unitsOfWhole))
            return Array(repeating: month, count: days.count - index)
        }
        let year = UInt64(DatedRate.unitsOfWhole) * UInt64(holding.dayCount.partsOfYear)
        let later = weights[(index + 1)...].map { PeriodRate(rate * UInt64($0), per: year) }
        return [PeriodRate(UInt64(first), per: year)] + later
    }
}
