package import Facts

/// A payment in the words of a person: `кава 65 грн вчора`, `coffee 65 uah yesterday #work @cash`.
///
/// One amount, and whatever else was said in any order: a currency beside the amount, one day, `#tags`, an `@account`, a sign or
/// a word for income. What is left is the payee. What can be read in two ways is refused and named, never guessed.
package struct QuickEntry: Sendable, Equatable {
    /// Without a sign, as 10^−`scale` of the currency.
    package var mantissa: Int64
    package var scale: UInt8
    /// `unknown` when none was said.
    package var currency: Currency
    package var isIncome: Bool
    /// The direction was said by a sign.
    package var hasSign: Bool
    /// Nil when no day was said.
    package var day: CalendarDate?
    package var tags: [String]
    /// Empty when none was said.
    package var account: String
    /// May be empty.
    package var payee: String

    package enum Fault: Error, Sendable, Equatable {
        case noAmount
        case twoAmounts(String, String)
        case zeroAmount(String)
        /// `1,250` is a thousand or one and a quarter; `12,` is nothing.
        case amountUnclear(String)
        case amountTooLarge(String)
        case currencyUnknown(String)
        case twoCurrencies(String, String)
        case dayImpossible(String)
        case dayAhead(String)
        /// `03/04` is a day of March or of April.
        case dayUnclear(String)
        case twoDays(String, String)
        case twoAccounts(String, String)
        /// `#` or `@` with nothing behind it.
        case nameMissing(String)
    }

    /// - Parameter today: the day it is where the person is; days after it are refused.
    package static func parse(
        _ text: String, today: CalendarDate
    ) throws(Fault) -> QuickEntry {
        var reader = QuickReader(text, today)
        return try reader.read()
    }

    /// A day alone, as ``parse(_:today:)`` understands one.
    package static func day(_ text: String, today: CalendarDate) throws(Fault) -> CalendarDate {
        // Beside an amount, `14.03` is a day.
        let entry: QuickEntry
        do throws(Fault) {
            entry = try parse(text + " 1 UAH", today: today)
        } catch {
            switch error {
            case .dayAhead, .dayUnclear, .twoDays: throw error
            default: throw .dayImpossible(text)
            }
        }
        guard let day = entry.day, entry.payee.isEmpty, entry.tags.isEmpty else {
            throw .dayImpossible(text)
        }
        return day
    }

    /// The word for money in hand, `@готівка` or `@cash`.
    package static func isCash(_ account: String) -> Bool {
        QuickWords.cash.contains(account.lowercased())
    }

    /// The amount with its sign; nil when it has digits below the smallest coin.
    package func amount(in currency: Currency) -> Money? {
        do throws(Money.Refusal) {
            let money = try Money(
                mantissa: isIncome ? mantissa : -mantissa, writtenScale: scale, currency: currency)
            return money.scale > currency.exponent ? nil : money
        } catch {
            return nil
        }
    }
}

/// Takes words away from the text until only the payee is left.
private struct QuickReader {
    private struct Word {
        let text: String
        /// Small letters, apostrophes in one form, without a comma or point behind.
        let plain: String
        var isTaken = false

        init(_ text: Substring) {
            self.text = String(text)
            var plain = String(text.lowercased().map { "ʼ’`".contains($0) ? "'" : $0 })
            while let last = plain.last, plain.count > 1, ",;.!:".contains(last) {
                plain.removeLast()
            }
            self.plain = plain
        }
    }

    private struct Found {
        var number: WrittenNumber
        /// Words it stands in, with a currency beside it.
        var words: ClosedRange<Int>
        var currency: Currency?
        var text: String
        var isCoins = false
    }

    private var words: [Word]
    private let today: CalendarDate
    private var day: (date: CalendarDate, text: String)?

    init(_ text: String, _ today: CalendarDate) {
        let isBlank: (Character) -> Bool = {
            $0 == " " || $0 == "\t" || $0 == "\u{A0}" || $0 == "\u{202F}"
        }
        words = text.split(whereSeparator: isBlank).map { Word($0) }
        self.today = today
    }

    mutating func read() throws(QuickEntry.Fault) -> QuickEntry {
        let (tags, account) = try takeMarks()
        try takeSpokenDays()
        let amount = try takeAmount()
        let sign = amount.number.sign ?? takeSignBeside()
        let isIncome = sign.map { $0 == .plus } ?? hasIncomeWord
        let payee = words.filter { !$0.isTaken }.map(\.text).joined(separator: " ")
        return QuickEntry(
            mantissa: amount.number.mantissa, scale: amount.number.scale,
            currency: amount.currency ?? .unknown, isIncome: isIncome,
            hasSign: sign != nil, day: day?.date, tags: tags, account: account,
            payee: payee.trimmingMarks)
    }

