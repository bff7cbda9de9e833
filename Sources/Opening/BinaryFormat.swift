internal import Scanning
internal import Reading

/// Formats recognised by a file's first bytes, before decoding: workbooks, PDF, archives (unpacked
/// earlier), and formats that are recognised but not read.
enum BinaryFormat: String, CaseIterable {
    case xlsx, zip, xls, pdf
    case sevenZip = "7z"
    case rar, rtf, image, multicash, dbf

    var isRead: Bool {
        switch self {
        case .xlsx, .zip, .xls, .pdf: true
        case .sevenZip, .rar, .rtf, .image, .multicash, .dbf: false
        }
    }

    /// Known by what its bytes happen to say, so that the user may name another format. No text
    /// begins with the signatures of the others.
    var isGuess: Bool { self == .multicash || self == .dbf }

    init?(of head: Span<UInt8>) {
        if ZipDirectory.begins(head) {
            self = head.contains("xl/") ? .xlsx : .zip
            return
        }
        let known = Self.signatures.first { _, signature in
            head.count >= signature.count
                && signature.indices.allSatisfy { head[$0] == signature[$0] }
        }
        if let known {
            self = known.format
        } else if MultiCash.knows(head) {
            self = .multicash
        } else if Self.isDBase(head) {
            self = .dbf
        } else {
            return nil
        }
    }

    private static let signatures: [(format: BinaryFormat, bytes: [UInt8])] = [
        (.xls, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        (.pdf, Array("%PDF".utf8)),
        (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        (.rar, Array("Rar!".utf8) + [0x1A, 0x07]),
        (.rtf, Array("{\\rtf".utf8)),
        (.image, [0x89, 0x50, 0x4E, 0x47]), (.image, [0xFF, 0xD8, 0xFF]),
        (.image, [0x47, 0x49, 0x46, 0x38]),
    ]

    /// Version, day of the last change, and a head length of 32 bytes a column plus one.
    private static func isDBase(_ head: Span<UInt8>) -> Bool {
        guard head.count > 64, [0x03, 0x30, 0x83, 0x8B, 0xF5].contains(head[0]),
            (1...12).contains(head[2]), (1...31).contains(head[3])
        else { return false }
        let length = Int(head[8]) | Int(head[9]) << 8
        return length > 64 && (length % 32 == 1 || (length - 263) % 32 == 1)
    }
}
