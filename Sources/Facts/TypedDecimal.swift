/// A number that a person typed, with the marks of any language: `1 200,50`, `1,200.50`,
/// `1.200,50`.
package enum TypedDecimal {
    /// The number with a point as its decimal mark and nothing else between its digits; nil if it
    /// has two readings, or is none.
    ///
    /// `1,200` and `1.200` are twelve hundred to one person and 1.2 to another, unless the currency
    /// has so many decimals. U+2212 is a minus, and a plus at the start is dropped.
    ///
    /// - Parameter decimals: of the currency; nil if it is unknown.
    /// - Complexity: O(*n*).
    package static func plain(_ text: String, decimals: Int? = nil) -> String? {
        var (number, isGrouped) = withoutBlanks(text)
        number = number.replacing("−", with: "-")
        if number.hasPrefix("+") { number.removeFirst() }
        let marks = number.filter { $0 == "," || $0 == "." }
        guard let last = marks.last else { return number }
        let parts = number.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        if marks.count == 1 {
            let whole = parts[0].drop { $0 == "-" }
            let mayGroup =
                !isGrouped && parts[1].count == 3 && (1...3).contains(whole.count)
                && !whole.hasPrefix("0")
            return mayGroup && (decimals ?? 0) < 3 ? nil : parts.joined(separator: ".")
        }
        let isAllOneMark = marks.allSatisfy { $0 == last }
        let groups = isAllOneMark ? parts : parts.dropLast()
        guard !isGrouped, isAllOneMark || marks.dropLast().allSatisfy({ $0 == marks.first }),
            isAllOneMark || marks.first != last, areGroups(groups)
        else { return nil }
        let whole = groups.joined()
        return isAllOneMark ? whole : whole + "." + parts[parts.count - 1]
    }

    /// `1`, `234`, `567`
    private static func areGroups(_ groups: [Substring]) -> Bool {
        let first = groups[0].drop { $0 == "-" }
        return (1...3).contains(first.count) && !first.hasPrefix("0")
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// `1 200,50` without the blanks that group its digits; a text with other blanks as it is.
    private static func withoutBlanks(_ text: String) -> (number: String, isGrouped: Bool) {
        let groups = text.split(
            omittingEmptySubsequences: false,
            whereSeparator: { " \u{A0}\u{202F}\u{2009}".contains($0) })
        let isGrouped = groups.dropFirst().allSatisfy { group in
            group.prefix { $0.isASCII && $0.isNumber }.count == 3
        }
        return isGrouped ? (groups.joined(), groups.count > 1) : (text, false)
    }
}
