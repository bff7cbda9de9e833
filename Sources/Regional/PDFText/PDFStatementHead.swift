import Facts

/// The data in the lines above the table: the period, the account, and the totals of the rows.
struct PDFStatementHead {
    private(set) var first: CalendarDate?
    private(set) var last: CalendarDate?
    /// Digits of a year in this document: 2 or 4.
    private(set) var yearDigits = 4
    private(set) var account = ""
    private(set) var currency = Currency.unknown
    private(set) var opening: PDFMoney?
    private(set) var closing: PDFMoney?
    private(set) var closingLine = 0
    /// The sum of the turnovers between the two balances, in hundredths; nil if none are printed.
    private(set) var turnover: Int64?
    /// Money in and money out, if the statement prints them.
    private(set) var sides: (received: Int64, spent: Int64)?

    private let shape: PDFStatementShape

    init(_ lines: ArraySlice<PrintedLine>, shape: PDFStatementShape) {
        self.shape = shape
        for line in lines {
            if first == nil { readPeriod(line) }
            if account.isEmpty { readAccount(line) }
        }
        switch shape.rows {
        case .signedAmount: readBalances(lines)
        case .twoSides: readSides(lines)
        }
        if let unit = closing?.currency ?? opening?.currency { currency = unit }
        if !currency.isKnown { readCurrency(lines) }
    }

    // MARK: Period

    /// The first line with two days gives the period, and the format of years.
    private mutating func readPeriod(_ line: PrintedLine) {
        for digits in [4, 2] {
            let days = Self.days(in: line.scalars, yearDigits: digits)
            guard days.count == 2, days[0].day <= days[1].day else { continue }
            (first, last) = (days[0].day, days[1].day)
            yearDigits = digits
            return
        }
    }

    /// Days printed as `dd.mm.yy` or `dd.mm.yyyy`, each with the offset after it.
    static func days(
        in text: [Unicode.Scalar], yearDigits: Int
    ) -> [(day: CalendarDate, end: Int)] {
        var found: [(day: CalendarDate, end: Int)] = []
        var at = 0
        while at < text.count {
            let isInNumber = at > 0 && PrintedLine.digit(text[at - 1]) != nil
            if !isInNumber, let day = day(at, text, yearDigits: yearDigits) {
                found.append(day)
                at = day.end
            } else {
                at += 1
            }
        }
        return found
    }

    static func day(
        _ start: Int, _ text: [Unicode.Scalar], yearDigits: Int
    ) -> (day: CalendarDate, end: Int)? {
        let end = start + 6 + yearDigits
        guard end <= text.count, text[start + 2] == ".", text[start + 5] == "." else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for scalar in text[range] {
                guard let digit = PrintedLine.digit(scalar) else { return nil }
                value = value * 10 + digit
            }
            return value
        }
        guard let day = number(start..<start + 2), let month = number(start + 3..<start + 5),
            let year = number(start + 6..<end),
            let date = CalendarDate(
                year: yearDigits == 2 ? 2000 + year : year, month: month, day: day)
        else { return nil }
        return (date, end)
    }

    // MARK: Account

    private mutating func readAccount(_ line: PrintedLine) {
        let text = line.scalars
        let prefix = Array(shape.accountPrefix.unicodeScalars)
        for start in text.indices where text[start...].starts(with: prefix) {
            let digits = start + prefix.count
            guard digits < text.count, PrintedLine.digit(text[digits]) != nil,
                start == 0 || !Self.isLatinOrDigit(text[start - 1])
            else { continue }
            let end = text[start...].firstIndex { !Self.isLatinOrDigit($0) } ?? text.count
            if end - start >= 6 {
                account = PrintedLine.text(text[start..<end])
                return
            }
        }
    }

    /// The first currency code that is a whole word.
    private mutating func readCurrency(_ lines: ArraySlice<PrintedLine>) {
        for line in lines {
            let words = line.scalars.split { !Self.isLatinOrDigit($0) }
            for word in words {
                let code = PrintedLine.text(word)
                if let unit = shape.units.first(where: { $0.text == code }) {
                    currency = unit.currency
                    return
                }
            }
        }
    }

    private static func isLatinOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    // MARK: Totals

    private struct Balance {
        var day: CalendarDate
        var money: PDFMoney
        var index: Int
    }

    /// Balances are printed beside the period's first and last day, or in the line below; turnovers
    /// are between them.
    private mutating func readBalances(_ lines: ArraySlice<PrintedLine>) {
        guard let first, let last else { return }
        var balances: [Balance] = []
        var waiting: CalendarDate?
        for index in lines.indices {
            let text = lines[index].scalars
            if PrintedLine(text, number: 0).isBlank { continue }
            let days = Self.days(in: text, yearDigits: yearDigits)
            if let day = waiting {
                waiting = nil
                if days.isEmpty, let money = PDFMoney.first(from: 0, in: text, units: shape.units) {
                    balances.append(Balance(day: day, money: money, index: index))
                    continue
                }
            }
            guard days.count == 1, let day = days.first, day.day == first || day.day == last else {
                continue
            }
            if let money = PDFMoney.first(from: day.end, in: text, units: shape.units) {
                balances.append(Balance(day: day.day, money: money, index: index))
            } else {
                waiting = day.day
            }
        }
        guard let end = balances.last, end.day == last,
            let start = balances.dropLast().last(where: { $0.day == first })
        else { return }
        opening = start.money
        closing = end.money
        closingLine = lines[end.index].number
        readTurnovers(lines[(start.index + 1)..<end.index])
    }

    private mutating func readTurnovers(_ lines: ArraySlice<PrintedLine>) {
        for line in lines {
            guard let money = PDFMoney.first(from: 0, in: line.scalars, units: shape.units) else {
                continue
            }
            // Turnovers have a sign unless they are zero; without one the block is not understood.
            guard money.sign != nil || money.units == 0 else {
                turnover = nil
                return
            }
            let (sum, overflow) = (turnover ?? 0)
                .addingReportingOverflow(money.units * (money.sign ?? 1))
            turnover = overflow ? nil : sum
        }
    }

    /// Four amounts in a row: the first plus the second minus the third equals the fourth.
    private mutating func readSides(_ lines: ArraySlice<PrintedLine>) {
        for line in lines {
            var amounts: [PDFMoney] = []
            var at = 0
            while at < line.count {
                if let money = PDFMoney.at(at, in: line.scalars, units: shape.units) {
                    amounts.append(money)
                    at = money.end
                } else {
                    break
                }
            }
            guard amounts.count >= 4 else { continue }
            let signed = amounts.map { $0.units * ($0.sign ?? 1) }
            guard signed[0] + signed[1] - signed[2] == signed[3] else { continue }
            opening = amounts[0]
            closing = amounts[3]
            closingLine = line.number
            sides = (signed[1], signed[2])
            return
        }
    }
}
