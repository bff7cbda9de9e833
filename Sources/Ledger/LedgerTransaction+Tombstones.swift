package import Facts
internal import Scanning

extension LedgerTransaction {
    /// Rewrites the line of a dismissed key; undo restores the previous one.
    ///
    /// - Returns: false if the key is not dismissed.
    package func rewriteDismissed(
        _ key: LineKey, _ written: (_ line: [UInt8]) throws(LedgerFailure) -> [UInt8]?
    ) throws(LedgerFailure) -> Bool {
        guard var tombstone = try tombstone(key), let line = try written(tombstone.line) else {
            return false
        }
        try record(.dismissalRewritten, key, old: tombstone.line.span)
        tombstone.line = line
        try replace(tombstone)
        return true
    }

    /// Reverts the last rewrite of a dismissed line.
    package func restoreDismissed(_ key: LineKey, line: [UInt8]) throws(LedgerFailure) {
        guard var tombstone = try tombstone(key) else { throw .damaged("undo: tombstone") }
        tombstone.line = line
        try replace(tombstone)
    }

    private func replace(_ tombstone: Tombstone) throws(LedgerFailure) {
        _ = try removeTombstone(tombstone.identity.key)
        guard try insert(tombstone) else { throw .damaged("tombstone") }
    }

    private func tombstone(_ key: LineKey) throws(LedgerFailure) -> Tombstone? {
        let row = try statement(
            """
            SELECT k1, k2, k3, account, day, second, units, currency, scale, hold, occurrence,
                h_bank_id, h_original, h_balance, h_text, batch, line
            FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3
            """
        ).bind(key)
        defer { row.reset() }
        guard try row.step() else { return nil }
        let account = ledger.accounts[id: row.number(3)]
        return Tombstone(
            identity: row.identity(account: account?.hash ?? 0), account: account?.name ?? "",
            batch: Int(row.number(15)), line: row.bytes(16))
    }
}
