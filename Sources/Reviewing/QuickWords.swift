import Facts

/// A word with a number in it: `-65,50грн`, `$12`.
struct AmountWord {
    var sign: WrittenNumber.Sign?
    var beginning = ""
    /// Digits with the marks between them; empty when the word does not begin with a number.
    var digits = ""
    var ending = ""

    init(_ text: String) {
        var rest = text[...]
        takeSign(&rest)
        let symbols = rest.prefix { !$0.isNumber && !$0.isLetter && !".,'".contains($0) }
        if symbols.count == 1 || rest.hasPrefix("zł") {
            beginning = rest.hasPrefix("zł") ? "zł" : String(symbols)
            rest = rest.dropFirst(beginning.count)
            if sign == nil { takeSign(&rest) }
        } else if !symbols.isEmpty {
            return
        } else {
            let letters = rest.prefix { $0.isLetter }
            if letters.count == 3, QuickWords.currency(letters.lowercased()) != nil {
                beginning = String(letters)
                rest = rest.dropFirst(3)
            }
        }
        guard let first = rest.first, first.isASCII, first.isNumber else { return }
        let number = rest.prefix { ($0.isASCII && $0.isNumber) || ".,'’".contains($0) }
        var written = number
        // `65.` ends a sentence; `65,` stands before the next word.
        while let last = written.last, !last.isNumber { written = written.dropLast() }
        digits = String(written)
        ending = String(rest.dropFirst(number.count))
        while let last = ending.last, ".,;!:".contains(last) { ending.removeLast() }
    }

    private mutating func takeSign(_ rest: inout Substring) {
        guard rest.count > 1, let mark = rest.first, let found = WrittenNumber.Sign(String(mark))
        else { return }
        sign = found
        rest = rest.dropFirst()
    }
}

/// A number as people write amounts.
struct WrittenNumber {
    enum Sign {
        case plus, minus

        init?(_ text: String) {
            switch text {
            case "+": self = .plus
            case "-", "−", "–": self = .minus
            default: return nil
            }
        }
    }

    var mantissa: Int64
    var scale: UInt8
    var sign: Sign?

    /// `1`, `12`, `125` before a group, three digits in one; the last may have decimals behind it.
    static func isGroup(_ text: String, isFirst: Bool) -> Bool {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        if isFirst {
            return whole.count == text.count && (1...3).contains(whole.count) && whole.first != "0"
        }
        guard whole.count == 3 else { return false }
        let rest = text.dropFirst(3)
        guard let mark = rest.first else { return true }
        return ".,".contains(mark) && (1...2).contains(rest.count - 1)
            && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Nil when it is no number.
    init?(_ text: String, as shown: String) throws(QuickEntry.Fault) {
        let marks = text.filter { !$0.isNumber }
        let parts = text.split(omittingEmptySubsequences: false) { !$0.isNumber }
        var decimals = ""
        var whole = parts.map(String.init)
        if let last = parts.last, let mark = marks.last, mark == "." || mark == "," {
            let isOnly = marks.count == 1
            // One mark before three digits is a thousand or a decimal; several different ones tell.
            if isOnly, last.count == 3, parts[0].count <= 3, parts[0] != "0" {
                throw .amountUnclear(shown)
            }
            if isOnly || (marks.dropLast().allSatisfy { $0 != mark }) {
                decimals = String(last)
                whole.removeLast()
            }
        }
        let groups = whole.dropFirst()
        if !groups.isEmpty {
            let isGrouped =
                (1...3).contains(whole[0].count) && groups.allSatisfy { $0.count == 3 }
                && Set(marks.prefix(groups.count)).count == 1
            guard isGrouped else { throw .amountUnclear(shown) }
        }
        if decimals.count > 4 { throw .amountUnclear(shown) }
        var mantissa: Int64 = 0
        for digit in (whole.joined() + decimals).utf8 {
            let (tens, over) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, tooLarge) = tens.addingReportingOverflow(Int64(digit) - 0x30)
            if over || tooLarge || sum > Self.mantissaMax { throw .amountTooLarge(shown) }
            mantissa = sum
        }
        self.mantissa = mantissa
        scale = UInt8(decimals.count)
    }

    /// A slip of the hand is likelier than a payment of this size, and sums stay far from 64 bits.
    static let mantissaMax: Int64 = 999_999_999_999_999
}

/// Words of days, currencies and income, small and without commas.
enum QuickWords {
    static let near: [String: Int32] = [
        "сьогодні": 0, "today": 0, "вчора": -1, "учора": -1, "yesterday": -1, "позавчора": -2,
        "завтра": 1, "tomorrow": 1,
    ]

    static let cash: Set<String> = ["готівка", "готівкою", "cash"]

