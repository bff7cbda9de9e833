internal import Facts
internal import Reading

/// The totals that an unknown table prints above or below its rows. Words find them; only matching
/// sums make them evidence.
struct PrintedTotals {
    enum Kind {
        case opening, closing, total, spent, received
        /// The balance of a day.
        case dated

        /// The reason to skip the figure's row.
        var reason: RowSkip.Reason {
            switch self {
            case .opening: .openingBalance
            case .closing: .closingBalance
            case .total, .spent, .received: .total
            case .dated: .informational
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
        /// The day of a balance, as printed.
        var day: [UInt8] = []
        var unit = Currency.unknown
    }

    private(set) var figures: [Figure] = []
    /// The days above the table that are no balance's.
    private(set) var otherDays = OtherDays()
    /// More of them than one statement has.
    private(set) var isGivenUp = false

    private static let figuresMax = 32
    /// Balances of each day say nothing about the statement, and shall not displace the others.
    private static let datedMax = 8
    private var datedCount = 0

    /// - Parameter width: of the table; 0 for lines above it.
    /// - Returns: the row's first label and its cell; nil if the row has none.
    @discardableResult
    mutating func feed(
        _ row: TableFrame.Row, width: Int, rowsBefore: Int, line: Int, words: HeadingWords
    ) -> (cell: Int, kind: Kind)? {
        var labels: [Label] = []
        var numbers: [(cell: Int, number: ReadNumber, unit: Currency)] = []
        var days: [[UInt8]] = []
        for (index, cell) in row.enumerated() where !ColumnProfile.isBlank(cell.span) {
            if DayReadings.isDay(cell.span) {
                days.append(cell)
                continue
            }
            var (label, tail) = Self.parted(cell, words)
            if let kind = words.totalsKind(HeaderText.fold(label.span)) {
                labels.append(Label(cell: index, kind: kind))
            } else if let dated = DatedLabel(cell, words) {
                labels.append(Label(cell: index, kind: .dated, day: dated.day))
                tail = dated.number
            } else if words.isBalanceOfAccount(label) {
                labels.append(Label(cell: index, kind: .dated))
            } else if width == 0 {
                days += DayReadings.days(in: cell)
            }
            if let found = Self.number(tail, words) {
                numbers.append((index, found.number, found.unit))
            }
        }
        if days.count == 1 {
            for index in labels.indices where labels[index].isUndated {
                labels[index].day = days[0]
            }
        }
        labels.removeAll(where: \.isUndated)
        if width == 0, labels.isEmpty { otherDays.add(days) }
        guard let first = labels.first, !numbers.isEmpty else { return nil }
        for (position, label) in labels.enumerated() {
            // A single label applies to its whole row: the column of texts may follow that of
            // amounts.
            let end = position + 1 < labels.count ? labels[position + 1].cell : row.count
            let own = numbers.filter {
                labels.count == 1 || $0.cell >= label.cell && $0.cell < end
            }
            for found in own {
                if label.kind == .dated {
                    datedCount += 1
                    if datedCount > Self.datedMax { continue }
                }
                guard figures.count < Self.figuresMax else {
                    isGivenUp = true
                    return (first.cell, first.kind)
                }
                let cell = row[found.cell]
                figures.append(
                    Figure(
                        kind: label.kind, column: row.count == width ? found.cell : nil,
                        number: found.number, rowsBefore: rowsBefore, line: line,
                        text: CellText.excerpt(cell.span), isSole: own.count == 1,
                        day: label.day, unit: found.unit))
            }
        }
        return (first.cell, first.kind)
    }

    private struct Label {
        let cell: Int
        let kind: Kind
        var day: [UInt8] = []

        var isUndated: Bool { kind == .dated && day.isEmpty }
    }

    /// Days above a table that are no balance's: the period, the day of the export.
    struct OtherDays {
        private(set) var all: [[UInt8]] = []
        /// The later ones of two days in one line.
        private(set) var periods: [(first: [UInt8], last: [UInt8])] = []

        private static let daysMax = 16

        fileprivate mutating func add(_ days: [[UInt8]]) {
            guard all.count + days.count <= Self.daysMax else { return }
            all += days
            if days.count == 2 { periods.append((days[0], days[1])) }
        }
    }

    /// The figures printed above a known table.
    static func above(_ rows: ArraySlice<HeadRow>) -> PrintedAround {
        // Most preambles have no money; this avoids loading the words.
        guard rows.contains(where: { $0.raw.contains { endsLikeMoney($0) } }) else {
            return PrintedAround()
        }
        var totals = PrintedTotals()
        for (number, row) in rows.enumerated() {
            totals.feed(
                row.raw.map { Array($0.utf8) }, width: 0, rowsBefore: 0, line: number + 1,
                words: .builtIn)
        }
        return PrintedAround(
            figures: totals.isGivenUp ? [] : totals.figures, otherDays: totals.otherDays)
    }

    /// A point or comma, followed by one or two digits and perhaps a unit.
    private static func endsLikeMoney(_ cell: String) -> Bool {
        var number = cell.utf8[...]
        var unitBytes = 0
        while let last = number.last, last &- 0x30 >= 10, unitBytes < unitBytesMax {
            number.removeLast()
            unitBytes += 1
        }
        let end = number.suffix(3).drop { $0 != 0x2C && $0 != 0x2E }.dropFirst()
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

    private static func number(
        _ cell: [UInt8], _ words: HeadingWords
    ) -> (number: ReadNumber, unit: Currency)? {
        guard NumberReadings.isNumber(cell.span, words) else { return nil }
        var readings = NumberReadings()
        let number = readings.feed(cell.span, line: 0, words: words)
        return (number, readings.unitCurrency)
    }

    /// ` грн.`
    private static let unitBytesMax = 10
}

/// The figures around a table, and the days above it that are no balance's.
struct PrintedAround {
    var figures: [PrintedTotals.Figure] = []
    var otherDays = PrintedTotals.OtherDays()
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
