import Testing

/// One line of a table of written forms: `|the field| words of its column, then the decision`.
struct WrittenForm: Sendable, CustomTestStringConvertible {
    let field: [UInt8]
    let words: [String]
    let decision: String
    let line: String
    var testDescription: String { line }

    static func table(_ text: String) -> [WrittenForm] {
        text.split(separator: "\n").compactMap { WrittenForm(String($0)) }
    }

    private init?(_ line: String) {
        guard let start = line.firstIndex(of: "|"), let end = line.lastIndex(of: "|"), start < end
        else { return nil }
        var words = line[line.index(after: end)...].split(separator: " ").map(String.init)
        guard let last = words.popLast() else { return nil }
        self.line = line
        self.words = words
        decision = last
        field = Array(Self.unescaped(line[line.index(after: start)..<end]).utf8)
    }

    /// `\u{…}` becomes the scalar.
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let mark = rest.firstRange(of: "\\u{"),
            let close = rest[mark.upperBound...].firstIndex(of: "}")
        {
            result += rest[..<mark.lowerBound]
            if let number = UInt32(rest[mark.upperBound..<close], radix: 16),
                let scalar = Unicode.Scalar(number)
            {
                result.unicodeScalars.append(scalar)
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
