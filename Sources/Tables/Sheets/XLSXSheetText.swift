internal import Facts
internal import Scanning
internal import Reading

/// The cells of one `xl/worksheets/….xml` as text, read lazily.
///
/// The sheet's declared size (`dimension`, `spans`) is ignored. Formula cells give their saved
/// result, or without one their formula, so that a missing amount is refused, not read as nothing.
final class XLSXSheetText: SheetText, XMLListener {
    private let package: XLSXPackage
    private let part: String
    private let strings: XLSXStrings
    private let styles: [NumberFormat]
    private let calendar: SheetCalendar
    private var stream: PackedStream
    private var xml: XMLPush?
    private var piece: [UInt8] = []

    private var isInData = false
    private var isInCell = false
    private var column = -1
    private var type = CellType.number
    private var style = 0
    private var value: [UInt8] = []
    private var formula: [UInt8] = []
    private var shared: [UInt8] = []
    private var inline = XLSXText()
    private var reading = Part.nothing

    private enum CellType { case number, shared, text, inline, boolean, day }
    private enum Part { case nothing, value, formula, inline }

    init(
        package: XLSXPackage, part: String, member: ZipMember, sheet: String, strings: XLSXStrings,
        styles: [NumberFormat], calendar: SheetCalendar
    ) {
        self.package = package
        self.part = part
        self.strings = strings
        self.styles = styles
        self.calendar = calendar
        stream = PackedStream(member.run)
        super.init(file: package.file, sheet: sheet)
    }

    override func readCells() throws(ReadFailure) -> Bool {
        if xml == nil { xml = try XMLPush(sheetAt: package.place(part)) }
        guard let xml else { return false }
        guard try package.next(&stream, into: &piece, part: part) else {
            try xml.finish(to: self)
            return false
        }
        let bytes = piece
        try xml.read(bytes.span, to: self)
        return true
    }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        if name.equals("c") {
            if isInData { begin(attributes) }
        } else if name.equals("v") {
            reading = isInCell ? .value : .nothing
        } else if name.equals("row") {
            if isInData { beginRow(attributes["r"]) }
        } else if name.equals("f") {
            reading = isInCell ? .formula : .nothing
        } else if name.equals("is") {
            reading = isInCell ? .inline : .nothing
            inline.begin()
        } else if reading == .inline {
            inline.open(name)
        } else if name.equals("sheetData") {
            isInData = true
        }
    }

    func close(_ name: Span<UInt8>) {
        if name.equals("c") {
            if isInCell { end() }
            isInCell = false
        } else if name.equals("v") || name.equals("f") || name.equals("is") {
            reading = .nothing
        } else if reading == .inline {
            inline.close(name)
        } else if name.equals("sheetData") {
            isInData = false
        }
    }

    func characters(_ bytes: Span<UInt8>) {
        switch reading {
        case .nothing: return
        case .inline: inline.add(bytes)
        case .value:
            if value.count <= 2 * Limits.fieldBytesMax { value.append(bytes) }
        case .formula:
            if formula.count <= Limits.fieldBytesMax { formula.append(bytes) }
        }
    }

    private func beginRow(_ reference: [UInt8]?) {
        column = -1
        guard let reference else {
            xml?.attempt { () throws(ReadFailure) in try rows.beginNext() }
            return
        }
        guard let number = XLSXNumber.whole(reference), number > 0 else {
            xml?.stop(
                ReadFailure(.malformed, at: package.place(part), details: ["row-number"]))
            return
        }
        xml?.attempt { () throws(ReadFailure) in try rows.begin(number) }
    }

    private func begin(_ attributes: borrowing XMLAttributes) {
        isInCell = true
        value.removeAll(keepingCapacity: true)
        formula.removeAll(keepingCapacity: true)
        inline.begin()
        if let reference = attributes["r"] {
            guard let cell = SheetColumn.cell(reference.span) else {
                xml?.stop(
                    ReadFailure(
                        .malformed, at: package.place(part), details: ["cell-reference"]))
                return
            }
            column = cell.column
            xml?.attempt { () throws(ReadFailure) in try rows.begin(cell.row) }
        } else {
            column += 1
        }
        style = attributes["s"].flatMap(XLSXNumber.whole) ?? 0
        type = Self.type(named: attributes["t"] ?? [])
    }

    private static func type(named word: [UInt8]) -> CellType {
        switch String(decoding: word, as: UTF8.self) {
        case "", "n": .number
        case "s": .shared
        case "inlineStr": .inline
        case "b": .boolean
        case "d": .day
        // `str` is a formula's text, `e` the name of an error.
        default: .text
        }
    }

    private func end() {
        xml?.attempt { () throws(ReadFailure) in try add() }
    }

    private func add() throws(ReadFailure) {
        let value = value
        if type == .inline || value.isEmpty, !inline.bytes.isEmpty {
            return try rows.add(text: inline.finished().span, at: column)
        }
        guard !value.isEmpty else {
            if !formula.isEmpty { try rows.add(text: ([0x3D] + formula).span, at: column) }
            return
        }
        switch type {
        case .shared:
            guard let index = XLSXNumber.whole(value), strings.read(index, into: &shared) else {
                throw ReadFailure(
                    .malformed,
                    at: SourcePlace(file: package.file, line: rows.current, path: part),
                    details: ["shared-string"])
            }
            let text = shared
            try rows.add(text: text.span, at: column)
        case .number: try addNumber(value)
        case .boolean:
            try rows.add(
                text: Array((value == [0x31] ? "TRUE" : "FALSE").utf8).span, at: column)
        case .day:
            if let day = SheetCalendar.text(ofISO: value.span) {
                try rows.add(typed: day.span, at: column)
            } else {
                try rows.add(text: value.span, at: column)
            }
        case .text, .inline:
            var text = XLSXText()
            text.open("t".utf8.span)
            text.add(value.span)
            try rows.add(text: text.finished().span, at: column)
        }
    }

    private func addNumber(_ value: [UInt8]) throws(ReadFailure) {
        let format = styles.indices.contains(style) ? styles[style] : nil
        if let kind = format?.kind, kind != .number, let serial = SheetNumber.double(value.span),
            let day = calendar.text(of: serial, as: kind)
        {
            return try rows.add(typed: day.span, at: column)
        }
        if let number = SheetNumber.decimal(value.span) {
            try add(number: number, shownAs: format, at: column)
        } else {
            try rows.add(text: value.span, at: column)
        }
    }
}
