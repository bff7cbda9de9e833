import Facts

/// The state of an import for the current file.
struct FileState {
    /// The accounts known before the file.
    var accountsBefore: [String] = []
    /// Nil if the account of the file's rows is certain.
    var held: HeldRows?
    /// The accounts found for the held rows; later rows of the file get them too.
    var accountsFound: [String] = []
    /// Further accounts that may have rows of the file.
    var accountsMet: [String] = []
    var isFirstBatch = true
    var openings = FileOpenings()
    var counts = StatementCounts()
    /// The keys of rows of an own journal that have others here, by the former ones.
    var changedKeys: [LineKey: LineKey] = [:]
    /// Rows that only the end of the file can decide.
    var waiting = PreparedRows()
    /// Rows that seem to repeat others of the file, which cannot be read twice.
    var repeatedOnce = PreparedRows()
}
