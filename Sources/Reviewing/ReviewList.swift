package import Facts
package import Pending
import Scanning

/// Lines that one decision can settle: one merchant, one direction, one suggested category.
package struct ReviewGroup: Sendable {
    /// The payee, or the bank's own description where nobody was recognised.
    package let title: String
    package let suggestion: Suggestion
    package let state: QueueLine.State
    /// In order of day, then key.
    package let lines: [QueueLine]

    package var keys: [LineKey] { lines.map(\.key) }

    /// Its lines are proposed as sides of transfers between own accounts.
    package var isTransfer: Bool { suggestion.otherSide != nil }

    /// Exact sums a currency, nil where a sum is too large to be held.
    package var totals: [(currency: Currency, sum: Money?)] {
        var sums: [Currency: Money?] = [:]
        for line in lines {
            let amount = line.fact.amount
            switch sums[amount.currency] {
            case nil: sums[amount.currency] = amount
            case .some(nil): break
            case .some(let sum?): sums[amount.currency] = .some(try? sum.adding(amount))
            }
        }
        return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// The queue as groups, first those where one answer settles most, doubtful before sure among equals.
package struct ReviewList: Sendable {
    package let groups: [ReviewGroup]

    /// - Complexity: O(*n* log *n*) in the lines.
    package init(lines: [QueueLine]) {
        let folder = TextFolder()
        var byKey: [GroupKey: [QueueLine]] = [:]
        for line in lines { byKey[GroupKey(of: line, folder: folder), default: []].append(line) }
        groups = byKey.map { key, lines in
            let sorted = lines.sorted {
                ($0.fact.made.day, $0.fact.made.second, $0.key)
                    < ($1.fact.made.day, $1.fact.made.second, $1.key)
            }
            return ReviewGroup(
                title: Self.title(of: sorted[0]), suggestion: Self.weakest(of: sorted),
                state: key.state, lines: sorted)
        }.sorted(by: Self.comesFirst)
    }

    private static func title(of line: QueueLine) -> String {
        if line.suggestion.otherSide != nil {
            return GroupKey.accounts(of: line).joined(separator: " ⇄ ")
        }
        return line.suggestion.payee.isEmpty ? line.fact.description : line.suggestion.payee
    }

    /// A group is as sure as its least sure line.
    private static func weakest(of lines: [QueueLine]) -> Suggestion {
        lines.map(\.suggestion).min { $0.permille < $1.permille } ?? .none
    }

    private static func comesFirst(_ a: ReviewGroup, _ b: ReviewGroup) -> Bool {
        if a.lines.count != b.lines.count { return a.lines.count > b.lines.count }
        if a.suggestion.permille != b.suggestion.permille {
            return a.suggestion.permille < b.suggestion.permille
        }
        return a.lines[0].key < b.lines[0].key
    }
}

/// What lines must share to be decided together.
private struct GroupKey: Hashable {
    let name: String
    let category: String
    let isIn: Bool
    let state: QueueLine.State
    /// Doubtful lines stand alone: each needs its own look.
    let alone: LineKey?

    /// The two accounts of a transfer, the same of both sides.
    static func accounts(of line: QueueLine) -> [String] {
        [line.fact.account, line.suggestion.transferTo].sorted()
    }

    init(of line: QueueLine, folder: TextFolder) {
        if let other = line.suggestion.otherSide, line.state == .new {
            // Both sides in one group, and what is likely together.
            name = Self.accounts(of: line).joined(separator: "\n")
            category = line.suggestion.category
            isIn = false
            state = .new
            alone = line.suggestion.level < .high ? min(line.key, other) : nil
            return
        }
        let folded = folder.fold(
            line.suggestion.payee.isEmpty ? line.fact.description : line.suggestion.payee)
        // Terminal and reference numbers do not make another merchant.
        name = folded.split(separator: " ").filter { !$0.contains(where: \.isNumber) }
            .joined(separator: " ")
        category = line.suggestion.category
        isIn = !line.fact.amount.isNegative
        state = line.state
        alone = line.state == .new ? nil : line.key
    }
}
