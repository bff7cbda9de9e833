import Facts

/// The offsets of a pattern's numbers if each has all its digits: `dd.mm.yyyy HH:MM:SS`.
///
/// Nearly every text of a column has this form and is compared with the pattern eight bytes at
/// once. Other texts give nil and are parsed by ``DateText``, which reports errors.
package struct DatePlaces: Sendable, Hashable {
    private let count: Int
    /// The pattern's bytes with 0 for each digit, as the words at ``starts(of:)``.
    private let wanted: SIMD4<UInt64>
    /// Added to the difference from the pattern, it sets the high bit of each byte that differs too
    /// much.
    private let slack: SIMD4<UInt64>
    private var year = 0
    private var month = 0
    private var day = 0
    /// −1 if the pattern has none.
    private var hour = -1
    private var minute = -1
    private var second = -1

    private static let digit = UInt8(ascii: "0")

    /// Nil for patterns with names, AM/PM, zones or two-digit years, and for those of less than 8
    /// or more than 24 bytes.
    init?(_ tokens: [DateFormat.Token]) {
        var bytes: [UInt8] = []
        for token in tokens {
            switch token {
            case .day: day = bytes.count
            case .month: month = bytes.count
            case .year4: year = bytes.count
            case .hour: hour = bytes.count
            case .minute: minute = bytes.count
            case .second: second = bytes.count
            case .literal(let byte):
                guard byte < 0x80, byte &- Self.digit > 9 else { return nil }
                bytes.append(byte)
                continue
            case .year2, .monthName, .half, .offset, .serial, .serialFrom1904: return nil
            }
            bytes += Array(repeating: Self.digit, count: token == .year4 ? 4 : 2)
        }
        guard (8...24).contains(bytes.count) else { return nil }
        count = bytes.count
        var wanted = SIMD4<UInt64>()
        var slack = SIMD4<UInt64>()
        let starts = Self.starts(of: bytes.count)
        for lane in starts.indices {
            for index in 0..<8 {
                let byte = bytes[starts[lane] + index]
                wanted[lane] |= UInt64(byte) << UInt64(8 * index)
                slack[lane] |= (byte == Self.digit ? 0x76 : 0x7F) << UInt64(8 * index)
            }
        }
        self.wanted = wanted
        self.slack = slack
    }

    /// The moment of a text in this pattern. Inlined: a call would copy the pattern.
    @inline(__always)
    func read(_ text: Span<UInt8>) -> CivilMoment? {
        guard text.count == count else { return nil }
        var far: UInt64 = 0
        let starts = Self.starts(of: count)
        for lane in starts.indices {
            // A digit differs from 0 by up to 9; a carry needs a larger difference, which fails
            // anyway.
            let difference = text.word(at: starts[lane]) ^ wanted[lane]
            far |= (difference &+ slack[lane]) | difference
        }
        guard far & 0x8080_8080_8080_8080 == 0 else { return nil }
        let written = CalendarDate(
            year: 100 * two(text, year) + two(text, year + 2), month: two(text, month),
            day: two(text, day))
        guard let written else { return nil }
        guard hour >= 0 else { return CivilMoment(day: written) }
        let time = secondSinceMidnight(
            two(text, hour), minute < 0 ? 0 : two(text, minute),
            second < 0 ? 0 : two(text, second))
        return time.map { CivilMoment(day: written, second: $0) }
    }

    /// Offsets of three words that together cover all bytes.
    private static func starts(of count: Int) -> [3 of Int] {
        [0, min(8, count - 8), count - 8]
    }

    private func two(_ text: Span<UInt8>, _ at: Int) -> Int {
        10 * Int(text[at] &- Self.digit) + Int(text[at + 1] &- Self.digit)
    }
}
