package import Facts

/// A price directive of a journal: `P 2024-01-02 USD 41.50 UAH`, or Beancount's
/// `2024-01-02 price USD 41.50 UAH`.
package struct JournalPrice: Sendable {
    package let day: CalendarDate
    package let currency: Currency
    package let base: Currency
    /// `units` × 10^−`scale` of the base for one unit of the currency.
    package let units: Int64
    package let scale: Int

    package enum Line: Sendable {
        case price(JournalPrice)
        /// The price of a commodity that is no currency: shares, hours.
        case ofCommodity
        /// Begins as a price; the column of what cannot be read.
        case wrong(column: Int)
        case other
    }

    /// - Parameter line: without its end.
    package static func read(_ line: [UInt8]) -> Line {
        var cursor = JournalCursor(line)
        var numbers = JournalNumbers()
        var day: CalendarDate?
        if cursor.take("P"), cursor.next == 0x20 || cursor.next == 0x09 {
            cursor.skipBlanks()
            day = cursor.takeDay(year: nil)
            guard day != nil else { return .wrong(column: cursor.at + 1) }
            cursor.skipBlanks()
            // A time may follow: 12:00, 12:00:00.
            if let digit = cursor.next, (0x30...0x39).contains(digit) { _ = cursor.takeWord() }
        } else {
            cursor = JournalCursor(line)
            day = cursor.takeDay(year: nil)
            cursor.skipBlanks()
            guard day != nil, cursor.takeWord() == "price" else { return .other }
            numbers.isBeancount = true
        }
        cursor.skipBlanks()
        let start = cursor.at
        guard let day, let name = commodity(&cursor) else { return .wrong(column: start + 1) }
        cursor.skipBlanks()
        let place = cursor.at
        guard let amount = try? numbers.amount(&cursor), !amount.isNegative, !amount.isZero,
            let units = Int64(exactly: amount.units), amount.scale <= 18
        else { return .wrong(column: place + 1) }
        cursor.skipBlanks()
        guard cursor.isAtEnd || cursor.next == UInt8(ascii: ";") else {
            return .wrong(column: cursor.at + 1)
        }
        guard let currency = JournalCommodity.currency(name), currency.isKnown,
            let base = JournalCommodity.currency(amount.commodity), base.isKnown
        else { return .ofCommodity }
        return .price(
            JournalPrice(
                day: day, currency: currency, base: base, units: units, scale: amount.scale))
    }

    private static func commodity(_ cursor: inout JournalCursor) -> String? {
        if cursor.next == UInt8(ascii: "\"") { return cursor.takeQuoted() }
        let word = cursor.takeWord()
        return word.isEmpty ? nil : word
    }
}
