import Facts

/// What the file being read and the lines known before it say together: which days each covers, how
/// much of a day was found again, and whether the bank's ids stay the same from one export to the
/// next.
///
/// Some rows can only be judged by it. A row that has neither id nor time nor balance may be a
/// known line or its twin; which one depends on whether both exports hold the whole day.
struct FileEvidence: Sendable {
    private struct DayCount {
        /// Lines of the day known before this file, without those a person is asked about.
        var known = 0
        /// Lines this file added.
        var added = 0
        /// Known lines that a row of this file answered for.
        var found = 0
        /// Rows of this file that are known lines by their words.
        var paired = 0
    }

    private struct Account {
        /// Days that lines known before this file lie on.
        var known: ClosedRange<Int32>?
        /// Days that rows of this file lie on.
        var inFile: ClosedRange<Int32>?
        var idsKept = 0
        var linesOfIDsKept: [LineOrigin] = []
        var idsChanged = 0
        var idsContradicted = 0
        var balancesChanged = 0
        var secondsChanged = 0
    }

    private var slots: [AccountDay: Int] = [:]
    /// The day asked for last: lines of a day come one after another.
    private var askedDay = AccountDay(account: 0, day: .min)
    private var askedSlot = 0
    private var counts: [DayCount] = []
    private var touched: [Int] = []
    private var accounts: [UInt64: Account] = [:]
    private var lastDay = AccountDay(account: 0, day: .min)
    private var lastSlot = 0
    private var accountsWithBalance: Set<UInt64> = []
    private var lastWithBalance: UInt64 = 0
    /// Days known of the account of the last row.
    private var knownRange: ClosedRange<Int32>?
    /// Days of the account of the last row, put back into `accounts` when another account comes.
    private var lastRange: ClosedRange<Int32>?

    mutating func beginFile() {
        keepLastRange()
        lastDay = AccountDay(account: 0, day: .min)
        for slot in touched {
            let count = counts[slot]
            counts[slot] = DayCount(known: count.known + count.added)
        }
        touched.removeAll(keepingCapacity: true)
        accountsWithBalance = []
        lastWithBalance = 0
        for (name, account) in accounts {
            accounts[name] = Account(known: account.known.joined(with: account.inFile))
        }
    }

    /// Days that known lines of an account lie on, from queue and ledger.
    mutating func add(knownDays days: ClosedRange<Int32>, of account: UInt64) {
        let known = accounts[account]?.known
        accounts[account, default: Account()].known = known.joined(with: days)
        keepLastRange()
        lastDay = AccountDay(account: 0, day: .min)
    }

    /// Counts a line known before this file.
    mutating func add(known line: LineIdentity) {
        if line.isDoubtful { return }
        let slot = slot(of: AccountDay(account: line.account, day: line.day))
        counts[slot].known += 1
    }

    /// Takes note of a row's day; every row is told, before it is decided.
    mutating func record(_ row: LineIdentity) {
        let day = AccountDay(account: row.account, day: row.day)
        if day == lastDay { return }
        if day.account != lastDay.account {
            keepLastRange()
            let account = accounts[day.account]
            lastRange = account?.inFile
            knownRange = account?.known
        }
        lastDay = day
        lastSlot = slot(of: day)
        touched.append(lastSlot)
        lastRange = lastRange.joined(with: day.day...day.day)
    }

    /// The row noted last became a new line.
    mutating func added() {
        assert(lastDay.day != .min, "a row was noted")
        counts[lastSlot].added += 1
    }

    /// The row noted last is a known line.
    mutating func found() {
        assert(lastDay.day != .min, "a row was noted")
        counts[lastSlot].found += 1
    }

    /// The row noted last is a known line, as far as words and day say.
    mutating func paired() {
        assert(lastDay.day != .min, "a row was noted")
        counts[lastSlot].paired += 1
    }

    mutating func idKept(_ account: UInt64, _ line: LineOrigin) {
        accounts[account, default: Account()].idsKept += 1
        let kept = accounts[account]?.linesOfIDsKept.count ?? 0
        if kept < Self.linesOfIDsMax {
            accounts[account]?.linesOfIDsKept.append(line)
        }
    }

