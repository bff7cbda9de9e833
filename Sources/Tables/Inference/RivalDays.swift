internal import Facts
internal import Reading

/// Columns of days of which no heading says which one is the payment's: the day of a payment is
/// never after that of its booking or value, and not long before.
struct RivalDays {
    private let columns: [Int]
    /// Columns whose day is after another one's in some row, or missing, by the order of the parts.
    private var later: [DateOrder: Set<Int>] = [:]

    /// Card payments are booked within days; a statement or an invoice may be older.
    private static let daysMax: Int32 = 31

    init(_ columns: [Int]) { self.columns = columns }

    mutating func feed(_ row: CSVRow, _ text: Span<UInt8>) {
        let days = columns.map { column in
            column < row.fields.count
                ? DayReadings.days(of: text.extracting(row.range(column))) : [:]
        }
        for order in DateOrder.allCases {
            let known = days.compactMap { $0[order]?.daysSince1970 }
            guard let first = known.min(), let last = known.max() else { continue }
            for (column, days) in zip(columns, days) {
                let day = days[order]?.daysSince1970
                if day != first || last - first > Self.daysMax {
                    later[order, default: []].insert(column)
                }
            }
        }
    }

    /// The columns that have the earliest day in every row.
    func earliest(_ order: DateOrder) -> [Int] {
        columns.filter { later[order]?.contains($0) != true }
    }
}
