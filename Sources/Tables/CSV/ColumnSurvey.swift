internal import Facts
internal import Scanning
internal import Reading

extension DateOrder {
    /// Common date formats of this order.
    var formats: [DateFormat] { Self.formatsOfOrders[self] ?? [] }

    // Cells ask for them: the patterns are parsed once.
    private static let formatsOfOrders = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, DateFormat.all(of: $0.rawValue)) })
}

extension DateFormat {
    /// The formats of days of a kind in `rules/values.txt`.
    static func all(of kind: String) -> [DateFormat] {
        WrittenValues.of(kind).flatMap { LayoutPattern.expanded($0) }
            .compactMap { DateFormat(pattern: $0) }
    }
}

/// Decisions from the whole file about a table whose layout leaves them open.
package struct SettledColumns: Sendable {
    let formats: [DateFormat]
    let decimalMark: NumberStyle.DecimalMark
    /// The decimal mark of a resaved bank's table, if it is not the bank's.
    var resavedMark: NumberStyle.DecimalMark?
    /// Numbers have currencies where the bank writes none.
    var hasResavedUnits = false
    /// The table: a bank's, or one proved by its rows. Nil if the file was too short.
    var table: CSVTable?

    /// The header is not the bank's: the rows proved the columns.
    var isSupposed = false
    /// The accounts of the rows, for layouts in which a payee may be one of them.
    var accountNames: Set<[UInt8]> = []

    /// For layouts without open questions.
    package static let nothing = SettledColumns(formats: [], decimalMark: .either)
}

/// Reads every row of a table once to learn the order of its days and its decimal mark.
///
/// A reading is kept until a value excludes it. If two readings with different days or amounts are
/// left, the file is refused with both: a wrong guess would move money by months or by a factor of
/// a thousand. A column that proves two readings is refused too: some of its rows would be misread.
struct ColumnSurvey {
    private let file: String
    private let cellsMax: Int
    private let allowsUnit: Bool
    private let usualOrder: DateOrder?
    private let isSheet: Bool
    private let asksDays: Bool
    private let asksMark: Bool
    private let isMarkResaved: Bool
    private let hasResavedUnits: Bool
    private let accountColumn: Int
    private var accountNames: Set<[UInt8]> = []
    private var days: [DayColumn] = []
    private var numbers: [(column: Int, marks: DecimalMarkSurvey)] = []

    init(table: CSVTable, file: String, resaved: ResavedTable = ResavedTable()) {
        self.file = file
        cellsMax = table.header.count + 1
        allowsUnit = table.layout.allowsUnit || resaved.hasUnits
        hasResavedUnits = resaved.hasUnits
        usualOrder = table.layout.usualOrder
        accountColumn = table.layout.recorded.payeeAccount == .own ? table.columns[.account] : -1
        isSheet = table.isSheet
        asksMark = table.layout.decimal == .byColumn || resaved.hasOtherMark
        isMarkResaved = resaved.hasOtherMark
        let isOpen = if case .byColumn = table.layout.dates { true } else { false }
        asksDays = isOpen || resaved.hasOtherDays
        for field in [LayoutField.made, .booked, .value] {
            for column in Self.columns(of: field, table) { days.append(DayColumn(column)) }
        }
        for field in LayoutField.allCases where field.isMoney {
            for column in Self.columns(of: field, table) {
                numbers.append((column, DecimalMarkSurvey()))
            }
        }
    }

    static func columns(of field: LayoutField, _ table: CSVTable) -> [Int] {
        guard table.columns.has(field) else { return [] }
        return [table.columns[field]] + table.columns.others[field.rawValue]
    }