    /// Some lines of the account that rows of this file were by their ids.
    func linesOfIDsKept(_ account: UInt64) -> [LineOrigin] {
        accounts[account]?.linesOfIDsKept ?? []
    }

    private static let linesOfIDsMax = 8

    mutating func idChanged(_ account: UInt64) {
        accounts[account, default: Account()].idsChanged += 1
    }

    /// A row bears an id that a line with other facts bears.
    mutating func idContradicted(_ account: UInt64) {
        accounts[account, default: Account()].idsContradicted += 1
    }

    /// A row of the account has the time and balance of a known line.
    mutating func balanceKept(_ account: UInt64) {
        if account == lastWithBalance { return }
        lastWithBalance = account
        accountsWithBalance.insert(account)
    }

    /// A row is a known line but for its balance.
    mutating func balanceChanged(_ account: UInt64) {
        accounts[account, default: Account()].balancesChanged += 1
    }

    /// A row is a known line but for the seconds that one of the two lacks.
    mutating func secondChanged(_ account: UInt64) {
        accounts[account, default: Account()].secondsChanged += 1
    }

    // MARK: Answers

    /// One of the two kinds of export prints no seconds: as many rows say so as can be no accident.
    func changesSeconds(_ account: UInt64) -> Bool {
        (accounts[account]?.secondsChanged ?? 0) >= 2
    }

    func keepsBalances(_ account: UInt64) -> Bool { accountsWithBalance.contains(account) }

    /// The row noted last lies among the known days of its account, or so near behind them that it
    /// may be a hold of them, booked.
    var isAmongKnownDays: Bool {
        guard let knownRange else { return false }
        return lastDay.day >= knownRange.lowerBound
            && lastDay.day <= knownRange.upperBound &+ Self.bookingDaysMax
    }

    /// The row lies on the days known of its account.
    func isAmongKnownDays(_ row: LineIdentity) -> Bool {
        daysKnown(of: row.account)?.contains(row.day) ?? false
    }

    /// The row lies behind them, and so near that it may be a hold of them, booked.
    func isBehindKnownDays(_ row: LineIdentity) -> Bool {
        guard let known = daysKnown(of: row.account) else { return false }
        return row.day > known.upperBound && row.day <= known.upperBound &+ Self.bookingDaysMax
    }

    /// Days that lines known before this file lie on.
    func daysKnown(of account: UInt64) -> ClosedRange<Int32>? { accounts[account]?.known }

    /// Lines of a day known before this file, without those a person is asked about.
    mutating func linesKnown(of account: UInt64, on day: Int32) -> Int {
        counts[slot(of: AccountDay(account: account, day: day))].known
    }

    /// Known lines of a day that a row of this file was proved to be.
    mutating func found(_ account: UInt64, _ day: Int32) -> Int {
        counts[slot(of: AccountDay(account: account, day: day))].found
    }

    /// A row of the account was a known line by its own words, id or balance.
    ///
    /// - Complexity: O(*n*) in the days known.
    func wasFoundAgain(_ account: UInt64) -> Bool {
        slots.contains { day, slot in
            day.account == account && counts[slot].found + counts[slot].paired > 0
        }
    }

    /// Rows of the account that were proved to be known lines, and those that are new on the days
    /// known of it, as far as rows were decided.
    ///
    /// - Complexity: O(*n*) in the days known.
    func decided(of account: UInt64) -> (found: Int, added: Int) {
        let known = daysKnown(of: account)
        return slots.reduce(into: (0, 0)) { sums, slot in
            guard slot.key.account == account else { return }
            sums.0 += counts[slot.value].found
            if known?.contains(slot.key.day) == true { sums.1 += counts[slot.value].added }
        }
    }

    /// Whether ids of this account were the same in another export.
    func hasKeptIDs(_ account: UInt64) -> Bool { (accounts[account]?.idsKept ?? 0) > 0 }

