import Facts
import Ledger
import Pending
import Reports
import Workspaces

/// The lines that a command changes by a filter instead of their keys.
struct FilteredLines {
    let filter: LineFilter
    private let access: WorkspaceAccess
    private let console: Console

    init(_ invocation: Invocation, _ access: WorkspaceAccess, _ console: Console) throws {
        filter = try access.filter(invocation, console)
        self.access = access
        self.console = console
    }

    /// Entries of the ledger, those that `list` shows.
    func entries() throws -> [(entry: LedgerEntry, row: ReportRow)] {
        var found: [(entry: LedgerEntry, row: ReportRow)] = []
        try access.rows(filter).forEach { found.append((entry: $0, row: $1)) }
        return found
    }

    /// Whether `pending` shows the line.
    func has(_ line: QueueLine) -> Bool {
        filter.isEmpty || filter.accepts(ReportRow(waiting: line, access.book))
    }

    /// Prints the lines that would change, and how many they are, so that a wide filter is noticed
    /// before it does anything.
    func show(_ rows: [ReportRow], _ invocation: Invocation) throws {
        if invocation.isDryRun, !invocation.wantsJSON, !rows.isEmpty {
            var table = LineTable(hasKeys: true, access.settings, console)
            for row in rows { table.add(row, amount: row.amount) }
            try table.print()
        }
        console.narrate(.linesSelected, ["count": .count(rows.count)])
    }
}
