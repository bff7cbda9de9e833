import Facts
import Reading

/// Classifies each line of a QIF file by the preceding `!` headers.
struct QIFSections {
    enum Section { case transactions, investments, account, list }

    enum Line {
        /// `!Type:`, `!Account` and the like; `kind` is the text after `!Type:`.
        case header(kind: String)
        /// A letter and the range of its value in the line.
        case field(UInt8, value: Range<Int>)
        case end
        case blank
    }

    /// Files without a first header contain transactions.
    private(set) var current = Section.transactions
    /// A header was read.
    private(set) var hasHeader = false

    private let file: String

    init(file: String) {
        self.file = file
    }

    /// - Throws: `malformed` for an unknown header or kind of section: its records could be
    ///   anything.
    mutating func feed(_ line: Span<UInt8>, _ number: Int) throws(ReadFailure) -> Line {
        let inked = line.trimmed(line.indices, keepsZeros: true)
        guard let start = inked.first else { return .blank }
        switch line[start] {
        case UInt8(ascii: "!"): return .header(kind: try header(line.extracting(inked), number))
        case UInt8(ascii: "^"): return .end
        default:
            return .field(line[start], value: line.trimmed(inked.dropFirst(), keepsZeros: true))
        }
    }

    private mutating func header(
        _ line: Span<UInt8>, _ number: Int
    ) throws(ReadFailure) -> String {
        hasHeader = true
        let text = String(utf8: line.extracting(first: min(line.count, 64)))
        let word = text.lowercased()
        if word.hasPrefix("!account") {
            current = .account
            return ""
        }
        // `!Option:AutoSwitch` and `!Clear:AutoSwitch` have no effect here.
        if word.hasPrefix("!option") || word.hasPrefix("!clear") { return "" }
        guard word.hasPrefix("!type") else { throw unknownSection(text, number) }
        let kind = word.dropFirst(5).drop { $0 == ":" || $0 == " " }
        switch kind {
        case "bank", "cash", "ccard", "oth a", "oth l", "oth s": current = .transactions
        case "invst", "invoice", "port", "401(k)/403(b)", "invitem": current = .investments
        case "cat", "class", "memorized", "security", "prices", "tag", "budget", "bill", "template":
            current = .list
        default:
            throw unknownSection(text, number)
        }
        return String(kind)
    }

    private func unknownSection(_ text: String, _ number: Int) -> ReadFailure {
        ReadFailure(
            .malformed, at: SourcePlace(file: file, line: number, column: 1), found: text,
            details: ["qif-section"])
    }
}
