/// Every limit of the program, in one table that `kopiyka limits` prints. Errors name the limit and
/// its value.
package struct Limits: Sendable {
    package let name: String
    package let value: Int
    package let unit: String
    package let reason: String

    /// Bytes per read of a file: large enough to hide system calls, small enough for the cache.
    package static let chunkBytes = 256 * 1024
    /// Text passed to a reader in one call: some hundred rows, so that the next are prepared while
    /// these are added.
    package static let batchBytes = 32 * 1024
    /// OFX caps MEMO at 255 characters and banks exceed it; a quoted field that never closes must
    /// not use up the memory.
    package static let fieldBytesMax = 64 * 1024
    package static let recordBytesMax = 1024 * 1024
    package static let columnsMax = 512
    /// Header rows are searched this far; the longest preamble seen is 24 rows (Alipay).
    package static let headerRowsMax = 64
    package static let nestingMax = 64
    package static let fileBytesMax = 16 * 1024 * 1024 * 1024
    package static let standardInputBytesMax = 1024 * 1024 * 1024
    /// Text layers are kept whole until they are validated; a thousand pages of any bank's
    /// statement are shorter.
    package static let pdfTextBytesMax = 8 * 1024 * 1024
    package static let pdfBytesMax = 64 * 1024 * 1024
    /// For the program that extracts the text of a PDF; a statement takes a fraction of one.
    package static let pdfSecondsMax = 20
    package static let excerptScalarsMax = 80
    package static let rejectionsShownMax = 20
    package static let accountsPerFileMax = 1_000
    package static let settingsBytesMax = 1024 * 1024
    package static let pricesBytesMax = 64 * 1024 * 1024
    package static let exportMarkBytesMax = 1024 * 1024 * 1024
    /// Entries of a ledger whose page of a report lists them without being asked to: the file
    /// stays below one MiB.
    package static let pageLinesMax = 5_000
    /// Entries that such a page reads one by one; of more it shows what the ledger keeps by month.
    package static let pageEntriesReadMax = 50_000
    /// For the program that makes a PDF of a page.
    package static let pagePDFSecondsMax = 120
    package static let pagePDFBytesMax = 256 * 1024 * 1024
    package static let rulesFilesMax = 1_000
    package static let queueLineBytesMax = 1024 * 1024
    package static let lockWaitMilliseconds = 10_000
    /// Lines of one account, day and amount are compared pairwise; no bank prints this many, and
    /// the work grows with their square.
    package static let equalAmountsADayMax = 20_000
    /// Rows of a file that wait for its end; further ones are judged immediately, with the evidence
    /// so far.
    package static let rowsWaitingMax = 20_000
    /// Rows of a file that seem to repeat others and print seconds, whose balances may prove it;
    /// further ones are asked about.
    package static let rowsRepeatedMax = 250_000
    /// Gaps in the running balances of a file with repeated rows; with more, balances prove
    /// nothing.
    package static let balancesOpenMax = 65_536
    /// Lines that one import searches for the other sides of transfers, more than a household has
    /// in decades.
    package static let transferSidesMax = 65_536
    /// How far an entry made by hand may move from the day in its key; reports look this far around
    /// a period.
    package static let daysMovedMax = 90
    /// Years of monthly statements of several accounts.
    package static let archiveMembersMax = 1_000
    /// Deflate reaches 1,032 : 1; sheets full of equal cells come near 100.
    package static let archiveRatioMax = 200
    /// Output allowed before the ratio counts: a small file of blanks is not a bomb.
    package static let archiveUnmeasuredBytes = 16 * 1024 * 1024
    /// A workbook keeps each text once; 1 million rows with a text of their own fit.
    package static let sheetTextsBytesMax = 64 * 1024 * 1024
    /// Rows that Excel can hold.
    package static let sheetRowsMax = 1_048_576
    package static let sheetsMax = 256
    /// A hundred years of months.
    package static let holdingPaymentsMax = 1_200
    /// Digits of a deposit or loan in its smallest coins: interest of decades is computed in 128
    /// bits.
    package static let holdingDigitsMax = 17
    package static let holdingUnitsMax = 100_000_000_000_000_000 - 1
    /// Percent a year.
    package static let holdingRateMax = 999
    /// `status` reads all lines for its insights; more take longer than a tenth of a second.
    package static let statusInsightsEntriesMax = 12_000
    /// `review` reads all lines for payments that are expected; more take half a second.
    package static let reviewStreamsEntriesMax = 50_000

    /// A statement file in one line of JSON: a year of an account has some 100 KB.
    package static let pipedFileBytesMax = 2 * 1024 * 1024
    /// The rows of a file in one line, kept until its last row was read: 40,000 of them.
    package static let pipedAnswerBytesMax = 12 * 1024 * 1024
    /// Rows of an account whose balances are compared at its end, to tell repeated rows from equal
    /// ones; years of a person.
    package static let pipedBalancesMax = 65_536
    /// Answers that wait for the end of an account; more are given with what is known by then.
    package static let pipedAnswersMax = 262_144

    package static let all: [Limits] = [
        .init("chunk-bytes", chunkBytes, "bytes", "read at once from an input"),
        .init("field-bytes", fieldBytesMax, "bytes", "longest field of a row"),
        .init("record-bytes", recordBytesMax, "bytes", "longest row, object or element"),
        .init("columns", columnsMax, "columns", "most columns of a row"),
        .init("header-rows", headerRowsMax, "rows", "how far the header row is searched"),
        .init("nesting", nestingMax, "levels", "deepest nesting of JSON, XML, YAML or filters"),
        .init("file-bytes", fileBytesMax, "bytes", "largest input file"),
        .init("standard-input-bytes", standardInputBytesMax, "bytes", "largest standard input"),
        .init("accounts-per-file", accountsPerFileMax, "accounts", "most accounts in one file"),
        .init("pdf-bytes", pdfBytesMax, "bytes", "largest PDF"),
        .init("pdf-text-bytes", pdfTextBytesMax, "bytes", "longest text layer of a PDF"),
        .init(
            "page-lines", pageLinesMax, "entries", "most entries that report --html lists unasked"),
        .init(
            "page-entries", pageEntriesReadMax, "entries",
            "most entries that report --html reads one by one unasked"),
        .init("page-pdf-seconds", pagePDFSecondsMax, "s", "time to make a PDF of a page"),
        .init("page-pdf-bytes", pagePDFBytesMax, "bytes", "largest PDF of a page"),
        .init("pdf-seconds", pdfSecondsMax, "s", "time to take the text out of a PDF"),
        .init("settings-bytes", settingsBytesMax, "bytes", "largest settings or rules file"),
        .init(
            "export-mark-bytes", exportMarkBytesMax, "bytes", "largest mark of exported entries"),
        .init("rules-files", rulesFilesMax, "files", "most rules files of a workspace"),
        .init("queue-line-bytes", queueLineBytesMax, "bytes", "longest line of pending.jsonl"),
        .init("rejections-shown", rejectionsShownMax, "rows", "rejected rows shown in full a file"),
        .init(
            "equal-amounts-a-day", equalAmountsADayMax, "rows",
            "rows of one account, day and amount"),
        .init("rows-waiting", rowsWaitingMax, "rows", "rows of a file that its end decides"),
        .init(
            "rows-repeated", rowsRepeatedMax, "rows", "rows that a file may prove to repeat others"),
        .init(
            "balances-open", balancesOpenMax, "balances",
            "gaps in the balances of a file that shows rows twice"),
        .init(
            "transfer-sides", transferSidesMax, "lines",
            "lines an import looks among for transfers"),
        .init("days-moved", daysMovedMax, "days", "how far an entry by hand may be moved"),
        .init("archive-members", archiveMembersMax, "files", "most files of an archive"),
        .init("archive-ratio", archiveRatioMax, "times", "how much larger unpacking makes a file"),
        .init(
            "archive-free-bytes", archiveUnmeasuredBytes, "bytes",
            "unpacked before the ratio counts"),
        .init("sheet-texts-bytes", sheetTextsBytesMax, "bytes", "all texts of a workbook"),
        .init("sheet-rows", sheetRowsMax, "rows", "most rows of a sheet"),
        .init("sheets", sheetsMax, "sheets", "most sheets of a workbook"),
        .init("holding-payments", holdingPaymentsMax, "payments", "most payments of a loan"),
        .init("holding-digits", holdingDigitsMax, "digits", "largest balance of a deposit or loan"),
        .init("holding-rate", holdingRateMax, "%", "largest yearly rate of a deposit or loan"),
        .init(
            "status-insights", statusInsightsEntriesMax, "entries",
            "status tells insights of at most so many"),
        .init(
            "review-streams", reviewStreamsEntriesMax, "entries",
            "review names expected payments with at most so many"),
        .init("piped-file-bytes", pipedFileBytesMax, "bytes", "longest line of pipe read"),
        .init(
            "piped-answer-bytes", pipedAnswerBytesMax, "bytes", "longest answer of pipe read"),
        .init(
            "piped-balances", pipedBalancesMax, "rows",
            "rows of an account whose balances pipe identify compares"),
        .init(
            "piped-answers", pipedAnswersMax, "rows", "answers of pipe identify that wait"),
        .init("lock-wait", lockWaitMilliseconds, "ms", "wait for another process, then exit 75"),
    ]

    private init(_ name: String, _ value: Int, _ unit: String, _ reason: String) {
        self.name = name
        self.value = value
        self.unit = unit
        self.reason = reason
    }
}
