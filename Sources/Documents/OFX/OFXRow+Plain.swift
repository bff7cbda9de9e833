import Facts
import Reading

// ADVICE. This file is a second engine beside the grammar of OFX 1 (`OFXSGMLReader`). It reads the
// leaves of a common row in one pass and decides nothing alone: for all else it returns nil, and
// the grammar reads the same bytes again and reports every error. Measured: 41.5 instructions a
// byte instead of 67.6 on a bank's export of 26 MB (decision 0087); below 1.5 times it goes.
//
// When you change the grammar (a leaf, an element, how a text is trimmed or decoded, a limit), ask
// whether a row that this file accepts would now be read differently; if so, return nil for it.
// When you change this file, add the row to `OFXPlainRowTests`. `OFXReaderTests` reads each of its
// texts both ways (`isTagByTag`), and `verifyReader` cuts each at every byte.

extension OFXRow {
    /// The fast path for the leaves of a plain row: texts without references and tags without
    /// attributes, in sequence, no leaf twice.
    ///
    /// Nearly all rows are plain; the tokenizer would take three times as long. Anything uncommon
    /// (a reference, a comment, a line break or control byte in a text, an aggregate in the row, a
    /// row cut by the chunk's end) is left to the tokenizer, which implements all of OFX and
    /// reports errors. Both accept the same rows with the same values.
    ///
    /// - Parameter start: offset after the row's start tag.
    /// - Returns: offset after its end tag; nil leaves the row half filled, to be reset. Texts stay
    ///   in `s`.
    mutating func readLeaves(
        _ s: Span<UInt8>, from start: Int, _ tags: inout OFXPlainTags
    ) -> Int? {
        var known: UInt32 = 0
        var slots = fields.mutableSpan
        var at = start
        var last = 0
        while true {
            var looksPlain = true
            guard let opening = OFXPlainTags.opening(s, from: at, &looksPlain),
                let number = tags.number(of: s, at: opening, after: last)
            else { return nil }
            if let name = tags[last].leaf {
                // NUL is no blank: such a text is not plain.
                let text = s.trimmed(at..<opening, keepsZeros: true)
                if !text.isEmpty {
                    let bit: UInt32 = 1 << UInt32(name.rawValue)
                    guard known & bit == 0, opening &- at <= Limits.fieldBytesMax,
                        looksPlain && Self.endsInked(s, text, before: opening)
                            || Self.isPlain(s, text)
                    else { return nil }
                    known |= bit
                    slots[name.rawValue].start = UInt32(truncatingIfNeeded: text.lowerBound)
                    slots[name.rawValue].count = UInt32(truncatingIfNeeded: text.count)
                }
            }
            at = opening &+ tags[number].count
            if tags[number].endsRow {
                given = known
                return at
            }
            last = number
        }
    }

    /// Clears the given fields.
    mutating func forget() { given = 0 }

    /// Whether those of the two bytes before the `<` that belong to the text are neither control
    /// bytes nor `&`.
    @inline(__always)
    private static func endsInked(
        _ s: Span<UInt8>, _ text: Range<Int>, before opening: Int
    ) -> Bool {
        var at = max(text.lowerBound, opening &- 2)
        while at < text.upperBound {
            if s[at] < 0x20 || s[at] == 0x26 { return false }
            at &+= 1
        }
        return true
    }

    /// No control byte and no `&` in the range, after which at least eight bytes follow.
    private static func isPlain(_ s: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.upperBound &+ 8 <= s.count else { return false }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var at = range.lowerBound
        while at < range.upperBound {
            let word = s.word(at: at)
            let apart = word ^ (0x26 &* ones)
            // A byte that borrows from the following ones already matched.
            let low = (word &- 0x20 &* ones) & ~word
            let found = (low | (apart &- ones) & ~apart) & (0x80 &* ones)
            let left = range.upperBound &- at
            if left >= 8 {
                if found != 0 { return false }
            } else if found & ((1 << UInt64(truncatingIfNeeded: 8 &* left)) &- 1) != 0 {
                return false
            }
            at &+= 8
        }
        return true
    }
}

/// The tags of earlier plain rows: their exact bytes and their order.
struct OFXPlainTags {
    struct Tag {
        fileprivate var words = SIMD2<UInt64>.zero
        fileprivate var mask = SIMD2<UInt64>.zero
        /// The tag that last followed this one.
        fileprivate var next = 0
        /// Bytes from `<` to `>`.
        fileprivate(set) var count = 0
        /// The field of the text that follows.
        fileprivate(set) var leaf: OFXRow.Name?
        fileprivate(set) var endsRow = false

        init() {}

        /// The tag in this range, of at most sixteen bytes.
        fileprivate init(_ s: Span<UInt8>, _ range: Range<Int>) {
            count = range.count
            for index in 0..<count {
                words[index / 8] |= UInt64(s[range.lowerBound + index]) << UInt64(8 * (index % 8))
                mask[index / 8] |= 0xFF << UInt64(8 * (index % 8))
            }
            words = SIMD2(words.x.littleEndian, words.y.littleEndian)
            mask = SIMD2(mask.x.littleEndian, mask.y.littleEndian)
        }
    }

    private let vocabulary: OFXVocabulary
    /// The first is the row's start tag, which does not occur within a row.
    private var tags = [Tag()]

