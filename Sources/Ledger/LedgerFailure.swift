/// Why the ledger could not be opened, read or written.
package enum LedgerFailure: Error, Equatable, Sendable {
    /// The file is damaged, or says something that cannot be (exit 65).
    case damaged(String)
    /// A database of another program (65).
    case foreign
    /// Written before the first release, in a form that is read no more (65).
    case fromDevelopment(version: Int)
    /// Written by a later release (65).
    case fromFuture(version: Int)
    /// Another program holds the database in spite of our lock (75).
    case busy
    /// Reading or writing failed: SQLite's extended code and its words (74).
    case storage(code: Int32, String)
    /// A change the ledger never makes: a fact edited, a record deleted outside undo. Our mistake,
    /// not the user's.
    case refused(String)

    /// A command died while SQLite was writing. Who may only read cannot take the half back;
    /// opening to write does.
    package var isUnfinishedWrite: Bool {
        // SQLITE_READONLY_ROLLBACK; the extended codes are macros that are not imported.
        if case .storage(code: 776, _) = self { true } else { false }
    }
}
