import Facts
import Ledger
import Pending
import Reports
import Scanning
import Workspaces

/// `kopiyka list`: matching entries of the ledger, the newest last.
enum ListCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        let wanted = LastEntries(
            rows: question.rows, countMax: invocation.count(.limit))
        if invocation.wantsJSON {
            try printJSON(wanted, console)
        } else if invocation.wantsCSV {
            var export = TableExport(.csv, names: exportNames(console.categories, in: .en))
            let rows: ReportRows = { each in try wanted.forEachEntry { _, row in try each(row) } }
            _ = try export.write(rows) { try console.export($0) }
        } else {
            try printTable(
                wanted, hasKeys: invocation.has(.keys), question.access.settings, console)
        }
        return .done
    }

    // MARK: JSON

    /// The members of the bank's fact as `read` prints them, between the key and the annotations.
    private static func printJSON(_ wanted: LastEntries, _ console: Console) throws {
        var writer = ByteWriter(capacity: 1 << 17)
        var fact = ByteWriter(capacity: 1 << 10)
        try wanted.forEachEntry { entry, row in
            writer.append("{\"key\":\"")
            QueueLine.append(entry.key, to: &writer)
            writer.append("\",")
            fact.removeAll()
            FactJSON.append(fact: entry.fact.inCurrency(row.amount.currency), to: &fact)
            writer.append(fact.bytes[1..<(fact.bytes.count - 1)])
            append(entry, to: &writer)
            writer.append("}\n")
            if writer.count > 1 << 16 {
                try console.raw(writer.bytes)
                writer.removeAll()
            }
        }
        try console.raw(writer.bytes)
    }

    private static func append(_ entry: LedgerEntry, to writer: inout ByteWriter) {
        let said = entry.annotation
        let splits: [JSONValue] = said.splits.map {
            [
                "category": .string($0.category), "amount": .amount($0.amount),
                "note": .ifAny($0.note),
            ]
        }
        let members: [(String, JSONValue?)] = [
            ("category", .ifAny(said.category)), ("payee", .ifAny(said.payee)),
            ("note", .ifAny(said.note)), ("transfer_to", .ifAny(said.transferTo)),
            ("tags", .ifAny(said.tags)), ("splits", splits.isEmpty ? nil : .array(splits)),
        ]
        for case (let name, let value?) in members {
            writer.append(",\"\(name)\":" as String)
            value.append(to: &writer)
        }
        QueueLine.append(sources: entry.sources, to: &writer)
    }

    // MARK: For people

    private static func printTable(
        _ wanted: LastEntries, hasKeys: Bool, _ settings: Settings, _ console: Console
    ) throws {
        let keys: [Table.Column] = hasKeys ? [.init(.columnKey)] : []
        var table = Table(
            keys + [
                .init(.columnDay), .init(.columnAmount, .number), .blank,
                .init(.columnPayee, cutTo: 10), .init(.columnCategory, cutTo: 10),
                .init(.columnAccount, cutTo: 8),
            ])
        var shown = 0
        let totals = try wanted.forEach { entry, row in
            shown += 1
            let key: [Table.Cell] = hasKeys ? [.text("\(entry.key.tail)", .quiet)] : []
            table.add(
                key + [
                    .day(row.day), .amount(row.amount), .text(row.amount.currency.code),
                    .text(row.payee.isEmpty ? row.description : row.payee),
                    categoryCell(row, console), .text(settings.shownName(of: row.account), .quiet),
                ])
        }
        guard totals.count > 0 else {
            try console.line(.ledgerEmpty)
            return
        }
        try console.table(table)
        try console.line("")
        for total in try totals.totals() {
            try console.line(
                .listTotals,
                [
                    "currency": .text(
                        console.name(of: total.currency, account: total.account, settings)),
                    "count": .count(total.count),
                    "in": .amount(total.moneyIn), "out": .amount(total.moneyOut),
                    "net": .amount(total.net),
                ])
        }
        if shown < totals.count {
            console.narrate(.linesCut, ["shown": .count(shown), "count": .count(totals.count)])
        }
    }

    /// The category's name; for a divided line the names of all its parts.
    private static func categoryCell(_ row: ReportRow, _ console: Console) -> Table.Cell {
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

/// The last matching entries, or all; the totals include all.
private struct LastEntries {
    let rows: LedgerRows
    let countMax: Int?

    /// Calls the body with the entries only: with a limit, older ones are not read.
    func forEachEntry(_ each: (LedgerEntry, ReportRow) throws -> Void) throws {
        guard let countMax else { return try rows.forEach(each) }
        try rows.forEachLast(countMax, each)
    }

    /// Calls the body with the entries; without a limit, each as soon as it is read.
    func forEach(_ each: (LedgerEntry, ReportRow) throws -> Void) throws -> RowTotals {
        var totals = RowTotals()
        guard let countMax else {
            try rows.forEach { entry, row in
                totals.add(row.amount, account: row.account)
                try each(entry, row)
            }
            return totals
        }
        var ring: [(LedgerEntry, ReportRow)] = []
        var oldest = 0
        try rows.forEach { entry, row in
            totals.add(row.amount, account: row.account)
            if ring.count < countMax {
                ring.append((entry, row))
            } else {
                ring[oldest] = (entry, row)
                oldest = (oldest + 1) % countMax
            }
        }
        for (entry, row) in ring[oldest...] + ring[..<oldest] { try each(entry, row) }
        return totals
    }
}
