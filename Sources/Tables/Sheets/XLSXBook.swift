internal import Facts
internal import Scanning

/// A workbook in Office Open XML, `.xlsx`.
///
/// Memory holds the list of sheets, the formats of cell styles and the shared texts (each once, at
/// most `Limits.sheetTextsBytesMax`: some kilobytes for an ordinary month, some ten megabytes for a
/// million rows with distinct times); sheets stream.
/// - Source: ECMA-376 part 1, §18 (SpreadsheetML), part 2 (packages).
final class XLSXBook: SheetBook {
    let encoding = "xlsx"
    private(set) var sheets: [SheetName] = []

    private let package: XLSXPackage
    private var parts: [String] = []
    private var calendar = SheetCalendar()
    private var styles: [NumberFormat] = []
    private var stringsPart = ""
    private var strings: XLSXStrings?

    init(_ package: XLSXPackage) throws(ReadFailure) {
        self.package = package
        let root = XLSXRelations(of: "")
        try package.read("_rels/.rels", by: root)
        var workbook = "xl/workbook.xml"
        if let named = root.target(ofType: "officeDocument"), package.has(named) {
            workbook = named
        }
        guard package.has(workbook) else {
            throw ReadFailure(
                .malformed, at: package.place(workbook), details: ["workbook-part-missing"])
        }
        let content = XLSXWorkbook()
        try package.read(workbook, by: content)
        let relations = XLSXRelations(of: workbook)
        try package.read(XLSXRelations.part(of: workbook), by: relations)
        guard content.sheets.count <= Limits.sheetsMax else {
            throw ReadFailure(
                .limitExceeded, at: package.place(workbook),
                details: ["sheets", "\(Limits.sheetsMax)"])
        }
        calendar.isFrom1904 = content.isFrom1904
        for (index, sheet) in content.sheets.enumerated() {
            let relation = relations.byID[sheet.relation]
            // Charts and macro sheets are sheets too, without cells.
            if let relation, !relation.type.hasSuffix("/worksheet") { continue }
            let part = relation?.target ?? "xl/worksheets/sheet\(index + 1).xml"
            guard package.has(part) else {
                throw ReadFailure(
                    .malformed, at: package.place(part), details: ["sheet-part-missing"])
            }
            sheets.append(SheetName(text: sheet.name, isHidden: sheet.isHidden))
            parts.append(part)
        }
        let styles = XLSXStyles()
        try package.read(relations.target(ofType: "styles") ?? "xl/styles.xml", by: styles)
        self.styles = styles.all
        stringsPart = relations.target(ofType: "sharedStrings") ?? "xl/sharedStrings.xml"
    }

    var isUnchanged: Bool { package.isUnchanged }
    var hasDaysFrom1904: Bool { calendar.isFrom1904 }

    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText {
        let strings = try sharedStrings()
        guard let member = try package.member(parts[index]) else {
            throw ReadFailure(.malformed, at: package.place(parts[index]))
        }
        return XLSXSheetText(
            package: package, part: parts[index], member: member, sheet: sheets[index].text,
            strings: strings, styles: styles, calendar: calendar)
    }

    private func sharedStrings() throws(ReadFailure) -> XLSXStrings {
        if let strings { return strings }
        let read = XLSXStrings(at: package.place(stringsPart))
        try package.read(stringsPart, by: read)
        if let failure = read.failure { throw failure }
        strings = read
        return read
    }
}

/// `xl/workbook.xml`: names and order of the sheets, and the first day of the calendar.
private final class XLSXWorkbook: XMLListener {
    private(set) var sheets: [(name: String, relation: String, isHidden: Bool)] = []
    private(set) var isFrom1904 = false

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("workbookPr") {
            let value = attributes["date1904"] ?? []
            isFrom1904 = value.elementsEqual("1".utf8) || value.elementsEqual("true".utf8)
        } else if name.equals("sheet"), sheets.count <= Limits.sheetsMax {
            let state = String(decoding: attributes["state"] ?? [], as: UTF8.self)
            sheets.append(
                (
                    String(decoding: attributes["name"] ?? [], as: UTF8.self),
                    String(decoding: attributes["id"] ?? [], as: UTF8.self),
                    state == "hidden" || state == "veryHidden"
                ))
        }
    }

    func close(_ name: Span<UInt8>) {}
    func characters(_ bytes: Span<UInt8>) {}
}

