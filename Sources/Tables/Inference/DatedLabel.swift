internal import Facts
internal import Reading

/// The label of an account's balance on a day: `Kontostand vom 31.01.2026: 1.234,56 EUR`.
struct DatedLabel {
    /// The day as printed; its year may be missing.
    let day: [UInt8]
    /// The number after the label; empty if it has another cell.
    let number: [UInt8]

    /// A longer text is no label.
    private static let bytesMax = 120

    /// - Returns: nil for a text with other words: limits, cards' debts, what is available.
    init?(_ cell: [UInt8], _ words: HeadingWords) {
        guard cell.count <= Self.bytesMax, cell.contains(where: { $0 &- 0x30 < 10 }),
            words.mayBeBalance(HeaderText.fold(cell.span)),
            let found = DayReadings.dayRange(in: cell)
        else { return nil }
        var rest = Array(cell[found.upperBound...].drop { Self.isMark($0) })
        var number: [UInt8] = []
        if NumberReadings.isNumber(rest.span, words) {
            (rest, number) = ([], rest)
        } else if let colon = rest.lastIndex(of: 0x3A) {
            let tail = Array(rest[(colon + 1)...].drop { $0 <= 0x20 })
            if NumberReadings.isNumber(tail.span, words) {
                (rest, number) = (Array(rest[..<colon]), tail)
            }
        }
        guard words.isBalanceOfAccount(Array(cell[..<found.lowerBound]) + [0x20] + rest) else {
            return nil
        }
        day = Array(cell[found])
        self.number = number
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [0x3A, 0x2C, 0x29, 0x3B, 0x3D].contains(byte)
    }
}

extension DayReadings {
    /// A day in a text; nil if it has none, or several.
    static func dayRange(in cell: [UInt8]) -> Range<Int>? {
        let found = dayRanges(in: cell)
        return found.count == 1 ? found[0] : nil
    }

    static func days(in cell: [UInt8]) -> [[UInt8]] {
        dayRanges(in: cell).map { Array(cell[$0]) }.filter { isDay($0.span) }
    }

    /// Words of a day: `January 31, 2026`.
    private static let wordsMax = 4
    /// Words of a text that may have days.
    private static let textWordsMax = 16

    private static func dayRanges(in cell: [UInt8]) -> [Range<Int>] {
        let words = cell.indices.split(whereSeparator: { cell[$0] <= 0x20 })
            .prefix(textWordsMax).map { ($0.first ?? 0)..<(($0.last ?? 0) + 1) }
        var ranges: [Range<Int>] = []
        var index = 0
        while index < words.count {
            defer { index += 1 }
            var start = words[index].lowerBound
            if cell[start] == 0x28 { start += 1 }
            let isMonth =
                MonthNames.month(in: cell.span, start..<words[index].upperBound) != nil
            guard start < cell.count, isMonth || cell[start] &- 0x30 < 10 else { continue }
            for last in (index..<min(index + wordsMax, words.count)).reversed() {
                var end = words[last].upperBound
                while end > start, [0x3A, 0x2C, 0x29, 0x3B].contains(cell[end - 1]) { end -= 1 }
                let range = start..<end
                let text = Array(cell[range])
                let short = Array(text.dropLast())
                if isDay(text.span) || YearlessDay(text) != nil {
                    ranges.append(range)
                } else if text.last == 0x2E, isDay(short.span) {
                    ranges.append(start..<(end - 1))
                } else {
                    continue
                }
                index = last
                break
            }
        }
        return ranges
    }
}

/// A day and a month without a year: `31.01.`
struct YearlessDay {
    private let month: Int
    private let day: Int

    init?(_ text: [UInt8]) {
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].isEmpty, parts[0].count <= 2, parts[1].count <= 2,
            let day = Int(String(decoding: parts[0], as: UTF8.self)),
            let month = Int(String(decoding: parts[1], as: UTF8.self)),
            CalendarDate(year: 2000, month: month, day: day) != nil
        else { return nil }
        (self.month, self.day) = (month, day)
    }

    /// The day of this or a neighbouring year that is nearest to another day.
    func nearest(to other: CalendarDate) -> CalendarDate? {
        let year = other.parts.year
        return (year - 1...year + 1).compactMap {
            CalendarDate(year: $0, month: month, day: day)
        }.min {
            abs($0.daysSince1970 - other.daysSince1970)
                < abs($1.daysSince1970 - other.daysSince1970)
        }
    }
}

extension DateFormat {
    /// The order of day, month and year; nil for a day number.
    var order: DateOrder? {
        if tokens.contains(.monthName) { return .named }
        for token in tokens {
            switch token {
            case .day: return .dayFirst
            case .month: return .monthFirst
            case .year4, .year2: return .yearFirst
            default: continue
            }
        }
        return nil
    }
}
