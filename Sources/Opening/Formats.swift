internal import Documents
internal import Reading
internal import Regional
internal import Tables

/// The formats of texts, detected by content, never by file name.
///
/// - Source: the format notes, §1.1. Extensions lie: `.xls` contains CSV, HTML or XML, `.qbo`
///   contains OFX.
enum Formats {
    /// In the order of detection.
    static let cards: [FormatCard] = [
        .ofxXML, .ofxSGML, .spreadsheetML, .html, .camt, .xmlRecords,
        .mt940, .privatbankJSON, .json, .qif, .beancount, .journal,
        .clientBank, .oneC, .sberbankText, .pdfText,
        .csv,
    ]

    /// Signs are in the first lines; a bank's preamble is shorter than this.
    static let headBytes = 4096

    /// The format of a text; the fallback is a table.
    static func card(of text: Span<UInt8>) -> FormatCard {
        var start = 0
        while start < text.count, text[start] <= 0x20 { start += 1 }
        if start == text.count { return .csv }
        let text = text.extracting(droppingFirst: start)
        let head = text.extracting(first: min(text.count, headBytes))
        return cards.first(where: { $0.begins(head, text) })
            ?? cards.first(where: { $0.holds(head, text) }) ?? .csv
    }

    /// The format that the user names; for a family the member that matches the text, else the
    /// last.
    static func card(called name: String, of text: Span<UInt8>) -> FormatCard? {
        let named = cards.filter { $0.isCalled(name) }
        guard named.count > 1 else { return named.first }
        let told = card(of: text).name
        return named.first { $0.name == told } ?? named.last
    }
}

/// The keys by which statements name their banks.
package enum KnownBanks {
    /// Sorted. A file of a standard format may name others.
    package static var all: [String] {
        let banks = LayoutSet.builtIn.all.map(\.bank) + BanksOfReports.all + ["monobank"]
        return Set(banks).subtracting([""]).sorted()
    }
}

/// The formats by the names that options and messages use.
package enum KnownFormats {
    /// Texts, in alphabetical order, each with its other names.
    package static var texts: [(name: String, otherNames: [String])] {
        Formats.cards.map { ($0.name, $0.otherNames) }.sorted { $0.name < $1.name }
    }

    /// Recognised by their bytes: workbooks, documents, and archives of files.
    package static var binary: [String] {
        BinaryFormat.allCases.filter(\.isRead).map(\.rawValue) + ["gzip"]
    }

    /// Recognised and refused.
    package static var unread: [String] {
        BinaryFormat.allCases.filter { !$0.isRead }.map(\.rawValue)
    }
}
