/// Instants that banks write as a count since 1970-01-01 00:00 UTC.
///
/// - Source: the format notes, §1.5: seconds (Monobank), milliseconds (Kredobank); programs also
///   print fractions of a second.
package enum EpochText {
    package enum Unit: Sendable {
        case seconds, milliseconds
        /// Told from the size: milliseconds of our time have 12 or 13 digits, seconds 9 or 10.
        case bySize
    }

    /// Whole seconds since 1970 UTC; a part of a second is dropped.
    ///
    /// - Throws: `empty`, or `notADay` for anything that is no count or lies outside 1970…2199.
    package static func seconds(_ text: Span<UInt8>, unit: Unit) throws(DateProblem) -> Int64 {
        var start = 0
        var end = text.count
        while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
        while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
        if start == end { throw .empty }
        var count: Int64 = 0
        var digits = 0
        while start < end, text[start] &- 0x30 < 10 {
            guard digits < 16 else { throw .notADay }
            count = count * 10 + Int64(text[start] &- 0x30)
            digits += 1
            start += 1
        }
        guard digits > 0 else { throw .notADay }
        if start < end {
            guard text[start] == 0x2E, start + 1 < end else { throw .notADay }
            start += 1
            while start < end {
                guard text[start] &- 0x30 < 10 else { throw .notADay }
                start += 1
            }
        }
        let isMilliseconds: Bool
        switch unit {
        case .seconds: isMilliseconds = false
        case .milliseconds: isMilliseconds = true
        case .bySize:
            // Between 11 digits of seconds (year 5138) and of milliseconds (1973) lies nothing a
            // bank prints.
            guard count < Self.secondsEnd || count >= 100_000_000_000 else { throw .notADay }
            isMilliseconds = count >= 100_000_000_000
        }
        let seconds = isMilliseconds ? count / 1_000 : count
        guard seconds < Self.secondsEnd else { throw .notADay }
        return seconds
    }

    /// 2200-01-01.
    private static let secondsEnd: Int64 = 7_258_118_400
}
