package import Facts
import Scanning

/// The ledger as CSV for spreadsheets or as JSON Lines for programs.
///
/// CSV follows RFC 4180. A line with splits becomes a row for each part that the filter selects,
/// numbered in the column `part`, so that amounts can be summed; each has the original amount and
/// the balance of the whole line. An object has the whole line, and what counts of it. Text that a
/// spreadsheet would take for a formula gets a leading apostrophe; `CSVText.restored` removes it.
package struct TableExport: ~Copyable {
    package enum Form: Sendable, Equatable {
        /// Comma, decimal point, `2025-03-14`, English headings, category keys.
        case csv
        /// Semicolon, decimal comma, `14.03.2025`, a byte-order mark, Ukrainian headings, category
        /// names and display names of accounts: opens directly in a spreadsheet with Ukrainian
        /// settings.
        case csvUkrainian
        /// One object a line.
        case jsonLines
    }

    /// A line in another currency; nil where its day has no rate.
    package typealias Conversion = (ReportRow) throws -> ReportRow?

    private let form: Form
    private let naming: ExportNames
    private let filter: LineFilter
    private let base: Currency?
    private let converted: Conversion
    private var writer = ByteWriter(capacity: 1 << 16)

    /// - Parameters:
    ///   - filter: of the rows.
    ///   - base: the currency of columns with what each part is worth; nil for none.
    package init(
        _ form: Form, names naming: ExportNames, _ filter: LineFilter = LineFilter(),
        in base: Currency? = nil, converted: @escaping Conversion = { $0 }
    ) {
        self.form = form
        self.naming = naming
        self.filter = filter
        self.base = base
        self.converted = converted
    }

    /// Writes the rows and returns the number of ledger lines.
    package mutating func write(
        _ rows: ReportRows, to sink: @escaping ([UInt8]) throws -> Void
    ) throws -> Int {
        var count = 0
        writeHeadings()
        try rows { row in
            try verifySplits(of: row)
            try write(row)
            count += 1
            if writer.count >= 1 << 16 {
                try sink(writer.bytes)
                writer.removeAll()
            }
        }
        try sink(writer.bytes)
        writer.removeAll()
        return count
    }

    private mutating func write(_ row: ReportRow) throws {
        if form == .jsonLines { return try writeObject(row) }
        let worths = base == nil ? nil : try converted(row)?.parts
        for (index, part) in row.parts.enumerated() where filter.accepts(part, of: row) {
            writeCells(
                of: row, part, number: row.splits.isEmpty ? 0 : index + 1,
                worth: worths?[index].amount)
        }
    }

    // MARK: CSV

    private static let headings: [(en: String, uk: String)] = [
        ("date", "Дата"), ("account", "Рахунок"), ("amount", "Сума"), ("currency", "Валюта"),
        ("category", "Категорія"), ("payee", "Отримувач"), ("description", "Опис"),
        ("memo", "Призначення"), ("note", "Нотатка"), ("tags", "Мітки"),
        ("counterparty", "Контрагент"), ("mcc", "MCC"), ("original_amount", "Сума операції"),
        ("original_currency", "Валюта операції"), ("balance", "Залишок"),
        ("bank_id", "Номер у банку"), ("transfer_to", "Переказ на рахунок"), ("key", "Ключ"),
        ("part", "Частина"),
    ]

    private var isUkrainian: Bool { form == .csvUkrainian }

    private var delimiter: String { isUkrainian ? ";" : "," }

    private mutating func writeHeadings() {
        if form == .jsonLines { return }
        if isUkrainian { writer.append([0xEF, 0xBB, 0xBF]) }
        var headings = Self.headings.map { isUkrainian ? $0.uk : $0.en }
        if base != nil { headings += ["in", "worth"] }
        writer.append(headings.joined(separator: delimiter) + "\r\n")
    }

    private mutating func writeCells(
        of row: ReportRow, _ part: Decision.Split, number: Int, worth: Money?
    ) {
        // Numbers and days are ours; texts are the bank's and could be formulas.
        var cells = [
            text(row.day), CSVText.cell(account(row.account)), text(part.amount),
            CSVText.cell(part.amount.currency.code),
            CSVText.cell(isUkrainian ? ukrainianName(of: part.category) : part.category),
            CSVText.cell(row.payee), CSVText.cell(row.description), CSVText.cell(row.memo),
            CSVText.cell(number > 0 && !part.note.isEmpty ? part.note : row.note),
            CSVText.cell(row.tags.joined(separator: " ")), CSVText.cell(row.counterparty),
            row.mcc == 0 ? "" : fourDigits(row.mcc), text(row.originalAmount),
            CSVText.cell(row.originalAmount?.currency.code ?? ""), text(row.balance),
            CSVText.cell(row.bankID), CSVText.cell(row.transfer.map { account($0.account) } ?? ""),
            CSVText.cell(row.key.text), number > 0 ? String(number) : "",
        ]
        if base != nil { cells += [worth?.currency.code ?? "", text(worth)] }
        writer.append(cells.joined(separator: delimiter) + "\r\n")
    }

    private func account(_ id: String) -> String { isUkrainian ? naming.shownNameOf(id) : id }

    private func ukrainianName(of category: String) -> String {
        category.isEmpty ? "" : naming.path(of: category).joined(separator: ": ")
    }

    private func text(_ amount: Money?) -> String {
        guard let amount else { return "" }
        return isUkrainian ? withDecimalComma(amount.text) : amount.text
    }

    private func withDecimalComma(_ text: String) -> String {
        String(text.map { $0 == "." ? "," : $0 })
    }

    private func text(_ day: CalendarDate) -> String {
        guard isUkrainian else { return day.text }
        let (year, month, dayOfMonth) = day.parts
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(two(dayOfMonth)).\(two(month)).\(year)"
    }

    // MARK: JSON Lines

    private mutating func writeObject(_ row: ReportRow) throws {
        writer.append("{\"key\":\"\(row.key.text)\"" as String)
        member("account", row.account)
        member("date", row.day.text)
        member("amount", row.amount.text)
        member("currency", row.amount.currency.code)
        member("category", row.category)
        member("payee", row.payee)
        member("description", row.description)
        member("memo", row.memo)
        member("note", row.note)
        if !row.tags.isEmpty {
            writer.append(",\"tags\":[")
            for (index, tag) in row.tags.enumerated() {
                if index > 0 { writer.append(",") }
                writer.append(jsonString: tag)
            }
            writer.append("]")
        }
        member("counterparty", row.counterparty)
        member("mcc", row.mcc == 0 ? "" : fourDigits(row.mcc))
        member("original_amount", row.originalAmount?.text ?? "")
        member("original_currency", row.originalAmount?.currency.code ?? "")
        member("balance", row.balance?.text ?? "")
        member("bank_id", row.bankID)
        if row.isHold { writer.append(",\"hold\":true") }
        if let transfer = row.transfer {
            writer.append(",\"transfer\":{\"key\":\"\(transfer.key.text)\",\"account\":" as String)
            writer.append(jsonString: transfer.account)
            writer.append("}")
        }
        if !row.splits.isEmpty {
            writeSplits(row.splits)
            let counted = try filter.amount(of: row)
            if counted != row.amount { member("counted", counted.text) }
        }
        writer.append("}\n")
    }

    private mutating func writeSplits(_ splits: [Decision.Split]) {
        writer.append(",\"splits\":[")
        for (index, split) in splits.enumerated() {
            writer.append(index > 0 ? ",{\"category\":" : "{\"category\":" as String)
            writer.append(jsonString: split.category)
            member("amount", split.amount.text)
            member("note", split.note)
            writer.append("}")
        }
        writer.append("]")
    }

    /// Absent members are omitted.
    private mutating func member(_ name: StaticString, _ text: String) {
        if text.isEmpty { return }
        writer.append(",\"")
        writer.append(name)
        writer.append("\":")
        writer.append(jsonString: text)
    }
}

