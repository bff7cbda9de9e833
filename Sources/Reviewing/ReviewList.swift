internal import Categorizing
package import Facts
package import Pending
package import Scanning
package import Workspaces

/// A waiting line with the values it is grouped by, computed once and again when its suggestion
/// changes.
package final class ReviewItem: Sendable {
    package let line: QueueLine
    /// The merchant, folded and without what varies: terminal and reference numbers do not
    /// distinguish merchants.
    package let name: String
    // Copied from the line: every key press reads these of ten thousand lines, and a line is large.
    package let key: LineKey
    /// A hold that vanished is doubtful, whatever its line says.
    package let state: QueueLine.State
    /// Evidence that the bank no longer shows the hold.
    package let vanished: VanishedHold.Witness?
    /// The category of its own decision, else the suggested one.
    package let category: String
    package let permille: Int
    package let level: Suggestion.Level
    package let payee: String
    /// The line that seems to be the other side of a transfer between own accounts, unless a person
    /// decided otherwise.
    package let otherSide: LineKey?
    /// Suggested as a transfer, with another line or without, unless a person decided otherwise.
    package let isTransfer: Bool
    /// The two accounts of that transfer, equal for both sides; empty for others.
    fileprivate let accounts: [String]
    /// A user rule says that such lines do not belong in the ledger.
    package let isDismissal: Bool
    fileprivate let isIn: Bool
    fileprivate let day: CalendarDate
    fileprivate let second: Int32

    package init(
        _ line: QueueLine, vanished: VanishedHold.Witness? = nil, folder: TextFolder = TextFolder()
    ) {
        self.line = line
        self.vanished = vanished
        let known = line.suggestion.payee
        name =
            known.isEmpty
            ? Self.name(of: line.fact, folder) : Self.steady.of(folded: folder.fold(known))
        key = line.key
        state = vanished != nil && line.state == .new ? .ambiguous : line.state
        category = line.decision?.category ?? line.suggestion.category
        let isDivided = !(line.decision?.splits ?? []).isEmpty
        permille =
            line.decision?.category == nil && !isDivided ? line.suggestion.permille : 1_000
        isDismissal = line.suggestion.isDismissal && line.decision?.category == nil
        level = Suggestion.Level(
            permille: permille, isAnswer: !category.isEmpty || isDivided || isDismissal)
        isTransfer = line.decision?.transferTo == nil && line.suggestion.isOfTransfer
        otherSide = isTransfer ? line.suggestion.otherSide : nil
        accounts =
            otherSide == nil ? [] : [line.fact.account, line.suggestion.transferTo].sorted()
        payee = line.decision?.payee ?? line.suggestion.payee
        isIn = !line.fact.amount.isNegative
        day = line.fact.made.day
        second = line.fact.made.second
    }

    /// The bank's words in the form of ``name``.
    fileprivate var words: String { Self.name(of: line.fact, TextFolder()) }

    private static let steady = SteadyText()

    private static func name(of fact: StatementFact, _ folder: TextFolder) -> String {
        steady.name(
            of: folder.fold(fact.description),
            others: [fact.merchant, fact.counterpartyName, fact.memo], folder)
    }

    /// Both lines ask the same question: equal bank facts, state and suggestion.
    func asksTheSame(as other: ReviewItem) -> Bool {
        line.fact == other.line.fact && line.state == other.line.state
            && line.related == other.line.related && line.decision == other.line.decision
            && category == other.category && isDismissal == other.isDismissal
            && payee == other.payee && otherSide == other.otherSide
            && line.suggestion.splits == other.line.suggestion.splits
            && (vanished == nil) == (other.vanished == nil)
    }
}

