import Deduplicating
import Facts
import Pending
import Reading

/// Which layouts showed a line: a row that is a known line by its day, amount and words alone may
/// be another payment, unless a file of its own layout showed that line.
struct LayoutsOfLines {
    /// The layout of each file of this run.
    private var files: [String] = []
    /// Of lines that files of this run showed again, by nothing but their words or in other words.
    private var again: [LineKey: Set<String>] = [:]

    mutating func beginFile() { files.append("") }

    mutating func setLayout(_ layout: String) { files[files.count - 1] = layout }

    mutating func record(_ key: LineKey, by layout: String) {
        if again.count < Self.keysMax { again[key, default: []].insert(layout) }
    }

    /// Which kinds of file showed a line, beside one of the layout.
    ///
    /// - Parameters:
    ///   - isOfOneTable: nobody named the line's account, so that all its files have one heading.
    ///   - sources: of a line, those that it had before this run.
    func tellers<Failure: Error>(
        of origin: LineOrigin, beside layout: String, isOfOneTable: (LineKey) -> Bool,
        _ sources: (LineKey) throws(Failure) -> [LineSource]
    ) throws(Failure) -> LineTellers {
        var told = again[origin.key] ?? []
        if let file = origin.file {
            told.insert(files[file])
        } else {
            told.formUnion(try sources(origin.key).map(\.layout))
        }
        let kind = Self.kind(of: layout)
        // It is the name of the tables of all banks that nobody knows.
        let isOfLayout =
            layout == UnknownBank.layoutName
            ? isOfOneTable(origin.key) : told.contains(layout)
        return LineTellers(
            areOfLayout: isOfLayout, areOfKind: told.allSatisfy { Self.kind(of: $0) == kind })
    }

    /// The bank or format that a layout's name begins with.
    static func kind(of layout: String) -> Substring {
        layout.prefix { $0 != "/" }
    }

    private static let keysMax = 100_000
}
