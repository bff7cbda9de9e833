package import Facts

/// A period as a person writes it or the program prints it.
///
/// - Days: `2026-03-14`, `14.03.2026`, `вчора`, `14 березня`.
/// - Weeks: `2026-W07`, `минулий тиждень`; they begin on Monday.
/// - Months: `2026-01`, `2026-1`, `01.2026`, `січень`, `лютий 2026`, `last month`.
/// - Quarters and years: `2026-Q1`, `2026`, `торік`, `last year`.
/// - The last ones up to today, this one included: `3m`, `90 days`, `2 тижні`.
package struct QuickPeriod: Equatable, Sendable {
    package enum Unit: Sendable, Equatable { case day, week, month, quarter, year }

    package let first: CalendarDate
    package let last: CalendarDate
    /// Nil for several.
    package let unit: Unit?

    private init(_ first: CalendarDate, _ last: CalendarDate, _ unit: Unit?) {
        self.first = first
        self.last = last
        self.unit = unit
    }

    /// Nil when the text is not exactly a day, week, month, quarter or year, or the last ones of
    /// them: `last 3 months`.
    ///
    /// - Parameter today: a month without its year is the last one that has begun.
    package init?(_ text: String, today: CalendarDate) {
        if let period = Self.inDigits(text) ?? Self.inWords(text, today) {
            self = period
        } else if text.contains(where: \.isLetter),
            let day = try? QuickEntry.day(text, today: today)
        {
            self.init(day, day, .day)
        } else {
            return nil
        }
    }

    /// Written as only a period is, but it is none: `2026-13`, `last 3 monts`.
    package static func isMeant(_ text: String, today: CalendarDate) -> Bool {
        (hasFormOfDigits(text) || hasWordsOfPeriods(text))
            && QuickPeriod(text, today: today) == nil
    }

    // MARK: In digits

    /// `2026-13`, `2026-Q7`, `31.02.2026`: a year and numbers.
    private static func hasFormOfDigits(_ text: String) -> Bool {
        func isNumber(_ part: Substring) -> Bool {
            (1...2).contains(part.utf8.count) && part.allSatisfy { ("0"..."9").contains($0) }
        }
        var parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 1 {
            parts = text.split(separator: ".", omittingEmptySubsequences: false).reversed()
        } else if parts.count == 2, "WwQq".contains(parts[1].first ?? "-") {
            parts[1] = parts[1].dropFirst()
        }
        return (2...3).contains(parts.count) && year(String(parts[0])) != nil
            && parts.dropFirst().allSatisfy(isNumber)
    }

    private static func inDigits(_ text: String) -> QuickPeriod? {
        if let day = CalendarDate(text: text) { return QuickPeriod(day, day, .day) }
        if let year = year(text) { return QuickPeriod(year: year) }
        if let parts = numbers(text, ".") {
            switch parts.count {
            case 3 where years.contains(parts[2]):
                return CalendarDate(year: parts[2], month: parts[1], day: parts[0]).map {
                    QuickPeriod($0, $0, .day)
                }
            case 2: return QuickPeriod(year: parts[1], month: parts[0])
            default: return nil
            }
        }
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, let year = year(String(halves[0])) else { return nil }
        switch halves[1].first {
        case "W", "w": return Int(halves[1].dropFirst()).flatMap { week($0, of: year) }
        case "Q", "q": return Int(halves[1].dropFirst()).flatMap { quarter($0, of: year) }
        default: return numbers(text, "-").flatMap { QuickPeriod(year: $0[0], month: $0[1]) }
        }
    }

    private static let years = 1_900...2_199

    private static func numbers(_ text: String, _ mark: Character) -> [Int]? {
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        var numbers: [Int] = []
        for part in parts {
            guard (1...4).contains(part.utf8.count), part.allSatisfy({ ("0"..."9").contains($0) }),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        return numbers.count > 1 ? numbers : nil
    }

    /// A week of ISO 8601: the first one has the year's first Thursday.
    private static func week(_ number: Int, of year: Int) -> QuickPeriod? {
        guard let fourth = CalendarDate(year: year, month: 1, day: 4), (1...53).contains(number)
        else { return nil }
        let monday = fourth.monday.adding(days: Int32(7 * (number - 1)))
        // Week 53 of most years is the next year's first.
        guard monday.adding(days: 3).parts.year == year else { return nil }
        return QuickPeriod(monday, monday.adding(days: 6), .week)
    }

    private static func quarter(_ number: Int, of year: Int) -> QuickPeriod? {
        guard (1...4).contains(number),
            let first = QuickPeriod(year: year, month: 3 * number - 2),
            let last = QuickPeriod(year: year, month: 3 * number)
        else { return nil }
        return QuickPeriod(first.first, last.last, .quarter)
    }

    // MARK: In words

    private static func inWords(_ text: String, _ today: CalendarDate) -> QuickPeriod? {
        let lexicon = QuickWords.builtIn
        var keys = text.split(whereSeparator: \.isWhitespace).map { QuickWords.key($0) }
        if keys.count > 1, lexicon.has(.on, keys[0]) { keys.removeFirst() }
        let now = today.parts
        func month(_ key: String) -> Int? {
            (lexicon.number(.monthAlone, key) ?? lexicon.number(.month, key)).map { Int($0) }
        }
        if keys.count > 1, year(keys[0]) != nil || month(keys[0]) != nil,
            lexicon.has(.yearAfter, keys[keys.count - 1])
        {
            keys.removeLast()
        }
        switch keys.count {
        case 1:
            if let month = month(keys[0]) {
                return QuickPeriod(
                    year: month > now.month ? now.year - 1 : now.year, month: month)
            }
            if let back = lexicon.number(.nearYear, keys[0]) {
                return QuickPeriod(year: now.year + Int(back))
            }
            // «2026 року» has lost its last word here.
            return year(keys[0]).flatMap { QuickPeriod(year: $0) }
        case 3 where lexicon.has(.lastOf, keys[0]):
            return counted(keys[1]).flatMap { last($0, unit: keys[2], today) }
        case 2:
            if let month = month(keys[0]), let year = year(keys[1]) {
                return QuickPeriod(year: year, month: month)
            }
            guard lexicon.has(.last, keys[0]) || lexicon.has(.this, keys[0]) else { return nil }
            return unit(keys[1]).flatMap { unit in
                ending(today, unit, back: lexicon.has(.last, keys[0]) ? 1 : 0)
            }
        default: return nil
        }
    }

    /// All words are of periods, or the last one is misspelt: `last 3 monts`.
    private static func hasWordsOfPeriods(_ text: String) -> Bool {
        var keys = text.split(whereSeparator: \.isWhitespace).map { QuickWords.key($0) }
        guard keys.count > 1 else { return false }
        let lexicon = QuickWords.builtIn
        if keys.count > 2, lexicon.has(.on, keys[0]) { keys.removeFirst() }
        let isFirst = [QuickWords.Kind.last, .lastOf, .this].contains { lexicon.has($0, keys[0]) }
        func isOfPeriod(_ key: String) -> Bool {
            unit(key) != nil || counted(key) != nil || year(key) != nil
        }
        let rest = keys.dropFirst()
        return isFirst
            && (rest.allSatisfy(isOfPeriod) && rest.contains { unit($0) != nil }
                || keys.count == 3 && lexicon.has(.lastOf, keys[0]) && counted(keys[1]) != nil)
    }

    /// `3`, `three`.
    private static func counted(_ key: String) -> Int? {
        if let number = QuickWords.builtIn.number(.number, key) { return Int(number) }
        let isNumber =
            (1...3).contains(key.utf8.count) && key.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(key) : nil
    }

    private static func year(_ key: String) -> Int? {
        guard key.utf8.count == 4, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(key).flatMap { years.contains($0) ? $0 : nil }
    }

    private static func unit(_ key: String) -> Unit? {
        let lexicon = QuickWords.builtIn
        if lexicon.has(.monthUnit, key) { return .month }
        if lexicon.has(.yearUnit, key) { return .year }
        if lexicon.has(.quarterUnit, key) { return .quarter }
        return lexicon.has(.weekUnit, key) && lexicon.number(.daysOf, key) == 7 ? .week : nil
    }

    private init?(year: Int, month: Int? = nil) {
        let end = month ?? 12
        guard Self.years.contains(year), (1...12).contains(end),
            let first = CalendarDate(year: year, month: month ?? 1, day: 1),
            let last = CalendarDate(
                year: year, month: end, day: CalendarDate.days(inMonth: end, year: year))
        else { return nil }
        self.init(first, last, month == nil ? .year : .month)
    }

    /// The period that many before the one of this day.
    private static func ending(_ today: CalendarDate, _ unit: Unit, back: Int) -> QuickPeriod? {
        let now = today.parts
        switch unit {
        case .day:
            let day = today.adding(days: Int32(-back))
            return QuickPeriod(day, day, .day)
        case .week:
            let monday = today.monday.adding(days: Int32(-7 * back))
            return QuickPeriod(monday, monday.adding(days: 6), .week)
        case .month:
            let months = now.year * 12 + now.month - 1 - back
            return QuickPeriod(year: months / 12, month: months % 12 + 1)
        case .quarter:
            let quarters = now.year * 4 + (now.month - 1) / 3 - back
            return quarter(quarters % 4 + 1, of: quarters / 4)
        case .year: return QuickPeriod(year: now.year - back)
        }
    }

    // MARK: The last ones

    /// `3m`, `3 months`, `90 днів`: so many up to today, and whole but for the one of today.
    package init?(last text: String, today: CalendarDate) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let rest = text.dropFirst(digits.count)
        guard (1...3).contains(digits.utf8.count), let count = Int(digits),
            let period = Self.last(
                count, unit: QuickWords.key(rest.drop(while: \.isWhitespace)), today)
        else { return nil }
        self = period
    }

    private static func last(_ count: Int, unit key: String, _ today: CalendarDate) -> QuickPeriod?
    {
        guard count > 0, let unit = countedUnit(key),
            let first = ending(today, unit, back: count - 1)?.first
        else { return nil }
        return QuickPeriod(first, today, nil)
    }

    private static func countedUnit(_ key: String) -> Unit? {
        switch key {
        case "d", "д": return .day
        case "w", "т": return .week
        case "m", "м": return .month
        case "y", "р": return .year
        default: return QuickWords.builtIn.number(.daysOf, key) == 1 ? .day : unit(key)
        }
    }
}
