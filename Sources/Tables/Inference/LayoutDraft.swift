internal import Facts
internal import Reading

/// The layout file of an inferred table, so that the bank's next file needs no inference.
///
/// Open values are written as `"?"`, which no layout may contain: an unsettled draft is refused,
/// never read by a guess.
struct LayoutDraft {
    private let table: InferredTable
    private let name: String
    private let comments: [String]
    private let bank: String
    /// The members that became the table's columns, if it was a document of records.
    private let records: RecordColumns?

    /// - Parameter bank: empty if the user is to fill it in.
    init(
        _ table: InferredTable, name: String, comments: [String], bank: String = "",
        records: RecordColumns? = nil
    ) {
        self.table = table
        self.records = records
        self.name = name
        self.comments = comments
        self.bank = bank
    }

    var text: String {
        var lines = comments.map { $0.isEmpty ? "#" : "# " + Self.plain($0) }
        lines.append("layout: \(Self.quoted(name))")
        lines.append("bank: \(Self.quoted(bank))")
        if let records {
            lines.append("format: json")
            if let epoch = epochs.first { lines.append("epoch: \(epoch.rawValue)") }
            if hasCoins { lines.append("minor_units: true") }
            lines.append("rows: [\(records.places.map(Self.quoted).joined(separator: ", "))]")
            let needed = table.fields.filter { Self.needed.contains($0.field) }.flatMap(\.columns)
            lines.append("requires: [\(needed.map(columnName).joined(separator: ", "))]")
        } else {
            lines.append("delimiter: \(delimiter)")
        }
        let isMarkOpen = isOpen(.decimalMark) || isOpen(.totals)
        lines.append("decimal: \(isMarkOpen ? "\"?\"" : table.mark.rawValue)")
        if table.hasUnit { lines.append("unit: true") }
        if !table.sideLetters.isEmpty {
            let fields = table.sideLetters.map(\.key).joined(separator: ", ")
            lines.append("side_letters: [\(fields)]")
        }
        lines.append("dates: \(dates)")
        let isMinusWord = table.directions?.moneyOut.contains("-") ?? false
        let none = (isMinusWord ? ["—"] : ["—", "-"]) + table.noneWords
        lines.append("none: [\(none.map(Self.quoted).joined(separator: ", "))]")
        if !table.hasHeader {
            lines.append("header: none")
            lines.append("shape: [\(shapes.joined(separator: ", "))]")
        }
        if table.hasDayTitles { lines.append("day_titles: true") }
        lines.append("columns:")
        for entry in table.fields {
            let names = entry.columns.map(columnName)
            let text = names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
            lines.append("  \(entry.field.key): \(text)")
        }
        if isOpen(.amountColumn) { lines.append("  amount: \"?\"") }
        if isOpen(.currencyColumn) { lines.append("  currency: \"?\"") }
        if isOpen(.status) { lines.append("  status: \"?\"") }
        if !table.joined.isEmpty {
            lines.append("join: [\(table.joined.map(\.key).joined(separator: ", "))]")
        }
        let optional = table.fields.map(\.field).filter { !Self.needed.contains($0) }
        if !optional.isEmpty {
            lines.append("optional: [\(optional.map(\.key).joined(separator: ", "))]")
        }
        if !unread.isEmpty { lines.append("known: [\(unread.joined(separator: ", "))]") }
        if table.unitCurrency.isKnown { lines.append("currency: \(table.unitCurrency.code)") }
        if isOpen(.unit) {
            lines.append(records == nil ? "counted_in: \"?\"" : "minor_units: \"?\"")
        } else if !counted.isEmpty {
            lines.append("counted_in: {\(counted.joined(separator: ", "))}")
        }
        if !table.sections.isEmpty {
            lines.append("sections: [\(table.sections.map(Self.quoted).joined(separator: ", "))]")
        }
        lines += signs
        lines += status
        if table.isUnbookedHold { lines.append("unbooked_is_hold: true") }
        lines += skips
        return lines.joined(separator: "\n") + "\n"
    }

    /// Required columns: without them a file is another table.
    private static let needed: [LayoutField] = [
        .made, .amount, .debit, .credit, .direction, .status,
    ]

    private func isOpen(_ question: InferenceDoubt.Question) -> Bool {
        table.doubts.contains { $0.question == question }
    }

    /// The units of instants in the columns of days.
    private var epochs: Set<RecordRules.Epoch> {
        Set(members([.made, .booked, .value]).compactMap { records?.epochs[$0] })
    }

    private var hasCoins: Bool {
        members(LayoutField.allCases.filter(\.isMoney)).contains { records?.coins[$0] != nil }
    }

    /// Whether a layout of records can say how all members are written: as one kind of instants, or
    /// none, and all amounts in coins, or none.
    var isWritable: Bool {
        guard let records else { return true }
        let days = members([.made, .booked, .value])
        let money = members(LayoutField.allCases.filter(\.isMoney))
        return Set(days.map { records.epochs[$0] }).count < 2
            && Set(money.map { records.coins[$0] == nil }).count < 2
    }

