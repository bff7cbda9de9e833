internal import CScan

/// Folds texts that people consider equal to one form, for matching only.
///
/// NFKC, lower case, apostrophes dropped, Latin diacritics removed, ё to е, ґ to г, invisible
/// characters dropped; every character other than letters and digits separates tokens. A token that
/// mixes Latin and Cyrillic look-alikes («СIЛЬПО» with a Latin I) is converted to one script.
/// Tokens are joined by single spaces. The rules in `rules/` are written in this form.
///
/// ASCII, Cyrillic and most other text takes one table look-up a character; text whose characters
/// depend on neighbours (combining marks, capital sigma, forms that grow) is normalized as a whole.
///
/// - Complexity: O(*n*). Tables: `Sources/CScan/generate_fold_table.py`.
package struct TextFolder: Sendable {
    package init() {}

    /// Appends the folded form of UTF-8 text. Bytes that are not UTF-8 separate tokens.
    package func fold(_ text: Span<UInt8>, into out: inout [UInt8]) {
        let done = unsafe text.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return true }
            return unsafe foldByTable(text, base, into: &out)
        }
        if !done { foldAsWhole(text, into: &out) }
    }

    package func fold(_ text: String) -> String {
        var out: [UInt8] = []
        fold(text.utf8.span, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// The fast path. False, with nothing appended, when some character depends on its neighbours.
    ///
    /// - Parameter base: pointer to the bytes, which are bounds-checked once and then read
    ///   directly.
    private func foldByTable(
        _ bytes: Span<UInt8>, _ base: UnsafePointer<UInt8>, into out: inout [UInt8]
    ) -> Bool {
        let count = bytes.count
        // No step of this path writes more than it reads, but a token converted to Cyrillic may
        // double.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * count + 8) {
            room in
            guard let start = room.baseAddress else { return false }
            var tokens = unsafe FoldedTokens(start)
            let short = unsafe kscan_fold_short_table()
            var at = 0
            while at < count {
                let lead = unsafe base[at]
                if lead < 0x80 {
                    at &+= 1
                    let folded = unsafe short[Int(lead)]
                    if folded == 0x20 {
                        tokens.endToken()
                    } else if folded != 0 {
                        tokens.appendASCII(UInt8(truncatingIfNeeded: folded))
                    }
                    continue
                }
                if lead < 0xE0, at &+ 1 < count, lead >= 0xC2 {
                    let next = unsafe base[at &+ 1]
                    guard next & 0xC0 == 0x80 else {
                        at &+= 1
                        tokens.endToken()
                        continue
                    }
                    let point = (UInt32(lead & 0x1F) << 6) | UInt32(next & 0x3F)
                    let folded = unsafe short[Int(point)]
                    if folded > 0xFF {
                        at &+= 2
                        tokens.appendPair(folded)
                        continue
                    }
                }
                let length = sequenceLength(bytes, at: at)
                guard length > 0 else {
                    at &+= 1
                    tokens.endToken()
                    continue
                }
                let value = kscan_fold_of(decodedScalar(bytes, at: at, length))
                guard value & 0x8000 == 0 else { return false }
                switch value {
                case 0: for index in 0..<length { tokens.append(bytes[at &+ index]) }
                case 1: tokens.endToken()
                case 2: break
                default:
                    let number = UInt32(value) - 4
                    let text = unsafe kscan_fold_text(number)
                    for index in 0..<Int(kscan_fold_text_count(number)) {
                        unsafe tokens.append(text[index])
                    }
                }
                at &+= length
            }
            let written = tokens.finish()
            unsafe out.append(contentsOf: UnsafeBufferPointer(start: start, count: written))
            return true
        }
    }

    /// The slow path: decode, normalize to NFKC, lower with the final-sigma rule, then as above.
    private func foldAsWhole(_ text: Span<UInt8>, into out: inout [UInt8]) {
        let points = NormalizedText(text).points
        var flat: [UInt8] = []
        flat.reserveCapacity(text.count * 2)
        for (index, point) in points.enumerated() {
            let value = kscan_fold_of(point) & 0x7FFF
            switch value {
            case 0: appendUTF8(point, to: &flat)
            case 1: flat.append(0x20)
            case 2: break
            case 3: appendUTF8(isFinalSigma(points, index) ? 0x3C2 : 0x3C3, to: &flat)
            default:
                let number = UInt32(value) - 4
                let text = unsafe kscan_fold_text(number)
                for index in 0..<Int(kscan_fold_text_count(number)) {
                    flat.append(unsafe text[index])
                }
            }
        }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * flat.count + 8) { room in
            guard let start = room.baseAddress else { return }
            var tokens = unsafe FoldedTokens(start)
            for byte in flat { tokens.append(byte) }
            let written = tokens.finish()
            unsafe out.append(contentsOf: UnsafeBufferPointer(start: start, count: written))
        }
    }

    /// Unicode's Final_Sigma: a cased letter before, none after, case-ignorable ones skipped.
    private func isFinalSigma(_ points: [UInt32], _ index: Int) -> Bool {
        var before = index - 1
        while before >= 0, isIgnorable(points[before]) { before -= 1 }
        guard before >= 0, isCased(points[before]) else { return false }
        var after = index + 1
        while after < points.count, isIgnorable(points[after]) { after += 1 }
        return after >= points.count || !isCased(points[after])
    }

    private func isCased(_ point: UInt32) -> Bool { kscan_class_of(point) & 0x100 != 0 }
    private func isIgnorable(_ point: UInt32) -> Bool { kscan_class_of(point) & 0x200 != 0 }
}

