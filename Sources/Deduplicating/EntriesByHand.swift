import Facts

/// Payments that people entered by hand, before or beside the bank's rows of them.
///
/// Their words and days are approximate, so nothing proves that a bank's row is one of them, and
/// they are no evidence about exports. A row that would be new and has their account and amount on
/// a near day becomes a question.
struct EntriesByHand {
    struct Entry {
        let key: LineKey
        let day: Int32
        let currency: UInt32
        let scale: UInt8
        let text: UInt32
        var isTaken = false
    }

    private struct Group: Hashable {
        let account: UInt64
        let units: Int64
    }

    private var places: [Group: [Int]] = [:]
    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// People sometimes note the day after a payment.
    private static let daysBefore: Int32 = 1
    /// Days of entries that a row of this day may be: banks print the day of payment or of booking.
    static func daysNear(_ row: LineIdentity) -> ClosedRange<Int32> {
        (row.day &- FileEvidence.bookingDaysMax)...(row.day &+ daysBefore)
    }

    mutating func add(_ entry: LineIdentity) {
        places[Group(account: entry.account, units: entry.units), default: []].append(entries.count)
        entries.append(
            Entry(
                key: entry.key, day: entry.day, currency: entry.currency, scale: entry.scale,
                text: cut(entry.text)))
    }

    func hasKey(_ key: LineKey) -> Bool { entries.contains { $0.key == key } }

    mutating func markTaken(_ number: Int) { entries[number].isTaken = true }

    /// Indices of entries the row may be that no other row was compared with.
    func candidates(for row: LineIdentity) -> [Int] {
        guard let found = places[Group(account: row.account, units: row.units)] else { return [] }
        let days = Self.daysNear(row)
        return found.filter { number in
            let entry = entries[number]
            return !entry.isTaken && days.contains(entry.day) && entry.scale == row.scale
                && (entry.currency == row.currency || row.currency == Look.noCurrency)
        }
    }

    /// How unlikely the match is: first by distance in days, then by words.
    func cost(of number: Int, for row: LineIdentity) -> Int {
        let entry = entries[number]
        return Int((entry.day &- row.day).magnitude) * 10 + (entry.text == cut(row.text) ? 0 : 5)
    }
}
