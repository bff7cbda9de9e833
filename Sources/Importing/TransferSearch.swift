import Deduplicating
import Facts
import Ledger
import Pending
import Scanning
import Workspaces

/// A line of this import that may be a side of a transfer.
struct ArrivedLine {
    let identity: LineIdentity
    let fact: StatementFact
    let tendency: TransferTendency
}

/// The lines of an import that may be sides of transfers, in order.
struct ArrivedLines {
    /// The first of them.
    private(set) var lines: [ArrivedLine] = []
    /// The others, read back by number within the import.
    private(set) var rest: [(number: UInt32, tendency: TransferTendency)] = []

    /// Limit of facts kept; each takes half a kilobyte.
    private let factsMax: Int

    init(factsMax: Int) { self.factsMax = factsMax }

    var count: Int { lines.count + rest.count }

    func tendency(_ number: Int) -> TransferTendency {
        number < lines.count ? lines[number].tendency : rest[number - lines.count].tendency
    }

    /// - Parameter number: of the line within the import, from 0; nil if it cannot be read back.
    mutating func add(
        _ identity: LineIdentity, number: Int?, _ tendency: TransferTendency,
        _ fact: () -> StatementFact
    ) {
        if let number, lines.count >= factsMax {
            rest.append((UInt32(truncatingIfNeeded: number), tendency))
        } else {
            lines.append(ArrivedLine(identity: identity, fact: fact(), tendency: tendency))
        }
    }
}

/// Searches for the other sides of an import's lines, among themselves and those of queue and
/// ledger.
///
/// Everything that can meet a new line, directly or through others, is paired again as one group;
/// so the pairs equal those of all lines together, for any order of files. Lines that cannot meet a
/// new one are not read.
///
/// The search goes by days, evicts past lines of queue and ledger, and reads them again if a chain
/// of lines leads back. Memory is some 160 bytes a side, and the days that one of them can meet.
struct TransferSearch {
    private struct Node {
        let side: TransferSide
        let origin: Origin
    }

    /// The place to read the line's fact again, if it is in a pair.
    private enum Origin {
        /// Its number among the arrived lines.
        case arrived(UInt32)
        /// It may be stored as a side already.
        case queue(isSide: Bool)
        /// In the queue; another source changed the fact, so the suggestion is made again in any
        /// case.
        case changed
        case ledger
    }

    /// The account and the amount of the other side of a line that names its account.
    private struct NamedAmount: Hashable {
        let account: UInt64
        let amount: Money

        init(of line: LineIdentity) {
            account = line.account
            amount = Money(
                units: line.units, scale: line.scale, currency: Currency(packed: line.currency))
        }

        init(account: UInt64, amount: Money) {
            (self.account, self.amount) = (account, amount)
        }
    }

    private let transaction: ImportTransaction
    private let accounts: OwnAccounts
    private let proposer: Proposer
    /// The own numbers by which the arrived lines got their suggestions.
    private let ownBefore: OwnNumbers
    private let hasDecidedPairs: Bool
    private let arrived: ArrivedLines
    private let additions: [LineKey: [Int]]
    private let anew: [LineKey]
    private var sides: [TransferSide] = []
    /// Parallel to `sides`.
    private var origins: [Origin] = []
    private var numbers: [LineKey: UInt32] = [:]
    /// Lines that are no sides, or are in an approved pair; a bounded cache.
    private var others: Set<LineKey> = []
    /// Lines that are sides only for a line that names their account; a bounded cache.
    private var unnamed: Set<LineKey> = []
    /// The days of lines that name another own account, by what the other side must be.
    private var naming: [NamedAmount: [Int32]] = [:]
    /// Changed lines that are no sides.
    private var changedOthers: Set<LineKey> = []
    private var changed: [LineKey: ImportTransaction.ChangedLine] = [:]
    /// Indices of nodes.
    private var frontier: [UInt32] = []
    private var rejected: [(LineKey, LineKey)] = []
    private var known: [AccountDay: [KnownLine]] = [:]
    private var linesKnown = 0
    private var lastDay: Int32?
    /// Read, and not yet met.
    private var read: [LineKey: Node] = [:]
    /// Queue lines changed by another source, with their new suggestions.
    private var changedAlone: [LineKey: Suggestion] = [:]

