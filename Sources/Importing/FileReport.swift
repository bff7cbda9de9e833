import Deduplicating
package import Facts
package import Normalizing

/// What became of one file: each row counted under exactly one fate.
package struct FileReport: Sendable {
    package let path: String
    /// Without the folders above: `march.csv`, `archive.zip/march.csv`.
    package let name: String
    /// `monobank/csv`; empty when the file could not be recognised.
    package var layout = ""
    /// `utf-8`, `windows-1251`.
    package var encoding = ""
    /// The workspace's account ids of its rows, in order of appearance.
    package var accounts: [String] = []
    /// Neither the file nor its owner says the account.
    package var isGuessed = false

    package var rowsRead = 0
    package var new = 0
    /// New lines whose suggestion is at least of level `high`.
    package var confident = 0
    package var known = 0
    /// The same row again in the same file.
    package var repeated = 0
    /// Holds that are booked now; the known line was completed.
    package var settled = 0
    /// Of the settled ones: approved holds that were booked with another amount.
    package var revised: [RevisedEntry] = []
    /// New lines that disagree with a known one and wait for a person.
    package var conflicts = 0
    /// New lines that may be known ones; a person decides.
    package var ambiguous = 0
    package var rejected = 0
    package var skipped = 0

    package var skippedByReason: [RowSkip.Reason: Int] = [:]
    /// The first lines left out that may hold a payment, `Limits.rejectionsShownMax` a reason.
    package private(set) var linesLeftOut: [RowSkip.Reason: [Int]] = [:]
    /// The first rejected rows, `Limits.rejectionsShownMax` at most.
    package var rejections: [RowRejection] = []
    package var notices: [ReadNotice] = []
    /// What the running balances of each account of the file say.
    package var balances: [BalanceProof] = []
    /// Every row with its reason, in the order of the file; empty unless asked for.
    package var rows: [RowOutcome] = []
    /// The file's bytes came in before, under other accounts than it would go to today: its lines
    /// stay there.
    package var keptAccounts: [KeptAccount] = []
    /// Nobody knows the file's table, and it shows the same payments as the account's lines.
    package var foundByRows: [KeptAccount] = []
    /// Nobody named the file's account, and its rows are not those of the account that its bank and
    /// currency have.
    package var keptApart: [KeptAccount] = []
    /// Accounts that the file's lines were put into though its balances do not continue theirs.
    package var unproved: [String] = []
    /// The same of a file without balances, none of whose rows are lines of the account, and whose
    /// name has other words than those of its files.
    package var unprovedByRows: [String] = []
    /// Accounts that the file shows to be one with its own: some of its rows are lines of them.
    package var shownAsOne: [KeptAccount] = []
    /// The file names its account by another bank's form of a number: its rows are lines of that
    /// account, so that it is it.
    package var foundAlike: [KeptAccount] = []
    /// The same, and no row tells whether they are one: two accounts.
    package var perhapsAlike: [KeptAccount] = []
    /// Accounts that show the payments of the file's own on the days that both cover, by their
    /// amounts, and nothing proves that they are one.
    package var perhapsOne: [KeptAccount] = []
    /// Accounts that have a payment for each row of the file, of its day, amount and words: too few
    /// to say that they are the file's own.
    package var alsoElsewhere: [KeptAccount] = []
    /// Accounts of new lines whose currency neither the file nor the settings tell.
    package var accountsWithoutCurrency: [String] = []
    /// The currency in which the file shows known lines of an account that has some without one.
    package var currenciesShown: [String: Currency] = [:]
    /// Accounts that new lines came into in another currency than the settings give them.
    package var currenciesContradicted: [ContradictedCurrency] = []
    /// The file names its accounts itself, and `--account` another one.
    package var passedOver: [KeptAccount] = []
    /// Nil when it could not be taken.
    package var digest: FileDigest?
    /// The file is as it was when it came in, and was not read again.
    package var isUnchanged = false

    /// What statements of the file print about all their rows: the first of them, and the first
    /// that their rows do not come to.
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

    /// Of each account whose balances run on, and somewhere do not: a row may be missing.
    package var balancesWithGaps: [BalanceProof] {
        balances.filter { $0.runsOn && !$0.gaps.isEmpty }
    }

    /// Every row has exactly one fate.
    package var isBalanced: Bool {
        rowsRead == new + known + repeated + settled + conflicts + ambiguous + rejected + skipped
    }

    /// Nothing of this file needs a person's attention. A balance or a total that does not follow
    /// from the rows does, for a row may be missing.
    package var isClean: Bool {
        rejected == 0 && failure == nil && conflicts == 0 && ambiguous == 0
            && keptAccounts.isEmpty && currenciesContradicted.isEmpty && totalsBroken == 0
            && balancesWithGaps.isEmpty
    }

    /// Notes a new line in another currency than the settings give its account.
    mutating func record(_ currency: Currency, against declared: Currency, of account: String) {
        if !currency.isKnown {
            if !accountsWithoutCurrency.contains(account) {
                accountsWithoutCurrency.append(account)
            }
            return
        }
        currenciesContradicted.record(currency, against: declared, of: account)
    }

    /// Notes two accounts that may be one, unless the report speaks of the two already.
    mutating func recordPerhapsOne(_ account: KeptAccount) {
        let isSaid = (keptApart + shownAsOne + perhapsOne).contains {
            Set([$0.named, $0.kept]) == [account.named, account.kept]
        }
        if !isSaid { perhapsOne.append(account) }
    }

    /// Rows were rejected, and none became a line.
    package var hasNoLines: Bool { rejected > 0 && rowsRead == rejected + skipped }

    /// Counts what a batch says of rows that did not become lines, and keeps the first rejections.
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

    /// Puts the rows in the order of the file: rows that waited for its end came last.
    package mutating func sortRows() {
        let order = rows.indices.sorted { (rows[$0].line, $0) < (rows[$1].line, $1) }
        rows = order.map { rows[$0] }
    }

    /// Rows of these lines were taken for repetitions, and are to be told of again.
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

    /// Keeps a rejection to be shown, as long as there is room.
    package mutating func keep(_ rejection: RowRejection) {
        if rejections.count < Limits.rejectionsShownMax { rejections.append(rejection) }
    }
}

/// Where a file's lines are, and where they would go if the file came in for the first time.
package struct KeptAccount: Sendable, Equatable {
    package let named: String
    package let kept: String
    /// By other rows on the same days; else by balances.
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

/// What happens while files are read, for progress and for people who want each row.
package enum ReadingEvent: Sendable {
    case fileBegan(InputFile)
    case rowsRead(Int)
    case rejected([RowRejection])
    case fileEnded(FileReport)
}
