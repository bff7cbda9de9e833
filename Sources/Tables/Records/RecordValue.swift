internal import Facts

/// Values of records in the form of a table's cells.
package enum RecordValue {
    /// Inserts the decimal point into a whole number of the smallest coin; nil for other texts.
    package static func withPoint(_ text: [UInt8], digits: Int) -> [UInt8]? {
        var number = text[...]
        let isNegative = number.first == 0x2D
        if isNegative { number = number.dropFirst() }
        guard !number.isEmpty, number.count <= 18, number.allSatisfy({ $0 &- 0x30 < 10 }) else {
            return nil
        }
        var shown = Array(number)
        if shown.count <= digits {
            shown.insert(
                contentsOf: [UInt8](repeating: 0x30, count: digits + 1 - shown.count), at: 0)
        }
        if digits > 0 { shown.insert(0x2E, at: shown.count - digits) }
        return (isNegative ? [0x2D] : []) + shown
    }

    /// `1619686270000` → `2021-04-29T08:51:10Z`; nil for other texts.
    package static func moment(_ text: [UInt8], _ epoch: RecordRules.Epoch) -> [UInt8]? {
        guard var value = Int64(String(decoding: text, as: UTF8.self)), value >= 0,
            text.first != 0x2B
        else { return nil }
        if epoch == .milliseconds { value /= 1_000 }
        // Until 2199-12-30, so that the day is valid in every zone.
        guard (86_400...7_258_032_000).contains(value) else { return nil }
        let day = CalendarDate(daysSince1970: Int32(truncatingIfNeeded: value / 86_400))
        let second = Int(value % 86_400)
        let clock = [second / 3_600, second / 60 % 60, second % 60].map {
            ($0 < 10 ? "0" : "") + String($0)
        }
        return Array("\(day.text)T\(clock.joined(separator: ":"))Z".utf8)
    }
}