/// Cells of CSV that a spreadsheet may open.
package enum CSVText {
    /// The cell: neutralised when it could be a formula, quoted when it holds a delimiter, a quote
    /// or a line's end.
    ///
    /// - Source: RFC 4180 §2; OWASP, CSV injection.
    package static func cell(_ text: String) -> String {
        let safe = neutralised(text)
        let needsQuotes = safe.utf8.contains {
            $0 == 0x22 || $0 == 0x2C || $0 == 0x3B || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
        }
        guard needsQuotes else { return safe }
        var quoted = "\""
        for scalar in safe.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Adds a leading apostrophe to text that a spreadsheet would take for a formula, or that
    /// starts with an apostrophe.
    package static func neutralised(_ text: String) -> String {
        var isFirst = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'" where isFirst: return "'" + text
            case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": return "'" + text
            // Blanks before a formula do not stop every spreadsheet.
            case " ", "\u{A0}", "\0", "\u{FEFF}": isFirst = false
            default: return text
            }
        }
        return text
    }

    /// The inverse of `neutralised`.
    package static func restored(_ text: String) -> String {
        guard text.unicodeScalars.first == "'" else { return text }
        let rest = String(text.unicodeScalars.dropFirst())
        return neutralised(rest) == text ? rest : text
    }
}
