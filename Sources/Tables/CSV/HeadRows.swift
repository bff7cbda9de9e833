internal import Facts
internal import Scanning
internal import Reading

/// A row of the head; of most only ``fold(_:into:)`` is asked, so texts of its cells are made when
/// somebody wants them.
final class HeadRow {
    private struct Cell {
        let range: Range<Int>
        let hasQuotes: Bool
    }

    /// The cells as they are in the file, one behind the other.
    private var bytes: [UInt8] = []
    private var cells: [Cell] = []

    /// What a person would read in each cell.
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

    /// The row the tokenizer has cut last.
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

    /// Puts the folded text of a cell of a row that was cut in the place of what was there.
    func fold(_ cell: Int, into folded: inout [UInt8]) {
        let bytes = bytes
        HeaderText.fold(bytes.span.extracting(cells[cell].range), into: &folded)
    }

    /// The first column of a heading.
    func column(named heading: [UInt8]) -> Int? {
        heading.isEmpty ? nil : folded.firstIndex(of: heading)
    }

    /// The first name that is there; with a heading twice, the first column that has it behind
    /// `after`, else the first of all.
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

/// The rows of a file's head in one shape, cut as far as they are asked for: a header is one of the
/// first nearly always.
final class HeadRows {
    let shape: CSVShape
    private let head: [UInt8]
    private let isWhole: Bool
    private var tokenizer: CSVTokenizer
    private var rows: [HeadRow] = []
    /// How much of the head the tokenizer has.
    private var given: Int
    private var isAtEnd = false

    private static let firstBytes = 8 * 1024

    /// - Parameter isWhole: the head is the whole file, so that its last row counts without a line
    ///   end.
    init(_ head: Span<UInt8>, shape: CSVShape, isWhole: Bool) {
        self.shape = shape
        self.isWhole = isWhole
        self.head = Array(head)
        given = min(head.count, Self.firstBytes)
        tokenizer = CSVTokenizer(shape: shape)
        tokenizer.append(head.extracting(0..<given))
    }

    /// A row by its number from 0; nil behind the last one.
    subscript(number: Int) -> HeadRow? {
        while rows.count <= number, !isAtEnd { cutNext() }
        return number < rows.count ? rows[number] : nil
    }

    /// The rows above one.
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

    /// The first bytes held too few rows: all of the head is cut then, and the rows that are known
    /// are passed over.
    private func startAgain() {
        given = head.count
        tokenizer = CSVTokenizer(shape: shape)
        let head = head
        tokenizer.append(head.span)
        for _ in rows { _ = tokenizer.next(final: isWhole) }
    }
}
