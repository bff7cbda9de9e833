import Facts
import Planning
import Reports

/// Lines in the currency of a report; those without a rate stay as they are, and are counted.
struct ConvertedLines {
    /// Nil for a table a currency.
    private var converter: CurrencyConverter?
    /// Lines without a rate of their day, by currency.
    private(set) var unconverted: [Currency: Int] = [:]
    private var converted: Set<Currency> = []

    init(_ converter: CurrencyConverter?) { self.converter = converter }

    var base: Currency? { converter?.base }

    /// Currencies of which no line has a rate. Of others a list shows all lines, and sums those
    /// with a rate.
    var withoutRates: [Currency] { unconverted.keys.filter { !converted.contains($0) }.sorted() }

    /// The line in the report's currency; itself if there is none, or no rate.
    mutating func row(_ row: ReportRow) -> ReportRow {
        guard converter != nil else { return row }
        let currency = row.amount.currency
        if let found = converter?.converted(row) {
            converted.insert(currency)
            return found
        }
        unconverted[currency, default: 0] += 1
        return row
    }
}