    // MARK: #tag @account

    private mutating func takeMarks() throws(QuickEntry.Fault) -> ([String], String) {
        var tags: [String] = []
        var account = ""
        for index in words.indices {
            guard let mark = words[index].text.first, mark == "#" || mark == "@" else { continue }
            let name = String(words[index].text.dropFirst()).trimmingMarks
            if name.isEmpty { throw .nameMissing(String(mark)) }
            words[index].isTaken = true
            if mark == "#" {
                if !tags.contains(name) { tags.append(name) }
            } else if account.isEmpty || account == name {
                account = name
            } else {
                throw .twoAccounts(account, name)
            }
        }
        return (tags, account)
    }

    /// A plus before or behind everything else: `від мами 500 +`. Between words it is one of them.
    private mutating func takeSignBeside() -> WrittenNumber.Sign? {
        let left = words.indices.filter { !words[$0].isTaken }
        for index in [left.first, left.last] {
            guard let index, words[index].text == "+" else { continue }
            words[index].isTaken = true
            return .plus
        }
        return nil
    }

    private var hasIncomeWord: Bool {
        words.contains { !$0.isTaken && QuickWords.income.contains($0.plain) }
    }

    // MARK: Days

    private mutating func takeSpokenDays() throws(QuickEntry.Fault) {
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
        if let days = QuickWords.near[word] {
            try say(today.adding(days: days), index...index)
            return 1
        }
        if let taken = try daysAgo(at: index) { return taken }
        if let weekday = QuickWords.weekdays[word] { return try sayWeekday(weekday, at: index) }
        if let taken = try monthNamed(at: index) { return taken }
        return try writtenDay(at: index)
    }

    private func plain(_ index: Int) -> String {
        words.indices.contains(index) && !words[index].isTaken ? words[index].plain : ""
    }

    /// `2 days ago`, `3 дні тому`, `тиждень тому`.
    private mutating func daysAgo(at index: Int) throws(QuickEntry.Fault) -> Int? {
        var at = index
        var count: Int32 = 1
        if let number = Int32(plain(at)), number >= 0 {
            count = number
            at += 1
            // `кава 65 день тому`: the number is of something else.
            let isOne = number % 10 == 1 && number % 100 != 11
            if !isOne, QuickWords.oneOf.contains(plain(at)) { return nil }
        } else if ["a", "an", "one", "один"].contains(plain(at)) {
            at += 1
        } else if let number = QuickWords.counts[plain(at)] {
            count = number
            at += 1
        }
        guard let unit = QuickWords.daysOf[plain(at)], QuickWords.ago.contains(plain(at + 1))
        else { return nil }
        guard count < 20_000 else { throw .dayImpossible(text(of: index...(at + 1))) }
        try say(today.adding(days: -count * unit), index...(at + 1))
        return at + 2 - index
    }

    private mutating func sayWeekday(
        _ weekday: Int32, at index: Int
    ) throws(QuickEntry.Fault) -> Int {
        // 1970-01-01 was a Thursday; Monday is 0.
        let now = (today.daysSince1970 + 3) % 7
        var back = (now - weekday + 7) % 7
        var start = index
        if index > 0, !words[index - 1].isTaken, QuickWords.last.contains(words[index - 1].plain) {
            start -= 1
            if back == 0 { back = 7 }
        }
        if start > 0, !words[start - 1].isTaken,
            QuickWords.beforeWeekdays.contains(words[start - 1].plain)
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
        if let day = dayNumber(plain(at)), let found = QuickWords.months[plain(at + 1)] {
            (number, month) = (day, found)
        } else if let found = QuickWords.months[plain(at)], let day = dayNumber(plain(at + 1)),
            day <= 31,
            // `травня 14 грн` is no day.
            QuickWords.currency(plain(at + 2)) == nil,
            words[at].plain.utf8.allSatisfy({ $0 < 0x80 })
        {
            (number, month) = (day, found)
        } else {
            return nil
        }
        at += 2
        var year: Int?
        if plain(at).utf8.count == 4, let written = Int(plain(at)), (1990...2199).contains(written),
            QuickWords.currency(plain(at + 1)) == nil
        {
            year = written
            at += 1
            if ["року", "р"].contains(plain(at)) { at += 1 }
        }
        try say(year, month, number, index...(at - 1))
        return at - index
    }

