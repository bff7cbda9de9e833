import Deduplicating
package import Facts
import Ledger
package import Pending
import Scanning
package import Workspaces

/// Pairs waiting lines again when a household says what the words it recorded mean: rows that it
/// recorded as transfers, without the other account, find their other sides.
///
/// The pairs are those that an import would find if it knew the meaning.
package struct RecordedPairs {
    /// Pairs of lines of which at least one is recorded.
    package private(set) var pairs = 0
    /// Lines recorded as transfers between own accounts that no other line fits.
    package private(set) var alone = 0

    private let accounts: OwnAccounts
    private let numbers: OwnNumbers
    private let recorded: (QueueLine) -> Suggestion?
    private let ordinary: (StatementFact) -> Suggestion
    private var found: [LineKey: (other: TransferSide, clues: TransferClues)] = [:]
    /// Lines that were paired here, or could have been.
    private var sides: Set<LineKey> = []
    /// A person said that they are no transfers.
    private var denied: Set<LineKey> = []

    private static let category = "transfers.own"

    /// - Parameters:
    ///   - recorded: the suggestion that a line's record is; nil for another line.
    ///   - ordinary: the suggestion for a line by itself.
    package init(
        _ workspace: Workspace, _ book: AccountBook,
        recorded: @escaping (QueueLine) -> Suggestion?,
        ordinary: @escaping (StatementFact) -> Suggestion
    ) throws(WorkspaceFailure) {
        accounts = OwnAccounts(names: try workspace.accountNames(), book: book)
        numbers = try workspace.ownNumbers()
        self.recorded = recorded
        self.ordinary = ordinary
        if accounts.all.count > 1 { try pair(in: workspace) }
    }

    private mutating func pair(in workspace: Workspace) throws(WorkspaceFailure) {
        var linked: Set<LineKey> = []
        var rejected: [(LineKey, LineKey)] = []
        for said in try workspace.decidedPairs() {
            if said.isPair {
                linked.insert(said.key)
            } else {
                denied.insert(said.key)
                rejected.append((said.key, said.other))
            }
        }
        denied.subtract(linked)
        var waiting: Set<LineKey> = []
        try workspace.forEachQueueLine { line in
            waiting.insert(line.key)
            return true
        }
        var all: [TransferSide] = []
        var ofRecord: Set<LineKey> = []
        try workspace.forEachQueueLine { line in
            guard let side = side(of: line, linked, waiting) else { return true }
            sides.insert(line.key)
            if side.words == .recorded { ofRecord.insert(line.key) }
            all.append(side)
            return all.count < Limits.transferSidesMax
        }
        let pairs = TransferPairing(rejected: rejected).pairs(among: all)
        for pair in pairs {
            found[pair.from.key] = (pair.to, pair.clues)
            found[pair.to.key] = (pair.from, pair.clues)
        }
        self.pairs = pairs.count {
            ofRecord.contains($0.from.key) || ofRecord.contains($0.to.key)
        }
        alone = ofRecord.count { found[$0] == nil }
    }

    /// Nil for a line that a person decided, or whose other side is an entry.
    private func side(
        of line: QueueLine, _ linked: Set<LineKey>, _ waiting: Set<LineKey>
    ) -> TransferSide? {
        guard line.state == .new, line.decision == nil, !linked.contains(line.key) else {
            return nil
        }
        if let other = line.suggestion.otherSide, !waiting.contains(other) { return nil }
        return accounts.side(
            LineIdentity(of: line.fact, knownAs: line.key, folder: TextFolder()), line.fact,
            TransferTendency(of: itself(line)))
    }

    /// The suggestion for the line by itself.
    private func itself(_ line: QueueLine) -> Suggestion {
        recorded(line)
            ?? (line.suggestion.isOfTransfer ? ordinary(line.fact) : line.suggestion)
    }

    /// The new suggestion of a waiting line; nil to keep its own.
    package func suggestion(for line: QueueLine) -> Suggestion? {
        guard sides.contains(line.key) else {
            return recorded(line).map { $0.asTransfer(like: line.suggestion) }
        }
        let found = found[line.key]
        // Most lines are no transfers, and change only by their record.
        if found == nil, line.suggestion.otherSide == nil { return recorded(line) }
        let itself = itself(line)
        let byNumber =
            denied.contains(line.key) ? itself : numbers.suggestion(itself, of: line.fact)
        guard let found else { return byNumber }
        return itself.asTransfer(
            with: found.other, in: accounts.name(found.other.account), found.clues,
            byNumber: byNumber, category: Self.category)
    }
}

extension Suggestion {
    /// This suggestion with a side of another own account.
    ///
    /// - Parameter byNumber: the suggestion without the other line, for a counterparty's number
    ///   that is an own account's.
    func asTransfer(
        with other: TransferSide, in account: String, _ clues: TransferClues,
        byNumber: borrowing Suggestion, category: String
    ) -> Suggestion {
        var clues = clues
        if byNumber.ownNumber != nil, ["", account].contains(byNumber.transferTo) {
            clues.insert(.ownNumber)
        }
        return asTransfer(with: other.key, in: account, clues, category: category)
    }
}
