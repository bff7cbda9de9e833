internal import Facts

/// The cells of one sheet of an Excel 97 workbook as text, read lazily.
final class BIFFSheetText: SheetText {
    private var records: BIFFRecords
    private let globals: BIFFGlobals
    private let file: String
    private let sheet: String
    private var shared: [UInt8] = []
    private var hasBegun = false
    /// Nesting of charts, which are sheets between the sheet's records.
    private var depth = 0
    /// The column of a formula whose text is in a separate record.
    private var formulaColumn: Int?

    private static let formula = 0x0006
    private static let numbers = 0x00BD
    private static let richText = 0x00D6
    private static let sharedText = 0x00FD
    private static let number = 0x0203
    private static let text = 0x0204
    private static let booleanOrError = 0x0205
    private static let formulaText = 0x0207
    private static let shortNumber = 0x027E

    init(records: BIFFRecords, globals: BIFFGlobals, file: String, sheet: String) {
        self.records = records
        self.globals = globals
        self.file = file
        self.sheet = sheet
        super.init(file: file, sheet: sheet)
    }

    override func readCells() throws(ReadFailure) -> Bool {
        let isRecord = try records.next()
        if !hasBegun {
            guard isRecord, records.id == BIFFRecords.begin else { throw malformed }
            hasBegun = true
            return true
        }
        guard isRecord else { throw ReadFailure(.truncated, at: place) }
        if records.id == BIFFRecords.begin { depth += 1 }
        if records.id == BIFFRecords.end { depth -= 1 }
        if depth == 0 { try readCell() }
        return depth >= 0
    }

    private func readCell() throws(ReadFailure) {
        let data = records.data
        switch records.id {
        case Self.sharedText:
            guard data.count >= 10, globals.texts.read(data.u32(6), into: &shared) else {
                throw malformed
            }
            try begin(data)
            let text = shared
            try rows.add(text: text.span, at: data.u16(2))
        case Self.text, Self.richText:
            try begin(data)
            var text = BIFFText(data, at: 6)
            guard let found = try text.read() else { throw malformed }
            try rows.add(text: found.span, at: data.u16(2))
        case Self.number:
            guard data.count >= 14 else { throw malformed }
            try begin(data)
            try add(data.f64(6), style: data.u16(4), at: data.u16(2))
        case Self.shortNumber:
            guard data.count >= 10 else { throw malformed }
            try begin(data)
            try add(Self.value(data.u32(6)), style: data.u16(4), at: data.u16(2))
        case Self.numbers:
            try begin(data)
            var at = 4
            var column = data.u16(2)
            while at + 8 <= data.count {
                try add(Self.value(data.u32(at + 2)), style: data.u16(at), at: column)
                at += 6
                column += 1
            }
        case Self.booleanOrError:
            guard data.count >= 8 else { throw malformed }
            try begin(data)
            try add(code: data[6], isError: data[7] != 0, at: data.u16(2))
        case Self.formula: try readFormula(data)
        case Self.formulaText:
            guard let column = formulaColumn else { return }
            formulaColumn = nil
            var text = BIFFText(goingOnIn: records, at: 0)
            guard let found = try text.read() else { throw malformed }
            records = text.records ?? records
            try rows.add(text: found.span, at: column)
        default: return
        }
    }

    private func readFormula(_ data: [UInt8]) throws(ReadFailure) {
        guard data.count >= 14 else { throw malformed }
        try begin(data)
        let column = data.u16(2)
        guard data.u16(12) == 0xFFFF else {
            return try add(data.f64(6), style: data.u16(4), at: column)
        }
        switch data[6] {
        case 0: formulaColumn = column
        case 1: try add(code: data[8], isError: false, at: column)
        case 2: try add(code: data[8], isError: true, at: column)
        default: return
        }
    }

    private func begin(_ data: [UInt8]) throws(ReadFailure) {
        guard data.count >= 6 else { throw malformed }
        formulaColumn = nil
        try rows.begin(data.u16(0) + 1)
    }

    private func add(_ value: Double, style: Int, at column: Int) throws(ReadFailure) {
        let format = globals.styles.indices.contains(style) ? globals.styles[style] : nil
        if let kind = format?.kind, kind != .number,
            let day = globals.calendar.text(of: value, as: kind)
        {
            return try rows.add(typed: day.span, at: column)
        }
        guard let number = SheetNumber.decimal(value) else {
            return try rows.add(text: Array(value.description.utf8).span, at: column)
        }
        try self.add(number: number, shownAs: format, at: column)
    }

    private func add(code: UInt8, isError: Bool, at column: Int) throws(ReadFailure) {
        let text = isError ? "#ERROR" : code != 0 ? "TRUE" : "FALSE"
        try rows.add(text: Array(text.utf8).span, at: column)
    }

    /// A number packed in 30 bits: an integer or the upper bits of a double, perhaps times 100.
    private static func value(_ packed: Int) -> Double {
        let bits = UInt32(truncatingIfNeeded: packed)
        let value =
            bits & 2 != 0
            ? Double(Int32(bitPattern: bits) >> 2)
            : Double(bitPattern: UInt64(bits & ~3) << 32)
        return bits & 1 != 0 ? value / 100 : value
    }

    private var place: SourcePlace {
        SourcePlace(
            file: file, line: rows.current,
            path: SheetColumn.place(sheet: sheet, line: rows.current, column: 0))
    }

    private var malformed: ReadFailure {
        ReadFailure(.malformed, at: place, details: ["record \(records.id)"])
    }
}
