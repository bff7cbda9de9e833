package import Scanning

/// Which single-byte encoding an exchange file is in, proved by its own words.
///
/// Every exchange holds `РасчСчет` or `ВерсияФормата`; only one table makes these words of the
/// file's bytes, however little other text there is. What `Кодировка` says is not asked: files in
/// UTF-8 that say `Windows` exist.
package enum OneCEncoding {
    private static let candidates: [TextEncoding] = [
        .windows1251, .ibm866, .koi8R, .macCyrillic, .iso8859_5,
    ]
    private static let words = ["РасчСчет=", "ВерсияФормата=", "РАСЧСЧЕТ=", "Кодировка="]
        .map { Array($0.utf8) }

    /// Nil when the bytes are no exchange file, or none of the words is there.
    package static func proved(by head: Span<UInt8>) -> TextEncoding? {
        let magic = Array("1CClientBankExchange".utf8)
        let start = head.extracting(0..<min(head.count, 4_096))
        guard start.count > magic.count else { return nil }
        for index in magic.indices where start[index] != magic[index] { return nil }
        return candidates.first { encoding in
            var decoder = TextDecoder(encoding)
            var text: [UInt8] = []
            // A byte the table does not know ends the text here, which is enough to look at.
            _ = decoder.decode(start, final: true, into: &text)
            return words.contains { text.firstRange(of: $0) != nil }
        }
    }
}
