import Categorizing
import Facts
import Pending
import Tables
import Reports
import Scanning

/// `kopiyka categorize [FILE|-]`: a category for each descriptor of a table.
enum CategorizeCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let path = invocation.operands.first ?? "-"
        let (categorizer, memory, _) = try workspaceCategorizer(console)
        var table = try TableReader(path: path)
        guard let header = try table.next() else {
            throw ReadFailure(.empty, at: SourcePlace(file: path))
        }
        let columns = try DescriptorColumns(header.fields, path: path)
        let wantsJSON = invocation.wantsJSON
        if !wantsJSON { try console.raw("id,category,confidence,level\n") }
        var writer = ByteWriter(capacity: 1 << 16)
        let print = wantsJSON ? console.raw : console.export
        var isClean = true
        do {
            while let step = try table.step() {
                guard case .row(let row) = step, let query = columns.query(row.fields) else {
                    console.report(columns.rejection(of: step, path: path))
                    isClean = false
                    continue
                }
                let suggestion = categorizer.suggest(query, memory: memory)
                let id = columns.text(.id, in: row.fields)
                wantsJSON
                    ? appendJSON(id, suggestion, to: &writer)
                    : appendCSV(id, suggestion, to: &writer)
                if writer.count > 1 << 15 {
                    try print(writer.bytes)
                    writer.removeAll()
                }
            }
        } catch let failure as ReadFailure {
            // The rows before it were valid.
            try print(writer.bytes)
            throw failure
        }
        try print(writer.bytes)
        return isClean ? .done : .needsPerson
    }

    private static func appendCSV(
        _ id: String, _ suggestion: Suggestion, to writer: inout ByteWriter
    ) {
        writer.append(CSVText.cell(escapedForTerminal(id)))
        for text in [suggestion.category, suggestion.confidenceText, suggestion.level.rawValue] {
            writer.append(",")
            writer.append(text)
        }
        writer.append("\n")
    }

    private static func appendJSON(
        _ id: String, _ suggestion: Suggestion, to writer: inout ByteWriter
    ) {
        writer.append("{\"id\":")
        writer.append(jsonString: id)
        writer.append(",\"suggestion\":")
        SuggestionJSON.append(suggestion, to: &writer)
        writer.append("}\n")
    }
}

/// The columns of a table, found by heading.
struct DescriptorColumns {
    enum Name: String, CaseIterable {
        case id, descriptor, mcc, amount, currency, country, bank, account, memo, label, also
    }

    private var places: [Name: Int] = [:]

    /// - Parameter isLabelled: requires a column with the right category.
    /// - Throws: a message that names the first missing column.
    init(
        _ headings: [String], path: String, isLabelled: Bool = false
    ) throws(HouseMessage) {
        for (place, heading) in headings.enumerated() {
            let plain = heading.lowercased().split(separator: " ").joined()
            if let name = Name(rawValue: plain), places[name] == nil { places[name] = place }
        }
        let needed: [Name] = isLabelled ? [.id, .descriptor, .label] : [.id, .descriptor]
        if let missing = needed.first(where: { places[$0] == nil }) {
            throw HouseMessage(
                at: SourcePlace(file: path, line: 1), "error.column-missing",
                [
                    "column": .text(missing.rawValue),
                    "needed": .text(needed.map(\.rawValue).joined(separator: ",")),
                ])
        }
    }

    func text(_ name: Name, in fields: [String]) -> String {
        guard let place = places[name], fields.indices.contains(place) else { return "" }
        return fields[place]
    }

    /// Nil when a number of the row is malformed.
    func query(_ fields: [String]) -> CategorizerQuery? {
        try? CategorizerQuery(
            text: text(.descriptor, in: fields), mcc: text(.mcc, in: fields),
            amount: text(.amount, in: fields),
            currency: Currency(code: text(.currency, in: fields)) ?? .unknown,
            country: text(.country, in: fields), account: text(.account, in: fields),
            memo: text(.memo, in: fields))
    }

    /// The error of a row without a query.
    func rejection(of step: TableReader.Step, path: String) -> RowRejection {
        let row: TableReader.Row
        switch step {
        case .broken(let rejection): return rejection
        case .row(let found): row = found
        }
        let code = text(.mcc, in: row.fields)
        let isCode = code.isEmpty || UInt16(code).map { $0 < 10_000 } == true
        let name = isCode ? Name.amount : .mcc
        return RowRejection(
            kind: isCode ? .amountNotANumber : .mccNotACode,
            place: SourcePlace(file: path, line: row.line), field: name.rawValue,
            found: text(name, in: row.fields), expected: isCode ? "decimal point" : "0-9999")
    }
}
