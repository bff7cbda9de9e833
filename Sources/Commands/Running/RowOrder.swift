import Categorizing
import Facts
import Reports
import Scanning
import Workspaces

/// The order of a report's rows within their sections, how many are shown, and their names.
struct RowOrder {
    private enum Key: String, CaseIterable {
        /// The order of the table of categories; names otherwise.
        case order
        case size, name, change
    }

    static let choices = Key.allCases.map(\.rawValue)

    private let key: Key
    private let isGiven: Bool
    private let subject: FlowMatrix.Subject
    private let countMax: Int
    private let settings: Settings
    private let console: Console
    /// Places of categories in their display order, by key.
    private let categoryPlaces: [String: Int]

    /// Rows of a section in a table of names: nobody looks further without asking.
    private static let namesMax = 30

    init(_ invocation: Invocation, _ plan: ReportPlan, _ settings: Settings, _ console: Console) {
        // Categories over time stay where they are from month to month.
        let isOfSizes = plan.step == nil || plan.isOfNames
        key = invocation[.sort].flatMap { Key(rawValue: $0) } ?? (isOfSizes ? .size : .order)
        isGiven = invocation[.sort] != nil || invocation[.limit] != nil || isOfSizes
        subject = plan.subject
        let isForPrograms = invocation.wantsJSON || invocation.wantsCSV || invocation.has(.explain)
        countMax =
            invocation.count(.limit)
            ?? (plan.isOfNames && !isForPrograms ? Self.namesMax : .max)
        self.settings = settings
        self.console = console
        categoryPlaces = Dictionary(
            uniqueKeysWithValues: console.categories.ordered.enumerated().map {
                ($0.element.key, $0.offset)
            })
    }

    /// All rows of all sections, sorted.
    func sorted(_ rows: [FlowMatrix.Row]) -> [FlowMatrix.Row] {
        let names = rows.map { TextFolder().fold(name(of: $0)) }
        return rows.indices.sorted { a, b in
            isBefore((rows[a], names[a]), (rows[b], names[b]))
        }.map { rows[$0] }
    }

    /// The rows for programs: by label unless something else is asked for.
    func listed(_ rows: [FlowMatrix.Row]) -> [FlowMatrix.Row] {
        guard isGiven else {
            return rows.sorted { ($0.label, $0.section) < ($1.label, $1.section) }
        }
        let sorted = sorted(rows)
        var counts: [FlowMatrix.Section: Int] = [:]
        return sorted.filter { row in
            counts[row.section, default: 0] += 1
            return counts[row.section, default: 0] <= countMax
        }
    }

    /// The first rows of a section, as many as asked for.
    func limited(_ rows: [FlowMatrix.Row]) -> [FlowMatrix.Row] { Array(rows.prefix(countMax)) }

    private func isBefore(
        _ a: (row: FlowMatrix.Row, name: String), _ b: (row: FlowMatrix.Row, name: String)
    ) -> Bool {
        if a.row.section != b.row.section { return a.row.section < b.row.section }
        switch key {
        case .size:
            let sizes = [a, b].map(\.row.amounts.total.atto.magnitude)
            if sizes[0] != sizes[1] { return sizes[0] > sizes[1] }
        case .change:
            let sizes = [a, b].map { $0.row.amounts.change?.atto.magnitude ?? 0 }
            if sizes[0] != sizes[1] { return sizes[0] > sizes[1] }
        case .order where subject == .category:
            let places = [a, b].map { categoryPlaces[$0.row.label] ?? .max }
            return (places[0], a.row.label) < (places[1], b.row.label)
        case .order, .name: break
        }
        return (a.name, a.row.label) < (b.name, b.row.label)
    }

    func name(of row: FlowMatrix.Row) -> String {
        let label = row.label
        switch subject {
        case .category:
            return label.isEmpty
                ? console.words(.reportUnsorted) : console.categoryName(label)
        case .account: return settings.shownName(of: label)
        case .payee: return label.isEmpty ? "—" : label
        case .tag: return label.isEmpty ? console.words(.reportUntagged) : label
        case .person: return label.isEmpty ? console.words(.reportOthers) : label
        }
    }

    /// Other names of a row beside ``name(of:)``: its key, and a category's name in other
    /// languages.
    func names(of row: FlowMatrix.Row) -> [String] {
        subject == .category ? console.namesOfCategory(row.label) : [row.label]
    }
}