    /// A bank writes some ten leaves, perhaps with end tags; rows with more tags are not plain.
    private static let tagsMax = 64

    init(_ vocabulary: OFXVocabulary) {
        self.vocabulary = vocabulary
    }

    subscript(number: Int) -> Tag {
        @inline(__always) get { tags[number] }
    }

    /// The offset of the next `<`; nil if it is not in `s`, or fewer than sixteen bytes follow.
    ///
    /// - Parameter looksPlain: true if no byte below 0x20 and no `&` precedes it except in the last
    ///   two bytes, usually a line end; false proves nothing.
    @inline(__always)
    static func opening(_ s: Span<UInt8>, from start: Int, _ looksPlain: inout Bool) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var at = start
        var before: UInt64 = 0
        var previous: UInt64 = 0
        while at &+ 8 <= s.count {
            let word = s.word(at: at)
            let apart = word ^ (0x3C &* ones)
            let found = (apart &- ones) & ~apart & (0x80 &* ones)
            // A byte that borrows from the one above matches itself.
            let reference = word ^ (0x26 &* ones)
            let strange =
                ((word &- 0x20 &* ones) & ~word | (reference &- ones) & ~reference)
                & (0x80 &* ones)
            if found != 0 {
                let count = found.trailingZeroBitCount / 8
                if count >= 2 {
                    let looked = UInt64(truncatingIfNeeded: 8 &* (count &- 2))
                    looksPlain = before | previous | strange & ((1 << looked) &- 1) == 0
                } else {
                    let looked = UInt64(truncatingIfNeeded: 8 &* (count &+ 6))
                    looksPlain = before | previous & ((1 << looked) &- 1) == 0
                }
                at &+= count
                return at &+ 16 <= s.count ? at : nil
            }
            before |= previous
            previous = strange
            at &+= 8
        }
        return nil
    }

    /// Keeps the bytes of a row's start tag.
    mutating func begin(_ s: Span<UInt8>, _ range: Range<Int>) {
        let next = tags[0].next
        tags[0] = range.count <= 16 ? Tag(s, range) : Tag()
        tags[0].next = next
    }

    /// The position and end of the next row's start tag, after blanks, if it equals the last one.
    func nextRow(_ s: Span<UInt8>, from start: Int) -> (start: Int, end: Int)? {
        var at = start
        while at < s.count, s[at] <= 0x20, s[at] != 0 { at &+= 1 }
        guard at &+ 16 <= s.count, tags[0].count > 0 else { return nil }
        let words = s.twoWords(at: at)
        let different = (words ^ tags[0].words) & tags[0].mask
        return different.x | different.y == 0 ? (at, at &+ tags[0].count) : nil
    }

    /// The index of the tag at `at`, trying the one that followed `last` first; nil if it is not
    /// plain.
    @inline(__always)
    mutating func number(of s: Span<UInt8>, at: Int, after last: Int) -> Int? {
        guard at &+ 16 <= s.count else { return nil }
        let words = s.twoWords(at: at)
        let expected = tags[last].next
        let different = (words ^ tags[expected].words) & tags[expected].mask
        if different.x | different.y == 0, expected > 0 { return expected }
        return unexpected(words, s, at: at, after: last)
    }

    private mutating func unexpected(
        _ words: SIMD2<UInt64>, _ s: Span<UInt8>, at: Int, after last: Int
    ) -> Int? {
        for number in tags.indices.dropFirst() {
            let different = (words ^ tags[number].words) & tags[number].mask
            if different == .zero {
                tags[last].next = number
                return number
            }
        }
        guard tags.count < Self.tagsMax, let tag = read(s, at: at) else { return nil }
        tags.append(tag)
        tags[last].next = tags.count - 1
        return tags.count - 1
    }

    /// The plain tag at this `<`: a name, its `>` within sixteen bytes, and a meaning for a row's
    /// leaves.
    private func read(_ s: Span<UInt8>, at start: Int) -> Tag? {
        let isClosing = s[start + 1] == 0x2F
        let nameStart = start + (isClosing ? 2 : 1)
        var nameEnd = nameStart
        while nameEnd < start + 16, OFXVocabulary.isNameByte(s[nameEnd]) { nameEnd += 1 }
        guard nameEnd > nameStart, nameEnd < start + 16, s[nameEnd] == 0x3E,
            isClosing || OFXVocabulary.beginsName(s[nameStart])
        else { return nil }
        var tag = Tag(s, start..<(nameEnd + 1))
        let element = vocabulary.element(named: s.extracting(nameStart..<nameEnd))
        if isClosing {
            switch element {
            case .transaction, .pendingTransaction: tag.endsRow = true
            case .other, .amount, .datePosted, .dateTransaction, .dateUser, .dateAvailable,
                .bankRowID, .name, .memo, .industryCode:
                break
            default: return nil
            }
            return tag
        }
        switch element {
        case .other: break
        case .amount: tag.leaf = .amount
        case .datePosted: tag.leaf = .datePosted
        case .dateTransaction: tag.leaf = .dateTransaction
        case .dateUser: tag.leaf = .dateUser
        case .dateAvailable: tag.leaf = .dateAvailable
        case .bankRowID: tag.leaf = .bankRowID
        case .name: tag.leaf = .name
        case .memo: tag.leaf = .memo
        case .industryCode: tag.leaf = .industryCode
        default: return nil
        }
        return tag
    }
}
