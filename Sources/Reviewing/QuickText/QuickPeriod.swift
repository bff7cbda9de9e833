package import Facts

/// A month or a year in a person's words: `січень`, `лютий 2026`, `last month`, `торік`.
package struct QuickPeriod: Equatable, Sendable {
    package let first: CalendarDate
    package let last: CalendarDate

    /// Nil when the words are not exactly a period.
    ///
    /// - Parameter today: a month without its year is the last one that has begun.
    package init?(_ text: String, today: CalendarDate) {
        let lexicon = QuickWords.builtIn
        var keys = text.split(whereSeparator: \.isWhitespace).map { QuickWords.key($0) }
        if keys.count > 1, lexicon.has(.on, keys[0]) { keys.removeFirst() }
        let now = today.parts
        func month(_ key: String) -> Int? {
            (lexicon.number(.monthAlone, key) ?? lexicon.number(.month, key)).map { Int($0) }
        }
        if keys.count > 1, Self.year(keys[0]) != nil || month(keys[0]) != nil,
            lexicon.has(.yearAfter, keys[keys.count - 1])
        {
            keys.removeLast()
        }
        switch keys.count {
        case 1:
            if let month = month(keys[0]) {
                self.init(year: month > now.month ? now.year - 1 : now.year, month: month)
            } else if let back = lexicon.number(.nearYear, keys[0]) {
                self.init(year: now.year + Int(back))
            } else if let year = Self.year(keys[0]) {
                self.init(year: year)
            } else {
                return nil
            }
        case 2:
            if let month = month(keys[0]), let year = Self.year(keys[1]) {
                self.init(year: year, month: month)
                return
            }
            guard lexicon.has(.last, keys[0]) || lexicon.has(.this, keys[0]) else { return nil }
            let back = lexicon.has(.last, keys[0]) ? 1 : 0
            if lexicon.has(.monthUnit, keys[1]) {
                let months = now.year * 12 + now.month - 1 - back
                self.init(year: months / 12, month: months % 12 + 1)
            } else if lexicon.has(.yearUnit, keys[1]) {
                self.init(year: now.year - back)
            } else {
                return nil
            }
        default: return nil
        }
    }

    private init?(year: Int, month: Int? = nil) {
        let end = month ?? 12
        guard let first = CalendarDate(year: year, month: month ?? 1, day: 1),
            let last = CalendarDate(
                year: year, month: end, day: CalendarDate.days(inMonth: end, year: year))
        else { return nil }
        self.first = first
        self.last = last
    }

    private static func year(_ key: String) -> Int? {
        guard key.utf8.count == 4, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(key).flatMap { (1_900...2_199).contains($0) ? $0 : nil }
    }
}
