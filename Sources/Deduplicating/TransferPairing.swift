package import Facts

/// Finds pairs of lines of different own accounts that are the two sides of one transfer.
///
/// Each line is in at most one pair, and the pairing with the least total cost is taken
/// (``Assignment``), for each group of lines that can meet. The order of the lines has no effect.
/// Equal lines are counted together, so that a thousand on both sides are one pair of looks.
package struct TransferPairing {
    /// Banks disagree about the day of a payment at midnight.
    package static let daysBefore: Int32 = 1
    private static let daysOfWeakMax: Int32 = 3
    /// An issuer credits a payment at once and collects it from the bank later.
    private static let daysBeforeRepayment: Int32 = 5
    /// A card payment between two banks takes seconds.
    private static let momentSeconds: Int64 = 120

    private var rejected: [LineKey: Set<LineKey>] = [:]

    /// - Parameter rejected: pairs that a person said are not transfers.
    package init(rejected: [(LineKey, LineKey)] = []) {
        for (a, b) in rejected {
            self.rejected[a, default: []].insert(b)
            self.rejected[b, default: []].insert(a)
        }
    }

    /// Whether two lines of opposite signs can be one transfer at all.
    package static func canMeet(_ a: TransferSide, _ b: TransferSide) -> Bool {
        let (from, to) = a.amount.isNegative ? (a, b) : (b, a)
        return TransferPairing().cost(from, to) != nil
    }

    /// Whether the numbers of a line of the other sign allow a pair, before its other fields are
    /// read.
    package static func mayMeet(_ side: TransferSide, _ line: LineIdentity) -> Bool {
        let amount = Money(
            units: line.units, scale: line.scale, currency: Currency(packed: line.currency))
        if amount.currency != side.amount.currency { return true }
        let (a, b) = (size(of: side.amount), size(of: amount))
        let (paid, received) = side.amount.isNegative ? (a, b) : (b, a)
        return received <= paid && received >= leastOf(paid)
    }

    /// The days on which the other side of a line may be.
    package static func days(around side: TransferSide) -> ClosedRange<Int32> {
        let mayBeRepaid = side.purpose == .repayment && side.words != .silent
        let before = mayBeRepaid ? daysBeforeRepayment : daysBefore
        return side.amount.isNegative
            ? (side.day &- before)...(side.day &+ TransferSide.daysMax)
            : (side.day &- TransferSide.daysMax)...(side.day &+ before)
    }

    /// The pairs, in the order of their outgoing lines.
    package func pairs(among sides: consuming [TransferSide]) -> [TransferPair] {
        var sorted = sides
        sorted.sort { ($0.day, $0.second, $0.key) < ($1.day, $1.second, $1.key) }
        var pairs: [TransferPair] = []
        for group in groups(of: sorted, isExact: true) {
            let isLarge =
                max(group.from.count, group.to.count) > Assignment.kindsMax
            pairs += isLarge ? coarsePairs(group) : self.pairs(of: group)
        }
        assert(
            Set(pairs.flatMap { [$0.from.key, $0.to.key] }).count == 2 * pairs.count,
            "a line is in one pair at most")
        return pairs.sorted {
            ($0.from.day, $0.from.second, $0.from.key) < ($1.from.day, $1.from.second, $1.from.key)
        }
    }

    /// Equal lines, in order of time.
    private typealias Kind = [TransferSide]

    /// Kinds of the lines of one sign, as indices among all lines: most lines meet nothing and need
    /// no more.
    private struct Likes {
        /// First and last line of each kind.
        var kinds: [(first: Int, last: Int)] = []
        /// The next line of the same kind, 0 for none.
        var next: [UInt32]

        init(count: Int) { next = Array(repeating: 0, count: count) }

        func kind(_ number: Int, of sides: [TransferSide]) -> Kind {
            var at = kinds[number].first
            var kind = [sides[at]]
            while next[at] != 0 {
                at = Int(next[at])
                kind.append(sides[at])
            }
            return kind
        }
    }

    /// - Parameters:
    ///   - sides: in order of time.
    ///   - isExact: to the second.
    private func likes(
        among sides: [TransferSide], isOut: Bool, isExact: Bool
    ) -> Likes {
        var result = Likes(count: sides.count)
        // Kinds of one day, or second: others differ anyway.
        var numbers: [TransferSide: Int] = [:]
        var moment: (day: Int32, second: Int32)?
        for (place, side) in sides.enumerated()
        where isOut ? side.amount.units < 0 : side.amount.units > 0 {
            var look = self.look(of: side, isExact: isExact)
            // A person's decision about a line separates it from equal ones.
            if rejected[side.key] == nil { look.key = Self.anyKey }
            if moment ?? (look.day, look.second) != (look.day, look.second) {
                numbers.removeAll(keepingCapacity: true)
            }
            moment = (look.day, look.second)
            if let number = numbers[look] {
                result.next[result.kinds[number].last] = UInt32(truncatingIfNeeded: place)
                result.kinds[number].last = place
            } else {
                numbers[look] = result.kinds.count
                result.kinds.append((place, place))
            }
        }
        return result
    }

    private static let anyKey = LineKey(
        account: 0, day: CalendarDate(daysSince1970: 0), rest: 0)

    // MARK: Groups of lines that can meet

    private struct Group {
        var from: [Kind] = []
        var to: [Kind] = []
        var meetings: [Assignment.Pair] = []
    }

    /// Kinds that can meet, directly or through others.
    ///
    /// - Parameter sides: in order of time.
    private func groups(of sides: [TransferSide], isExact: Bool) -> [Group] {
        let from = likes(among: sides, isOut: true, isExact: isExact)
        let to = likes(among: sides, isOut: false, isExact: isExact)
        let count = (from: from.kinds.count, to: to.kinds.count)
        if count.from == 0 || count.to == 0 { return [] }
        let meetings = meetings(from, to, of: sides, isExact: isExact)
        var parents = Array(0..<(count.from + count.to))
        func root(_ number: Int) -> Int {
            var number = number
            while parents[number] != number {
                parents[number] = parents[parents[number]]
                number = parents[number]
            }
            return number
        }
        var meets = Array(repeating: false, count: parents.count)
        for meeting in meetings {
            let (a, b) = (root(meeting.row), root(count.from + meeting.candidate))
            parents[max(a, b)] = min(a, b)
            meets[meeting.row] = true
            meets[count.from + meeting.candidate] = true
        }
        var numbers: [Int: Int] = [:]
        var places = Array(repeating: 0, count: parents.count)
        var groups: [Group] = []
        for number in parents.indices where meets[number] {
            let root = root(number)
            if numbers[root] == nil {
                numbers[root] = groups.count
                groups.append(Group())
            }
            guard let group = numbers[root] else { continue }
            if number < count.from {
                places[number] = groups[group].from.count
                groups[group].from.append(from.kind(number, of: sides))
            } else {
                places[number] = groups[group].to.count
                groups[group].to.append(to.kind(number - count.from, of: sides))
            }
        }
        for meeting in meetings {
            guard let group = numbers[root(meeting.row)] else { continue }
            groups[group].meetings.append(
                Assignment.Pair(
                    row: places[meeting.row], candidate: places[count.from + meeting.candidate],
                    cost: meeting.cost))
        }
        return groups
    }

    /// Kinds of one currency, sorted by size to meet the same currency, by day to meet others.
    private func meetings(
        _ from: Likes, _ to: Likes, of sides: [TransferSide], isExact: Bool
    ) -> [Assignment.Pair] {
        var bySize: [Currency: [(units: UInt64, number: Int)]] = [:]
        var byDay: [Currency: [(day: Int32, number: Int)]] = [:]
        for (number, kind) in to.kinds.enumerated() {
            let amount = sides[kind.first].amount
            bySize[amount.currency, default: []].append((Self.size(of: amount), number))
            byDay[amount.currency, default: []].append((sides[kind.first].day, number))
        }
        for currency in bySize.keys {
            bySize[currency]?.sort { ($0.units, $0.number) < ($1.units, $1.number) }
            byDay[currency]?.sort { $0 < $1 }
        }
        let currencies = byDay.keys.sorted()
        var found: [Assignment.Pair] = []
        for (row, kind) in from.kinds.enumerated() {
            let paid = look(of: sides[kind.first], isExact: isExact)
            func meet(_ candidate: Int) {
                let received = look(of: sides[to.kinds[candidate].first], isExact: isExact)
                if let cost = cost(paid, received)?.cost {
                    found.append(Assignment.Pair(row: row, candidate: candidate, cost: cost))
                }
            }
            for currency in currencies {
                if currency == paid.amount.currency {
                    let size = Self.size(of: paid.amount)
                    let likes = bySize[currency] ?? []
                    let least = Self.leastOf(size)
                    var at = likes.partitionPoint { $0.units >= least }
                    while at < likes.count, likes[at].units <= size {
                        meet(likes[at].number)
                        at += 1
                    }
                } else {
                    let others = byDay[currency] ?? []
                    let day = paid.day
                    var at = others.partitionPoint { $0.day >= day &- Self.daysBefore }
                    while at < others.count, others[at].day <= day &+ TransferSide.daysMax {
                        meet(others[at].number)
                        at += 1
                    }
                }
            }
        }
        return found
    }

    /// The common look of the lines of a kind; a line that was rejected with another is a kind of
    /// its own.
    private func look(of side: TransferSide, isExact: Bool) -> TransferSide {
        var look = side
        if !isExact { look.second = -1 }
        return look
    }

    /// Magnitude at one scale for all amounts of a currency; one that overflows it matches no
    /// other.
    private static func size(of amount: Money) -> UInt64 {
        var size = amount.units.magnitude
        for _ in amount.scale..<max(amount.scale, commonScale) {
            let (grown, overflow) = size.multipliedReportingOverflow(by: 10)
            if overflow { return .max }
            size = grown
        }
        return size
    }

    private static let commonScale: UInt8 = 4

    /// Five percent plus fifty units of the currency: more than any bank charges for a transfer
    /// between cards.
    private static func leastOf(_ size: UInt64) -> UInt64 {
        let fee = size / 20 &+ 500_000
        return fee >= size ? 1 : size - fee
    }

    // MARK: One group

    private func pairs(of group: Group) -> [TransferPair] {
        var group = group
        var rates = SharedRates(group.from.map { $0[0] }, group.to.map { $0[0] }, group.meetings)
        let counts = (from: group.from.map(\.count), to: group.to.map(\.count))
        group.meetings = rates.weighed(group.meetings, counts.from, counts.to)
        let flows = rates.agreeing(Assignment.flows(group.meetings, counts.from, counts.to))
        let rivals = Rivals(group.meetings)
        var fromUsed = Array(repeating: 0, count: group.from.count)
        var toUsed = Array(repeating: 0, count: group.to.count)
        var pairs: [TransferPair] = []
        for flow in flows {
            let isAlone =
                counts.from[flow.row] == 1 && counts.to[flow.candidate] == 1
                && !rivals.isContested(flow.row, flow.candidate)
            let isSettled = isAlone || isSettled(flow, among: flows, in: group)
            for _ in 0..<flow.count {
                let from = group.from[flow.row][fromUsed[flow.row]]
                let to = group.to[flow.candidate][toUsed[flow.candidate]]
                fromUsed[flow.row] += 1
                toUsed[flow.candidate] += 1
                guard var clues = cost(from, to)?.clues else { continue }
                if clues.contains(.recorded) ? !isSettled : !isAlone { clues.insert(.rivals) }
                assert(from.account != to.account, "a transfer goes from one account to another")
                pairs.append(TransferPair(from: from, to: to, clues: clues))
            }
        }
        return pairs
    }

    /// Whether lines that a household recorded have no other side but this, or one of equal amount
    /// and day, as long as all of those are in pairs: which is in which then changes no sum.
    ///
    /// A line that fits another only by leaving its own partner alone is no rival.
    private func isSettled(
        _ flow: Assignment.Flow, among flows: [Assignment.Flow], in group: Group
    ) -> Bool {
        let (row, candidate) = (group.from[flow.row][0], group.to[flow.candidate][0])
        guard row.words == .recorded, group.meetings.count <= SharedRates.meetingsMax else {
            return false
        }
        let rows = group.from.map { Self.isLike($0[0], row) }
        let candidates = group.to.map { Self.isLike($0[0], candidate) }
        func count(_ kinds: [Kind], _ isLike: [Bool]) -> Int {
            zip(kinds, isLike).reduce(0) { $0 + ($1.1 ? $1.0.count : 0) }
        }
        let within = flows.reduce(0) {
            $0 + (rows[$1.row] && candidates[$1.candidate] ? $1.count : 0)
        }
        guard within == count(group.from, rows), within == count(group.to, candidates) else {
            return false
        }
        let least = cost(of: group.meetings, in: group)
        let isBound = [
            group.meetings.filter { $0.row != flow.row || !candidates[$0.candidate] },
            group.meetings.filter { $0.candidate != flow.candidate || !rows[$0.row] },
        ]
        return isBound.allSatisfy { cost(of: $0, in: group) > least + Rivals.nearness }
    }

    private static func isLike(_ a: TransferSide, _ b: TransferSide) -> Bool {
        a.day == b.day && a.amount == b.amount
    }

    /// The cost of the cheapest pairing; a line that is left alone costs as much as it may.
    private func cost(of meetings: [Assignment.Pair], in group: Group) -> Int {
        var costs: [[Int]: Int] = [:]
        for meeting in meetings { costs[[meeting.row, meeting.candidate]] = meeting.cost }
        return Assignment.flows(meetings, group.from.map(\.count), group.to.map(\.count))
            .reduce(0) {
                $0 + $1.count * ((costs[[$1.row, $1.candidate]] ?? 0) - Assignment.alone)
            }
    }

    /// Too many kinds to weigh one by one: ignores seconds, and pairs lines of a day in order of
    /// time.
    private func coarsePairs(_ group: Group) -> [TransferPair] {
        let sides = (group.from + group.to).flatMap { $0 }.sorted {
            ($0.day, $0.second, $0.key) < ($1.day, $1.second, $1.key)
        }
        return groups(of: sides, isExact: false).flatMap { pairs(of: $0) }
    }

    /// The meetings that have close rivals.
    private struct Rivals {
        private var ofFrom: [Int: [Assignment.Pair]] = [:]
        private var ofTo: [Int: [Assignment.Pair]] = [:]

        /// Less than the difference between one kind of witness and the next.
        static let nearness = 100

        init(_ meetings: [Assignment.Pair]) {
            for meeting in meetings {
                ofFrom[meeting.row, default: []].append(meeting)
                ofTo[meeting.candidate, default: []].append(meeting)
            }
        }

        func isContested(_ row: Int, _ candidate: Int) -> Bool {
            let (from, to) = (ofFrom[row] ?? [], ofTo[candidate] ?? [])
            guard let own = from.first(where: { $0.candidate == candidate }) else { return true }
            return (from + to).contains { other in
                (other.row != row || other.candidate != candidate)
                    && other.cost <= own.cost + Self.nearness
            }
        }
    }

    // MARK: Two lines

    /// Cost and clues of two lines as one transfer; nil when they cannot be one.
    private func cost(
        _ from: TransferSide, _ to: TransferSide
    ) -> (cost: Int, clues: TransferClues)? {
        let days = Int(to.day) - Int(from.day)
        guard from.account != to.account, days >= -Int(Self.daysBeforeRepayment),
            days <= Int(TransferSide.daysMax),
            !isRejected(from, to), var clues = Self.names(from, to),
            // An account's number is surer than words about its use.
            let words = Self.words(from, to)
                ?? (clues.isDisjoint(with: [.namesBoth, .namesOne]) ? nil : []),
            days >= -Int(Self.daysBefore) || words.contains(.repayment)
        else { return nil }
        if Self.isSameMoment(from, to) { clues.insert(.sameMoment) }
        clues.formUnion(words)
        if abs(days) <= 1 { clues.insert(.sameDays) }
        let strength = Self.strength(clues)
        guard days <= Int(Self.daysOfWeakMax) || strength < Self.weak,
            let amounts = Self.amounts(from, to, clues, strength)
        else { return nil }
        let late = days < 0 ? max(60, min(-days * 30, 150)) : min(days * 30, 150)
        let cost = strength + late + amounts.cost
        guard [from.words, to.words].contains(.otherwise) else {
            return (cost, clues.union(amounts.clue))
        }
        let isExact = amounts.clue == .sameAmount || amounts.clue == .statedRate
        guard isExact, clues.contains(.sameDays) else { return nil }
        return (cost + Self.costOfOtherWords, clues.union([amounts.clue, .otherwise]))
    }

    private func isRejected(_ from: TransferSide, _ to: TransferSide) -> Bool {
        if rejected.isEmpty { return false }
        return rejected[from.key]?.contains(to.key) == true
    }

    /// Nil when a line names another account than the other line's.
    private static func names(_ from: TransferSide, _ to: TransferSide) -> TransferClues? {
        var named = 0
        var clues: TransferClues = []
        for (side, other) in [(from, to), (to, from)] {
            if side.named == other.account {
                named += 1
            } else if side.named != 0 {
                return nil
            } else if side.namesStranger {
                if other.isNumbered { return nil }
                clues.insert(.stranger)
            }
        }
        if named == 2 { clues.insert(.namesBoth) }
        if named == 1 { clues.insert(.namesOne) }
        return clues
    }

    private static func isSameMoment(_ from: TransferSide, _ to: TransferSide) -> Bool {
        guard Look.isTimed(from.second), Look.isTimed(to.second) else { return false }
        let seconds =
            (Int64(to.day) - Int64(from.day)) * 86_400 + Int64(to.second) - Int64(from.second)
        return abs(seconds) <= momentSeconds
    }

    /// Nil when the words of the two contradict each other.
    private static func words(_ from: TransferSide, _ to: TransferSide) -> TransferClues? {
        let purposes = Set([from.purpose, to.purpose])
        if purposes == [.savings, .repayment] { return nil }
        // Each names its issuer, and not the same one.
        if from.hinted == TransferSide.strangerHinted, to.hinted != 0 { return nil }
        let isRepayment = purposes == [.repayment]
        if [from.words, to.words].contains(.otherwise) { return nil }
        // An instalment alone is an expense.
        if from.words == .debt || to.words == .debt, !isRepayment { return nil }
        switch (said(by: from, of: to), to.words) {
        case (.silent, .silent): return []
        case (.silent, _), (_, .silent): return .wordsOfOne
        case (.recorded, .recorded): return .recorded
        // A card's thanks say nothing about a payment to somebody.
        case (.transfer, _) where to.purpose == .repayment: return .wordsOfOne
        case (.transfer, _), (_, .transfer): return .words
        default: return isRepayment ? [.ownWords, .repayment] : .ownWords
        }
    }

    /// A payment that hints at another account says nothing about this one.
    private static func said(by from: TransferSide, of to: TransferSide) -> TransferSide.Words {
        [0, TransferSide.strangerHinted, to.account].contains(from.hinted) ? from.words : .silent
    }

    private static let weak = 400

    /// A line whose words allow the transfer is no rival of one whose words do not.
    private static let costOfOtherWords = 150

    /// Kinds of witness differ by more than all that days and fees add.
    private static func strength(_ clues: TransferClues) -> Int {
        if clues.contains(.namesBoth) { return 0 }
        if clues.contains(.namesOne) { return 100 }
        if clues.contains(.sameMoment) { return 150 }
        if clues.contains(.recorded) { return 200 }
        if clues.contains(.ownWords) { return 250 }
        if clues.contains(.words) { return 300 }
        return clues.contains(.wordsOfOne) ? weak : 500
    }

    private static func amounts(
        _ from: TransferSide, _ to: TransferSide, _ clues: TransferClues, _ strength: Int
    ) -> (cost: Int, clue: TransferClues)? {
        if from.amount.currency != to.amount.currency {
            if isStated(to.amount, by: from) || isStated(from.amount, by: to) {
                return (0, .statedRate)
            }
            // A row that states another amount in that currency is another payment.
            if from.original?.currency == to.amount.currency
                || to.original?.currency == from.amount.currency
            {
                return nil
            }
            // Both rows of a transfer stand on one day of a household's book, or on neighbours.
            let isWitnessed =
                clues.contains(.sameDays) && strength < weak
                || strength <= 250 && !clues.contains(.recorded)
            return isWitnessed && PlausibleRates.allow(from.amount, to.amount)
                ? (200, .rate) : nil
        }
        let (paid, received) = (size(of: from.amount), size(of: to.amount))
        if paid == received { return paid == .max ? nil : (0, .sameAmount) }
        guard received < paid else { return nil }
        let difference = paid - received
        guard received >= leastOf(paid) else { return nil }
        if [from.fee, to.fee].contains(where: { $0.map { size(of: $0) == difference } ?? false }) {
            return strength < 500 ? (20, .statedFee) : nil
        }
        // A household that recorded both rows wrote the same amount into both.
        if clues.contains(.recorded) { return nil }
        // A bill is paid to the cent; another bank's card may be paid with a small fee.
        if clues.contains(.repayment) || to.purpose == .repayment && difference > paid / 50 {
            return nil
        }
        let isWitnessed = strength < weak || (strength == weak && from.day == to.day)
        // A fee of most of the money is not a fee.
        return isWitnessed && difference <= paid / 2 ? (150, .fee) : nil
    }

    private static func isStated(_ amount: Money, by side: TransferSide) -> Bool {
        guard let original = side.original, original.currency == amount.currency else {
            return false
        }
        let size = size(of: original)
        return size == self.size(of: amount) && size != .max
    }
}
