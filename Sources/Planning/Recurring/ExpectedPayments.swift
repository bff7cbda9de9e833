package import Facts
package import Reports

/// The streams of a ledger, for lines that wait: which of them expects such a payment.
package struct ExpectedPayments {
    private var payments: RecurringPayments
    private var streams: [RecurringPayments.Party: [RecurringStream]] = [:]

    /// - Parameter payments: with the rows in which the streams were found.
    package init(_ streams: [RecurringStream], of payments: RecurringPayments) {
        self.payments = payments
        let byKey = Dictionary(streams.map { ($0.last.key, [$0]) }, uniquingKeysWith: +)
        for record in payments.records {
            guard let found = byKey[record.key] else { continue }
            self.streams[payments.party(of: record), default: []] += found
        }
    }

    /// The stream of the line's party, of about this amount, that expects a payment about this day;
    /// and the day.
    package mutating func payment(
        for row: ReportRow
    ) -> (stream: RecurringStream, day: CalendarDate)? {
        guard let record = payments.record(of: PaymentRow(of: row, payments.texts)) else {
            return nil
        }
        let found = streams[payments.party(of: record), default: []].compactMap { stream in
            stream.day(expecting: row.amount, on: row.day).map { (stream: stream, day: $0) }
        }
        func distance(_ day: CalendarDate) -> Int32 {
            abs(day.daysSince1970 - row.day.daysSince1970)
        }
        return found.min { (distance($0.day), $0.stream.id) < (distance($1.day), $1.stream.id) }
    }
}

extension RecurringStream {
    /// Payments that may come before the next one is filed: of a quarter that is reviewed at once.
    private static let slotsAhead = 3
    private static let differencePermilleMax = 100

    /// The expected day of a payment; nil where none of this amount is expected then.
    ///
    /// A stream may have ended only because its last payments still wait.
    fileprivate func day(expecting amount: Money, on day: CalendarDate) -> CalendarDate? {
        guard state != .early, state != .paused, state != .ended || saidBy == nil else {
            return nil
        }
        let scale = max(amount.scale, self.amount.scale)
        guard let paid = try? amount.units(atScale: scale),
            let expected = try? self.amount.units(atScale: scale),
            StreamEvidence.permille(
                Int64(clamping: paid.magnitude), Int64(clamping: expected.magnitude))
                <= Self.differencePermilleMax
        else { return nil }
        let days = Int(day.daysSince1970)
        let slot = rhythm.slot(near: days)
        guard (1...Self.slotsAhead).contains(slot - lastSlot),
            abs(days - rhythm.day(slot)) <= cadence.reach
        else { return nil }
        return expectedDay(slot)
    }
}
