internal import Facts
internal import Scanning
internal import Reading

/// The records of a JSON document that no layout knows, as one sheet: a row for each record in
/// document order, a column for each member. It is inferred as every table is.
///
/// The document is read once more for its outline; only the outline and the line of each record are
/// kept.
final class JSONBook: SheetBook {
    let sheets = [SheetName(text: "", isHidden: false)]
    let encoding: String
    /// Lists with days and numbers whose objects are no records.
    let hasOtherLists: Bool

    let columns: RecordColumns

    private let document: DecodedDocument
    private let isSequence: Bool
    private var text: JSONRecordText?

    /// - Throws: if the document is no JSON, or its lists may be of several accounts. Without
    ///   records it has one empty sheet.
    init(_ text: consuming DecodedText, file: String) throws(ReadFailure) {
        encoding = text.encoding.rawValue
        document = DecodedDocument(text, file: file, undecodable: .replaced)
        var outline = try Self.outline(of: document, isSequence: false)
        // JSON Lines: each line is a record, or has those of an account.
        isSequence = outline.topObjects > 1
        if isSequence { outline = try Self.outline(of: document, isSequence: true) }
        let unclear = outline.unclearRecords
        if !unclear.isEmpty {
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: 1),
                details: ["nested"] + unclear.map(RecordOwners.place))
        }
        let records = outline.records
        hasOtherLists = outline.hasOthers(than: records)
        let owners = RecordOwners.source(of: records, in: outline.lists)
        if case .unclear(let places) = owners {
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: 1), details: ["lists"] + places)
        }
        columns = RecordColumns(records, owners, outside: outline.outside)
    }

    private static func outline(
        of document: DecodedDocument, isSequence: Bool
    ) throws(ReadFailure) -> RecordOutline {
        try document.restart()
        var outline = RecordOutline()
        var walk = JSONWalk(file: document.file, isSequence: isSequence)
        func feed(_ event: JSONWalk.Event, _ walk: inout JSONWalk) { outline.feed(event, &walk) }
        var isMore = true
        while isMore {
            isMore = try document.next()
            let chunk = isMore ? document.chunk : []
            try walk.read(chunk.span, final: !isMore, feed)
        }
        return outline
    }

    var hasRecords: Bool { !columns.paths.isEmpty }
    var isUnchanged: Bool { document.isUnchanged }

    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText {
        try document.restart()
        let text = JSONRecordText(document, columns, isSequence: isSequence)
        self.text = text
        return text
    }

    func line(ofRow row: Int) -> Int { text?.line(ofRow: row) ?? row }

    func place(sheet: String, row: Int, column: Int) -> String {
        text?.place(row: row, column: column) ?? ""
    }
}

private final class JSONRecordText: SheetText {
    private let document: DecodedDocument
    private let columns: RecordColumns
    private var walk: JSONWalk
    private var isBegun = false
    /// Frames around the current record's members; 0 outside records.
    private var depth = 0
    private var cells: [Int: Cell] = [:]
    /// The account of the current list, and its currency.
    private var ownerCells: [[UInt8]] = []
    /// Lines of the records.
    private var lines: [UInt32] = []
    /// The list of the records from a row on.
    private var places: [(row: Int, list: String)] = []

    private struct Cell {
        var text: [UInt8]
        var isTyped: Bool
    }

    init(_ document: DecodedDocument, _ columns: RecordColumns, isSequence: Bool) {
        self.document = document
        self.columns = columns
        walk = JSONWalk(file: document.file, isSequence: isSequence)
        super.init(file: document.file, sheet: "")
    }

    override func readCells() throws(ReadFailure) -> Bool {
        if !isBegun { try writeHead() }
        isBegun = true
        guard !columns.paths.isEmpty else { return false }
        let isMore = try document.next()
        let chunk = isMore ? document.chunk : []
        try walk.read(chunk.span, final: !isMore) { event, walk throws(ReadFailure) in
            try feed(event, walk)
        }
        return isMore
    }

    func line(ofRow row: Int) -> Int {
        let record = row - columns.rowsAbove - 1
        return lines.indices.contains(record) ? Int(lines[record]) : 1
    }

    /// `/transactions/17/amount`
    func place(row: Int, column: Int) -> String {
        let record = row - columns.rowsAbove - 1
        guard let list = places.last(where: { $0.row <= record }) else { return "" }
        let index = column - 1 - (columns.areStates ? 1 : 0)
        let member =
            columns.paths.indices.contains(index)
            ? MemberPath.names(of: columns.paths[index]).map { "/" + $0 }.joined() : ""
        return "\(list.list)/\(record - list.row)\(member)"
    }

