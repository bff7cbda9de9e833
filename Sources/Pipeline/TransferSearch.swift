import Deduplicating
import Facts
import Ledger
import Pending
import Scanning
import Workspaces

/// A line that came in with this import and may be a side of a transfer.
struct ArrivedLine {
    let identity: LineIdentity
    let fact: StatementFact
    let tendency: TransferTendency
}

/// Looks for the other sides of what an import brings, among its own lines and those of queue and ledger.
///
/// Everything that can meet a new line, directly or over others, is paired anew as one group; so the pairs are those of all lines
/// together, whichever files came first. Lines that nothing new can meet are not even read.
struct TransferSearch {
    private struct Node {
        var side: TransferSide
        let fact: StatementFact
        /// As the queue has it; nil for a line of this import, which has its own suggestion, and for an entry.
        var stored: Suggestion?
        var isApproved = false
        /// Another source added to the fact, so the suggestion is made anew in any case.
        var isChanged = false
    }

    private struct AccountDay: Hashable {
        let keyAccount: UInt32
        let day: Int32
    }

    private let transaction: ImportTransaction
    private let accounts: OwnAccounts
    private let suggest: (StatementFact) -> Suggestion
    private let hasSaid: Bool
    private var nodes: [LineKey: Node] = [:]
    /// Lines that are no sides, or are in a pair that a person approved.
    private var others: Set<LineKey> = []
    private var frontier: [LineKey] = []
    private var rejected: [(LineKey, LineKey)] = []
    private var known: [AccountDay: [KnownLine]] = [:]
    /// Read, and met by nothing so far.
    private var read: [LineKey: Node] = [:]
    /// Queue lines whose fact another source added to, with the suggestion they get.
    private var changedAlone: [LineKey: Suggestion] = [:]

    private static let category = "transfers.own"

    init(
        _ transaction: ImportTransaction, _ accounts: OwnAccounts,
        suggest: @escaping (StatementFact) -> Suggestion
    ) throws(WorkspaceFailure) {
        self.transaction = transaction
        self.accounts = accounts
        self.suggest = suggest
        hasSaid = try transaction.hasSaidPairs
    }

    /// What was found: pairs that were not proposed before, and the suggestions that lines get.
    struct Result {
        var pairs: [TransferPair] = []
        var suggestions: [(key: LineKey, suggestion: Suggestion)] = []
    }

    consuming func run(_ arrived: [ArrivedLine]) throws(WorkspaceFailure) -> Result {
        let additions = transaction.additionsToNewLines()
        for line in arrived {
            var line = line
            if let found = additions[line.identity.key],
                let filled = transaction.filled(line.fact, line.identity, by: found)
            {
                line = ArrivedLine(
                    identity: filled.identity, fact: filled.fact,
                    tendency: TransferTendency(of: suggest(filled.fact)))
            }
            guard let side = accounts.side(line.identity, line.fact, line.tendency) else {
                continue
            }
            try enter(Node(side: side, fact: line.fact))
        }
        try enterChangedLines()
        while let key = frontier.popLast() {
            guard let side = nodes[key]?.side else { continue }
            try findLines(near: side)
            if nodes.count > Limits.transferSidesMax { break }
        }
        let pairs = TransferPairing(rejected: rejected).pairs(among: nodes.values.map(\.side))
        return result(pairs)
    }

    /// What a person said about a line comes first: a pair is kept, a rejected one is not proposed again.
    private mutating func enter(_ node: Node) throws(WorkspaceFailure) {
        let key = node.side.key
        if hasSaid {
            for said in try transaction.saidPairs(of: key) {
                if said.isPair {
                    others.insert(key)
                    return
                }
                rejected.append((key, said.other))
            }
        }
        nodes[key] = node
        frontier.append(key)
    }

    /// Waiting lines that another source adds to, and what they were paired with.
    private mutating func enterChangedLines() throws(WorkspaceFailure) {
        for change in try transaction.changedLines() {
            let line = change.line
            let ordinary = suggest(change.fact)
            changedAlone[line.key] = ordinary
            if let other = line.suggestion.otherSide { try load(other) }
            guard isOpen(line),
                let side = accounts.side(
                    change.identity, change.fact, TransferTendency(of: ordinary))
            else {
                others.insert(line.key)
                continue
            }
            try enter(
                Node(
                    side: side, fact: change.fact, stored: line.suggestion, isChanged: true))
            if others.contains(line.key) {
                changedAlone[line.key] = ordinary.asTransfer(like: line.suggestion)
            }
        }
    }

