import Facts
import Testing

@Suite struct `A typed number` {
    @Test(arguments: [
        ("1200", "1200"), ("1 200,50", "1200.50"), ("1\u{202F}234\u{A0}567,5", "1234567.5"),
        ("1,5", "1.5"), ("1.50", "1.50"), ("-12,75", "-12.75"), ("\u{2212}3", "-3"), ("+7", "7"),
        ("1,200.50", "1200.50"), ("1.200,50", "1200.50"), ("1,234,567", "1234567"),
        ("-1.234.567", "-1234567"), ("0,125", "0.125"), ("1234,567", "1234.567"),
        ("1 234,567", "1234.567"), ("12,3456", "12.3456"),
    ])
    func `has one reading`(_ typed: String, _ plain: String) {
        #expect(TypedDecimal.plain(typed) == plain)
    }

    @Test(arguments: ["1,200", "1.200", "-12,345", "+999.000"])
    func `with three digits after its mark is refused`(_ typed: String) {
        #expect(TypedDecimal.plain(typed) == nil)
        #expect(TypedDecimal.plain(typed, decimals: 2) == nil)
        #expect(TypedDecimal.plain(typed, decimals: 0) == nil)
    }

    @Test func `of a currency of three decimals has them`() {
        #expect(TypedDecimal.plain("1,200", decimals: 3) == "1.200")
    }

    @Test(arguments: ["1,2,3", "12,34.5", "1,200,50", "0,123,456", "1.2,3.4", "1 2,345.6"])
    func `whose groups are not of three digits is refused`(_ typed: String) {
        let plain = TypedDecimal.plain(typed)
        #expect(plain.flatMap { Money(text: $0, currency: .uah) } == nil)
    }
}
