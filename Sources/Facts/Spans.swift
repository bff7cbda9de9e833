// Bounds-checked conversions between spans and arrays, strings and literals. Unsafe pointers are
// confined to this file; code that reads text through spans needs none.
internal import CRules
internal import Glibc

extension [UInt8] {
    /// A copy of the bytes.
    @inlinable
    package init(_ bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Eight bytes, the lowest first.
    @inlinable
    package mutating func append(word: UInt64) {
        unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
    }
}

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
    /// Appends zeros with one call. Without optimization, as in tests, each element of an appended
    /// `repeatElement` is a call, and clearing a small file's buffer took longer than reading it.
    package mutating func appendZeros(_ count: Int) {
        append(addingCapacity: count) { room in
            unsafe room.withUnsafeMutableBufferPointer { free, written in
                guard let base = free.baseAddress, count <= free.count else { return }
                unsafe memset(base, 0, count * MemoryLayout<Element>.stride)
                written = count
            }
        }
    }
}

extension String {
    /// The text of bytes; invalid UTF-8 becomes U+FFFD.
    @inlinable
    package init(utf8 bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension StaticString {
    /// Identifies a literal: each has its own address.
    package var address: UInt { UInt(bitPattern: unsafe utf8Start) }

    /// One of its bytes.
    @inlinable
    @inline(__always)
    package subscript(_ index: Int) -> UInt8 {
        precondition(index >= 0 && index < utf8CodeUnitCount, "the literal is shorter")
        return unsafe utf8Start[index]
    }
}

extension Span<UInt8> {
    /// Eight bytes, the first of them lowest.
    @inlinable
    @inline(__always)
    package func word(at start: Int) -> UInt64 {
        let raw = unsafe bytes
        return unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
    }

    /// Four bytes.
    @inlinable
    @inline(__always)
    package func half(at start: Int) -> UInt32 {
        let raw = unsafe bytes
        return unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt32.self).littleEndian
    }

    /// Two words of eight bytes each.
    @inlinable
    @inline(__always)
    package func twoWords(at start: Int) -> SIMD2<UInt64> {
        let raw = unsafe bytes
        return unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD2<UInt64>.self)
    }

    /// Four of them.
    @inlinable
    @inline(__always)
    package func fourWords(at start: Int) -> SIMD4<UInt64> {
        let raw = unsafe bytes
        return unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD4<UInt64>.self)
    }

    /// Whether the bytes at `start` are these.
    @inlinable
    @inline(__always)
    package func has(_ text: StaticString, at start: Int) -> Bool {
        guard text.utf8CodeUnitCount <= count &- start else { return false }
        for offset in 0..<text.utf8CodeUnitCount where self[start &+ offset] != text[offset] {
            return false
        }
        return true
    }

    /// Whether these are all bytes.
    @inlinable
    @inline(__always)
    package func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && has(text, at: 0)
    }

    /// Equal bytes, compared eight at a time.
    @inlinable
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else {
            for at in 0..<count where self[at] != other[at] { return false }
            return true
        }
        var at = 0
        while count &- at >= 8 {
            if word(at: at) != other.word(at: at) { return false }
            at &+= 8
        }
        // The last bytes, some of them for the second time.
        return word(at: count &- 8) == other.word(at: count &- 8)
    }
}

/// `rules/currencies.csv`, which is embedded in the program.
func embeddedCurrencies() -> [UInt8] {
    unsafe Array(
        UnsafeBufferPointer(start: crules_currencies(), count: crules_currencies_count()))
}