    private func isOpen(_ line: QueueLine) -> Bool { line.state == .new && line.decision == nil }

    /// Lines of other accounts that can meet this one.
    private mutating func findLines(near side: TransferSide) throws(WorkspaceFailure) {
        let isOut = side.amount.isNegative
        let days =
            isOut
            ? side.day - TransferPairing.daysBefore...side.day + TransferSide.daysMax
            : side.day - TransferSide.daysMax...side.day + TransferPairing.daysBefore
        for account in accounts.all where account.hash != side.account {
            for day in days {
                for line in try lines(of: account, on: day) {
                    let key = line.identity.key
                    guard nodes[key] == nil, !others.contains(key),
                        (line.identity.units < 0) != isOut,
                        TransferPairing.mayMeet(side, line.identity)
                    else { continue }
                    try load(line, toMeet: side)
                }
            }
        }
    }

    private mutating func lines(
        of account: OwnAccounts.Account, on day: Int32
    ) throws(WorkspaceFailure) -> [KnownLine] {
        let place = AccountDay(keyAccount: account.keyAccount, day: day)
        if let found = known[place] { return found }
        var found: [KnownLine] = []
        try transaction.findLines(
            account: account.hash, keyAccount: account.keyAccount, days: day...day, into: &found)
        found.removeAll { $0.place == .tombstone }
        known[place] = found
        return found
    }

    private mutating func load(_ key: LineKey) throws(WorkspaceFailure) {
        if nodes[key] != nil || others.contains(key) { return }
        guard let line = try transaction.knownLine(key) else { return }
        try load(line, toMeet: nil)
    }

    private mutating func load(
        _ line: KnownLine, toMeet other: TransferSide?
    ) throws(WorkspaceFailure) {
        let key = line.identity.key
        var found = read[key]
        if found == nil { found = try node(of: line) }
        guard let node = found else {
            others.insert(key)
            return
        }
        if let other, !TransferPairing.canMeet(other, node.side) {
            read[key] = node
            return
        }
        try enter(node)
    }

    private func node(of line: KnownLine) throws(WorkspaceFailure) -> Node? {
        let key = line.identity.key
        switch line.place {
        case .tombstone: return nil
        case .ledger:
            guard let entry = try transaction.approved(key), entry.annotation.splits.isEmpty
            else { return nil }
            let said = entry.annotation
            let tendency = TransferTendency(
                ofApproved: said.category, permille: said.permille, isByPerson: said.isByPerson)
            return accounts.side(line.identity, entry.fact, tendency).map {
                Node(side: $0, fact: entry.fact, isApproved: true)
            }
        case .queue:
            guard let waiting = try transaction.waiting(key), isOpen(waiting) else { return nil }
            let ordinary =
                waiting.suggestion.otherSide == nil
                ? waiting.suggestion : suggest(waiting.fact)
            return accounts.side(
                line.identity, waiting.fact, TransferTendency(of: ordinary)
            ).map { Node(side: $0, fact: waiting.fact, stored: waiting.suggestion) }
        }
    }

    // MARK: What changes

    private func result(_ pairs: [TransferPair]) -> Result {
        var result = Result()
        var found: [LineKey: (other: TransferSide, clues: TransferClues)] = [:]
        for pair in pairs {
            found[pair.from.key] = (pair.to, pair.clues)
            found[pair.to.key] = (pair.from, pair.clues)
        }
        var suggestions = changedAlone
        var isNews: Set<LineKey> = []
        for (key, node) in nodes where !node.isApproved {
            guard let (other, clues) = found[key] else {
                if node.stored?.otherSide != nil, !node.isChanged {
                    suggestions[key] = suggest(node.fact)
                }
                continue
            }
            let isStored = node.stored?.otherSide == other.key
            if !isStored { isNews.insert(key) }
            let ordinary =
                node.stored.flatMap { $0.otherSide == nil && !node.isChanged ? $0 : nil }
                ?? suggest(node.fact)
            let suggestion = ordinary.asTransfer(
                with: other.key, in: accounts.name(other.account), clues, category: Self.category)
            if suggestion != node.stored || node.isChanged { suggestions[key] = suggestion }
        }
        result.pairs = pairs.filter { isNews.contains($0.from.key) || isNews.contains($0.to.key) }
        result.suggestions = suggestions.map { ($0.key, $0.value) }.sorted { $0.key < $1.key }
        return result
    }
}
