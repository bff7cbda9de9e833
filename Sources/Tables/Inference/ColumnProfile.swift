internal import Facts
internal import Scanning
internal import Reading

/// The profile of an unknown table's column over all rows, in constant memory.
struct ColumnProfile {
    private(set) var filled = 0
    private(set) var blank = 0
    /// The number of these cells with a minus: beside a plus they are not blank.
    private(set) var dashes = 0
    /// Cells of a spreadsheet that could not be computed: neither filled nor blank.
    private(set) var errors = 0
    /// Words in place of a day that is not there yet: `Pending`, `00/00/0000`.
    private(set) var unsetDays: [[UInt8]] = []
    private(set) var days: DayReadings
    private(set) var numbers: NumberReadings
    private(set) var textBytes = 0
    /// Cells that name a currency.
    private(set) var currencies = 0
    /// Cells of three capital letters that are a code of ISO 4217.
    private(set) var currencyCodes = 0
    /// Cells of three or four digits.
    private(set) var codes = 0
    /// Cells of two digits.
    private(set) var pairs = 0
    /// Cells with a time of day.
    private(set) var times = 0
    private(set) var midnights = 0
    /// The distinct values, if they are few and short.
    private(set) var values: [[UInt8]] = []
    private(set) var hasManyValues = false
    /// No repeated value among the first ones: the column may number the rows.
    private(set) var isUnique = true
    /// Hashes of the first values.
    private var hashes: Set<UInt64> = []
    /// The number of distinct values, as far as they are counted.
    var distinct: Int { min(hashes.count, Self.distinctMax) }

    private let mayBeUnset: Bool

    private static let valuesMax = 24
    private static let valueBytesMax = 48
    /// A column of shops has fewer in a month, one of kinds of payments far fewer.
    private static let distinctMax = 256
    /// Rows checked for uniqueness.
    private static let hashesMax = 50_000

    /// - Parameters:
    ///   - places: decimal shift of the heading's unit.
    ///   - hasSerials: the days are a spreadsheet's numbers.
    ///   - mayBeUnset: the days are of booking, which comes later.
    init(places: Int = 0, hasSerials: Bool = false, mayBeUnset: Bool = false) {
        self.mayBeUnset = mayBeUnset
        days = DayReadings(ofSerials: hasSerials)
        numbers = NumberReadings(places: places)
    }

    var isAllDays: Bool { days.count > 0 && days.misses == 0 && !days.left.isEmpty }
    var isAllNumbers: Bool { numbers.count > 0 && numbers.misses == 0 }
    var isMoney: Bool { isAllNumbers && numbers.moneyLike > 0 }
    var isText: Bool { filled > 0 && !isAllDays && !isAllNumbers }

    /// Few texts, all of them numbers of accounts or cards.
    var isAccounts: Bool {
        !hasManyValues && !values.isEmpty
            && values.allSatisfy {
                AccountNumberText.isNumber(AccountNumberText.plain($0).filter { $0 > 0x20 })
            }
    }

    /// A plus or a minus in every cell; the minus is a dash that elsewhere means blank.
    var isPlusOrMinus: Bool { dashes > 0 && blank == dashes && values == [[0x2B]] }

    /// - Parameter isTyped: the cell is a sheet's number or day.
    /// - Returns: the cell as a number.
    mutating func feed(
        _ cell: Span<UInt8>, line: Int, words: HeadingWords, isTyped: Bool = false
    ) -> ReadNumber {
        guard !Self.isBlank(cell) else {
            blank += 1
            if cell.count == 1, cell[0] == 0x2D { dashes += 1 }
            return ReadNumber()
        }
        if Self.isError(cell) {
            errors += 1
            return ReadNumber()
        }
        if mayBeUnset, isUnset(cell, words) {
            blank += 1
            return ReadNumber()
        }
        filled += 1
        textBytes += cell.count
        // A column with other values is not checked for days any more.
        if days.count > 0 || days.misses < 4 { days.feed(cell, line: line) }
        remember(cell)
        if let currency = CurrencyText.parse(cell) {
            currencies += 1
            if cell.count == 3, Self.areCapitals(cell), currency.isListed { currencyCodes += 1 }
        }
        if let second = try? DateText.parseTime(cell) {
            times += 1
            if second == 0 { midnights += 1 }
        }
        if cell.count == 3 || cell.count == 4, Self.isDigits(cell) { codes += 1 }
        if cell.count == 2, Self.isDigits(cell) { pairs += 1 }
        return numbers.feed(cell, line: line, words: words, isTyped: isTyped)
    }

