internal import Facts
internal import Reading
package import Scanning

extension LayoutSet {
    /// The only candidate encoding in which a file has the headings of a bank's table, if those are
    /// not only ASCII: `Naam initiërende partij` proves as much as a page of text. Nil if none or
    /// several fit.
    package func encoding(
        ofHeadings head: [UInt8], among candidates: [TextEncoding], file: String
    ) -> TextEncoding? {
        let start = head.prefix(CSVHead.headBytes)
        let isWhole = head.count < CSVHead.headBytes
        let fitting = candidates.filter { candidate in
            var text: [UInt8] = []
            var decoder = TextDecoder(candidate)
            guard decoder.decode(start.span, final: false, into: &text) == nil,
                let table = try? CSVHead(file: file, layouts: self).find(
                    text.span, isWhole: isWhole),
                table.layout.rank > .fallback
            else { return false }
            return table.header.contains { heading in
                !heading.utf8.allSatisfy { $0 < 0x80 }
                    && table.layout.names(column: HeaderText.fold(heading))
            }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }
}

/// Headings of tables that no layout knows.
package enum UnknownHeadings {
    /// The encoding in which most headings of an unknown table are words with letters beyond ASCII:
    /// no other page has `Açıklama` in these bytes.
    ///
    /// - Parameters:
    ///   - candidates: what the words of the file allow, the likeliest first.
    ///   - isOneLanguage: whether all letters of the file under a candidate are of one language.
    /// - Returns: nil if no heading is such a word, or if encodings that give different texts have
    ///   equally many; a candidate of one language is preferred to an unsniffed encoding.
    package static func encoding(
        of head: [UInt8], among candidates: [TextEncoding], isOneLanguage: (TextEncoding) -> Bool
    ) -> TextEncoding? {
        var best: [Reading] = []
        for encoding in candidates + TextEncoding.unsniffed where encoding.isReadable {
            guard let reading = Reading(encoding, of: head), reading.count > 0,
                reading.count >= best.first?.count ?? 0
            else { continue }
            if reading.count > best.first?.count ?? 0 { best = [] }
            if !best.contains(where: { $0.text == reading.text }) { best.append(reading) }
        }
        if best.count > 1 {
            best.removeAll {
                TextEncoding.unsniffed.contains($0.encoding) || !isOneLanguage($0.encoding)
            }
        }
        return best.count == 1 ? best[0].encoding : nil
    }

    /// The start of a file as text, with its headings that are words beyond ASCII.
    private struct Reading {
        let encoding: TextEncoding
        let text: [UInt8]
        let count: Int

        /// Nil if the bytes are no text of the encoding, or have no table.
        init?(_ encoding: TextEncoding, of head: [UInt8]) {
            let start = head.prefix(CSVHead.headBytes)
            var text: [UInt8] = []
            var decoder = TextDecoder(encoding)
            guard decoder.decode(start.span, final: false, into: &text) == nil,
                let frame = TableFrame.find(
                    text.span, isWhole: start.count == head.count, words: .builtIn)
            else { return nil }
            self.encoding = encoding
            self.text = text
            let cells = frame.preamble.joined().map { String(decoding: $0, as: UTF8.self) }
            let found = Set((cells + frame.names).flatMap(UnknownHeadings.words))
            count =
                frame.names.count { names.contains(plain($0)) }
                + found.intersection(UnknownHeadings.vocabulary).count
        }
    }

    /// The names of columns with letters beyond ASCII. Folded names would be equal in several
    /// pages.
    private static let names: Set<String> = {
        let yaml = EmbeddedFile.headings.withSpan { Array($0) }
        var names: Set<String> = []
        for role in (try? YAMLNode.parse(yaml))?["columns"]?.pairs ?? [] {
            for language in role.value.pairs {
                for name in language.value.text?.split(separator: "|") ?? [] {
                    let name = plain(String(name))
                    if !name.utf8.allSatisfy({ $0 < 0x80 }) { names.insert(name) }
                }
            }
        }
        return names
    }()

    /// All words of the tables with letters beyond ASCII: `umsätze`, `día`, `операції`.
    private static let vocabulary: Set<String> = {
        let yaml = EmbeddedFile.headings.withSpan { String(decoding: Array($0), as: UTF8.self) }
        return Set(words(yaml))
    }()

    /// The words beyond ASCII in small letters; shorter ones may be those of another page.
    private static func words(_ text: String) -> [String] {
        text.split { !$0.isLetter }.map { $0.lowercased() }.filter {
            $0.count >= wordMin && !$0.utf8.allSatisfy { $0 < 0x80 }
        }
    }

    private static let wordMin = 3

    /// A heading in small letters, without what is in parentheses.
    private static func plain(_ heading: String) -> String {
        let words = heading.prefix { $0 != "(" }.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").lowercased()
    }
}
