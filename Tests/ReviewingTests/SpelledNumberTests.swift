import Facts
import TestKit
import Testing

@testable import Reviewing

/// Every amount below a milliard, as it is said in three languages and written with every mark.
@Suite struct `Amounts that are said and written` {
    private let today = CalendarDate(daysSince1970: 20_526)

    enum Tongue: String, CaseIterable { case uk, ru, en }

    private static let small: [Tongue: [String]] = [
        .uk: [
            "", "один", "два", "три", "чотири", "п'ять", "шість", "сім", "вісім", "дев'ять",
            "десять", "одинадцять", "дванадцять", "тринадцять", "чотирнадцять", "п'ятнадцять",
            "шістнадцять", "сімнадцять", "вісімнадцять", "дев'ятнадцять",
        ],
        .ru: [
            "", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять",
            "десять", "одиннадцать", "двенадцать", "тринадцать", "четырнадцать", "пятнадцать",
            "шестнадцать", "семнадцать", "восемнадцать", "девятнадцать",
        ],
        .en: [
            "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
            "eighteen", "nineteen",
        ],
    ]
    private static let tens: [Tongue: [String]] = [
        .uk: [
            "", "", "двадцять", "тридцять", "сорок", "п'ятдесят", "шістдесят", "сімдесят",
            "вісімдесят", "дев'яносто",
        ],
        .ru: [
            "", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят",
            "восемьдесят", "девяносто",
        ],
        .en: [
            "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
        ],
    ]
    private static let hundreds: [Tongue: [String]] = [
        .uk: [
            "", "сто", "двісті", "триста", "чотириста", "п'ятсот", "шістсот", "сімсот",
            "вісімсот", "дев'ятсот",
        ],
        .ru: [
            "", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот",
            "восемьсот", "девятьсот",
        ],
    ]
    private static let scales: [Tongue: [[String]]] = [
        .uk: [["тисяча", "тисячі", "тисяч"], ["мільйон", "мільйони", "мільйонів"]],
        .ru: [["тысяча", "тысячи", "тысяч"], ["миллион", "миллиона", "миллионов"]],
        .en: [["thousand", "thousand", "thousand"], ["million", "million", "million"]],
    ]

    private static func below1000(_ number: Int, _ tongue: Tongue, isShe: Bool) -> [String] {
        var words: [String] = []
        if number >= 100 {
            words +=
                tongue == .en
                ? [small[.en]![number / 100], "hundred"] : [hundreds[tongue]![number / 100]]
        }
        let rest = number % 100
        if rest >= 20 {
            words.append(tens[tongue]![rest / 10])
            if rest % 10 > 0 { words += one(rest % 10, tongue, isShe) }
        } else if rest > 0 {
            words += one(rest, tongue, isShe)
        }
        return words
    }

    private static func one(_ number: Int, _ tongue: Tongue, _ isShe: Bool) -> [String] {
        let she: [Tongue: [Int: String]] = [
            .uk: [1: "одна", 2: "дві"], .ru: [1: "одна", 2: "две"],
        ]
        if isShe, let word = she[tongue]?[number] { return [word] }
        return [small[tongue]![number]]
    }

    private static func said(_ number: Int, _ tongue: Tongue) -> String {
        var words: [String] = []
        for (place, factor) in [(1, 1_000_000), (0, 1_000)] {
            let part = number / factor % 1_000
            if part == 0 { continue }
            words += below1000(part, tongue, isShe: place == 0)
            let form =
                (11...14).contains(part % 100) || part % 10 == 0 || part % 10 > 4
                ? 2 : part % 10 == 1 ? 0 : 1
            words.append(scales[tongue]![place][form])
        }
        words += below1000(number % 1_000, tongue, isShe: tongue != .en)
        return words.joined(separator: " ")
    }

