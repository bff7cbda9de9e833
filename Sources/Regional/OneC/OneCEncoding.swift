package import Scanning

/// Detects the single-byte encoding of an exchange file by its keywords.
///
/// Every exchange contains `РасчСчет` or `ВерсияФормата`; only one encoding decodes the file's
/// bytes to these words, however little other text there is. `Кодировка` is ignored: files in UTF-8
/// that declare `Windows` exist.
package enum OneCEncoding {
    private static let candidates: [TextEncoding] = [
        .windows1251, .ibm866, .koi8R, .macCyrillic, .iso8859_5,
    ]
    private static let words = ["РасчСчет=", "ВерсияФормата=", "РАСЧСЧЕТ=", "Кодировка="]
        .map { Array($0.utf8) }

    /// Nil if the bytes are no exchange file, or contain none of the words.
    package static func proved(by head: Span<UInt8>) -> TextEncoding? {
        let magic = Array("1CClientBankExchange".utf8)
        let start = head.extracting(0..<min(head.count, 4_096))
        guard start.count > magic.count else { return nil }
        for index in magic.indices where start[index] != magic[index] { return nil }
        return candidates.first { encoding in
            var decoder = TextDecoder(encoding)
            var text: [UInt8] = []
            // An undecodable byte ends the text here; the rest is not needed.
            _ = decoder.decode(start, final: true, into: &text)
            return words.contains { text.firstRange(of: $0) != nil }
        }
    }
}