/// `xl/styles.xml`: the number format of each cell style.
private final class XLSXStyles: XMLListener {
    private(set) var all: [NumberFormat] = []

    private var formats: [Int: NumberFormat] = [:]
    private var isInCellFormats = false

    /// Excel's own limit is 65,490.
    private static let stylesMax = 100_000

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("numFmt"), let id = attributes["numFmtId"].flatMap(XLSXNumber.whole),
            let code = attributes["formatCode"], formats.count < Self.stylesMax
        {
            formats[id] = NumberFormat(code.span)
        } else if name.equals("cellXfs") {
            isInCellFormats = true
        } else if isInCellFormats, name.equals("xf"), all.count < Self.stylesMax {
            let id = attributes["numFmtId"].flatMap(XLSXNumber.whole) ?? 0
            all.append(formats[id] ?? NumberFormat(builtIn: id))
        }
    }

    func close(_ name: Span<UInt8>) {
        if name.equals("cellXfs") { isInCellFormats = false }
    }

    func characters(_ bytes: Span<UInt8>) {}
}

enum XLSXNumber {
    /// An integer of few digits; nil for other text.
    static func whole(_ text: [UInt8]) -> Int? {
        guard !text.isEmpty, text.count <= 9 else { return nil }
        var value = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }
}

/// `xl/sharedStrings.xml`: texts that cells reference by number.
final class XLSXStrings: XMLListener {
    private(set) var failure: ReadFailure?

    private var texts = SheetTexts()
    private var text = XLSXText()
    private let place: SourcePlace

    init(at place: SourcePlace) {
        self.place = place
    }

    func read(_ index: Int, into text: inout [UInt8]) -> Bool { texts.read(index, into: &text) }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("si") {
            text.begin()
        } else {
            text.open(name)
        }
    }

    func close(_ name: Span<UInt8>) {
        guard name.equals("si") else { return text.close(name) }
        if !texts.add(text.finished()), failure == nil {
            failure = SheetTexts.limit(at: place)
        }
    }

    func characters(_ bytes: Span<UInt8>) { text.add(bytes) }
}

/// A text of several runs: the contents of its `t` elements, without the phonetic runs (`rPh`) of
/// East Asian texts.
struct XLSXText {
    private(set) var bytes: [UInt8] = []
    private var isInText = false
    private var isInReading = false

    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        isInText = false
        isInReading = false
    }

    mutating func open(_ name: Span<UInt8>) {
        if name.equals("t") { isInText = true } else if name.equals("rPh") { isInReading = true }
    }

    mutating func close(_ name: Span<UInt8>) {
        if name.equals("t") { isInText = false } else if name.equals("rPh") { isInReading = false }
    }

    mutating func add(_ text: Span<UInt8>) {
        guard isInText, !isInReading, bytes.count <= 2 * Limits.fieldBytesMax else { return }
        bytes.append(text)
    }

    /// The text with `_x000D_` and the like decoded: characters that XML cannot express.
    func finished() -> [UInt8] {
        guard bytes.contains(0x5F) else { return bytes }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x5F, let scalar = escape(at: index) {
                appendUTF8(scalar, to: &result)
                index += 7
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// The character of `_xHHHH_`; nil for other text and surrogates.
    private func escape(at start: Int) -> UInt32? {
        guard start + 7 <= bytes.count, bytes[start + 1] == 0x78, bytes[start + 6] == 0x5F else {
            return nil
        }
        var value: UInt32 = 0
        for byte in bytes[(start + 2)..<(start + 6)] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x57)
            default: return nil
            }
        }
        return Unicode.Scalar(value) == nil ? nil : value
    }
}
