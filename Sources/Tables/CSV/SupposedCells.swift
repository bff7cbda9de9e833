internal import Facts
internal import Scanning
internal import Reading

/// Statistics of the supposed column's cells.
struct SupposedCells {
    private(set) var count = 0
    private(set) var filled = 0
    private(set) var days = 0
    private(set) var currencies = 0
    private(set) var ibans = 0
    /// At least six digits, as account numbers have.
    private(set) var numbers = 0
    /// With a letter, and no day.
    private(set) var texts = 0
    /// The first few distinct words.
    private(set) var words: Set<[UInt8]> = []

    private static let wordsMax = 64

    /// A row that ends before the column.
    mutating func skip() { count += 1 }

    mutating func feed(_ cell: Span<UInt8>) {
        count += 1
        if ColumnProfile.isBlank(cell) { return }
        filled += 1
        if DayReadings.isDay(cell) {
            days += 1
            return
        }
        if let currency = CurrencyText.parse(cell), currency.isListed { currencies += 1 }
        if IBANText.normalized(cell) != nil { ibans += 1 }
        let digits = cell.indices.count { cell[$0] &- 0x30 < 10 }
        if digits >= 6 { numbers += 1 }
        let folded = HeaderText.fold(cell)
        if words.count < Self.wordsMax { words.insert(folded) }
        if folded.contains(where: { $0 &- 0x61 < 26 || $0 >= 0x80 }) { texts += 1 }
    }
}
