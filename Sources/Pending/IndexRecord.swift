package import Facts

/// The index record of a queue line: twelve little-endian words in the file.
///
/// | word | field |
/// | --- | --- |
/// | 0, 1 | key: account and day, rest |
/// | 2 | account hash |
/// | 3 | day, second |
/// | 4, 5 | units; currency, scale, doubtful and hold, occurrence |
/// | 6–9 | hashes of bank id, original amount, balance, text |
/// | 10 | offset of the queue line |
/// | 11 | hash of the whole fact, length of the queue line: 32 bits each |
package struct IndexRecord: Sendable, BitwiseCopyable, Equatable {
    package var identity: LineIdentity
    /// Byte offset of the line in the queue file.
    package var offset: Int
    /// Bytes of the line without its line feed.
    package var count: Int
    /// `FactJSON.hash` of the line's fact.
    package var factHash: UInt32

    package init(identity: LineIdentity, offset: Int, count: Int, factHash: UInt32 = 0) {
        self.identity = identity
        self.offset = offset
        self.count = count
        self.factHash = factHash
    }
}

/// Proves that the index file describes the queue file; the ledger stores it with the queue's
/// stamp.
package struct IndexSeal: Sendable, Equatable {
    package var count: Int
    package var sum: UInt64

    package init(count: Int, sum: UInt64) {
        self.count = count
        self.sum = sum
    }

    package static let empty = IndexSeal(count: 0, sum: 0)

    /// Adds a record; order matters.
    mutating func add(_ words: Span<UInt64>) {
        count += 1
        sum = ((sum << 7) | (sum >> 57)) ^ (Self.folded(words) &* 0x9AE1_6A3B_2F90_404F)
    }

    /// The sum of a record's words, each times a different odd number, so that swapped words change
    /// the sum.
    private static func folded(_ words: Span<UInt64>) -> UInt64 {
        precondition(words.count == IndexRecord.words, "a record has twelve words")
        func term(_ index: Int, _ factor: UInt64) -> UInt64 {
            let word = words[index]
            return (word ^ (word >> 32)) &* factor
        }
        // Unrolled: a table of the factors would be loaded or initialised for each record.
        var sum = term(0, 0x9E37_79B9_7F4A_7C15)
        sum &+= term(1, 0xBF58_476D_1CE4_E5B9)
        sum &+= term(2, 0x94D0_49BB_1331_11EB)
        sum &+= term(3, 0xD6E8_FEB8_6659_FD93)
        sum &+= term(4, 0xC2B2_AE3D_27D4_EB4F)
        sum &+= term(5, 0x1656_67B1_9E37_79F9)
        sum &+= term(6, 0x27D4_EB2F_1656_67C5)
        sum &+= term(7, 0x85EB_CA77_C2B2_AE63)
        sum &+= term(8, 0xFF51_AFD7_ED55_8CCD)
        sum &+= term(9, 0xC4CE_B9FE_1A85_EC53)
        sum &+= term(10, 0xE703_7ED1_A0B4_28DB)
        sum &+= term(11, 0x8EBC_6AF0_9C88_C6E3)
        return sum
    }
}

extension IndexRecord {
    static let words = 12
    static let bytes = 96
    static let offsetWord = 10
    static let countWord = 11

    var packed: [12 of UInt64] {
        var words = InlineArray<12, UInt64>(repeating: 0)
        var span = words.mutableSpan
        Self.pack(
            identity, offset: offset, count: count, factHash: factHash, into: &span, at: 0)
        return words
    }

    /// Writes the twelve words of a record, starting at this index.
    static func pack(
        _ identity: LineIdentity, offset: Int, count: Int, factHash: UInt32,
        into words: inout MutableSpan<UInt64>, at place: Int
    ) {
        precondition(place >= 0 && place + Self.words <= words.count, "a record has twelve words")
        words[place] =
            UInt64(identity.key.account) << 32 | UInt64(UInt32(bitPattern: identity.key.day))
        words[place &+ 1] = identity.key.rest
        words[place &+ 2] = identity.account
        words[place &+ 3] =
            UInt64(UInt32(bitPattern: identity.day)) << 32
            | UInt64(UInt32(bitPattern: identity.second))
        words[place &+ 4] = UInt64(bitPattern: identity.units)
        words[place &+ 5] =
            UInt64(identity.currency) << 32 | UInt64(identity.scale) << 24
            | (identity.isDoubtful ? 1 << 17 : 0) | (identity.isHold ? 1 << 16 : 0)
            | UInt64(identity.occurrence)
        words[place &+ 6] = identity.bankID
        words[place &+ 7] = identity.original
        words[place &+ 8] = identity.balance
        words[place &+ 9] = identity.text
        words[place &+ 10] = UInt64(truncatingIfNeeded: offset)
        words[place &+ 11] = UInt64(factHash) << 32 | UInt64(UInt32(truncatingIfNeeded: count))
    }

    init(_ words: Span<UInt64>) {
        identity = LineIdentity(
            key: LineKey(
                account: UInt32(truncatingIfNeeded: words[0] >> 32),
                day: CalendarDate(
                    daysSince1970: Int32(truncatingIfNeeded: words[0])), rest: words[1]),
            account: words[2], day: Int32(truncatingIfNeeded: words[3] >> 32),
            second: Int32(truncatingIfNeeded: words[3]), units: Int64(bitPattern: words[4]),
            currency: UInt32(truncatingIfNeeded: words[5] >> 32),
            scale: UInt8(truncatingIfNeeded: words[5] >> 24), isHold: words[5] >> 16 & 1 == 1,
            occurrence: UInt16(truncatingIfNeeded: words[5]), bankID: words[6],
            original: words[7], balance: words[8], text: words[9],
            isDoubtful: words[5] >> 17 & 1 == 1)
        offset = Int(truncatingIfNeeded: words[10])
        count = Int(UInt32(truncatingIfNeeded: words[11]))
        factHash = UInt32(truncatingIfNeeded: words[11] >> 32)
    }
}
