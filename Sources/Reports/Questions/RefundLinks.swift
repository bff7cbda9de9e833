package import Facts
import Scanning

/// The purchase that each refund gives back.
///
/// It is of the same currency, not later, at most half a year older, and not less than the refund.
/// Its merchant's words are in the refund, or the refund's words in it ("Refund. ROZETKA" and
/// "ROZETKA"); of several purchases one of the same amount is taken, else the last. A shop that is
/// written otherwise but for a word ("ROZETKA UA" and "Refund ROZETKA KYIV") is taken only if it
/// has the one purchase of just this amount, the word is its first, and no other payee of the half
/// year has it: towns and kinds of shops are no names.
///
/// Nothing is stored, so a purchase that comes late gets its refund. Each refund is judged by
/// itself: its purchase is the same whatever rows a report selects. Memory follows the refunds and
/// the purchases that share a word with one.
package struct RefundLinks {
    package struct Purchase: Sendable, Equatable {
        package let key: LineKey
        package let day: CalendarDate
        /// Negative.
        package let amount: Money
        package let payee: String
    }

    private struct Refund {
        let row: ReportRow
        let names: [[String]]
        /// One without a time is of the end of its day.
        let second: Int32
    }

    private struct Word: Hashable {
        let text: String
        let currency: Currency
    }

    /// The two payees of the last purchases with a word.
    private struct Payees {
        var last: String
        var lastDay: CalendarDate
        /// The last day of another one.
        var otherDay: CalendarDate?

        mutating func note(_ name: String, on day: CalendarDate) {
            if name != last { (last, otherDay) = (name, lastDay) }
            lastDay = day
        }
    }

    /// A name under which something was bought, in one currency.
    private struct Shop {
        struct Key: Hashable {
            let words: Set<String>
            let currency: Currency
        }

        let wordCount: Int
        let firstWord: String
        /// The numbers of the last two purchases of each amount.
        var ofAmount: [Int128: (last: Int, before: Int?)] = [:]
        /// The numbers of those without a later one that is as large; the largest first.
        var largest: [Int] = []
    }

    /// A text with letters, folded.
    private struct Text {
        let folded: String
        /// Each once, in their order.
        let words: [String]
        /// A refund has one of the words.
        let isWanted: Bool
    }

    /// Oldest first.
    private let refunds: [Refund]
    private let currencies: Set<Currency>
    private let wanted: Set<String>
    /// Refunds that are judged: later rows are later.
    private var judged = 0
    private var found: [LineKey: Purchase] = [:]
    /// Oldest first.
    private var bought: [Purchase] = []
    private var shops: [Shop] = []
    private var numbers: [Shop.Key: Int] = [:]
    /// The numbers of the shops that have a word.
    private var shopsOf: [Word: [Int]] = [:]
    private var payees: [Word: Payees] = [:]
    /// Most texts come again.
    private var texts: [String: Text] = [:]

    /// Shops take goods back for 14 days, by law or custom, platforms for 180.
    private static let daysMax: Int32 = 180
    /// A shorter word is of no one merchant.
    private static let lettersMin = 4
    private static let textsMax = 10_000

    package init(of refunds: [ReportRow]) {
        self.refunds = refunds.filter { !$0.amount.isNegative && !$0.amount.isZero }
            .map { row in
                Refund(
                    row: row,
                    names: Self.names(
                        [row.shownPayee, row.description].map { Self.words(of: $0) }),
                    second: row.second < 0 ? .max : row.second)
            }
            .sorted { ($0.row.day, $0.second) < ($1.row.day, $1.second) }
        currencies = Set(self.refunds.map(\.row.amount.currency))
        wanted = Set(self.refunds.flatMap { $0.names.joined() })
    }

    /// The days of the rows to add; nil without refunds.
    package var days: ReportSpan? {
        guard let first = refunds.first?.row.day, let last = refunds.last?.row.day else {
            return nil
        }
        return ReportSpan(first.adding(days: -Self.daysMax), last)
    }

    /// Considers a row of the ledger; rows are added oldest first.
    package mutating func add(_ row: ReportRow) {
        judge { ($0.row.day, $0.second) < (row.day, row.second) }
        let currency = row.amount.currency
        guard row.amount.isNegative, row.transfer == nil, currencies.contains(currency)
        else { return }
        let texts = [text(row.shownPayee), text(row.description)]
        if !texts.contains(where: \.isWanted) { return }
        bought.append(
            Purchase(key: row.key, day: row.day, amount: row.amount, payee: row.shownPayee))
        for words in Self.names(texts.map(\.words)) {
            note(bought.count - 1, under: words, currency)
            for word in words where wanted.contains(word) {
                payees[
                    Word(text: word, currency: currency),
                    default: Payees(last: texts[0].folded, lastDay: row.day)
                ].note(texts[0].folded, on: row.day)
            }
        }
    }

    /// The purchase of each refund that has one, by the refund's key; no row is added later.
    package var purchases: [LineKey: Purchase] {
        mutating get {
            judge { _ in true }
            return found
        }
    }

    private mutating func note(_ purchase: Int, under words: [String], _ currency: Currency) {
        let key = Shop.Key(words: Set(words), currency: currency)
        let number = numbers[key] ?? shops.count
        if number == shops.count {
            numbers[key] = number
            shops.append(Shop(wordCount: words.count, firstWord: words[0]))
            for word in words where wanted.contains(word) {
                shopsOf[Word(text: word, currency: currency), default: []].append(number)
            }
        }
        let size = size(purchase)
        shops[number].ofAmount[size] = (purchase, shops[number].ofAmount[size]?.last)
        while let last = shops[number].largest.last, self.size(last) <= size {
            shops[number].largest.removeLast()
        }
        shops[number].largest.append(purchase)
    }

    private func size(_ purchase: Int) -> Int128 { -bought[purchase].amount.atto }

    // MARK: Judging

    private mutating func judge(while isDue: (Refund) -> Bool) {
        while judged < refunds.count, isDue(refunds[judged]) {
            found[refunds[judged].row.key] = purchase(of: refunds[judged])
            judged += 1
        }
    }

    /// - Complexity: O(names that share a word with the refund).
    private func purchase(of refund: Refund) -> Purchase? {
        let amount = refund.row.amount.atto
        let first = refund.row.day.adding(days: -Self.daysMax)
        var (equal, last): (Int?, Int?) = (nil, nil)
        var sharing: Set<Int> = []
        func later(_ one: Int?, _ other: Int?) -> Int? {
            guard let one, let other else { return one ?? other }
            return max(one, other)
        }
        for name in refund.names {
            var shared: [Int: Int] = [:]
            var begun: Set<Int> = []
            for text in name {
                let word = Word(text: text, currency: refund.row.amount.currency)
                let isName =
                    text.count >= Self.lettersMin
                    && payees[word]?.otherDay.map { $0 < first } ?? true
                for shop in shopsOf[word] ?? [] {
                    shared[shop, default: 0] += 1
                    if isName, shops[shop].firstWord == text { begun.insert(shop) }
                }
            }
            for (shop, count) in shared {
                let same = shops[shop].ofAmount[amount]
                if count == shops[shop].wordCount || count == name.count {
                    equal = later(equal, same?.last)
                    let largest = shops[shop].largest
                    let above = largest.partitionPoint { size($0) < amount }
                    last = later(last, above > 0 ? largest[above - 1] : nil)
                } else if begun.contains(shop), let same {
                    sharing.formUnion([same.last, same.before ?? same.last])
                }
            }
        }
        let only = sharing.filter { bought[$0].day >= first }
        let all = [equal, last, only.count == 1 ? only.first : nil]
        return all.lazy.compactMap { $0 }.map { bought[$0] }.first { $0.day >= first }
    }

    // MARK: Names

    /// The name that is shown, and the bank's where it is another: tables know a shop by its
    /// purchases, and not by what the bank calls a refund.
    private static func names(_ texts: [[String]]) -> [[String]] {
        (texts[0] == texts[1] ? [texts[0]] : texts).filter { !$0.isEmpty }
    }

    private mutating func text(_ written: String) -> Text {
        if let known = texts[written] { return known }
        if texts.count >= Self.textsMax { texts.removeAll(keepingCapacity: true) }
        let words = Self.words(of: written)
        let text = Text(
            folded: words.joined(separator: " "), words: words,
            isWanted: words.contains { wanted.contains($0) })
        texts[written] = text
        return text
    }

    /// The words with letters, each once.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        for word in TextFolder().fold(name).split(separator: " ").map(String.init)
        where word.count > 1 && word.contains(where: \.isLetter) && !words.contains(word) {
            words.append(word)
        }
        return words
    }
}
