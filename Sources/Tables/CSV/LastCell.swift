internal import Facts
internal import Reading

/// Tells from the other rows whether the end of a file truncated its last row.
///
/// Most exports have no final line end, so its absence proves nothing: the last row must be shorter
/// than all others where those are uniform (cells, decimals, a code's length), or its balance must
/// require a longer number with the cell as its prefix. A matching balance proves the row whole.
struct LastCell {
    /// The kind of the last column, as far as it constrains the length.
    private enum Kind {
        case money
        /// Codes, numbers and days: of one length, if all others are.
        case code
    }

    /// The last column with a heading.
    private let column: Int
    private let kind: Kind?
    private let isBalance: Bool
    private let isAccount: Bool
    private let hasBalances: Bool
    private var rows = 0
    private var cellsMin = Int.max
    /// One for every column of money; a debit's and its credit's are one.
    private var decimals: [Decimals] = []
    /// A number ends with a zero decimal: the program does not omit zeros.
    private var hasZeroAtEnd = false
    /// A column has numbers with different counts of decimals: zeros are omitted.
    private var leavesZerosOut = false
    private var firstCode: [UInt8] = []
    private var isLengthFixed = true
    private var codes = 0
    private var hasBlank = false
    private var last: Step?
    /// Balances that follow from the row above, and from the row below.
    private var oldestFirst = 0
    private var newestFirst = 0

    /// Fewer rows are alike by chance.
    private static let numbersMin = 2
    private static let codesMin = 3
    private static let filledMin = 3
    private static let linksMax = 8

    init(_ columns: CSVColumns, cells: Int) {
        column = cells - 1
        let fields = LayoutField.allCases.filter {
            columns[$0] == cells - 1 || columns.others[$0.rawValue].contains(cells - 1)
        }
        isBalance = fields.contains(.balance)
        isAccount = fields.contains(.counterpartyIBAN) || fields.contains(.account)
        hasBalances = columns.has(.balance)
        if fields.contains(where: Self.amounts.contains) {
            kind = .money
            let sides = [columns[.debit], columns[.credit]].filter { $0 >= 0 }
            let others = [LayoutField.amount, .originalAmount, .balance, .fee, .cashback].map {
                [columns[$0]].filter { $0 >= 0 }
            }
            decimals = (others + [sides]).filter { !$0.isEmpty }.map { Decimals(columns: $0) }
        } else if fields.contains(where: Self.codes.contains) {
            kind = .code
        } else {
            kind = nil
        }
    }

    /// The data of a row needed for its neighbours' balances: a whole line would be copied for each
    /// row.
    struct Step {
        let account: Int32
        let amount: Money
        let balance: Money?

        init(_ line: borrowing StatementLine) {
            account = line.account
            amount = line.amount
            balance = line.balance
        }
    }

    /// The counts of decimals in a column's numbers.
    private struct Decimals {
        let columns: [Int]
        var count: UInt8?
        var rows = 0
    }

    private static let amounts = LayoutField.allCases.filter(\.isMoney)
    private static let codes: [LayoutField] = [
        .made, .time, .booked, .value, .currency, .originalCurrency, .balanceCurrency, .mcc, .id,
        .account, .counterpartyIBAN, .counterpartyTaxID,
    ]

    /// A row that was read and has a line end.
    mutating func count(
        _ step: Step, _ row: CSVRow, of text: Span<UInt8>,
        _ mapper: CSVRowMapper
    ) {
        rows += 1
        cellsMin = min(cellsMin, row.fields.count)
        if hasBalances { follow(step) }
        guard let kind else { return }
        if case .money = kind, !leavesZerosOut { countDecimals(row, text, mapper) }
        guard column < row.fields.count, row.fields[column].count > 0 else {
            hasBlank = true
            return
        }
        guard case .code = kind else { return }
        let cell = row.range(of: row.fields[column])
        codes += 1
        if firstCode.isEmpty { firstCode = cell.map { text[$0] } }
        if firstCode.count != cell.count { isLengthFixed = false }
    }

    private mutating func countDecimals(
        _ row: CSVRow, _ text: Span<UInt8>, _ mapper: CSVRowMapper
    ) {
        for index in decimals.indices {
            for column in decimals[index].columns
            where column < row.fields.count && row.fields[column].count > 0 {
                let cell = row.range(of: row.fields[column])
                if hasZeroAtEnd, let count = decimals[index].count,
                    Self.hasDecimals(count, text, cell)
                {
                    decimals[index].rows += 1
                    continue
                }
                guard let number = mapper.writtenNumber(column, row, of: text) else {
                    continue
                }
                if let count = decimals[index].count, count != number.scale {
                    leavesZerosOut = true
                }
                decimals[index].count = number.scale
                decimals[index].rows += 1
                if number.scale > 0, number.mantissa % 10 == 0 { hasZeroAtEnd = true }
            }
        }
    }

    /// Whether a number ends with this many digits after a mark, without parsing it. Groups have
    /// three.
    private static func hasDecimals(
        _ count: UInt8, _ text: Span<UInt8>, _ cell: Range<Int>
    ) -> Bool {
        let mark = cell.upperBound &- 1 &- Int(count)
        guard (1...2).contains(count), mark >= cell.lowerBound,
            text[mark] == 0x2C || text[mark] == 0x2E
        else { return false }
        for index in (mark &+ 1)..<cell.upperBound where text[index] &- 0x30 >= 10 { return false }
        return true
    }

