import Facts
import Scanning
import TestKit

/// What people and their programs do to a bank's table before they import it.
enum TableAlteration: String, CaseIterable {
    case delimiter, numbers, days, serialDays, blanks, encoding, quotes, emptyColumns, emptyRows
    case linesAbove, headerCase, headerGone, columnRenamed, columnRemoved, columnsMoved
    case columnAdded, rowsReversed, totalRow, blankLines, lineEnds, scientific, signs
    case units, brokenByte, absent, linesQuoted, delimiterSaid, marksOfText, headerRepeated
    case halfDays

    /// False when the table has nothing that can be altered so.
    func apply(to table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        switch self {
        case .delimiter:
            let others = [",", ";", "\t", "|"].filter { Character($0) != table.delimiter }
            table.delimiter = Character(numbers.pick(others))
        case .numbers: return rewriteNumbers(&table, &numbers)
        case .days: return rewriteDays(&table, &numbers)
        case .serialDays: return rewriteSerials(&table)
        case .blanks: table.blanks = numbers.pick([" ", "  ", "\u{A0}"])
        case .encoding:
            var encodings: [AlteredTable.Encoding] = [.marked, .wide, .wideBig]
            let text = (table.header + table.rows.joined() + table.above.joined()).joined()
            let letters = text.unicodeScalars.count { $0.value >= 0x80 }
            for page in [TextEncoding.windows1251, .windows1252, .windows1250, .ibm852, .ibm850]
            where letters > 0 && table.brokenRow < 0 {
                // Whether the text can be in that encoding at all.
                let bytes = singleByteText(text, page)
                let isWritable = bytes.count { $0 == 0x3F } == text.count { $0 == "?" }
                if isWritable { encodings += [.page(page), .page(page)] }
            }
            table.encoding = numbers.pick(encodings)
        case .quotes: table.quotesAll = true
        case .emptyColumns:
            let count = 1 + numbers.below(3)
            func wider(_ row: [String]) -> [String] {
                row + Array(repeating: "", count: count)
            }
            if !table.header.isEmpty { table.header = wider(table.header) }
            table.rows = table.rows.map(wider)
            table.kinds += Array(repeating: .text, count: count)
        case .emptyRows: table.trailingRows = 1 + numbers.below(30)
        case .linesAbove:
            let lines = (0..<(1 + numbers.below(14))).map { ["Рядок \($0 + 1) про виписку"] }
            table.above.insert(contentsOf: lines, at: 0)
        case .headerCase:
            guard !table.header.isEmpty else { return false }
            let isUpper = numbers.chance(50)
            table.header = table.header.map { isUpper ? $0.uppercased() : $0.lowercased() }
        case .headerGone:
            guard !table.header.isEmpty else { return false }
            table.header = []
            table.above = []
            table.isPoorer = true
        case .columnRenamed:
            guard !table.header.isEmpty else { return false }
            table.header[numbers.below(table.header.count)] = numbers.pick([
                "Моя колонка", "Column1", "x", "Стовпець", "",
            ])
            table.isPoorer = true
        case .columnRemoved:
            guard table.rows[0].count > 3 else { return false }
            let column = numbers.below(table.rows[0].count)
            if !table.header.isEmpty { table.header.remove(at: column) }
            table.kinds.remove(at: column)
            for row in table.rows.indices { table.rows[row].remove(at: column) }
            table.isPoorer = true
            table.hasLostColumn = true
        case .columnsMoved: return moveColumns(&table, &numbers)
        case .columnAdded:
            let at = numbers.below(table.rows[0].count + 1)
            let isCounted = numbers.chance(50)
            let names = isCounted ? ["№", "", "Unnamed: 0"] : ["Tag", "Нотатка"]
            if !table.header.isEmpty { table.header.insert(numbers.pick(names), at: at) }
            for row in table.rows.indices {
                table.rows[row].insert(
                    isCounted ? "\(row + 1)" : numbers.pick(["", "", "дім", "робота"]), at: at)
            }
            table.kinds.insert(.text, at: at)
        case .rowsReversed:
            table.rows.reverse()
            table.isReversed.toggle()
        case .totalRow: return addTotal(&table, &numbers)
        case .blankLines: table.hasBlankLines = true
        case .lineEnds: table.lineEnd = numbers.pick(["\r\n", "\r"])
        case .scientific: return rewriteDigits(&table)
        case .signs: return rewriteSigns(&table, &numbers)
        case .units: return addUnits(&table, &numbers)
        case .brokenByte: return breakByte(&table, &numbers)
        case .absent: return nameAbsent(&table, &numbers)
        case .linesQuoted:
            guard !table.quotesAll else { return false }
            table.areLinesCells = true
        case .delimiterSaid: table.above.insert(["sep=\(table.delimiter)"], at: 0)
        case .marksOfText: return markTexts(&table, &numbers)
        case .headerRepeated:
            guard !table.header.isEmpty, table.rows.count > 1 else { return false }
            table.rows.insert(table.header, at: 1 + numbers.below(table.rows.count - 1))
        case .halfDays: return rewriteHalfDays(&table)
        }
        return true
    }

