/// A currency by its three-letter ISO 4217 code, packed into one word.
///
/// Any three upper-case letters are accepted (banks invent codes for points and miles); the number
/// of decimals is then 2.
@usableFromInline package struct Currency: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// The three ASCII letters, most significant first; 0 when the file names no currency.
    @usableFromInline package let packed: UInt32

    /// Drops bits above the three letters.
    @inlinable package init(packed: UInt32) {
        self.packed = packed & 0xFF_FFFF
    }

    @inlinable package static func == (a: Currency, b: Currency) -> Bool { a.packed == b.packed }

    @inlinable package static var unknown: Currency { Currency(packed: 0) }

    /// The two may be one currency: they are equal, or one is unknown.
    @inlinable package func mayBe(_ other: Currency) -> Bool {
        self == other || self == .unknown || other == .unknown
    }
    package static let uah = Currency(0x55, 0x41, 0x48)
    package static let usd = Currency(0x55, 0x53, 0x44)
    package static let eur = Currency(0x45, 0x55, 0x52)

    package init(_ a: UInt8, _ b: UInt8, _ c: UInt8) {
        packed = UInt32(a) << 16 | UInt32(b) << 8 | UInt32(c)
    }

    /// The currency of three letters in either case, or nil.
    package init?(code: Span<UInt8>) {
        guard code.count == 3 else { return nil }
        var packed: UInt32 = 0
        for index in 0..<3 {
            let upper = code[index] & 0xDF
            guard (0x41...0x5A).contains(upper) else { return nil }
            packed = packed << 8 | UInt32(upper)
        }
        self.packed = packed
    }

    package init?(code: String) {
        self.init(code: code.utf8Span.span)
    }

    /// The currency with this ISO 4217 number (980 is UAH), or nil.
    package init?(numeric: Int) {
        guard let found = Self.byNumber[numeric] else { return nil }
        self = found
    }

    /// The currency of three letters, or of its three digits in ISO 4217 (`980`), as accounting
    /// programs write; or nil.
    package init?(codeOrNumber text: Span<UInt8>) {
        if let letters = Currency(code: text) {
            self = letters
            return
        }
        guard text.count == 3 else { return nil }
        var number = 0
        for index in 0..<3 {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        self.init(numeric: number)
    }

    @inlinable package var isKnown: Bool { packed != 0 }

    /// Decimals of the smallest coin: UAH 2, VND 0, KWD 3. Unlisted codes have 2.
    package var exponent: UInt8 {
        // The currencies of most rows skip the table.
        if packed == Self.uah.packed || packed == Self.eur.packed || packed == Self.usd.packed {
            return 2
        }
        return Self.exponents[packed] ?? 2
    }

    /// `UAH`, or empty when unknown.
    package var code: String {
        guard isKnown else { return "" }
        return String(
            decoding: [
                UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
                UInt8(truncatingIfNeeded: packed),
            ], as: UTF8.self)
    }

    package var isListed: Bool { Self.exponents[packed] != nil }

    @inlinable package static func < (a: Currency, b: Currency) -> Bool { a.packed < b.packed }

    /// The rows of `rules/currencies.csv`: ISO 4217 list one of 2025, plus withdrawn codes that
    /// banks still print (BYR, HRK, LTL, LVL, RUR), sorted by code.
    static let table: [(currency: Currency, number: Int, exponent: UInt8)] = {
        let rows = embeddedCurrencies().split(separator: UInt8(ascii: "\n")).dropFirst()
        return rows.compactMap { row in
            let cells = row.split(separator: UInt8(ascii: ","))
            guard cells.count == 3,
                let currency = Currency(code: String(decoding: cells[0], as: UTF8.self))
            else { return nil }
            return (currency, decimal(cells[1]), UInt8(decimal(cells[2])))
        }
    }()

    private static func decimal(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { 10 * $0 + Int($1 &- UInt8(ascii: "0")) }
    }

    private static let exponents = Dictionary(
        uniqueKeysWithValues: table.map { ($0.currency.packed, $0.exponent) })

    private static let byNumber = Dictionary(
        uniqueKeysWithValues: table.map { ($0.number, $0.currency) })
}
