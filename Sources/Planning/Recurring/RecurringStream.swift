package import Facts

/// Payments that come again: to or from one party, of one account, every so often.
package struct RecurringStream: Sendable, Equatable {
    package struct Payment: Sendable, Equatable {
        package let key: LineKey
        package let day: CalendarDate
        package let amount: Money
        package let account: String
    }

    /// A hash of party, account, direction, currency and cadence, which later payments do not
    /// change.
    package var id: String
    /// As the last payment shows it, or as a person called it.
    package var name: String
    /// That of the last payment.
    package let account: String
    package let category: String
    package let cadence: Cadence
    /// Oldest first, at least one.
    package let payments: [Payment]
    /// The amount of the next payment; signed.
    package var amount: Money
    package var state: State
    /// The price before a rise.
    package let before: Payment?
    package var isConfirmed = false
    /// Days before a payment on which a calendar reminds of it.
    package var reminders: [Int] = []

    /// The index of the entry of `recurring.yaml` about it.
    package var saidBy: Int?
    /// The name that an entry about it has.
    package let party: String
    let rhythm: Rhythm
    let lastSlot: Int

    package enum State: String, Sendable, CaseIterable {
        /// Two equal payments: too few to count on.
        case early
        case mature
        /// The last payment is the first at a higher price.
        case raised
        /// The expected day has passed without a payment.
        case late
        /// Nothing came for long after the expected day, or a person said so.
        case ended
        /// A person paused it.
        case paused
    }

    package var currency: Currency { amount.currency }
    package var last: Payment { payments[payments.count - 1] }

    /// Further payments are expected, and it counts in sums.
    package var isActive: Bool {
        switch state {
        case .mature, .raised, .late: true
        case .early, .ended, .paused: false
        }
    }

    /// The first expected day without a payment, perhaps past; nil for an inactive stream, except
    /// an early one.
    package var next: CalendarDate? {
        isActive || state == .early ? expectedDay(lastSlot + 1) : nil
    }

    /// The day of the first payment at a price that no second payment confirmed yet.
    package var raisedOn: CalendarDate? { state == .raised ? last.day : nil }

    /// A month's share of the amount, rounded half away from zero; nothing for inactive streams.
    package var monthly: Money {
        guard isActive else { return Money(units: 0, scale: amount.scale, currency: currency) }
        let (units, of) = cadence.share
        let whole = Int128(amount.units.magnitude) * Int128(units)
        let rounded = (2 * whole + Int128(of)) / (2 * Int128(of))
        // A week's amount times less than five.
        let size = Int64(clamping: rounded)
        return Money(
            units: amount.isNegative ? -size : size, scale: amount.scale, currency: currency)
    }

    /// The days after `day`, until and with `end`, on which payments are expected; none of a stream
    /// whose payment is late by half a period, as it may have ended.
    package func days(after day: CalendarDate, through end: CalendarDate) -> [CalendarDate] {
        // Banks book later than they say after holidays.
        let patience = max(cadence.daysAbout / 2, cadence.reach + 2)
        guard isActive, daysOverdue(on: day) <= min(patience, cadence.graceDays) else { return [] }
        var found: [CalendarDate] = []
        var slot = lastSlot + 1
        // A payment that was due on a day of rest may still be booked.
        if let pending = pendingDay(on: day), pending <= end {
            found.append(pending)
            slot += 1
        }
        while found.count < Self.daysMax {
            let expected = expectedDay(slot)
            if expected > end { break }
            if expected > day { found.append(expected) }
            slot += 1
        }
        return found
    }

    /// The same with a payment that is due on `day` or late: it counts on the first of the days,
    /// as long as the stream has not ended.
    func expected(
        after day: CalendarDate, through end: CalendarDate
    ) -> [(due: CalendarDate, counted: CalendarDate)] {
        let coming = days(after: day, through: end).map { (due: $0, counted: $0) }
        if pendingDay(on: day) != nil { return coming }
        let isOverdue = (0...cadence.graceDays).contains(daysOverdue(on: day))
        guard isActive, isOverdue, end > day else { return coming }
        return [(due: expectedDay(lastSlot + 1), counted: day.adding(days: 1))] + coming
    }

    /// The day after `day` on which a payment is booked that was due until then, on a day of rest;
    /// nil for none.
    private func pendingDay(on day: CalendarDate) -> CalendarDate? {
        let recent = payments.suffix(StreamOutlook.paymentsComparedMax)
        if daysOverdue(on: day) < 0 || state == .late { return nil }
        if recent.contains(where: { WorkingDays.isWeekend(Int($0.day.daysSince1970)) }) {
            return nil
        }
        let booked = WorkingDays.first(from: rhythm.day(lastSlot + 1))
        return booked > Int(day.daysSince1970)
            ? CalendarDate(daysSince1970: Int32(clamping: booked)) : nil
    }

    private func daysOverdue(on day: CalendarDate) -> Int {
        Int(day.daysSince1970) - rhythm.day(lastSlot + 1)
    }

    /// The stream as its first payments alone would show it; nil where they are too few.
    func knowing(_ count: Int) -> RecurringStream? {
        guard count >= cadence.paymentsMin, count <= payments.count else { return nil }
        let known = Array(payments.prefix(count))
        let slot = rhythm.slot(near: Int(known[count - 1].day.daysSince1970))
        return RecurringStream(
            id: id, name: name, account: account, category: category, cadence: cadence,
            payments: known, amount: amount, state: .mature, before: nil, party: party,
            rhythm: rhythm, lastSlot: slot)
    }

    /// A stream for each account that it was paid from, of which only the last one goes on.
    var byAccount: [RecurringStream] {
        if payments.allSatisfy({ $0.account == account }) { return [self] }
        var parts: [RecurringStream] = []
        var left = payments[...]
        while let account = left.first?.account {
            let paid = Array(left.prefix { $0.account == account })
            left = left.dropFirst(paid.count)
            let slot = rhythm.slot(near: Int(paid[paid.count - 1].day.daysSince1970))
            parts.append(
                RecurringStream(
                    id: id, name: name, account: account, category: category, cadence: cadence,
                    payments: paid, amount: amount, state: left.isEmpty ? state : .ended,
                    before: before, isConfirmed: isConfirmed, reminders: reminders, saidBy: saidBy,
                    party: party, rhythm: rhythm, lastSlot: left.isEmpty ? lastSlot : slot))
        }
        return parts
    }

    /// More are not asked for: every week of two centuries.
    private static let daysMax = 10_000

    func expectedDay(_ slot: Int) -> CalendarDate {
        CalendarDate(daysSince1970: Int32(clamping: rhythm.day(slot)))
    }

    /// Days between successive payments.
    package var gaps: [Int] {
        zip(payments, payments.dropFirst()).map {
            Int($1.day.daysSince1970) - Int($0.day.daysSince1970)
        }
    }
}
