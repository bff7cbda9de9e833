internal import Facts
internal import Ledger
package import Pending

/// A bank's line that a person dismissed, and where its payment is now.
package struct DismissedLine: Sendable {
    package enum Place: Sendable {
        /// Nowhere: the bank counts a payment that the ledger lacks.
        case nowhere
        /// A hold that came to nothing; no balance counts it.
        case noPayment
        /// In an entry by hand.
        case entryByHand
        /// In another bank line: it is the same payment, seen again.
        case otherLine
    }

    package let line: QueueLine
    package let place: Place
}

extension Workspace {
    /// The dismissed lines in key order.
    ///
    /// - Complexity: O(dismissed lines); also scans the queue if one was a question about a line
    ///   that is not in the ledger.
    package func dismissedLines() throws(WorkspaceFailure) -> [DismissedLine] {
        let lines = try tombstones().map(\.line)
        if lines.isEmpty { return [] }
        let dismissed = Set(lines.map(\.key))
        let reader = try keeping(EntryReader(ledger))
        var found: [DismissedLine.Place?] = []
        var unknown: Set<LineKey> = []
        for line in lines {
            var place: DismissedLine.Place? = line.fact.isHold ? .noPayment : nil
            // Only a question can be answered "the same".
            if place == nil, line.state == .new { place = .nowhere }
            if place == nil, line.related.contains(where: dismissed.contains) { place = .otherLine }
            if place == nil {
                for key in line.related where place != .otherLine {
                    let entry = try keeping(reader.entry(key))
                    if let entry { place = entry.isByHand ? .entryByHand : .otherLine }
                }
            }
            if place == nil { unknown.formUnion(line.related) }
            found.append(place)
        }
        let waiting = try waiting(of: unknown)
        return zip(lines, found).map { line, place in
            let other: DismissedLine.Place =
                line.related.contains(where: waiting.contains) ? .otherLine : .nowhere
            return DismissedLine(line: line, place: place ?? other)
        }
    }

    /// Tombstones and their queue lines, in key order.
    func tombstones(
        where isWanted: (Tombstone) -> Bool = { _ in true }
    ) throws(WorkspaceFailure) -> [(tombstone: Tombstone, line: QueueLine)] {
        var found: [Tombstone] = []
        try keeping(ledger.forEachTombstone { if isWanted($0) { found.append($0) } })
        return try found.map { tombstone throws(WorkspaceFailure) in
            (tombstone, try QueueLine(stored: tombstone.line.span, in: "tombstone"))
        }
    }

    private func waiting(of keys: Set<LineKey>) throws(WorkspaceFailure) -> Set<LineKey> {
        var found: Set<LineKey> = []
        if keys.isEmpty { return found }
        try forEachQueueLine { line in
            if keys.contains(line.key) { found.insert(line.key) }
            return true
        }
        return found
    }
}
