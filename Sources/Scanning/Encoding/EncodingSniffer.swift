internal import CScan

package enum EncodingVerdict: Sendable, Equatable {
    /// Proved by the bytes. The first `byteOrderMark` bytes are the mark, to be skipped.
    case known(TextEncoding, byteOrderMark: Int)
    case ascii
    /// Several encodings fit, the likeliest first, or none. A person or the file's profile must
    /// decide.
    case uncertain([TextEncoding])
}

/// Collects evidence of a file's encoding, chunk by chunk.
///
/// Strongest first: byte-order mark, NUL pattern of UTF-16, strict UTF-8, and last the likelihood
/// of words under each single-byte encoding. Pure; the answer depends on the bytes, not on the
/// chunks.
package struct EncodingSniffer: Sendable {
    /// Further evidence changes nothing: the decoder checks every later byte.
    private static let settledBytes = 256 * 1024

    /// UTF-16 with less than one blank, digit or line end in a hundred bytes is not a statement.
    private static let strayZeroRatio = 100

    /// This many multi-byte letters are not by chance.
    private static let sequencesProving = 64

    private var head: [UInt8] = []
    private var byteCount = 0
    private var zerosEven = 0
    private var zerosOdd = 0
    private var fours = 0
    private var highCount = 0
    private var utf8 = UTF8Evidence()
    private var words = WordEvidence()

    package init() {}

    /// Whether the first bytes of a file prove UTF-8 without analysing words, as
    /// ``verdict(final:)`` would.
    ///
    /// False proves nothing: a mark, few letters, UTF-16 and anything but UTF-8 are left to the
    /// sniffer.
    /// - Parameter final: no more bytes follow, so the last letter must be complete.
    /// - Complexity: O(*n*), several bytes an instruction.
    package static func provesUTF8(_ head: Span<UInt8>, final: Bool) -> Bool {
        // A letter has at most three continuation bytes.
        guard ByteMarks.count(in: head).continuations >= 3 * sequencesProving,
            !ByteMarks.has(0, in: head), !ByteMarks.has(4, in: head),
            !(head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF)
        else { return false }
        guard let invalid = firstInvalidUTF8(head) else { return true }
        return !final && isCutUTF8(head, at: invalid)
    }

    package mutating func feed(_ chunk: Span<UInt8>) {
        var at = 0
        while at < chunk.count, head.count < 4 {
            head.append(chunk[at])
            at += 1
        }
        at = 0
        while at < chunk.count {
            let plainEnd = at + ByteMarks.plainCount(in: chunk, from: at)
            readPlain(chunk, at..<plainEnd)
            at = plainEnd
            while at < chunk.count, !isPlain(chunk[at]) {
                feed(chunk[at], at: at)
                at += 1
            }
        }
        byteCount += chunk.count
    }

    /// Bytes 0 and 4 are the upper halves of ASCII and Cyrillic in UTF-16.
    private func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0 && byte != 4 }

    /// In a run of plain bytes only the first and last word can touch bytes above ASCII.
    private mutating func readPlain(_ chunk: Span<UInt8>, _ run: Range<Int>) {
        guard !run.isEmpty else { return }
        utf8.feed(chunk[run.lowerBound])
        var at = run.lowerBound
        while at < run.upperBound {
            let byte = chunk[at]
            words.feed(byte)
            at += 1
            if !WordEvidence.isWordByte(byte) { break }
        }
        var tail = run.upperBound
        while tail > at, WordEvidence.isWordByte(chunk[tail - 1]) { tail -= 1 }
        for index in tail..<run.upperBound { words.feed(chunk[index]) }
    }

    private mutating func feed(_ byte: UInt8, at index: Int) {
        if byte == 0 {
            if (byteCount + index) & 1 == 0 { zerosEven += 1 } else { zerosOdd += 1 }
        } else if byte == 4 {
            fours += 1
        } else {
            highCount += 1
        }
        utf8.feed(byte)
        words.feed(byte)
    }

    /// Whether more bytes could only confirm the verdict.
    package var isSettled: Bool {
        if byteCount >= 4, mark != nil { return true }
        return byteCount >= Self.settledBytes && highCount + zerosEven + zerosOdd >= 64
    }

    package func verdict(final: Bool) -> EncodingVerdict {
        if let mark { return mark }
        // One or two zeros are leftover terminators; the reader decides about them.
        if (zerosEven + zerosOdd) * Self.strayZeroRatio > byteCount { return utf16ByZeros }
        // Every second byte of Cyrillic UTF-16 is 4; without a digit or blank the byte order is
        // unknown.
        if fours * 4 > byteCount { return .uncertain([.utf16LE, .utf16BE]) }
        if highCount == 0 { return .ascii }
        if utf8.isValid(cutAllowed: !final) {
            if provesUTF8 { return .known(.utf8, byteOrderMark: 0) }
            return .uncertain([.utf8] + words.ranking.map(\.encoding).prefix(2))
        }
        let byWords = words.verdict
        guard isBrokenUTF8 else { return byWords }
        // UTF-8 fields that a bank cuts by bytes must not be read as plausible single bytes.
        if case .known = byWords {
            return .uncertain([.utf8] + words.ranking.map(\.encoding).prefix(2))
        }
        return .known(.utf8, byteOrderMark: 0)
    }

    /// Whether all but one byte are ASCII.
    package var isOneByteBeyondASCII: Bool { highCount == 1 }

    /// The candidates in which the bytes are text; gibberish must not be suggested.
    package func legible(_ candidates: [TextEncoding]) -> [TextEncoding] {
        candidates.filter { candidate in
            switch candidate {
            case .utf8: utf8.breaks == 0
            case .utf16LE, .utf16BE: true
            default: words.isLegible(candidate)
            }
        }
    }

    /// Whether all letters beyond ASCII are of one language under an encoding.
    package func isOneLanguage(_ encoding: TextEncoding) -> Bool { words.isOneLanguage(encoding) }

    /// A few letters of a single-byte page can be valid UTF-8 by chance («мі» in KOI8-U is); many
    /// cannot, and they would rarely give characters that occur in statements.
    private var provesUTF8: Bool {
        if utf8.sequences >= Self.sequencesProving { return true }
        if utf8.familiar > 0, utf8.familiar * 2 >= utf8.sequences { return true }
        if utf8.hasFourBytes { return true }
        if utf8.sequences >= 4, !words.couldBeWords { return true }
        // Bytes that no page reads as words are letters of another script; three in a row are not
        // signs after a word either.
        return utf8.sequences > 0 && !utf8.hasHighPlane
            && !words.readsAsWords(hasSigns: !utf8.hasLong)
    }

    /// Some invalid bytes among too many UTF-8 letters for chance.
    private var isBrokenUTF8: Bool {
        if utf8.sequences >= 4, utf8.sequences > 8 * utf8.breaks { return true }
        guard utf8.familiar >= max(utf8.breaks, 1) else { return false }
        return utf8.hasLongFamiliar || !words.isPlausible
    }

    private var mark: EncodingVerdict? {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return .known(.utf8, byteOrderMark: 3) }
        if head.starts(with: [0xFE, 0xFF]) { return .known(.utf16BE, byteOrderMark: 2) }
        guard head.starts(with: [0xFF, 0xFE]) else { return nil }
        // FF FE 00 00 is the mark of UTF-32, which no bank sends and we do not read.
        if head.count == 4, head[2] == 0, head[3] == 0 { return .uncertain([]) }
        return .known(.utf16LE, byteOrderMark: 2)
    }

    /// Digits, separators and line ends of UTF-16 have a zero byte each, all on one side.
    private var utf16ByZeros: EncodingVerdict {
        let units = byteCount / 2
        if zerosOdd * 10 >= units, zerosEven * 50 <= zerosOdd {
            return .known(.utf16LE, byteOrderMark: 0)
        }
        if zerosEven * 10 >= units, zerosOdd * 50 <= zerosEven {
            return .known(.utf16BE, byteOrderMark: 0)
        }
        return .uncertain([])
    }
}

