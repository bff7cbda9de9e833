/// Line and column of a byte of the decoded text, counted forward over the bytes passed.
struct TextPosition: Equatable {
    /// 1-based.
    var line = 1
    /// 1-based, in Unicode scalars.
    var column = 1

    /// Moves behind these bytes of valid UTF-8.
    ///
    /// - Complexity: O(*n*).
    mutating func advance(over bytes: Span<UInt8>, from start: Int, to end: Int) {
        let (newlines, scalars) = unsafe bytes.extracting(start..<end).withUnsafeBufferPointer {
            unsafe Self.count($0)
        }
        if newlines == 0 {
            column &+= scalars
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

    /// Sums in bytes, a block at a time, are what the compiler can take sixteen of at once.
    private static func count(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (newlines: Int, scalars: Int) {
        var newlines = 0
        var scalars = 0
        var start = 0
        while start < bytes.count {
            let end = min(start &+ Int(UInt8.max), bytes.count)
            var newlinesOfBlock: UInt8 = 0
            var continuationsOfBlock: UInt8 = 0
            for index in start..<end {
                let byte = unsafe bytes[index]
                newlinesOfBlock &+= byte == 0x0A ? 1 : 0
                // Continuation bytes are 0x80...0xBF.
                continuationsOfBlock &+= byte & 0xC0 == 0x80 ? 1 : 0
            }
            newlines &+= Int(newlinesOfBlock)
            scalars &+= end &- start &- Int(continuationsOfBlock)
            start = end
        }
        return (newlines, scalars)
    }
}

/// Answers the position of any offset of the current chunk, if asked in ascending order.
struct PositionTracker {
    private(set) var position = TextPosition()
    /// Offset in the current chunk that `position` belongs to.
    private var offset = 0

    mutating func position(of wanted: Int, in bytes: Span<UInt8>) -> TextPosition {
        if wanted > offset {
            position.advance(over: bytes, from: offset, to: wanted)
            offset = wanted
        }
        return position
    }

    /// The first `consumed` bytes of the chunk are gone; offsets count from there on.
    mutating func rebase(consumed: Int, in bytes: Span<UInt8>) {
        _ = position(of: consumed, in: bytes)
        offset = 0
    }
}
