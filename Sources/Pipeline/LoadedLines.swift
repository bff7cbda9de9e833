import Facts
import Workspaces

/// Which known lines were brought into the deduplicator, and where each is kept.
struct LoadedLines {
    private struct AccountDay: Hashable {
        let account: UInt64
        let day: Int32
    }

    private var days: Set<AccountDay> = []
    private var last = AccountDay(account: 0, day: .min)
    private var lines: [LineKey: KnownLine.Place] = [:]

    /// True the first time an account's day is asked for.
    mutating func isNew(account: UInt64, day: Int32) -> Bool {
        let wanted = AccountDay(account: account, day: day)
        if wanted == last { return false }
        last = wanted
        return days.insert(wanted).inserted
    }

    /// True for a line that was not brought in before.
    mutating func isNew(_ line: KnownLine) -> Bool {
        if lines[line.identity.key] != nil { return false }
        lines[line.identity.key] = line.place
        return true
    }

    /// Where a line is kept; lines of this run are in the queue.
    func place(of key: LineKey) -> KnownLine.Place { lines[key] ?? .queue }
}
