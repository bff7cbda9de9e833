import Facts
import TestKit
import Testing

/// A bank's table that went through a spreadsheet or an editor says what it said before, or is
/// refused in one sentence.
@Suite struct `Resaved tables` {
    private static let header = [
        "Дата i час операції", "Деталі операції", "MCC", "Сума в валюті картки (UAH)",
        "Сума в валюті операції", "Валюта", "Курс", "Сума комісій (UAH)", "Сума кешбеку (UAH)",
        "Залишок після операції",
    ]
    /// Whole amounts first: they fit any mark.
    private static let rows: [[String]] = [
        ["30.01.2026 16:40", "Зарплата", "4829", "24500", "24500", "51258.55", "—"],
        ["29.01.2026 09:15", "EVA, аптека", "5977", "-389", "-389", "26758.55", "3.89"],
        ["05.02.2026 09:05", "АТБ-Маркет", "5411", "-1641.95", "-1641.95", "27147.55", "—"],
        ["01.02.2026 19:20", "Glovo", "5814", "-367.3", "-367.3", "28789.5", "—"],
    ].map { [$0[0], $0[1], $0[2], $0[3], $0[4], "UAH", "—", "—", $0[6], $0[5]] }

    enum Days: CaseIterable { case dotted, short, single, iso, american, halfDays, dashed }
    enum Wrapping: CaseIterable { case none, blanks, wide, preamble }

    private static func written(_ day: String, _ days: Days) -> String {
        let parts = day.split { ". :".contains($0) }.map(String.init)
        let numbers = parts.map { Int($0) ?? 0 }
        let year = parts[2].suffix(2)
        let clock = "\(numbers[3]):\(parts[4])"
        return switch days {
        case .dotted: "\(parts[0]).\(parts[1]).\(parts[2]) \(clock)"
        case .short: "\(parts[0]).\(parts[1]).\(year) \(parts[3]):\(parts[4])"
        case .single: "\(numbers[0]).\(numbers[1]).\(parts[2]) \(clock)"
        case .iso: "\(parts[2])-\(parts[1])-\(parts[0]) \(parts[3]):\(parts[4]):00"
        case .american: "\(numbers[1])/\(numbers[0])/\(year) \(clock)"
        case .halfDays:
            "\(numbers[1])/\(numbers[0])/\(year) \((numbers[3] + 11) % 12 + 1):\(parts[4]) "
                + (numbers[3] < 12 ? "AM" : "PM")
        case .dashed: "\(parts[0])-\(parts[1])-\(parts[2]) \(clock)"
        }
    }

    private static func text(
        _ header: [String], _ rows: [[String]], _ delimiter: String, _ wrapping: Wrapping
    ) -> [UInt8] {
        var text = ""
        if wrapping == .preamble {
            for line in 1...14 { text += "Рядок \(line) про банк\r\n" }
        }
        for row in [header] + rows {
            let cells = row.map { cell in
                if wrapping == .blanks { return " \(cell.replacing(delimiter, with: " ")) " }
                return cell.contains(delimiter) ? "\"\(cell)\"" : cell
            }
            text += cells.joined(separator: delimiter) + "\r\n"
        }
        guard wrapping == .wide else { return Array(text.utf8) }
        return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private func read(_ bytes: [UInt8]) -> StatementReading {
        let file = TemporaryFile(bytes, name: "a.csv")
        return StatementReading(path: file.path)
    }

    private func facts(_ reading: StatementReading, words: Bool = true) -> [String] {
        reading.batch.lines.map { line in
            let description = words ? reading.batch.string(line.description) : ""
            return "\(line.made.day.text) \(line.amount.text) \(line.amount.currency) "
                + "\(description) \(line.mcc) \(line.balance?.text ?? "")"
        }
    }

    private var whole: [String] {
        facts(
            read(
                Self.text(
                    Self.header, Self.rows.map { [$0[0] + ":00"] + $0.dropFirst() }, ",", .none)))
    }

    @Test(arguments: Days.allCases, Wrapping.allCases)
    func `days, marks, delimiters and blanks of a spreadsheet change no fact`(
        days: Days, wrapping: Wrapping
    ) {
        let whole = whole
        #expect(whole.count == Self.rows.count)
        for mark in [".", ","] {
            for delimiter in drawn(every: 2, of: [",", ";", "\t"])
            where wrapping != .blanks || mark != delimiter {
                let rows = Self.rows.map { row in
                    [Self.written(row[0], days), row[1]]
                        + row.dropFirst(2).map { $0.replacing(".", with: mark) }
                }
                let reading = read(Self.text(Self.header, rows, delimiter, wrapping))
                #expect(reading.failure == nil, "\(mark) \(delimiter)")
                #expect(reading.layout == "monobank/csv")
                let hasWords = !(wrapping == .blanks && delimiter == ",")
                #expect(
                    facts(reading, words: hasWords)
                        == (hasWords
                            ? whole
                            : facts(
                                read(
                                    Self.text(
                                        Self.header,
                                        Self.rows.map { [$0[0] + ":00"] + $0.dropFirst() }, ",",
                                        .none)), words: false)),
                    "\(mark) \(delimiter)")
            }
        }
    }

    @Test func `days that two orders read are refused once with both`() {
        let rows = Self.rows.map { row in ["5/2/26 9:05"] + row.dropFirst() }
        let reading = read(Self.text(Self.header, rows, ";", .none))
        #expect(reading.failure?.kind == .layoutAmbiguous)
        #expect(reading.failure?.details == ["date-order", "dmy", "mdy"])
        #expect(reading.batch.lines.isEmpty)
    }

    @Test(arguments: 0..<10) func `a lost column is missed or named`(column: Int) {
        func without(_ row: [String]) -> [String] {
            var row = row
            row.remove(at: column)
            return row
        }
        let rows = Self.rows.map { [$0[0] + ":00"] + $0.dropFirst() }
        let reading = read(
            Self.text(without(Self.header), rows.map(without), ",", .none))
        if [0, 1, 3].contains(column) {
            #expect(reading.failure?.kind == .layoutDrifted)
            let name = Self.header[column].replacing("(UAH)", with: "({currency})")
                .replacing("i час", with: "і час")
            #expect(reading.failure?.details.last == name)
        } else {
            #expect(reading.failure == nil)
            #expect(reading.layout == "monobank/csv")
            #expect(
                reading.batch.lines.map(\.amount.text) == [
                    "24500.00", "-389.00", "-1641.95", "-367.30",
                ])
            #expect(reading.batch.lines.allSatisfy { $0.originalAmount == nil })
        }
    }
}