    private func amount(_ text: String) -> String {
        do throws(QuickEntry.Fault) {
            let entry = try QuickEntry.parse(text, today: today)
            return entry.amount(in: entry.currency).map { "\($0.text) \($0.currency.code)" } ?? ""
        } catch {
            return "\(error)"
        }
    }

    /// Fewer of the large ones, all of the small ones.
    private static let numbers: [Int] = {
        var state: UInt64 = 0x2026_0314
        var numbers = Array(1...120) + [999, 1_000, 1_001, 1_100, 999_999, 1_000_000, 999_999_999]
        for digits in 3...9 {
            var power = 1
            for _ in 0..<digits { power *= 10 }
            for _ in 0..<60 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                numbers.append(1 + Int(state >> 33) % (power - 1))
            }
        }
        return numbers
    }()

    @Test(arguments: Tongue.allCases)
    func `mean the same in words and in digits`(tongue: Tongue) {
        let (currency, code) = [
            .uk: ("гривень", "UAH"), .ru: ("рублей", "RUB"), .en: ("dollars", "USD"),
        ][tongue]!
        for number in drawn(every: 3, of: Self.numbers) {
            let said = Self.said(number, tongue)
            #expect(amount("\(said) \(currency) x") == "-\(number).00 \(code)", "\(said)")
            #expect(amount("x \(said) \(currency)") == "-\(number).00 \(code)", "\(said)")
        }
    }

    @Test(arguments: [" ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "’", ".", ","])
    func `are grouped by any mark`(mark: String) {
        for number in drawn(every: 4, of: Self.numbers) where number >= 1_000 {
            var groups: [String] = []
            var rest = number
            while rest >= 1_000 {
                let digits = String(rest % 1_000)
                groups.insert(String(repeating: "0", count: 3 - digits.count) + digits, at: 0)
                rest /= 1_000
            }
            groups.insert(String(rest), at: 0)
            let written = groups.joined(separator: mark)
            let other = mark == "." ? "," : "."
            for decimals in ["", other + "50", other + "5"] {
                let cents = decimals.isEmpty ? "00" : "50"
                // One point or comma before three digits may be a decimal mark.
                let isUnclear = decimals.isEmpty && groups.count == 2 && ".,".contains(mark)
                let found = amount("x \(written + decimals) грн")
                let expected =
                    isUnclear ? #"amountUnclear("\#(written) грн")"# : "-\(number).\(cents) UAH"
                #expect(found == expected, "\(written + decimals)")
            }
        }
    }

    @Test(
        arguments: [
            ("тис", 1_000), ("тис.", 1_000), ("тисяч", 1_000), ("тыс", 1_000), ("к", 1_000),
            ("k", 1_000), ("thousand", 1_000), ("млн", 1_000_000), ("million", 1_000_000),
        ] as [(String, Int)])
    func `may have thousands and millions behind them`(word: String, factor: Int) {
        for number in [1, 2, 5, 12, 100, 250, 999] {
            for blank in ["", " "] {
                let whole = "-\(number * factor).00 UAH"
                #expect(amount("\(number)\(blank)\(word) грн x") == whole)
                #expect(amount("x \(number)\(blank)\(word) грн") == whole)
                let half = "-\(number * factor + factor / 2).00 UAH"
                #expect(amount("x \(number),5\(blank)\(word) грн") == half)
                #expect(amount("x \(number).5\(blank)\(word) грн") == half)
            }
        }
    }

    @Test func `are multiplied by what counts them`() {
        for count in 2...20 {
            for price in [1, 65, 150, 1_250] {
                let product = "-\(count * price).00 UAH"
                for text in [
                    "\(count) x \(price) грн кава", "кава \(count)х\(price) грн",
                    "кава \(count) по \(price) грн", "\(count) квитки по \(price) грн",
                    "кава \(count) шт по \(price) грн", "\(price) грн x \(count) кава",
                    "кава \(price) грн/шт \(count) шт", "\(count) coffees at \(price) uah",
                ] {
                    #expect(amount(text) == product, "\(text)")
                }
            }
        }
    }
}
