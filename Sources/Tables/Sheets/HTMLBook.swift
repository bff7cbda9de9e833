internal import Facts
internal import Scanning
internal import Reading

/// A page whose tables form one sheet, mostly named `.xls`: the rows of all tables in order, and
/// each paragraph between as a row of one cell, as spreadsheet programs show it.
///
/// Nothing is ever loaded or executed.
final class HTMLBook: SheetBook {
    let sheets = [SheetName(text: "", isHidden: false)]
    let encoding: String

    private let document: DecodedDocument
    private var text: HTMLText?

    init(_ text: consuming DecodedText, file: String) {
        encoding = text.encoding.rawValue
        document = DecodedDocument(text, file: file)
    }

    var isUnchanged: Bool { document.isUnchanged }

    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText {
        try document.restart()
        let text = HTMLText(document)
        self.text = text
        return text
    }

    /// Whether the input is a sign-in or information page without a table.
    var isWebPage: Bool {
        guard let text else { return true }
        return text.asksPassword || !text.hasTable
    }
}

private final class HTMLText: SheetText {
    /// A row with two filled cells was read.
    private(set) var hasTable = false
    private(set) var asksPassword = false

    private let document: DecodedDocument
    private var state = State.text
    /// The current tag or character reference.
    private var word: [UInt8] = []
    /// The tag has a `=`: quotes enclose values after it.
    private var hasValue = false
    /// The current element whose content is no text: `script`, `style`, `title`.
    private var raw: [UInt8] = []

    private var text: [UInt8] = []
    private var isTextHidden = false
    private var isInCell = false
    private var isInRow = false
    private var column = 0
    /// The number that the cell stores beside the one it shows.
    private var stored: [UInt8]?
    /// The start of a raised text after a digit.
    private var raisedFrom: Int?
    private var columnSpan = 1
    private var rowSpan = 1
    private var filled = 0
    /// The number of further rows that cells above cover, by column.
    private var covered: [Int] = []

    /// The element that a browser does not show, and how many of its kind are open within.
    private var hidden: (name: [UInt8], depth: Int)?

    private enum State { case text, tag, quoted(UInt8), comment, raw }

    init(_ document: DecodedDocument) {
        self.document = document
        super.init(file: document.file, sheet: "")
    }

    override func readCells() throws(ReadFailure) -> Bool {
        guard try document.next() else {
            try endRow()
            return false
        }
        for byte in document.chunk { try feed(byte) }
        return true
    }

