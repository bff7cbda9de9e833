internal import Scanning

/// What a file is, told from its content; its name is not asked.
package enum StatementFormat: String, Sendable, CaseIterable {
    case csv
    case ofxSGML = "ofx/sgml"
    case ofxXML = "ofx/xml"
    case json
    case camt, mt940, qif
    case xlsx, xls, html
    case spreadsheetML = "spreadsheet-xml"
    case oneC = "1c"
    case clientBankBY = "client-bank-by"
    case sberbankText = "sberbank-text"
    case pdf
    case pdfText = "pdf-text"
    case privatbankJSON = "privatbank-json"
    case otherXML = "xml"
    // Known by sight; its files are taken apart before.
    case zip
    // Known by sight and not read.
    case multicash, dbf, rtf, rar, image
    case sevenZip = "7z"

    var isJSON: Bool { self == .json || self == .privatbankJSON }

    /// The format a user names: one of ours, or the family it belongs to.
    package init?(option: String) {
        switch option {
        case "ofx", "qfx", "qbo": self = .ofxSGML
        case "monobank/json": self = .json
        case "mt942": self = .mt940
        default:
            guard let known = StatementFormat(rawValue: option) else { return nil }
            self = known
        }
    }
}

/// What a ZIP archive is, told from the names in it.
enum ArchiveKind {
    case workbook
    /// Another kind of file that is kept as an archive: `docx`, `ods`, or a pair of texts that say
    /// nothing apart.
    case document(String)
    case archive

    init(of directory: ZipDirectory) {
        let names = Set(directory.members.map { XLSXPackage.folded($0.name) })
        if names.contains("xl/workbook.bin") {
            self = .document("xlsb")
        } else if names.contains("xl/workbook.xml") {
            self = .workbook
        } else if names.contains("[content_types].xml") {
            // The workbook's part may have any name.
            self =
                names.contains { $0.hasPrefix("word/") || $0.hasPrefix("ppt/") }
                ? .document("office-document") : .workbook
        } else if names.contains("mimetype"), names.contains("content.xml") {
            self = .document("open-document")
        } else if names.isSuperset(of: ["umsatz.txt", "auszug.txt"]) {
            self = .document(StatementFormat.multicash.rawValue)
        } else {
            self = .archive
        }
    }
}

