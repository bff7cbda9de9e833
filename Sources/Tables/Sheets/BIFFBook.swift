internal import Facts
internal import Scanning
internal import Reading

/// A workbook of Excel 97 to 2003, `.xls`.
///
/// An own reader, because Debian has only libfreexl, which loads the whole workbook and formats
/// dates itself. Memory holds the shared texts (at most `Limits.sheetTextsBytesMax`) and the sector
/// table (4 bytes for 512); sheets stream.
/// - Source: [MS-XLS] 10.0, whose names of records are used.
final class BIFFBook: SheetBook {
    let encoding = "xls"
    private(set) var sheets: [SheetName] = []

    private let container: CompoundFile
    private let stream: CompoundStream
    private var starts: [Int] = []
    private var globals = BIFFGlobals()

    init(_ source: consuming ByteSource) throws(ReadFailure) {
        container = try CompoundFile(source)
        let place = SourcePlace(file: container.file)
        // A workbook in the new format with a password is stored in the old container.
        if container.has("EncryptedPackage") { throw ReadFailure(.encrypted, at: place) }
        guard let stream = try container.stream("Workbook") else {
            let isOlder = container.has("Book")
            throw ReadFailure(
                isOlder ? .formatUnknown : .notAStatement, at: place,
                details: [isOlder ? "xls-excel-95" : "ole2"])
        }
        self.stream = stream
        try readGlobals()
    }

    var isUnchanged: Bool { container.isUnchanged }
    var hasDaysFrom1904: Bool { globals.calendar.isFrom1904 }

    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText {
        BIFFSheetText(
            records: BIFFRecords(stream, from: starts[index], file: container.file),
            globals: globals, file: container.file, sheet: sheets[index].text)
    }

    private func readGlobals() throws(ReadFailure) {
        let place = SourcePlace(file: container.file)
        var records = BIFFRecords(stream, from: 0, file: container.file)
        guard try records.next(), records.id == BIFFRecords.begin else {
            throw ReadFailure(.malformed, at: place, details: ["workbook"])
        }
        guard records.data.u16(0) == 0x0600 else {
            throw ReadFailure(.formatUnknown, at: place, details: ["xls-excel-95"])
        }
        var formats: [Int: NumberFormat] = [:]
        while try records.next(), records.id != BIFFRecords.end {
            switch records.id {
            case BIFFRecords.password: throw ReadFailure(.encrypted, at: place)
            case BIFFRecords.dateMode: globals.calendar.isFrom1904 = records.data.u16(0) == 1
            case BIFFRecords.format:
                var text = BIFFText(records.data, at: 2)
                if let code = try text.read(), formats.count < 100_000 {
                    formats[records.data.u16(0)] = NumberFormat(code.span)
                }
            case BIFFRecords.style:
                if globals.styles.count < 100_000 {
                    let id = records.data.u16(2)
                    globals.styles.append(formats[id] ?? NumberFormat(builtIn: id))
                }
            case BIFFRecords.sheet:
                let start = records.data.u32(0)
                // Charts and macros are sheets too, without cells.
                guard records.data.u16(4) >> 8 == 0, start < stream.bytes else { continue }
                guard sheets.count < Limits.sheetsMax else {
                    throw ReadFailure(
                        .limitExceeded, at: place, details: ["sheets", "\(Limits.sheetsMax)"])
                }
                var text = BIFFText(records.data, at: 6)
                let name = try text.read(isShort: true) ?? []
                sheets.append(
                    SheetName(
                        text: String(decoding: name, as: UTF8.self),
                        isHidden: records.data.u16(4) & 3 != 0))
                starts.append(start)
            case BIFFRecords.sharedTexts:
                guard try globals.readTexts(&records) else { throw SheetTexts.limit(at: place) }
            default: continue
            }
        }
        guard records.id == BIFFRecords.end else { throw ReadFailure(.truncated, at: place) }
    }
}

/// The data shared by all sheets of a workbook.
struct BIFFGlobals {
    var calendar = SheetCalendar()
    var styles: [NumberFormat] = []
    private(set) var texts = SheetTexts()

    /// False if the texts exceed their limit.
    fileprivate mutating func readTexts(_ records: inout BIFFRecords) throws(ReadFailure) -> Bool {
        let count = records.data.u32(4)
        var text = BIFFText(goingOnIn: records, at: 8)
        for _ in 0..<count {
            // A truncated table leaves cells without their text, which are refused later.
            guard let next = try text.read() else { break }
            guard texts.add(next) else { return false }
        }
        records = text.records ?? records
        return true
    }
}

