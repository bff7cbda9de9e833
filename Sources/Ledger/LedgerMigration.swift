package import Facts

/// Computes identities of stored lines, for steps that change the hashed fields.
package struct IdentityMaking {
    let ofEntry: (StatementFact, LineKey) -> LineIdentity
    let ofDismissed: (_ queueLine: [UInt8]) -> LineIdentity?

    /// - Parameter ofDismissed: returns nil for an unreadable queue line.
    package init(
        ofEntry: @escaping (StatementFact, LineKey) -> LineIdentity,
        ofDismissed: @escaping (_ queueLine: [UInt8]) -> LineIdentity?
    ) {
        self.ofEntry = ofEntry
        self.ofDismissed = ofDismissed
    }
}

/// A step from one version of the ledger to the next.
///
/// The first opening for writing migrates a ledger to ``LedgerSchema/version``, all steps in one
/// transaction. Readers accept it unmigrated until then, so a step changes nothing that they read.
struct LedgerMigration: Sendable {
    let name: String
    /// The version it starts from; it produces the next.
    let from: Int64
    /// The column it adds to `entry`, if that is all; a new ledger gets it too.
    var field: FactText?
    /// It drops the records of earlier commands.
    var endsUndo = false
    let run: @Sendable (LedgerTransaction, IdentityMaking) throws(LedgerFailure) -> Void

    var column: String? { field?.column }

    /// Adds a text column that is empty for all entries so far.
    private static func column(of field: FactText, from version: Int64) -> LedgerMigration {
        LedgerMigration(
            name: "column-\(field.column)", from: version, field: field,
            run: { (transaction, _) throws(LedgerFailure) in
                try transaction.database.addColumn(of: field)
            })
    }

    /// Oldest first.
    static let all = [
        LedgerMigration(
            name: "balances-without-currency", from: 6, endsUndo: true,
            run: { (transaction, making) throws(LedgerFailure) in
                try transaction.hashBalancesWithoutCurrency(making)
            }),
        .column(of: .exchangeRate, from: 7),
        .column(of: .recordedTags, from: 8),
        .column(of: .recordedParts, from: 9),
        .column(of: .transferAccount, from: 10),
        LedgerMigration(
            name: "sums-by-day", from: 11,
            run: { (transaction, _) throws(LedgerFailure) in try transaction.addDays() }),
        LedgerMigration(
            name: "money-in-by-month", from: 12,
            run: { (transaction, _) throws(LedgerFailure) in try transaction.addMoneyIn() }),
        LedgerMigration(
            name: "statements", from: 13,
            run: { (transaction, _) throws(LedgerFailure) in
                try transaction.database.run(LedgerSchema.createStatements)
            }),
    ]
}

extension LedgerFile {
    /// Migrates an older ledger to the current version.
    ///
    /// - Returns: the names of the steps that end undo of earlier commands.
    package func migrate(_ making: IdentityMaking) throws(LedgerFailure) -> [String] {
        let version = version
        let steps = LedgerMigration.all.filter { $0.from >= version }
        if steps.isEmpty { return [] }
        // A schema changed by another program must not be summed as ours: `check` reports it.
        let isOurs = try isTallied("schema", try sumOfSchema())
        let transaction = try LedgerTransaction(self)
        for step in steps { try step.run(transaction, making) }
        if isOurs { try write("schema", try sumOfSchema()) }
        try database.sign(LedgerSchema.applicationID, version: LedgerSchema.version)
        try transaction.commit()
        self.version = LedgerSchema.version
        return steps.filter(\.endsUndo).map(\.name)
    }
}

extension LedgerTransaction {
    /// Earlier versions kept no sums by day.
    fileprivate func addDays() throws(LedgerFailure) {
        try database.run(LedgerSchema.createDays)
        try recountDays()
        try distrustRedoneSums()
    }

    /// Earlier versions kept no sums of what came in.
    fileprivate func addMoneyIn() throws(LedgerFailure) {
        try database.run(LedgerSchema.addMoneyIn)
        try recountMoneyIn()
        try distrustRedoneSums()
    }

    /// The redo records so far lack changes of new sums: redo recounts after one of them.
    private func distrustRedoneSums() throws(LedgerFailure) {
        if let undone = try ledger.lastUndone() {
            try ledger.write(LedgerFile.sumsSinceName, (undone.id, 0))
        }
    }

    /// Version 6 hashed balances with their currency, and stored the version of keys, which the
    /// ledger's version implies.
    ///
    /// Undo and redo records contain old hashes and are deleted. The queue's index contains them
    /// too: its sum is invalidated, and the next reading of the queue rebuilds it.
    fileprivate func hashBalancesWithoutCurrency(
        _ making: IdentityMaking
    ) throws(LedgerFailure) {
        try database.run("ALTER TABLE queue_state DROP COLUMN key_version")
        try openMark()
        let entry = try statement(
            "UPDATE entry SET h_balance = ?4, digest = ?5 WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        var entries = try EntryCursor(ledger)
        while let old = try entries.next() {
            let stored = entries.storedDigest
            // An entry changed by another program stays so, for `check`.
            guard old.fact.balance != nil,
                digest(old.identity, old.fact, batch: old.batch) == stored
            else { continue }
            var identity = old.identity
            identity.balance = making.ofEntry(old.fact, old.key).balance
            let digest = digest(identity, old.fact, batch: old.batch)
            tally(.entry, 0, digest &- stored)
            try entry.run(old.key, identity.balance, digest)
        }
        let tombstone = try statement(
            "UPDATE tombstone SET h_balance = ?4 WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        try ledger.forEachTombstone { old throws(LedgerFailure) in
            guard let identity = making.ofDismissed(old.line) else { return }
            try tombstone.run(old.identity.key, identity.balance)
        }
        if queue.indexCount > 0 { queue.indexSum = ~queue.indexSum }
        // An interrupted command needs the stamp, and its recovery verifies the index anyway.
        if queue.intent == .none { queue.stamp = nil }
        try forgetRedo()
        try database.run(
            """
            DELETE FROM undo_log; DELETE FROM undo_page;
            DELETE FROM undo_memory; DELETE FROM undo_history;
            """)
    }
}
