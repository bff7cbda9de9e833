import Facts
import Planning
import Reports

/// Lines in the currency of a report; those without a rate stay as they are, and are counted.
struct ConvertedLines {
    /// Nil for a table a currency.
    private var converter: CurrencyConverter?
    /// Lines without a rate of their day, by currency.
    private(set) var unconverted: [Currency: Int] = [:]
    /// The last day of lines without a rate, and the first one of others.
    private var lastWithout: [Currency: CalendarDate] = [:]
    private var firstWith: [Currency: CalendarDate] = [:]

    init(_ converter: CurrencyConverter?) { self.converter = converter }

    var base: Currency? { converter?.base }

    /// Currencies of which no line has a rate. Of others a list shows all lines, and sums those
    /// with a rate.
    var withoutRates: [Currency] { unconverted.keys.filter { firstWith[$0] == nil }.sorted() }

    /// The last days of lines without a rate, of currencies whose later lines have one: a figure
    /// of the currency itself is of these days.
    var daysWithoutRates: [Currency: CalendarDate] {
        lastWithout.filter { currency, last in
            firstWith[currency].map { last < $0 } ?? false
        }
    }

    /// The line in the report's currency; itself if there is none, or no rate.
    mutating func row(_ row: ReportRow) -> ReportRow {
        guard converter != nil else { return row }
        let currency = row.amount.currency
        if let found = converter?.converted(row) {
            firstWith[currency] = min(firstWith[currency] ?? row.day, row.day)
            return found
        }
        unconverted[currency, default: 0] += 1
        lastWithout[currency] = max(lastWithout[currency] ?? row.day, row.day)
        return row
    }
}

extension ListArguments {
    /// - Parameters:
    ///   - filter: of the figures.
    ///   - lines: what was converted of them.
    init(
        _ question: LedgerQuestion, _ filter: LineFilter, _ lines: ConvertedLines
    ) throws {
        self.init(
            filter, accounts: try question.namedAccounts, convertedTo: lines.base,
            without: lines.withoutRates, until: lines.daysWithoutRates)
    }
}
