package import Categorizing
package import Facts

/// Parts of a line as typed: `groceries 60.50; pets`, `продукти 60%; тварини 40%`.
///
/// Parts are separated by `;`. A part is the name of a category, followed by an amount or a
/// percentage; one part may omit it and takes the rest. Signs are the line's.
package enum SplitText {
    package enum Fault: Error, Sendable, Equatable {
        /// No part, or a part without words.
        case empty
        case categoryUnknown(CategoryUnknown)
        case amountInvalid(String)
        /// More than one part without an amount.
        case twoRests
        /// The remainder, or the excess (with the opposite sign).
        case doesNotSum(off: Money)
    }

    package static func parse(
        _ text: String, of whole: Money, category: (String) throws(CategoryUnknown) -> String
    ) throws(Fault) -> [Decision.Split] {
        var keys: [String] = []
        var shares: [AmountShare] = []
        var numbers: [String] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: true) {
            var words = part.split(separator: " ")
            // `groceries 60 %`
            if words.count > 1, words.last == "%" {
                words.removeLast()
                words[words.count - 1] += "%"
            }
            guard let last = words.last else { continue }
            let hasNumber = last.utf8.contains { (0x30...0x39).contains($0) }
            let sought = (hasNumber ? words.dropLast() : words[...]).joined(separator: " ")
            if sought.isEmpty { throw .empty }
            let key: String
            do throws(CategoryUnknown) {
                key = try category(sought)
            } catch {
                throw .categoryUnknown(error)
            }
            guard let share = hasNumber ? share(last, of: whole) : .rest else {
                throw .amountInvalid(String(last))
            }
            keys.append(key)
            shares.append(share)
            numbers.append(String(last))
        }
        if keys.isEmpty { throw .empty }
        do throws(AmountDivisionFault) {
            return zip(keys, try whole.divided(by: shares)).map { key, amount in
                Decision.Split(category: key, amount: amount)
            }
        } catch {
            switch error {
            case .twoRests: throw .twoRests
            case .emptyPart(let part): throw .amountInvalid(numbers[part])
            case .off(let units):
                guard let units = Int64(exactly: units) else { throw .amountInvalid(text) }
                throw .doesNotSum(
                    off: Money(units: units, scale: whole.scale, currency: whole.currency))
            }
        }
    }

    /// `60.50`, `60,5` or `60%`; nil when malformed, with more digits than the whole, or above a
    /// hundred percent.
    private static func share(_ text: Substring, of whole: Money) -> AmountShare? {
        guard text.hasSuffix("%") else {
            return number(text, scale: Int(whole.scale)).map { .units($0) }
        }
        guard let number = number(text.dropLast(), scale: 2), number <= 10_000 else { return nil }
        return .percent(number * (AmountShare.wholePercent / 10_000))
    }

    /// An unsigned decimal as units of 10^−`scale`.
    private static func number(_ text: Substring, scale: Int) -> Int64? {
        var units: Int64 = 0
        var decimals: Int?
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), decimals == nil, digits > 0 {
                decimals = 0
                continue
            }
            guard (0x30...0x39).contains(byte), digits < 17 else { return nil }
            digits += 1
            units = units * 10 + Int64(byte - 0x30)
            if let so = decimals { decimals = so + 1 }
        }
        guard digits > 0, decimals ?? 0 <= scale else { return nil }
        for _ in (decimals ?? 0)..<scale {
            let (grown, over) = units.multipliedReportingOverflow(by: 10)
            if over { return nil }
            units = grown
        }
        return units
    }
}
