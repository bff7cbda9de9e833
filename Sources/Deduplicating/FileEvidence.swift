import Facts

/// Evidence from the file being read and the lines known before it: the days each covers, how much
/// of a day was found again, and whether the bank's ids are stable between exports.
///
/// Some rows can only be judged with it. A row without id, time and balance may be a known line or
/// its twin, depending on whether both exports hold the whole day.
struct FileEvidence: Sendable {
    private struct DayCount {
        /// Lines of the day known before this file, without those in question.
        var known = 0
        /// Lines added by this file.
        var added = 0
        /// Known lines that rows of this file answered for.
        var found = 0
        /// Rows of this file that match known lines by words.
        var paired = 0
    }

    private struct Account {
        /// Days of the lines known before this file.
        var known: ClosedRange<Int32>?
        /// Days of this file's rows.
        var inFile: ClosedRange<Int32>?
        var idsKept = 0
        var linesOfIDsKept: [LineOrigin] = []
        var idsChanged = 0
        var idsContradicted = 0
        var balancesChanged = 0
        var secondsChanged = 0
    }

    private var slots: [AccountDay: Int] = [:]
    /// Cache of the last day asked for: rows of a day are adjacent.
    private var askedDay = AccountDay(account: 0, day: .min)
    private var askedSlot = 0
    private var counts: [DayCount] = []
    private var touched: [Int] = []
    private var accounts: [UInt64: Account] = [:]
    private var lastDay = AccountDay(account: 0, day: .min)
    private var lastSlot = 0
    private var accountsWithBalance: Set<UInt64> = []
    private var lastWithBalance: UInt64 = 0
    /// Known days of the last row's account.
    private var knownRange: ClosedRange<Int32>?
    /// Days of the last row's account, written back to `accounts` when the account changes.
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

    /// Adds the days on which queue and ledger have lines of an account.
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

    /// Records the day of a row; called for every row before it is decided.
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

    /// The row recorded last became a new line.
    mutating func added() {
        assert(lastDay.day != .min, "a row was noted")
        counts[lastSlot].added += 1
    }

    /// The row recorded last is a known line.
    mutating func found() {
        assert(lastDay.day != .min, "a row was noted")
        counts[lastSlot].found += 1
    }

    /// The row recorded last is a known line by words and day.
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

    /// Some lines of the account that rows of this file matched by id.
    func linesOfIDsKept(_ account: UInt64) -> [LineOrigin] {
        accounts[account]?.linesOfIDsKept ?? []
    }

    private static let linesOfIDsMax = 8

    mutating func idChanged(_ account: UInt64) {
        accounts[account, default: Account()].idsChanged += 1
    }

    /// A row has the id of a line with other facts.
    mutating func idContradicted(_ account: UInt64) {
        accounts[account, default: Account()].idsContradicted += 1
    }

    /// A row of the account has the time and balance of a known line.
    mutating func balanceKept(_ account: UInt64) {
        if account == lastWithBalance { return }
        lastWithBalance = account
        accountsWithBalance.insert(account)
    }

    /// A row equals a known line except for its balance.
    mutating func balanceChanged(_ account: UInt64) {
        accounts[account, default: Account()].balancesChanged += 1
    }

    /// A row equals a known line except for seconds that one of the two lacks.
    mutating func secondChanged(_ account: UInt64) {
        accounts[account, default: Account()].secondsChanged += 1
    }

    // MARK: Answers

    /// One of the two kinds of export prints no seconds: more rows show it than chance explains.
    func changesSeconds(_ account: UInt64) -> Bool {
        (accounts[account]?.secondsChanged ?? 0) >= 2
    }

    func keepsBalances(_ account: UInt64) -> Bool { accountsWithBalance.contains(account) }

    /// The row recorded last is within its account's known days, or so soon after them that it may
    /// book a hold of theirs.
    var isAmongKnownDays: Bool {
        guard let knownRange else { return false }
        return lastDay.day >= knownRange.lowerBound
            && lastDay.day <= knownRange.upperBound &+ Self.bookingDaysMax
    }

