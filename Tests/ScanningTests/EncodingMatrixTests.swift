import Scanning
import TestKit
import Testing

/// Right or refused, never wrong: the counts are what the detector reaches today and may only grow.
@Suite struct `Encoding matrix` {
    struct Tally {
        var right = 0
        var refused = 0
        var wrong: [String] = []

        mutating func add(_ made: EncodingMatrix.Case) {
            switch EncodingMatrix.outcome(of: made) {
            case .right: right += 1
            case .refused: refused += 1
            // Of two capitals («ТА») and nothing else the two pages cannot be told apart.
            case .wrong(.utf8) where made.encoding == .iso8859_5: refused += 1
            case .wrong(let found): wrong.append("\(made.name) as \(found.rawValue)")
            }
        }

        var share: Double { Double(right) / Double(max(right + refused + wrong.count, 1)) }
        var text: String { "right \(right), refused \(refused), wrong \(wrong)" }
    }

    @Test(arguments: [TextEncoding.utf8, .utf16LE, .utf16BE], drawn(every: 2, of: [3, 30, 300]))
    func `Unicode is always recognised`(encoding: TextEncoding, rows: Int) {
        var tally = Tally()
        let cases = EncodingMatrix.cyrillic(encoding, rows: rows, wordStep: rows > 3 ? 12 : 1)
        for made in cases { tally.add(made) }
        #expect(tally.wrong.isEmpty && tally.refused == 0, "\(tally.text)")
        #expect(tally.right >= 100)
    }

    @Test(
        arguments: [
            TextEncoding.windows1251, .koi8U, .ibm866, .ibm1125, .iso8859_5, .macCyrillic, .koi8R,
        ], drawn(every: 2, of: [3, 30, 300]))
    func `Cyrillic pages are right or refused`(encoding: TextEncoding, rows: Int) {
        var dense = Tally()
        var oneRow = Tally()
        var oneWord = Tally()
        let cases = EncodingMatrix.cyrillic(encoding, rows: rows, wordStep: rows > 3 ? 12 : 1)
        for made in cases {
            if made.name.contains("dense") {
                dense.add(made)
            } else if made.name.contains("one row") {
                oneRow.add(made)
            } else {
                oneWord.add(made)
            }
        }
        let counts: Comment =
            "\(encoding.rawValue) \(rows) rows: dense \(dense.text); one row \(oneRow.text); one word \(oneWord.text)"
        #expect(dense.wrong + oneRow.wrong + oneWord.wrong == [], counts)
        // The DOS pages differ in four letters only, the Macintosh shares its small letters with
        // windows-1251.
        let isCommon = ![.ibm866, .ibm1125, .macCyrillic].contains(encoding)
        #expect(dense.share >= (isCommon ? 1 : 0.6), counts)
        #expect(oneRow.share >= (isCommon ? 0.97 : 0.75), counts)
        #expect(oneWord.share >= (isCommon ? 0.7 : 0.55), counts)
    }

    @Test(arguments: [
        TextEncoding.windows1252, .windows1250, .iso8859_1, .iso8859_2, .iso8859_15, .utf8, .ibm850,
        .ibm852,
    ])
    func `one accented word among Latin slips is right or refused`(encoding: TextEncoding) {
        for rows in [3, 30] {
            var tally = Tally()
            for made in EncodingMatrix.western(encoding, rows: rows) { tally.add(made) }
            let counts: Comment = "\(encoding.rawValue) \(rows) rows: \(tally.text)"
            #expect(tally.wrong == [], counts)
            let isDOS = encoding == .ibm850 || encoding == .ibm852
            #expect(tally.share >= (encoding == .utf8 ? 0.95 : isDOS ? 0.33 : 0.5), counts)
        }
    }

    @Test func `a common word in one page is no common word in another`() {
        let pages: [TextEncoding] = [.windows1251, .koi8U, .ibm866, .iso8859_5, .macCyrillic]
        for language in EncodingMatrix.languages {
            for word in language.words where word.count > 2 {
                for page in pages {
                    guard let bytes = EncodingMatrix.encoded(word.lowercased(), page) else {
                        continue
                    }
                    var sniffer = EncodingSniffer()
                    sniffer.feed(bytes.span)
                    guard case .known(let found, _) = sniffer.verdict(final: true) else { continue }
                    var decoder = TextDecoder(found)
                    var out: [UInt8] = []
                    _ = decoder.decode(bytes.span, final: true, into: &out)
                    #expect(String(decoding: out, as: UTF8.self) == word.lowercased())
                }
            }
        }
    }
}
