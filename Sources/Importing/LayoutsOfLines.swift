import Deduplicating
import Facts
import Pending
import Reading

/// The layouts of a line's files: a row that matches a known line only by day, amount and words may
/// be another payment, unless a file of its own layout brought that line.
struct LayoutsOfLines {
    /// The layout of each file of this run.
    private var files: [String] = []
    /// For lines repeated in this run's files, matched only by words or with other words.
    private var again: [LineKey: Set<String>] = [:]

    mutating func beginFile() { files.append("") }

    mutating func setLayout(_ layout: String) { files[files.count - 1] = layout }

    mutating func record(_ key: LineKey, by layout: String) {
        if again.count < Self.keysMax { again[key, default: []].insert(layout) }
    }

    /// The kinds of files that brought a line, relative to the layout.
    ///
    /// - Parameters:
    ///   - isOfOneTable: the line's account is unnamed, so all its files have one heading.
    ///   - sources: of a line, from before this run.
    func fileKinds<Failure: Error>(
        of origin: LineOrigin, beside layout: String, isOfOneTable: (LineKey) -> Bool,
        _ sources: (LineKey) throws(Failure) -> [LineSource]
    ) throws(Failure) -> FileKinds {
        var shown = again[origin.key] ?? []
        if let file = origin.file {
            shown.insert(files[file])
        } else {
            shown.formUnion(try sources(origin.key).map(\.layout))
        }
        let kind = Self.kind(of: layout)
        // All unknown banks share this layout name.
        let isOfLayout =
            layout == UnknownBank.layoutName
            ? isOfOneTable(origin.key) : shown.contains(layout)
        return FileKinds(
            areOfLayout: isOfLayout, areOfKind: shown.allSatisfy { Self.kind(of: $0) == kind })
    }

    /// The bank or format that a layout's name begins with.
    static func kind(of layout: String) -> Substring {
        layout.prefix { $0 != "/" }
    }

    private static let keysMax = 100_000
}
