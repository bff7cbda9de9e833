import Facts

/// What rows of a file and lines of an account have on the days from the first to the last that
/// both may cover.
struct SharedRows {
    /// Of each day, rows or lines, whichever are more.
    private var size = 0
    /// Rows that are lines, by their words at least.
    private var met = 0
    /// Those of them that no balance denies.
    private var undenied = 0
    /// Rows that are lines by day and amount, whatever their words: each layout has its own.
    private var metByAmount = 0
    /// Those of them that no balance denies.
    private(set) var overlap = PaymentOverlap()
    /// Rows that are lines and have words, amount or day of their own.
    private var different: Set<Row> = []
    /// Days and amounts that rows and lines have in common.
    private var differentAmounts: Set<Row> = []
    /// All of them lie on one day, where one export may have ended and the other begun.
    private var isOneDay = false

    private struct Row: Hashable {
        let day: Int32
        let units: Int64
        let text: UInt64
    }

    /// How a row compares with the lines of its day and amount.
    struct Likeness {
        let row: LineIdentity
        let resembles: Bool
        let hasAmount: Bool
        /// Each line that it may be leaves another balance.
        let isDenied: Bool
    }

    /// All rows are alike, whatever their balances: two kinds of export may count them differently.
    var areAll: Bool { different.count >= Self.metMin && met * 5 >= overlap.size * 4 }

    /// Two accounts never have the same payments day by day, whatever the headings above them.
    ///
    /// - Parameter areNamed: people or banks named both accounts. Two people may pay the same fares
    ///   and the same rent.
    func areOneAccount(areNamed: Bool = false) -> Bool {
        let isEnough =
            areNamed ? amounts.count >= Self.amountsMin : different.count >= Self.metMin
        return isEnough && undenied * 5 >= overlap.size * 4
    }

    /// The same in other words.
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

    /// Fewer rows alike, and fewer of others, may be chance and the cut of an export.
    private static let metMin = 3
    private static let sizeMin = 4
    /// Words tell rows apart that amounts do not.
    private static let amountsMin = 5

    /// Adds what both have on a day.
    ///
    /// - Parameter isEdge: the file or the account ends or begins on it.
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

    /// The days ended: where it was one, nothing on it tells two accounts apart.
    mutating func setOneDay() { isOneDay = true }
}
