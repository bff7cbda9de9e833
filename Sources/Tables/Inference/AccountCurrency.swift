internal import Facts
internal import Reading

/// The currency codes in a cell above a table that are the account's: after a word for currencies,
/// or beside the account's number. Three capitals may be a name (`Ron`, `Try`), a word (`All`), or
/// the currency of a rate or limit.
struct AccountCurrency {
    private(set) var codes: [Currency] = []

    private struct Part {
        let text: [UInt8]
        /// The end of a sentence's part, a bracket or a colon follows.
        let isBeforeMark: Bool
        var digits: Int { text.count { $0 &- 0x30 < 10 } }
    }

    private let parts: [Part]
    private let words: HeadingWords

    /// - Parameter beside: the cells before and above it.
    init(_ cell: [UInt8], beside: [[UInt8]], _ words: HeadingWords) {
        self.words = words
        parts = Self.parts(of: cell)
        for index in parts.indices {
            let part = parts[index].text
            guard part.count == 3, part.allSatisfy({ $0 &- 0x41 < 26 }),
                let code = Currency(code: part.span), code.isListed
            else { continue }
            let isAlone = parts.count == 1 && beside.contains(where: isLabelOrNumber)
            if isAlone || isAfterLabel(cell, index) || isBesideNumber(index, beside) {
                codes.append(code)
            }
        }
    }

    /// `Currency: EUR`, `Account: Savings EUR`, `валюта UAH`.
    private func isAfterLabel(_ cell: [UInt8], _ index: Int) -> Bool {
        if let colon = cell.firstIndex(of: 0x3A) {
            let label = Array(cell[..<colon])
            let partsOfLabel = Self.parts(of: label).count
            if partsOfLabel > 0, index >= partsOfLabel {
                let roles = words.meaning(of: String(decoding: label, as: UTF8.self)).roles
                if roles.contains(.currency) { return true }
                if roles.contains(.account), index == parts.count - 1 { return true }
            }
        }
        guard index > 0, !parts[index - 1].isBeforeMark, isEnded(index) else { return false }
        let word = parts[index - 1].text
        return words.isAccount(HeaderText.fold(word.span)) || isCurrencyWord(word)
    }

    private func isCurrencyWord(_ text: [UInt8]) -> Bool {
        words.meaning(of: String(decoding: text, as: UTF8.self)).roles.contains(.currency)
    }

    /// Whether no other word follows: a name would go on.
    private func isEnded(_ index: Int) -> Bool {
        index == parts.count - 1 || parts[index].isBeforeMark
    }

    /// `26001234567890 UAH`, `Account DE89 3704 … EUR`, `(UAH) *1234`: the number is an IBAN, or
    /// follows a word for accounts, or nothing else is in the cell.
    private func isBesideNumber(_ index: Int, _ beside: [[UInt8]]) -> Bool {
        if isEnded(index) {
            var start = index
            while start > 0, parts[start - 1].digits > 0 { start -= 1 }
            if isAccount(start..<index, beside, isWhole: start == 0 && index == parts.count - 1) {
                return true
            }
        }
        var end = index + 1
        while end < parts.count, parts[end].digits > 0 { end += 1 }
        return isAccount(
            index + 1..<end, beside, isWhole: index == 0 && end == parts.count, after: index)
    }

    private func isAccount(
        _ range: Range<Int>, _ beside: [[UInt8]], isWhole: Bool, after code: Int? = nil
    ) -> Bool {
        guard !range.isEmpty else { return false }
        let number = Array(parts[range].map(\.text).joined())
        if IBANText.normalized(String(decoding: number, as: UTF8.self)) != nil { return true }
        guard AccountNumberText.isNumber(number), !DayReadings.isDay(number.span) else {
            return false
        }
        if isWhole {
            return AccountNumberText.long(number) != nil || number.contains(0x2A)
                || beside.contains(where: isLabel)
        }
        let first = (code ?? range.lowerBound) - 1
        // `Account;0123456789 - EUR - Current account`
        if first < 0 { return beside.contains(where: isLabel) }
        let before = parts[0...first].reversed().drop {
            words.isNumber(HeaderText.fold($0.text.span))
        }
        guard let word = before.first else { return false }
        return words.isAccount(HeaderText.fold(word.text.span))
    }

    private func isLabelOrNumber(_ cell: [UInt8]) -> Bool {
        isLabel(cell) || AccountNumberText.long(AccountNumberText.plain(cell)) != nil
            || IBANText.normalized(String(decoding: cell, as: UTF8.self)) != nil
    }

    private func isLabel(_ cell: [UInt8]) -> Bool {
        let label = cell.filter { $0 != 0x3A }
        let roles = words.meaning(of: String(decoding: label, as: UTF8.self)).roles
        return roles.contains(.currency) || roles.contains(.account)
    }

    /// Runs of letters, digits, stars and bytes of other scripts.
    private static func parts(of cell: [UInt8]) -> [Part] {
        var parts: [Part] = []
        var text: [UInt8] = []
        func isPart(_ byte: UInt8) -> Bool {
            byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26 || byte >= 0x80 || byte == 0x2A
        }
        for (index, byte) in cell.enumerated() {
            if isPart(byte) { text.append(byte) }
            guard !text.isEmpty, !isPart(byte) || index == cell.count - 1 else { continue }
            let next = isPart(byte) ? nil : cell[index...].first { $0 != 0x20 }
            parts.append(Part(text: text, isBeforeMark: next.map { !isPart($0) } ?? true))
            text = []
        }
        return parts
    }
}
