package import Facts

/// Makes the identities of lines that the ledger has; steps that change what those are made of ask
/// it.
package struct IdentityMaking {
    let ofEntry: (StatementFact, LineKey) -> LineIdentity
    let ofDismissed: (_ queueLine: [UInt8]) -> LineIdentity?

    /// - Parameter ofDismissed: nil for a queue line that cannot be read.
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
/// A ledger is brought to ``LedgerSchema/version`` when it is first opened for writing, by all
/// steps that it needs in one transaction. Until then readers take it as it is, so a step changes
/// nothing that they look at.
struct LedgerMigration: Sendable {
    let name: String
    /// The version it begins with; it ends with the next.
    let from: Int64
    /// The column of `entry` that it adds, where that is all it does; a new ledger has it too.
    var field: FactText?
    let run: @Sendable (LedgerTransaction, IdentityMaking) throws(LedgerFailure) -> Void

    var column: String? { field?.column }

    /// Adds the column of a text that no entry has yet.
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
            name: "balances-without-currency", from: 6,
            run: { (transaction, making) throws(LedgerFailure) in
                try transaction.hashBalancesWithoutCurrency(making)
            }),
        .column(of: .exchangeRate, from: 7),
    ]
}

extension LedgerFile {
    /// Brings an older ledger to the version of today.
    ///
    /// - Returns: the names of the steps after which nothing done before can be undone; one that
    ///   adds a column is none.
    package func migrate(_ making: IdentityMaking) throws(LedgerFailure) -> [String] {
        let version = version
        let steps = LedgerMigration.all.filter { $0.from >= version }
        if steps.isEmpty { return [] }
        // What another program changed before must not be summed as ours now: `check` tells it.
        let isOurs = try isTallied("schema", try sumOfSchema())
        let transaction = try LedgerTransaction(self)
        for step in steps { try step.run(transaction, making) }
        if isOurs { try write("schema", try sumOfSchema()) }
        try database.sign(LedgerSchema.applicationID, version: LedgerSchema.version)
        try transaction.commit()
        self.version = LedgerSchema.version
        return steps.filter { $0.field == nil }.map(\.name)
    }
}

extension LedgerTransaction {
    /// Version 6 hashed balances with their currency, and said of which version keys are, as the
    /// version of the ledger does.
    ///
    /// What undo and redo keep has rows with the old hashes, so it goes. The queue's index has them
    /// too: its sum is not kept, and the queue is read once more to make it anew.
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
            // One that another program changed stays so, for `check`.
            guard old.fact.balance != nil,
                digest(old.identity, old.fact, batch: old.batch) == stored
            else { continue }
            var identity = old.identity
            identity.balance = making.ofEntry(old.fact, old.key).balance
            let digest = digest(identity, old.fact, batch: old.batch)
            tally(.entry, 0, digest &- stored)
            entry.bind(old.key)
            entry.bind(4, identity.balance)
            entry.bind(5, digest)
            try entry.run()
        }
        let tombstone = try statement(
            "UPDATE tombstone SET h_balance = ?4 WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        try ledger.forEachTombstone { old throws(LedgerFailure) in
            guard let identity = making.ofDismissed(old.line) else { return }
            tombstone.bind(old.identity.key)
            tombstone.bind(4, identity.balance)
            try tombstone.run()
        }
        if queue.indexCount > 0 { queue.indexSum = ~queue.indexSum }
        // A command that did not finish needs the stamp, and has the index proved anyway.
        if queue.intent == .none { queue.stamp = nil }
        try forgetRedo()
        try database.run(
            """
            DELETE FROM undo_log; DELETE FROM undo_page;
            DELETE FROM undo_memory; DELETE FROM undo_history;
            """)
    }
}