/// Writes tokens joined by single spaces and converts mixed ones at their end. The caller provides
/// room for twice the appended bytes.
@safe
private struct FoldedTokens {
    private let start: UnsafeMutablePointer<UInt8>
    private var written = 0
    private var tokenStart = 0
    private var hasLatin = false
    private var hasCyrillic = false

    init(_ start: UnsafeMutablePointer<UInt8>) { unsafe self.start = start }

    @inline(__always)
    mutating func appendASCII(_ byte: UInt8) {
        unsafe start[written] = byte
        written &+= 1
        if byte >= UInt8(ascii: "a") { hasLatin = true }
    }

    /// Appends a two-byte character, the first byte low.
    @inline(__always)
    mutating func appendPair(_ pair: UInt16) {
        unsafe start[written] = UInt8(truncatingIfNeeded: pair)
        unsafe start[written &+ 1] = UInt8(truncatingIfNeeded: pair >> 8)
        written &+= 2
        // U+0400 to U+04FF are D0 80 to D3 BF.
        if pair & 0xFC == 0xD0 { hasCyrillic = true }
    }

    /// Appends a byte of a character; a space ends the token.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if byte == 0x20 { return endToken() }
        unsafe start[written] = byte
        written &+= 1
        if byte < 0x80 {
            if byte >= UInt8(ascii: "a") { hasLatin = true }
        } else if byte & 0xFC == 0xD0 {
            hasCyrillic = true
        }
    }

    @inline(__always)
    mutating func endToken() {
        if hasLatin, hasCyrillic { unmix() }
        hasLatin = false
        hasCyrillic = false
        if written > tokenStart {
            unsafe start[written] = 0x20
            written &+= 1
            tokenStart = written
        }
    }

    /// Ends the last token; returns the number of bytes written.
    mutating func finish() -> Int {
        endToken()
        return max(written - 1, 0)
    }

    private mutating func unmix() {
        let count = written - tokenStart
        var token: [UInt8] = []
        token.reserveCapacity(count)
        for index in tokenStart..<written { token.append(unsafe start[index]) }
        guard let one = Self.cyrillic(token) ?? Self.latin(token) else { return }
        written = tokenStart
        for byte in one {
            unsafe start[written] = byte
            written += 1
        }
    }

    /// The token with its Latin letters replaced by look-alikes, nil if one has none.
    private static func cyrillic(_ token: [UInt8]) -> [UInt8]? {
        var out: [UInt8] = []
        for byte in token {
            guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else {
                out.append(byte)
                continue
            }
            guard let point = cyrillicLookAlike(byte) else { return nil }
            appendUTF8(point, to: &out)
        }
        return out
    }

    private static func latin(_ token: [UInt8]) -> [UInt8]? {
        var out: [UInt8] = []
        var at = 0
        while at < token.count {
            guard token[at] & 0xFC == 0xD0, at + 1 < token.count else {
                out.append(token[at])
                at += 1
                continue
            }
            let point = (UInt32(token[at] & 0x1F) << 6) | UInt32(token[at + 1] & 0x3F)
            guard let byte = latinLookAlikes.first(where: { cyrillicLookAlike($0) == point }) else {
                return nil
            }
            out.append(byte)
            at += 2
        }
        return out
    }

    private static let latinLookAlikes = Array("abcehikmoptxy".utf8)

    private static func cyrillicLookAlike(_ latin: UInt8) -> UInt32? {
        switch latin {
        case UInt8(ascii: "a"): 0x430
        case UInt8(ascii: "b"): 0x432
        case UInt8(ascii: "c"): 0x441
        case UInt8(ascii: "e"): 0x435
        case UInt8(ascii: "h"): 0x43D
        case UInt8(ascii: "i"): 0x456
        case UInt8(ascii: "k"): 0x43A
        case UInt8(ascii: "m"): 0x43C
        case UInt8(ascii: "o"): 0x43E
        case UInt8(ascii: "p"): 0x440
        case UInt8(ascii: "t"): 0x442
        case UInt8(ascii: "x"): 0x445
        case UInt8(ascii: "y"): 0x443
        default: nil
        }
    }
}
