import Facts

/// Payments that people wrote down themselves, before or beside what the bank tells of them.
///
/// Their words and days are a person's, so nothing proves that a row of the bank is one of them;
/// and nothing of them is evidence about exports. A row that would be new and has their account and
/// amount, on a day near, is a question.
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

    /// A person may take the day after for the day it was.
    private static let daysBefore: Int32 = 1
    /// Days of entries that a row of this day may be: banks print it on the day, or when they book
    /// it.
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

    mutating func markTaken(_ number: Int) { entries[number].isTaken = true }

    /// Numbers of entries the row may be, that no other row was held against.
    func candidates(for row: LineIdentity) -> [Int] {
        guard let found = places[Group(account: row.account, units: row.units)] else { return [] }
        let days = Self.daysNear(row)
        return found.filter { number in
            let entry = entries[number]
            return !entry.isTaken && days.contains(entry.day) && entry.scale == row.scale
                && (entry.currency == row.currency || row.currency == Look.noCurrency)
        }
    }

    /// How unlikely it is that the row is this entry: the nearest day first, then the same words.
    func cost(of number: Int, for row: LineIdentity) -> Int {
        let entry = entries[number]
        return Int((entry.day &- row.day).magnitude) * 10 + (entry.text == cut(row.text) ? 0 : 5)
    }
}