    mutating func feed(_ row: CSVRow, of text: Span<UInt8>) {
        guard row.fields.count <= cellsMax else { return }
        if accountColumn >= 0, accountColumn < row.fields.count,
            accountNames.count < Limits.accountsPerFileMax
        {
            let field = row.fields[accountColumn]
            accountNames.insert(
                CellText.unquoted(
                    text.extracting(row.range(of: field)), hasQuotes: field.hasQuotes))
        }
        for index in days.indices where days[index].column < row.fields.count {
            if isTyped(row.fields[days[index].column]) { continue }
            let cell = text.extracting(row.range(of: row.fields[days[index].column]))
            days[index].feed(cell, line: row.line)
        }
        for index in numbers.indices where numbers[index].column < row.fields.count {
            if isTyped(row.fields[numbers[index].column]) { continue }
            let cell = text.extracting(row.range(of: row.fields[numbers[index].column]))
            numbers[index].marks.feed(cell, line: row.line, allowsUnit: allowsUnit)
        }
    }

    /// A sheet's typed number or day shows nothing about the format of texts.
    private func isTyped(_ field: CSVField) -> Bool { isSheet && !field.isQuoted }

    /// - Throws: `layoutAmbiguous` with the question, the readings, and a value that shows it, or
    ///   two contradicting rows.
    func settle(
        order chosenOrder: DateOrder?, decimalMark chosenMark: NumberStyle.DecimalMark?
    ) throws(ReadFailure) -> SettledColumns {
        var mark: NumberStyle.DecimalMark?
        let formats: [DateFormat]
        do throws(ReadFailure) {
            formats = asksDays ? try self.formats(chosenOrder) : []
        } catch {
            // One error asks both questions, so that the user answers once.
            guard asksMark else { throw error }
            do throws(ReadFailure) {
                _ = try decimalMark(chosenMark)
            } catch let other {
                throw ReadFailure(
                    error.kind, at: error.place, found: error.found.revealed,
                    details: error.details + other.details)
            }
            throw error
        }
        if asksMark { mark = try decimalMark(chosenMark) }
        var settled = SettledColumns(
            formats: formats, decimalMark: mark ?? .either,
            resavedMark: isMarkResaved ? mark : nil, hasResavedUnits: hasResavedUnits)
        settled.accountNames = accountNames
        return settled
    }

    // MARK: days

    /// The formats of the made column first; another column may have others as long as no value
    /// fits both. The user's choice is for columns that leave it open.
    private func formats(_ chosen: DateOrder?) throws(ReadFailure) -> [DateFormat] {
        var orders: [DateOrder] = []
        var open: [DayColumn] = []
        for column in days {
            switch column.verdict {
            case .nothing: continue
            case .order(let order): orders.append(order)
            case .open: open.append(column)
            case .mixed(let first, let second):
                guard let chosen else { throw mixed("date-order", first, second) }
                orders.append(chosen)
            }
        }
        if orders.contains(.dayFirst), orders.contains(.monthFirst) {
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file),
                details: ["date-order", DateOrder.dayFirst.rawValue, DateOrder.monthFirst.rawValue])
        }
        for column in open {
            guard case .open(let left, let value) = column.verdict else { continue }
            // All days of a file have one order.
            if let proved = orders.first(where: { $0 == .dayFirst || $0 == .monthFirst }),
                left.contains(proved)
            {
                continue
            }
            if let known = [chosen, usualOrder].compactMap(\.self).first(where: left.contains) {
                orders.append(known)
                continue
            }
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: value.line), found: value.text,
                details: ["date-order"] + left.map(\.rawValue))
        }
        if orders.isEmpty { orders = [.yearFirst] }  // no row has a day
        var seen: Set<DateOrder> = []
        return orders.filter { seen.insert($0).inserted }.flatMap(\.formats)
    }

    // MARK: numbers

    private func decimalMark(
        _ chosen: NumberStyle.DecimalMark?
    ) throws(ReadFailure) -> NumberStyle.DecimalMark {
        do throws(ReadFailure) {
            return try provedMark()
        } catch {
            if let chosen { return chosen }
            throw error
        }
    }

    private func provedMark() throws(ReadFailure) -> NumberStyle.DecimalMark {
        for column in numbers {
            if let point = column.marks.point, let comma = column.marks.comma {
                throw mixed(
                    "decimal-mark", point.line < comma.line ? point : comma,
                    point.line < comma.line ? comma : point)
            }
        }
        // If two columns differ, each value must be unambiguous.
        return try DecimalMarkSurvey.settle(numbers.map(\.marks), file: file)
    }

    private func mixed(_ what: String, _ first: Sighting, _ second: Sighting) -> ReadFailure {
        ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: file, line: second.line), found: second.text,
            details: [
                "\(what)-mixed", "\(first.line): \(first.text)", "\(second.line): \(second.text)",
            ])
    }
}