    /// Reads the day of a row that is no movement: it has the format of the others.
    mutating func readDay(_ cell: Span<UInt8>, line: Int) {
        if days.isDay(cell) { days.feed(cell, line: line) }
    }

    /// Whether the cell says that its day is not there yet.
    private mutating func isUnset(_ cell: Span<UInt8>, _ words: HeadingWords) -> Bool {
        guard cell.count <= 32 else { return false }
        var hasOther = false
        for index in 0..<cell.count where cell[index] &- 0x31 < 9 { hasOther = true }
        if hasOther { return false }
        var isZero = false
        for index in 0..<cell.count where cell[index] == 0x30 { isZero = true }
        // `0` is a flag's no.
        if !isZero || cell.count < 6 {
            guard case .hold? = words.state(HeaderText.fold(cell)) else { return false }
        }
        let bytes = Array(cell)
        if !unsetDays.contains(bytes), unsetDays.count < Self.valuesMax { unsetDays.append(bytes) }
        return true
    }

    /// `#N/A`, `#REF!`, `#ЗНАЧ!`, `#NAME?`, or a number too wide for its column.
    static func isError(_ cell: Span<UInt8>) -> Bool {
        guard cell.count >= 4, cell.count <= 32, cell[0] == 0x23 else { return false }
        var hashes = 0
        var slash = false
        for index in 0..<cell.count {
            if cell[index] == 0x23 { hashes += 1 }
            if cell[index] == 0x2F { slash = true }
            // A tag or a number: `#lunch`, `#12`.
            if cell[index] &- 0x61 < 26 || cell[index] == 0x20 { return false }
        }
        let last = cell[cell.count - 1]
        return hashes == cell.count || hashes == 1 && (last == 0x21 || last == 0x3F || slash)
    }

    private mutating func remember(_ cell: Span<UInt8>) {
        if hashes.count < (isUnique ? Self.hashesMax : Self.distinctMax) {
            let isNew = hashes.insert(StableHash.hash(cell, seed: 0)).inserted
            if !isNew { isUnique = false }
        }
        if hasManyValues { return }
        guard cell.count <= Self.valueBytesMax else {
            hasManyValues = true
            return
        }
        let bytes = Array(cell)
        if values.contains(bytes) { return }
        if values.count < Self.valuesMax { values.append(bytes) } else { hasManyValues = true }
    }

    /// Empty, or one of the dashes that mean empty.
    static func isBlank(_ cell: Span<UInt8>) -> Bool {
        for index in 0..<cell.count where cell[index] > 0x20 {
            if cell[index] == 0xC2 { return cell.inked(0..<cell.count).isEmpty }
            return cell.count == 1 && cell[0] == 0x2D
                || cell.count == 3 && cell[0] == 0xE2 && cell[1] == 0x80 && cell[2] == 0x94
        }
        return true
    }

    private static func areCapitals(_ cell: Span<UInt8>) -> Bool {
        for index in 0..<cell.count where cell[index] &- 0x41 >= 26 { return false }
        return true
    }

    private static func isDigits(_ cell: Span<UInt8>) -> Bool {
        for index in 0..<cell.count where cell[index] &- 0x30 >= 10 { return false }
        return true
    }
}