    // MARK: numbers

    private func numberColumns(_ table: AlteredTable) -> [(column: Int, mark: Character)] {
        table.kinds.indices.compactMap { column in
            switch table.kinds[column] {
            case .number(let mark), .amount(let mark): (column, mark)
            default: nil
            }
        }
    }

    private func amountColumns(_ table: AlteredTable) -> [(column: Int, mark: Character)] {
        numberColumns(table).filter { table.kinds[$0.column] == .amount($0.mark) }
    }

    private func rewriteNumbers(
        _ table: inout AlteredTable, _ numbers: inout SeededNumbers
    ) -> Bool {
        let columns = numberColumns(table)
        guard !columns.isEmpty else { return false }
        let mark: Character = numbers.pick([",", ",", "."])
        var groups = ["", "", " ", "\u{A0}", "\u{202F}", "'", "’"]
        groups.append(mark == "," ? "." : ",")
        let group = numbers.pick(groups)
        let hasTwoDecimals = numbers.chance(50)
        for (column, oldMark) in columns {
            var hasFraction = false
            for row in table.rows.indices {
                guard let number = PlainNumber(table.rows[row][column], mark: oldMark) else {
                    continue
                }
                var fraction = number.fraction
                if hasTwoDecimals {
                    while fraction.count < 2 { fraction += "0" }
                } else {
                    while fraction.last == "0" { fraction.removeLast() }
                }
                if !fraction.isEmpty { hasFraction = true }
                let sign = number.isNegative ? "-" : number.hasPlus ? "+" : ""
                table.rows[row][column] =
                    sign + Self.grouped(number.whole, group)
                    + (fraction.isEmpty ? "" : "\(mark)\(fraction)")
            }
            if case .amount = table.kinds[column] {
                table.kinds[column] = hasFraction ? .amount(mark) : .text
            } else {
                table.kinds[column] = hasFraction ? .number(mark) : .text
            }
        }
        return true
    }

