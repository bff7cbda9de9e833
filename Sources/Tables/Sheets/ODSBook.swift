internal import Facts
internal import Scanning
internal import Reading

/// A workbook in OpenDocument format, `.ods`.
///
/// `content.xml` is parsed once for the names of its sheets and once for each sheet that is read.
/// - Source: OASIS Open Document Format 1.3, part 3, §9 (tables), §19.385 (types of values).
final class ODSBook: SheetBook {
    let encoding = "ods"
    private(set) var sheets: [SheetName] = []

    static let part = "content.xml"

    private let package: XLSXPackage

    init(_ package: XLSXPackage) throws(ReadFailure) {
        self.package = package
        let manifest = ODSManifest()
        try package.read("META-INF/manifest.xml", by: manifest)
        if manifest.isEncrypted {
            throw ReadFailure(
                ByteSourceError.archive(.encrypted), path: package.file)
        }
        let names = ODSNames()
        try package.read(Self.part, by: names)
        guard names.sheets.count <= Limits.sheetsMax else {
            throw ReadFailure(
                .limitExceeded, at: package.place(Self.part),
                details: ["sheets", "\(Limits.sheetsMax)"])
        }
        sheets = names.sheets
    }

    var isUnchanged: Bool { package.isUnchanged }

    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText {
        guard let member = try package.member(Self.part) else {
            throw ReadFailure(.malformed, at: package.place(Self.part))
        }
        return ODSSheetText(package, member, sheet: sheets[index].text, index: index)
    }
}

/// Whether `META-INF/manifest.xml` names an encrypted part.
private final class ODSManifest: XMLListener {
    private(set) var isEncrypted = false

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("encryption-data") { isEncrypted = true }
    }

    func close(_ name: Span<UInt8>) {}
    func characters(_ bytes: Span<UInt8>) {}
}

/// Names of the sheets. A hidden one has a style that is not displayed.
private final class ODSNames: XMLListener {
    private(set) var sheets: [SheetName] = []
    private var style: [UInt8] = []
    private var hiddenStyles: Set<[UInt8]> = []
    private var tables = 0

    private static let stylesMax = 10_000

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("style") {
            style = attributes["name"] ?? []
        } else if name.equals("table-properties"), hiddenStyles.count < Self.stylesMax {
            if attributes["display"]?.elementsEqual("false".utf8) == true {
                hiddenStyles.insert(style)
            }
        } else if name.equals("table") {
            tables += 1
            guard tables == 1, sheets.count <= Limits.sheetsMax else { return }
            let text = String(decoding: attributes["name"] ?? [], as: UTF8.self)
            let isHidden = hiddenStyles.contains(attributes["style-name"] ?? [])
            sheets.append(SheetName(text: text, isHidden: isHidden))
        }
    }

    func close(_ name: Span<UInt8>) { if name.equals("table") { tables -= 1 } }
    func characters(_ bytes: Span<UInt8>) {}
}

/// The cells of one sheet.
///
/// A row or cell that is equal to the ones after it is written once with their number, so equal
/// payments may be one row of the document.
private final class ODSSheetText: SheetText, XMLListener {
    private let package: XLSXPackage
    private let index: Int
    private var stream: PackedStream
    private var xml: XMLPush?
    private var piece: [UInt8] = []

    private var sheet = -1
    /// Tables around the current position: a cell may hold one.
    private var tables = 0
    private var cells: [Cell] = []
    private var column = 0
    private var repeatedRows = 1
    private var cell: Cell?
    private var isInText = false
    private var isInComment = false

    private struct Cell {
        var text: [UInt8] = []
        var isTyped = false
        /// The currency of a number; empty if it has none, nil for other cells.
        var unit: [UInt8]?
        var column: Int
        var repeated: Int
    }

    init(_ package: XLSXPackage, _ member: ZipMember, sheet: String, index: Int) {
        self.package = package
        self.index = index
        stream = PackedStream(member.run)
        super.init(file: package.file, sheet: sheet)
    }

    override func readCells() throws(ReadFailure) -> Bool {
        if xml == nil { xml = try XMLPush(sheetAt: package.place(ODSBook.part)) }
        guard let xml else { return false }
        guard try package.next(&stream, into: &piece, part: ODSBook.part) else {
            try xml.finish(to: self)
            return false
        }
        let bytes = piece
        try xml.read(bytes.span, to: self)
        return true
    }

