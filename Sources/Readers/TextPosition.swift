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

    /// Eight bytes at a time: a bit of each byte says whether it is wanted.
    private static func count(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (newlines: Int, scalars: Int) {
        var newlines = 0
        var continuations = 0
        var index = 0
        let raw = UnsafeRawBufferPointer(bytes)
        while index &+ 8 <= bytes.count {
            let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Continuation bytes are 0x80...0xBF: bit 7 without bit 6.
            continuations &+= bytesMarked(word & ~(word &<< 1) & highBits)
            // Bytes that are zero after the exclusive or are newlines.
            let others = word ^ 0x0A0A_0A0A_0A0A_0A0A
            let isNotZero = (((others & ~highBits) &+ ~highBits) | others) & highBits
            newlines &+= bytesMarked(isNotZero ^ highBits)
            index &+= 8
        }
        while index < bytes.count {
            let byte = unsafe bytes[index]
            newlines &+= byte == 0x0A ? 1 : 0
            continuations &+= byte & 0xC0 == 0x80 ? 1 : 0
            index &+= 1
        }
        return (newlines, bytes.count &- continuations)
    }

    /// How many bytes have their high bit. Not by counting bits: the oldest processors we run on cannot, and calls would do it.
    private static func bytesMarked(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: ((word &>> 7) &* 0x0101_0101_0101_0101) &>> 56)
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
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
