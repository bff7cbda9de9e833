package import Facts
package import Reports

extension FlowMatrix.Amounts {
    /// The sum of some periods.
    package func sum(
        of periods: Range<Int>, in currency: Currency
    ) throws(ReportFailure) -> Money {
        var sum = ExactSum(currency)
        for amount in self.periods[periods] { if let amount { sum.add(amount) } }
        guard let money = sum.money else {
            throw .sumTooLarge(account: "", currency: currency)
        }
        return money
    }

    /// The average of some periods, rounded to the currency's smallest coin.
    package func average(
        of periods: Range<Int>, in currency: Currency
    ) throws(ReportFailure) -> Money {
        Ratio.average(try sum(of: periods, in: currency), over: periods.count)
    }
}

/// The sum of amounts of one currency.
package func sum(of amounts: [Money], in currency: Currency) throws(ReportFailure) -> Money {
    var sum = ExactSum(currency)
    for amount in amounts { sum.add(amount) }
    guard let money = sum.money else { throw .sumTooLarge(account: "", currency: currency) }
    return money
}
