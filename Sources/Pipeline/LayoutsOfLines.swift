import Deduplicating
import Facts
import Pending
import Readers

/// Which layouts showed a line: a row that is a known line by its day, amount and words alone may be
/// another payment, unless a file of its own layout showed that line.
struct LayoutsOfLines {
    /// The layout of each file of this run.
    private var files: [String] = []
    /// Of lines that files of this run showed again, by nothing but their words.
    private var again: [LineKey: Set<String>] = [:]

    mutating func beginFile() { files.append("") }

    mutating func setLayout(_ layout: String) { files[files.count - 1] = layout }

    mutating func note(_ key: LineKey, by layout: String) {
        if again.count < Self.keysMax { again[key, default: []].insert(layout) }
    }

    /// Whether a file of the layout showed the line.
    ///
    /// - Parameters:
    ///   - isOfOneTable: nobody named the line's account, so that all its files have one heading.
    ///   - sources: of a line, those that it had before this run.
    func contains<Failure: Error>(
        _ layout: String, of origin: LineOrigin, isOfOneTable: (LineKey) -> Bool,
        _ sources: (LineKey) throws(Failure) -> [LineSource]
    ) throws(Failure) -> Bool {
        // It is the name of the tables of all banks that nobody knows.
        if layout == UnknownBank.layoutName { return isOfOneTable(origin.key) }
        if again[origin.key]?.contains(layout) == true { return true }
        if let file = origin.file { return files[file] == layout }
        return try sources(origin.key).contains { $0.layout == layout }
    }

    private static let keysMax = 100_000
}
