import Deduplicating
import Facts
import Workspaces

/// The days of one account in this run, the queue and the ledger.
struct AccountDays {
    typealias Failure = WorkspaceFailure

    private let keyAccount: UInt32
    private let account: UInt64
    /// Nil to use only this run.
    private let transaction: ImportTransaction?
    private let inThisRun: BalanceTimeline
    /// First and last day with lines.
    let range: ClosedRange<Int32>?
    private let knownRange: ClosedRange<Int32>?

    /// Statements do not meet over a gap of months.
    private static let gapDaysMax: Int32 = 62

    init(
        of name: String, _ transaction: ImportTransaction, inThisRun: BalanceTimeline
    ) throws(WorkspaceFailure) {
        account = LineIdentity.hash(ofAccount: name)
        keyAccount = LineKey.account(ofHash: account)
        self.transaction = transaction
        self.inThisRun = inThisRun
        knownRange = transaction.isFirst ? nil : try transaction.knownDays(keyAccount: keyAccount)
        var range = knownRange
        if let days = inThisRun.range { range = range.joined(with: days) }
        self.range = range
    }

    /// The days of one file.
    init(inThisRun: BalanceTimeline) {
        (account, keyAccount, transaction, knownRange) = (0, 0, nil, nil)
        self.inThisRun = inThisRun.asStatement
        range = inThisRun.range
    }

    /// The views of one day, or of the nearest day with balances in a direction.
    struct Look {
        var views: Set<BalanceTimeline.Day> = []
        /// Rows without a balance are on the day or between: the balances there are unknown.
        var hasGaps = false
    }

    func look(at day: Int32) throws(WorkspaceFailure) -> Look {
        var look = Look(views: inThisRun.days[day] ?? [])
        var rows: [BalanceTimeline.Row] = []
        for line in try lines(on: day) {
            let fact = try transaction?.fact(of: line.identity.key, at: line.place)
            let (before, after) = fact.map(LineIdentity.balances(around:)) ?? (0, 0)
            if before == 0 {
                look.hasGaps = true
            } else {
                rows.append(
                    .init(
                        second: line.identity.second, currency: line.identity.currency,
                        before: before, after: after, isHold: line.identity.isHold))
            }
        }
        if let day = BalanceTimeline.Day(rows) { look.views.insert(day) }
        return look
    }

    /// The last day with balances before `day` and after `limit`.
    func last(before day: Int32, after limit: Int32) throws(WorkspaceFailure) -> Look? {
        guard let range, day > range.lowerBound else { return nil }
        let start = min(day &- 1, range.upperBound)
        let end = max(limit, start &- Self.gapDaysMax, range.lowerBound &- 1)
        return try firstLook(stride(from: start, to: end, by: -1))
    }

    /// The first day with balances after `day` and before `limit`.
    func first(after day: Int32, before limit: Int32) throws(WorkspaceFailure) -> Look? {
        guard let range, day < range.upperBound else { return nil }
        let start = max(day &+ 1, range.lowerBound)
        let end = min(limit, start &+ Self.gapDaysMax, range.upperBound &+ 1)
        return try firstLook(stride(from: start, to: end, by: 1))
    }

    private func firstLook(_ days: StrideTo<Int32>) throws(WorkspaceFailure) -> Look? {
        var hasGaps = false
        for day in days {
            var found = try look(at: day)
            hasGaps = hasGaps || found.hasGaps
            found.hasGaps = hasGaps
            if !found.views.isEmpty { return found }
        }
        return nil
    }

    /// One statement of the account has rows before and after the day, so it has all rows of the
    /// day.
    func isCovered(_ day: Int32) throws(WorkspaceFailure) -> Bool {
        if inThisRun.statements.contains(where: { $0.lowerBound < day && day < $0.upperBound }) {
            return true
        }
        guard let knownRange, knownRange.lowerBound < day, day < knownRange.upperBound else {
            return false
        }
        let earliest = max(knownRange.lowerBound, day &- Self.gapDaysMax)
        let before = try firstFiles(stride(from: day &- 1, to: earliest &- 1, by: -1))
        let latest = min(knownRange.upperBound, day &+ Self.gapDaysMax)
        let after = try firstFiles(stride(from: day &+ 1, to: latest &+ 1, by: 1))
        return !before.isDisjoint(with: after)
    }

    /// The files with the rows of the first nonempty day among these.
    private func firstFiles(_ days: StrideTo<Int32>) throws(WorkspaceFailure) -> Set<String> {
        for day in days {
            var files: Set<String> = []
            for source in try sources(on: day) { files.insert(source.file) }
            if !files.isEmpty { return files }
        }
        return []
    }

    /// The layouts of files with lines of the last days.
    func layoutsOfLastDays() throws(WorkspaceFailure) -> Set<String> {
        var layouts: Set<String> = []
        guard let last = knownRange?.upperBound else { return layouts }
        for day in last &- Self.lastDays + 1...last {
            for source in try sources(on: day) { layouts.insert(source.layout) }
        }
        return layouts
    }

    private static let lastDays: Int32 = 7

    /// The sources of a day's lines.
    private func sources(on day: Int32) throws(WorkspaceFailure) -> [LineSource] {
        var sources: [LineSource] = []
        for line in try lines(on: day) {
            sources += try transaction?.sources(of: line.identity.key, at: line.place) ?? []
        }
        return sources
    }

    /// Lines of banks from before this import.
    private func lines(on day: Int32) throws(WorkspaceFailure) -> [KnownLine] {
        guard let transaction, let knownRange, knownRange.contains(day) else { return [] }
        var lines: [KnownLine] = []
        try transaction.findLines(
            account: account, keyAccount: keyAccount, days: day...day, into: &lines)
        return lines.filter { !$0.isByHand }
    }
}
