internal import Facts
internal import Scanning
internal import Reading

/// A workbook in the XML of Excel 2002 (XML Spreadsheet 2003), mostly named `.xls`.
///
/// The document is parsed once for the names of its sheets and once for each sheet; nothing of it
/// is kept.
/// - Source: [MS-OE376]; the elements of `urn:schemas-microsoft-com:office:spreadsheet`.
final class SpreadsheetMLBook: SheetBook {
    private(set) var sheets: [SheetName] = []
    let encoding: String

    private let text: DecodedDocument

    init(_ text: consuming DecodedText, file: String) throws(ReadFailure) {
        encoding = text.encoding.rawValue
        self.text = DecodedDocument(text, file: file)
        let names = SpreadsheetMLNames()
        let xml = try XMLPush(sheetAt: SourcePlace(file: file))
        try self.text.restart()
        while try self.text.next() {
            let chunk = self.text.chunk
            try xml.read(chunk.span, to: names)
        }
        try xml.finish(to: names)
        guard names.sheets.count <= Limits.sheetsMax else {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file),
                details: ["sheets", "\(Limits.sheetsMax)"])
        }
        sheets = names.sheets
    }

    var isUnchanged: Bool { text.isUnchanged }

    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText {
        try text.restart()
        return SpreadsheetMLText(text, sheet: sheets[index].text, index: index)
    }
}

/// Decoded text that is read several times, shared by a book and its current sheet.
final class DecodedDocument {
    let file: String
    private(set) var chunk: [UInt8] = []
    private var text: DecodedText
    private let undecodable: DecodedText.Undecodable

    init(
        _ text: consuming DecodedText, file: String,
        undecodable: DecodedText.Undecodable = .refused
    ) {
        self.text = text
        self.file = file
        self.undecodable = undecodable
    }

    var isUnchanged: Bool { text.isUnchanged }

    func restart() throws(ReadFailure) { try text.restart(undecodable: undecodable) }

    /// Advances to the next chunk; false at the end.
    func next() throws(ReadFailure) -> Bool {
        var isFinal = false
        return try text.next(into: &chunk, isFinal: &isFinal)
    }
}

/// Names of the sheets, and the hidden ones, which are marked after their cells.
private final class SpreadsheetMLNames: XMLListener {
    private(set) var sheets: [SheetName] = []
    private var isInVisible = false
    private var visible: [UInt8] = []

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("Worksheet"), sheets.count <= Limits.sheetsMax {
            let text = String(decoding: attributes["Name"] ?? [], as: UTF8.self)
            sheets.append(SheetName(text: text, isHidden: false))
        } else if name.equals("Visible") {
            isInVisible = true
            visible.removeAll()
        }
    }

    func close(_ name: Span<UInt8>) {
        guard isInVisible, name.equals("Visible") else { return }
        isInVisible = false
        let words = ["SheetHidden", "SheetVeryHidden"]
        guard let last = sheets.last, words.contains(String(decoding: visible, as: UTF8.self))
        else { return }
        sheets[sheets.count - 1] = SheetName(text: last.text, isHidden: true)
    }

    func characters(_ bytes: Span<UInt8>) {
        if isInVisible, visible.count < 100 { visible += Array(bytes) }
    }
}

/// The cells of one sheet.
private final class SpreadsheetMLText: SheetText, XMLListener {
    private let document: DecodedDocument
    private let index: Int
    private var xml: XMLPush?
    private var sheet = -1
    private var isInTable = false
    private var row = 0
    private var column = 0
    /// Further columns that the cell covers.
    private var merged = 0
    private var type: [UInt8] = []
    private var isInData = false
    /// A cell's comment contains data elements too.
    private var isInComment = false
    private var value: [UInt8] = []

    init(_ document: DecodedDocument, sheet: String, index: Int) {
        self.document = document
        self.index = index
        super.init(file: document.file, sheet: sheet)
    }

    override func readCells() throws(ReadFailure) -> Bool {
        if xml == nil { xml = try XMLPush(sheetAt: SourcePlace(file: document.file)) }
        guard let xml else { return false }
        guard try document.next() else {
            try xml.finish(to: self)
            return false
        }
        let chunk = document.chunk
        try xml.read(chunk.span, to: self)
        return true
    }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("Worksheet") {
            sheet += 1
        } else if name.equals("Table") {
            isInTable = sheet == index
            row = 0
        } else if !isInTable {
            return
        } else if name.equals("Row") {
            row = position(attributes, after: row)
            column = 0
            merged = 0
            xml?.attempt { () throws(ReadFailure) in try rows.begin(row) }
            // Equal empty rows follow without being written.
            row += number(attributes["Span"])
        } else if name.equals("Cell") {
            column = position(attributes, after: column + merged)
            merged = number(attributes["MergeAcross"])
        } else if name.equals("Comment") {
            isInComment = true
        } else if name.equals("Data"), !isInComment {
            isInData = true
            value.removeAll(keepingCapacity: true)
            type = attributes["Type"] ?? []
        }
    }

    func close(_ name: Span<UInt8>) {
        if name.equals("Table") {
            isInTable = false
        } else if name.equals("Comment") {
            isInComment = false
        } else if isInData, name.equals("Data") {
            isInData = false
            xml?.attempt { () throws(ReadFailure) in try add() }
        }
    }

    func characters(_ bytes: Span<UInt8>) {
        if isInData, value.count <= 2 * Limits.fieldBytesMax { value.append(bytes) }
    }

    private func add() throws(ReadFailure) {
        let place = column - 1
        let value = value
        switch String(decoding: type, as: UTF8.self) {
        case "Number":
            if let number = SheetNumber.decimal(value.span) {
                return try rows.add(typed: number.span, at: place)
            }
        case "DateTime":
            if let day = SheetCalendar.text(ofISO: value.span) {
                return try rows.add(typed: day.span, at: place)
            }
        case "Boolean":
            return try rows.add(
                text: Array((value == [0x31] ? "TRUE" : "FALSE").utf8).span, at: place)
        default: break
        }
        try rows.add(text: value.span, at: place)
    }

    /// `ss:Index` if given, otherwise the index after the last one.
    private func position(_ attributes: borrowing XMLAttributes, after last: Int) -> Int {
        guard let index = attributes["Index"] else { return last + 1 }
        guard let number = XLSXNumber.whole(index), number > last else {
            xml?.stop(
                ReadFailure(
                    .malformed, at: SourcePlace(file: document.file, line: xml?.position.line ?? 0),
                    details: ["ss:Index"]))
            return last + 1
        }
        return number
    }

    private func number(_ text: [UInt8]?) -> Int { text.flatMap(XLSXNumber.whole) ?? 0 }
}
