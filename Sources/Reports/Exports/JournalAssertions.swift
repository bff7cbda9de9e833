import Facts

/// The balances of a journal that the bank's balances prove.
///
/// hledger checks assertions by day and then in the order of the file, beancount at the beginning
/// of a day, ledger in the order of the file alone. So hledger's stand at the last posting of a
/// day, beancount's are directives of the next day, and ledger's stand wherever the sum so far is
/// the bank's balance. Nothing is asserted where the sums disagree with the bank, or for an account
/// of the journal that holds several accounts.
struct JournalAssertions {
    struct Closing: Equatable {
        let account: String
        let day: CalendarDate
        let amount: Money
    }

    struct Asserted: Equatable {
        var own: Money?
        var other: Money?
    }

    private struct Course {
        var sum: ExactSum
        var day: CalendarDate?
        /// Balances that the bank printed on the day.
        var balances: [Money] = []
        /// Number of the last row of the day without a line of another account, or −1.
        var last = -1
        /// False once a row was not in the order of days.
        var isOrdered = true
    }

    private struct Ending {
        var closing: Closing
        var row: Int
        var isOfOther = false
    }

    private struct Linked {
        let other: LineKey
        let row: Int
        let place: AccountPlace
        let day: CalendarDate
        let isOut: Bool
        let isWritten: Bool
    }

    private let dialect: LedgerTextExport.Dialect
    private var courses: [AccountPlace: Course] = [:]
    private var endings: [AccountPlace: [Int32: Ending]] = [:]
    private var linked: [LineKey: Linked] = [:]
    private var rowCount = 0
    /// By number of the row, for hledger.
    private var byRow: [Int: Asserted] = [:]
    /// By account and day, for beancount.
    private(set) var closings: [Closing] = []
    /// Sums in the order of the file, for ledger.
    private var written: [AccountPlace: ExactSum] = [:]
    private var nextRow = 0

    /// True if later exports will add entries to the journal.
    private let grows: Bool
    /// The first day of lines that wait for a decision, by account. Until they are there too, a sum
    /// that agrees may do so by an opening that they will change.
    private let waitingFrom: [String: CalendarDate]

    init(
        _ dialect: LedgerTextExport.Dialect, grows: Bool = false,
        waitingFrom: [String: CalendarDate] = [:]
    ) {
        self.dialect = dialect
        self.grows = grows
        self.waitingFrom = grows ? waitingFrom : [:]
    }

    mutating func open(_ opening: LedgerTextExport.Opening) {
        let place = AccountPlace(opening.account, opening.amount.currency)
        courses[place, default: Course(sum: ExactSum(place.currency))].sum.add(opening.amount)
        written[place, default: ExactSum(place.currency)].add(opening.amount)
    }

    /// - Parameters:
    ///   - other: the line of the same entry, if both may be one.
    ///   - isWritten: false if an earlier export wrote it.
    mutating func survey(_ row: ReportRow, _ other: LineKey?, isWritten: Bool) {
        let place = AccountPlace(row.account, row.amount.currency)
        if !isWritten { written[place, default: ExactSum(place.currency)].add(row.amount) }
        var course = courses[place] ?? Course(sum: ExactSum(place.currency))
        if let day = course.day, day != row.day {
            close(place, course, day)
            course.balances = []
            course.last = -1
            if row.day < day { course.isOrdered = false }
        }
        course.day = row.day
        course.sum.add(row.amount)
        if let balance = row.balance { course.balances.append(balance) }
        if other == nil, isWritten { course.last = rowCount }
        courses[place] = course
        if let other {
            linked[row.key] = Linked(
                other: other, row: rowCount, place: place, day: row.day,
                isOut: row.amount.isNegative, isWritten: isWritten)
        }
        rowCount += 1
    }

