internal import Facts
internal import Reading

/// The orders in which the days of a column can be read, with the evidence of its rows, in constant
/// memory.
struct DayReadings {
    struct Reading {
        let order: DateOrder
        let formats: [DateFormat]
        fileprivate let shapes: [DayShape]
        fileprivate(set) var fits = true
        /// Bit set of the formats used.
        fileprivate(set) var used: UInt128 = 0
        fileprivate(set) var first: CalendarDate?
        fileprivate(set) var earliest: CalendarDate?
        fileprivate(set) var latest: CalendarDate?
        fileprivate(set) var last: CalendarDate?
        fileprivate(set) var rises = 0
        fileprivate(set) var falls = 0
        /// Steps between rows of about a year or more.
        fileprivate(set) var leaps = 0
        /// Days only rise or only fall, over enough different ones to exclude chance: six days are
        /// ordered in one of 360 shuffles.
        var isMonotonic: Bool { (rises == 0 || falls == 0) && rises + falls >= 5 }
        var isBroken: Bool { rises > 0 && falls > 0 }
        /// Most rows are years apart: the supposed year may be a day.
        var isScattered: Bool { leaps * 2 > rises + falls }

        /// Begins with a two-digit year: rare, and readable in other orders.
        var beginsWithShortYear: Bool {
            order == .yearFirst
                && usedPatterns.contains { $0.hasPrefix("yy") && !$0.hasPrefix("yyyy") }
        }

        var usedPatterns: [String] {
            formats.indices.filter { used & (1 << UInt128($0)) != 0 }.map { formats[$0].pattern }
        }
    }

    private(set) var readings: [Reading]
    /// The cells are a spreadsheet's day numbers.
    private let areSerials: Bool
    /// Values that a remaining reading takes for a day.
    private(set) var count = 0
    /// Values that are no day.
    private(set) var misses = 0
    /// Values with a time of day, and those whose time is midnight.
    private var times = 0
    private var midnights = 0
    /// Days are printed as a bank's program does, not a spreadsheet: two digits for day and month,
    /// one of them after a zero in some row, four for the year, and no time.
    var areFixed: Bool { hasZero && !isLoose && times == 0 }
    private var hasZero = false
    private var isLoose = false
    /// Every printed time is midnight.
    var areMidnights: Bool { times > 0 && midnights == times }
    /// Bytes of the shortest day.
    private(set) var shortest = Int.max
    /// The first value that two readings take for different days.
    private(set) var undecided: (text: String, line: Int)?

    /// 2010-01-01: current files seldom have older days.
    private static let usualSince = CalendarDate(daysSince1970: 14_610)

    init(ofSerials areSerials: Bool = false) {
        self.areSerials = areSerials
        readings = areSerials ? [Self.serials] : Self.all
    }

    var left: [Reading] { readings.filter(\.fits) }

    /// The remaining readings, without two-digit leading years if another order keeps the rows
    /// together while those are years apart, or if points, which are nearly always day first, give
    /// recent days.
    var likely: [Reading] {
        let others = left.filter { !$0.beginsWithShortYear }
        guard let short = left.first(where: \.beginsWithShortYear),
            others.contains(where: { !$0.isScattered })
        else { return left }
        let areUsual =
            short.usedPatterns.allSatisfy { $0.contains(".") }
            && others.allSatisfy {
                !$0.isScattered && $0.earliest ?? Self.usualSince >= Self.usualSince
            }
        return short.isScattered || areUsual ? others : left
    }

    /// Whether any pattern reads the text as a day.
    static func isDay(_ cell: Span<UInt8>) -> Bool {
        guard mayBeDay(cell), let shape = DayShape(cell) else { return false }
        return all.contains { $0.day(cell, shape) != nil }
    }

    /// The day of a text in each order that reads it.
    static func days(of cell: Span<UInt8>) -> [DateOrder: CalendarDate] {
        guard mayBeDay(cell), let shape = DayShape(cell) else { return [:] }
        var days: [DateOrder: CalendarDate] = [:]
        for reading in all {
            if let found = reading.day(cell, shape) { days[reading.order] = found.moment.day }
        }
        return days
    }

