internal import Facts
internal import Scanning

/// Writes cells in the text format of `SheetBook`.
///
/// Cells of one row may come in any order and are sorted; rows must ascend.
struct SheetRows {
    /// The rows written since the last `feed`.
    private(set) var text: [UInt8] = []

    private let file: String
    private let sheet: String
    /// Rows that have a line end.
    private var closed = 0
    /// The current row, from 1; 0 before the first.
    private var row = 0
    private var cells: [Cell] = []
    private var arena: [UInt8] = []
    private var isSorted = true

    private struct Cell {
        let column: Int
        let start: Int
        let count: Int
        let isTyped: Bool
    }

    init(file: String, sheet: String) {
        self.file = file
        self.sheet = sheet
    }

    var bytes: Int { text.count }

    /// Moves the written text into `chunk` and clears it.
    mutating func feed(into chunk: inout [UInt8]) {
        chunk.append(contentsOf: text)
        text.removeAll(keepingCapacity: true)
    }

    /// Begins a row.
    ///
    /// - Parameter number: from 1.
    mutating func begin(_ number: Int) throws(ReadFailure) {
        if number == row { return }
        guard number > row, number > closed else {
            throw ReadFailure(.malformed, at: here(number), details: ["rows-out-of-order"])
        }
        guard number <= Limits.sheetRowsMax else {
            throw ReadFailure(
                .limitExceeded, at: here(number), details: ["sheet-rows", "\(Limits.sheetRowsMax)"])
        }
        try end()
        row = number
    }

    /// Begins the row after the last one.
    mutating func beginNext() throws(ReadFailure) { try begin(max(row, closed) + 1) }

    /// The number of the current or last row.
    var current: Int { max(row, closed) }

    /// Adds a text. Blank texts are no cells.
    mutating func add(text bytes: Span<UInt8>, at column: Int) throws(ReadFailure) {
        guard takes(column) else { return }
        let start = arena.count
        var isBlank = true
        var wasBreak = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let isBreak = byte == 0x0A || byte == 0x0D
            if isBreak {
                if !wasBreak { arena.append(0x20) }
            } else {
                if byte > 0x20 { isBlank = false }
                if byte == 0x22 { arena.append(0x22) }
                arena.append(byte)
            }
            wasBreak = isBreak
        }
        if isBlank {
            arena.removeLast(arena.count - start)
        } else {
            try note(column, start, isTyped: false)
        }
    }

    /// Adds a number or a day that is already formatted.
    mutating func add(typed bytes: Span<UInt8>, at column: Int) throws(ReadFailure) {
        guard takes(column), bytes.count > 0 else { return }
        let start = arena.count
        arena.append(bytes)
        try note(column, start, isTyped: true)
    }

    /// Ends the last row.
    mutating func finish() throws(ReadFailure) { try end() }

    /// Keeps a cell beyond the limit of columns, so that its row is rejected.
    private func takes(_ column: Int) -> Bool { column >= 0 && column <= 16_384 }

    private mutating func note(_ column: Int, _ start: Int, isTyped: Bool) throws(ReadFailure) {
        let column = min(column, Limits.columnsMax)
        if let last = cells.last, last.column >= column {
            // Several cells beyond the limit are kept as one.
            if last.column == Limits.columnsMax, column == Limits.columnsMax { return }
            isSorted = false
        }
        guard arena.count <= 2 * Limits.recordBytesMax else {
            throw ReadFailure(
                .limitExceeded, at: here(row),
                details: ["record-bytes", "\(Limits.recordBytesMax)"])
        }
        guard cells.count < 2 * Limits.columnsMax else {
            throw ReadFailure(.malformed, at: here(row), details: ["cells-repeated"])
        }
        cells.append(
            Cell(column: column, start: start, count: arena.count - start, isTyped: isTyped))
    }

    private mutating func end() throws(ReadFailure) {
        guard !cells.isEmpty else { return }
        if !isSorted {
            cells.sort { $0.column < $1.column }
            for (cell, next) in zip(cells, cells.dropFirst()) where cell.column == next.column {
                throw ReadFailure(.malformed, at: here(row), details: ["cells-repeated"])
            }
        }
        while closed + 1 < row {
            text.append(0x0A)
            closed += 1
        }
        var column = 0
        for cell in cells {
            while column < cell.column {
                text.append(0x2C)
                column += 1
            }
            if !cell.isTyped { text.append(0x22) }
            text.append(contentsOf: arena[cell.start..<(cell.start + cell.count)])
            if !cell.isTyped { text.append(0x22) }
        }
        text.append(0x0A)
        closed = row
        cells.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
        isSorted = true
    }

    private func here(_ row: Int) -> SourcePlace {
        SourcePlace(
            file: file, line: row,
            path: SheetColumn.place(sheet: sheet, line: row, column: 0))
    }
}