    private var isInSheet: Bool { tables == 1 && sheet == index }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("table") {
            tables += 1
            if tables == 1 { sheet += 1 }
        } else if !isInSheet {
            return
        } else if name.equals("table-row") {
            column = 0
            cells.removeAll(keepingCapacity: true)
            repeatedRows = number(attributes["number-rows-repeated"])
        } else if name.equals("table-cell") || name.equals("covered-table-cell") {
            begin(attributes)
        } else if cell == nil {
            return
        } else if name.equals("annotation") {
            isInComment = true
        } else if isInComment {
            return
        } else if name.equals("p") || name.equals("h") {
            if cell?.text.isEmpty == false { add([0x20]) }
            isInText = true
        } else if isInText {
            if name.equals("s") {
                let count = min(number(attributes["c"]), Limits.fieldBytesMax)
                add(Array(repeating: 0x20, count: count))
            } else if name.equals("tab") || name.equals("line-break") {
                add([0x20])
            }
        }
    }

    func close(_ name: Span<UInt8>) {
        if name.equals("table") {
            tables -= 1
        } else if !isInSheet {
            return
        } else if name.equals("table-row") {
            xml?.attempt { () throws(ReadFailure) in try writeRow() }
        } else if name.equals("annotation") {
            isInComment = false
        } else if name.equals("p") || name.equals("h") {
            isInText = false
        } else if let ended = cell, name.equals("table-cell") || name.equals("covered-table-cell") {
            cell = nil
            isInText = false
            column += ended.repeated
            guard ended.text.contains(where: { $0 > 0x20 }) else { return }
            cells.append(ended)
        }
    }

    func characters(_ bytes: Span<UInt8>) {
        if isInText, !isInComment, isInSheet { add(Array(bytes)) }
    }

    /// Texts of a typed cell are its number as it is shown.
    private func add(_ text: [UInt8]) {
        guard var open = cell, !open.isTyped, open.text.count <= 2 * Limits.fieldBytesMax else {
            return
        }
        open.text += text
        cell = open
    }

    private func begin(_ attributes: borrowing XMLAttributes) {
        var begun = Cell(column: column, repeated: number(attributes["number-columns-repeated"]))
        let value = attributes["value"] ?? []
        switch String(decoding: attributes["value-type"] ?? [], as: UTF8.self) {
        case "float", "percentage":
            begun.unit = []
            begun.text = SheetNumber.decimal(value.span) ?? []
        case "currency":
            begun.text = SheetNumber.decimal(value.span) ?? []
            begun.unit = attributes["currency"] ?? []
        case "date":
            let written = attributes["date-value"] ?? []
            begun.text = SheetCalendar.text(ofISO: written.span) ?? []
        case "time": begun.text = Self.time(attributes["time-value"] ?? [])
        case "boolean":
            let isTrue = attributes["boolean-value"]?.elementsEqual("true".utf8) == true
            begun.text = Array((isTrue ? "TRUE" : "FALSE").utf8)
        default: break
        }
        // Without a known value the cell is the text that it shows.
        begun.isTyped = !begun.text.isEmpty
        cell = begun
    }

    private func writeRow() throws(ReadFailure) {
        if cells.isEmpty {
            emptyRows += repeatedRows
            return
        }
        for _ in 0..<repeatedRows {
            try rows.begin(rows.current + emptyRows + 1)
            emptyRows = 0
            for cell in cells {
                let last = min(cell.column + cell.repeated, Limits.columnsMax + 1)
                for place in cell.column..<max(last, cell.column + 1) {
                    if cell.isTyped, let unit = cell.unit, cell.text != [0x30] {
                        keep(unit: unit, ofColumn: place)
                    }
                    if cell.isTyped {
                        try rows.add(typed: cell.text.span, at: place)
                    } else {
                        try rows.add(text: cell.text.span, at: place)
                    }
                }
            }
        }
    }

    /// Empty rows since the last written one.
    private var emptyRows = 0

    /// `PT14H05M33S` → `14:05:33`; empty for other texts.
    private static func time(_ text: [UInt8]) -> [UInt8] {
        guard text.starts(with: "PT".utf8) else { return [] }
        var parts: [UInt8: Int] = [:]
        var value = 0
        for byte in text.dropFirst(2) {
            if byte &- 0x30 < 10, value < 100_000 {
                value = value * 10 + Int(byte - 0x30)
            } else if [0x48, 0x4D, 0x53, 0x2E].contains(byte) {
                let mark = byte == 0x2E ? 0x53 : byte
                if parts[mark] == nil { parts[mark] = value }
                value = 0
            } else {
                return []
            }
        }
        let (hour, minute, second) = (parts[0x48] ?? 0, parts[0x4D] ?? 0, parts[0x53] ?? 0)
        guard hour < 24, minute < 60, second < 60 else { return [] }
        var time: [UInt8] = []
        for part in [hour, minute, second] {
            if !time.isEmpty { time.append(0x3A) }
            time += [UInt8(0x30 + part / 10), UInt8(0x30 + part % 10)]
        }
        return time
    }

    private func number(_ text: [UInt8]?) -> Int { max(text.flatMap(XLSXNumber.whole) ?? 1, 1) }
}