/// Lines that one decision can settle: same merchant, direction, suggested category and level of
/// confidence.
package struct ReviewGroup: Sendable {
    /// In order of day, then key; never empty.
    package let items: [ReviewItem]
    /// Lines expected to be wrong if the group is approved as suggested, in thousandths. A doubtful
    /// line counts as one.
    package let cost: Int
    /// The least sure line, which sets the confidence of the group.
    package let weakest: ReviewItem

    fileprivate init(_ items: [ReviewItem]) {
        self.items = items
        weakest = items.min { $0.permille < $1.permille } ?? items[0]
        cost = items.reduce(0) { $0 + ($1.state == .new ? 1_000 - $1.permille : 1_000) }
    }

    /// A single line as a group.
    init(of item: ReviewItem) { self.init([item]) }

    /// The two accounts of a transfer between them; empty for others.
    package var accounts: [String] { items[0].accounts }

    /// The payee, or the bank's description if there is none.
    package var title: String {
        let first = items[0]
        return first.payee.isEmpty ? first.line.fact.description : first.payee
    }
    package var name: String { items[0].name }
    package var suggestion: Suggestion { weakest.line.suggestion }
    package var category: String { weakest.category }
    package var level: Suggestion.Level { weakest.level }
    package var state: QueueLine.State { items[0].state }
    package var lines: [QueueLine] { items.map(\.line) }
    package var keys: [LineKey] { items.map(\.key) }

    /// Its lines are suggested as sides of transfers between own accounts.
    package var isTransfer: Bool { items[0].isTransfer }

    /// A person waits for each comparison.
    private static let linesToldApart = 1_000

    /// The most informative lines, in their order: one of each bank description before a second of
    /// any.
    package func telling(_ count: Int) -> [ReviewItem] {
        guard items.count > count else { return items }
        var seen: Set<String> = []
        var first: [Int] = []
        var others: [Int] = []
        for (place, item) in items.prefix(max(count, Self.linesToldApart)).enumerated() {
            if seen.insert(item.words).inserted {
                first.append(place)
            } else {
                others.append(place)
            }
        }
        return (first + others).prefix(count).sorted().map { items[$0] }
    }

    /// The bank's words for its lines if there are several, the rarest first: the name may be
    /// ambiguous.
    package var wordings: [String] {
        var counts: [String: (count: Int, first: Int)] = [:]
        for (place, item) in items.prefix(Self.linesToldApart).enumerated() {
            counts[item.words, default: (0, place)].count += 1
        }
        if counts.count < 2 { return [] }
        return counts.values.sorted { ($0.count, $0.first) < ($1.count, $1.first) }
            .map { items[$0.first].line.fact.description }
    }

    /// Exact sums by currency, nil where a sum overflows.
    package var totals: [(currency: Currency, sum: Money?)] {
        var sums: [Currency: Money?] = [:]
        for item in items {
            let amount = item.line.fact.amount
            switch sums[amount.currency] {
            case nil: sums[amount.currency] = amount
            case .some(nil): break
            case .some(let sum?): sums[amount.currency] = .some(try? sum.adding(amount))
            }
        }
        return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// The queue as groups, by default those first where a careless yes would cost most.
package struct ReviewList: Sendable {
    /// The sort order.
    package enum Order: String, Sendable, CaseIterable {
        /// Lines expected to be wrong.
        case cost
        /// The oldest line.
        case day
        /// The largest single amount, without its sign.
        case amount
        case name
    }

    package private(set) var groups: [ReviewGroup]
    private let order: Order
    /// The lines of each group, in its order.
    private var members: [GroupKey: [ReviewItem]]

    package init(lines: [QueueLine]) {
        let folder = TextFolder()
        self.init(items: lines.map { ReviewItem($0, folder: folder) })
    }

    /// - Complexity: O(*n* log *n*) in the lines.
    package init(items: some Sequence<ReviewItem>, order: Order = .cost) {
        self.order = order
        var members: [GroupKey: [ReviewItem]] = [:]
        for item in items { members[GroupKey(of: item), default: []].append(item) }
        members = members.mapValues { $0.count == 1 ? $0 : $0.sorted(by: Self.isEarlier) }
        self.members = members
        groups = members.values.map { ReviewGroup($0) }
            .sorted { Self.precedes($0, $1, in: order) }
    }

    /// Replaces lines, with the same result as a new list.
    ///
    /// - Complexity: O(groups) and the lines of changed groups. A new list of ten thousand lines
    ///   takes 20 ms, noticeable at every key.
    package mutating func replace(_ old: [ReviewItem], with new: [ReviewItem]) {
        var gone: [GroupKey: Set<LineKey>] = [:]
        for item in old { gone[GroupKey(of: item), default: []].insert(item.key) }
        var come: [GroupKey: [ReviewItem]] = [:]
        for item in new { come[GroupKey(of: item), default: []].append(item) }
        var leaving: Set<LineKey> = []
        var entering: [ReviewGroup] = []
        for key in Set(gone.keys).union(come.keys) {
            let before = members[key] ?? []
            // The first line identifies a group.
            if let first = before.first { leaving.insert(first.key) }
            let out = gone[key] ?? []
            var items = before.filter { !out.contains($0.key) }
            if let more = come[key] { items = (items + more).sorted(by: Self.isEarlier) }
            members[key] = items.isEmpty ? nil : items
            if !items.isEmpty { entering.append(ReviewGroup(items)) }
        }
        entering.sort { Self.precedes($0, $1, in: order) }
        var merged: [ReviewGroup] = []
        merged.reserveCapacity(groups.count + entering.count)
        var next = 0
        for group in groups where !leaving.contains(group.items[0].key) {
            while next < entering.count, Self.precedes(entering[next], group, in: order) {
                merged.append(entering[next])
                next += 1
            }
            merged.append(group)
        }
        groups = merged + entering[next...]
    }

    private static func precedes(_ a: ReviewGroup, _ b: ReviewGroup, in order: Order) -> Bool {
        switch order {
        case .cost:
            if a.cost != b.cost { return a.cost > b.cost }
            if a.items.count != b.items.count { return a.items.count > b.items.count }
        case .day:
            let (day, other) = (a.items[0].day, b.items[0].day)
            if day != other { return day < other }
        case .amount:
            let (size, other) = (a.size, b.size)
            if size != other { return size > other }
        case .name:
            if a.name != b.name { return a.name < b.name }
        }
        return a.items[0].key < b.items[0].key
    }

    private static func isEarlier(_ a: ReviewItem, _ b: ReviewItem) -> Bool {
        (a.day, a.second, a.key) < (b.day, b.second, b.key)
    }
}

extension ReviewGroup {
    /// In whole units of money, so that currencies with and without decimals are comparable.
    fileprivate var size: UInt64 {
        items.map { item in
            let amount = item.line.fact.amount
            var size = amount.units.magnitude
            for _ in 0..<amount.scale { size /= 10 }
            return size
        }.max() ?? 0
    }
}

/// The values that lines decided together share.
private struct GroupKey: Hashable {
    let name: String
    let category: String
    let isIn: Bool
    let state: QueueLine.State
    /// Sure and unsure lines need different questions: their answers would differ more often than
    /// not.
    let level: Suggestion.Level
    /// Doubtful lines are single: each needs its own look.
    let alone: LineKey?

    init(of item: ReviewItem) {
        if let other = item.otherSide, item.state == .new {
            // Both sides are in one group, and likely pairs together.
            name = item.accounts.joined(separator: "\n")
            category = item.category
            isIn = false
            state = .new
            level = item.level
            alone = level < .high ? min(item.key, other) : nil
            return
        }
        name = item.name
        category = item.category
        isIn = item.isIn
        state = item.state
        level = item.level
        alone = state == .new ? nil : item.key
    }
}
