package import Facts
package import Pending

/// A hold missing from the bank's later statements: it was cancelled, or booked in a form we do not
/// recognise.
package struct VanishedHold: Sendable, Equatable {
    package enum Witness: Sendable, Equatable {
        /// A file has the rows before and after the hold, and not the hold.
        case file(String)
        /// The printed balances close without it, over enough days for its booking.
        case balances
        /// As above, but other holds may be meant: the balances show that some were released, not
        /// which.
        case oneOfSeveral
    }

    package let key: LineKey
    package let witness: Witness
    package let isApproved: Bool
}

extension QueueLine {
    /// The line for its tombstone: if the bank books it after all, it is not one that the person
    /// rejected.
    func dismissed(as witness: VanishedHold.Witness) -> QueueLine {
        var line = self
        line.suggestion = Suggestion(evidence: [witness.evidence], isDismissal: true)
        return line
    }

    /// Whether it was dismissed as a vanished hold.
    package var wasVanished: Bool {
        suggestion.isDismissal && suggestion.evidence.first?.source == .statement
    }
}

extension VanishedHold.Witness {
    /// The witness as a suggestion's evidence.
    package var evidence: Evidence {
        switch self {
        case .file(let name): Evidence(source: .statement, subject: name)
        case .balances, .oneOfSeveral: Evidence(source: .statement, subject: "")
        }
    }
}

/// Finds vanished holds among the lines of one account and currency.
///
/// The result depends on the lines alone, never on the order of imports, so it is not stored: a
/// later booking or decision ends it.
struct VanishedHoldSearch {
    struct Line {
        let key: LineKey
        let place: KnownLine.Place
        let day: Int32
        /// −1 if the bank does not print it.
        let second: Int32
        let amount: Money
        let balance: Money?
        let isHold: Bool
        /// It may equal another line, so balances cannot rely on it.
        let isDoubtful: Bool
        let files: Set<String>

        var step: BalanceStep? { BalanceStep(amount, balance) }
    }

    /// A bank books a hold within these days.
    static let bookingDays: Int32 = 5
    /// Days of lines examined before and after a hold.
    static let daysBefore: Int32 = 31
    static let daysAfter: Int32 = 45

    private var lines: [Line]
    private let asked: Set<LineKey>
    private var found: [LineKey: VanishedHold.Witness] = [:]

    /// - Parameter asked: lines that others may equal or were declared to; not asked about again.
    init(_ lines: [Line], asked: Set<LineKey>) {
        self.asked = asked
        self.lines = lines.sorted { ($0.day, $0.second, $0.key) < ($1.day, $1.second, $1.key) }
    }

    /// Sorted by key.
    ///
    /// - Complexity: O(*h* · *w*) for *h* holds and *w* lines around each.
    mutating func run() -> [VanishedHold] {
        let holds = lines.indices.filter {
            lines[$0].isHold && lines[$0].place != .tombstone && !lines[$0].isDoubtful
                && !asked.contains(lines[$0].key)
        }
        for hold in holds {
            if let file = fileWithout(hold), !isCounted(hold) {
                found[lines[hold].key] = .file(file)
            }
        }
        for hold in holds where found[lines[hold].key] == nil {
            if hadTime(hold) || wasCounted(hold), isPassedByBalances(hold) {
                found[lines[hold].key] = .balances
            }
        }
        for hold in holds where found[lines[hold].key] == nil && hadTime(hold) {
            findGivenBack(beside: hold, among: holds)
        }
        return holds.compactMap { hold in
            found[lines[hold].key].map {
                VanishedHold(
                    key: lines[hold].key, witness: $0, isApproved: lines[hold].place == .ledger)
            }
        }.sorted { $0.key < $1.key }
    }

    private func around(_ hold: Int) -> ArraySlice<Line> {
        let day = lines[hold].day
        var first = hold
        while first > 0, lines[first - 1].day >= day &- Self.daysBefore { first -= 1 }
        var end = hold + 1
        while end < lines.count, lines[end].day <= day &+ Self.daysAfter { end += 1 }
        return lines[first..<end]
    }

    /// The account has lines days after the hold.
    private func hadTime(_ hold: Int) -> Bool {
        (lines.last?.day ?? .min) >= lines[hold].day &+ Self.bookingDays
    }

    // MARK: Files

    /// A file with the neighbours of the hold in the hold's own files, but without the hold.
    private func fileWithout(_ hold: Int) -> String? {
        let line = lines[hold]
        let near = around(hold)
        let later = near[(hold + 1)...]
        // A line of equal amount may be its booking, in other words.
        if later.contains(where: {
            $0.amount == line.amount && $0.files.isDisjoint(with: line.files)
        }) {
            return nil
        }
        let candidates = later.reduce(into: Set<String>()) {
            if Self.isLater($1, than: line) { $0.formUnion($1.files) }
        }
        return candidates.subtracting(line.files).sorted().first { file in
            isCovered(hold, near, by: file)
        }
    }

