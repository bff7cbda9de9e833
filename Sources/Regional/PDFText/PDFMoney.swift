import Facts

/// Amounts of statements: `- 4 093,24 ₸`, `+ $1,56`, `-5550.00 KZT`; always with two decimals, so
/// that concatenated numbers can be separated.
struct PDFMoney {
    var units: Int64
    /// Printed before the number; nil if there is none.
    var sign: Int64?
    var currency: Currency?
    /// Offset after the amount.
    var end: Int

    /// The signed amount; positive without a printed sign.
    func money(in currency: Currency) -> Money? {
        try? Money(mantissa: units * (sign ?? 1), writtenScale: 2, currency: currency)
    }

    /// The amount at this offset, after optional blanks; nil if there is none.
    static func at(
        _ start: Int, in text: [Unicode.Scalar], units known: [(text: String, currency: Currency)]
    ) -> PDFMoney? {
        var at = skipBlanks(start, text)
        var sign: Int64?
        if let read = signValue(at, text) {
            sign = read
            at = skipBlanks(at + 1, text)
        }
        var currency: Currency?
        if let unit = unit(at, text, known) {
            currency = unit.currency
            at = skipBlanks(unit.end, text)
        }
        guard let number = number(at, text) else { return nil }
        at = number.end
        if currency == nil, let unit = unit(skipBlanks(at, text), text, known) {
            currency = unit.currency
            at = unit.end
        }
        return PDFMoney(units: number.units, sign: sign, currency: currency, end: at)
    }

    /// The first amount with a currency at or after this offset.
    static func first(
        from start: Int, in text: [Unicode.Scalar],
        units known: [(text: String, currency: Currency)]
    ) -> PDFMoney? {
        var at = start
        while at < text.count {
            let begins =
                PrintedLine.digit(text[at]) != nil || signValue(at, text) != nil
                || unit(at, text, known) != nil
            if begins, let money = self.at(at, in: text, units: known), money.currency != nil {
                return money
            }
            // An amount does not begin inside another number.
            if PrintedLine.digit(text[at]) != nil {
                while at < text.count, PrintedLine.digit(text[at]) != nil { at += 1 }
            } else {
                at += 1
            }
        }
        return nil
    }

    /// `1 234,56`, `1234.56`: groups of three separated by a blank, or none; a mark; two digits.
    static func number(_ start: Int, _ text: [Unicode.Scalar]) -> (units: Int64, end: Int)? {
        var at = start
        var digits: [Int] = []
        while at < text.count, let digit = PrintedLine.digit(text[at]) {
            digits.append(digit)
            at += 1
        }
        if (1...3).contains(digits.count) {
            while at + 3 < text.count, PrintedLine.isBlank(text[at]) {
                let group = text[at + 1...at + 3].compactMap(PrintedLine.digit)
                let goesOn = at + 4 < text.count && PrintedLine.digit(text[at + 4]) != nil
                guard group.count == 3, !goesOn else { break }
                digits.append(contentsOf: group)
                at += 4
            }
        }
        guard (1...15).contains(digits.count), at + 2 < text.count,
            text[at] == "," || text[at] == ".", let tenths = PrintedLine.digit(text[at + 1]),
            let hundredths = PrintedLine.digit(text[at + 2])
        else { return nil }
        let units = (digits + [tenths, hundredths]).reduce(Int64(0)) { $0 * 10 + Int64($1) }
        return (units, at + 3)
    }

    static func signValue(_ at: Int, _ text: [Unicode.Scalar]) -> Int64? {
        guard at < text.count else { return nil }
        switch text[at] {
        case "-", "\u{2212}", "\u{2013}": return -1
        case "+": return 1
        default: return nil
        }
    }

    static func skipBlanks(_ start: Int, _ text: [Unicode.Scalar]) -> Int {
        var at = start
        while at < text.count, PrintedLine.isBlank(text[at]) { at += 1 }
        return at
    }

    private static func unit(
        _ at: Int, _ text: [Unicode.Scalar], _ known: [(text: String, currency: Currency)]
    ) -> (currency: Currency, end: Int)? {
        // A fast filter for nearly all positions: no unit begins so.
        guard at < text.count, PrintedLine.digit(text[at]) == nil, !PrintedLine.isBlank(text[at])
        else { return nil }
        for unit in known where text[at...].starts(with: unit.text.unicodeScalars) {
            return (unit.currency, at + unit.text.unicodeScalars.count)
        }
        return nil
    }
}
