package import Facts
internal import Reports

/// A day on which interest is posted or a loan is paid.
package struct HoldingPosting: Sendable, Equatable {
    package let day: CalendarDate
    /// The amount that a statement should show: a deposit's interest without its tax, a loan's
    /// payment.
    package let expected: Money
    /// Before tax; rounded once.
    package let interest: Money
    /// The tax of the rounded interest; rounded once.
    package let tax: Money
    /// Added to a deposit, or paid back of a loan.
    package let principal: Money
    /// The balance of the deposit or of the debt at the end of the day. At the end of its term a
    /// deposit's is what is returned.
    package let balance: Money
}

/// The course of a holding by its terms: computed from them alone.
package struct HoldingSchedule: Sendable, Equatable {
    package let holding: Holding
    /// In the order of their days: up to the end of the term; without one, up to the first after
    /// the day that was asked about.
    package private(set) var postings: [HoldingPosting] = []

    /// - Throws: a fault at the holding's place in its file, if the terms lead out of the range of
    ///   amounts or days, or if more is taken than there is.
    package init(_ holding: Holding, through day: CalendarDate) throws(PlanFault) {
        self.holding = holding
        switch holding.terms {
        case .deposit(let deposit): postings = try holding.postings(of: deposit, through: day)
        case .loan(let loan): postings = try holding.postings(of: loan)
        }
    }

    /// The holding at the end of a day.
    package func standing(on day: CalendarDate) throws(PlanFault) -> HoldingStanding {
        let done = postings.prefix { $0.day <= day }
        let interest = done.reduce(Int128(0)) { $0 + Int128($1.interest.units) }
        let tax = done.reduce(Int128(0)) { $0 + Int128($1.tax.units) }
        var span = HoldingSpan(
            holding, from: done.last?.day ?? holding.opened,
            units: done.last?.balance.units ?? holding.principal.units)
        let isEnded = !postings.isEmpty && done.count == postings.count
        if day >= holding.opened, !isEnded { try span.run(through: day) }
        guard let accrued = span.interest.units, let interest = Int64(exactly: interest),
            let tax = Int64(exactly: tax)
        else { throw holding.fault(.amountTooLarge) }
        return HoldingStanding(
            state: day < holding.opened ? .coming : isEnded ? .ended : .running,
            // A deposit is returned; a bank's own table of a loan may leave a rest.
            balance: holding.money(
                day < holding.opened || isEnded && !holding.isLoan ? 0 : span.units),
            rate: DatedRate(day: day, millionths: holding.rate(on: day)),
            accrued: holding.money(accrued), next: postings.first { $0.day > day },
            interest: holding.money(interest), tax: holding.money(tax))
    }
}

/// A holding at the end of a day.
package struct HoldingStanding: Sendable, Equatable {
    package enum State: String, Sendable { case coming, running, ended }

    package let state: State
    /// The balance of the deposit or of the debt; zero before it is opened and after a deposit
    /// ended.
    package let balance: Money
    package let rate: DatedRate
    /// Interest since the last posting, before tax, rounded for display: no line has it.
    package let accrued: Money
    package let next: HoldingPosting?
    /// Posted so far, before tax.
    package let interest: Money
    /// The tax of ``interest``.
    package let tax: Money
}

/// The days between two postings: their interest, and the payments beside the schedule.
struct HoldingSpan {
    private let holding: Holding
    private(set) var interest: InterestSum
    /// Millionths of a percent times the convention's parts of a year, of all days.
    private(set) var rates: Int128 = 0
    /// At the end of the last day.
    private(set) var units: Int64
    private var day: CalendarDate
    private var weights: Int128 = 0

    /// - Parameter units: at the end of the first day, whose interest belongs to the span before.
    init(_ holding: Holding, from first: CalendarDate, units: Int64) {
        self.holding = holding
        interest = InterestSum(holding.dayCount)
        self.units = units
        day = first
    }

    /// Adds the interest of each day up to the last one, then the day's payments.
    ///
    /// - Parameter isMonth: the last day ends a month between two payments, which counts as 30
    ///   days wherever its ends are; the last day takes the difference.
    mutating func run(
        through last: CalendarDate, closingMonth isMonth: Bool = false
    ) throws(PlanFault) {
        while day < last {
            day = day.adding(days: 1)
            var weight = holding.dayCount.weight(of: day)
            weights += weight
            if isMonth, day == last { weight += 30 - weights }
            let rate = holding.rate(on: day)
            interest.add(units, rate: rate, weight: weight)
            rates += Int128(rate) * weight
            for change in holding.changes where change.day == day {
                units = try holding.balance(units, plus: change.units)
            }
        }
    }
}

extension Holding {
    func fault(_ kind: PlanFault.Kind, found: String = "") -> PlanFault {
        PlanFault(kind, at: place, found: found.isEmpty ? id : found)
    }

    /// - Throws: a fault for a balance below zero or of too many digits.
    func balance(_ units: Int64, plus change: Int64) throws(PlanFault) -> Int64 {
        let (sum, overflow) = units.addingReportingOverflow(change)
        if overflow || sum > Limits.holdingUnitsMax { throw fault(.amountTooLarge) }
        if sum < 0 { throw fault(.moreThanThere) }
        return sum
    }

    /// The postings of a deposit.
    func postings(
        of deposit: Deposit, through asked: CalendarDate
    ) throws(PlanFault) -> [HoldingPosting] {
        var postings: [HoldingPosting] = []
        var day = opened
        var units = principal.units
        while true {
            var next = deposit.termEnd
            if let number = postingDay, let posting = Self.posting(on: number, after: day),
                posting <= next ?? posting
            {
                next = posting
            }
            guard let next else { throw fault(.calendarEnds) }
            var span = HoldingSpan(self, from: day, units: units)
            try span.run(through: next)
            guard let gross = span.interest.units else { throw fault(.amountTooLarge) }
            let rate = deposit.tax.step(on: next)?.millionths ?? 0
            // At most a hundred percent of it.
            let taken = Int64(
                truncatingIfNeeded: Ratio.rounded(
                    Int128(gross) * Int128(rate), Int128(DatedRate.unitsOfWhole)))
            let added = deposit.isCapitalized ? gross - taken : 0
            units = try balance(span.units, plus: added)
            postings.append(
                HoldingPosting(
                    day: next, expected: money(gross - taken), interest: money(gross),
                    tax: money(taken), principal: money(added), balance: money(units)))
            day = next
            if day == deposit.termEnd || deposit.termEnd == nil && day > asked { return postings }
        }
    }
}