    /// The row is within its account's known days.
    func isAmongKnownDays(_ row: LineIdentity) -> Bool {
        daysKnown(of: row.account)?.contains(row.day) ?? false
    }

    /// The row is after them, but so soon that it may book a hold of theirs.
    func isAfterKnownDays(_ row: LineIdentity) -> Bool {
        guard let known = daysKnown(of: row.account) else { return false }
        return row.day > known.upperBound && row.day <= known.upperBound &+ Self.bookingDaysMax
    }

    /// Days of the lines known before this file.
    func daysKnown(of account: UInt64) -> ClosedRange<Int32>? { accounts[account]?.known }

    /// Lines of a day known before this file, without those in question.
    mutating func linesKnown(of account: UInt64, on day: Int32) -> Int {
        counts[slot(of: AccountDay(account: account, day: day))].known
    }

    /// Known lines of a day that rows of this file were proved to be.
    mutating func found(_ account: UInt64, _ day: Int32) -> Int {
        counts[slot(of: AccountDay(account: account, day: day))].found
    }

    /// Some row of the account was identified with a known line by words, id or balance.
    ///
    /// - Complexity: O(*n*) in the days known.
    func wasFoundAgain(_ account: UInt64) -> Bool {
        slots.contains { day, slot in
            day.account == account && counts[slot].found + counts[slot].paired > 0
        }
    }

    /// Decided rows of the account: those proved to be known lines, and new ones on its known days.
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

    /// Whether ids of this account were equal in another export.
    func hasKeptIDs(_ account: UInt64) -> Bool { (accounts[account]?.idsKept ?? 0) > 0 }

    /// The longest time until a hold is booked; banks let holds expire after a week or two, most
    /// are booked within days.
    static let bookingDaysMax: Int32 = 5

    /// One export may have ended within the day and the other begun there.
    mutating func isCutBetween(_ row: LineIdentity) -> Bool {
        keepLastRange()
        guard let account = accounts[row.account], let known = account.known,
            let inFile = account.inFile
        else { return false }
        return row.day == known.upperBound && row.day == inFile.lowerBound
            || row.day == known.lowerBound && row.day == inFile.upperBound
    }

    /// The day has several known lines and this file shows all of them, so both hold the same part
    /// of the day.
    mutating func holdsWholeDay(_ row: LineIdentity) -> Bool {
        let count = counts[slot(of: AccountDay(account: row.account, day: row.day))]
        return count.known >= 2 && count.found + count.paired >= count.known
    }

    /// Other rows of the day were found again, or the day is inside both exports: the file should
    /// show each of its known lines.
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

    /// Ids of this account are stable, and the row's day is one where an export may have begun. On
    /// any other day the file should show the similar line under its own id. If some id came back
    /// with other facts, that line may have got another one.
    mutating func keepsIDs(_ row: LineIdentity) -> Bool {
        keepLastRange()
        guard let account = accounts[row.account], account.idsKept > 0,
            account.idsContradicted == 0
        else { return false }
        guard let inFile = account.inFile, let known = account.known else { return true }
        return row.day <= inFile.lowerBound
            || (row.day == known.lowerBound && row.day == inFile.upperBound)
    }

    /// No id of this account was found again, and several rows had another one.
    func changesIDs(_ account: UInt64) -> Bool {
        guard let found = accounts[account] else { return false }
        return found.idsKept == 0 && found.idsChanged >= 2
    }

    /// Ids of this account restart in each export or are shared by rows: more than one row has the
    /// id of another line, and at least as many as have their own.
    func refutesIDs(_ account: UInt64) -> Bool {
        guard let found = accounts[account] else { return false }
        return found.idsContradicted >= 2 && found.idsContradicted > found.idsKept
    }

    /// The bank prints other balances for the same rows, more often than chance explains.
    func changesBalances(_ account: UInt64) -> Bool {
        (accounts[account]?.balancesChanged ?? 0) >= 2
    }

    /// The day is inside the days of this file's rows of the account.
    mutating func showsDay(_ day: Int32, of account: UInt64) -> Bool {
        daysOfFile(account)?.contains(day) ?? false
    }

    /// First and last day of this file's rows.
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
