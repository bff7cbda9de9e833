package import Facts
package import Pending

/// A hold that the bank shows no more: it was cancelled, or was booked as something we do not
/// recognise.
package struct VanishedHold: Sendable, Equatable {
    package enum Witness: Sendable, Equatable {
        /// A file shows the rows on both sides of the hold, and not the hold.
        case file(String)
        /// The printed balances close without it, for so many days that it would have been booked.
        case balances
        /// The same, where other holds may be meant as well: the balances tell that some were given
        /// back, and not which.
        case oneOfSeveral
    }

    package let key: LineKey
    package let witness: Witness
    /// It counts in the ledger's sums.
    package let isApproved: Bool
}

extension QueueLine {
    /// The line as its tombstone keeps it: should the bank book it after all, it is no line that
    /// the person did not want.
    func dismissed(as witness: VanishedHold.Witness) -> QueueLine {
        var line = self
        line.suggestion = Suggestion(evidence: [witness.evidence], isDismissal: true)
        return line
    }

    /// Whether it was dismissed because the bank showed it no more.
    package var wasVanished: Bool {
        suggestion.isDismissal && suggestion.evidence.first?.source == .statement
    }
}

extension VanishedHold.Witness {
    /// The same in a suggestion's form.
    package var evidence: Evidence {
        switch self {
        case .file(let name): Evidence(source: .statement, subject: name)
        case .balances, .oneOfSeveral: Evidence(source: .statement, subject: "")
        }
    }
}

/// Finds the holds among lines of one account and currency that the bank shows no more.
///
/// What is found depends on the lines alone, never on the order in which files came in. So nothing
/// is kept of it: a booking that comes later, or a decision, ends it.
struct VanishedHoldSearch {
    struct Line {
        enum Home { case queue, ledger, tombstone }

        let key: LineKey
        let home: Home
        let day: Int32
        /// −1 when the bank does not print it.
        let second: Int32
        let amount: Money
        let balance: Money?
        let isHold: Bool
        /// It may be another line again, so no balance can count on it.
        let isDoubtful: Bool
        let files: Set<String>

        var step: BalanceStep? { BalanceStep(amount, balance) }
    }

    /// A bank books a hold within these days.
    static let bookingDays: Int32 = 5
    /// Lines so many days before a hold are looked at, and so many after it.
    static let daysBefore: Int32 = 31
    static let daysAfter: Int32 = 45

    private var lines: [Line]
    private let asked: Set<LineKey>
    private var found: [LineKey: VanishedHold.Witness] = [:]

    /// - Parameter asked: lines that others may be or were said to be: no second question is asked
    ///   about them.
    init(_ lines: [Line], asked: Set<LineKey>) {
        self.asked = asked
        self.lines = lines.sorted { ($0.day, $0.second, $0.key) < ($1.day, $1.second, $1.key) }
    }

    /// In the order of their keys.
    ///
    /// - Complexity: O(*h* · *w*) for *h* holds and *w* lines around each.
    mutating func run() -> [VanishedHold] {
        let holds = lines.indices.filter {
            lines[$0].isHold && lines[$0].home != .tombstone && !lines[$0].isDoubtful
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
                    key: lines[hold].key, witness: $0, isApproved: lines[hold].home == .ledger)
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

    /// The account goes on for days after the hold.
    private func hadTime(_ hold: Int) -> Bool {
        (lines.last?.day ?? .min) >= lines[hold].day &+ Self.bookingDays
    }

    // MARK: Files

    /// A file that shows what stands before and after the hold in the files that show it, and not
    /// the hold itself.
    private func fileWithout(_ hold: Int) -> String? {
        let line = lines[hold]
        let near = around(hold)
        let later = near[(hold + 1)...]
        // What has its amount may be its booking, in other words.
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
        /// Lines of the same files that the file would show, were it of those days.
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
            && !(line.isHold && line.home == .tombstone)
        {
            // No balance counts a hold that prints none.
            if line.isHold, line.balance == nil { continue }
            chain.add(line)
        }
        return chain
    }

    /// The balances go on from the hold to what follows it, without a break anywhere near.
    private func isCounted(_ hold: Int) -> Bool {
        guard lines[hold].balance != nil else { return false }
        let with = chain(hold)
        return with.isWhole && with.runs <= 1 && hold + 1 < lines.count
    }

    /// The bank counted the hold at first: its balance follows from the one before it. If a later
    /// balance goes on as though it had not been, the bank need not be waited for.
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

    /// Holds that a later balance gives back at once.
    private static let givenBackMax = 3
    /// Among more holds that wait for so long, sets of several would fit by chance.
    private static let candidatesMax = 16

    /// Finds the holds near this one that are given back: a later balance starts higher by the sum
    /// of some of them than one before it ended.
    private mutating func findGivenBack(beside hold: Int, among holds: [Int]) {
        let near = around(hold)
        // Balances that count a hold lead from it, though it is known to be gone.
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

    /// It is known that the hold is gone.
    private func isGone(_ line: Int) -> Bool {
        guard lines[line].isHold else { return false }
        let witness = found[lines[line].key]
        return lines[line].home == .tombstone || (witness != nil && witness != .oneOfSeveral)
    }

    /// Asks about the holds of a gap of the balances, if this is one of them.
    private mutating func record(_ sets: [[Int]], with hold: Int) {
        // Holds that are known to be gone explain it.
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
