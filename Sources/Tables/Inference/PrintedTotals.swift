internal import Facts
internal import Reading

/// The totals that an unknown table prints above or below its rows. Words find them; only matching
/// sums make them evidence.
struct PrintedTotals {
    enum Kind {
        case opening, closing, total, spent, received

        /// The reason to skip the figure's row.
        var reason: RowSkip.Reason {
            switch self {
            case .opening: .openingBalance
            case .closing: .closingBalance
            case .total, .spent, .received: .total
            }
        }
    }

    struct Figure {
        let kind: Kind
        /// The column of the figure; nil in a row of another width than the table's.
        let column: Int?
        let number: ReadNumber
        /// The number of rows above it.
        let rowsBefore: Int
        let line: Int
        let text: String
        /// The only number of its label.
        let isSole: Bool
    }

    private(set) var figures: [Figure] = []
    /// More of them than one statement has.
    private(set) var isGivenUp = false

    private static let figuresMax = 32

    /// - Parameter width: of the table; 0 for lines above it.
    /// - Returns: the row's first label and its cell; nil if the row has none.
    @discardableResult
    mutating func feed(
        _ row: TableFrame.Row, width: Int, rowsBefore: Int, line: Int, words: HeadingWords
    ) -> (cell: Int, kind: Kind)? {
        var labels: [(cell: Int, kind: Kind)] = []
        var numbers: [(cell: Int, number: ReadNumber)] = []
        for (index, cell) in row.enumerated() where !ColumnProfile.isBlank(cell.span) {
            if DayReadings.isDay(cell.span) { continue }
            let (label, tail) = Self.parted(cell, words)
            if let kind = words.totalsKind(HeaderText.fold(label.span)) {
                labels.append((index, kind))
            }
            if let number = Self.number(tail, words) { numbers.append((index, number)) }
        }
        guard let first = labels.first, !numbers.isEmpty else { return nil }
        for (position, label) in labels.enumerated() {
            // A single label applies to its whole row: the column of texts may follow that of
            // amounts.
            let end = position + 1 < labels.count ? labels[position + 1].cell : row.count
            let own = numbers.filter {
                labels.count == 1 || $0.cell >= label.cell && $0.cell < end
            }
            for found in own {
                guard figures.count < Self.figuresMax else {
                    isGivenUp = true
                    return first
                }
                let cell = row[found.cell]
                figures.append(
                    Figure(
                        kind: label.kind, column: row.count == width ? found.cell : nil,
                        number: found.number, rowsBefore: rowsBefore, line: line,
                        text: CellText.excerpt(cell.span), isSole: own.count == 1))
            }
        }
        return first
    }

    /// The figures printed above a known table.
    static func above(_ rows: ArraySlice<HeadRow>) -> [Figure] {
        // Most preambles have no money; this avoids loading the words.
        guard rows.contains(where: { $0.raw.contains { endsLikeMoney($0) } }) else { return [] }
        var totals = PrintedTotals()
        for (number, row) in rows.enumerated() {
            totals.feed(
                row.raw.map { Array($0.utf8) }, width: 0, rowsBefore: 0, line: number + 1,
                words: .builtIn)
        }
        return totals.isGivenUp ? [] : totals.figures
    }

    /// A point or comma, followed by one or two digits.
    private static func endsLikeMoney(_ cell: String) -> Bool {
        let end = cell.utf8.suffix(3).drop { $0 != 0x2C && $0 != 0x2E }.dropFirst()
        return !end.isEmpty && end.allSatisfy { $0 &- 0x30 < 10 }
    }

    /// Splits `Opening balance: 100.00` in one cell into label and number.
    private static func parted(
        _ cell: [UInt8], _ words: HeadingWords
    ) -> (label: [UInt8], tail: [UInt8]) {
        guard let colon = cell.lastIndex(of: 0x3A) else { return (cell, cell) }
        let tail = Array(cell[(colon + 1)...].drop { $0 <= 0x20 })
        return NumberReadings.isNumber(tail.span, words)
            ? (Array(cell[..<colon]), tail) : (cell, cell)
    }

    private static func number(_ cell: [UInt8], _ words: HeadingWords) -> ReadNumber? {
        guard NumberReadings.isNumber(cell.span, words) else { return nil }
        var readings = NumberReadings()
        return readings.feed(cell.span, line: 0, words: words)
    }
}

/// One way to read the amounts of a table.
struct AmountReading: Hashable {
    let source: AmountSource
    let mark: NumberStyle.DecimalMark

    static let marks: [NumberStyle.DecimalMark] = [.point, .comma, .either]
}

/// The sums of the rows in one reading, in units of 10^−9.
struct AmountSums {
    private(set) var moneyIn: Int128 = 0
    private(set) var moneyOut: Int128 = 0
    /// The sums lack a row.
    var isBroken = false
    private var first: Int128 = 0
    private var hasSeveralAmounts = false

    /// Enough different movements to exclude a sum by chance.
    var isStrong: Bool { !isBroken && hasSeveralAmounts }
    var net: Int128 { moneyIn - moneyOut }

    mutating func count(_ amount: Int128) {
        let size = amount < 0 ? 0 - amount : amount
        if size == 0 { return }
        if first == 0 { first = size }
        if first != size { hasSeveralAmounts = true }
        let (sum, overflow) = (amount < 0 ? moneyOut : moneyIn).addingReportingOverflow(size)
        // Half of the range: sums and differences of two cannot overflow.
        guard !overflow, sum < Int128.max / 4 else {
            isBroken = true
            return
        }
        if amount < 0 { moneyOut = sum } else { moneyIn = sum }
    }

    /// The difference to earlier sums.
    func since(_ earlier: AmountSums?) -> AmountSums {
        guard let earlier else { return self }
        var rest = self
        rest.moneyIn -= earlier.moneyIn
        rest.moneyOut -= earlier.moneyOut
        return rest
    }

    /// Whether a printed sum equals money in, money out, their difference or their total.
    func holds(_ printed: Int128) -> Bool {
        let size = Self.size(printed)
        return [moneyIn, moneyOut, Self.size(net), moneyIn + moneyOut].contains(size)
    }

    static func size(_ value: Int128) -> Int128 { value < 0 ? 0 - value : value }
}
