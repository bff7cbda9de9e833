package import Facts
import Pending

/// A walk through the groups of a review: where one is, and what was answered.
package struct ReviewSession: Sendable {
    package let list: ReviewList
    package private(set) var position = 0
    package private(set) var skipped = 0

    package init(list: ReviewList) {
        self.list = list
    }

    /// The group to decide now, nil when all were seen.
    package var current: ReviewGroup? {
        list.groups.indices.contains(position) ? list.groups[position] : nil
    }

    package var groupsLeft: Int { max(0, list.groups.count - position) }

    /// Decisions that approve the current group, under the category given or the suggested one.
    package func approving(category: String?) -> [(key: LineKey, decision: Decision)] {
        deciding(Decision(verdict: .approve, category: category))
    }

    package func dismissing() -> [(key: LineKey, decision: Decision)] {
        deciding(Decision(verdict: .dismiss))
    }

    /// The lines of the current group are no transfer; they stay in the queue as what they are without it.
    package func rejectingTransfer() -> [(key: LineKey, decision: Decision)] {
        deciding(Decision(transferTo: ""))
    }

    private func deciding(_ decision: Decision) -> [(key: LineKey, decision: Decision)] {
        (current?.keys ?? []).map { ($0, decision) }
    }

    /// The current group is settled; on to the next.
    package mutating func advance() { position += 1 }

    /// The current group stays in the queue; on to the next.
    package mutating func skip() {
        skipped += 1
        position += 1
    }

    /// Back to the group before, after an undo.
    package mutating func goBack() { position = max(0, position - 1) }
}
