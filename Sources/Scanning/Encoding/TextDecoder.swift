internal import CScan
internal import Facts

/// Converts the bytes of any ``TextEncoding`` to UTF-8, chunk by chunk.
///
/// A code unit or sequence cut by the end of a chunk is kept (at most 3 bytes) and joined with the
/// next. Invalid bytes are reported, never replaced. A byte-order mark is passed through as U+FEFF:
/// the caller has its length from ``EncodingSniffer`` and skips it.
package struct TextDecoder: Sendable {
    package let encoding: TextEncoding
    /// UTF-8 of each upper byte: low three bytes the text, high byte its length, 0 undefined.
    private let upperHalf: [UInt32]
    private var kept: [UInt8] = []

    package init(_ encoding: TextEncoding) {
        self.encoding = encoding
        upperHalf = (encoding.upperHalf ?? []).map(Self.packed)
    }

    /// Appends the text of the chunk to `out`.
    ///
    /// Returns nil on success, else the offset in `chunk` of the first invalid byte; everything
    /// before it has been appended and the decoder is finished. The offset is negative when the
    /// character began in the chunk before. With `final`, a cut character is an error.
    package mutating func decode(
        _ chunk: Span<UInt8>, final: Bool, into out: inout [UInt8]
    ) -> Int? {
        var from = 0
        while !kept.isEmpty, from < chunk.count {
            // Byte by byte until the cut character is whole: at most three steps.
            let keptBefore = kept.count
            kept.append(chunk[from])
            from += 1
            let joined = kept
            kept.removeAll(keepingCapacity: true)
            if decodeWhole(joined.span, final: false, into: &out) != nil {
                return from - 1 - keptBefore
            }
        }
        let before = kept.count
        if let problem = decodeWhole(chunk.extracting(from..<chunk.count), final: final, into: &out)
        {
            return from + problem
        }
        if final, before > 0 { return chunk.count - before }
        return nil
    }

    private mutating func decodeWhole(
        _ bytes: Span<UInt8>, final: Bool, into out: inout [UInt8]
    ) -> Int? {
        if bytes.isEmpty { return nil }
        switch encoding {
        case .utf8: return decodeUTF8(bytes, final: final, into: &out)
        case .utf16LE: return decodeUTF16(bytes, low: 0, high: 1, final: final, into: &out)
        case .utf16BE: return decodeUTF16(bytes, low: 1, high: 0, final: final, into: &out)
        case .usASCII:
            let plain = ByteMarks.asciiCount(in: bytes)
            out.append(bytes.extracting(0..<plain))
            return plain < bytes.count ? plain : nil
        case .gb18030: return decodeWide(bytes, GB18030.shared, final: final, into: &out)
        case .shiftJIS, .eucKR, .big5:
            return decodeWide(bytes, encoding.pairs, final: final, into: &out)
        default: return decodeSingleBytes(bytes, into: &out)
        }
    }

    private mutating func decodeUTF8(
        _ bytes: Span<UInt8>, final: Bool, into out: inout [UInt8]
    ) -> Int? {
        guard let bad = firstInvalidUTF8(bytes) else {
            out.append(bytes)
            return nil
        }
        out.append(bytes.extracting(0..<bad))
        guard !final, isCutUTF8(bytes, at: bad) else { return bad }
        keep(bytes, from: bad)
        return nil
    }

    private mutating func decodeUTF16(
        _ bytes: Span<UInt8>, low: Int, high: Int, final: Bool, into out: inout [UInt8]
    ) -> Int? {
        out.reserveCapacity(out.count + bytes.count)
        var at = 0
        while at + 1 < bytes.count {
            let unit = UInt32(bytes[at + low]) | (UInt32(bytes[at + high]) << 8)
            if unit & 0xF800 != 0xD800 {
                appendUTF8(unit, to: &out)
                at += 2
                continue
            }
            guard unit < 0xDC00 else { return at }
            guard at + 3 < bytes.count else { break }
            let second = UInt32(bytes[at + 2 + low]) | (UInt32(bytes[at + 2 + high]) << 8)
            guard second & 0xFC00 == 0xDC00 else { return at }
            appendUTF8(0x10000 + ((unit & 0x3FF) << 10) + (second & 0x3FF), to: &out)
            at += 4
        }
        guard at < bytes.count else { return nil }
        if final { return at }
        keep(bytes, from: at)
        return nil
    }

    private mutating func decodeWide(
        _ bytes: Span<UInt8>, _ table: (some WideCharacters)?, final: Bool,
        into out: inout [UInt8]
    ) -> Int? {
        out.reserveCapacity(out.count + bytes.count * 3 / 2)
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                out.append(bytes[at])
                at += 1
                continue
            }
            switch table?.step(bytes, at: at) ?? .invalid {
            case .scalar(let scalar, let count):
                appendUTF8(scalar, to: &out)
                at += count
            case .cut where !final:
                keep(bytes, from: at)
                return nil
            case .cut, .invalid: return at
            }
        }
        return nil
    }

    private mutating func keep(_ bytes: Span<UInt8>, from start: Int) {
        for index in start..<bytes.count { kept.append(bytes[index]) }
    }

    private func decodeSingleBytes(_ bytes: Span<UInt8>, into out: inout [UInt8]) -> Int? {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let count = bytes.count
            // Pieces bound the buffer: no character of these tables takes more than three bytes.
            let piece = 4096
            var at = 0
            while at < count {
                let end = min(at + piece, count)
                let problem: Int? = unsafe withUnsafeTemporaryAllocation(
                    of: UInt8.self, capacity: 3 * piece + 1
                ) { room in
                    guard let target = room.baseAddress else { return nil }
                    var written = 0
                    var problem: Int?
                    while at < end {
                        let byte = unsafe base[at]
                        if byte < 0x80 {
                            unsafe target[written] = byte
                            written &+= 1
                        } else {
                            let packed = upperHalf[Int(byte & 0x7F)]
                            guard packed != 0 else {
                                problem = at
                                break
                            }
                            unsafe target[written] = UInt8(truncatingIfNeeded: packed)
                            unsafe target[written &+ 1] = UInt8(truncatingIfNeeded: packed >> 8)
                            unsafe target[written &+ 2] = UInt8(truncatingIfNeeded: packed >> 16)
                            written &+= Int(packed >> 24)
                        }
                        at &+= 1
                    }
                    unsafe out.append(
                        contentsOf: UnsafeBufferPointer(start: target, count: written))
                    return problem
                }
                if let problem { return problem }
            }
            return nil
        }
    }

    private static func packed(_ unit: UInt16) -> UInt32 {
        if unit == 0 { return 0 }
        var text: [UInt8] = []
        appendUTF8(UInt32(unit), to: &text)
        var value = UInt32(text.count) << 24
        for (index, byte) in text.enumerated() { value |= UInt32(byte) << (UInt32(index) * 8) }
        return value
    }
}
