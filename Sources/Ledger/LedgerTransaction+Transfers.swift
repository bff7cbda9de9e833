package import Facts
internal import Scanning

/// What was said about two lines: that they are the two sides of one transfer, or that they are
/// not.
package struct SaidPair: Sendable, Equatable {
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
    /// Says of two lines, wherever they are, whether they are one transfer; once a pair and
    /// command.
    package func say(_ pair: SaidPair) throws(LedgerFailure) {
        for (key, other) in [(pair.key, pair.other), (pair.other, pair.key)] {
            let row = try statement(
                "INSERT INTO transfer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            row.bind(key)
            row.bind(other, from: 4)
            row.bind(7, seq)
            row.bind(8, pair.isPair ? 1 : 0)
            try row.run()
        }
    }

    /// What was said last of a line and each other one, by the other's key.
    package func saidPairs(of key: LineKey) throws(LedgerFailure) -> [SaidPair] {
        let row = try statement(
            """
            SELECT k1, k2, k3, o1, o2, o3, is_pair FROM transfer
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY o1, o2, o3, seq
            """)
        row.bind(key)
        defer { row.reset() }
        return try newest(of: row)
    }

    /// Takes back what a command said about two lines.
    package func unsay(
        _ key: LineKey, _ other: LineKey, of command: Int
    ) throws(LedgerFailure) {
        try openMark()
        for (key, other) in [(key, other), (other, key)] {
            let row = try statement(
                """
                DELETE FROM transfer WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3
                    AND o1 = ?4 AND o2 = ?5 AND o3 = ?6 AND seq = ?7 RETURNING is_pair
                """)
            row.bind(key)
            row.bind(other, from: 4)
            row.bind(7, command)
            guard try row.step() else { throw .damaged("undo: transfer") }
            _ = try row.step()
            row.reset()
        }
    }
}

extension LedgerFile {
    /// What was said last of a line and each other one, by the other's key.
    package func pairs(of key: LineKey) throws(LedgerFailure) -> [SaidPair] {
        let row = try database.prepare(
            """
            SELECT k1, k2, k3, o1, o2, o3, is_pair FROM transfer
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY o1, o2, o3, seq
            """)
        row.bind(key)
        return try newest(of: row)
    }

    /// What was said last of all pairs, each from both sides, by key.
    package func pairs() throws(LedgerFailure) -> [SaidPair] {
        let row = try database.prepare(
            """
            SELECT k1, k2, k3, o1, o2, o3, is_pair FROM transfer
            ORDER BY k1, k2, k3, o1, o2, o3, seq
            """)
        return try newest(of: row)
    }

    /// Something was said of some pair.
    package var hasSaidPairs: Bool {
        get throws(LedgerFailure) { try tallyRows("transfer") > 0 }
    }

    /// Names of the accounts that entries or tombstones are of. One whose lines were all taken back
    /// keeps its row in the table, and is none.
    package var accountNames: [String] {
        get throws(LedgerFailure) {
            let question = try database.prepare(
                """
                SELECT EXISTS (SELECT 1 FROM entry WHERE k1 = ?1)
                    OR EXISTS (SELECT 1 FROM tombstone WHERE k1 = ?1)
                """)
            var names: [String] = []
            for account in accounts.rows {
                question.bind(1, Int64(LineKey.account(ofHash: account.hash)))
                if try question.step(), question.number(0) != 0 { names.append(account.name) }
                question.reset()
            }
            return names
        }
    }

    /// The same accounts with the hashes that identities have of them, by name.
    package var accountHashes: [(name: String, hash: UInt64)] {
        accounts.rows.map { ($0.name, $0.hash) }.sorted { $0.name < $1.name }
    }
}

/// Of the rows about one pair, which follow each other, the last.
private func newest(of row: Statement) throws(LedgerFailure) -> [SaidPair] {
    var pairs: [SaidPair] = []
    while try row.step() {
        let pair = SaidPair(key: row.key, other: row.key(at: 3), isPair: row.number(6) != 0)
        if let last = pairs.last, last.key == pair.key, last.other == pair.other {
            pairs.removeLast()
        }
        pairs.append(pair)
    }
    return pairs
}