    private mutating func close(_ place: AccountPlace, _ course: Course, _ day: CalendarDate) {
        guard course.isOrdered, place.currency.isKnown, let sum = course.sum.money,
            course.balances.contains(sum), isSettled(place.account, day)
        else { return }
        endings[place, default: [:]][day.daysSince1970] = Ending(
            closing: Closing(account: place.account, day: day, amount: sum), row: course.last)
    }

    private func isSettled(_ account: String, _ day: CalendarDate) -> Bool {
        waitingFrom[account].map { day < $0 } ?? true
    }

    /// Decides what is asserted where, when all rows are known.
    ///
    /// - Parameters:
    ///   - nameOf: the journal's name of an account.
    ///   - joins: whether two linked lines are one entry.
    mutating func finish(
        nameOf: (String) -> String, joins: (LineKey, LineKey) -> Bool
    ) {
        var owners: [String: Set<String>] = [:]
        for (place, course) in courses {
            owners[nameOf(place.account), default: []].insert(place.account)
            if let day = course.day { close(place, course, day) }
        }
        for (key, line) in linked {
            var isJoined = false
            if let other = linked[line.other], other.other == key, other.isOut != line.isOut {
                isJoined = joins(key, line.other)
                if dialect == .beancount { omitDays(between: line, other) }
            }
            guard line.isWritten else { continue }
            let isOfOther = isJoined && !line.isOut
            let row = isOfOther ? linked[line.other]?.row ?? line.row : line.row
            guard let ending = endings[line.place]?[line.day.daysSince1970], ending.row < row
            else { continue }
            endings[line.place]?[line.day.daysSince1970] = Ending(
                closing: ending.closing, row: row, isOfOther: isOfOther)
        }
        endings = endings.filter { owners[nameOf($0.key.account)]?.count == 1 }
        courses = courses.filter { owners[nameOf($0.key.account)]?.count == 1 }
        settle()
    }

    /// An entry of beancount has one day: between both days the sum of the account where money
    /// comes in differs from the bank's.
    private mutating func omitDays(between line: Linked, _ other: Linked) {
        let place = line.isOut ? other.place : line.place
        let first = min(line.day, other.day).daysSince1970
        for day in first..<max(line.day, other.day).daysSince1970 { endings[place]?[day] = nil }
    }

    private mutating func settle() {
        switch dialect {
        case .ledger: return
        case .beancount:
            // A statement may end within a day, and the directive is of the whole day.
            for (place, days) in endings where grows {
                endings[place]?[days.keys.max() ?? 0] = nil
            }
            closings = endings.values.flatMap { $0.values.map(\.closing) }
                .sorted {
                    ($0.day, $0.account, $0.amount.currency) < (
                        $1.day, $1.account, $1.amount.currency
                    )
                }
        case .hledger:
            for ending in endings.values.flatMap({ $0.values }) where ending.row >= 0 {
                if ending.isOfOther {
                    byRow[ending.row, default: Asserted()].other = ending.closing.amount
                } else {
                    byRow[ending.row, default: Asserted()].own = ending.closing.amount
                }
            }
        }
    }

    /// The assertions at the next row of the journal.
    mutating func next() -> Asserted? {
        defer { nextRow += 1 }
        return byRow[nextRow]
    }

    /// For ledger: adds an entry, and returns the balance if it is the bank's.
    mutating func post(_ row: ReportRow, _ transfer: TransferLeg?) -> Asserted? {
        guard dialect == .ledger else { return nil }
        if let transfer {
            let place = AccountPlace(transfer.account, transfer.amount.currency)
            written[place, default: ExactSum(place.currency)].add(transfer.amount)
        }
        let place = AccountPlace(row.account, row.amount.currency)
        written[place, default: ExactSum(place.currency)].add(row.amount)
        guard place.currency.isKnown, courses[place] != nil, let balance = row.balance,
            written[place]?.money == balance, isSettled(row.account, row.day)
        else { return nil }
        return Asserted(own: balance)
    }
}
