package import Facts
package import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// The results of a repair, or of a dry run.
package struct RepairReport: Sendable, Equatable {
    /// Lines that moved to the other account.
    package var moved = 0
    /// The lines among them that the other account had: joined into one, with the sources of both.
    package var joined = 0
    /// The lines among them that the other account may have: one of the two asks in the review.
    package var asked = 0
    /// The same for two approved lines: the keys of those that were there.
    package var perhapsTwice: [LineKey] = []
    /// Lines removed from queue, ledger and tombstones.
    package var forgotten = 0
    /// Lines that other files have too.
    package var kept = 0
    /// Lines no longer a side of a transfer: the other side is now in the same account.
    package var unpaired = 0
    /// Those of them in the ledger, by their new keys.
    package var unpairedEntries: [LineKey] = []

    package var isEmpty: Bool { self == RepairReport() }
}

/// A line of queue, ledger or tombstones for a repair.
package struct RepairedLine: Sendable {
    package enum Place: Sendable { case queue, ledger, tombstone }

    package let key: LineKey
    package let place: Place
    package let fact: StatementFact
    package let sources: [LineSource]
    package let isByHand: Bool
    let batch: Int
    let identity: LineIdentity
    let words: LineWords
    /// Lines it asks about, or asked about before its dismissal.
    let related: [LineKey]

    fileprivate init(_ line: QueueLine, _ identity: LineIdentity, _ place: Place, batch: Int) {
        key = identity.key
        self.place = place
        fact = line.fact
        sources = line.sources
        isByHand = false
        self.batch = batch
        self.identity = identity
        words = LineWords(suggestion: line.suggestion, decision: line.decision)
        related = line.state == .new ? [] : line.related
    }

    fileprivate init(_ entry: LedgerEntry) {
        key = entry.key
        place = .ledger
        fact = entry.fact
        sources = entry.sources
        isByHand = entry.isByHand
        batch = entry.batch
        identity = entry.identity
        words = LineWords(annotation: entry.annotation)
        related = []
    }
}

extension RepairedLine {
    /// Written by the program beside a line; see ``LedgerEntry/isOtherSide``.
    var isOtherSide: Bool {
        isByHand && sources.contains { $0.layout == LineSource.otherSide }
    }
}

extension Workspace {
    /// Iterates over every line of queue, ledger and tombstones.
    package func forEachRepairedLine(
        _ body: (RepairedLine) throws(WorkspaceFailure) -> Void
    ) throws(WorkspaceFailure) {
        var waiting: [RepairedLine] = []
        try forEachQueueLine { line in
            waiting.append(RepairedLine(line, identity(of: line), .queue, batch: line.batch))
            return true
        }
        for line in waiting { try body(line) }
        var entries = try keeping(EntryCursor(ledger))
        while let entry = try keeping(entries.next()) {
            try body(RepairedLine(entry))
        }
        for (tombstone, line) in try tombstones() {
            try body(RepairedLine(line, tombstone.identity, .tombstone, batch: tombstone.batch))
        }
    }

    /// Moves lines to another account, as one undoable command.
    ///
    /// A line that the account has from other files is joined with it, with the decisions and
    /// sources of both. One that it may have asks about it. A transfer whose two sides come into
    /// one account is dissolved.
    ///
    /// - Parameters:
    ///   - command: the word that undo shows.
    ///   - merged: an account that ends: transfers to it go to the other one.
    ///   - learning: for new suggestions of former sides of transfers.
    ///   - accounts: maps an account of a file to the new account of those lines.
    ///   - currencyOf: an account's currency in the settings. A line without one from its file
    ///     takes it along, or gets that of the lines it joins.
    ///   - comparing: finds lines already there, or perhaps there, besides equal ones.
    ///   - gives: what the settings get, which undo takes back.
    package func move(
        command: String, to account: String, merged: String? = nil, isDryRun: Bool = false,
        learning: Learning? = nil, accounts: (SeenFile, String) -> String = { $1 },
        currencyOf: (String) -> Currency = { _ in .unknown },
        comparing: LineComparison = { coming, _ in coming.map { _ in .new } },
        gives: GivenSettings = GivenSettings(),
        where isMoved: (RepairedLine) -> Bool
    ) throws(WorkspaceFailure) -> RepairReport {
        let plan = try MovePlan(
            self, to: account, merged: merged, learning, currencyOf: currencyOf,
            comparing: comparing,
            where: isMoved)
        return try repair(command, plan, gives: gives, isDryRun: isDryRun) { file in
            file.naming { accounts(file, $0) }
        }
    }

    /// Removes lines that only these files have; lines that other files have, or written by hand,
    /// stay and lose the source. A line of another file declared equal to one of theirs replaces
    /// it, with its decisions.
    ///
    /// - Parameter gives: as in ``move``.
    package func forget(
        isDryRun: Bool = false, learning: Learning? = nil, gives: GivenSettings = GivenSettings(),
        files isForgotten: (SeenFile) -> Bool,
        sources isTheirs: (StatementFact, LineSource) -> Bool
    ) throws(WorkspaceFailure) -> RepairReport {
        let plan = try MovePlan(self, learning, forgetting: isTheirs)
        return try repair("import --forget", plan, gives: gives, isDryRun: isDryRun) {
            isForgotten($0) ? nil : $0
        }
    }

    private func repair(
        _ command: String, _ plan: MovePlan, gives: GivenSettings = GivenSettings(), isDryRun: Bool,
        _ file: (SeenFile) -> SeenFile?
    ) throws(WorkspaceFailure) -> RepairReport {
        try requireWritable()
        let files = try keeping(ledger.seenFiles())
        let changesFiles = files.contains { file($0) != $0 }
        let changesNothing = plan.report.isEmpty && !changesFiles && gives.isEmpty
        if isDryRun || changesNothing { return plan.report }
        try keeping(ledger.useLargeCache())
        try rewriteQueue { rewrite, transaction throws(WorkspaceFailure) in
            let repair = try keeping(transaction.beginRepair())
            try plan.changeLedger(transaction, repair)
            try keeping { () throws(LedgerFailure) in
                try transaction.change(files, to: file)
                try transaction.doubtOwnNumbers()
                try repair.end()
                if !gives.isEmpty { try repair.keep(settings: gives.bytes) }
            }
            try plan.changeQueue(rewrite, transaction)
            try keeping(transaction.finish(command: command))
            if !gives.isEmpty { try intend(gives, isTaken: false) }
            return true
        }
        return plan.report
    }
}