/// Strict UTF-8 byte by byte.
private struct UTF8Evidence {
    private(set) var sequences = 0
    /// Sequences that are characters of statements: letters of Latin, Greek and Cyrillic,
    /// punctuation, currencies, arrows, pictures.
    private(set) var familiar = 0
    /// One of these has three bytes or more, which words of a single-byte page never form.
    private(set) var hasLongFamiliar = false
    /// Some character has three bytes or more.
    private(set) var hasLong = false
    /// Some character has four: hardly any four letters of a page form one.
    private(set) var hasFourBytes = false
    /// Some character is in a plane that hardly any text uses: «ёлка» in IBM866 forms one.
    private(set) var hasHighPlane = false
    private(set) var breaks = 0
    private var point: UInt32 = 0
    private var missing = 0
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    func isValid(cutAllowed: Bool) -> Bool { breaks == 0 && (missing == 0 || cutAllowed) }

    @inline(__always)
    mutating func feed(_ byte: UInt8) {
        if missing == 0, byte < 0x80 { return }
        readHigh(byte)
    }

    private mutating func readHigh(_ byte: UInt8) {
        if missing > 0 {
            if byte >= lowest, byte <= highest {
                (lowest, highest) = (0x80, 0xBF)
                point = point << 6 | UInt32(byte & 0x3F)
                missing -= 1
                if missing == 0 {
                    sequences += 1
                    if point >= 0x800 { hasLong = true }
                    if point >= 0x1_0000 {
                        if point < 0x2_0000 { hasFourBytes = true } else { hasHighPlane = true }
                    }
                    if isFamiliar {
                        familiar += 1
                        if point >= 0x800 { hasLongFamiliar = true }
                    }
                }
                return
            }
            breaks += 1
            missing = 0
            (lowest, highest) = (0x80, 0xBF)
            if byte < 0x80 { return }
        }
        switch byte {
        case 0xC2...0xDF:
            missing = 1
            point = UInt32(byte & 0x1F)
        case 0xE0...0xEF:
            missing = 2
            point = UInt32(byte & 0x0F)
            if byte == 0xE0 { lowest = 0xA0 }
            if byte == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            missing = 3
            point = UInt32(byte & 0x07)
            if byte == 0xF0 { lowest = 0x90 }
            if byte == 0xF4 { highest = 0x8F }
        default: breaks += 1
        }
    }

    private var isFamiliar: Bool {
        switch point {
        case 0xA0...0x24F, 0x386...0x3CE, 0x400...0x45F, 0x48A...0x4FF, 0x1E00...0x1EFF,
            0x2000...0x27BF, 0xFE0F, 0xFEFF, 0xFFFD, 0x1F000...0x1FAFF:
            true
        // In the other half three small letters of a DOS page form such a sign («тип»).
        case 0x2900...0x2BFF: point & 0x3F < 0x20
        default: false
        }
    }
}
