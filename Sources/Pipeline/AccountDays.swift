import Deduplicating
import Facts
import Workspaces

/// The days of one account, as this run, queue and ledger know them.
struct AccountDays {
    typealias Failure = WorkspaceFailure

    private let keyAccount: UInt32
    private let account: UInt64
    private let transaction: ImportTransaction
    private let inThisRun: BalanceTimeline
    /// First and last day with lines.
    let range: ClosedRange<Int32>?
    private let knownRange: ClosedRange<Int32>?

    /// A gap of months is no place where two statements meet.
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
        if let first = inThisRun.days.keys.min(), let last = inThisRun.days.keys.max() {
            range = range.joined(with: first...last)
        }
        self.range = range
    }

    func views(on day: Int32) throws(WorkspaceFailure) -> Set<BalanceTimeline.Day> {
        var views = inThisRun.days[day] ?? []
        guard let knownRange, knownRange.contains(day) else { return views }
        var lines: [KnownLine] = []
        try transaction.findLines(
            account: account, keyAccount: keyAccount, days: day...day, into: &lines)
        var rows: [BalanceTimeline.Row] = []
        for line in lines where !line.isByHand {
            guard let fact = try transaction.fact(of: line.identity.key, at: line.place) else {
                continue
            }
            let (before, after) = LineIdentity.balances(around: fact)
            if before != 0 {
                rows.append(.init(second: line.identity.second, before: before, after: after))
            }
        }
        if let day = BalanceTimeline.Day(rows) { views.insert(day) }
        return views
    }

    /// The views of the last day with rows before `day` and after `limit`.
    func last(
        before day: Int32, after limit: Int32
    ) throws(WorkspaceFailure) -> Set<BalanceTimeline.Day>? {
        guard let range, day > range.lowerBound else { return nil }
        var at = min(day &- 1, range.upperBound)
        let end = max(limit, at &- Self.gapDaysMax, range.lowerBound &- 1)
        while at > end {
            let found = try views(on: at)
            if !found.isEmpty { return found }
            at &-= 1
        }
        return nil
    }

    /// The views of the first day with rows after `day` and before `limit`.
    func first(
        after day: Int32, before limit: Int32
    ) throws(WorkspaceFailure) -> Set<BalanceTimeline.Day>? {
        guard let range, day < range.upperBound else { return nil }
        var at = max(day &+ 1, range.lowerBound)
        let end = min(limit, at &+ Self.gapDaysMax, range.upperBound &+ 1)
        while at < end {
            let found = try views(on: at)
            if !found.isEmpty { return found }
            at &+= 1
        }
        return nil
    }
}