    /// Why the last row of the file is truncated; nil if nothing proves it.
    func problem(
        _ line: StatementLine, _ row: CSVRow, of text: Span<UInt8>,
        _ mapper: CSVRowMapper
    ) -> CellProblem? {
        guard let end = row.fields.indices.last, !row.fields[end].isQuoted else { return nil }
        if rows > 0, row.fields.count < cellsMin {
            return Self.cut(end, "\(cellsMin) columns")
        }
        guard let kind, column == end else { return nil }
        let cell = row.range(of: row.fields[end])
        if cell.isEmpty {
            let isNeverBlank = rows >= Self.filledMin && !hasBlank
            return isNeverBlank ? Self.cut(end, "no blank cell") : nil
        }
        switch kind {
        case .code:
            guard isLengthFixed, cell.count < firstCode.count,
                isBeginning(text.extracting(cell))
            else { return nil }
            return Self.cut(end, "\(firstCode.count) characters")
        case .money:
            guard let number = mapper.writtenNumber(end, row, of: text) else { return nil }
            if let last {
                let wanted = wanted(line, after: last)
                let written = isBalance ? line.balance : line.amount
                if let written, wanted.contains(where: { Self.areEqual($0, written) }) {
                    return nil
                }
                if wanted.contains(where: { Self.begins($0, number) }) {
                    return Self.cut(end, "a longer number")
                }
            }
            return isShort(number, row, text, mapper)
        }
    }

    /// Whether a shorter code may be the beginning of one as long as the others: it begins the
    /// first one, or has letters, digits and marks in the same places. A smaller number of an id or
    /// a tax, an earlier hour (`9:05`) and another country's account are whole.
    private func isBeginning(_ cell: Span<UInt8>) -> Bool {
        if cell.equals(firstCode.span.extracting(0..<cell.count)) { return true }
        func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
        func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }
        guard codes >= Self.codesMin, !firstCode.allSatisfy(isDigit) else { return false }
        if isAccount,
            !cell.extracting(0..<min(2, cell.count)).equals(
                firstCode.span.extracting(0..<min(2, cell.count)))
        {
            return false
        }
        return cell.indices.allSatisfy { index in
            let (one, other) = (cell[index], firstCode[index])
            return isDigit(one) ? isDigit(other) : isLetter(one) ? isLetter(other) : one == other
        }
    }

    /// Whether all other numbers of the last column have more decimals, and the table omits no
    /// zeros.
    private func isShort(
        _ number: WrittenNumber, _ row: CSVRow, _ text: Span<UInt8>,
        _ mapper: CSVRowMapper
    ) -> CellProblem? {
        guard !leavesZerosOut,
            let own = decimals.first(where: { $0.columns.contains(column) }),
            let count = own.count, number.scale < count,
            own.rows >= Self.numbersMin || hasZeroAtEnd
        else { return nil }
        for other in decimals {
            for column in other.columns where column != self.column && column < row.fields.count {
                let beside = mapper.writtenNumber(column, row, of: text)
                if let beside, let count = other.count, beside.scale < count { return nil }
            }
        }
        return Self.cut(column, "\(count) decimals")
    }

    private static func cut(_ column: Int, _ expected: String) -> CellProblem {
        CellProblem(kind: .rowCutShort, column: column, expected: expected)
    }

    // MARK: balances

    private mutating func follow(_ step: Step) {
        if let last, oldestFirst + newestFirst < Self.linksMax, last.account == step.account,
            let before = last.balance, let after = step.balance
        {
            let isBelow = Self.follows(after, before, step.amount)
            let isAbove = Self.follows(before, after, last.amount)
            if isBelow != isAbove {
                if isBelow { oldestFirst += 1 } else { newestFirst += 1 }
            }
        }
        last = step
    }

    /// The amounts or balances that the last cell must have: one if the rows' order is known, none
    /// if balances prove nothing.
    private func wanted(_ line: StatementLine, after last: Step) -> [Money] {
        guard last.account == line.account, let before = last.balance, let after = line.balance
        else { return [] }
        var wanted: [Money?] = []
        if oldestFirst >= newestFirst {
            wanted.append(
                isBalance ? Self.sum(before, line.amount) : Self.sum(after, before.negated))
        }
        // No earlier balance proves the amount of the oldest row.
        if newestFirst >= oldestFirst, isBalance {
            wanted.append(Self.sum(before, last.amount.negated))
        }
        return wanted.compactMap(\.self)
    }

    private static func follows(_ after: Money, _ before: Money, _ amount: Money) -> Bool {
        sum(before, amount).map { areEqual($0, after) } ?? false
    }

    private static func sum(_ a: Money, _ b: Money) -> Money? {
        a.currency == b.currency ? try? a.adding(b) : nil
    }

    private static func areEqual(_ a: Money, _ b: Money) -> Bool {
        let scale = max(a.scale, b.scale)
        guard let left = try? a.units(atScale: scale), let right = try? b.units(atScale: scale)
        else { return false }
        return left == right
    }

    /// Whether the digits of a longer number begin with those of the cell.
    private static func begins(_ wanted: Money, _ number: WrittenNumber) -> Bool {
        let digits = String(wanted.units.magnitude)
        let cell = String(number.mantissa.magnitude)
        return digits.count > cell.count && digits.hasPrefix(cell)
    }
}