    private func writeHead() throws(ReadFailure) {
        for (label, text) in columns.preamble {
            try rows.beginNext()
            try rows.add(text: label.utf8.span, at: 0)
            try rows.add(text: text.span, at: 1)
        }
        try rows.beginNext()
        if columns.areStates { try rows.add(text: "Status".utf8.span, at: 0) }
        let first = columns.areStates ? 1 : 0
        for (index, heading) in columns.headings.enumerated() {
            try rows.add(text: heading.utf8.span, at: first + index)
        }
        for (index, heading) in columns.ownerHeadings.enumerated() {
            try rows.add(text: heading.utf8.span, at: first + columns.ownerColumn + index)
        }
    }

    private func feed(_ event: JSONWalk.Event, _ walk: JSONWalk) throws(ReadFailure) {
        switch event {
        case .open:
            guard depth == 0, walk.frames.count > 1, let top = walk.frames.last, !top.isList
            else { return }
            let list = walk.frames[walk.frames.count - 2]
            guard list.isList, columns.patterns.contains(list.pattern) else { return }
            depth = walk.frames.count - 1
            if list.count == 1 { places.append((lines.count, walk.pointer(to: depth - 1))) }
            lines.append(UInt32(truncatingIfNeeded: walk.line))
        case .close:
            guard depth > 0, walk.frames.count == depth + 1 else { return }
            try writeRecord(walk.frames[depth - 1].pattern)
            depth = 0
        case .value where depth == 0: keepOwner(walk)
        case .value(let kind):
            guard kind != .null, let column = columns.numbers[walk.path(below: depth)]
            else { return }
            keep(kind, walk.text, in: column)
        }
    }

    /// Keeps a member of the object around a list of records.
    private func keepOwner(_ walk: JSONWalk) {
        guard case .members(let pattern, let account, let currency) = columns.owners,
            let owner = walk.frames.firstIndex(where: { $0.isList && $0.pattern == pattern })
        else { return }
        let path = walk.path(below: owner + 1)
        if ownerCells.isEmpty { ownerCells = columns.ownerHeadings.map { _ in [] } }
        if path == account { ownerCells[0] = walk.text }
        if path == currency { ownerCells[1] = walk.text }
    }

    private func keep(_ kind: JSONTokenKind, _ text: [UInt8], in column: Int) {
        if let epoch = columns.epochs[column] {
            guard let moment = RecordValue.moment(text, epoch) else { return }
            cells[column] = Cell(text: moment, isTyped: false)
            return
        }
        let isTyped = kind == .integer || kind == .decimal
        let shown: [UInt8]
        switch kind {
        case .true where columns.holds.contains(column):
            shown = Array((MemberPath.names(of: columns.paths[column]).last ?? "").utf8)
        case .false where columns.holds.contains(column): shown = Array("booked".utf8)
        // Binary fractions have noise: `-91.40000000000001`.
        case .decimal where text.count > SheetNumber.digitsMax:
            shown = SheetNumber.decimal(text.span) ?? text
        default: shown = text
        }
        if var cell = cells[column] {
            // The texts of a list, or a member that occurs twice: no number.
            cell.text += [0x2C, 0x20] + shown
            cell.isTyped = false
            cells[column] = cell
        } else {
            cells[column] = Cell(text: shown, isTyped: isTyped)
        }
    }

    /// Puts coins into their currency. Without a known one the cell stays blank, so that its row is
    /// rejected.
    private func setPoint(in column: Int, _ source: RecordColumns.CoinCurrency) {
        guard let cell = cells.removeValue(forKey: column) else { return }
        let code =
            switch source {
            case .member(let member): cells[member]?.text ?? []
            case .code(let text): text
            }
        guard let currency = CurrencyText.parse(code.span),
            let text = RecordValue.withPoint(cell.text, digits: Int(currency.exponent))
        else { return }
        cells[column] = Cell(text: text, isTyped: true)
    }

    private func writeRecord(_ pattern: [UInt8]) throws(ReadFailure) {
        try rows.beginNext()
        var first = 0
        if columns.areStates {
            let name = MemberPath.names(of: pattern).last ?? ""
            try rows.add(text: name.utf8.span, at: 0)
            first = 1
        }
        // Only `true` says that a payment waits.
        for column in columns.holds where cells[column] == nil {
            cells[column] = Cell(text: Array("booked".utf8), isTyped: false)
        }
        for (column, source) in columns.coins { setPoint(in: column, source) }
        for (column, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if cell.isTyped {
                try rows.add(typed: cell.text.span, at: first + column)
            } else {
                try rows.add(text: cell.text.span, at: first + column)
            }
        }
        cells.removeAll(keepingCapacity: true)
        if case .names(let position) = columns.owners {
            ownerCells = [Array(MemberPath.names(of: pattern)[position].utf8)]
            if let currency = columns.ownerCurrencies[pattern] { ownerCells.append(currency) }
        }
        for (index, cell) in ownerCells.enumerated() {
            try rows.add(text: cell.span, at: first + columns.ownerColumn + index)
        }
    }
}
