package import Facts

/// The text of a cell: doubled quotes decoded, line breaks replaced by one blank.
package enum CellText {
    /// Marks undecodable bytes in the text; never valid in UTF-8.
    package static let undecodable: UInt8 = 0xFF

    package enum Problem: Error { case controls, undecodable }

    /// Appends a cell to the batch. A blank cell gives no text.
    package static func add(
        _ cell: Span<UInt8>, hasQuotes: Bool, to batch: inout LineBatch
    ) throws(Problem) -> TextRef {
        if !hasQuotes, isPlain(cell) { return batch.add(cell) }
        var needsWork = hasQuotes
        var isBlank = true
        for index in 0..<cell.count {
            let byte = cell[index]
            if byte > 0x20, byte < 0x7F {
                isBlank = false
            } else if byte >= 0x80 {
                if byte == undecodable { throw .undecodable }
                isBlank = false
            } else if byte != 0x20 {
                if byte == 0x0A || byte == 0x0D {
                    needsWork = true
                } else if byte != 0x09 {
                    throw .controls
                }
            }
        }
        if isBlank { return .none }
        guard needsWork else { return batch.add(cell) }
        return batch.add(clean(cell, hasQuotes: hasQuotes).span)
    }

    /// Whether the text starts with a nonblank and has no controls or 0xFF, eight bytes at once.
    private static func isPlain(_ cell: Span<UInt8>) -> Bool {
        guard cell.count > 0, cell[0] > 0x20 else { return false }
        let count = cell.count
        var at = 0
        while at &+ 8 <= count {
            let word = cell.word(at: at)
            // A borrow sets the high bit of bytes below 0x20; bytes of 0xFF are tested too.
            let low = (word &- 0x2020_2020_2020_2020) & ~word
            let ones = (~word &- 0x0101_0101_0101_0101) & word
            if (low | ones) & 0x8080_8080_8080_8080 != 0 { return false }
            at &+= 8
        }
        while at < count {
            if cell[at] < 0x20 || cell[at] == undecodable { return false }
            at &+= 1
        }
        return true
    }

    /// For display: headings, titles.
    package static func string(_ cell: Span<UInt8>, hasQuotes: Bool) -> String {
        String(decoding: clean(cell, hasQuotes: hasQuotes), as: UTF8.self)
    }

    /// For names that are compared: doubled quotes decoded, all else as in the file.
    package static func unquoted(_ cell: Span<UInt8>, hasQuotes: Bool) -> [UInt8] {
        guard hasQuotes else { return Array(cell) }
        var out: [UInt8] = []
        var isDoubled = false
        for index in 0..<cell.count {
            isDoubled = cell[index] == 0x22 && !isDoubled
            if cell[index] != 0x22 || isDoubled { out.append(cell[index]) }
        }
        return out
    }

    /// As in the file, cut to the length of excerpts.
    package static func excerpt(_ cell: Span<UInt8>) -> String {
        let bytes = cell.extracting(first: min(cell.count, 4 * Limits.excerptScalarsMax))
        return String(String(utf8: bytes).unicodeScalars.prefix(Limits.excerptScalarsMax))
    }

    private static func clean(_ cell: Span<UInt8>, hasQuotes: Bool) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(cell.count)
        var index = 0
        while index < cell.count {
            let byte = cell[index]
            index += 1
            if byte == 0x22, hasQuotes {
                out.append(byte)
                if index < cell.count, cell[index] == 0x22 { index += 1 }
            } else if byte == 0x0A || byte == 0x0D {
                out.append(0x20)
                while index < cell.count, cell[index] == 0x0A || cell[index] == 0x0D { index += 1 }
            } else {
                out.append(byte)
            }
        }
        return out
    }
}
