import Facts
import Reading
import Testing

@Suite struct `A typed number` {
    @Test(arguments: [
        ("1200", "1200"), ("1 200,50", "1200.50"), ("1\u{202F}234\u{A0}567,5", "1234567.5"),
        ("1,5", "1.5"), ("1.50", "1.50"), ("-12,75", "-12.75"), ("\u{2212}3", "-3"), ("+7", "7"),
        ("1,200.50", "1200.50"), ("1.200,50", "1200.50"), ("1,234,567", "1234567"),
        ("-1.234.567", "-1234567"), ("0,125", "0.125"), ("1234,567", "1234.567"),
        ("1 234,567", "1234.567"), ("12,3456", "12.3456"), ("12.1230", "12.1230"),
        ("1 200,500", "1200.500"),
    ])
    func `has one reading`(_ typed: String, _ plain: String) {
        #expect(AmountText.typed(typed)?.text == plain)
    }

    @Test(arguments: ["1,200", "1.200", "-12,345", "+999.000"])
    func `with three digits after its mark is refused`(_ typed: String) {
        #expect(AmountText.typed(typed) == nil)
        #expect(AmountText.typed(typed, decimals: 2) == nil)
        #expect(AmountText.typed(typed, decimals: 0) == nil)
    }

    @Test func `of a currency of three decimals has them`() {
        #expect(AmountText.typed("1,200", decimals: 3)?.text == "1.200")
    }

    @Test(arguments: ["1,2,3", "12,34.5", "1,200,50", "1.2,3.4", "1 2,345.6", "1e3"])
    func `whose groups are not of three digits is refused`(_ typed: String) {
        #expect(AmountText.typed(typed) == nil)
    }

    @Test(arguments: [
        ("1 200,50", "1200.50"), ("1\u{A0}200.5", "1200.50"), ("−12\u{202F}000", "-12000.00"),
        ("1 2", nil), ("1 2000", nil), ("1 000 00", nil), ("", nil),
    ])
    func `is an amount of its currency`(typed: String, amount: String?) {
        #expect(Money.typed(typed, in: .uah)?.text == amount)
    }
}
