package import Facts
internal import Reading

/// A payment that a person asks about, which no stream expects: `1200 uah monthly 5`.
package struct PlannedPayment: Sendable, Equatable {
    package enum Rhythm: Sendable, Equatable {
        case once(CalendarDate)
        /// On a weekday, from 1 for Monday.
        case weekly(Int)
        /// On a day of the month; on the last one of shorter months.
        case monthly(Int)
        case yearly(month: Int, day: Int)
    }

    /// As typed.
    package let text: String
    /// Signed.
    package let amount: Money
    package let rhythm: Rhythm
    /// Empty when only the total is asked about.
    package var account = ""

    /// A missing or wrong part of a text.
    package enum Fault: Error, Equatable, Sendable {
        case form
        case amount(String)
        case currency(String)
        case rhythm(String)
        case day(String)
    }

    /// Reads `AMOUNT CURRENCY RHYTHM DAY [ACCOUNT]`. Without a sign, or with a minus, money goes
    /// out; with a plus it comes in.
    package init(_ text: String) throws(Fault) {
        let words = text.split(separator: " ", maxSplits: 4).map { String($0) }
        guard words.count >= 4 else { throw .form }
        guard let currency = Currency(code: words[1].uppercased()) else {
            throw .currency(words[1])
        }
        let isIn = words[0].hasPrefix("+")
        let digits = isIn || words[0].hasPrefix("-") ? String(words[0].dropFirst()) : words[0]
        guard digits.first?.isNumber == true,
            let amount = Money.typed(digits, in: currency), !amount.isZero,
            amount.scale <= currency.exponent
        else { throw .amount(words[0]) }
        guard let every = Self.words[words[2].lowercased()] else { throw .rhythm(words[2]) }
        guard let rhythm = Rhythm(every, words[3]) else { throw .day(words[3]) }
        self.text = text
        self.amount = isIn ? amount : amount.negated
        self.rhythm = rhythm
        account = words.count > 4 ? words[4] : ""
    }

    fileprivate enum Every { case once, weekly, monthly, yearly }

    private static let words: [String: Every] = [
        "once": .once, "раз": .once, "weekly": .weekly, "щотижня": .weekly,
        "monthly": .monthly, "щомісяця": .monthly, "yearly": .yearly, "щороку": .yearly,
    ]

    /// The days of the payment among so many after a day.
    package func days(after day: CalendarDate, days: Int) -> [CalendarDate] {
        (1...max(1, days)).map { day.adding(days: Int32(clamping: $0)) }.filter(isDue)
    }

    private func isDue(_ date: CalendarDate) -> Bool {
        let (year, month, day) = date.parts
        let last = CalendarDate.days(inMonth: month, year: year)
        switch rhythm {
        case .once(let wanted): return date == wanted
        case .weekly(let weekday): return date.weekday + 1 == weekday
        case .monthly(let wanted): return day == min(wanted, last)
        case .yearly(let wanted, let of): return month == wanted && day == min(of, last)
        }
    }
}

extension PlannedPayment.Rhythm {
    fileprivate init?(_ every: PlannedPayment.Every, _ text: String) {
        switch every {
        case .once:
            guard let day = CalendarDate(text: text) else { return nil }
            self = .once(day)
        case .weekly:
            guard let day = Int(text), (1...7).contains(day) else { return nil }
            self = .weekly(day)
        case .monthly:
            guard let day = Int(text), (1...31).contains(day) else { return nil }
            self = .monthly(day)
        case .yearly:
            // A leap year has every day.
            guard let day = CalendarDate(text: "2024-" + text) else { return nil }
            self = .yearly(month: day.parts.month, day: day.parts.day)
        }
    }
}