    private func isCovered(_ hold: Int, _ near: ArraySlice<Line>, by file: String) -> Bool {
        let line = lines[hold]
        /// A line of the same files, which the file must have if it covers those days.
        func isExpected(_ other: Line) -> Bool {
            !other.files.isDisjoint(with: line.files)
                && (!other.isHold || other.files.contains(file))
        }
        let earlier = near[..<hold].filter { Self.isLater(line, than: $0) }
        guard earlier.contains(where: { $0.files.contains(file) }),
            earlier.last(where: isExpected)?.files.contains(file) ?? true
        else { return false }
        let after = near[(hold + 1)...].first { isExpected($0) && Self.isLater($0, than: line) }
        if let after, !after.files.contains(file) { return false }
        let showsHolds = near.contains { $0.isHold && $0.files.contains(file) }
        let lastDay = near.last { $0.files.contains(file) }?.day ?? .min
        return lastDay >= line.day &+ Self.bookingDays || (showsHolds && after != nil)
    }

    private static func isLater(_ line: Line, than other: Line) -> Bool {
        if line.day != other.day { return line.day > other.day }
        return other.second >= 0 && line.second > other.second
    }

    // MARK: Balances

    private struct Chain {
        private(set) var ends = BalanceEnds()
        private(set) var isWhole = true

        mutating func add(_ line: Line, times: Int = 1) {
            guard let step = line.step else {
                isWhole = false
                return
            }
            ends.add(step, times: times)
        }

        var runs: Int { ends.runs }
    }

    private func chain(_ hold: Int) -> Chain {
        var chain = Chain()
        for line in around(hold)
        where !line.isDoubtful && found[line.key] == nil
            && !(line.isHold && line.place == .tombstone)
        {
            // A hold without a balance is in no balance.
            if line.isHold, line.balance == nil { continue }
            chain.add(line)
        }
        return chain
    }

    /// The balances continue from the hold to the next lines, without a break nearby.
    private func isCounted(_ hold: Int) -> Bool {
        guard lines[hold].balance != nil else { return false }
        let with = chain(hold)
        return with.isWhole && with.runs <= 1 && hold + 1 < lines.count
    }

    /// The bank counted the hold at first: its balance follows from the previous one. If a later
    /// balance continues without it, no waiting is needed.
    private func wasCounted(_ hold: Int) -> Bool {
        guard let step = lines[hold].step else { return false }
        return around(hold).contains { other in
            other.key != lines[hold].key && !other.isDoubtful && other.step?.after == step.before
        }
    }

    /// The balances before and after the hold close without it, and not with it.
    private func isPassedByBalances(_ hold: Int) -> Bool {
        let line = lines[hold]
        var chain = chain(hold)
        guard chain.isWhole, isBetweenBalances(hold) else { return false }
        if line.balance == nil { return chain.runs == 1 }
        let with = chain.runs
        chain.add(line, times: -1)
        return chain.runs < with
    }

    /// Maximum holds released by one later balance.
    private static let givenBackMax = 3
    /// Among more candidates, sets of several would fit by chance.
    private static let candidatesMax = 16

    /// Finds released holds near this one: a later balance starts higher than an earlier one ended,
    /// by the sum of some holds.
    private mutating func findGivenBack(beside hold: Int, among holds: [Int]) {
        let near = around(hold)
        // Balances that include a hold start from it, though it is known to be gone.
        let counted = near.filter {
            !$0.isDoubtful && !($0.isHold && $0.balance == nil)
        }
        var chain = Chain()
        for line in counted { chain.add(line) }
        guard lines[hold].balance != nil, chain.isWhole, chain.ends.runs > 1,
            isBetweenBalances(hold)
        else { return }
        let closings = Set(counted.compactMap(\.step?.after)).filter { chain.ends[$0] < 0 }
        for later in near.indices where later > hold {
            guard let before = lines[later].step?.before, chain.ends[before] > 0 else { continue }
            let held = near[..<later].indices.filter { isGone($0) || holds.contains($0) }
                .filter { lines[$0].step != nil && hadTime($0) }
            for closing in closings.sorted() {
                record(sets(of: held, thatSumTo: closing - before), with: hold)
            }
        }
    }

    /// Whether the hold is known to be gone.
    private func isGone(_ line: Int) -> Bool {
        guard lines[line].isHold else { return false }
        let witness = found[lines[line].key]
        return lines[line].place == .tombstone || (witness != nil && witness != .oneOfSeveral)
    }

    /// Records a question about the holds of a gap in the balances, if this is one of them.
    private mutating func record(_ sets: [[Int]], with hold: Int) {
        // Holds known to be gone explain the gap.
        if sets.contains(where: { $0.allSatisfy(isGone) }) { return }
        guard sets.contains(where: { $0.contains(hold) }) else { return }
        let isSure = sets.count == 1
        for line in isSure ? sets[0] : [hold] where !isGone(line) {
            found[lines[line].key] = isSure ? .balances : .oneOfSeveral
        }
    }

    private func sets(of holds: [Int], thatSumTo amount: Int128) -> [[Int]] {
        let most = holds.count > Self.candidatesMax ? 1 : Self.givenBackMax
        var found: [[Int]] = []
        func extend(_ set: [Int], from start: Int, _ rest: Int128) {
            for index in start..<holds.count {
                let left = rest - lines[holds[index]].amount.atto
                let longer = set + [holds[index]]
                if left == 0 { found.append(longer) }
                if longer.count < most { extend(longer, from: index + 1, left) }
            }
        }
        extend([], from: 0, amount)
        return found
    }

    private func isBetweenBalances(_ hold: Int) -> Bool {
        let near = around(hold)
        return near[..<hold].contains { $0.balance != nil }
            && near[(hold + 1)...].contains { $0.balance != nil }
    }
}
