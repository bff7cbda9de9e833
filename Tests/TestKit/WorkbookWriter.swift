/// A workbook's sheet for a test.
package struct WrittenSheet: Sendable {
    package var name: String
    /// The rows in `sheetData`.
    package var rows: String
    package var state: String
    package var part: String
    /// The XML before `sheetData`.
    package var head: String

    package init(
        _ name: String, _ rows: String, state: String = "visible", part: String = "",
        head: String = ""
    ) {
        self.name = name
        self.rows = rows
        self.state = state
        self.part = part
        self.head = head
    }
}

/// An `.xlsx` of stored members.
package func xlsxBook(
    _ sheets: [WrittenSheet], shared: String = "", styles: String = "", properties: String = ""
) -> [UInt8] {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    var list = ""
    var relations = ""
    var members: [(name: String, text: String)] = [("[Content_Types].xml", "<Types/>")]
    for (index, sheet) in sheets.enumerated() {
        let part = sheet.part.isEmpty ? "worksheets/part\(index + 7).xml" : sheet.part
        list += "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 3)\" state=\"\(sheet.state)\""
        list += " r:id=\"rel\(index)\"/>"
        relations +=
            "<Relationship Id=\"rel\(index)\" Type=\"\(types)/worksheet\" Target=\"\(part)\"/>"
        members.append(
            (
                "xl/" + part,
                "<worksheet xmlns=\"\(main)\">\(sheet.head)<sheetData>\(sheet.rows)</sheetData></worksheet>"
            ))
    }
    relations += "<Relationship Id=\"s\" Type=\"\(types)/sharedStrings\" Target=\"texts.xml\"/>"
    relations += "<Relationship Id=\"f\" Type=\"\(types)/styles\" Target=\"/xl/formats.xml\"/>"
    members.append(
        (
            "xl/workbook.xml",
            "<?xml version=\"1.0\"?><workbook xmlns=\"\(main)\" xmlns:r=\"\(types)\">\(properties)"
                + "<sheets>\(list)</sheets></workbook>"
        ))
    members.append(
        ("xl/_rels/workbook.xml.rels", "<Relationships>\(relations)</Relationships>"))
    if !shared.isEmpty {
        members.append(("xl/texts.xml", "<sst xmlns=\"\(main)\">\(shared)</sst>"))
    }
    if !styles.isEmpty {
        members.append(("xl/formats.xml", "<styleSheet xmlns=\"\(main)\">\(styles)</styleSheet>"))
    }
    return ZipWriter.archive(members)
}

/// Cells of one row: texts inline, all else unchanged.
package func xlsxRow(_ cells: [String?]) -> String {
    var row = "<row>"
    for cell in cells {
        guard let cell else {
            row += "<c/>"
            continue
        }
        row +=
            cell.hasPrefix("<")
            ? cell : "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(cell)</t></is></c>"
    }
    return row + "</row>"
}

/// An Excel 97 workbook, record by record, in an OLE2 file.
package struct BIFFWriter {
    private var globals: [UInt8] = []
    private var sheets: [(name: [UInt8], state: UInt8, records: [UInt8])] = []

    package init(isFrom1904: Bool = false) {
        globals += Self.record(0x0022, [isFrom1904 ? 1 : 0, 0])
    }

    package static func record(_ id: Int, _ data: [UInt8]) -> [UInt8] {
        number(id, 2) + number(data.count, 2) + data
    }

    package static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    package static func double(_ value: Double) -> [UInt8] {
        number(Int(bitPattern: UInt(value.bitPattern)), 8)
    }

    /// A text as UTF-16 after its two-byte length.
    package static func text(_ text: String) -> [UInt8] {
        let letters = letters(text)
        return number(letters.count / 2, 2) + [1] + letters
    }

    /// A text as UTF-16.
    package static func letters(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in text.utf16 { bytes += number(Int(unit), 2) }
        return bytes
    }

    /// Adds a record to the workbook's globals.
    package mutating func add(_ id: Int, _ data: [UInt8]) { globals += Self.record(id, data) }

    package mutating func addSheet(_ name: String, state: UInt8 = 0, _ records: [UInt8]) {
        let letters = Self.letters(name)
        let head: [UInt8] = [UInt8(letters.count / 2), 1]
        sheets.append((head + letters, state, records))
    }

    /// The stream `Workbook`.
    package func stream() -> [UInt8] {
        let begin = Self.record(0x0809, Self.number(0x0600, 2) + Self.number(5, 2))
        let size = begin.count + globals.count + sheets.reduce(0) { $0 + 10 + $1.name.count } + 4
        var list: [UInt8] = []
        var bodies: [UInt8] = []
        for sheet in sheets {
            list += Self.record(
                0x0085, Self.number(size + bodies.count, 4) + [sheet.state, 0] + sheet.name)
            bodies += Self.record(0x0809, Self.number(0x0600, 2) + Self.number(0x10, 2))
            bodies += sheet.records + Self.record(0x000A, [])
        }
        return begin + globals + list + Self.record(0x000A, []) + bodies
    }

    package func finished(streamName: String = "Workbook") -> [UInt8] {
        oleFile(streamName, stream())
    }
}

/// An OLE2 file with one stream, in sectors of 512 bytes.
package func oleFile(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let number = BIFFWriter.number
    // Shorter streams belong into the mini stream.
    var stream = content
    while stream.count < 4_096 || stream.count % 512 != 0 { stream.append(0) }
    let sectors = stream.count / 512
    let end = 0xFFFF_FFFE
    func entry(_ name: String, _ kind: UInt8, _ start: Int, _ bytes: Int) -> [UInt8] {
        var field = BIFFWriter.letters(name)
        let length = field.count + 2
        while field.count < 64 { field.append(0) }
        field += number(length, 2) + [kind, 1] + number(0xFFFF_FFFF, 4) + number(0xFFFF_FFFF, 4)
        field += number(1, 4) + [UInt8](repeating: 0, count: 36)
        return field + number(start, 4) + number(bytes, 8)
    }
    // Sector 0 is the allocation table, 1 the directory, then the stream follows.
    var table: [UInt8] = number(0xFFFF_FFFD, 4) + number(end, 4)
    for index in 0..<sectors { table += number(index + 1 < sectors ? index + 3 : end, 4) }
    while table.count < 512 { table += number(0xFFFF_FFFF, 4) }
    var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    header += [UInt8](repeating: 0, count: 16) + number(0x3E, 2) + number(3, 2)
    header += number(0xFFFE, 2) + number(9, 2) + number(6, 2) + [UInt8](repeating: 0, count: 10)
    header += number(1, 4) + number(1, 4) + number(0, 4) + number(4096, 4)
    header += number(end, 4) + number(0, 4) + number(end, 4) + number(0, 4) + number(0, 4)
    while header.count < 512 { header += number(0xFFFF_FFFF, 4) }
    let directory =
        entry("Root Entry", 5, end, 0) + entry(name, 2, 2, stream.count) + entry("", 0, 0, 0)
        + entry("", 0, 0, 0)
    return header + Array(table.prefix(512)) + directory + stream
}
