package import Facts

extension Money {
    package init(_ number: WrittenNumber, in currency: Currency) throws(Money.Refusal) {
        try self.init(
            mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
    }

    /// Parses an amount in the smallest unit that the currency and the written decimals need.
    package static func written(
        _ text: Span<UInt8>, style: NumberStyle, in currency: Currency
    ) throws(AmountProblem) -> Money {
        let number = try AmountText.parse(text, style: style)
        do throws(Money.Refusal) {
            return try Money(number, in: currency)
        } catch {
            throw .overflow
        }
    }
}
