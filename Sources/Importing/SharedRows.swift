import Facts

/// The rows of a file and lines of an account in common, over the days from the first to the last
/// that both may cover.
struct SharedRows {
    /// Sum over days of the larger count of rows or lines.
    private var size = 0
    /// Rows that are lines, at least by words.
    private var met = 0
    /// Those of them that no balance contradicts.
    private var undenied = 0
    /// Rows that are lines by day and amount, with any words: words differ between layouts.
    private var metByAmount = 0
    /// Those of them that no balance contradicts.
    private(set) var overlap = PaymentOverlap()
    /// Rows that are lines, distinct by words, amount or day.
    private var different: Set<Row> = []
    /// Distinct days and amounts in common.
    private var differentAmounts: Set<Row> = []
    /// All of them are on one day, where one export may end and the other begin.
    private var isOneDay = false

    private struct Row: Hashable {
        let day: Int32
        let units: Int64
        let text: UInt64
    }

    /// The comparison of a row with the lines of its day and amount.
    struct Likeness {
        let row: LineIdentity
        let resembles: Bool
        let hasAmount: Bool
        /// Each line that it may be has another balance.
        let isDenied: Bool
    }

    /// All rows are alike, with any balances: two kinds of export may count them differently.
    var areAll: Bool { different.count >= Self.metMin && met * 5 >= overlap.size * 4 }

    /// Two accounts never have the same payments day by day, under any headings.
    ///
    /// - Parameter areNamed: people or banks named both accounts. Two people may pay the same fares
    ///   and rent.
    func areOneAccount(areNamed: Bool = false) -> Bool {
        let isEnough =
            areNamed ? amounts.count >= Self.amountsMin : different.count >= Self.metMin
        return isEnough && undenied * 5 >= overlap.size * 4
    }

    /// The same with other words.
    func areOneAccountByAmount(areNamed: Bool = false) -> Bool {
        (areNamed ? amounts.count : differentAmounts.count) >= Self.amountsMin
            && overlap.count * 5 >= overlap.size * 4
    }

    private var amounts: Set<Int64> { Set(differentAmounts.map(\.units)) }

    func isSame(hasOtherName: Bool) -> Bool {
        met > 0 && met * 2 >= size && (!hasOtherName || met >= Self.metMin)
    }

    func isOther(hasOtherName: Bool) -> Bool {
        hasOtherName
            ? size > 0
            : !isOneDay && size >= Self.sizeMin && met * 4 <= size && metByAmount * 2 <= size
    }

    /// Fewer equal rows, or fewer different ones, may be chance or the cut of an export.
    private static let metMin = 3
    private static let sizeMin = 4
    /// Higher, since words distinguish rows that amounts do not.
    private static let amountsMin = 5

    /// Adds the rows and lines of a day.
    ///
    /// - Parameter isEdge: the file or the account begins or ends on it.
    mutating func add(_ rows: [Likeness], lines: Int, isEdge: Bool) {
        size += max(rows.count, lines)
        overlap.addDay(rows.count, lines, isEdge: isEdge)
        for alike in rows {
            let row = alike.row
            if alike.resembles {
                met += 1
                undenied += alike.isDenied ? 0 : 1
                different.insert(Row(day: row.day, units: row.units, text: row.text))
            }
            if alike.hasAmount {
                metByAmount += 1
                if !alike.isDenied { overlap.addShared(row.units) }
                differentAmounts.insert(Row(day: row.day, units: row.units, text: 0))
            }
        }
        assert(undenied <= met && met <= size && metByAmount <= size, "rows met are rows there are")
    }

    /// All common days were one day, which cannot distinguish two accounts.
    mutating func setOneDay() { isOneDay = true }
}
