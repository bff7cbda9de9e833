package import Facts

/// A rule a person wrote: when a line looks like this, it is that.
///
/// All conditions must hold; within one condition any of the listed texts will do. Texts are compared folded.
package struct UserRule: Sendable {
    package var name = ""
    /// 1-based line of the file the rule starts at.
    package var line = 0
    package var when = Conditions()
    package var then = Outcome()
    /// Descriptions the rule must take and must leave, checked by ``RuleFile/failingExamples()``.
    package var yes: [String] = []
    package var no: [String] = []

    package struct Conditions: Sendable {
        /// Whole words, in this order and next to each other.
        package var words: [String] = []
        /// Anywhere, also inside words.
        package var contains: [String] = []
        /// The whole description.
        package var exact: [String] = []
        package var starts: [String] = []
        package var mcc: [UInt16] = []
        package var amount: AmountRange?
        /// +1 in, -1 out, 0 both.
        package var sign = 0
        package var account = ""
        package var currency: Currency = .unknown
        package var counterparty = Counterparty()

        var hasText: Bool {
            !(words.isEmpty && contains.isEmpty && exact.isEmpty && starts.isEmpty)
        }
        var isEmpty: Bool {
            !hasText && mcc.isEmpty && amount == nil && sign == 0 && account.isEmpty
                && !currency.isKnown && counterparty.isEmpty
        }
    }

    /// What the bank says of the other side; the name is folded, the others are compared without blanks and case.
    package struct Counterparty: Sendable {
        package var name = ""
        package var iban = ""
        package var taxID = ""
        var isEmpty: Bool { name.isEmpty && iban.isEmpty && taxID.isEmpty }
    }

    /// Bounds of the amount without its sign, both included.
    package struct AmountRange: Sendable {
        package var min: Decimal?
        package var max: Decimal?

        package func contains(_ amount: Money) -> Bool {
            let value = Decimal(
                units: Int64(clamping: amount.units.magnitude), scale: Int(amount.scale))
            if let min, value < min { return false }
            if let max, max < value { return false }
            return true
        }
    }

    /// units × 10^−scale, not negative, exact.
    package struct Decimal: Sendable, Comparable {
        let units: Int64
        let scale: Int
        /// More digits than any amount has.
        static let digitsMax = 18

        init(units: Int64, scale: Int) {
            self.units = units
            self.scale = scale
        }

        /// Digits with an optional decimal point; nil for anything else.
        package init?(_ text: String) {
            var units: Int64 = 0
            var scale = 0
            var digits = 0
            var isAfterPoint = false
            for byte in text.utf8 {
                if byte == UInt8(ascii: "."), !isAfterPoint, digits > 0 {
                    isAfterPoint = true
                    continue
                }
                guard byte &- UInt8(ascii: "0") < 10, digits < Self.digitsMax else { return nil }
                units = units * 10 + Int64(byte - UInt8(ascii: "0"))
                digits += 1
                if isAfterPoint { scale += 1 }
            }
            guard digits > 0, !isAfterPoint || scale > 0 else { return nil }
            self.init(units: units, scale: scale)
        }

        package static func < (a: Decimal, b: Decimal) -> Bool { a.scaled(b) < b.scaled(a) }
        package static func == (a: Decimal, b: Decimal) -> Bool { a.scaled(b) == b.scaled(a) }

        private func scaled(_ other: Decimal) -> Int128 {
            var value = Int128(units)
            // At most 18 digits on either side, so 36 digits fit in 128 bits.
            for _ in 0..<max(0, min(other.scale, 18) - scale) { value *= 10 }
            return value
        }
    }

    package struct Outcome: Sendable {
        package var category = ""
        package var payee = ""
        package var tags: [String] = []
        package var transferTo = ""
    }
}
