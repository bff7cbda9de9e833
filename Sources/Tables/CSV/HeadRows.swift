internal import Facts
internal import Scanning
internal import Reading

/// A row of the head. Texts of cells are made lazily: most rows only need ``fold(_:into:)``.
final class HeadRow {
    private struct Cell {
        let range: Range<Int>
        let hasQuotes: Bool
    }

    /// The concatenated cells, as in the file.
    private var bytes: [UInt8] = []
    private var cells: [Cell] = []

    /// The cells as texts.
    private(set) lazy var raw: [String] = {
        let bytes = bytes
        return cells.map {
            CellText.string(bytes.span.extracting($0.range), hasQuotes: $0.hasQuotes)
        }
    }()
    private(set) lazy var folded: [[UInt8]] = {
        let bytes = bytes
        return cells.map { HeaderText.fold(bytes.span.extracting($0.range)) }
    }()

    let count: Int

    /// The tokenizer's current row.
    fileprivate init(of tokenizer: borrowing CSVTokenizer) {
        let fields = tokenizer.fields
        count = fields.count
        cells.reserveCapacity(count)
        let text = tokenizer.bytes
        for field in fields {
            let start = bytes.count
            bytes.append(contentsOf: text[tokenizer.range(of: field)])
            cells.append(Cell(range: start..<bytes.count, hasQuotes: field.hasQuotes))
        }
    }

    init(raw: [String], folded: [[UInt8]]) {
        count = raw.count
        self.raw = raw
        self.folded = folded
    }

    /// Whether at least two cells, and half of all, are names of columns. All texts are folded.
    static func isOfNames(_ cells: [[UInt8]], _ names: [[UInt8]]) -> Bool {
        let filled = cells.filter { !$0.isEmpty }
        let named = filled.count { names.contains($0) }
        return named >= 2 && named * 2 >= filled.count
    }

    /// Replaces `folded` by the folded text of a cell.
    func fold(_ cell: Int, into folded: inout [UInt8]) {
        let bytes = bytes
        HeaderText.fold(bytes.span.extracting(cells[cell].range), into: &folded)
    }

    /// The first column of a heading.
    func column(named heading: [UInt8]) -> Int? {
        heading.isEmpty ? nil : folded.firstIndex(of: heading)
    }

    /// The first of the names that exists; of equal headings the first after column `after`, else
    /// the first of all.
    func column(_ names: [HeaderPattern], after: Int = -1) -> (index: Int, currency: Currency)? {
        for name in names {
            if name.position >= 0 {
                if name.position < raw.count { return (name.position, .unknown) }
                continue
            }
            if let plain = name.plain {
                guard let index = column(named: plain) else { continue }
                if index < after, let later = folded[after...].firstIndex(of: plain) {
                    return (later, .unknown)
                }
                return (index, .unknown)
            }
            for (index, cell) in folded.enumerated() {
                if let currency = name.match(cell) { return (index, currency) }
            }
        }
        return nil
    }
}

/// The rows of a file's head in one shape, cut lazily: a header is nearly always among the first.
final class HeadRows {
    let shape: CSVShape
    private let head: [UInt8]
    private let isWhole: Bool
    private var tokenizer: CSVTokenizer
    private var rows: [HeadRow] = []
    /// Bytes of the head given to the tokenizer.
    private var given: Int
    private var isAtEnd = false

    private static let firstBytes = 8 * 1024

    /// - Parameter isWhole: the head is the whole file, so its last row may lack a line end.
    init(_ head: Span<UInt8>, shape: CSVShape, isWhole: Bool) {
        self.shape = shape
        self.isWhole = isWhole
        self.head = Array(head)
        given = min(head.count, Self.firstBytes)
        tokenizer = CSVTokenizer(shape: shape)
        tokenizer.append(head.extracting(0..<given))
    }

    /// A row by its 0-based number; nil after the last one.
    subscript(number: Int) -> HeadRow? {
        while rows.count <= number, !isAtEnd { cutNext() }
        return number < rows.count ? rows[number] : nil
    }

    /// The rows above a row.
    func upTo(_ number: Int) -> ArraySlice<HeadRow> { rows[..<max(number, 0)] }

    var all: [HeadRow] {
        while !isAtEnd { cutNext() }
        return rows
    }

    private func cutNext() {
        guard rows.count < Limits.headerRowsMax else {
            isAtEnd = true
            return
        }
        switch tokenizer.next(final: isWhole && given == head.count) {
        case .row:
            rows.append(HeadRow(of: tokenizer))
        case .broken: rows.append(HeadRow(raw: [], folded: []))
        case .needsMore, .gaveUp:
            if given == head.count {
                isAtEnd = true
            } else {
                startAgain()
            }
        }
    }

    /// The first bytes had too few rows: cuts the whole head, skipping the known rows.
    private func startAgain() {
        given = head.count
        tokenizer = CSVTokenizer(shape: shape)
        let head = head
        tokenizer.append(head.span)
        for _ in rows { _ = tokenizer.next(final: isWhole) }
    }
}