    private func members(_ fields: [LayoutField]) -> [Int] {
        table.fields.filter { fields.contains($0.field) }.flatMap(\.columns)
            .map { $0 - (records?.areStates == true ? 1 : 0) }
    }

    /// `amount: hundredths`.
    private var counted: [String] {
        table.fields.compactMap { entry in
            guard entry.field.isMoney, let unit = table.units[entry.columns[0]] else { return nil }
            return "\(entry.field.key): \(unit.rawValue)"
        }
    }

    private var delimiter: String {
        switch table.shape.delimiter {
        case 0x2C: "\",\""
        case 0x3B: "\";\""
        case CSVShape.bar: "\"|\""
        default: "tab"
        }
    }

    private var dates: String {
        if isOpen(.dateOrder) || isOpen(.dateColumn) { return "[\"?\"]" }
        if table.datePatterns.isEmpty { return "column" }
        return "[" + table.datePatterns.map(Self.quoted).joined(separator: ", ") + "]"
    }

    /// The cell shapes that identify the rows of a table without a header: days and amounts.
    private var shapes: [String] {
        table.names.indices.map { column in
            if table.dayColumns.contains(column) { return "date" }
            guard let money = table.moneyColumns.first(where: { $0.column == column }) else {
                return "any"
            }
            return money.mayBeBlank ? "\"amount?\"" : "amount"
        }
    }

    private func columnName(_ column: Int) -> String {
        if let records {
            let index = column - (records.areStates ? 1 : 0)
            return Self.quoted(index < 0 ? "#key" : records.layoutPaths[index])
        }
        let folded = HeaderText.fold(table.names[column])
        let pattern = HeaderPattern(table.patterns[column])
        let matches = table.names.indices.filter {
            pattern.match(HeaderText.fold(table.names[$0])) != nil
        }
        // A column number if the name is blank, repeated or would be split.
        guard !folded.isEmpty, matches == [column], !table.patterns[column].contains("|"),
            table.names[column].first != "#"
        else { return "\"#\(column + 1)\"" }
        return Self.quoted(table.patterns[column])
    }

    /// Columns not read, so that the bank's next new one is noticed.
    private var unread: [String] {
        guard table.hasHeader, records == nil else { return [] }
        let read = Set(table.fields.flatMap(\.columns))
        return table.names.indices.filter {
            !read.contains($0) && !HeaderText.fold(table.names[$0]).isEmpty
                && !table.names[$0].contains("|")
        }.map { Self.quoted(table.patterns[$0]) }
    }

    private var signs: [String] {
        var lines: [String] = []
        let isTwoSided = table.fields.contains { $0.field == .debit }
        if isOpen(.sign) {
            lines.append(isTwoSided ? "debit_sign: \"?\"" : "sign: \"?\"")
        } else if table.isInverted {
            lines.append("sign: inverted")
        } else if isTwoSided, table.isDebt {
            lines.append("debit_sign: debt")
        } else if isTwoSided, table.hasStorno {
            lines.append("debit_sign: signed")
        } else if isTwoSided, table.isDebitNegative {
            lines.append("debit_sign: negative")
        }
        if table.isFeeOnTop { lines.append("fee_on_top: true") }
        if let words = table.directions {
            lines.append("direction:")
            lines.append("  in: [\(words.moneyIn.map(Self.quoted).joined(separator: ", "))]")
            lines.append("  out: [\(words.moneyOut.map(Self.quoted).joined(separator: ", "))]")
            if !table.transfers.isEmpty {
                let words = table.transfers.map(Self.quoted).joined(separator: ", ")
                lines.append("  transfer: [\(words)]")
            }
            if !table.paysFromAccount.isEmpty { lines.append("  otherwise: printed") }
        } else if table.signOrder != nil {
            lines.append("direction: {otherwise: balance}")
        } else if table.fields.contains(where: { $0.field == .direction }) {
            lines.append("direction: {otherwise: reject}")
        }
        return lines
    }

    private var status: [String] {
        guard let status = table.status else { return [] }
        var lines = ["status:"]
        lines.append("  done: [\(status.done.map(Self.quoted).joined(separator: ", "))]")
        lines.append("  hold: [\(status.hold.map(Self.quoted).joined(separator: ", "))]")
        if !status.skip.isEmpty {
            lines.append("  skip:")
            for entry in status.skip {
                lines.append("    \(Self.quoted(entry.word)): \(entry.reason.rawValue)")
            }
        }
        return lines
    }

    private var skips: [String] {
        let texts = table.skips.map {
            "  - {column: \(columnName($0.column)), text: \(Self.quoted($0.text)), "
                + "reason: \($0.reason.rawValue)}"
        }
        let reasons = table.failureReasons.map {
            "  - {column: \(columnName($0)), filled: true, reason: failed}"
        }
        return texts.isEmpty && reasons.isEmpty ? [] : ["skip:"] + texts + reasons
    }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): out += " "
            case "\u{2028}", "\u{2029}", "\u{FEFF}": out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    /// One line of a comment, with any text of a bank made safe.
    private static func plain(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            let isSafe = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            out.unicodeScalars.append(
                isSafe && !["\u{2028}", "\u{2029}", "\u{FEFF}"].contains(scalar) ? scalar : " ")
        }
        return out
    }
}
