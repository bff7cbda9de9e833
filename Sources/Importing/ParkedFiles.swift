import Deduplicating
import Facts
import Workspaces

/// Files with unnamed accounts, kept until all files of the run are read.
///
/// Only all of them prove which belong to one account: balances connect files given in any order.
struct ParkedFiles {
    struct File {
        let input: InputFile
        /// The index of its report in the run.
        let place: Int
        var report: FileReport
        let held: HeldRows
        let timeline: BalanceTimeline
        /// Its balances continue those of an account.
        var isLed = false
    }

    private var files: [File] = []
    private(set) var rowCount = 0

    mutating func add(
        _ input: InputFile, at place: Int, _ report: FileReport, _ held: HeldRows,
        _ timeline: BalanceTimeline
    ) {
        rowCount += held.rows.identities.count
        files.append(
            File(input: input, place: place, report: report, held: held, timeline: timeline))
    }

    /// All files, those with balances first, each kind by first day and place.
    mutating func takeAll() -> [File] {
        defer { self = ParkedFiles() }
        let order = files.map { file in
            let first = file.timeline.days.keys.min() ?? file.held.rows.identities.map(\.day).min()
            return (isWithout: file.timeline.isEmpty ? 1 : 0, first: first ?? 0, file: file)
        }
        return order.sorted {
            ($0.isWithout, $0.first, $0.file.place) < ($1.isWithout, $1.first, $1.file.place)
        }.map(\.file)
    }
}

extension ImportRun {
    /// The rows of the current file, if they can wait for the other files of the run.
    mutating func takeGuessed() -> HeldRows? {
        guard filesExpected > 1, file.held?.isGuess == true else { return nil }
        return file.held.take()
    }

    /// Adds the parked files after all other files.
    mutating func addParkedAtEnd(_ events: (ReadingEvent) -> Void) throws(WorkspaceFailure) {
        if report.files.count == filesExpected || parked.rowCount > Limits.rowsWaitingMax {
            try addParked(events)
        }
    }

    /// Adds the parked files: first those whose balances continue an account's, so that each card's
    /// files are together before the next card's.
    ///
    /// Each pair of files is compared once.
    private mutating func addParked(_ events: (ReadingEvent) -> Void) throws(WorkspaceFailure) {
        var files = parked.takeAll()
        for index in files.indices { files[index].isLed = try isLed(files[index]) }
        while !files.isEmpty {
            var next = files.remove(at: files.firstIndex(where: \.isLed) ?? 0)
            try begin(next.input, next.report)
            accounts.timeline = next.timeline
            file.held = next.held
            layouts.setLayout(next.held.rows.layout)
            try addHeld(of: next.input, &next.report, events)
            try end(next.input, at: next.place, &next.report, events)
            let days = AccountDays(inThisRun: next.timeline)
            for index in files.indices where !files[index].isLed {
                files[index].isLed =
                    try BalanceRelation(of: files[index].timeline, to: days).isSame
            }
        }
    }

    /// Whether the file's balances continue those of an account of earlier imports.
    private func isLed(_ file: ParkedFiles.File) throws(WorkspaceFailure) -> Bool {
        if transaction.isFirst || file.timeline.isEmpty { return false }
        for name in family(of: file.held) {
            let days = try AccountDays(of: name, transaction, inThisRun: BalanceTimeline())
            if try BalanceRelation(of: file.timeline, to: days).isSame { return true }
        }
        return false
    }
}
