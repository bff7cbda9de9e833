import Deduplicating
package import Facts
package import Normalizing

/// The result of one file: each row is counted under exactly one fate.
package struct FileReport: Sendable {
    package let path: String
    /// Without parent folders: `march.csv`, `archive.zip/march.csv`.
    package let name: String
    /// `monobank/csv`; empty when the file could not be recognised.
    package var layout = ""
    /// `utf-8`, `windows-1251`.
    package var encoding = ""
    /// The workspace's account ids of its rows, in order of appearance.
    package var accounts: [String] = []
    /// Neither the file nor its owner names the account.
    package var isGuessed = false
    /// What speaks for a guessed account.
    package var guess = Guess.new

    package enum Guess: Sendable, Equatable {
        /// It has no other lines.
        case new
        /// Nothing contradicts it.
        case unproved
        /// The file's balances continue its own, or its lines are the file's rows.
        case proved
    }

    package var rowsRead = 0
    package var new = 0
    /// New lines whose suggestion is at least of level `high`.
    package var confident = 0
    package var known = 0
    /// Repetitions of rows within the file.
    package var repeated = 0
    /// Holds that are now booked; the known line was completed.
    package var settled = 0
    /// The approved holds among them that were booked with another amount.
    package var revised: [RevisedEntry] = []
    /// New lines that contradict a known one, for a person to decide.
    package var conflicts = 0
    /// New lines that may be known ones, for a person to decide.
    package var ambiguous = 0
    package var rejected = 0
    package var skipped = 0

    package var skippedByReason: [RowSkip.Reason: Int] = [:]
    /// The first skipped lines that may contain a payment, at most `Limits.rejectionsShownMax` for
    /// each reason.
    package private(set) var linesLeftOut: [RowSkip.Reason: [Int]] = [:]
    /// The first rejected rows, at most `Limits.rejectionsShownMax`.
    package var rejections: [RowRejection] = []
    package var notices: [ReadNotice] = []
    /// The running balances of each account of the file.
    package var balances: [BalanceProof] = []
    /// Every row with its reason, in file order; empty unless requested.
    package var rows: [RowOutcome] = []
    /// The file's bytes came in before, under other accounts than they would get today: its lines
    /// stay there.
    package var keptAccounts: [KeptAccount] = []
    /// The file's table is unknown, and it has the same payments as the account's lines.
    package var foundByRows: [KeptAccount] = []
    /// The file's account is unnamed, and its rows are not those of the account of its bank and
    /// currency.
    package var keptApart: [KeptAccount] = []
    /// Accounts of the file's lines whose balances the file does not continue.
    package var unproved: [String] = []
    /// The same for a file without balances that shares no rows with the account and whose name has
    /// other words than its files.
    package var unprovedByRows: [String] = []
    /// Accounts that the file proves to be one with its own: some of its rows are their lines.
    package var shownAsOne: [KeptAccount] = []
    /// The file names its account by another bank's form of a number; its rows are lines of that
    /// account, so both are one.
    package var foundAlike: [KeptAccount] = []
    /// The same, proved by balances: one of their statements continues one of the other's.
    package var followsAlike: [KeptAccount] = []
    /// The same, but no row proves that they are one: two accounts.
    package var perhapsAlike: [KeptAccount] = []
    /// Accounts with the payments of the file's account on common days, by amount, without a proof
    /// that they are one.
    package var perhapsOne: [KeptAccount] = []
    /// Accounts that have a payment with the day, amount and words of each row of the file: too few
    /// to be proof.
    package var alsoElsewhere: [KeptAccount] = []
    /// Accounts of new lines whose currency is in neither the file nor the settings.
    package var accountsWithoutCurrency: [String] = []
    /// The file's currency for known lines of an account that has lines without one.
    package var currenciesShown: [String: Currency] = [:]
    /// Accounts whose new lines have another currency than in the settings.
    package var currenciesContradicted: [ContradictedCurrency] = []
    /// Opening balances of its accounts that the settings have not.
    package var openings: [FoundOpening] = []
    /// Accounts that the file names although `--account` names another.
    package var passedOver: [KeptAccount] = []
    /// Nil if it could not be computed.
    package var digest: FileDigest?
    /// The file is unchanged since it came in, and was not read again.
    package var isUnchanged = false

    /// Totals printed by statements of the file: the first ones, and the first that differ from
    /// their rows.
    package var totals: [StatementTotals] = []
    package var totalsProved = 0
    package var totalsBroken = 0
    package var totalsSeen = 0
    /// Why the file, or its rest, could not be read.
    package var failure: ReadFailure?

    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// Accounts whose balances continue except at some places: a row may be missing.
    package var balancesWithGaps: [BalanceProof] {
        balances.filter { $0.runsOn && !$0.gaps.isEmpty }
    }

    /// Every row has exactly one fate.
    package var isBalanced: Bool {
        rowsRead == new + known + repeated + settled + conflicts + ambiguous + rejected + skipped
    }

    /// The bank gave all that it was asked for.
    var isWhole: Bool { !notices.contains { $0.kind == .accountRefused } }

    /// Nothing in this file needs a person's attention. A balance or total that does not follow
    /// from the rows does, as a row may be missing.
    package var isClean: Bool {
        rejected == 0 && failure == nil && isWhole && conflicts == 0 && ambiguous == 0
            && keptAccounts.isEmpty && currenciesContradicted.isEmpty && totalsBroken == 0
            && balancesWithGaps.isEmpty
    }

    /// Records a new line in another currency than its account has in the settings.
    mutating func record(_ currency: Currency, against declared: Currency, of account: String) {
        if !currency.isKnown {
            if !accountsWithoutCurrency.contains(account) {
                accountsWithoutCurrency.append(account)
            }
            return
        }
        currenciesContradicted.record(currency, against: declared, of: account)
    }

    /// Records two accounts that may be one, unless the report mentions both already.
    mutating func recordPerhapsOne(_ account: KeptAccount) {
        let isSaid = (keptApart + shownAsOne + perhapsOne).contains {
            Set([$0.named, $0.kept]) == [account.named, account.kept]
        }
        if !isSaid { perhapsOne.append(account) }
    }

    /// Rows were rejected, and none became a line.
    package var hasNoLines: Bool { rejected > 0 && rowsRead == rejected + skipped }

    /// Counts a batch's rows that did not become lines, and keeps the first rejections.
    package mutating func count(fatesOf batch: LineBatch) {
        rowsRead += batch.rowCount
        rejected += batch.rejections.count
        skipped += batch.skipped.count
        for skip in batch.skipped {
            skippedByReason[skip.reason, default: 0] += 1
            guard skip.reason.mayBePayment,
                linesLeftOut[skip.reason, default: []].count < Limits.rejectionsShownMax
            else { continue }
            linesLeftOut[skip.reason, default: []].append(skip.line)
        }
        for rejection in batch.rejections { keep(rejection) }
        notices += batch.notices
        for said in batch.totals { keep(said) }
    }

    private mutating func keep(_ said: StatementTotals) {
        totalsSeen += 1
        if said.isProved { totalsProved += 1 }
        if !said.breaks.isEmpty { totalsBroken += 1 }
        let isWanted = totals.count < Limits.rejectionsShownMax || !said.breaks.isEmpty
        if isWanted, totals.count < 2 * Limits.rejectionsShownMax { totals.append(said) }
    }

    /// Keeps the fates of rows of a batch that did not become lines.
    package mutating func keepRows(of batch: LineBatch) {
        for rejection in batch.rejections {
            rows.append(RowOutcome(line: rejection.place.line, .rejected(rejection.kind)))
        }
        for skip in batch.skipped {
            rows.append(RowOutcome(line: skip.line, .skipped(skip.reason)))
        }
    }

    /// Sorts the rows by file order: rows that waited for its end came last.
    package mutating func sortRows() {
        let order = rows.indices.sorted { (rows[$0].line, $0) < (rows[$1].line, $1) }
        rows = order.map { rows[$0] }
    }

    /// Removes the outcomes of supposedly repeated rows, which are decided again.
    mutating func forgetRepeated(_ lines: [Int]) {
        assert(lines.count <= repeated, "only rows taken for repetitions are told of again")
        repeated -= lines.count
        if rows.isEmpty { return }
        var left: [Int: Int] = [:]
        for line in lines { left[line, default: 0] += 1 }
        rows.removeAll { row in
            guard row.fate == .repeated(.timeAndBalance), let count = left[row.line], count > 0
            else { return false }
            left[row.line] = count - 1
            return true
        }
    }

    /// Keeps a rejection for display, within the limit.
    package mutating func keep(_ rejection: RowRejection) {
        if rejections.count < Limits.rejectionsShownMax { rejections.append(rejection) }
    }
}

/// The account of a file's lines, and the account they would get if the file were new.
package struct KeptAccount: Sendable, Equatable {
    package let named: String
    package let kept: String
    /// Proved by other rows on the same days; otherwise by balances.
    package let isByRows: Bool

    package init(named: String, kept: String, isByRows: Bool = false) {
        self.named = named
        self.kept = kept
        self.isByRows = isByRows
    }
}

/// An entry whose hold was booked with another amount.
package struct RevisedEntry: Sendable, Equatable {
    package let key: LineKey
    package let earlier: Money
    package let now: Money
}

/// Events while files are read, for progress and for reports of each row.
package enum ReadingEvent: Sendable {
    case fileBegan(InputFile)
    case rowsRead(Int)
    case rejected([RowRejection])
    case fileEnded(FileReport)
}
