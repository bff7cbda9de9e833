/// Encodings of East Asia with characters of one and of two bytes, from the C library's tables.
///
/// - Source: the code pages 932, 949 and 950 of Windows, which banks call Shift_JIS, EUC-KR, Big5.
struct BytePairs: WideCharacters {
    /// Each is nil when the C library lacks it.
    static let shiftJIS = BytePairs("CP932", singles: 0xA1...0xDF)
    static let eucKR = BytePairs("UHC", singles: nil)
    static let big5 = BytePairs("CP950", singles: nil)

    private static let trails = 0xFF - 0x40

    /// Bytes that are characters alone: Japanese letters of half width.
    private let singles: ClosedRange<UInt8>?
    /// UTF-16 units of all single bytes from 0x80 on, then of all pairs; 0 for none.
    private let units: [UInt16]

    private init?(_ name: String, singles: ClosedRange<UInt8>?) {
        var characters: [[UInt8]] = []
        for byte: UInt8 in 0x80...0xFF {
            characters.append(singles?.contains(byte) ?? false ? [byte] : [])
        }
        for lead: UInt8 in 0x81...0xFE {
            let isLead = singles.map { !$0.contains(lead) } ?? true
            for trail: UInt8 in 0x40..<0xFF {
                characters.append(isLead && trail != 0x7F ? [lead, trail] : [])
            }
        }
        guard let units = LibraryCharacters.units(of: characters, in: name) else { return nil }
        self.singles = singles
        self.units = units
    }

    func step(_ bytes: Span<UInt8>, at: Int) -> CharacterStep {
        let lead = bytes[at]
        if singles?.contains(lead) ?? false {
            let unit = units[Int(lead) - 0x80]
            return unit == 0 ? .invalid : .scalar(UInt32(unit), count: 1)
        }
        guard (0x81...0xFE).contains(lead) else { return .invalid }
        guard at + 1 < bytes.count else { return .cut }
        let trail = bytes[at + 1]
        guard (0x40...0xFE).contains(trail) else { return .invalid }
        let unit = units[0x80 + (Int(lead) - 0x81) * Self.trails + Int(trail) - 0x40]
        return unit == 0 ? .invalid : .scalar(UInt32(unit), count: 2)
    }
}
