import Testing
import Reading

@Suite struct `Amount text` {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let style: NumberStyle
        /// `mantissa/scale`, or the problem's name.
        let expected: String
        var testDescription: String { "\"\(text)\" with \(style.decimalMark)" }
        init(_ text: String, _ style: NumberStyle, _ expected: String) {
            (self.text, self.style, self.expected) = (text, style, expected)
        }
    }

    static let pointUnit = NumberStyle(decimalMark: .point, allowsUnit: true)
    static let commaUnit = NumberStyle(decimalMark: .comma, allowsUnit: true)
    static let eitherUnit = NumberStyle(decimalMark: .either, allowsUnit: true)

    static let cases: [Case] = [
        Case("0", .point, "0/0"), Case("-0", .point, "0/0"), Case("1", .point, "1/0"),
        Case("12.5", .point, "125/1"), Case("-12.50", .point, "-1250/2"),
        Case("+1,00", .comma, "100/2"), Case("1,234.56", .point, "123456/2"),
        Case("1.234,56", .comma, "123456/2"), Case("1 234,56", .comma, "123456/2"),
        Case("1\u{A0}234,56", .comma, "123456/2"), Case("1\u{202F}234,56", .comma, "123456/2"),
        Case("1\u{2009}234,56", .comma, "123456/2"), Case("1'234.56", .point, "123456/2"),
        Case("1’234.56", .point, "123456/2"), Case("-1 234 567,89", .comma, "-123456789/2"),
        Case("-,01", .comma, "-1/2"), Case(".23", .point, "23/2"), Case("0,", .comma, "0/0"),
        Case("5.", .point, "5/0"), Case("\u{2212}3,5", .comma, "-35/1"),
        Case("–3,5", .comma, "-35/1"), Case("3,5-", .comma, "-35/1"),
        Case("(12.34)", .point, "-1234/2"), Case("( 12.34 )", .point, "-1234/2"),
        Case(" 7 ", .point, "7/0"), Case("-805.88", .point, "-80588/2"),
        Case("-19.0000", .point, "-190000/4"), Case("0.0072", .point, "72/4"),
        Case("100000", .point, "100000/0"), Case("1.500", .comma, "1500/0"),
        Case("1.500", .point, "1500/3"), Case("1,500", .point, "1500/0"),
        Case("9223372036854775807", .point, "9223372036854775807/0"),
        Case("9223372036854775808", .point, "overflow"),
        Case("-9223372036854775808", .point, "overflow"),
        Case("99999999999999999999", .comma, "overflow"),
        Case("0.0000000000000000001", .point, "overflow"),
        Case("", .point, "empty"), Case(" ", .point, "empty"), Case("-", .point, "empty"),
        Case("—", .point, "empty"), Case("–", .comma, "empty"),
        Case("1.2.3", .point, "notANumber"), Case("1,2,3", .comma, "notANumber"),
        Case("12abc", .point, "notANumber"), Case("abc", .point, "notANumber"),
        Case("1e5", .point, "100000/0"), Case("0x10", .point, "notANumber"),
        Case("--5", .point, "notANumber"), Case("+-5", .point, "notANumber"),
        Case("-5-", .point, "notANumber"), Case("5 5", .point, "notANumber"),
        Case("12 34", .point, "notANumber"), Case("1 2345", .point, "notANumber"),
        Case("1234 567", .point, "notANumber"), Case("1,23.45", .point, "notANumber"),
        Case("1,2345.67", .point, "notANumber"), Case("12.34.567", .comma, "notANumber"),
        Case("1 234'567", .point, "notANumber"), Case("(5", .point, "notANumber"),
        Case("5)", .point, "notANumber"), Case("(-5)", .point, "notANumber"),
        Case("-(5)", .point, "notANumber"), Case("5 -5", .point, "notANumber"),
        Case("5—", .point, "notANumber"), Case("1.234.5", .comma, "notANumber"),
        Case("１２", .point, "notANumber"), Case("٣", .point, "notANumber"),
        Case("NaN", .point, "notANumber"), Case("1_000", .point, "notANumber"),
        Case("5,00 грн", .comma, "notANumber"), Case("$5", .point, "notANumber"),
        Case("5.5", .comma, "notANumber"), Case("5,5", .point, "notANumber"),
        Case("$1,234.50", pointUnit, "123450/2"), Case("-$76.00", pointUnit, "-7600/2"),
        Case("- $220.00", pointUnit, "-22000/2"), Case("$-76.00", pointUnit, "-7600/2"),
        Case("($85.00)", pointUnit, "-8500/2"), Case("£12.00", pointUnit, "1200/2"),
        Case("-638,90 UAH", commaUnit, "-63890/2"), Case("EUR0,", commaUnit, "0/0"),
        Case("1 250,00 грн", commaUnit, "125000/2"), Case("5,00 грн.", commaUnit, "500/2"),
        Case("$.23", pointUnit, "23/2"), Case("Rs. 5", pointUnit, "5/0"),
        Case("Rs.5", pointUnit, "notANumber"), Case("р. 5", commaUnit, "5/0"),
        Case("₴100", pointUnit, "100/0"),
        Case("5 грн 50 коп", commaUnit, "notANumber"), Case("UAH", commaUnit, "notANumber"),
        Case("1,50", .either, "150/2"), Case("1.50", .either, "150/2"),
        Case("1.500", .either, "ambiguous"), Case("1,500", .either, "ambiguous"),
        Case("-12.345", .either, "ambiguous"), Case("0.500", .either, "500/3"),
        Case("1.2345", .either, "12345/4"), Case("1234.567", .either, "1234567/3"),
        Case("1,234.56", .either, "123456/2"), Case("1.234,56", .either, "123456/2"),
        Case("1.234.567", .either, "1234567/0"), Case("1,234,567.8", .either, "12345678/1"),
        Case("1 234.567", .either, "1234567/3"), Case("1500", .either, "1500/0"),
        Case("€ 1.500,00", eitherUnit, "150000/2"),
    ]

    @Test(arguments: cases)
    func `a written amount is exact or refused`(_ c: Case) {
        let bytes = Array(c.text.utf8)
        do throws(AmountProblem) {
            let number = try AmountText.parse(bytes.span, style: c.style)
            #expect("\(number.mantissa)/\(number.scale)" == c.expected)
        } catch {
            #expect("\(error)" == c.expected)
        }
    }

    @Test func `bytes that are no text are no number`() {
        for byte in UInt8.min...UInt8.max where !(0x30...0x39).contains(byte) {
            let bytes: [UInt8] = [0x31, byte, 0xC3]
            for style in [NumberStyle.point, .comma, .either, Self.eitherUnit] {
                #expect(throws: AmountProblem.self) {
                    try AmountText.parse(bytes.span, style: style)
                }
            }
        }
    }
}