/// The records of a stream in sequence.
struct BIFFRecords {
    static let end = 0x000A
    static let dateMode = 0x0022
    static let password = 0x002F
    static let more = 0x003C
    static let sheet = 0x0085
    static let style = 0x00E0
    static let sharedTexts = 0x00FC
    static let format = 0x041E
    static let begin = 0x0809

    private(set) var id = 0
    private(set) var data: [UInt8] = []

    private let stream: CompoundStream
    private let file: String
    private var at: Int
    private var header: [UInt8] = []

    init(_ stream: CompoundStream, from start: Int, file: String) {
        self.stream = stream
        self.file = file
        at = start
    }

    /// Goes to the next record; false at the end of the stream.
    ///
    /// - Throws: `truncated` when the stream ends inside a record.
    mutating func next() throws(ReadFailure) -> Bool {
        try stream.read(4, at: at, into: &header)
        guard header.count == 4 else {
            if at < stream.bytes || at == 0 { throw cut }
            id = 0
            return false
        }
        id = header.u16(0)
        let count = header.u16(2)
        try stream.read(count, at: at + 4, into: &data)
        guard data.count == count else { throw cut }
        at += 4 + count
        return true
    }

    /// Advances to the next record if it continues this one, else returns false.
    mutating func nextContinuation() throws(ReadFailure) -> Bool {
        try stream.read(4, at: at, into: &header)
        guard header.count == 4, header.u16(0) == Self.more else { return false }
        return try next()
    }

    private var cut: ReadFailure { ReadFailure(.truncated, at: SourcePlace(file: file)) }
}

/// Texts in a record of a workbook that may continue in the next records.
struct BIFFText {
    /// The records up to the current text; nil for texts of one record.
    private(set) var records: BIFFRecords?
    private var data: [UInt8]
    private var at: Int

    /// Texts of one record.
    init(_ data: [UInt8], at start: Int) {
        self.data = data
        at = start
    }

    /// Texts of this record and its continuations.
    init(goingOnIn records: BIFFRecords, at start: Int) {
        self.records = records
        data = records.data
        at = start
    }

    /// The next text as UTF-8, without its formatting; nil if the records end within it.
    ///
    /// - Parameter isShort: its length is one byte.
    mutating func read(isShort: Bool = false) throws(ReadFailure) -> [UInt8]? {
        try goOn()
        guard let low = try byte() else { return nil }
        var letters = Int(low)
        if !isShort {
            guard let high = try byte() else { return nil }
            letters |= Int(high) << 8
        }
        guard var flags = try byte() else { return nil }
        var formattingBytes = 0
        if flags & 0x08 != 0 {
            guard let low = try byte(), let high = try byte() else { return nil }
            formattingBytes = 4 * (Int(low) | Int(high) << 8)
        }
        if flags & 0x04 != 0 {
            var count = 0
            for shift in [0, 8, 16, 24] {
                guard let next = try byte() else { return nil }
                count |= Int(next) << shift
            }
            formattingBytes += count
        }
        var text: [UInt8] = []
        var high: UInt32 = 0
        while letters > 0 {
            if at >= data.count {
                try goOn()
                // Each continuation repeats the encoding flag.
                guard let next = try byte() else { return nil }
                flags = next
                continue
            }
            guard let low = try byte() else { return nil }
            var unit = UInt32(low)
            if flags & 1 != 0 {
                guard let high = try byte() else { return nil }
                unit |= UInt32(high) << 8
            }
            letters -= 1
            append(unit, after: &high, to: &text)
        }
        if high != 0 { text.append(CellText.undecodable) }
        try skip(formattingBytes)
        return text
    }

    /// Unpaired surrogates become the mark of undecodable text.
    private func append(_ unit: UInt32, after high: inout UInt32, to text: inout [UInt8]) {
        if high != 0 {
            if unit & 0xFC00 == 0xDC00 {
                appendUTF8(0x10000 + ((high & 0x3FF) << 10) + (unit & 0x3FF), to: &text)
                high = 0
                return
            }
            text.append(CellText.undecodable)
            high = 0
        }
        if unit & 0xFC00 == 0xD800 {
            high = unit
        } else if unit & 0xFC00 == 0xDC00 {
            text.append(CellText.undecodable)
        } else {
            appendUTF8(unit, to: &text)
        }
    }

    private mutating func goOn() throws(ReadFailure) {
        while at >= data.count, try records?.nextContinuation() == true {
            at -= data.count
            data = records?.data ?? []
        }
    }

    private mutating func byte() throws(ReadFailure) -> UInt8? {
        if at >= data.count {
            try goOn()
            guard at < data.count else { return nil }
        }
        defer { at += 1 }
        return data[at]
    }

    private mutating func skip(_ count: Int) throws(ReadFailure) {
        at += count
        try goOn()
    }
}