    /// Monday is 0.
    static let weekdays: [String: Int32] = {
        let names: [[String]] = [
            ["понеділок", "понеділка", "пн", "monday"], ["вівторок", "вівторка", "вт", "tuesday"],
            ["середу", "середа", "середи", "wednesday"], ["четвер", "четверга", "чт", "thursday"],
            ["п'ятницю", "п'ятниця", "п'ятниці", "пт", "friday"],
            ["суботу", "субота", "суботи", "сб", "saturday"],
            ["неділю", "неділя", "неділі", "нд", "sunday"],
        ]
        var result: [String: Int32] = [:]
        for (number, words) in names.enumerated() {
            for word in words { result[word] = Int32(number) }
        }
        return result
    }()

    static let months: [String: Int] = {
        let names = [
            ["січня", "january", "jan"], ["лютого", "february", "feb"],
            ["березня", "march", "mar"],
            ["квітня", "april", "apr"], ["травня", "may"], ["червня", "june", "jun"],
            ["липня", "july", "jul"], ["серпня", "august", "aug"],
            ["вересня", "september", "sep", "sept"], ["жовтня", "october", "oct"],
            ["листопада", "november", "nov"], ["грудня", "december", "dec"],
        ]
        var result: [String: Int] = [:]
        for (number, words) in names.enumerated() {
            for word in words { result[word] = number + 1 }
        }
        return result
    }()

    static let last: Set<String> = [
        "last", "минулий", "минулого", "минулої", "минулу", "попередній", "попередню",
    ]
    static let beforeWeekdays: Set<String> = ["у", "в", "on", "за"]
    static let beforeAmounts: Set<String> = ["за", "на", "for", "по"]
    static let ago: Set<String> = ["тому", "ago", "назад"]
    static let counts: [String: Int32] = [
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "два": 2, "дві": 2, "три": 3,
        "чотири": 4, "п'ять": 5, "шість": 6,
    ]
    static let daysOf: [String: Int32] = [
        "day": 1, "days": 1, "день": 1, "дні": 1, "днів": 1, "дня": 1, "week": 7, "weeks": 7,
        "тиждень": 7, "тижні": 7, "тижнів": 7, "тижня": 7,
    ]

    static let oneOf: Set<String> = ["день", "тиждень", "day", "week"]

    static let income: Set<String> = [
        "зарплата", "зарплатня", "зарплату", "зп", "аванс", "премія", "премію", "повернення",
        "відшкодування", "кешбек", "дивіденди", "відсотки", "проценти", "стипендія",
        "стипендію", "пенсія", "пенсію", "дохід", "виграш", "salary", "wage", "wages", "paycheck",
        "refund", "refunded", "cashback", "dividend", "dividends", "interest", "income", "bonus",
        "pension", "scholarship", "reimbursement",
    ]

    static let coins: Set<String> = ["коп", "копійок", "копійки", "копійка", "копійку"]

    private static let currencies: [String: Currency] = {
        let codes: [(String, [String])] = [
            ("UAH", ["грн", "гривень", "гривня", "гривні", "гривню", "₴", "hryvnia", "hryvnias"]),
            (
                "USD",
                ["$", "дол", "долар", "долари", "доларів", "долара", "dollar", "dollars", "bucks"]
            ),
            ("EUR", ["€", "євро", "euro", "euros"]),
            ("GBP", ["£", "фунт", "фунти", "фунтів", "pound", "pounds", "quid"]),
            ("PLN", ["zł", "zl", "злотий", "злотих", "злоті", "zloty", "zlotys"]),
            ("CHF", ["франк", "франки", "франків"]), ("CZK", ["kč"]), ("KZT", ["₸", "тенге"]),
            ("GEL", ["₾", "ларі"]), ("TRY", ["₺", "лір", "ліра", "ліри"]), ("VND", ["₫"]),
            ("ILS", ["₪", "шекель", "шекелів"]), ("JPY", ["єн", "єна", "yen"]),
            ("CNY", ["юань", "юанів", "yuan"]), ("INR", ["₹"]), ("HUF", ["форинт", "форинтів"]),
            ("MDL", []), ("RON", []), ("BGN", []), ("SEK", []), ("NOK", []), ("DKK", []),
            ("CAD", []), ("AUD", []), ("AED", []), ("RSD", []), ("AMD", []), ("AZN", []),
        ]
        var result: [String: Currency] = [:]
        for (code, words) in codes {
            guard let currency = Currency(code: code) else { continue }
            for word in words { result[word] = currency }
            // Codes that are words of their own (try, all, top) count in capitals only.
            if code != "TRY" { result[code.lowercased()] = currency }
        }
        return result
    }()

    /// The currency of a word, a symbol or a common code in any case; of another code only in capitals.
    static func currency(_ word: String) -> Currency? {
        if word.isEmpty { return nil }
        if let known = currencies[word] ?? currencies[word.lowercased()] { return known }
        guard word.utf8.count == 3, word.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            let code = Currency(code: word), code.isListed
        else { return nil }
        return code
    }

    /// Symbols and codes may stand before the amount; «гривень» cannot.
    static func standsBefore(_ word: String) -> Bool {
        word.count == 1 || (word.utf8.count == 3 && word.utf8.allSatisfy { $0 < 0x80 })
    }
}