    private static let category = "transfers.own"
    /// Limit of kept lines on distant days, 1 MiB.
    private static let linesKnownMax = 8_192
    private static let linesReadMax = 4_096
    private static let othersMax = 65_536

    /// - Parameter anew: waiting lines to be searched again, because more is known of own accounts.
    init(
        _ transaction: ImportTransaction, _ accounts: OwnAccounts, _ arrived: ArrivedLines,
        anew: [LineKey], _ proposer: Proposer, ownBefore: OwnNumbers
    ) throws(WorkspaceFailure) {
        self.transaction = transaction
        self.arrived = arrived
        additions = transaction.additionsToNewLines()
        self.accounts = accounts
        self.anew = anew
        self.proposer = proposer
        self.ownBefore = ownBefore
        hasDecidedPairs = try transaction.hasDecidedPairs
    }

    /// The result: new pairs, and the new suggestions of lines.
    struct Result {
        var pairs: [TransferPair] = []
        var suggestions: [(key: LineKey, suggestion: Suggestion)] = []
        /// Arrived lines that became confident, less those that became doubtful.
        var confidentMore = 0
    }

    consuming func run() throws(WorkspaceFailure) -> Result {
        // Growth by reallocation would need twice the memory.
        sides.reserveCapacity(arrived.count + Self.linesReadMax)
        numbers.reserveCapacity(arrived.count)
        for number in 0..<arrived.count {
            guard let line = try arrivedLine(number),
                let side = accounts.side(line.identity, line.fact, line.tendency)
            else { continue }
            try enter(
                Node(side: side, origin: .arrived(UInt32(truncatingIfNeeded: number))))
        }
        try enterNamedLines()
        try enterChangedLines()
        try enterLinesAnew()
        // By days, from the first on; then the lines they lead to.
        frontier.sort {
            let (a, b) = (sides[Int($0)].day, sides[Int($1)].day)
            return a == b ? $0 < $1 : a > b
        }
        while let number = frontier.popLast() {
            let side = sides[Int(number)]
            evictLines(farFrom: side.day)
            try findLines(near: side)
            if sides.count > Limits.transferSidesMax { break }
        }
        known = [:]
        read = [:]
        others = []
        unnamed = []
        var all: [TransferSide] = []
        swap(&all, &sides)
        return try result(TransferPairing(rejected: rejected).pairs(among: consume all))
    }

    /// The line with the additions of the import's later files; nil if it cannot be read back.
    private func arrivedLine(_ number: Int) throws(WorkspaceFailure) -> ArrivedLine? {
        var line: ArrivedLine
        if number < arrived.lines.count {
            line = arrived.lines[number]
        } else {
            let place = arrived.rest[number - arrived.lines.count]
            guard let found = try transaction.appendedFact(Int(place.number)) else { return nil }
            line = ArrivedLine(
                identity: found.identity, fact: found.fact, tendency: place.tendency)
        }
        if let found = additions[line.identity.key],
            let filled = transaction.filled(line.fact, line.identity, by: found)
        {
            line = ArrivedLine(
                identity: filled.identity, fact: filled.fact,
                tendency: TransferTendency(of: proposer.ordinary(filled.fact)))
        }
        return line
    }