private typealias Sighting = DecimalMarkSurvey.Sighting

/// The days of one column, and the orders of day and month that read all of them.
private struct DayColumn {
    enum Verdict {
        case nothing
        case order(DateOrder)
        case open([DateOrder], Sighting)
        /// The first value excludes the order that the second needs.
        case mixed(Sighting, Sighting)
    }

    /// This many changes of day in one direction prove an order; shuffled rows have them once in
    /// thousands.
    private static let stepsProving = 6

    private struct Candidate {
        let order: DateOrder
        let formats: [DateFormat]
        var hint = 0
        var isLeft = true
        var last: CalendarDate?
        var forward = 0
        var back = 0

        var isMonotonic: Bool {
            min(forward, back) == 0 && max(forward, back) >= DayColumn.stepsProving
        }
        var isBroken: Bool { min(forward, back) > 0 }

        mutating func step(to day: CalendarDate) {
            if let last {
                if day > last { forward += 1 } else if day < last { back += 1 }
            }
            last = day
        }
    }

    let column: Int
    private var candidates = DateOrder.allCases.map { Candidate(order: $0, formats: $0.formats) }
    private var sawDay = false
    /// The value that excluded the most recent order.
    private var excluding: Sighting?
    private var contradicting: Sighting?
    /// A value that two orders read as different days.
    private var undecided: Sighting?

    init(_ column: Int) {
        self.column = column
    }

    mutating func feed(_ cell: Span<UInt8>, line: Int) {
        // The remaining orders first: mostly there is one, and it fits.
        if feed(cell, line: line, left: true) { return }
        // A value that only excluded orders can read contradicts earlier values.
        if contradicting == nil, feed(cell, line: line, left: false) {
            contradicting = (CellText.excerpt(cell), line)
        }
    }

    /// False if none of the orders can read the value, which then proves nothing about them.
    private mutating func feed(_ cell: Span<UInt8>, line: Int, left: Bool) -> Bool {
        var fits = 0
        var first: CalendarDate?
        var differs = false
        var excluded = 0
        for index in candidates.indices where candidates[index].isLeft == left {
            guard
                let day = try? DateText.parse(
                    cell, formats: candidates[index].formats, hint: &candidates[index].hint
                ).day
            else {
                excluded |= 1 << index
                continue
            }
            fits += 1
            if let first, day != first { differs = true }
            first = first ?? day
            if left { candidates[index].step(to: day) }
        }
        guard fits > 0, left else { return fits > 0 }
        if excluded != 0 {
            for index in candidates.indices where excluded & (1 << index) != 0 {
                candidates[index].isLeft = false
            }
            excluding = (CellText.excerpt(cell), line)
        }
        sawDay = true
        if differs, undecided == nil { undecided = (CellText.excerpt(cell), line) }
        return true
    }

    var verdict: Verdict {
        if !sawDay { return .nothing }
        if let contradicting { return .mixed(excluding ?? contradicting, contradicting) }
        let left = candidates.filter(\.isLeft)
        guard let first = left.first else { return .nothing }
        // Day and month are equal in each row that both orders can read.
        guard left.count > 1, let undecided else { return .order(first.order) }
        let monotonic = left.filter(\.isMonotonic)
        if monotonic.count == 1, left.filter(\.isBroken).count == left.count - 1 {
            return .order(monotonic[0].order)
        }
        return .open(left.map(\.order), undecided)
    }
}
