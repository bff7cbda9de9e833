import Facts
import Reading

/// An exact number of a commodity: money, shares, hours.
struct JournalAmount: Equatable {
    var units: Int128 = 0
    var scale = 0
    var commodity: String

    enum Problem: Error { case notANumber, ambiguous, overflow }

    var isZero: Bool { units == 0 }
    var isNegative: Bool { units < 0 }

    var negated: JournalAmount {
        JournalAmount(units: 0 - units, scale: scale, commodity: commodity)
    }

    var size: JournalAmount { isNegative ? negated : self }

    /// Units at a larger scale.
    func units(at wanted: Int) throws(Problem) -> Int128 {
        var result = units
        for _ in scale..<max(scale, wanted) {
            let (grown, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { throw .overflow }
            result = grown
        }
        return result
    }

    func adding(_ other: JournalAmount) throws(Problem) -> JournalAmount {
        let scale = max(scale, other.scale)
        let (sum, overflow) = try units(at: scale)
            .addingReportingOverflow(other.units(at: scale))
        if overflow { throw .overflow }
        return JournalAmount(units: sum, scale: scale, commodity: commodity)
    }

    /// This many times a price.
    func times(_ price: JournalAmount) throws(Problem) -> JournalAmount {
        let (product, overflow) = units.multipliedReportingOverflow(by: price.units)
        if overflow { throw .overflow }
        var result = JournalAmount(
            units: product, scale: scale + price.scale, commodity: price.commodity)
        while result.scale > 2, result.units % 10 == 0 {
            result.units /= 10
            result.scale -= 1
        }
        return result
    }

    /// - Returns: nil for what is no money: shares, hours.
    /// - Throws: for an amount that has no exact place in a fact.
    func money() throws(Problem) -> Money? {
        guard let currency = JournalCommodity.currency(commodity) else { return nil }
        guard let mantissa = Int64(exactly: units), scale <= 18 else { throw .overflow }
        do throws(Money.Refusal) {
            return try Money(
                mantissa: mantissa, writtenScale: UInt8(scale), currency: currency)
        } catch {
            throw .overflow
        }
    }
}

enum JournalCommodity {
    private static let symbols: [String: String] = [
        "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "₴": "UAH", "грн": "UAH", "грн.": "UAH",
        "zł": "PLN", "Kč": "CZK", "₽": "RUB", "₸": "KZT", "₫": "VND", "¥": "JPY", "₹": "INR",
        "₺": "TRY", "₪": "ILS", "₩": "KRW", "CHF": "CHF",
    ]

    /// - Returns: unknown for no commodity and `XXX`, nil for a commodity that is no currency.
    static func currency(_ commodity: String) -> Currency? {
        if commodity.isEmpty { return .unknown }
        // Kopiyka's own codes of unknown currencies.
        if commodity.utf8.starts(with: "XXX".utf8) { return .unknown }
        let code = symbols[commodity] ?? commodity
        guard let currency = Currency(code: code), currency.isListed, code == currency.code else {
            return nil
        }
        return currency
    }
}

/// How a journal writes numbers: marks by commodity, as its directives give them.
struct JournalNumbers: Sendable {
    /// Beancount: commas only group.
    var isBeancount = false
    /// `decimal-mark`, or the user's choice.
    var mark: UInt8?
    private var marks: [String: UInt8] = [:]
    /// `D`: of numbers without a commodity.
    var defaultCommodity = ""

    /// Learns the mark of `1.000,00 EUR` in a directive.
    mutating func learn(_ bytes: [UInt8]) -> String? {
        var cursor = JournalCursor(bytes)
        let places = bytes.indices.filter { Self.isMark(bytes[$0]) }
        guard let amount = try? amount(&cursor, isExample: true) else { return nil }
        if let last = places.last { marks[amount.commodity] = bytes[last] }
        return amount.commodity
    }

    private static let point = UInt8(ascii: ".")
    private static let comma = UInt8(ascii: ",")

    private static func isMark(_ byte: UInt8) -> Bool { byte == point || byte == comma }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Takes `-1,234.50 UAH`, `$-12`, `"ABC 1" 3`.
    ///
    /// - Parameter isExample: the last mark is the decimal one.
    func amount(
        _ cursor: inout JournalCursor, isExample: Bool = false
    ) throws(JournalAmount.Problem) -> JournalAmount {
        cursor.skipBlanks()
        var isNegative = takeSign(&cursor)
        var commodity = takeCommodity(&cursor)
        cursor.skipBlanks()
        if !commodity.isEmpty, takeSign(&cursor) { isNegative.toggle() }
        cursor.skipBlanks()
        let digits = takeNumber(&cursor)
        if commodity.isEmpty {
            let start = cursor.at
            cursor.skipBlanks()
            commodity = takeCommodity(&cursor)
            if commodity.isEmpty { cursor.at = start }
        }
        if commodity.isEmpty { commodity = defaultCommodity }
        var amount = try number(digits, commodity, isExample)
        if isNegative { amount = amount.negated }
        return amount
    }

