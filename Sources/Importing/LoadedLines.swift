import Deduplicating
import Facts
import Workspaces

/// The known lines loaded into the deduplicator, and the place of each.
struct LoadedLines {
    private var days: Set<AccountDay> = []
    private var holdDays: Set<AccountDay> = []
    private var daysByHand: [UInt64: ClosedRange<Int32>] = [:]
    private var last = AccountDay(account: 0, day: .min)
    private var lines: [LineKey: KnownLine.Place] = [:]

    /// True for the first request of an account's day, or of only its holds.
    mutating func isNew(account: UInt64, day: Int32, onlyHolds: Bool) -> Bool {
        let wanted = AccountDay(account: account, day: day)
        if onlyHolds { return !days.contains(wanted) && holdDays.insert(wanted).inserted }
        if wanted == last { return false }
        last = wanted
        return days.insert(wanted).inserted
    }

    /// Days whose keys of manual entries are not yet loaded, around these rows' days.
    ///
    /// A person may have moved an entry some days from the day in its key.
    mutating func daysToLoadByHand(
        of account: UInt64, near days: ClosedRange<Int32>
    ) -> [ClosedRange<Int32>] {
        let reach = Int32(Limits.daysMovedMax)
        let wanted = (days.lowerBound &- reach)...(days.upperBound &+ reach)
        guard let have = daysByHand[account] else {
            daysByHand[account] = wanted
            return [wanted]
        }
        var missing: [ClosedRange<Int32>] = []
        if wanted.lowerBound < have.lowerBound {
            missing.append(wanted.lowerBound...(have.lowerBound - 1))
        }
        if wanted.upperBound > have.upperBound {
            missing.append((have.upperBound + 1)...wanted.upperBound)
        }
        if !missing.isEmpty {
            daysByHand[account] = have.joined(with: wanted)
        }
        return missing
    }

    /// True for a line that was not yet loaded.
    mutating func isNew(_ line: KnownLine) -> Bool {
        guard let earlier = lines.updateValue(line.place, forKey: line.identity.key) else {
            return true
        }
        lines[line.identity.key] = earlier
        return false
    }

    /// The place of a line; lines of this run are in the queue.
    func place(of key: LineKey) -> KnownLine.Place { lines[key] ?? .queue }
}