    private func dayNumber(_ text: String) -> Int? {
        var digits = text[...]
        for ending in ["st", "nd", "rd", "th", "-го"] where digits.hasSuffix(ending) {
            digits = digits.dropLast(ending.count)
        }
        guard (1...2).contains(digits.utf8.count), let number = Int(digits), number > 0 else {
            return nil
        }
        return number
    }

    /// `2026-03-14`, `14.03.2026`, `14/03/26`; a day and month with a point is left to ``takeAmount()``, since `14.03` may be money.
    private mutating func writtenDay(at index: Int) throws(QuickEntry.Fault) -> Int? {
        let word = words[index].plain
        if let fields = numbers(word, "-"), fields.count == 3, fields[0].count == 4 {
            try say(fields.values[0], fields.values[1], fields.values[2], index...index)
            return 1
        }
        if let fields = numbers(word, "."), fields.count == 3 {
            try say(year(fields, 2), fields.values[1], fields.values[0], index...index)
            return 1
        }
        // Shops are open so.
        if word == "24/7" { return nil }
        guard let fields = numbers(word, "/"), fields.count <= 3 else { return nil }
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

    private struct Fields {
        var values: [Int]
        var digits: [Int]
        var count: Int { values.count }
        subscript(index: Int) -> (count: Int, value: Int) { (digits[index], values[index]) }
    }

    private func year(_ fields: Fields, _ index: Int) -> Int {
        fields.digits[index] == 2 ? 2_000 + fields.values[index] : fields.values[index]
    }

    /// Two numbers or more of at most four digits, and nothing else.
    private func numbers(_ word: String, _ separator: Character) -> Fields? {
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
    private mutating func say(
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

    private mutating func say(
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

    private func text(of range: ClosedRange<Int>) -> String {
        words[range].map(\.text).joined(separator: " ")
    }

    // MARK: The amount

    private mutating func takeAmount() throws(QuickEntry.Fault) -> Found {
        var found: [Found] = []
        var index = 0
        var strange: String?
        while index < words.count {
            let free = found.last.map { $0.words.upperBound + 1 } ?? 0
            guard !words[index].isTaken, let next = try number(at: index, from: free, &strange)
            else {
                index += 1
                continue
            }
            found.append(next)
            index = next.words.upperBound + 1
        }
        found = try joiningCoins(found)
        let chosen = try choose(&found)
        guard let amount = chosen else {
            if let strange { throw .currencyUnknown(strange) }
            throw .noAmount
        }
        if amount.number.mantissa == 0 { throw .zeroAmount(amount.text) }
        for index in amount.words { words[index].isTaken = true }
        let before = amount.words.lowerBound - 1
        if before >= 0, !words[before].isTaken,
            QuickWords.beforeAmounts.contains(words[before].plain)
        {
            words[before].isTaken = true
        }
        return amount
    }

    /// The one number that is the amount. With a currency beside it, other small whole numbers before words count something.
    private mutating func choose(_ found: inout [Found]) throws(QuickEntry.Fault) -> Found? {
        if found.count > 1 {
            // `14.03` beside an amount is a day, if only one of them can be.
            let days = found.indices.filter {
                found[$0].currency == nil && dayAndMonth(found[$0]) != nil
            }
            if days.count == 1, day == nil, let at = days.first,
                let (month, number) = dayAndMonth(found[at])
            {
                try say(nil, month, number, found[at].words)
                found.remove(at: at)
            }
        }
        let withCurrency = found.filter { $0.currency != nil }
        if withCurrency.count == 1 {
            for other in found where other.currency == nil && !isCount(other) {
                throw .twoAmounts(found[0].text, found[1].text)
            }
            return withCurrency[0]
        }
        if found.count > 1 { throw .twoAmounts(found[0].text, found[1].text) }
        return found.first
    }

    private func isCount(_ found: Found) -> Bool {
        guard found.number.scale == 0, found.number.sign == nil, found.number.mantissa < 1_000,
            found.words.count == 1
        else { return false }
        let next = found.words.upperBound + 1
        return words.indices.contains(next) && !words[next].isTaken
            && words[next].plain.first?.isLetter == true
    }

    private func dayAndMonth(_ found: Found) -> (month: Int, number: Int)? {
        guard found.words.count == 1,
            let fields = numbers(words[found.words.lowerBound].plain, "."), fields.count == 2,
            fields.digits[1] == 2, (1...12).contains(fields.values[1]),
            (1...31).contains(fields.values[0])
        else { return nil }
        return (fields.values[1], fields.values[0])
    }

    /// `65 грн 50 коп`.
    private func joiningCoins(_ found: [Found]) throws(QuickEntry.Fault) -> [Found] {
        var result: [Found] = []
        for next in found {
            if next.isCoins, let last = result.last, last.currency == .uah, last.number.scale == 0,
                !last.isCoins, next.words.lowerBound == last.words.upperBound + 1,
                next.number.mantissa < 100
            {
                var joined = last
                joined.number.mantissa = last.number.mantissa * 100 + next.number.mantissa
                joined.number.scale = 2
                joined.words = last.words.lowerBound...next.words.upperBound
                joined.text += " " + next.text
                if joined.number.mantissa > WrittenNumber.mantissaMax {
                    throw .amountTooLarge(joined.text)
                }
                result[result.count - 1] = joined
            } else {
                result.append(next)
            }
        }
        return result
    }

    /// A number from this word on, with groups of thousands and the currency beside it; words before `free` are of another number.
    private func number(
        at index: Int, from free: Int, _ strange: inout String?
    ) throws(QuickEntry.Fault) -> Found? {
        var first = index
        var text = words[index].text
        // `+ 500`
        var sign: WrittenNumber.Sign?
        if let alone = WrittenNumber.Sign(text), words.indices.contains(index + 1),
            !words[index + 1].isTaken
        {
            sign = alone
            first += 1
            text = words[first].text
        }
        while let last = text.last, ";!".contains(last) { text.removeLast() }
        var split = AmountWord(text)
        guard !split.digits.isEmpty else { return nil }
        var last = first
        var digits = split.digits
        if split.ending.isEmpty, WrittenNumber.isGroup(digits, isFirst: true) {
            while words.indices.contains(last + 1), !words[last + 1].isTaken {
                let next = AmountWord(words[last + 1].text)
                guard next.beginning.isEmpty, WrittenNumber.isGroup(next.digits, isFirst: false)
                else { break }
                digits += next.digits
                split.ending = next.ending
                last += 1
                if !next.ending.isEmpty || next.digits.utf8.count > 3 { break }
            }
        }
        var currency: Currency?
        var isCoins = false
        var said = ""
        func meet(_ word: String) throws(QuickEntry.Fault) -> Bool {
            guard let found = QuickWords.currency(word) else { return false }
            if let currency, currency != found { throw .twoCurrencies(said, word) }
            currency = found
            said = word
            return true
        }
        for attached in [split.beginning, split.ending] where !attached.isEmpty {
            if QuickWords.coins.contains(attached.lowercased()) {
                isCoins = true
            } else if try !meet(attached) {
                strange = strange ?? attached
                return nil
            }
        }
        if index > free, first == index, !words[index - 1].isTaken, split.beginning.isEmpty,
            QuickWords.standsBefore(words[index - 1].text), try meet(words[index - 1].plain)
        {
            first = index - 1
        } else if first == index + 1 {
            first = index
        }
        let after = last + 1
        if words.indices.contains(after), !words[after].isTaken {
            let word = words[after]
            if QuickWords.coins.contains(word.plain), currency == nil {
                isCoins = true
                last = after
            } else if split.ending.isEmpty, try meet(word.plain) {
                last = after
            } else if currency == nil, split.ending.isEmpty, word.text.utf8.count == 3,
                word.text.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
            {
                guard let code = Currency(code: word.text), code.isListed else {
                    throw .currencyUnknown(word.text)
                }
                currency = code
                last = after
            }
        }
        let shown = self.text(of: first...last)
        guard var number = try WrittenNumber(digits, as: shown) else { return nil }
        number.sign = sign ?? split.sign
        if isCoins {
            guard number.scale == 0 else { throw .amountUnclear(shown) }
            number.scale = 2
            currency = .uah
        }
        return Found(
            number: number, words: first...last, currency: currency, text: shown, isCoins: isCoins)
    }
}

extension String {
    /// Without commas, points and hyphens around it, which stood between what was taken.
    fileprivate var trimmingMarks: String {
        let marks: Set<Character> = [",", ";", ".", "-", "–", "—", ":", " "]
        var text = self[...]
        while let first = text.first, marks.contains(first) { text = text.dropFirst() }
        while let last = text.last, marks.contains(last), last != "." || text.dropLast().last == " "
        {
            text = text.dropLast()
        }
        return String(text)
    }
}
