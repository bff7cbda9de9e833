import Facts
import Ledger
import Pending
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka list`: matching entries of the ledger, the newest last.
enum ListCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        let wanted = LastEntries(
            rows: try question.rows, filter: question.filter, countMax: invocation.count(.limit))
        let today = invocation.asOf ?? Clock.localDay
        var converter =
            invocation.has(.inCurrency) ? try question.access.converter(invocation, today) : nil
        if invocation.wantsJSON {
            try printJSON(wanted, &converter, console)
        } else if invocation.wantsCSV {
            let base = converter?.base
            var export = TableExport(
                .csv, names: exportNames(question.categories, in: .en), question.filter, in: base
            ) { converter?.converted($0) }
            let rows: ReportRows = { each in try wanted.forEachEntry { _, row in try each(row) } }
            _ = try export.write(rows) { try console.export($0) }
        } else {
            let isEmpty = try !printTable(
                wanted, hasKeys: invocation.has(.keys), question.access.settings, console)
            if isEmpty { try FilterHint(invocation, question.access, console).narrate() }
            try printWorth(of: wanted, &converter, console)
        }
        return .done
    }

    // MARK: JSON

    /// The members of the bank's fact as `read` prints them, between the key and the annotations.
    ///
    /// - Parameter converter: adds what the line is worth; nothing where its day has no rate.
    private static func printJSON(
        _ wanted: LastEntries, _ converter: inout CurrencyConverter?, _ console: Console
    ) throws {
        var writer = ByteWriter(capacity: 1 << 17)
        var fact = ByteWriter(capacity: 1 << 10)
        try wanted.forEachEntry { entry, row in
            writer.append("{\"key\":\"")
            QueueLine.append(entry.key, to: &writer)
            writer.append("\",")
            fact.removeAll()
            var shown = entry.fact.inCurrency(row.amount.currency)
            // Those of the annotation came from it, and have the same name.
            shown.recordedTags = ""
            FactJSON.append(fact: shown, to: &fact)
            writer.append(fact.bytes[1..<(fact.bytes.count - 1)])
            append(entry, to: &writer)
            let counted = try wanted.filter.amount(of: row)
            if counted != row.amount {
                writer.append(",\"counted\":" as String)
                JSONValue.amount(counted).append(to: &writer)
            }
            if let base = converter?.base, let worth = converter?.converted(row) {
                writer.append(",\"in\":\"\(base.code)\",\"worth\":" as String)
                JSONValue.amount(try wanted.filter.amount(of: worth)).append(to: &writer)
            }
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
        let splits = said.splits.map(\.json)
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

    /// The sum of all lines in one currency, if one is asked for.
    private static func printWorth(
        of wanted: LastEntries, _ converter: inout CurrencyConverter?, _ console: Console
    ) throws {
        guard let base = converter?.base else { return }
        var sum = ExactSum(base)
        var unconverted: [Currency: Int] = [:]
        try wanted.rows.forEach { _, row in
            if let worth = converter?.converted(row) {
                sum.add(try wanted.filter.amount(of: worth))
            } else {
                unconverted[row.amount.currency, default: 0] += 1
            }
        }
        guard let total = sum.money else {
            throw ReportFailure.sumTooLarge(account: "", currency: base)
        }
        try console.line(.listWorth, ["amount": .amount(total), "base": .text(base.code)])
        console.narrate(unconverted: unconverted)
    }

    /// Returns whether there were lines.
    private static func printTable(
        _ wanted: LastEntries, hasKeys: Bool, _ settings: Settings, _ console: Console
    ) throws -> Bool {
        var table = LineTable(hasKeys: hasKeys, settings, console)
        var shown = 0
        let totals = try wanted.forEach { entry, row, amount in
            shown += 1
            table.add(row, amount: amount)
        }
        guard totals.count > 0 else {
            try console.line(.ledgerEmpty)
            return false
        }
        try table.print()
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
        return true
    }
}

/// The last matching entries, or all; the totals include all. Of a divided entry only the parts
/// asked for count.
private struct LastEntries {
    let rows: LedgerRows
    let filter: LineFilter
    let countMax: Int?

    /// Calls the body with the entries only: with a limit, older ones are not read.
    func forEachEntry(_ each: (LedgerEntry, ReportRow) throws -> Void) throws {
        guard let countMax else { return try rows.forEach(each) }
        try rows.forEachLast(countMax, each)
    }

    /// Calls the body with the entries; without a limit, each as soon as it is read.
    func forEach(_ each: (LedgerEntry, ReportRow, Money) throws -> Void) throws -> RowTotals {
        var totals = RowTotals()
        guard let countMax else {
            try rows.forEach { entry, row in
                let amount = try filter.amount(of: row)
                totals.add(amount, account: row.account)
                try each(entry, row, amount)
            }
            return totals
        }
        let areKept = try rows.forEachKeptDay { place, _, sums in totals.add(sums, at: place) }
        if areKept {
            try rows.forEachLast(countMax) { entry, row in
                try each(entry, row, try filter.amount(of: row))
            }
            return totals
        }
        var ring: [(LedgerEntry, ReportRow, Money)] = []
        var oldest = 0
        try rows.forEach { entry, row in
            let amount = try filter.amount(of: row)
            totals.add(amount, account: row.account)
            if ring.count < countMax {
                ring.append((entry, row, amount))
            } else {
                ring[oldest] = (entry, row, amount)
                oldest = (oldest + 1) % countMax
            }
        }
        for (entry, row, amount) in ring[oldest...] + ring[..<oldest] {
            try each(entry, row, amount)
        }
        return totals
    }
}

extension Decision.Split {
    /// A part as `list --json` prints it.
    var json: JSONValue {
        ["category": .string(category), "amount": .amount(amount), "note": .ifAny(note)]
    }
}
