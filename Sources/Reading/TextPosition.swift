package import Facts
internal import Scanning

/// Line and column of a byte in the decoded text, advanced over its bytes.
package struct TextPosition: Equatable {
    /// 1-based.
    package var line: Int
    /// 1-based, in Unicode scalars.
    package var column: Int

    package init(line: Int = 1, column: Int = 1) {
        self.line = line
        self.column = column
    }

    /// Advances over these bytes of valid UTF-8.
    ///
    /// - Complexity: O(*n*).
    package mutating func advance(over bytes: Span<UInt8>, from start: Int, to end: Int) {
        if start >= end { return }
        let (newlines, continuations) = ByteMarks.count(in: bytes.extracting(start..<end))
        if newlines == 0 {
            column &+= end &- start &- continuations
            return
        }
        line &+= newlines
        column = 1
        var index = end
        while index > start, bytes[index &- 1] != 0x0A {
            index &-= 1
            column &+= bytes[index] & 0xC0 == 0x80 ? 0 : 1
        }
    }
}

extension SourcePlace {
    package init(file: String, at position: TextPosition) {
        self.init(file: file, line: position.line, column: position.column)
    }
}

/// Returns the position of any offset of the current chunk, for ascending offsets.
package struct PositionTracker {
    package private(set) var position = TextPosition()
    /// The offset of `position` in the current chunk.
    private var offset = 0

    package init() {}

    package mutating func position(of wanted: Int, in bytes: Span<UInt8>) -> TextPosition {
        if wanted > offset {
            position.advance(over: bytes, from: offset, to: wanted)
            offset = wanted
        }
        return position
    }

    /// Removes the first `consumed` bytes of the chunk; offsets count from there on.
    package mutating func rebase(consumed: Int, in bytes: Span<UInt8>) {
        _ = position(of: consumed, in: bytes)
        offset = 0
    }
}
