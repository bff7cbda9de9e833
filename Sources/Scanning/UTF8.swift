internal import CScan

/// The offset of the first byte that is not valid UTF-8, nil if all are.
///
/// A sequence cut by the end of the span counts as invalid at its first byte; ``isCutUTF8(_:at:)``
/// distinguishes it from a wrong one.
///
/// - Source: Unicode 15, table 3-7 (no overlong forms, no surrogates, nothing above U+10FFFF).
package func firstInvalidUTF8(_ s: Span<UInt8>) -> Int? {
    unsafe s.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return nil }
        let count = bytes.count
        var at = 0
        while true {
            unsafe at += kscan_skip_short_utf8(base + at, count - at)
            unsafe at += kscan_skip_ascii(base + at, count - at)
            // Cyrillic text consists of runs of two-byte letters with single blanks between.
            while at + 1 < count {
                let lead = unsafe base[at]
                if lead < 0x80 {
                    guard unsafe base[at + 1] >= 0x80 else { break }
                    at += 1
                    continue
                }
                guard lead >= 0xC2, lead < 0xE0, unsafe base[at + 1] & 0xC0 == 0x80 else { break }
                at += 2
            }
            guard at < count else { return nil }
            if unsafe base[at] < 0x80 {
                at += 1
                continue
            }
            let length = sequenceLength(s, at: at)
            guard length > 0 else { return at }
            at += length
        }
    }
}

/// Whether the bytes from `offset` to the end are the beginning of a valid sequence.
package func isCutUTF8(_ s: Span<UInt8>, at offset: Int) -> Bool {
    let left = s.count - offset
    guard left > 0, left < 4 else { return false }
    let lead = s[offset]
    let needed = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard left < needed else { return false }
    for index in 1..<4 where index < left {
        let byte = s[offset + index]
        guard byte & 0xC0 == 0x80 else { return false }
        if index == 1, !isSecond(byte, after: lead) { return false }
    }
    return true
}

/// The length of the valid sequence at `at`, 0 if there is none.
internal func sequenceLength(_ s: Span<UInt8>, at: Int) -> Int {
    let count = s.count &- at
    guard count > 0 else { return 0 }
    let lead = s[at]
    if lead < 0x80 { return 1 }
    if lead < 0xC2 { return 0 }
    if lead < 0xE0 { return count >= 2 && s[at &+ 1] & 0xC0 == 0x80 ? 2 : 0 }
    if lead < 0xF0 {
        guard count >= 3, isSecond(s[at &+ 1], after: lead), s[at &+ 2] & 0xC0 == 0x80 else {
            return 0
        }
        return 3
    }
    guard lead < 0xF5, count >= 4, isSecond(s[at &+ 1], after: lead),
        s[at &+ 2] & 0xC0 == 0x80, s[at &+ 3] & 0xC0 == 0x80
    else { return 0 }
    return 4
}

/// The scalar of a sequence that ``sequenceLength(_:at:)`` found valid.
internal func decodedScalar(_ s: Span<UInt8>, at: Int, _ length: Int) -> UInt32 {
    func low(_ offset: Int) -> UInt32 { UInt32(s[at &+ offset] & 0x3F) }
    let lead = UInt32(s[at])
    switch length {
    case 1: return lead
    case 2: return (lead & 0x1F) << 6 | low(1)
    case 3: return (lead & 0x0F) << 12 | low(1) << 6 | low(2)
    default: return (lead & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3)
    }
}

private func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: byte & 0xE0 == 0xA0
    case 0xED: byte & 0xE0 == 0x80
    case 0xF0: byte >= 0x90 && byte < 0xC0
    case 0xF4: byte & 0xF0 == 0x80
    default: byte & 0xC0 == 0x80
    }
}

/// Appends a Unicode scalar, which must be valid.
package func appendUTF8(_ scalar: UInt32, to out: inout [UInt8]) {
    func low(_ shift: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (scalar >> shift) & 0x3F) | 0x80
    }
    if scalar < 0x80 {
        out.append(UInt8(truncatingIfNeeded: scalar))
    } else if scalar < 0x800 {
        out.append(UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0)
        out.append(low(0))
    } else if scalar < 0x10000 {
        out.append(UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0)
        out.append(low(6))
        out.append(low(0))
    } else {
        out.append(UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0)
        out.append(low(12))
        out.append(low(6))
        out.append(low(0))
    }
}