    /// A person's decision comes first: a pair is kept, a rejected one is not proposed again.
    private mutating func enter(_ node: Node) throws(WorkspaceFailure) {
        let key = node.side.key
        if hasDecidedPairs {
            for said in try transaction.decidedPairs(of: key) {
                if said.isPair {
                    others.insert(key)
                    return
                }
                rejected.append((key, said.other))
            }
        }
        if let number = numbers[key] {
            sides[Int(number)] = node.side
            origins[Int(number)] = node.origin
            frontier.append(number)
            return
        }
        let number = UInt32(truncatingIfNeeded: sides.count)
        numbers[key] = number
        sides.append(node.side)
        origins.append(node.origin)
        frontier.append(number)
    }

    /// Waiting lines with another source, and the lines paired with them.
    private mutating func enterChangedLines() throws(WorkspaceFailure) {
        for change in try transaction.changedLines() {
            let line = change.line
            let ordinary = proposer.ordinary(change.fact)
            changedAlone[line.key] = try proposer.suggestion(
                ordinary, of: change.fact, line.key, line.decision)
            if let other = line.suggestion.otherSide { try load(other) }
            guard isOpen(line),
                let side = accounts.side(
                    change.identity, change.fact, TransferTendency(of: ordinary))
            else {
                changedOthers.insert(line.key)
                continue
            }
            changed[line.key] = change
            try enter(
                Node(side: side, origin: .changed))
            if others.contains(line.key) {
                changedOthers.insert(line.key)
                changedAlone[line.key] = ordinary.asTransfer(like: line.suggestion)
            }
        }
    }

    /// Waiting lines to be searched again. A pair that a person decided is kept.
    private mutating func enterLinesAnew() throws(WorkspaceFailure) {
        for key in anew where !isEntered(key) {
            guard let line = try transaction.waiting(key), let other = line.suggestion.otherSide,
                let otherLine = try transaction.waiting(other)
            else { continue }
            if !isOpen(line) || !isOpen(otherLine) { others.insert(key) }
        }
        for key in anew { try load(key) }
    }

    private func isOpen(_ line: QueueLine) -> Bool { line.state == .new && line.decision == nil }

    // MARK: Lines that another one names

    /// New lines whose words mean something else, where another line, new or known, names their
    /// account on that day with that amount.
    private mutating func enterNamedLines() throws(WorkspaceFailure) {
        for side in sides where side.named != 0 {
            for amount in side.amountsOfOther {
                naming[NamedAmount(account: side.named, amount: amount), default: []]
                    .append(side.day)
            }
        }
        for number in 0..<arrived.count where arrived.tendency(number) == .otherwise {
            guard let line = try arrivedLine(number), line.tendency == .otherwise,
                numbers[line.identity.key] == nil,
                try isNamed(line),
                let side = accounts.side(line.identity, line.fact, .otherwise, isNamed: true)
            else { continue }
            try enter(Node(side: side, origin: .arrived(UInt32(truncatingIfNeeded: number))))
        }
        naming = [:]
    }

    private mutating func isNamed(_ arrived: ArrivedLine) throws(WorkspaceFailure) -> Bool {
        let line = arrived.identity
        let amount = NamedAmount(of: line).amount
        // The other side's amount, as this row states it.
        let stated = arrived.fact.amount.stating(arrived.fact.originalAmount)
        for amount in [amount, stated?.negated].compactMap({ $0 }) {
            let days = naming[NamedAmount(account: line.account, amount: amount)] ?? []
            if days.contains(where: { ($0 &- line.day).magnitude <= 1 }) { return true }
        }
        evictLines(farFrom: line.day)
        for account in accounts.all where account.hash != line.account {
            for day in (line.day &- 1)...(line.day &+ 1) {
                for other in try lines(of: account, on: day)
                where other.identity.mayBeOpposite(of: line) && !isEntered(other.identity.key) {
                    guard let side = try node(of: other)?.side, side.named == line.account
                    else { continue }
                    if side.amountsOfOther.contains(amount) || side.amount == stated {
                        return true
                    }
                }
            }
        }
        return false
    }

