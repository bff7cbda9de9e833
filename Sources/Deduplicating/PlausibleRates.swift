import Facts

/// The highest and lowest price of one US dollar in each currency since 2014, so wide that only
/// another order of magnitude is outside.
///
/// The program fetches no rates, so this alone never pairs anything.
enum PlausibleRates {
    /// Whether `received` may be the result of exchanging `paid`.
    static func allow(_ paid: Money, _ received: Money) -> Bool {
        guard let from = ranges[paid.currency], let to = ranges[received.currency] else {
            return false
        }
        let rate = size(received) / size(paid)
        return rate >= to.lowerBound / from.upperBound * 0.95
            && rate <= to.upperBound / from.lowerBound * 1.05
    }

    /// The price of one unit of the amount's currency; only to be compared with others.
    static func rate(of price: Money, per amount: Money) -> Double {
        size(price) / size(amount)
    }

    /// Only compared with wide bounds, never kept.
    private static func size(_ amount: Money) -> Double {
        var divisor = 1.0
        for _ in 0..<amount.scale { divisor *= 10 }
        return Double(amount.units.magnitude) / divisor
    }

    private static let ranges: [Currency: ClosedRange<Double>] = {
        let table: [(String, ClosedRange<Double>)] = [
            ("USD", 1...1), ("UAH", 8...60), ("EUR", 0.7...1.1), ("PLN", 3...5.2),
            ("GBP", 0.58...0.95), ("CHF", 0.75...1.1), ("CZK", 19...27), ("HUF", 210...450),
            ("RON", 3.2...5.2), ("BGN", 1.4...2.1), ("SEK", 6.4...11.6), ("NOK", 5.8...11.9),
            ("DKK", 5.3...7.8), ("TRY", 2...60), ("GEL", 1.7...3.6), ("MDL", 13...21),
            ("KZT", 150...600), ("UZS", 2_200...14_000), ("AMD", 370...500), ("AZN", 0.78...1.9),
            ("VND", 20_000...28_000), ("CNY", 6...7.6), ("JPY", 95...165), ("CAD", 1.05...1.5),
            ("AUD", 1.05...1.8), ("ILS", 3...4.1), ("AED", 3.6...3.8), ("INR", 58...95),
            ("THB", 29...39), ("BRL", 2.1...6.5), ("MXN", 12...25.5), ("RUB", 30...130),
        ]
        var ranges: [Currency: ClosedRange<Double>] = [:]
        for (code, range) in table {
            if let currency = Currency(code: code) { ranges[currency] = range }
        }
        return ranges
    }()
}
