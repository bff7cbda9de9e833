package import Facts
import Scanning

/// The purchase that each refund gives back.
///
/// It is of the same currency, not later, at most half a year older, and not less than the refund.
/// Its merchant's words are in the refund, or the refund's words in it ("Refund. ROZETKA" and
/// "ROZETKA"); of several purchases one of the same amount is taken, else the last. A shop that is
/// written otherwise but for a word ("ROZETKA UA" and "Refund ROZETKA KYIV") is taken only if it
/// has the one purchase of just this amount.
///
/// Nothing is stored, so a purchase that comes late gets its refund. Each refund is judged by
/// itself: its purchase is the same whatever rows a report selects. Memory follows the refunds and
/// the purchases that they may belong to.
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
        let names: [Set<String>]
        /// Oldest first.
        var purchases: [Candidate] = []
    }

    private struct Candidate {
        let purchase: Purchase
        let isOfSameWords: Bool
    }

    /// Oldest first.
    private var refunds: [Refund]
    private let currencies: Set<Currency>
    /// Refunds of days before the last row's.
    private var passed = 0

    /// Shops take goods back for 14 days, by law or custom, platforms for 180.
    private static let daysMax: Int32 = 180
    /// A shorter word is of no one merchant.
    private static let lettersMin = 4

    package init(of refunds: [ReportRow]) {
        self.refunds = refunds.filter { !$0.amount.isNegative && !$0.amount.isZero }
            .map { Refund(row: $0, names: Self.names(of: $0)) }
            .sorted { $0.row.day < $1.row.day }
        currencies = Set(self.refunds.map(\.row.amount.currency))
    }

    /// The days of the rows to add; nil without refunds.
    package var days: ReportSpan? {
        guard let first = refunds.first?.row.day, let last = refunds.last?.row.day else {
            return nil
        }
        return ReportSpan(first.adding(days: -Self.daysMax), last)
    }

    /// Considers a row of the ledger; rows are added oldest first.
    ///
    /// - Complexity: linear in the refunds of the half year after it.
    package mutating func add(_ row: ReportRow) {
        guard row.amount.isNegative, row.transfer == nil, currencies.contains(row.amount.currency)
        else { return }
        var names: [Set<String>]?
        while passed < refunds.count, refunds[passed].row.day < row.day { passed += 1 }
        for index in passed..<refunds.count {
            let refund = refunds[index].row
            if refund.day == row.day, refund.second >= 0, refund.second < row.second { continue }
            if refund.day.daysSince1970 - row.day.daysSince1970 > Self.daysMax { break }
            guard refund.amount.currency == row.amount.currency,
                Self.isEnough(row.amount, for: refund.amount)
            else { continue }
            let known = names ?? Self.names(of: row)
            names = known
            let theirs = refunds[index].names
            let isOfSameWords = known.contains { name in
                theirs.contains { name.isSubset(of: $0) || $0.isSubset(of: name) }
            }
            let shares = known.contains { name in
                theirs.contains { other in
                    name.contains { $0.count >= Self.lettersMin && other.contains($0) }
                }
            }
            guard isOfSameWords || shares && row.amount.negated == refund.amount else {
                continue
            }
            refunds[index].purchases.append(
                Candidate(
                    purchase: Purchase(
                        key: row.key, day: row.day, amount: row.amount, payee: row.shownPayee),
                    isOfSameWords: isOfSameWords))
        }
    }

    /// The purchase of each refund that has one, by the refund's key.
    package var purchases: [LineKey: Purchase] {
        var found: [LineKey: Purchase] = [:]
        for refund in refunds {
            let same = refund.purchases.filter(\.isOfSameWords)
            let equal = same.last { $0.purchase.amount.negated == refund.row.amount }
            let only = refund.purchases.count == 1 ? refund.purchases.first : nil
            found[refund.row.key] = (equal ?? same.last ?? only)?.purchase
        }
        return found
    }

    /// Whether a purchase, a negative amount, is not less than the refund.
    private static func isEnough(_ purchase: Money, for refund: Money) -> Bool {
        var sum = ExactSum(refund.currency)
        sum.add(purchase)
        sum.add(refund)
        return sum.money.map { $0.isNegative || $0.isZero } ?? false
    }

    /// The words with letters of the name that is shown, and of the bank's where it is another:
    /// tables know a shop by its purchases, and not by what the bank calls a refund.
    private static func names(of row: ReportRow) -> [Set<String>] {
        let shown = words(of: row.shownPayee)
        let written = words(of: row.description)
        return (shown == written ? [shown] : [shown, written]).filter { !$0.isEmpty }
    }

    private static func words(of name: String) -> Set<String> {
        Set(
            TextFolder().fold(name).split(separator: " ").map(String.init)
                .filter { word in word.count > 1 && word.contains { $0.isLetter } })
    }
}
