import Deduplicating
import Facts
package import Workspaces
import Reading

/// Matches lines that come to an account with its existing ones, like the rows of one file in an
/// import, as both come from a bank.
///
/// - Complexity: O(*n*) in all lines, and O(*m*²) in the *m* of one day and amount.
package func lineMeetings(
    of coming: [ComparedLine], with there: [ComparedLine]
) -> [LineMeeting] {
    var meetings = Array(repeating: LineMeeting.new, count: coming.count)
    guard let account = coming.first?.identity.account,
        let first = there.map(\.identity.day).min(), let last = there.map(\.identity.day).max()
    else { return meetings }
    var deduplicator = Deduplicator(expectedLines: coming.count + there.count)
    deduplicator.add(knownDays: first...last, of: account)
    var layouts: [LineKey: Set<String>] = [:]
    for line in there {
        if line.isByHand {
            deduplicator.add(byHand: line.identity)
        } else {
            layouts[line.identity.key] = line.layouts
            deduplicator.add(known: line.identity)
        }
    }
    let comingLayouts = Set(coming.flatMap(\.layouts))
    let comingKinds = Set(comingLayouts.map(LayoutsOfLines.kind))
    func record(_ verdict: Verdict, of index: Int) {
        switch verdict {
        case .known(let key, _): meetings[index] = .same(key)
        case .ambiguous(_, let key), .conflict(_, let key), .settled(let key, _):
            meetings[index] = .maybe(key)
        case .new, .repeated, .waits, .tooMany: break
        }
    }
    deduplicator.beginFile()
    var waiting: [Int] = []
    let inOrder = coming.indices.sorted {
        (coming[$0].identity.day, $0) < (coming[$1].identity.day, $1)
    }
    for index in inOrder where !coming[index].isByHand {
        let verdict = deduplicator.decide(coming[index].identity)
        if verdict == .waits { waiting.append(index) } else { record(verdict, of: index) }
    }
    let verdicts = deduplicator.settle(waiting.map { coming[$0].identity }) { origin in
        let told = layouts[origin.key] ?? []
        return FileKinds(
            // All unknown banks share this layout name.
            areOfLayout: told.contains {
                $0 != UnknownBank.layoutName && comingLayouts.contains($0)
            },
            areOfKind: told.isSubset(of: comingLayouts)
                || comingKinds.count == 1
                    && told.allSatisfy { comingKinds.contains(LayoutsOfLines.kind(of: $0)) }
        )
    }
    for (index, verdict) in zip(waiting, verdicts) { record(verdict, of: index) }
    return meetings
}
