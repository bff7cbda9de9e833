internal import Facts

/// Days.
extension QuickReader {
    mutating func takeSpokenDays() throws(QuickEntry.Fault) {
        var index = 0
        while index < words.count {
            if !words[index].isTaken, let taken = try dayWords(at: index) {
                index += taken
            } else {
                index += 1
            }
        }
    }

    /// How many words from here were a day; nil when this is none.
    private mutating func dayWords(at index: Int) throws(QuickEntry.Fault) -> Int? {
        let word = words[index].plain
        if word == "day", plain(index + 1) == "before", plain(index + 2) == "yesterday" {
            let start = index > 0 && words[index - 1].plain == "the" ? index - 1 : index
            try say(today.adding(days: -2), start...(index + 2))
            return 3
        }
        if let days = lexicon.number(.near, words[index].key) {
            try say(today.adding(days: Int32(days)), index...index)
            return 1
        }
        if let taken = try daysAgo(at: index) { return taken }
        try refuseAhead(at: index)
        if let weekday = lexicon.number(.weekday, words[index].key) {
            return try sayWeekday(Int32(weekday), at: index)
        }
        if let taken = try monthNamed(at: index) { return taken }
        if let period = period(at: index) { throw .periodNotDay(text(of: period)) }
        return try writtenDay(at: index)
    }

    /// «наступного тижня», `next friday`.
    private func refuseAhead(at index: Int) throws(QuickEntry.Fault) {
        guard has(.next, index) else { return }
        let isTime = has(.weekday, index + 1) || isLongUnit(index + 1) || has(.daysOf, index + 1)
        if isTime { throw .dayAhead(text(of: index...(index + 1))) }
    }

    /// «минулого тижня», «у березні», «торік», «кілька днів тому»: when it was, but no day. «За
    /// минулий місяць» says what for.
    private func period(at index: Int) -> ClosedRange<Int>? {
        if ["за", "for"].contains(key(index - 1)) { return nil }
        let isMonth =
            has(.monthAlone, index)
            || has(.month, index) && key(index).utf8.allSatisfy { $0 < 0x80 }
        if has(.placeWithin, index - 1), isMonth { return (index - 1)...index }
        if has(.nearYear, index) || has(.season, index) { return index...index }
        if has(.last, index) || has(.this, index) {
            let isNamed = has(.monthAlone, index + 1) || has(.month, index + 1)
            return isLongUnit(index + 1) || isNamed ? index...(index + 1) : nil
        }
        if has(.placeInto, index - 1) || has(.placeWithin, index - 1), has(.weekendOn, index) {
            return (index - 1)...index
        }
        guard has(.ago, index), isLongUnit(index - 1) || has(.daysOf, index - 1) else { return nil }
        return (index - 1)...index
    }

    /// Weeks, months, years.
    private func isLongUnit(_ index: Int) -> Bool {
        has(.weekUnit, index) || has(.monthUnit, index) || has(.yearUnit, index)
    }

    /// «у 2019», `in 2019`: a number that is no amount, and a time that is no day.
    func refuseYear() throws(QuickEntry.Fault) {
        let year = free.first { index in
            let word = words[index].plain
            return word.utf8.count == 4 && Int(word).map { (1_900...2_199).contains($0) } == true
                && has(.placeWithin, index - 1)
        }
        if day == nil, let year { throw .periodNotDay(text(of: (year - 1)...year)) }
    }

    /// `2 days ago`, `3 дні тому`, `тиждень тому`.
    private mutating func daysAgo(at index: Int) throws(QuickEntry.Fault) -> Int? {
        // «двадцять два дні тому», «півтижня тому»
        if has(.number, index - 1) || has(.half, index - 1) || has(.vague, index - 1) {
            return nil
        }
        var at = index
        var count: Int32 = 1
        if let number = Int32(plain(at)), number >= 0 {
            count = number
            at += 1
            // `кава 65 день тому`: the number is of something else.
            let isOne = number % 10 == 1 && number % 100 != 11
            if !isOne, has(.dayOne, at) { return nil }
        } else if ["a", "an", "one", "один", "одну"].contains(plain(at)) {
            at += 1
        } else if let number = lexicon.number(.count, key(at)) ?? lexicon.number(.number, key(at)) {
            count = Int32(number)
            at += 1
        } else if !has(.dayOne, at) {
            // «кілька днів тому»
            return nil
        }
        guard let unit = lexicon.number(.daysOf, key(at)), has(.ago, at + 1)
        else { return nil }
        guard count < 20_000 else { throw .dayImpossible(text(of: index...(at + 1))) }
        try say(today.adding(days: -count * Int32(unit)), index...(at + 1))
        return at + 2 - index
    }

    private mutating func sayWeekday(
        _ weekday: Int32, at index: Int
    ) throws(QuickEntry.Fault) -> Int {
        // 1970-01-01 was a Thursday; Monday is 0.
        let now = (today.daysSince1970 + 3) % 7
        var back = (now - weekday + 7) % 7
        var start = index
        if index > 0, !words[index - 1].isTaken, has(.last, index - 1) {
            start -= 1
            if back == 0 { back = 7 }
        }
        if start > 0, !words[start - 1].isTaken,
            has(.on, start - 1)
        {
            start -= 1
        }
        try say(today.adding(days: -back), start...index)
        return 1
    }

