package import Facts

/// The table of a line known to the ledger.
package enum LedgerPlace: Sendable, Equatable { case entry, tombstone }

/// A line of the ledger, reduced to its identity.
package struct LedgerLine: Sendable, Equatable {
    package var identity: LineIdentity
    package var place: LedgerPlace
    /// Written by hand, not imported.
    package var isByHand = false
}

/// Prepared statements of an import: known lines by day or bank id.
///
/// - Complexity: O(log *n* + rows found); see `LedgerBench` in the tests for the rate.
package final class LedgerLookups {
    private let ledger: LedgerFile
    private var entriesByDay = Question(
        identities: "FROM entry WHERE k1 = ?1 AND k2 BETWEEN ?2 AND ?3")
    private var heldByDay = Question(
        identities:
            """
            FROM entry INDEXED BY entry_held WHERE k1 = ?1 AND k2 BETWEEN ?2 AND ?3
            AND (hold <> 0 OR day <> k2)
            """)
    private var tombstonesByDay = Question(
        identities:
            """
            FROM tombstone WHERE k1 = ?1 AND k2 BETWEEN ?2 AND ?3
            AND (?4 = 0 OR hold <> 0 OR day <> k2)
            """)
    private var entriesByHand = Question(
        identities: "FROM entry WHERE k1 = ?1 AND k2 BETWEEN ?2 AND ?3 AND batch = 0")
    private var entriesByID = Question(
        identities: "FROM entry WHERE account = ?1 AND h_bank_id = ?2 AND h_bank_id <> 0")
    private var tombstonesByID = Question(
        identities: "FROM tombstone WHERE account = ?1 AND h_bank_id = ?2 AND h_bank_id <> 0")
    private var entryByKey = Question(
        "SELECT 1 FROM entry WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
    private var tombstoneByKey = Question(
        "SELECT 1 FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
    /// Each of the four is one tree descent, plus a scan over entries by hand at the ends.
    private var daysOfAccount = Question(
        """
        SELECT min(k2), max(k2) FROM (
            SELECT * FROM (SELECT k2 FROM entry WHERE k1 = ?1 AND batch <> 0
                ORDER BY k2 LIMIT 1)
            UNION ALL
            SELECT * FROM (SELECT k2 FROM entry WHERE k1 = ?1 AND batch <> 0
                ORDER BY k2 DESC LIMIT 1)
            UNION ALL
            SELECT * FROM (SELECT k2 FROM tombstone WHERE k1 = ?1 ORDER BY k2 LIMIT 1)
            UNION ALL
            SELECT * FROM (SELECT k2 FROM tombstone WHERE k1 = ?1 ORDER BY k2 DESC LIMIT 1))
        """)
    private let hasTombstones: Bool

    /// A lazily prepared statement: most imports need few of them.
    private struct Question {
        private let text: StaticString
        private let isOfIdentities: Bool
        private var prepared: Statement?

        init(_ text: StaticString) {
            self.text = text
            isOfIdentities = false
        }

        /// Selects identities with their batch; the text begins at FROM.
        init(identities text: StaticString) {
            self.text = text
            isOfIdentities = true
        }

        mutating func statement(_ database: Database) throws(LedgerFailure) -> Statement {
            if let prepared { return prepared }
            let statement =
                isOfIdentities
                ? try database.prepareIdentities(text) : try database.prepare(text)
            prepared = statement
            return statement
        }
    }

    package init(_ ledger: LedgerFile) throws(LedgerFailure) {
        self.ledger = ledger
        hasTombstones = try ledger.tombstoneCount > 0
    }

    /// Appends the lines of an account with keys in `days`, sorted by key.
    ///
    /// - Parameter onlyHolds: only holds, and lines whose day differs from their key's: booked
    ///   holds.
    package func findLines(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>, onlyHolds: Bool = false,
        into lines: inout [LedgerLine]
    ) throws(LedgerFailure) {
        let database = ledger.database
        let entries =
            onlyHolds
            ? try heldByDay.statement(database) : try entriesByDay.statement(database)
        try collect(entries, .entry, account, keyAccount, days, &lines)
        guard hasTombstones else { return }
        let tombstones = try tombstonesByDay.statement(database)
        tombstones.setNumber(4, onlyHolds ? 1 : 0)
        try collect(tombstones, .tombstone, account, keyAccount, days, &lines)
    }

    /// Appends the entries of an account written by hand with keys in `days`.
    ///
    /// - Complexity: scans all entries of those days.
    package func findEntriesByHand(
        account: UInt64, keyAccount: UInt32, days: ClosedRange<Int32>,
        into lines: inout [LedgerLine]
    ) throws(LedgerFailure) {
        try collect(
            entriesByHand.statement(ledger.database), .entry, account, keyAccount, days, &lines)
    }

    /// Appends the lines of an account with this bank id hash; 0 matches none.
    package func findLines(
        account: UInt64, bankID: UInt64, into lines: inout [LedgerLine]
    ) throws(LedgerFailure) {
        guard bankID != 0 else { return }
        try collect(&entriesByID, .entry, account, bankID, &lines)
        guard hasTombstones else { return }
        try collect(&tombstonesByID, .tombstone, account, bankID, &lines)
    }

    /// The first and last key day of an account's imported lines, dismissed ones included; nil if
    /// it has none.
    package func days(keyAccount: UInt32) throws(LedgerFailure) -> ClosedRange<Int32>? {
        let statement = try daysOfAccount.statement(ledger.database)
        defer { statement.reset() }
        try statement.bind(keyAccount)
        guard try statement.step(), let first = statement.numberOrNil(0) else { return nil }
        let last = Int32(truncatingIfNeeded: statement.number(1))
        return min(Int32(truncatingIfNeeded: first), last)...last
    }

    package func place(of key: LineKey) throws(LedgerFailure) -> LedgerPlace? {
        if try has(key, &entryByKey) { return .entry }
        if hasTombstones, try has(key, &tombstoneByKey) { return .tombstone }
        return nil
    }

    private func has(
        _ key: LineKey, _ question: inout Question
    ) throws(LedgerFailure) -> Bool {
        try question.statement(ledger.database).bind(key).hasRow()
    }

    private func collect(
        _ statement: Statement, _ place: LedgerPlace, _ account: UInt64, _ keyAccount: UInt32,
        _ days: ClosedRange<Int32>, _ lines: inout [LedgerLine]
    ) throws(LedgerFailure) {
        guard let row = ledger.accounts[hash: account] else { return }
        try statement.bind(keyAccount, days.lowerBound, days.upperBound)
        try collect(statement, place, row, &lines)
    }

    private func collect(
        _ question: inout Question, _ place: LedgerPlace, _ account: UInt64, _ bankID: UInt64,
        _ lines: inout [LedgerLine]
    ) throws(LedgerFailure) {
        guard let row = ledger.accounts[hash: account] else { return }
        let statement = try question.statement(ledger.database)
        try statement.bind(row.id, bankID)
        try collect(statement, place, row, &lines)
    }

    private func collect(
        _ statement: Statement, _ place: LedgerPlace, _ account: AccountTable.Row,
        _ lines: inout [LedgerLine]
    ) throws(LedgerFailure) {
        defer { statement.reset() }
        while try statement.step() {
            // Two accounts may share the 32 bits stored in keys.
            guard statement.number(3) == account.id else { continue }
            lines.append(
                LedgerLine(
                    identity: statement.identity(account: account.hash), place: place,
                    isByHand: statement.number(15) == Int64(LedgerEntry.batchByHand)))
        }
    }
}

extension Statement {
    var key: LineKey { key(at: 0) }

    func key(at column: Int32) -> LineKey {
        LineKey(
            account: UInt32(truncatingIfNeeded: number(column)),
            day: CalendarDate(daysSince1970: Int32(truncatingIfNeeded: number(column + 1))),
            rest: bits(column + 2) ^ signBit)
    }

    /// The identity in columns 0 to 14 of the lookups.
    func identity(account: UInt64) -> LineIdentity {
        LineIdentity(
            key: key, account: account, day: Int32(truncatingIfNeeded: number(4)),
            second: Int32(truncatingIfNeeded: number(5)), units: number(6),
            currency: UInt32(truncatingIfNeeded: number(7)),
            scale: UInt8(truncatingIfNeeded: number(8)), isHold: number(9) != 0,
            occurrence: UInt16(truncatingIfNeeded: number(10)), bankID: bits(11),
            original: bits(12), balance: bits(13), text: bits(14))
    }
}

/// `rest` as stored: SQLite orders signed numbers, keys are ordered unsigned.
func storedRest(of key: LineKey) -> UInt64 { key.rest ^ signBit }

private let signBit: UInt64 = 1 << 63
