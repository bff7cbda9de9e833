package import Facts
internal import Scanning

/// A decision about two lines: the two sides of one transfer, or not.
package struct DecidedPair: Sendable, Equatable {
    package var key: LineKey
    package var other: LineKey
    package var isPair: Bool

    package init(key: LineKey, other: LineKey, isPair: Bool) {
        self.key = key
        self.other = other
        self.isPair = isPair
    }
}

extension LedgerTransaction {
    /// Records whether two lines, in queue or ledger, are one transfer; once per pair and command.
    package func write(_ pair: DecidedPair) throws(LedgerFailure) {
        for (key, other) in [(pair.key, pair.other), (pair.other, pair.key)] {
            try statement(
                "INSERT INTO transfer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
            ).run(key, other, seq, pair.isPair)
        }
    }

    /// The latest decisions about a line's pairs, by the other key.
    package func decidedPairs(of key: LineKey) throws(LedgerFailure) -> [DecidedPair] {
        let row = try statement(
            """
            SELECT k1, k2, k3, o1, o2, o3, is_pair FROM transfer
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY o1, o2, o3, seq
            """
        ).bind(key)
        defer { row.reset() }
        return try newest(of: row)
    }

    /// Reverts a command's decision about two lines.
    package func removePair(
        _ key: LineKey, _ other: LineKey, of command: Int
    ) throws(LedgerFailure) {
        try openMark()
        for (key, other) in [(key, other), (other, key)] {
            let row = try statement(
                """
                DELETE FROM transfer WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3
                    AND o1 = ?4 AND o2 = ?5 AND o3 = ?6 AND seq = ?7 RETURNING is_pair
                """
            ).bind(key, other, command)
            guard try row.step() else { throw .damaged("undo: transfer") }
            _ = try row.step()
            row.reset()
        }
    }
}

extension LedgerFile {
    /// The latest decisions about a line's pairs, by the other key.
    package func pairs(of key: LineKey) throws(LedgerFailure) -> [DecidedPair] {
        try PairReader(self).pairs(of: key)
    }

    /// The latest decisions about all pairs, each from both sides, by key.
    package func pairs() throws(LedgerFailure) -> [DecidedPair] {
        let row = try database.prepare(
            """
            SELECT k1, k2, k3, o1, o2, o3, is_pair FROM transfer
            ORDER BY k1, k2, k3, o1, o2, o3, seq
            """)
        return try newest(of: row)
    }

    /// The accounts and days of entries that were once paired and whose category is none of these,
    /// by day.
    ///
    /// - Parameter days: only these, as days since 1970.
    package func daysOfPairs(
        beside categories: (String, String), days: ClosedRange<Int32>
    ) throws(LedgerFailure) -> [(account: String, day: CalendarDate)] {
        let row = try database.prepare(
            """
            SELECT DISTINCT entry.account, entry.day FROM transfer AS t JOIN entry USING (k1, k2, k3)
            WHERE t.is_pair <> 0 AND entry.day BETWEEN ?1 AND ?2 AND coalesce(
                (SELECT category FROM annotation AS a
                 WHERE a.k1 = t.k1 AND a.k2 = t.k2 AND a.k3 = t.k3 ORDER BY seq DESC LIMIT 1), '')
                NOT IN (?3, ?4)
            ORDER BY entry.day, entry.account
            """
        ).bind(days.lowerBound, days.upperBound, categories.0, categories.1)
        var found: [(account: String, day: CalendarDate)] = []
        while try row.step() {
            found.append(
                (
                    accounts[id: row.number(0)]?.name ?? "",
                    CalendarDate(daysSince1970: Int32(truncatingIfNeeded: row.number(1)))
                ))
        }
        return found
    }

    package var hasDecidedPairs: Bool {
        get throws(LedgerFailure) { try tallyRows("transfer") > 0 }
    }

    /// Names of the accounts with entries or tombstones. An account whose lines were all removed
    /// keeps its row in the table and is not listed.
    package var accountNames: [String] {
        get throws(LedgerFailure) {
            let question = try database.prepare(
                """
                SELECT EXISTS (SELECT 1 FROM entry WHERE k1 = ?1)
                    OR EXISTS (SELECT 1 FROM tombstone WHERE k1 = ?1)
                """)
            var names: [String] = []
            for account in accounts.rows {
                try question.bind(LineKey.account(ofHash: account.hash))
                if try question.step(), question.number(0) != 0 { names.append(account.name) }
                question.reset()
            }
            return names
        }
    }

    /// The same accounts with their hashes in identities, by name.
    package var accountHashes: [(name: String, hash: UInt64)] {
        accounts.rows.map { ($0.name, $0.hash) }.sorted { $0.name < $1.name }
    }
}

/// Reads the pairs of single lines with a reused statement.
package final class PairReader {
    private let row: Statement

    package init(_ ledger: LedgerFile) throws(LedgerFailure) {
        row = try ledger.database.prepare(
            """
            SELECT k1, k2, k3, o1, o2, o3, is_pair FROM transfer
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY o1, o2, o3, seq
            """)
    }

    /// The latest decisions about a line's pairs, by the other key.
    package func pairs(of key: LineKey) throws(LedgerFailure) -> [DecidedPair] {
        defer { row.reset() }
        return try newest(of: row.bind(key))
    }
}

extension Statement {
    /// The pair in columns 0 to 6.
    var pair: DecidedPair { DecidedPair(key: key, other: key(at: 3), isPair: number(6) != 0) }
}

/// The last of the adjacent rows of each pair.
private func newest(of row: Statement) throws(LedgerFailure) -> [DecidedPair] {
    var pairs: [DecidedPair] = []
    while try row.step() {
        let pair = row.pair
        if let last = pairs.last, last.key == pair.key, last.other == pair.other {
            pairs.removeLast()
        }
        pairs.append(pair)
    }
    return pairs
}