    /// `14 березня`, `March 14`, `14 march 2025`.
    private mutating func monthNamed(at index: Int) throws(QuickEntry.Fault) -> Int? {
        var at = index
        let number: Int
        let month: Int
        if let day = dayNumber(plain(at)), let found = lexicon.number(.month, key(at + 1)) {
            (number, month) = (day, Int(found))
        } else if let found = lexicon.number(.month, key(at)), let day = dayNumber(plain(at + 1)),
            day <= 31,
            // `травня 14 грн` is no day.
            lexicon.currencies(plain(at + 2), isBehindNumber: true) == nil,
            words[at].plain.utf8.allSatisfy({ $0 < 0x80 })
        {
            (number, month) = (day, Int(found))
        } else {
            return nil
        }
        at += 2
        var year: Int?
        if plain(at).utf8.count == 4, let written = Int(plain(at)), (1990...2199).contains(written),
            lexicon.currencies(plain(at + 1), isBehindNumber: true) == nil
        {
            year = written
            at += 1
            if has(.yearAfter, at) { at += 1 }
        }
        try say(year, month, number, index...(at - 1))
        return at - index
    }

    private func dayNumber(_ text: String) -> Int? {
        var digits = text[...]
        for ending in ["st", "nd", "rd", "th", "-го", "го", "-е", "-ое"]
        where digits.hasSuffix(ending) {
            digits = digits.dropLast(ending.count)
        }
        guard (1...2).contains(digits.utf8.count), let number = Int(digits), number > 0 else {
            return nil
        }
        return number
    }

    /// `2026-03-14`, `14.03.2026`, `14/03/26`; a day and month with a point is left to
    /// ``takeAmount()``, since `14.03` may be money.
    private mutating func writtenDay(at index: Int) throws(QuickEntry.Fault) -> Int? {
        let word = words[index].plain
        if let fields = numbers(word, "-"), fields.count == 3, fields[0].count == 4 {
            try say(fields.values[0], fields.values[1], fields.values[2], index...index)
            return 1
        }
        if let fields = numbers(word, "."), fields.count == 3, fields.isDay {
            try say(year(fields, 2), fields.values[1], fields.values[0], index...index)
            return 1
        }
        // Shops are open so.
        if word == "24/7" { return nil }
        guard let fields = numbers(word, "/"), fields.count <= 3, fields.isDay else { return nil }
        let (first, second) = (fields.values[0], fields.values[1])
        let year = fields.count == 3 ? year(fields, 2) : nil
        if first == second || first > 12 {
            try say(year, second, first, index...index)
        } else if second > 12 {
            try say(year, first, second, index...index)
        } else {
            throw .dayUnclear(words[index].text)
        }
        return 1
    }

    struct Fields {
        var values: [Int]
        var digits: [Int]
        var count: Int { values.count }
        /// At most two digits of a day and of a month, two or four of a year: `1.250.000` is none.
        var isDay: Bool {
            digits[0] <= 2 && digits[1] <= 2
                && (count == 2 || digits[2] == 2 || digits[2] == 4)
        }
        subscript(index: Int) -> (count: Int, value: Int) { (digits[index], values[index]) }
    }

    private func year(_ fields: Fields, _ index: Int) -> Int {
        fields.digits[index] == 2 ? 2_000 + fields.values[index] : fields.values[index]
    }

    /// Two numbers or more of at most four digits, and nothing else.
    func numbers(_ word: String, _ separator: Character) -> Fields? {
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return nil }
        var fields = Fields(values: [], digits: [])
        for part in parts {
            guard (1...4).contains(part.utf8.count),
                part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = Int(part)
            else { return nil }
            fields.values.append(value)
            fields.digits.append(part.utf8.count)
        }
        return fields
    }

    /// A day without its year is the last one that was.
    mutating func say(
        _ year: Int?, _ month: Int, _ number: Int, _ range: ClosedRange<Int>
    ) throws(QuickEntry.Fault) {
        let text = text(of: range)
        if let year {
            guard let date = CalendarDate(year: year, month: month, day: number) else {
                throw .dayImpossible(text)
            }
            return try say(date, range)
        }
        let thisYear = today.parts.year
        // The 29th of February may lie some years back.
        for back in 0...8 {
            if let date = CalendarDate(year: thisYear - back, month: month, day: number),
                date <= today
            {
                return try say(date, range)
            }
        }
        throw .dayImpossible(text)
    }

    mutating func say(
        _ date: CalendarDate, _ range: ClosedRange<Int>
    ) throws(QuickEntry.Fault) {
        let text = text(of: range)
        if date > today { throw .dayAhead(text) }
        // Dates are counted from 1970 on, and nobody writes down a payment of before.
        if date.daysSince1970 < 0 { throw .dayImpossible(text) }
        if let day, day.date != date { throw .twoDays(day.text, text) }
        day = (date, text)
        for index in range { words[index].isTaken = true }
    }
}
