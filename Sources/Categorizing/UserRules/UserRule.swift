package import Facts
internal import Scanning

/// A rule written by a person: conditions on a line and their effect.
///
/// All conditions must hold; within one condition any of the listed texts is enough. Texts are
/// compared folded.
package struct UserRule: Sendable {
    package var name = ""
    /// 1-based line of the file the rule starts at.
    package var line = 0
    package var when = Conditions()
    package var then = Outcome()
    /// Descriptions the rule must match and must not match, checked by
    /// ``RuleFile/failingExamples()``.
    package var yes: [String] = []
    package var no: [String] = []

    package struct Conditions: Sendable {
        /// Whole words, in this order and next to each other: of the description, of what the
        /// payer wrote, or of the other side's name.
        package var words: [String] = []
        /// Anywhere, also inside words.
        package var contains: [String] = []
        /// The whole description.
        package var exact: [String] = []
        package var starts: [String] = []
        /// Found anywhere in the folded description.
        var matches: [LinearRegex] = []
        package var mcc: [UInt16] = []
        package var amount: AmountRange?
        /// +1 in, -1 out, 0 both.
        package var sign = 0
        package var account = ""
        /// Whether ``account`` means the account with this id; nil where only its id does.
        var isAccount: (@Sendable (String) -> Bool)?
        package var accountKinds: [AccountKind] = []
        /// The kind of an account, as the settings say; else as its name does.
        var kindOf: @Sendable (String) -> AccountKind = { AccountKind(ofAccountNamed: [$0]) }
        package var currency: Currency = .unknown
        package var counterparty = Counterparty()
        /// Whole words of what the payer wrote.
        package var memo: [String] = []
        package var days: MonthDays?
        /// The category that the bank or another program gave, or a part of its path.
        package var bankCategory: [String] = []
        /// Tags that another program gave.
        package var tags: [String] = []
        /// Texts of filters, as `list` takes them; one of them must select the line.
        package var filters: [Filter] = []

        var hasText: Bool {
            !(words.isEmpty && contains.isEmpty && exact.isEmpty && starts.isEmpty
                && matches.isEmpty)
        }
        var isEmpty: Bool {
            !hasText && mcc.isEmpty && amount == nil && sign == 0 && account.isEmpty
                && !currency.isKnown && counterparty.isEmpty && memo.isEmpty && days == nil
                && bankCategory.isEmpty && tags.isEmpty && filters.isEmpty && accountKinds.isEmpty
        }
    }

    /// A text of terms; its meaning comes from ``RuleFile/withFilters(_:)``, because this room does
    /// not know the words of filters.
    package struct Filter: Sendable {
        package let text: String
        /// The line of the text's first character.
        package let line: Int
        package let column: Int
        /// Nil until it is read; selects nothing then.
        package var meaning: Meaning?

        package struct Meaning: Sendable {
            /// Equal for filters that select the same lines.
            package let text: String
            /// Whether it selects a line of this account.
            package let accepts: @Sendable (StatementLine, Span<UInt8>, String) -> Bool
            /// The same of a description alone, by the terms about texts.
            package let acceptsText: @Sendable (String) -> Bool
            /// Lines of one text may differ.
            package let dependsOnMore: Bool

            package init(
                text: String, dependsOnMore: Bool,
                accepts: @escaping @Sendable (StatementLine, Span<UInt8>, String) -> Bool,
                acceptsText: @escaping @Sendable (String) -> Bool
            ) {
                self.text = text
                self.dependsOnMore = dependsOnMore
                self.accepts = accepts
                self.acceptsText = acceptsText
            }
        }

        /// Nil for a filter that was not read.
        var meant: String? { meaning?.text }
    }

    /// Days of any month: `15`, `1-5`, `last`, `mon`, `mon-fri`; any of them is enough.
    package struct MonthDays: Sendable, Equatable {
        /// Bit *n* for day *n*.
        private var days: UInt32 = 0
        /// Bit 0 for Monday.
        private var weekdays: UInt8 = 0
        private var hasLast = false

        private static let weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

        /// Nil when a word is none of these.
        init?(_ words: [String]) {
            for word in words {
                let ends = word.lowercased().split(separator: "-", omittingEmptySubsequences: false)
                guard let first = ends.first, let last = ends.last, ends.count <= 2 else {
                    return nil
                }
                if word.lowercased() == "last" {
                    hasLast = true
                } else if let from = Self.weekdayNames.firstIndex(of: String(first)),
                    let to = Self.weekdayNames.firstIndex(of: String(last)), from <= to
                {
                    for day in from...to { weekdays |= 1 << UInt8(day) }
                } else if let from = Int(first), let to = Int(last), from >= 1, from <= to,
                    to <= 31
                {
                    for day in from...to { days |= 1 << UInt32(day) }
                } else {
                    return nil
                }
            }
        }

        func contains(_ date: CalendarDate) -> Bool {
            let (year, month, day) = date.parts
            if days >> UInt32(day) & 1 == 1 { return true }
            if hasLast, day == CalendarDate.days(inMonth: month, year: year) { return true }
            return weekdays >> UInt8(date.weekday) & 1 == 1
        }

        /// Whether the words prove that every day of these is one of `other`.
        func isWithin(_ other: MonthDays) -> Bool {
            days & ~other.days == 0 && weekdays & ~other.weekdays == 0
                && (!hasLast || other.hasLast)
        }
    }

    /// Conditions on the counterparty; the name is folded, the others are compared without blanks
    /// and case.
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

    package struct Outcome: Sendable, Equatable {
        package var category = ""
        package var payee = ""
        package var note = ""
        package var tags: [String] = []
        package var transferTo = ""
        /// The other side is to be written into ``transferTo``.
        package var writesOtherSide = false
        package var parts: [Part] = []
        package var isDismissal = false

        /// Says nothing about the category: it adds to what another rule or the tables say.
        var onlyAdds: Bool {
            category.isEmpty && transferTo.isEmpty && parts.isEmpty && !isDismissal
        }
    }

    /// A share of a line; see ``RuleSplit``.
    package struct Part: Sendable, Equatable {
        package enum Share: Sendable, Equatable {
            case amount(Decimal)
            case percent(Decimal)
            /// The part takes the amount that the other parts leave.
            case rest
        }

        package var category: String
        package var share: Share
        package var note: String
    }
}
