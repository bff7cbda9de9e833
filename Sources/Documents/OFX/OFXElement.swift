import Facts

/// The elements of OFX that are read; all others are `other`.
///
/// - Source: OFX 1.0.2 and 2.1.1, chapters 2, 11 and 13.
enum OFXElement: UInt8 {
    case other
    case root
    case status, code, severity, message
    case organisation
    /// `STMTRS` and its variants: the answer for one account.
    case statement
    /// The answer for a credit card or a loan.
    case debtStatement
    case defaultCurrency
    case accountFrom, bankID, accountID, accountType
    case transactionList, listStart, listEnd
    case ledgerBalance, balanceAmount, balanceDate
    case transaction, pendingTransaction
    /// A trade: has no cash row and is counted as skipped.
    case investmentTransaction
    case amount, datePosted, dateUser, dateAvailable, dateTransaction
    /// Read only where it is the direction of the amount.
    case rowType
    case bankRowID, name, payee, memo, industryCode, correctedID, correctAction
    case accountTo
    case currency, originalCurrency, currencySymbol

    /// Elements whose text is read; other texts are skipped.
    var hasText: Bool {
        switch self {
        case .code, .severity, .message, .organisation, .defaultCurrency, .bankID, .accountID,
            .accountType, .rowType, .amount, .datePosted, .dateUser, .dateAvailable,
            .dateTransaction, .bankRowID, .name, .payee, .memo, .industryCode, .correctedID,
            .correctAction, .currency,
            .currencySymbol, .balanceAmount, .balanceDate, .listStart, .listEnd:
            true
        default: false
        }
    }

    /// Elements whose text may be rejected, so its place is needed.
    var hasPlace: Bool {
        switch self {
        case .rowType, .amount, .datePosted, .dateUser, .dateTransaction, .currency,
            .currencySymbol, .message, .bankRowID, .name, .payee, .memo:
            true
        default: false
        }
    }
}

/// Finds elements by the bytes of their names, case-insensitively, without a `String`.
struct OFXVocabulary {
    /// Open addressing over names of at most 16 bytes, packed and upper-cased; (0, 0) is a free
    /// slot.
    private var keys = [SIMD2<UInt64>](repeating: .zero, count: Self.slots)
    private var elements = [OFXElement](repeating: .other, count: Self.slots)
    private static let slots = 256

    /// - Parameter hasTypes: the types of rows are read, which cost time.
    init(hasTypes: Bool = false) {
        for (name, element) in Self.names + (hasTypes ? [("TRNTYPE", .rowType)] : []) {
            let key = Self.upper(name.utf8.span.packed())
            var slot = Self.slot(of: key)
            while keys[slot] != .zero { slot = (slot + 1) % Self.slots }
            keys[slot] = key
            elements[slot] = element
        }
    }

    func element(named name: Span<UInt8>) -> OFXElement {
        if name.count > 16 { return .other }
        return element(Self.upper(name.packed()))
    }

    /// The same for a name in a buffer, of which eight bytes are loaded at once if possible.
    func element(named name: Range<Int>, in bytes: Span<UInt8>) -> OFXElement {
        if name.count > 16 { return .other }
        return element(Self.upper(bytes.packed(name)))
    }

    /// The tag of a known element whose name begins at `start` and ends, within 16 bytes, at its
    /// `>`; nil for other tags.
    func tag(at start: Int, in bytes: Span<UInt8>) -> (element: OFXElement, name: Range<Int>)? {
        guard start &+ 16 <= bytes.count else { return nil }
        let low = bytes.word(at: start)
        let high = bytes.word(at: start &+ 8)
        var count = Self.bytesBeforeEnd(low)
        var key = SIMD2<UInt64>(low, high)
        if count < 8 {
            key = SIMD2(low & ((1 << UInt64(truncatingIfNeeded: 8 &* count)) &- 1), 0)
        } else {
            count = Self.bytesBeforeEnd(high)
            if count == 8 { return nil }
            key.y = high & ((1 << UInt64(truncatingIfNeeded: 8 &* count)) &- 1)
            count &+= 8
        }
        // Zeros pad a key and are no letters.
        if count == 0 || bytes[start &+ count &- 1] == 0 { return nil }
        let element = element(Self.upper(key))
        return element == .other ? nil : (element, start..<(start &+ count))
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2E, 0x2D, 0x5F, 0x3A: true
        default: false
        }
    }

    /// A `<` before any other byte is text.
    static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// The count of bytes before the first `>` of the eight.
    private static func bytesBeforeEnd(_ word: UInt64) -> Int {
        let others = word ^ 0x3E3E_3E3E_3E3E_3E3E
        let ends = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        return ends.trailingZeroBitCount / 8
    }

    private func element(_ key: SIMD2<UInt64>) -> OFXElement {
        var slot = Self.slot(of: key)
        while keys[slot] != key {
            if keys[slot] == .zero { return .other }
            slot = (slot + 1) % Self.slots
        }
        return elements[slot]
    }

    /// Letters differ from their capitals only in bit 5; other bytes of names have bit 6 or bit 5
    /// clear.
    private static func upper(_ key: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let letters = SIMD2<UInt64>(repeating: 0x4040_4040_4040_4040)
        return key & ~((key & letters) &>> 1)
    }

    private static func slot(of key: SIMD2<UInt64>) -> Int {
        let mixed = (key.x ^ (key.y &* 31)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 56)
    }

    private static let names: [(String, OFXElement)] = [
        ("OFX", .root),
        ("STATUS", .status), ("CODE", .code), ("SEVERITY", .severity), ("MESSAGE", .message),
        ("ORG", .organisation),
        ("STMTRS", .statement), ("INVSTMTRS", .statement),
        ("CCSTMTRS", .debtStatement), ("LOANSTMTRS", .debtStatement),
        ("CURDEF", .defaultCurrency),
        ("BANKACCTFROM", .accountFrom), ("CCACCTFROM", .accountFrom),
        ("INVACCTFROM", .accountFrom), ("LOANACCTFROM", .accountFrom),
        ("BANKID", .bankID), ("BROKERID", .bankID), ("ACCTID", .accountID),
        ("ACCTTYPE", .accountType),
        ("BANKTRANLIST", .transactionList), ("BANKTRANLISTP", .transactionList),
        ("DTSTART", .listStart), ("DTEND", .listEnd),
        ("LEDGERBAL", .ledgerBalance), ("BALAMT", .balanceAmount), ("DTASOF", .balanceDate),
        ("STMTTRN", .transaction), ("STMTTRNP", .pendingTransaction),
        ("INVTRAN", .investmentTransaction),
        ("TRNAMT", .amount),
        ("DTPOSTED", .datePosted), ("DTUSER", .dateUser), ("DTAVAIL", .dateAvailable),
        ("DTTRAN", .dateTransaction),
        ("FITID", .bankRowID), ("NAME", .name), ("PAYEE", .payee), ("MEMO", .memo),
        ("SIC", .industryCode), ("CORRECTFITID", .correctedID), ("CORRECTACTION", .correctAction),
        ("BANKACCTTO", .accountTo), ("CCACCTTO", .accountTo), ("LOANACCTTO", .accountTo),
        ("CURRENCY", .currency), ("ORIGCURRENCY", .originalCurrency),
        ("CURSYM", .currencySymbol),
    ]
}