/// Routes by content.
///
/// - Source: the format notes, §1.1. Extensions lie: `.xls` holds CSV, HTML or XML, `.qbo` holds
///   OFX.
enum FormatRouter {
    /// Formats that are known by their first bytes, before any decoding.
    static func binaryFormat(of head: Span<UInt8>) -> StatementFormat? {
        if ZipDirectory.begins(head) { return contains(head, "xl/") ? .xlsx : .zip }
        if starts(head, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) { return .xls }
        if starts(head, Array("%PDF".utf8)) { return .pdf }
        if starts(head, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return .sevenZip }
        if starts(head, Array("Rar!".utf8) + [0x1A, 0x07]) { return .rar }
        if starts(head, Array("{\\rtf".utf8)) { return .rtf }
        for signature: [UInt8] in [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38],
        ]
        where starts(head, signature) { return .image }
        if MultiCash.knows(head) { return .multicash }
        return isDBase(head) ? .dbf : nil
    }

    /// Version, day of the last change, and a length of the head that is 32 bytes a column and one
    /// more.
    private static func isDBase(_ head: Span<UInt8>) -> Bool {
        guard head.count > 64, [0x03, 0x30, 0x83, 0x8B, 0xF5].contains(head[0]),
            (1...12).contains(head[2]), (1...31).contains(head[3])
        else { return false }
        let length = Int(head[8]) | Int(head[9]) << 8
        return length > 64 && (length % 32 == 1 || (length - 263) % 32 == 1)
    }

    /// Whether the undecoded bytes are an OFX file, whose header may settle an encoding.
    static func looksLikeOFX(_ head: Span<UInt8>) -> Bool {
        let start = head.extracting(0..<min(head.count, signatureBytes))
        return contains(start, "OFXHEADER") || contains(start, "<OFX>")
    }

    /// Whether the undecoded bytes are a page or a workbook in XML, which may say its encoding.
    static func looksLikeMarkup(_ head: Span<UInt8>) -> Bool {
        let format = format(of: head)
        return format == .html || format == .spreadsheetML
    }

    /// The format of decoded text; anything that is nothing else is a table.
    static func format(of text: Span<UInt8>) -> StatementFormat {
        let start = firstInk(text)
        let head = text.extracting(start..<min(text.count, start + signatureBytes))
        guard !head.isEmpty else { return .csv }
        switch head[0] {
        case UInt8(ascii: "<"): return markup(head, of: text)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if starts(head, Array("{1:".utf8)) { return .mt940 }
            // `[IN_PARAM]` opens a section of a text format, `[{` and `["` a JSON array.
            if contains(head, "StatementsResponse") || contains(head, "\"AUT_MY_") {
                return .privatbankJSON
            }
            return .json
        case UInt8(ascii: "!"):
            if ["!Type:", "!Account", "!Option:", "!Clear:"].contains(where: { begins(head, $0) }) {
                return .qif
            }
        case UInt8(ascii: ":"):
            if [":20:", ":25:", ":28C:", ":60F:", ":61:"].contains(where: { begins(head, $0) }) {
                return .mt940
            }
        case UInt8(ascii: "*"):
            if begins(head, "***** ^Type=") { return .clientBankBY }
        default: break
        }
        if begins(head, "null"), head.count <= 8 { return .json }
        if begins(head, "1CClientBankExchange") { return .oneC }
        if contains(head, "OFXHEADER:") || contains(head, "<OFX>") { return .ofxSGML }
        if hasLine(head, ":20:"), hasLine(head, ":25:") || hasLine(head, ":60F:") { return .mt940 }
        // A title in capitals, as the report prints it.
        if contains(head, "ОТЧЕТ ПО СЧЕТУ КАРТЫ"), contains(head, "----+----") {
            return .sberbankText
        }
        if PDFTextReader.knows(text.extracting(start..<min(text.count, start + pageBytes))) {
            return .pdfText
        }
        return .csv
    }

    /// Signatures stand within the first lines; a bank's own preamble is shorter than this.
    private static let signatureBytes = 4096
    /// The heading of a printed page, also with blanks between all its letters.
    static let pageBytes = 16 * 1024

    private static func markup(_ head: Span<UInt8>, of text: Span<UInt8>) -> StatementFormat {
        if contains(head, "<OFX>") || contains(head, "<?OFX") || contains(head, "OFXHEADER") {
            let saysXML = begins(head, "<?xml") || contains(head, "<?OFX")
            let isXML =
                saysXML && !contains(head, "OFXHEADER:") && hasClosedLeaves(head)
                && !hasBareAmpersand(text)
            return isXML ? .ofxXML : .ofxSGML
        }
        // Before pages: its sheets have a `<Table>` too.
        if contains(head, "urn:schemas-microsoft-com:office:spreadsheet"),
            contains(head, "<Workbook") || contains(head, ":Workbook")
        {
            return .spreadsheetML
        }
        if contains(head, "<!DOCTYPE HTML") || contains(head, "<html") || contains(head, "<table") {
            return .html
        }
        if contains(head, "iso:20022:tech:xsd:camt.") || contains(head, "BkToCstmr") {
            return .camt
        }
        return .otherXML
    }

    /// Programs that learned the header of OFX 2 and not its body leave leaves open: the first ones
    /// of an answer tell.
    private static func hasClosedLeaves(_ head: Span<UInt8>) -> Bool {
        ["CODE>", "DTSERVER>", "LANGUAGE>", "CURDEF>"].allSatisfy {
            !contains(head, "<" + $0) || contains(head, "</" + $0)
        }
    }

    /// An ampersand that begins no reference is no XML, but what some banks write for themselves.
    private static func hasBareAmpersand(_ text: Span<UInt8>) -> Bool {
        for start in text.indices where text[start] == UInt8(ascii: "&") {
            var end = start + 1
            while end < text.count, end - start <= 10, text[end] != UInt8(ascii: ";"),
                isReferenceByte(text[end])
            {
                end += 1
            }
            // At the end of what is known it may be a reference.
            if end < text.count, end == start + 1 || text[end] != UInt8(ascii: ";") { return true }
        }
        return false
    }

    private static func isReferenceByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte &- 0x30 < 10 || (0x61...0x7A).contains(lower(byte))
    }

    private static func firstInk(_ text: Span<UInt8>) -> Int {
        var index = 0
        while index < text.count, text[index] <= 0x20 { index += 1 }
        return index
    }

    private static func starts(_ head: Span<UInt8>, _ signature: [UInt8]) -> Bool {
        guard head.count >= signature.count else { return false }
        for index in signature.indices where head[index] != signature[index] { return false }
        return true
    }

    private static func begins(_ head: Span<UInt8>, _ word: String) -> Bool {
        matches(head, Array(word.utf8).map(lower), at: 0)
    }

    /// Letters of either case.
    private static func contains(_ head: Span<UInt8>, _ word: String) -> Bool {
        let wanted = Array(word.utf8).map(lower)
        guard let first = wanted.first, head.count >= wanted.count else { return false }
        for index in 0...(head.count - wanted.count)
        where lower(head[index]) == first && matches(head, wanted, at: index) {
            return true
        }
        return false
    }

    /// Whether a line, ended by either byte, is followed by one that begins with the word.
    private static func hasLine(_ head: Span<UInt8>, _ word: String) -> Bool {
        contains(head, "\n" + word) || contains(head, "\r" + word)
    }

    private static func matches(_ head: Span<UInt8>, _ wanted: [UInt8], at start: Int) -> Bool {
        guard head.count - start >= wanted.count else { return false }
        for index in wanted.indices where lower(head[start + index]) != wanted[index] {
            return false
        }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