    private func feed(_ byte: UInt8) throws(ReadFailure) {
        switch state {
        case .text:
            if byte == 0x3C {
                state = .tag
                hasValue = false
                word.removeAll(keepingCapacity: true)
            } else if hidden == nil, text.count <= 2 * Limits.fieldBytesMax {
                text.append(byte)
            } else if byte > 0x20 {
                isTextHidden = true
            }
        case .tag:
            if byte == 0x3E {
                state = .text
                try tag()
            } else if byte == 0x22 || byte == 0x27, hasValue {
                state = .quoted(byte)
                word.append(byte)
            } else {
                word.append(byte)
                if byte == 0x3D { hasValue = true }
                if word.count == 3, word.elementsEqual("!--".utf8) { state = .comment }
                // `a < b` opens no tag.
                if word.count == 1, byte <= 0x20 || (0x30...0x39).contains(byte) {
                    text += [0x3C, byte]
                    state = .text
                }
            }
        case .quoted(let quote):
            word.append(byte)
            if byte == quote { state = .tag }
        case .comment:
            word.append(byte)
            if byte == 0x3E, word.suffix(3).elementsEqual("-->".utf8) {
                state = .text
            } else if word.count > 1_000 {
                word.removeFirst(word.count - 3)
            }
        case .raw:
            word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            if byte == 0x3E, word.suffix(raw.count + 1).dropLast().elementsEqual(raw) {
                state = .text
            } else if word.count > 1_000 {
                word.removeFirst(word.count - 20)
            }
        }
        guard word.count <= Limits.fieldBytesMax else {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: document.file, line: rows.current),
                details: ["field-bytes", "\(Limits.fieldBytesMax)"])
        }
    }

    // MARK: tags

    private func tag() throws(ReadFailure) {
        var name: [UInt8] = []
        for byte in word {
            let isName = byte == 0x2F && name.isEmpty || byte > 0x20 && byte != 0x2F
            guard isName, name.count < 20 else { break }
            name.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        if let hidden {
            guard !isHidden(name, within: hidden) else { return }
            if hidden.name.elementsEqual("tr".utf8), isTextHidden {
                hiddenRows.append(rows.current)
            }
            self.hidden = nil
        }
        try open(name)
        if isInCell || isInRow, isHiding,
            Self.hideable.contains(String(decoding: name, as: UTF8.self))
        {
            hidden = (name, 1)
            isTextHidden = false
        }
    }

    /// Elements whose hidden content is dropped within a row; a hidden part of the page may be a
    /// folded statement.
    private static let hideable: Set<String> = [
        "tr", "td", "th", "span", "div", "p", "b", "i", "a",
    ]

    /// Whether the tag is within the hidden element: its own end tag ends it, and the end of what
    /// it is in.
    private func isHidden(_ tag: [UInt8], within hidden: (name: [UInt8], depth: Int)) -> Bool {
        let isEnd = tag.first == 0x2F
        if tag.elementsEqual(hidden.name) {
            // A row or cell has no other one within.
            if hidden.name.first == 0x74 { return false }
            self.hidden?.depth += 1
        } else if isEnd, tag.dropFirst().elementsEqual(hidden.name) {
            self.hidden?.depth -= 1
            return hidden.depth > 1
        }
        let outer =
            hidden.name.elementsEqual("tr".utf8) ? [] : ["tr", "/tr", "td", "th", "/td", "/th"]
        let name = String(decoding: tag, as: UTF8.self)
        return !(outer + ["/table", "/tbody"]).contains(name)
    }

    /// Whether the tag has the attribute `hidden` or a style that shows nothing.
    private var isHiding: Bool {
        guard word.count > 8 else { return false }
        let style = (attribute("style") ?? []).filter { $0 > 0x20 }
        if String(decoding: style, as: UTF8.self).contains("display:none") { return true }
        var bare: [UInt8] = []
        var quote: UInt8?
        for byte in word {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else {
                bare.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        return bare.split(whereSeparator: { $0 <= 0x20 || $0 == 0x2F }).dropFirst().contains {
            $0.elementsEqual("hidden".utf8) || $0.elementsEqual("hidden=".utf8)
        }
    }

    private func open(_ name: [UInt8]) throws(ReadFailure) {
        switch String(decoding: name, as: UTF8.self) {
        case "td", "th": try beginCell()
        case "/td", "/th": try endCell()
        case "tr": try beginRow()
        case "/tr": try endRow()
        case "table": try endParagraph()
        case "/table":
            try endRow()
            covered = []
        case "br", "p", "/p", "div", "/div", "li", "/li":
            if isInCell { text.append(0x20) } else { try endParagraph() }
        case "h1", "h2", "h3", "h4", "h5", "h6", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6",
            "body", "/body", "hr", "caption", "/caption":
            if !isInCell { try endParagraph() }
        case "sup", "sub": beginRaised()
        case "/sup", "/sub": endRaised()
        case "script", "style", "title":
            state = .raw
            raw = [0x3C, 0x2F] + name
            word.removeAll(keepingCapacity: true)
        case "input":
            if attribute("type")?.elementsEqual("password".utf8) == true { asksPassword = true }
        default: return
        }
    }

    /// A raised text right after a digit is no digit of that number.
    private func beginRaised() {
        guard isInCell, text.last.map({ $0 &- 0x30 < 10 }) == true else { return }
        raisedFrom = text.count
    }

    /// `12<sup>50</sup>` has two decimals; `12.50<sup>1</sup>` a footnote or power, which makes it
    /// no amount.
    private func endRaised() {
        guard let start = raisedFrom.take(), start < text.count else { return }
        let raised = text[start...]
        guard raised.contains(where: { $0 &- 0x30 < 10 }) else { return }
        let number = text[..<start].reversed().prefix {
            $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2C
        }
        let areDecimals = raised.count == 2 && raised.allSatisfy { $0 &- 0x30 < 10 }
        let isWhole = number.allSatisfy { $0 &- 0x30 < 10 }
        text.insert(areDecimals && isWhole ? 0x2E : 0x5E, at: start)
    }

    /// The lowercased value of an attribute of the tag; nil if it has none.
    private func attribute(_ name: String) -> [UInt8]? {
        let wanted = Array(name.utf8) + [0x3D]
        let small = word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        var start = 1
        while start + wanted.count <= small.count {
            if small[start - 1] <= 0x20 || small[start - 1] == 0x22,
                small[start..<(start + wanted.count)].elementsEqual(wanted)
            {
                var value = small[(start + wanted.count)...]
                if let quote = value.first, quote == 0x22 || quote == 0x27 {
                    value = value.dropFirst().prefix { $0 != quote }
                } else {
                    value = value.prefix { $0 > 0x20 && $0 != 0x2F }
                }
                return Array(value)
            }
            start += 1
        }
        return nil
    }

    // MARK: rows and cells

    private func beginRow() throws(ReadFailure) {
        try endRow()
        try rows.beginNext()
        isInRow = true
        column = 0
        filled = 0
    }

    private func endRow() throws(ReadFailure) {
        try endCell()
        guard isInRow else { return try endParagraph() }
        isInRow = false
        text.removeAll(keepingCapacity: true)
        if filled >= 2 { hasTable = true }
        for index in covered.indices where covered[index] > 0 { covered[index] -= 1 }
    }

    private func beginCell() throws(ReadFailure) {
        try endCell()
        if !isInRow { try beginRow() }
        while column < covered.count, covered[column] > 0 { column += 1 }
        text.removeAll(keepingCapacity: true)
        isInCell = true
        raisedFrom = nil
        stored = word.count > 6 ? attribute("x:num") ?? attribute("sdval") : nil
        columnSpan = span("colspan")
        rowSpan = span("rowspan")
    }

    private func span(_ name: String) -> Int {
        let value = attribute(name).flatMap(XLSXNumber.whole) ?? 1
        return min(max(value, 1), 1_000)
    }

    private func endCell() throws(ReadFailure) {
        guard isInCell else { return }
        isInCell = false
        let content = HTMLCharacters.plain(text)
        text.removeAll(keepingCapacity: true)
        if !content.isEmpty { filled += 1 }
        if let number = stored.take().flatMap({ SheetNumber.decimal($0.span) }),
            Self.isPlainNumber(content)
        {
            try rows.add(typed: number.span, at: column)
        } else {
            try rows.add(text: content.span, at: column)
        }
        let end = min(column + columnSpan, Limits.columnsMax + 1)
        if rowSpan > 1, column < end {
            while covered.count < end { covered.append(0) }
            // The end of this row counts down by one.
            for index in column..<end { covered[index] = rowSpan }
        }
        column = max(end, column)
    }

    /// Whether a cell shows a number alone: a unit beside it, or a day, says more than the number
    /// that it stores.
    private static func isPlainNumber(_ content: [UInt8]) -> Bool {
        NumberReadings.isNumber(content.span, .builtIn) && !DayReadings.isDay(content.span)
            && content.allSatisfy { $0 < 0x41 || $0 >= 0x80 }
            && CurrencyText.unit(in: content.span) == nil
    }

    /// Text outside of tables is a row of one cell.
    private func endParagraph() throws(ReadFailure) {
        guard !isInCell, !isInRow else { return }
        let content = HTMLCharacters.plain(text)
        text.removeAll(keepingCapacity: true)
        guard !content.isEmpty else { return }
        try rows.beginNext()
        try rows.add(text: content.span, at: 0)
    }
}

/// The characters of a page's text.
enum HTMLCharacters {
    /// Collapses and trims blanks, and decodes references.
    static func plain(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        var owesBlank = false
        while index < text.count {
            let byte = text[index]
            if byte <= 0x20 {
                owesBlank = !result.isEmpty
                index += 1
                continue
            }
            if owesBlank { result.append(0x20) }
            owesBlank = false
            if byte == 0x26, let (scalar, count) = reference(text[index...]) {
                appendUTF8(scalar, to: &result)
                index += count
            } else {
                result.append(byte)
                index += 1
            }
        }
        return result
    }

    /// Browsers read the names of Latin-1 without a semicolon too.
    private static func unended(_ text: ArraySlice<UInt8>) -> (scalar: UInt32, count: Int)? {
        let word = text.dropFirst().prefix { $0 | 0x20 &- 0x61 < 26 }
        guard word.count + 1 == text.count || text[word.endIndex] != 0x3D,
            let scalar = HTMLNames.scalar(of: word), scalar < 0x100
        else { return nil }
        return (scalar, word.count + 1)
    }

    /// The character of `&amp;` or `&#8212;` and its length in bytes; nil for other text.
    private static func reference(_ text: ArraySlice<UInt8>) -> (scalar: UInt32, count: Int)? {
        guard let end = text.prefix(12).firstIndex(of: 0x3B) else { return unended(text) }
        let word = text[(text.startIndex + 1)..<end]
        let count = end - text.startIndex + 1
        guard word.first == 0x23 else {
            return HTMLNames.scalar(of: word).map { ($0, count) } ?? unended(text)
        }
        let isHex = word.dropFirst().first.map { $0 | 0x20 } == 0x78
        let digits = String(decoding: word.dropFirst(isHex ? 2 : 1), as: UTF8.self)
        guard var value = UInt32(digits, radix: isHex ? 16 : 10), Unicode.Scalar(value) != nil
        else { return nil }
        if [0x09, 0x0A, 0x0D].contains(value) { return (0x20, count) }
        guard value >= 0x20 else { return nil }
        // In every browser numbers of C1 controls mean the Windows characters.
        if (0x80...0x9F).contains(value) {
            var decoder = TextDecoder(.windows1252)
            var letter: [UInt8] = []
            let byte = [UInt8(truncatingIfNeeded: value)]
            guard decoder.decode(byte.span, final: true, into: &letter) == nil,
                let scalar = String(decoding: letter, as: UTF8.self).unicodeScalars.first
            else { return nil }
            value = scalar.value
        }
        return (value, count)
    }
}
