package import Facts

/// Entries whose day is not that of their key: a hold was booked on another day, or a person
/// changed the day. They and the holds have an index of their own.
extension LedgerFile {
    /// Keys of entries on some days that a reader of these days' keys reads too late or not at all:
    /// their key's day is after their own, or none of the days; by key.
    ///
    /// - Complexity: O(displaced entries and holds).
    package func keysDisplaced(
        to days: ClosedRange<CalendarDate>
    ) throws(LedgerFailure) -> [LineKey] {
        try database.prepare(
            """
            SELECT k1, k2, k3 FROM entry INDEXED BY entry_held
            WHERE (hold <> 0 OR day <> k2) AND day BETWEEN ?1 AND ?2
                AND (day < k2 OR k2 NOT BETWEEN ?1 AND ?2)
            ORDER BY k1, k2, k3
            """
        ).bind(days.lowerBound.daysSince1970, days.upperBound.daysSince1970).all { $0.key }
    }

    /// Keys of an account's entries on this day under the key of another, by key.
    ///
    /// - Complexity: O(displaced entries and holds of the account).
    package func keysDisplaced(
        to day: Int32, of name: String
    ) throws(LedgerFailure) -> [LineKey] {
        guard let account = accounts[name: name] else { return [] }
        return try database.prepare(
            """
            SELECT k1, k2, k3 FROM entry INDEXED BY entry_held
            WHERE k1 = ?1 AND (hold <> 0 OR day <> k2) AND k2 <> ?2 AND day = ?2 AND account = ?3
            ORDER BY k1, k2, k3
            """
        ).bind(LineKey.account(ofHash: account.hash), day, account.id).all { $0.key }
    }

    /// Keys of an account's holds.
    ///
    /// - Complexity: O(displaced entries and holds of the account).
    package func keysOfHolds(of name: String) throws(LedgerFailure) -> [LineKey] {
        guard let account = accounts[name: name] else { return [] }
        return try database.prepare(
            """
            SELECT k1, k2, k3 FROM entry INDEXED BY entry_held
            WHERE k1 = ?1 AND (hold <> 0 OR day <> k2) AND hold <> 0 AND account = ?2
            ORDER BY k1, k2, k3
            """
        ).bind(LineKey.account(ofHash: account.hash), account.id).all { $0.key }
    }
}
