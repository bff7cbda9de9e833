internal import Facts

/// The rows of a CSV of prices, by its heading.
struct PriceTableReader {
    private enum Form {
        /// A column a currency, `N/A` where there is no price: the euro in each of them.
        case wide([(column: Int, currency: Currency)])
        case narrow(Columns)
    }

    private struct Columns {
        var date = -1, currency = -1, rate = -1
        var base: Int?
        var units: Int?
        /// As the workspace writes them: where the price came from.
        var source: Int?
        var file: Int?
        var line: Int?
    }

    /// The European Central Bank has listed between 28 and 41 currencies.
    private static let widthMin = 20

    private let form: Form
    private let delimiter: UInt8

    /// - Throws: when the heading names no prices.
    init(heading: ArraySlice<UInt8>, line: Int) throws(PriceFault) {
        delimiter =
            [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
            .max { a, b in heading.count { $0 == a } < heading.count { $0 == b } } ?? 0x2C
        let names = Self.cells(heading, delimiter).map { $0.text.lowercased() }
        let codes: [(column: Int, currency: Currency)] = Self.cells(heading, delimiter).enumerated()
            .dropFirst().compactMap { index, cell in
                Currency(code: cell.text).map { (index, $0) }
            }
        // Other wide tables do not say in which currency their prices are.
        let isOfEuro = !codes.contains { $0.currency == .eur } && codes.count >= Self.widthMin
        if names.first == "date", isOfEuro, names.count(where: { !$0.isEmpty }) == codes.count + 1 {
            form = .wide(codes)
            return
        }
        var columns = Columns()
        for (index, name) in names.enumerated() {
            switch name {
            case "date", "day", "дата", "exchangedate": columns.date = index
            case "currency", "code", "cc", "валюта", "код": columns.currency = index
            case "rate", "price", "курс": columns.rate = index
            case "base", "quote", "in", "базова", "базова валюта": columns.base = index
            case "units", "unit", "nominal", "amount", "quantity", "кількість", "одиниць",
                "кількість одиниць", "номінал":
                columns.units = index
            case "source": columns.source = index
            case "file": columns.file = index
            case "line": columns.line = index
            default: break
            }
        }
        let known = [columns.date, columns.currency, columns.rate]
        if known.allSatisfy({ $0 < 0 }) { throw PriceFault(.notAList, line: line) }
        if columns.date < 0 { throw PriceFault(.columnMissing(.date), line: line) }
        if columns.currency < 0 { throw PriceFault(.columnMissing(.currency), line: line) }
        if columns.rate < 0 { throw PriceFault(.columnMissing(.rate), line: line) }
        form = .narrow(columns)
    }

    /// Adds the row's prices, or its fault.
    func read(_ row: ArraySlice<UInt8>, _ line: Int, into list: inout PriceList) {
        let cells = Self.cells(row, delimiter)
        do throws(PriceFault) {
            switch form {
            case .wide(let columns): try readWide(cells, columns, line, &list)
            case .narrow(let columns): try readNarrow(cells, columns, line, &list)
            }
        } catch {
            list.add(error)
        }
    }

    private func readWide(
        _ cells: [Cell], _ columns: [(column: Int, currency: Currency)], _ line: Int,
        _ list: inout PriceList
    ) throws(PriceFault) {
        let day = try Self.day(cells[0], line)
        for (column, currency) in columns where column < cells.count {
            let cell = cells[column]
            if cell.text.isEmpty || cell.text == "N/A" { continue }
            guard let rate = ExchangeRate(text: cell.text) else {
                list.add(PriceFault(.rateInvalid(cell.text), line: line, column: cell.column))
                continue
            }
            list.add(.europeanCentralBank, day, .eur, in: currency, rate, line: line)
        }
    }

    private func readNarrow(
        _ cells: [Cell], _ columns: Columns, _ line: Int, _ list: inout PriceList
    ) throws(PriceFault) {
        func cell(_ column: Int) -> Cell {
            column < cells.count ? cells[column] : Cell(text: "", column: 1)
        }
        let day = try Self.day(cell(columns.date), line)
        // Lists name currencies that exist no more; in a person's own table these are typing
        // errors.
        let isOfList = columns.source.map { !cell($0).text.isEmpty } ?? false
        let currency = try Self.currency(cell(columns.currency), line, isOfList)
        var units: UInt64 = 1
        if let column = columns.units, !cell(column).text.isEmpty {
            guard let number = UInt64(cell(column).text), number > 0 else {
                throw PriceFault(
                    .unitsInvalid(cell(column).text), line: line, column: cell(column).column)
            }
            units = number
        }
        let written = cell(columns.rate)
        // A decimal comma is no delimiter where the cell has it.
        let decimal = String(written.text.map { $0 == "," ? "." : $0 })
        guard let rate = ExchangeRate(text: decimal, units: units) else {
            throw PriceFault(.rateInvalid(written.text), line: line, column: written.column)
        }
        var base = list.base
        if let column = columns.base, !cell(column).text.isEmpty {
            base = try Self.currency(cell(column), line, isOfList)
        }
        guard let base else { throw PriceFault(.baseMissing, line: line) }
        var source = PriceOrigin.Source.table
        if let column = columns.source, let known = PriceOrigin.Source(word: cell(column).text) {
            source = known
        }
        var file: String?
        if let column = columns.file, !cell(column).text.isEmpty { file = cell(column).text }
        let place = columns.line.flatMap { Int(cell($0).text) } ?? line
        list.add(source, day, currency, in: base, rate, line: place, file: file)
    }

    // MARK: Cells

    private struct Cell {
        let text: String
        /// In bytes, from 1.
        let column: Int
    }

    /// Cells without blanks and quotes around them; doubled quotes mean one.
    private static func cells(_ row: ArraySlice<UInt8>, _ delimiter: UInt8) -> [Cell] {
        var cells: [Cell] = []
        var bytes: [UInt8] = []
        var start = row.startIndex
        var isQuoted = false
        func cell(upTo end: Int) -> Cell {
            let text = String(decoding: bytes, as: UTF8.self)
            let blanks = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
            let end = text.utf8.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
            let inner = Array(text.utf8.dropFirst(blanks).dropLast(end))
            return Cell(
                text: String(decoding: inner, as: UTF8.self),
                column: start - row.startIndex + blanks + 1)
        }
        var index = row.startIndex
        while index < row.endIndex {
            let byte = row[index]
            if byte == 0x22 {
                let isDoubled = isQuoted && index + 1 < row.endIndex && row[index + 1] == 0x22
                if isDoubled {
                    bytes.append(byte)
                    index += 1
                } else {
                    isQuoted.toggle()
                }
            } else if byte == delimiter, !isQuoted {
                cells.append(cell(upTo: index))
                bytes.removeAll(keepingCapacity: true)
                start = index + 1
            } else {
                bytes.append(byte)
            }
            index += 1
        }
        cells.append(cell(upTo: index))
        return cells
    }

    private static func currency(
        _ cell: Cell, _ line: Int, _ isOfList: Bool
    ) throws(PriceFault) -> Currency {
        guard let currency = Currency(code: cell.text), isOfList || currency.isListed else {
            throw PriceFault(.currencyInvalid(cell.text), line: line, column: cell.column)
        }
        return currency
    }

    private static func day(_ cell: Cell, _ line: Int) throws(PriceFault) -> CalendarDate {
        guard let day = CalendarDate(listed: cell.text) else {
            throw PriceFault(.dayInvalid(cell.text), line: line, column: cell.column)
        }
        return day
    }
}

extension CalendarDate {
    /// A day as lists of prices write it: `2024-01-02`, `02.01.2024`, `20240102`, `2 January 2024`.
    init?(listed text: String) {
        if let day = CalendarDate(text: text) {
            self = day
            return
        }
        let parts = text.split { $0 == "." || $0 == " " || $0 == "/" }.map(String.init)
        if parts.count == 1, text.utf8.count == 8, let number = Int(text) {
            self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            return
        }
        guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]) else {
            return nil
        }
        if text.contains(".") {
            guard let month = Int(parts[1]) else { return nil }
            self.init(year: year, month: month, day: day)
        } else {
            // A slash leaves open which number is the month.
            guard !text.contains("/"), parts[1].count >= 3,
                let month = Self.months.firstIndex(where: {
                    $0.hasPrefix(parts[1].lowercased())
                })
            else { return nil }
            self.init(year: year, month: month + 1, day: day)
        }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
}

extension PriceOrigin.Source {
    /// As the workspace's files name it; empty for a line of the ledger, which no file has.
    package var word: String {
        switch self {
        case .nationalBankOfUkraine: "NBU"
        case .europeanCentralBank: "ECB"
        case .journal: "P"
        case .table: "CSV"
        case .statement: ""
        }
    }

    init?(word: String) {
        let all: [PriceOrigin.Source] = [
            .nationalBankOfUkraine, .europeanCentralBank, .journal, .table,
        ]
        guard let found = all.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}
