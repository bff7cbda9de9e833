internal import Facts
internal import Scanning
internal import Synchronization

/// An example of a bank's table: the headings in order, and the rows below.
struct LayoutExample: Sendable {
    let header: [String]
    let folded: [[UInt8]]
    let kinds: [CellKind]

    private static let known = Mutex<[Int: [LayoutExample]]>([:])

    /// The examples of a file of `rules/banks/`, parsed only if a refused table may be the bank's.
    static func builtIn(_ number: Int) -> [LayoutExample] {
        if let known = known.withLock({ $0[number] }) { return known }
        let root = (try? YAMLNode.parse(Layouts.embedded(number).bytes)) ?? nil
        let layouts = LayoutSet(only: [Layouts.builtIn(number)])
        let examples = (root?["examples"]?.items ?? []).compactMap {
            LayoutExample(Array(($0["csv"]?.text ?? "").utf8), layouts)
        }
        known.withLock { $0[number] = examples }
        return examples
    }

    private init?(_ text: [UInt8], _ layouts: LayoutSet) {
        let head = CSVHead(file: "", layouts: layouts)
        guard let table = try? head.find(text.span, isWhole: true), table.headerRow >= 0 else {
            return nil
        }
        header = table.header
        folded = header.map { HeaderText.fold($0) }
        let rows = HeadRows(text.span, shape: table.shape, isWhole: true)
        kinds = CellKind.ofColumns(rows.all.dropFirst(table.headerRow + 1).map(\.raw))
    }
}