    private static func grouped(_ whole: String, _ group: String) -> String {
        var text = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { text += group }
            text.append(digit)
        }
        return text
    }

    private func rewriteSigns(
        _ table: inout AlteredTable, _ numbers: inout SeededNumbers
    ) -> Bool {
        // Nobody puts a plus at what was spent.
        let style = numbers.below(table.isInverted ? 3 : 4)
        var changed = false
        for (column, _) in numberColumns(table) {
            for row in table.rows.indices {
                let cell = table.rows[row][column]
                let isNegative = cell.hasPrefix("-") && cell.count > 1
                if style == 3, !isNegative, !AlteredTable.isNone(cell), !cell.hasPrefix("+") {
                    table.rows[row][column] = "+" + cell
                    changed = true
                }
                guard isNegative else { continue }
                let bare = String(cell.dropFirst())
                table.rows[row][column] =
                    switch style {
                    case 0: "\u{2212}" + bare
                    case 1: bare + "-"
                    case 2: "(\(bare))"
                    default: cell
                    }
                changed = true
            }
            table.kinds[column] = .text
        }
        return changed
    }

    /// As a spreadsheet shows amounts of money.
    private func addUnits(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        guard let column = amountColumns(table).first?.column, let own = table.currency else {
            return false
        }
        let signs = ["UAH": "₴", "EUR": "€", "GBP": "£", "PLN": "zł"]
        let unit = numbers.chance(50) ? own : signs[own] ?? own
        for row in table.rows.indices where !AlteredTable.isNone(table.rows[row][column]) {
            table.rows[row][column] += numbers.chance(50) ? " \(unit)" : "\u{A0}\(unit)"
        }
        table.kinds[column] = .text
        return true
    }

    /// What scripts write where there is nothing.
    private func nameAbsent(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        let word = numbers.pick(["NULL", "nan", "None", "N/A", "null", "#N/A"])
        var changed = false
        for row in table.rows.indices {
            for column in table.rows[row].indices
            where AlteredTable.isNone(table.rows[row][column]) {
                table.rows[row][column] = word
                table.absentWord = word
                changed = true
            }
        }
        return changed
    }

    /// As a spreadsheet is told that a number is a text.
    private func markTexts(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        let isFormula = numbers.chance(50)
        for row in table.rows.indices {
            for column in table.rows[row].indices {
                let cell = table.rows[row][column]
                if cell.isEmpty || cell.contains("\"") || cell.hasPrefix("'") { continue }
                table.rows[row][column] = isFormula ? "=\"\(cell)\"" : "'\(cell)"
            }
        }
        table.kinds = table.kinds.map { _ in .text }
        return true
    }

    /// `2/14/2026 9:05:33 PM`
    private func rewriteHalfDays(_ table: inout AlteredTable) -> Bool {
        let columns = dayColumns(table)
        let isProvable = columns.allSatisfy { column, order in
            table.rows.contains { row in
                let day = WrittenDay(row[column], order)
                return (day?.date.parts.day ?? 0) > 12 && day?.clock.isEmpty == false
            }
        }
        guard !columns.isEmpty, isProvable else { return false }
        for (column, order) in columns {
            for row in table.rows.indices {
                guard let day = WrittenDay(table.rows[row][column], order), day.clock.count >= 2
                else { continue }
                let (hour, half) = (day.clock[0] % 12, day.clock[0] < 12 ? "AM" : "PM")
                let rest = day.clock.dropFirst().map { ":" + ($0 < 10 ? "0" : "") + "\($0)" }
                table.rows[row][column] =
                    Self.written(day.date, 5) + " \(hour == 0 ? 12 : hour)\(rest.joined()) \(half)"
            }
            table.kinds[column] = .text
        }
        return true
    }

    private func breakByte(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        let text = table.header.joined() + table.rows.joined().joined()
        // Among fewer letters the byte may be one of another encoding.
        guard table.encoding == .plain, text.unicodeScalars.count(where: { $0.value >= 0x80 }) > 20
        else { return false }
        table.brokenRow = numbers.below(table.rows.count)
        let row = table.rows[table.brokenRow]
        guard
            let column = row.indices.max(by: { row[$0].count < row[$1].count })
        else { return false }
        table.rows[table.brokenRow][column] += String(UnicodeScalar(AlteredTable.mark))
        return true
    }

    private func rewriteDigits(_ table: inout AlteredTable) -> Bool {
        var changed = false
        for column in table.kinds.indices where table.kinds[column] == .digits {
            for row in table.rows.indices where !AlteredTable.isNone(table.rows[row][column]) {
                let digits = Array(table.rows[row][column])
                table.rows[row][column] =
                    "\(digits[0]),\(digits[1])\(digits[2])E+\(digits.count - 1)"
                changed = true
            }
            table.kinds[column] = .text
        }
        return changed
    }

    private func addTotal(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        guard let (column, mark) = amountColumns(table).first else { return false }
        var cents = 0
        for row in table.rows {
            guard let number = PlainNumber(row[column], mark: mark), number.fraction.count <= 2
            else { continue }
            let fraction = number.fraction + (number.fraction.count == 1 ? "0" : "")
            let value = (Int(number.whole) ?? 0) * 100 + (Int(fraction) ?? 0)
            cents += number.isNegative ? -value : value
        }
        var cells = table.rows[0].map { _ in "" }
        let part = abs(cents % 100)
        cells[column] =
            "\(cents < 0 ? "-" : "")\(abs(cents) / 100)\(mark)\(part < 10 ? "0" : "")\(part)"
        let place = column == 0 ? 1 : numbers.below(column)
        cells[place] = numbers.pick(["Разом", "Всього", "Total", "Итого", "Підсумок"])
        table.rows.append(cells)
        return true
    }

    // MARK: days

    private func dayColumns(_ table: AlteredTable) -> [(column: Int, order: AlteredTable.DayOrder)]
    {
        table.kinds.indices.compactMap { column in
            if case .day(let order) = table.kinds[column] { (column, order) } else { nil }
        }
    }

    private func rewriteDays(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        let columns = dayColumns(table)
        guard !columns.isEmpty else { return false }
        // Numbers set apart by slashes say what they are only where one is no month.
        let isProvable = columns.allSatisfy { column, order in
            table.rows.contains { (WrittenDay($0[column], order)?.date.parts.day ?? 0) > 12 }
        }
        let style = numbers.pick(isProvable ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 1, 2, 3, 4])
        let clockStyle = numbers.below(3)
        for (column, order) in columns {
            for row in table.rows.indices {
                guard let day = WrittenDay(table.rows[row][column], order) else { continue }
                table.rows[row][column] =
                    Self.written(day.date, style) + Self.written(day.clock, clockStyle)
            }
            table.kinds[column] =
                switch style {
                case 0, 1, 2, 6, 7: .day(style == 6 ? .monthFirst : .dayFirst)
                case 3: .day(.yearFirst)
                case 5: .day(.monthFirst)
                default: .text
                }
        }
        return true
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func written(_ date: CalendarDate, _ style: Int) -> String {
        let (year, month, day) = date.parts
        let short = year % 100
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return switch style {
        case 0: "\(two(day)).\(two(month)).\(year)"
        case 1: "\(two(day)).\(two(month)).\(two(short))"
        case 2: "\(day).\(month).\(year)"
        case 3: "\(year)-\(two(month))-\(two(day))"
        case 4: "\(day)-\(months[month - 1])-\(two(short))"
        case 5: "\(month)/\(day)/\(year)"
        case 6: "\(two(month))/\(two(day))/\(two(short))"
        default: "\(two(day))/\(two(month))/\(year)"
        }
    }

    private static func written(_ clock: [Int], _ style: Int) -> String {
        guard clock.count >= 2 else { return "" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return switch style {
        case 0: " \(clock[0]):\(two(clock[1]))"
        case 1: " \(two(clock[0])):\(two(clock[1]))"
        default: " \(clock.map(two).joined(separator: ":"))"
        }
    }

    /// Days since the end of 1899, as a spreadsheet counts them.
    private func rewriteSerials(_ table: inout AlteredTable) -> Bool {
        guard let first = CalendarDate(year: 1900, month: 1, day: 1) else { return false }
        var changed = false
        for (column, order) in dayColumns(table) {
            for row in table.rows.indices {
                guard let day = WrittenDay(table.rows[row][column], order) else { continue }
                let days = day.date.daysSince1970 - first.daysSince1970 + 2
                let second = day.clock.reduce(0) { $0 * 60 + $1 } * (day.clock.count == 2 ? 60 : 1)
                let part = String(100_000 + second * 100_000 / 86_400).dropFirst()
                table.rows[row][column] = day.clock.isEmpty ? "\(days)" : "\(days),\(part)"
                changed = true
            }
            table.kinds[column] = .text
        }
        return changed
    }

    private func moveColumns(_ table: inout AlteredTable, _ numbers: inout SeededNumbers) -> Bool {
        guard !table.header.isEmpty else { return false }
        // A heading that stands twice is told by its place.
        guard Set(table.header).count == table.header.count else { return false }
        var order = Array(table.header.indices)
        order.shuffle(using: &numbers)
        table.header = order.map { table.header[$0] }
        table.kinds = order.map { table.kinds[$0] }
        table.rows = table.rows.map { row in order.map { row[$0] } }
        return true
    }
}
