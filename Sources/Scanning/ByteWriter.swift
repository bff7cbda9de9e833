internal import CScan

/// Collects output bytes in one growing buffer, with integer formatting and JSON escapes, without
/// making a `String`.
///
/// A line of the queue has some fifty short pieces. The buffer has one owner and cannot be copied,
/// so a piece costs a check of the remaining room and a few stores: no reference counting, and
/// literals are stored as numbers.
///
/// - Complexity: every append is amortized O(*n*) in the bytes appended.
@safe @usableFromInline package struct ByteWriter: ~Copyable, @unchecked Sendable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    package init(capacity: Int = 0) {
        self.capacity = max(capacity, 64)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    package var count: Int {
        @inlinable get { used }
    }

    package var isEmpty: Bool { used == 0 }
    package var last: UInt8? { used > 0 ? unsafe base[used &- 1] : nil }

    /// A copy of everything; see ``withBytes(_:)``.
    package var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: used)) }

    /// Everything written, in place.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe UnsafeBufferPointer(start: base, count: used).span)
    }

    /// Ensures room for `added` more bytes.
    @inlinable mutating func makeRoom(for added: Int) {
        if added > capacity &- used { grow(added) }
    }

    @usableFromInline mutating func grow(_ added: Int) {
        let wanted = max(2 * capacity, used + added)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted)
        unsafe larger.update(from: base, count: used)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = wanted
    }

    @inlinable @inline(__always)
    package mutating func append(byte: UInt8) {
        makeRoom(for: 1)
        unsafe base[used] = byte
        used &+= 1
    }

    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        guard text.hasPointerRepresentation else { return append(String(describing: text)) }
        unsafe copy(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Literals take the `StaticString` form above.
    @_disfavoredOverload @usableFromInline
    package mutating func append(_ text: String) { append(text.utf8.span) }

    package mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe copy($0.baseAddress, $0.count) }
    }

    package mutating func append(_ slice: ArraySlice<UInt8>) { append(slice.span) }

    package mutating func append(_ array: [UInt8]) { append(array.span) }

    package mutating func append(bytes source: [UInt8], from start: Int, count: Int) {
        append(source.span.extracting(start..<(start + count)))
    }

    /// Repeats bytes written before, e.g. a day that occurs twice.
    package mutating func append(again range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= used, "it was not written")
        makeRoom(for: range.count)
        unsafe copy(base + range.lowerBound, range.count)
    }

    package mutating func removeLast() {
        precondition(used > 0, "nothing was written")
        used &-= 1
    }

    /// Takes back the last bytes.
    package mutating func removeLast(_ count: Int) {
        precondition(count >= 0 && count <= used, "it was not written")
        used &-= count
    }

    /// Short pieces are copied with two overlapping stores, cheaper than a call.
    @inlinable @inline(__always)
    mutating func copy(_ source: UnsafePointer<UInt8>?, _ added: Int) {
        guard let source = unsafe UnsafeRawPointer(source), added > 0 else { return }
        makeRoom(for: added)
        let to = unsafe UnsafeMutableRawPointer(base + used)
        used &+= added
        if added > 32 {
            unsafe to.copyMemory(from: source, byteCount: added)
        } else if added >= 16 {
            unsafe store(SIMD16<UInt8>.self, source, to, added)
        } else if added >= 8 {
            unsafe store(UInt64.self, source, to, added)
        } else if added >= 4 {
            unsafe store(UInt32.self, source, to, added)
        } else if added >= 2 {
            unsafe store(UInt16.self, source, to, added)
        } else {
            unsafe store(UInt8.self, source, to, added)
        }
    }

    /// Overlapping stores of the first and the last bytes.
    @inlinable @inline(__always)
    func store<Word: BitwiseCopyable>(
        _: Word.Type, _ source: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
    ) {
        let size = MemoryLayout<Word>.size
        let first = unsafe source.loadUnaligned(as: Word.self)
        let last = unsafe source.loadUnaligned(fromByteOffset: count &- size, as: Word.self)
        unsafe to.storeBytes(of: first, as: Word.self)
        unsafe to.storeBytes(of: last, toByteOffset: count &- size, as: Word.self)
    }

    /// Decimal digits with a leading minus for negative numbers; `Int64.min` too.
    package mutating func append(decimal value: Int64) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        append(decimal: value.magnitude, scale: 0)
    }

    /// A number's decimal digits, with a point before the last `scale` of them if that is more than
    /// 0: `0.05`.
    ///
    /// - Precondition: `scale` is at most 40.
    package mutating func append(decimal magnitude: UInt64, scale: Int) {
        precondition(scale >= 0 && scale <= 40, "an amount's scale is small")
        if magnitude < 100_000_000, scale < 8 {
            return append(eightDigits: UInt32(truncatingIfNeeded: magnitude), scale: scale)
        }
        let digits = max(Self.digits(of: magnitude), scale &+ 1)
        let count = digits &+ (scale > 0 ? 1 : 0)
        makeRoom(for: count)
        // From the last digit on, each stored at its place: moving bytes right after storing them
        // would stall.
        var place = used &+ count
        used = place
        var rest = magnitude
        if scale > 0 {
            rest = store(digits: scale, of: rest, before: place)
            place &-= scale &+ 1
            unsafe base[place] = UInt8(ascii: ".")
        }
        _ = store(digits: digits &- scale, of: rest, before: place)
    }

    /// All digits without branches: the length of an amount is unpredictable.
    private mutating func append(eightDigits value: UInt32, scale: Int) {
        // Splits into halves of four digits, then pairs, then single digits, the first in the
        // lowest byte.
        let fours = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
        let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = ((pairs &* 103) >> 10) & 0x000F_000F_000F_000F
        let digits = tens | (pairs &- 10 &* tens) << 8
        let zeros = min(digits.trailingZeroBitCount / 8, 7 &- scale)
        let text = (digits | 0x3030_3030_3030_3030) &>> UInt64(truncatingIfNeeded: 8 &* zeros)
        let whole = 8 &- zeros &- scale
        // Bytes stored after the last digit are overwritten later.
        makeRoom(for: 17)
        let to = unsafe UnsafeMutableRawPointer(base + used)
        unsafe to.storeBytes(of: text.littleEndian, as: UInt64.self)
        used &+= whole
        if scale == 0 { return }
        let part = text &>> UInt64(truncatingIfNeeded: 8 &* whole)
        unsafe to.storeBytes(of: UInt8(ascii: "."), toByteOffset: whole, as: UInt8.self)
        unsafe to.storeBytes(of: part.littleEndian, toByteOffset: whole &+ 1, as: UInt64.self)
        used &+= 1 &+ scale
    }

    /// Stores this many of the number's last digits and returns the rest of it.
    private func store(digits: Int, of magnitude: UInt64, before end: Int) -> UInt64 {
        var rest = magnitude
        var place = end
        var left = digits
        while left >= 2 {
            let hundredth = rest / 100
            place &-= 2
            let two = Self.twoDigits(Int(truncatingIfNeeded: rest &- 100 &* hundredth))
            unsafe UnsafeMutableRawPointer(base + place).storeBytes(
                of: UInt16(truncatingIfNeeded: two).littleEndian, as: UInt16.self)
            rest = hundredth
            left &-= 2
        }
        if left > 0 {
            let tenth = rest / 10
            unsafe base[place &- 1] =
                UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- 10 &* tenth)
            rest = tenth
        }
        return rest
    }

    private static func digits(of value: UInt64) -> Int {
        var digits = 1
        var bound: UInt64 = 10
        while value >= bound {
            digits &+= 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        return digits
    }

    /// A time of day as `18:22:05`, in one store; each part is below 100.
    package mutating func append(hours: Int, minutes: Int, seconds: Int) {
        let text =
            Self.twoDigits(hours) | Self.twoDigits(minutes) << 24 | Self.twoDigits(seconds) << 48
            | 0x3A_0000_3A00_00
        makeRoom(for: 8)
        unsafe UnsafeMutableRawPointer(base + used)
            .storeBytes(of: text.littleEndian, as: UInt64.self)
        used &+= 8
    }

    /// The same without seconds: `02:00`.
    package mutating func append(hours: Int, minutes: Int) {
        let text = Self.twoDigits(hours) | Self.twoDigits(minutes) << 24 | 0x3A_0000
        // Bytes stored after the last digit are overwritten later.
        makeRoom(for: 8)
        unsafe UnsafeMutableRawPointer(base + used)
            .storeBytes(of: text.littleEndian, as: UInt64.self)
        used &+= 5
    }

    /// The tens are in the lowest byte, which comes first.
    @inlinable @inline(__always)
    static func twoDigits(_ value: Int) -> UInt64 {
        precondition(value >= 0 && value < 100, "two digits hold 0...99")
        let value = UInt64(truncatingIfNeeded: value)
        // Division by ten, for numbers up to 99.
        let tens = (value &* 103) >> 10
        return 0x3030 | tens | (value &- 10 &* tens) << 8
    }

    /// A number from 0 to 99 as two digits: months, days, hours, kopiykas.
    @inlinable @inline(__always)
    package mutating func append(twoDigits value: Int) {
        let text = UInt16(truncatingIfNeeded: Self.twoDigits(value))
        makeRoom(for: 2)
        unsafe UnsafeMutableRawPointer(base + used)
            .storeBytes(of: text.littleEndian, as: UInt16.self)
        used &+= 2
    }

    /// Sixteen lower-case hexadecimal digits.
    package mutating func append(hex value: UInt64) {
        append(hex: UInt32(truncatingIfNeeded: value >> 32))
        append(hex: UInt32(truncatingIfNeeded: value))
    }

    /// Eight lower-case hexadecimal digits.
    package mutating func append(hex value: UInt32) {
        makeRoom(for: 8)
        unsafe UnsafeMutableRawPointer(base + used)
            .storeBytes(of: Self.hexDigits(of: value).littleEndian, as: UInt64.self)
        used &+= 8
    }

    /// Four lower-case hexadecimal digits.
    package mutating func append(hex value: UInt16) {
        let last = UInt32(truncatingIfNeeded: Self.hexDigits(of: UInt32(value)) >> 32)
        makeRoom(for: 4)
        unsafe UnsafeMutableRawPointer(base + used)
            .storeBytes(of: last.littleEndian, as: UInt32.self)
        used &+= 4
    }

    /// One digit a byte, the first in the lowest, as in memory.
    @inline(__always)
    private static func hexDigits(of value: UInt32) -> UInt64 {
        // The number's bytes in that order, sixteen bits each.
        var digits = UInt64(value.byteSwapped)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits >> 4 | digits << 8) & 0x0F0F_0F0F_0F0F_0F0F
        // 1 in each byte with a letter digit; "a" is 39 after the successor of "9".
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    /// A JSON string with its quotes. The bytes must be UTF-8.
    ///
    /// Escapes what RFC 8259 requires, and every scalar that could move, hide or recolour text in
    /// terminals and editors or break scripts that read JSON as JavaScript.
    package mutating func append(jsonString span: Span<UInt8>) {
        append(byte: UInt8(ascii: "\""))
        unsafe span.withUnsafeBufferPointer { unsafe appendEscaped($0) }
        append(byte: UInt8(ascii: "\""))
    }

    package mutating func append(jsonString text: String) {
        append(jsonString: text.utf8.span)
    }

    package mutating func removeAll() { used = 0 }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        let count = text.count
        var copied = 0
        var at = 0
        while at < count {
            unsafe at += kscan_json_plain(base + at, count - at)
            guard at < count else { break }
            let byte = unsafe base[at]
            let scalar = unsafe scalar(at: base + at, count - at)
            guard byte < 0x80 || isHazardous(scalar.value) else {
                at += scalar.count
                continue
            }
            unsafe copy(base + copied, at - copied)
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            default: append(unicodeEscape: scalar.value)
            }
            at += scalar.count
            copied = at
        }
        unsafe copy(base + copied, count - copied)
    }

    /// The scalar at a place and its length; a truncated sequence counts as one invalid byte.
    private func scalar(
        at start: UnsafePointer<UInt8>, _ room: Int
    ) -> (value: UInt32, count: Int) {
        let lead = unsafe start[0]
        if lead < 0x80 { return (UInt32(lead), 1) }
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard count <= room else { return (.max, 1) }
        var value = UInt32(lead & (0x7F >> UInt8(truncatingIfNeeded: count)))
        for index in 1..<count { value = value << 6 | UInt32(unsafe start[index] & 0x3F) }
        return (value, count)
    }

    /// `\u0085`; two of them above U+FFFF.
    private mutating func append(unicodeEscape value: UInt32) {
        if value > 0xFFFF {
            append(unicodeEscape: 0xD7C0 + value >> 10)
            return append(unicodeEscape: 0xDC00 | value & 0x3FF)
        }
        append("\\u")
        append(hex: UInt16(truncatingIfNeeded: value))
    }
}
