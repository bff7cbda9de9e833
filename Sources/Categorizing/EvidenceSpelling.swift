package import Facts
internal import Scanning

extension Evidence {
    /// The matched words, for display: the bank's own words if the text has them, else the name in
    /// the table or memory.
    ///
    /// - Parameter text: the description that the evidence is about.
    package func spelled(in text: String) -> String {
        switch source {
        case .keyword, .memory, .words:
            let found = wordsMatched(in: text)
            return found.isEmpty ? Self.plain(subject) : found
        case .phrase:
            // The wording's name is followed by where it is looked for.
            return subject.utf8.firstRange(of: " (".utf8).map {
                String(subject[..<$0.lowerBound])
            } ?? subject
        default: return subject
        }
    }

    /// A stem without its wildcard.
    private static func plain(_ subject: String) -> String {
        String(decoding: subject.utf8.filter { $0 != UInt8(ascii: "*") }, as: UTF8.self)
    }

    /// The words of the text that match the subject, in any spelling.
    private func wordsMatched(in text: String) -> String {
        let wanted = subject.split(separator: " ").map { word in
            let stem = Self.loose(Self.plain(String(word)))
            return (stem: stem, isWhole: word.last != "*")
        }
        return text.split(whereSeparator: \.isWhitespace).filter { word in
            Self.loose(String(word)).split(separator: " ").contains { part in
                wanted.contains { $0.isWhole ? part == $0.stem : part.hasPrefix($0.stem) }
            }
        }.joined(separator: " ")
    }

    private static func loose(_ text: String) -> String {
        var folded: [UInt8] = []
        TextFolder().fold(text.utf8.span, into: &folded)
        var loose: [UInt8] = []
        LooseSpelling.append(folded.span, to: &loose)
        return String(decoding: loose, as: UTF8.self)
    }
}
