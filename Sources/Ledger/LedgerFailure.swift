package enum LedgerFailure: Error, Equatable, Sendable {
    /// The file is damaged or has impossible values (exit 65).
    case damaged(String)
    /// The database is another program's (65).
    case foreign
    /// Written before the first release, in an unsupported version (65).
    case fromDevelopment(version: Int)
    /// Written by a later release (65).
    case fromFuture(version: Int)
    /// Another program holds the database despite our lock (75).
    case busy
    /// Reading or writing failed: SQLite's extended code and message (74).
    case storage(code: Int32, String)
    /// A month's sum of a category exceeds 64 bits, as of amounts with 18 decimals (65).
    case sumTooLarge(month: Int, category: String)
    /// A forbidden change: an edited fact, a record deleted outside undo. A bug, not the user's
    /// error.
    case refused(String)

    /// A command was killed while SQLite was writing. A read-only connection cannot roll back;
    /// opening for writing does.
    package var isUnfinishedWrite: Bool {
        // SQLITE_READONLY_ROLLBACK; macros of extended codes are not imported.
        if case .storage(code: 776, _) = self { true } else { false }
    }
}
