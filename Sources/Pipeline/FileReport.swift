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

    package var rowsRead = 0
    package var new = 0
    /// New lines whose suggestion is at least of level `high`.
    package var confident = 0
    package var known = 0
    /// The same row again in the same file.
    package var repeated = 0
    /// Holds that are booked now; the known line was completed.
    package var settled = 0
    /// New lines that disagree with a known one and wait for a person.
    package var conflicts = 0
    /// New lines that may be known ones; a person decides.
    package var ambiguous = 0
    package var rejected = 0
    package var skipped = 0
    /// Known holds of days this file shows whole, which are in it neither as holds nor booked: nothing is changed, a person is told.
    package var vanishedHolds: [LineKey] = []

    package var skippedByReason: [RowSkip.Reason: Int] = [:]
    /// The first rejected rows, `Limits.rejectionsShownMax` at most.
    package var rejections: [RowRejection] = []
    package var notices: [ReadNotice] = []
    /// What the running balances of each account of the file say.
    package var balances: [BalanceProof] = []
    /// Why the file, or its rest, could not be read.
    package var failure: ReadFailure?

    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// Every row has exactly one fate.
    package var isBalanced: Bool {
        rowsRead == new + known + repeated + settled + conflicts + ambiguous + rejected + skipped
    }

    /// Nothing of this file needs a person's attention.
    package var isClean: Bool {
        rejected == 0 && failure == nil && conflicts == 0 && ambiguous == 0
    }

    /// Counts what a batch says of rows that did not become lines, and keeps the first rejections.
    package mutating func count(fatesOf batch: LineBatch) {
        rowsRead += batch.rowCount
        rejected += batch.rejections.count
        skipped += batch.skipped.count
        for skip in batch.skipped { skippedByReason[skip.reason, default: 0] += 1 }
        for rejection in batch.rejections { keep(rejection) }
        notices += batch.notices
    }

    /// Keeps a rejection to be shown, as long as there is room.
    package mutating func keep(_ rejection: RowRejection) {
        if rejections.count < Limits.rejectionsShownMax { rejections.append(rejection) }
    }
}

/// What happens while files are read, for progress and for people who want each row.
package enum ReadingEvent: Sendable {
    case fileBegan(InputFile)
    case rowsRead(Int)
    case rejected([RowRejection])
    case fileEnded(FileReport)
}