    /// The marks and the counts of digits of a printed day without its time: `0/0/0000`.
    static func form(of day: [UInt8]) -> [UInt8] {
        day.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != 0x2C && $0 != 0x54 }
            .map { $0 &- 0x30 < 10 ? 0x30 : $0 }
    }

    /// Whether the text may be a spreadsheet's day number, from 2000 to 2049. Only a heading makes
    /// it one.
    static func isSerial(_ cell: Span<UInt8>) -> Bool { serials.moment(ofSerial: cell) != nil }

    /// Whether the text is a day as the column has them.
    func isDay(_ cell: Span<UInt8>) -> Bool {
        areSerials ? Self.isSerial(cell) : Self.isDay(cell)
    }

    /// - Returns: whether the value is a day.
    @discardableResult
    mutating func feed(_ cell: Span<UInt8>, line: Int) -> Bool {
        if areSerials { return feed(serial: cell) }
        guard Self.mayBeDay(cell), let shape = DayShape(cell) else {
            misses += 1
            return false
        }
        let found = readings.map { $0.fits ? $0.day(cell, shape) : nil }
        guard found.contains(where: { $0 != nil }) else {
            // A day that only excluded readings can take contradicts earlier values.
            if Self.isDay(cell) {
                for index in readings.indices { readings[index].fits = false }
            }
            misses += 1
            return false
        }
        count += 1
        shortest = min(shortest, cell.count)
        var known: CalendarDate?
        var isOpen = false
        for index in readings.indices where readings[index].fits {
            guard let (moment, format) = found[index] else {
                readings[index].fits = false
                continue
            }
            let day = moment.day
            if known != nil {
                isOpen = true
            } else if moment.hasTime {
                times += 1
                if moment.second == 0 { midnights += 1 }
            }
            readings[index].feed(day, format)
            if let known, known != day, undecided == nil {
                undecided = (CellText.excerpt(cell), line)
            }
            known = day
        }
        if isOpen { feedShape(cell) }
        return true
    }

    /// Notes whether the cell is `05/02/2026`, as long as its order is open.
    private mutating func feedShape(_ cell: Span<UInt8>) {
        let ink = cell.inked(cell.indices)
        guard ink.count == 10, cell[ink.lowerBound + 2] &- 0x30 >= 10,
            cell[ink.lowerBound + 5] == cell[ink.lowerBound + 2]
        else {
            isLoose = true
            return
        }
        if cell[ink.lowerBound] == 0x30 || cell[ink.lowerBound + 3] == 0x30 { hasZero = true }
    }

    private mutating func feed(serial cell: Span<UInt8>) -> Bool {
        guard let moment = readings[0].moment(ofSerial: cell) else {
            misses += 1
            return false
        }
        count += 1
        readings[0].feed(moment.day, 0)
        return true
    }

    private static func mayBeDay(_ cell: Span<UInt8>) -> Bool {
        guard cell.count >= 6, cell.count <= 40 else { return false }
        var digits = 0
        for index in 0..<cell.count where cell[index] &- 0x30 < 10 { digits += 1 }
        return digits >= 3
    }

    private static let all = DateOrder.allCases.map { order in
        let formats = DateFormat.all(of: "unknown-" + order.rawValue)
        assert(formats.count <= UInt128.bitWidth, "a bit of `used` for each format")
        return Reading(order: order, formats: formats, shapes: formats.map { DayShape($0) })
    }

    private static let serials = Reading(
        order: .yearFirst, formats: [DateFormat(pattern: "serial")].compactMap(\.self), shapes: [])
}

extension DayReadings.Reading {
    fileprivate init(order: DateOrder, formats: [DateFormat], shapes: [DayShape]) {
        self.order = order
        self.formats = formats
        self.shapes = shapes
    }

    /// The day of a cell and the number of its format. Only formats of the cell's shape are tried.
    fileprivate func day(
        _ cell: Span<UInt8>, _ shape: DayShape
    ) -> (moment: CivilMoment, format: Int)? {
        for index in formats.indices where shapes[index] == shape {
            if let moment = try? DateText.parse(cell, format: formats[index]),
                !isOfOtherYears(moment.day, formats[index])
            {
                return (moment, index)
            }
        }
        return nil
    }

    /// Whether two digits of a year are of the last century, or of a calendar that counts other
    /// years: `27/01/69` is of 2026 in Thailand.
    private func isOfOtherYears(_ day: CalendarDate, _ format: DateFormat) -> Bool {
        day >= Self.otherYears && format.tokens.contains(.year2)
    }

    /// 2050-01-01.
    private static let otherYears = CalendarDate(daysSince1970: 29_220)

    fileprivate func moment(ofSerial cell: Span<UInt8>) -> CivilMoment? {
        formats.first.flatMap { try? DateText.parse(cell, format: $0) }
    }

    private static let leapDays: Int32 = 300

    fileprivate mutating func feed(_ day: CalendarDate, _ format: Int) {
        used |= 1 << UInt128(format)
        if first == nil { first = day }
        if let last {
            if day > last { rises += 1 }
            if day < last { falls += 1 }
            if abs(day.daysSince1970 - last.daysSince1970) >= Self.leapDays { leaps += 1 }
        }
        last = day
        earliest = earliest.map { min($0, day) } ?? day
        latest = latest.map { max($0, day) } ?? day
    }
}

/// The beginning of a printed day: a count of digits, then this byte. A cheap filter of formats.
private struct DayShape: Equatable {
    /// 0 for a word, 2 for one or two digits, else their number.
    private let digits: Int
    private let separator: UInt8

    init?(_ cell: Span<UInt8>) {
        let start = cell.inked(0..<cell.count).lowerBound
        var index = start
        while index < cell.count, cell[index] &- 0x30 < 10 { index += 1 }
        let count = index - start
        digits = count == 1 ? 2 : count
        guard count > 0 else {
            guard start < cell.count, cell[start] | 0x20 >= 0x61, cell[start] | 0x20 <= 0x7A else {
                return nil
            }
            separator = 0
            return
        }
        guard [1, 2, 4, 8, 14].contains(count) else { return nil }
        separator = count > 4 || index >= cell.count ? 0 : cell[index]
    }

    init(_ format: DateFormat) {
        var separator: UInt8 = 0
        switch format.tokens[0] {
        case .monthName: digits = 0
        case .year4:
            if case .literal(let byte) = format.tokens[1] {
                digits = 4
                separator = byte
            } else {
                digits = format.hasTime ? 14 : 8
            }
        default:
            digits = 2
            if case .literal(let byte) = format.tokens[1] { separator = byte }
        }
        self.separator = separator
    }
}