    /// Lines of other accounts that can meet this one.
    private mutating func findLines(near side: TransferSide) throws(WorkspaceFailure) {
        let isOut = side.amount.isNegative
        let days = TransferPairing.days(around: side)
        for account in accounts.all where account.hash != side.account {
            for day in days {
                for line in try lines(of: account, on: day) {
                    let key = line.identity.key
                    guard (line.identity.units < 0) != isOut,
                        TransferPairing.mayMeet(side, line.identity), !isEntered(key)
                    else { continue }
                    try load(line, toMeet: side)
                }
            }
        }
    }

    private mutating func lines(
        of account: OwnAccounts.Account, on day: Int32
    ) throws(WorkspaceFailure) -> [KnownLine] {
        let place = AccountDay(account: account.hash, day: day)
        if let found = known[place] { return found }
        var found: [KnownLine] = []
        try transaction.findLines(
            account: account.hash, keyAccount: account.keyAccount, days: day...day, into: &found)
        found.removeAll { $0.place == .tombstone }
        known[place] = found
        linesKnown += found.count
        return found
    }

    private mutating func evictLines(farFrom day: Int32) {
        if day == lastDay { return }
        lastDay = day
        if linesKnown > Self.linesKnownMax {
            known = known.filter {
                ($0.key.day &- day).magnitude <= TransferSide.daysMax.magnitude
            }
            linesKnown = known.values.reduce(0) { $0 + $1.count }
        }
        if read.count > Self.linesReadMax { read = [:] }
        if others.count > Self.othersMax { others = [] }
        if unnamed.count > Self.othersMax { unnamed = [] }
    }

    private func isEntered(_ key: LineKey) -> Bool {
        numbers[key] != nil || others.contains(key) || changedOthers.contains(key)
    }

    private mutating func load(_ key: LineKey) throws(WorkspaceFailure) {
        if isEntered(key) { return }
        guard let line = try transaction.knownLine(key) else { return }
        try load(line, toMeet: nil)
    }

    private mutating func load(
        _ line: KnownLine, toMeet other: TransferSide?
    ) throws(WorkspaceFailure) {
        let key = line.identity.key
        let isNamed = other.map { Self.names(line.identity, in: $0) } ?? false
        if !isNamed, unnamed.contains(key) { return }
        var found = read[key]
        if found == nil { found = try node(of: line, isNamed: isNamed) }
        guard let node = found else {
            if !unnamed.contains(key) { others.insert(key) }
            return
        }
        if let other, !TransferPairing.canMeet(other, node.side) {
            read[key] = node
            return
        }
        try enter(node)
    }

    /// Whether the side names the account of a line of its amount on its days.
    private static func names(_ line: LineIdentity, in side: TransferSide) -> Bool {
        side.named == line.account && (side.day &- line.day).magnitude <= 1
            && (side.amountsOfOther.contains(NamedAmount(of: line).amount)
                || line.states(side.amount))
    }

    /// Nil if the line is no side, or one of a line only that names its account.
    private mutating func node(
        of line: KnownLine, isNamed: Bool = false
    ) throws(WorkspaceFailure) -> Node? {
        let key = line.identity.key
        switch line.place {
        case .tombstone: return nil
        case .ledger:
            guard let entry = try transaction.approved(key), entry.annotation.splits.isEmpty
            else { return nil }
            let said = entry.annotation
            let tendency = TransferTendency(
                ofApproved: said.category, permille: said.permille, isByPerson: said.isByPerson)
            return side(line.identity, entry.fact, tendency, isNamed).map {
                Node(side: $0, origin: .ledger)
            }
        case .queue:
            guard let waiting = try transaction.waiting(key), isOpen(waiting) else { return nil }
            let ordinary =
                waiting.suggestion.isOfTransfer
                ? proposer.ordinary(waiting.fact) : waiting.suggestion
            return side(
                line.identity, waiting.fact, TransferTendency(of: ordinary), isNamed
            ).map {
                Node(side: $0, origin: .queue(isSide: waiting.suggestion.otherSide != nil))
            }
        }
    }