    /// The longest a hold waits to be booked; banks let them expire after a week or two, most are
    /// booked within days.
    static let bookingDaysMax: Int32 = 5

    /// The day is the last, or first, that is known of the account: an export may have ended, or
    /// begun, in its middle.
    func isKnownDaysEdge(_ row: LineIdentity) -> Bool {
        guard let known = accounts[row.account]?.known else { return false }
        return row.day == known.upperBound || row.day == known.lowerBound
    }

    /// One export may have ended in the middle of the day and the other begun there.
    mutating func isCutBetween(_ row: LineIdentity) -> Bool {
        keepLastRange()
        guard let account = accounts[row.account], let known = account.known,
            let inFile = account.inFile
        else { return false }
        return row.day == known.upperBound && row.day == inFile.lowerBound
            || row.day == known.lowerBound && row.day == inFile.upperBound
    }

    /// Every known line of the day, and there are several, was found again in this file, so both
    /// hold the same part of the day.
    mutating func holdsWholeDay(_ row: LineIdentity) -> Bool {
        let count = counts[slot(of: AccountDay(account: row.account, day: row.day))]
        return count.known >= 2 && count.found + count.paired >= count.known
    }

    /// Other rows of the day were found again, or the day lies inside what both hold: a known line
    /// of it should be in the file.
    mutating func coversDay(_ row: LineIdentity) -> Bool {
        keepLastRange()
        let count = counts[slot(of: AccountDay(account: row.account, day: row.day))]
        if count.found + count.paired > 0 { return true }
        guard let account = accounts[row.account], let known = account.known,
            let inFile = account.inFile
        else { return false }
        return known.lowerBound < row.day && row.day < known.upperBound
            && inFile.lowerBound < row.day && row.day < inFile.upperBound
    }

    /// Ids of this account were the same in an earlier export, and the row's day is one where an
    /// export may have begun. On another day the line that the row looks like should be in the
    /// file, under its own id. Where some id came back with other facts, the line that had it may
    /// have another one now.
    mutating func keepsIDs(_ row: LineIdentity) -> Bool {
        keepLastRange()
        guard let account = accounts[row.account], account.idsKept > 0,
            account.idsContradicted == 0
        else { return false }
        guard let inFile = account.inFile, let known = account.known else { return true }
        return row.day <= inFile.lowerBound
            || (row.day == known.lowerBound && row.day == inFile.upperBound)
    }

    /// No id of this account was met again, while several rows came with another one.
    func changesIDs(_ account: UInt64) -> Bool {
        guard let found = accounts[account] else { return false }
        return found.idsKept == 0 && found.idsChanged >= 2
    }

    /// Ids of this account are counted anew in each export, or shared by rows of one: more rows
    /// than one bear the id of another line, and not fewer than bear their own.
    func refutesIDs(_ account: UInt64) -> Bool {
        guard let found = accounts[account] else { return false }
        return found.idsContradicted >= 2 && found.idsContradicted > found.idsKept
    }

    /// The bank prints other balances for the same rows: as many as can be no accident.
    func changesBalances(_ account: UInt64) -> Bool {
        (accounts[account]?.balancesChanged ?? 0) >= 2
    }

    /// The day lies inside the days this file shows of the account.
    mutating func showsDay(_ day: Int32, of account: UInt64) -> Bool {
        daysOfFile(account)?.contains(day) ?? false
    }

    /// First and last day that rows of this file lie on.
    private mutating func daysOfFile(_ account: UInt64) -> ClosedRange<Int32>? {
        keepLastRange()
        return accounts[account]?.inFile
    }

    private mutating func keepLastRange() {
        guard let lastRange, lastDay.day != .min else { return }
        accounts[lastDay.account, default: Account()].inFile = lastRange
    }

    private mutating func slot(of day: AccountDay) -> Int {
        if day == askedDay { return askedSlot }
        askedDay = day
        if let known = slots[day] {
            askedSlot = known
        } else {
            askedSlot = counts.count
            slots[day] = askedSlot
            counts.append(DayCount())
        }
        return askedSlot
    }
}
