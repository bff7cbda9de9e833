import Facts
import Scanning

/// Bounds the bytes passed to libxml2, which has no limits itself: from the first byte that XML
/// allows up to a tag that is too long.
///
/// A tag goes from `<` to the next `>`; libxml2 keeps it whole and compares its attributes
/// pairwise.
package struct XMLIntake {
    package static let tagBytesMax = Limits.fieldBytesMax

    package private(set) var hasBegun = false
    /// The end of blanks before the declaration, which XML forbids but banks write; the parser's
    /// first line begins there.
    package private(set) var leading = TextPosition()
    private var bytesSinceTagBegan: Int?

    private static let blockBytes = 1 << 12

    package init() {}

    /// The part of the next chunk for the parser. If it ends before the chunk, a tag is too long.
    package mutating func admit(_ chunk: Span<UInt8>) -> Range<Int> {
        var start = 0
        if !hasBegun {
            while start < chunk.count, Self.mayLead(chunk[start]) { start += 1 }
            leading.advance(over: chunk, from: 0, to: start)
            hasBegun = start < chunk.count
        }
        return start..<lengthBeforeLongTag(chunk, from: start)
    }

    /// Converts the parser's position to the text's.
    package func position(line: Int, column: Int) -> TextPosition {
        TextPosition(
            line: line + leading.line - 1,
            column: line == 1 ? column + leading.column - 1 : column)
    }

    /// Blanks, and the three bytes of a byte-order mark.
    private static func mayLead(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }

    private mutating func lengthBeforeLongTag(_ chunk: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < chunk.count {
            // No tag within one block is too long, so only its ends are searched.
            let end = min(index + Self.blockBytes, chunk.count)
            if let length = bytesSinceTagBegan {
                let room = Self.tagBytesMax - length
                if firstByte(0x3E, in: chunk, index..<end) - index >= room {
                    // At the chunk's end the next byte would exceed the limit.
                    bytesSinceTagBegan = Self.tagBytesMax
                    return index + room
                }
            }
            if let last = lastByte(0x3E, in: chunk, index..<end) {
                bytesSinceTagBegan = nil
                index = last + 1
            }
            if let length = bytesSinceTagBegan {
                bytesSinceTagBegan = length + end - index
            } else {
                let opening = firstByte(0x3C, in: chunk, index..<end)
                if opening < end { bytesSinceTagBegan = end - opening }
            }
            index = end
        }
        return chunk.count
    }

    /// The offset of the last such byte in the range.
    private func lastByte(_ byte: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        range.last { bytes[$0] == byte }
    }

    /// The offset of the first such byte in the range, or the range's end.
    private func firstByte(_ byte: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        ByteMarks.first(byte, in: bytes.extracting(range)).map { range.lowerBound + $0 }
            ?? range.upperBound
    }
}
