internal import Reading
internal import Scanning
internal import Tables

/// The kind of a ZIP archive, by the names in it.
enum ArchiveKind {
    case workbook
    /// A workbook of OpenDocument: `ods`.
    case openDocument
    /// Another format that is a ZIP archive: `docx`, `xlsb`, or a pair of texts that are useless
    /// separately.
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
            self = .openDocument
        } else if names.isSuperset(of: ["umsatz.txt", "auszug.txt"]) {
            self = .document(BinaryFormat.multicash.rawValue)
        } else {
            self = .archive
        }
    }
}
