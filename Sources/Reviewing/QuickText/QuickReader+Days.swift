internal import Facts

/// Parses days.
extension QuickReader {
    mutating func takeSpokenDays() throws(Fault) {
        var index = 0
        while index < words.count {
            if !words[index].isTaken, let taken = try dayWords(at: index) {
                index += taken
            } else {
                index += 1
            }
        }
    }

    /// The number of words of a day from here; nil when there is none.
    private mutating func dayWords(at index: Int) throws(Fault) -> Int? {
        let word = words[index].plain
        if let passed = try passPurpose(at: index) { return passed }
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
        if let taken = try dayOfMonth(at: index) { return taken }
        if let period = period(at: index) { throw .periodNotDay(text(of: period)) }
        return try writtenDay(at: index)
    }

    /// «наступного тижня», `next friday`.
    private func refuseAhead(at index: Int) throws(Fault) {
        guard has(.next, index) else { return }
        let isTime = has(.weekday, index + 1) || isLongUnit(index + 1) || has(.daysOf, index + 1)
        if isTime { throw .dayAhead(text(of: index...(index + 1))) }
    }

    /// «минулого тижня», «у березні», «торік», «кілька днів тому»: a period, not a day. «За минулий
    /// місяць» is a purpose.
    private func period(at index: Int) -> ClosedRange<Int>? {
        if ["за", "for"].contains(key(index - 1)) { return nil }
        let isMonth =
            has(.monthAlone, index)
            || has(.month, index) && key(index).utf8.allSatisfy { $0 < 0x80 }
        if has(.placeWithin, index - 1), isMonth { return (index - 1)...index }
        if has(.nearYear, index) || has(.season, index) { return index...index }
        if has(.beforeLast, index), isLongUnit(index + 1) || has(.weekday, index + 1) {
            return index...(index + 1)
        }
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

    /// «у 2019», `in 2019`: a number that is not an amount, and a time that is not a day.
    func refuseYear() throws(Fault) {
        let year = free.first { index in
            let word = words[index].plain
            return word.utf8.count == 4 && Int(word).map { (1_900...2_199).contains($0) } == true
                && has(.placeWithin, index - 1)
        }
        if day == nil, let year { throw .periodNotDay(text(of: (year - 1)...year)) }
    }

    /// `2 days ago`, `3 дні тому`, `тиждень тому`.
    private mutating func daysAgo(at index: Int) throws(Fault) -> Int? {
        // «двадцять два дні тому», «півтижня тому»
        if has(.number, index - 1) || has(.half, index - 1) || has(.vague, index - 1) {
            return nil
        }
        var at = index
        var count: Int32 = 1
        if let number = Int32(plain(at)), number >= 0 {
            count = number
            at += 1
            // `кава 65 день тому`: the number belongs to something else.
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

    private mutating func sayWeekday(_ weekday: Int32, at index: Int) throws(Fault) -> Int {
        var back = (Int32(today.weekday) - weekday + 7) % 7
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

    /// `14 березня`, `March 14`, `14 march 2025`, «другого листопада», `the first of november`.
    private mutating func monthNamed(at index: Int) throws(Fault) -> Int? {
        guard let (month, number, end) = dayAndMonth(at: index) else { return nil }
        var at = end + 1
        var year: Int?
        if plain(at).utf8.count == 4, let written = Int(plain(at)), (1990...2199).contains(written),
            lexicon.currencies(plain(at + 1), followsNumber: true) == nil
        {
            year = written
            at += 1
            if has(.yearAfter, at) { at += 1 }
        }
        try say(year, month, number, pastArticle(index)...(at - 1))
        return at - index
    }

    private func dayAndMonth(at index: Int) -> (month: Int, number: Int, end: Int)? {
        if let (number, last) = dayNumber(at: index) {
            let end = key(last + 1) == "of" ? last + 2 : last + 1
            guard let month = lexicon.number(.month, key(end)) else { return nil }
            // `65 nov 5`: the day follows.
            if number > 31, let day = dayNumber(plain(end + 1)), day <= 31 { return nil }
            return (Int(month), number, end)
        }
        guard let month = lexicon.number(.month, key(index)),
            let number = dayNumber(plain(index + 1)), number <= 31,
            // `травня 14 грн` is not a day.
            lexicon.currencies(plain(index + 2), followsNumber: true) == nil,
            words[index].plain.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        return (Int(month), number, index + 1)
    }

    /// A day in digits or words, and its last word: `14`, `14th`, «двадцять першого».
    private func dayNumber(at index: Int) -> (number: Int, last: Int)? {
        if let number = dayNumber(plain(index)) { return (number, index) }
        if let number = lexicon.number(.ordinal, key(index)) {
            // A number after «двадцять» was read together with it.
            return has(.number, index - 1) ? nil : (Int(number), index)
        }
        guard let tens = lexicon.number(.number, key(index)), tens == 20 || tens == 30,
            let ones = lexicon.number(.ordinal, key(index + 1)), ones < 10
        else { return nil }
        return (Int(tens + ones), index + 1)
    }

    /// Skips the first words of «on the 1st».
    private func pastArticle(_ index: Int) -> Int {
        guard key(index - 1) == "the" else { return index }
        return key(index - 2) == "on" ? index - 2 : index - 1
    }

    /// «15 числа», «15-го», `on the 1st`: the last day of that number.
    private mutating func dayOfMonth(at index: Int) throws(Fault) -> Int? {
        guard let (number, last) = dayNumber(at: index) else { return nil }
        if has(.ofMonth, last + 1) {
            try say(number, index...(last + 1))
            return last + 2 - index
        }
        if let taken = try dayInWords(number, index...last) { return taken }
        let isDigits = plain(index).first?.isNumber == true && Int(plain(index)) == nil
        let isEnglish = key(index).utf8.allSatisfy { $0 < 0x80 }
        guard index == last, isDigits || isEnglish && key(index - 1) == "the" else { return nil }
        let next = index + 1
        let isLast = !words.indices.contains(next) || words[next].isTaken
        let isBesideNumber =
            isLast || words[next].plain.contains(where: \.isNumber)
            || words[index].text.last == ","
        if isEnglish {
            // `the 1st rent 300`
            if index == 1, !isBesideNumber { throw .periodNotDay(text(of: 0...1)) }
            guard isBesideNumber else { return nil }
        } else if !isBesideNumber, index > 0,
            !words[index - 1].plain.contains(where: \.isNumber)
        {
            // «оренда 5-го офісу»
            throw .periodNotDay(words[index].text)
        }
        // «5-го класу підручники»
        let isOfNext = has(.measure, next) || ["у", "ю"].contains { key(next).hasSuffix($0) }
        if !isEnglish, !isBesideNumber, isOfNext, !has(.spent, next) {
            throw .periodNotDay(text(of: index...next))
        }
        try say(number, pastArticle(index)...index)
        return 1
    }

    /// «двадцятого садок 3000», «оренда 12000 першого»: a day at an end of the text, or beside a
    /// number or a verb; «першого класу» is not.
    private mutating func dayInWords(
        _ number: Int, _ range: ClosedRange<Int>
    ) throws(Fault) -> Int? {
        guard has(.ordinal, range.upperBound),
            ["ого", "его"].contains(where: { key(range.upperBound).hasSuffix($0) })
        else { return nil }
        let next = range.upperBound + 1
        let isLast = !words.indices.contains(next) || words[next].isTaken
        if !isLast, !isNumber(next), !isVerb(next), !has(.own, next) {
            // «рюкзак для п'ятого класу»
            let before = range.lowerBound - 1
            if place(before) != nil || has(.noDayOf, before) || has(.price, before) { return nil }
            // «п'ятого офісу оренда 900», «двадцятого оренда 900»
            if Self.endingsOfGenitive.contains(where: { key(next).hasSuffix($0) }) {
                throw .periodNotDay(text(of: range))
            }
        }
        try say(number, range)
        return range.count
    }

    private static let endingsOfGenitive = ["у", "ю", "а", "я", "ого", "его"]

    /// «на 12 грудня», «з 1.12.2026», `until friday`: a purpose, not the day of payment. The words
    /// stay.
    private mutating func passPurpose(at index: Int) throws(Fault) -> Int? {
        if has(.versioned, index - 1) {
            let word = words[index].plain
            let isPart = [".", "/"].contains { mark in
                numbers(word, mark).map { $0.count == 2 && $0.isDay } ?? false
            }
            // «квартира 12.5 тис. грн»
            let isAmount =
                has(.scale, index + 1)
                || lexicon.currencies(plain(index + 1), followsNumber: true) != nil
            let isOnly = !words.indices.contains { other in
                other != index && words[other].plain.contains(where: \.isNumber)
            }
            guard isPart, !isAmount, !isOnly else { return nil }
            words[index].isCode = true
            return 1
        }
        guard has(.noDayOf, index - 1) else { return nil }
        var end = index
        if let (_, _, last) = dayAndMonth(at: index) {
            end = last
        } else if let (_, last) = dayNumber(at: index), has(.ofMonth, last + 1) {
            end = last + 1
        } else if has(.weekday, index) {
            end = index
        } else if let fields = numbers(words[index].plain, ".") ?? numbers(words[index].plain, "/")
            ?? numbers(words[index].plain, "-"), fields.count == 3
        {
            end = index
        } else {
            return nil
        }
        // «на 5 листопада торт» may be either.
        if index == 1, key(0) == "на" { throw .periodNotDay(text(of: 0...end)) }
        for at in index...end { words[at].isCode = true }
        return end + 1 - index
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
    private mutating func writtenDay(at index: Int) throws(Fault) -> Int? {
        let word = words[index].plain
        if let fields = numbers(word, "-"), fields.count == 3, fields[0].count == 4 {
            try say(fields.values[0], fields.values[1], fields.values[2], index...index)
            return 1
        }
        // `2026/10/01`, `2026.10.01`
        if let fields = numbers(word, "/") ?? numbers(word, "."), fields.isYearFirst {
            try say(fields.values[0], fields.values[1], fields.values[2], index...index)
            return 1
        }
        if let fields = numbers(word, "."), fields.count == 3, fields.isDay {
            try say(year(fields, 2), fields.values[1], fields.values[0], index...index)
            return 1
        }
        // `27-11` before all words; elsewhere it numbers something.
        if index == 0, let fields = numbers(word, "-"), fields.digits == [2, 2], fields.isDay,
            (1...31).contains(fields.values[0]), (1...12).contains(fields.values[1])
        {
            let (first, second) = (fields.values[0], fields.values[1])
            if first <= 12, first != second { throw .dayUnclear(words[index].text) }
            try say(nil, second, first, index...index)
            return 1
        }
        // Opening hours.
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
        /// At most two digits for day and month, two or four for the year: `1.250.000` does not
        /// match.
        var isDay: Bool {
            digits[0] <= 2 && digits[1] <= 2
                && (count == 2 || digits[2] == 2 || digits[2] == 4)
        }
        var isYearFirst: Bool {
            count == 3 && digits[0] == 4 && digits[1] <= 2 && digits[2] <= 2
        }
        subscript(index: Int) -> (count: Int, value: Int) { (digits[index], values[index]) }
    }

    private func year(_ fields: Fields, _ index: Int) -> Int {
        fields.digits[index] == 2 ? 2_000 + fields.values[index] : fields.values[index]
    }

    /// Only numbers, two or more, of at most four digits.
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

    /// A day without a year is in this year, or in the last one if that is nearer: in November
    /// nobody records a payment of last December.
    mutating func say(
        _ year: Int?, _ month: Int, _ number: Int, _ range: ClosedRange<Int>
    ) throws(Fault) {
        let text = text(of: range)
        if let year {
            guard let date = CalendarDate(year: year, month: month, day: number) else {
                throw .dayImpossible(text)
            }
            return try say(date, range)
        }
        let thisYear = today.parts.year
        let own = CalendarDate(year: thisYear, month: month, day: number)
        // 29 February may be some years ago.
        for back in 0...(isDayAlone ? 8 : 1) {
            guard let date = CalendarDate(year: thisYear - back, month: month, day: number),
                date <= today
            else { continue }
            if !isDayAlone, let own, own > today {
                let ahead = own.daysSince1970 - today.daysSince1970
                if ahead < today.daysSince1970 - date.daysSince1970 { throw .dayAhead(text) }
            }
            return try say(date, range)
        }
        throw .dayImpossible(text)
    }

    /// The last day of this number, in this month or the one before.
    private mutating func say(_ number: Int, _ range: ClosedRange<Int>) throws(Fault) {
        let now = today.parts
        let isAhead = number > now.day
        let month = isAhead ? (now.month + 10) % 12 + 1 : now.month
        let year = isAhead && now.month == 1 ? now.year - 1 : now.year
        guard let date = CalendarDate(year: year, month: month, day: number) else {
            throw .dayImpossible(text(of: range))
        }
        try say(date, range)
    }

    mutating func say(_ date: CalendarDate, _ range: ClosedRange<Int>) throws(Fault) {
        let text = text(of: range)
        if date > today { throw .dayAhead(text) }
        // Dates count from 1970, and older payments are not recorded.
        if date.daysSince1970 < 0 { throw .dayImpossible(text) }
        if let day, day.date != date { throw .twoDays(day.text, text) }
        day = (date, text)
        for index in range { words[index].isTaken = true }
        if key(range.lowerBound - 1) == "on" { words[range.lowerBound - 1].isTaken = true }
    }
}