    private func takeSign(_ cursor: inout JournalCursor) -> Bool {
        if cursor.take("+") { return false }
        return cursor.take("-")
    }

    private func takeCommodity(_ cursor: inout JournalCursor) -> String {
        if cursor.next == UInt8(ascii: "\"") {
            let start = cursor.at
            cursor.at += 1
            if let quoted = cursor.take(upTo: "\"") {
                return String(decoding: quoted, as: UTF8.self)
            }
            cursor.at = start
            return ""
        }
        let word = cursor.take { byte in
            if byte <= 0x20 || Self.isDigit(byte) { return false }
            if isBeancount, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "_") { return true }
            return !"-+.,;@{}[]()=\"*/!<>&|?^~#:\\".utf8.contains(byte)
        }
        // `VTI2` and `USD.X` of Beancount; digits cannot begin a commodity.
        var text = String(decoding: word, as: UTF8.self)
        if isBeancount, !text.isEmpty {
            text += String(
                decoding: cursor.take {
                    $0 > 0x20
                        && (Self.isDigit($0) || ".-_'".utf8.contains($0)
                            || $0 | 0x20 > 0x60
                                && $0 | 0x20 < 0x7B)
                }, as: UTF8.self)
        }
        return text
    }

    /// Digits with marks; a blank between digits groups them.
    private func takeNumber(_ cursor: inout JournalCursor) -> [UInt8] {
        var text: [UInt8] = []
        while let byte = cursor.next {
            if Self.isDigit(byte) || Self.isMark(byte) {
                text.append(byte)
            } else if byte == 0x20, let after = cursor.byte(after: 1), Self.isDigit(after),
                text.last.map(Self.isDigit) == true
            {
                // Dropped: it groups.
            } else {
                break
            }
            cursor.at += 1
        }
        return text
    }

    private func number(
        _ text: [UInt8], _ commodity: String, _ isExample: Bool
    ) throws(JournalAmount.Problem) -> JournalAmount {
        guard text.contains(where: Self.isDigit), text.count <= 40 else { throw .notANumber }
        let places = text.indices.filter { Self.isMark(text[$0]) }
        var decimal: Int?
        if let last = places.last {
            let others = places.dropLast()
            if others.contains(where: { text[$0] == text[last] }) {
                // Repeated marks group; the other one cannot stand among them.
                guard others.allSatisfy({ text[$0] == text[last] }) else { throw .notANumber }
            } else if !others.isEmpty || isExample {
                guard Set(others.map { text[$0] }).count <= 1 else { throw .notANumber }
                decimal = last
            } else if try isDecimal(text[last], digits: text.count - last - 1, commodity) {
                decimal = last
            }
        }
        let whole = text[..<(decimal ?? text.count)]
        let groups = whole.split(
            omittingEmptySubsequences: false, whereSeparator: Self.isMark)
        guard groups.count == 1 || Self.areGroups(groups) else { throw .notANumber }
        if isBeancount, let decimal, text[decimal] == Self.comma { throw .notANumber }
        var units: Int128 = 0
        for byte in text where Self.isDigit(byte) {
            let (grown, first) = units.multipliedReportingOverflow(by: 10)
            let (sum, second) = grown.addingReportingOverflow(Int128(byte - 0x30))
            if first || second { throw .overflow }
            units = sum
        }
        return JournalAmount(
            units: units, scale: decimal.map { text.count - $0 - 1 } ?? 0, commodity: commodity)
    }

    /// Groups have three digits; all but the last may have two, as in India.
    private static func areGroups(_ groups: [ArraySlice<UInt8>]) -> Bool {
        groups.last?.count == 3
            && groups.dropFirst().dropLast().allSatisfy {
                $0.count == 3 || $0.count == 2
            } && groups.first.map { (1...3).contains($0.count) } == true
    }

    /// Whether a lone mark is a decimal one.
    ///
    /// hledger takes it for one; to ledger a comma groups. So a comma before three digits is
    /// decided by directives only.
    private func isDecimal(
        _ mark: UInt8, digits: Int, _ commodity: String
    ) throws(JournalAmount.Problem) -> Bool {
        if isBeancount { return mark == Self.point }
        if let known = marks[commodity] ?? self.mark { return known == mark }
        if mark == Self.comma, digits == 3 { throw .ambiguous }
        return true
    }
}
