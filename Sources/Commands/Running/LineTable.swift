import Facts
import Ledger
import Reports
import Scanning
import Workspaces

/// Lines for people: day, amount, payee, category, account, and tags and notes where there are any.
///
/// A narrow window has no column for them, but a mark at the payee.
struct LineTable {
    private let hasKeys: Bool
    private let settings: Settings
    private let console: Console
    private var rows: [[Table.Cell]] = []
    private var hasRemarks = false
    private let isNarrow: Bool

    private static let columnsOfRemarksMin = 76

    init(hasKeys: Bool, _ settings: Settings, _ console: Console) {
        self.hasKeys = hasKeys
        self.settings = settings
        self.console = console
        isNarrow = console.width.map { $0 < Self.columnsOfRemarksMin } ?? false
    }

    /// - Parameter amount: the part of the line's amount that was asked for.
    mutating func add(_ row: ReportRow, amount: Money) {
        let remarks = remarks(of: row, amount)
        let mark = isNarrow && !remarks.isEmpty ? "*" : ""
        hasRemarks = hasRemarks || !isNarrow && !remarks.isEmpty
        let key: [Table.Cell] = hasKeys ? [.text("\(row.key.short)", .quiet)] : []
        rows.append(
            key + [
                .day(row.day), .amount(amount), .text(row.amount.currency.code),
                .text(mark + row.shownPayee), categoryCell(row),
                .text(settings.shownName(of: row.account), .quiet), .text(remarks, .quiet),
            ])
    }

    func print() throws {
        var columns: [Table.Column] = hasKeys ? [.init(.columnKey)] : []
        columns += [
            .init(.columnDay), .init(.columnAmount, .number), .blank,
            .init(.columnPayee, cutTo: 10), .init(.columnCategory, cutTo: 10),
            .init(.columnAccount, cutTo: 8),
        ]
        if hasRemarks { columns.append(.init(.columnRemarks, cutTo: 6)) }
        var table = Table(columns)
        for cells in rows { table.add(Array(cells.prefix(columns.count))) }
        try console.table(table)
    }

    /// `#work lunch with Olena`, and of what a part is.
    private func remarks(of row: ReportRow, _ amount: Money) -> String {
        var remarks = row.tags.map { "#" + $0 }
        if amount != row.amount {
            remarks.append(console.words(.partOf, ["amount": .amount(row.amount)]))
        }
        if !row.note.isEmpty { remarks.append(row.note) }
        return remarks.joined(separator: " ")
    }

    /// The category's name; for a divided line the names of all its parts.
    private func categoryCell(_ row: ReportRow) -> Table.Cell {
        var names: [String] = []
        for part in row.parts {
            let name =
                part.category.isEmpty
                ? console.words(.uncategorized) : console.categoryName(part.category)
            if !names.contains(name) { names.append(name) }
        }
        let isOpen = row.parts.contains { $0.category.isEmpty }
        return .text(names.joined(separator: " + "), isOpen ? .doubtful : .plain)
    }
}