    private mutating func side(
        _ line: LineIdentity, _ fact: StatementFact, _ tendency: TransferTendency, _ isNamed: Bool
    ) -> TransferSide? {
        let side = accounts.side(line, fact, tendency, isNamed: isNamed)
        if side == nil, tendency == .otherwise { unnamed.insert(line.key) }
        return side
    }

    // MARK: What changes

    private func result(_ pairs: [TransferPair]) throws(WorkspaceFailure) -> Result {
        var result = Result()
        var found: [LineKey: (other: TransferSide, clues: TransferClues)] = [:]
        for pair in pairs {
            found[pair.from.key] = (pair.to, pair.clues)
            found[pair.to.key] = (pair.from, pair.clues)
        }
        var suggestions = changedAlone
        var isNews: Set<LineKey> = []
        for (key, number) in numbers {
            let origin = origins[Int(number)]
            if case .ledger = origin { continue }
            guard let (other, clues) = found[key] else {
                if case .queue(isSide: true) = origin,
                    let line = try transaction.waiting(key)
                {
                    suggestions[key] = try proposer.suggestion(line.fact, key, line.decision)
                }
                continue
            }
            let line = try self.line(key, origin)
            if line.stored?.otherSide != other.key { isNews.insert(key) }
            var isChanged = false
            if case .changed = origin { isChanged = true }
            let ordinary =
                line.stored.flatMap { $0.isOfTransfer || isChanged ? nil : $0 }
                ?? proposer.ordinary(line.fact)
            let account = accounts.name(other.account)
            let suggestion = ordinary.asTransfer(
                with: other, in: account, clues,
                byNumber: try proposer.suggestion(ordinary, of: line.fact, key, nil),
                category: Self.category)
            if suggestion != line.stored || isChanged { suggestions[key] = suggestion }
            guard case .arrived = origin else { continue }
            let wasConfident = try proposer.isConfident(
                ordinary, of: line.fact, key, knowing: ownBefore)
            if suggestion.isConfident != wasConfident {
                result.confidentMore += wasConfident ? -1 : 1
            }
        }
        result.pairs = pairs.filter { isNews.contains($0.from.key) || isNews.contains($0.to.key) }
        result.suggestions = suggestions.map { ($0.key, $0.value) }.sorted { $0.key < $1.key }
        return result
    }

    /// The fact of a side, and its suggestion in the queue; none for a line of this import, which
    /// has its own.
    private func line(
        _ key: LineKey, _ origin: Origin
    ) throws(WorkspaceFailure) -> (fact: StatementFact, stored: Suggestion?) {
        switch origin {
        case .arrived(let number):
            if let line = try arrivedLine(Int(number)) { return (line.fact, nil) }
        case .changed:
            if let change = changed[key] { return (change.fact, change.line.suggestion) }
        case .queue:
            if let line = try transaction.waiting(key) { return (line.fact, line.suggestion) }
        case .ledger: break
        }
        // Another program is writing the queue.
        throw .damaged("index")
    }
}

extension LineIdentity {
    /// The same amount with the other sign; or another currency, where one row states the other's
    /// amount.
    fileprivate func mayBeOpposite(of other: LineIdentity) -> Bool {
        if currency == other.currency {
            return units == 0 &- other.units && scale == other.scale
        }
        return (units < 0) != (other.units < 0) && (original != 0 || other.original != 0)
    }
}

extension TransferSide {
    /// The amounts that the other side may have: this one's, and the one that the row states in
    /// another currency.
    fileprivate var amountsOfOther: [Money] {
        [amount.negated] + [amount.stating(original)].compactMap { $0 }
    }
}

extension Money {
    /// The other side of this amount in another currency, whichever sign the bank gave it there.
    fileprivate func stating(_ original: Money?) -> Money? {
        guard let original, original.currency != currency else { return nil }
        return original.isNegative == isNegative ? original.negated : original
    }
}
