package import Facts
internal import Documents
internal import Scanning

/// The prices of a file: a list of the National Bank of Ukraine (JSON, XML) or of the European
/// Central Bank (XML, CSV), price directives of a journal, or a table with `date`, `currency`,
/// `rate` and perhaps `base`, as the workspace keeps them.
package struct PriceList: Sendable {
    /// In the order of the file.
    package private(set) var prices: [Price] = []
    /// Rows that could not be read; the others are prices.
    package private(set) var faults: [PriceFault] = []
    /// Price directives of shares and other commodities.
    package private(set) var passedOver = 0

    let file: String
    let base: Currency?

    /// - Parameters:
    ///   - file: for the prices' origin.
    ///   - base: of rates in a table that does not say.
    /// - Throws: `PriceFault` when the file is no list at all, `ReadFailure` when it is broken XML.
    package static func read(
        _ bytes: [UInt8], file: String, base: Currency? = nil
    ) throws -> PriceList {
        var list = PriceList(file: file, base: base)
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if firstInvalidUTF8(bytes.span) != nil { throw PriceFault(.notText, line: 1) }
        let first = bytes[start...].first { $0 > 0x20 }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            try list.readJSON(bytes)
        } else if first == UInt8(ascii: "<") {
            try list.readXML(bytes[start...])
        } else {
            try list.readLines(bytes[start...])
        }
        return list
    }

    private init(file: String, base: Currency?) {
        self.file = file
        self.base = base
    }

    mutating func add(
        _ source: PriceOrigin.Source, _ day: CalendarDate, _ currency: Currency,
        in base: Currency, _ rate: ExchangeRate, line: Int, file: String? = nil
    ) {
        guard currency != base else {
            return add(PriceFault(.currencyOfItself(currency.code), line: line))
        }
        prices.append(
            Price(
                day: day, currency: currency, base: base, rate: rate,
                origin: PriceOrigin(source, file: file ?? self.file, line: line)))
    }

    mutating func add(_ fault: PriceFault) { faults.append(fault) }

    // MARK: Lines

    private mutating func readLines(_ bytes: ArraySlice<UInt8>) throws(PriceFault) {
        var number = 0
        var table: PriceTableReader?
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let line = line.last == 0x0D ? line.dropLast() : line
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            if table == nil {
                if addDirective(Array(line), number) { continue }
                // Journals have other directives, which say nothing of prices.
                if prices.isEmpty, passedOver == 0, faults.isEmpty {
                    table = try? PriceTableReader(heading: line, line: number)
                }
                continue
            }
            table?.read(line, number, into: &self)
        }
        guard table == nil, prices.isEmpty, passedOver == 0, faults.isEmpty else { return }
        let heading = bytes.split(separator: 0x0A).first ?? []
        _ = try PriceTableReader(heading: heading, line: 1)
    }

    private mutating func addDirective(_ line: [UInt8], _ number: Int) -> Bool {
        switch JournalPrice.read(line) {
        case .other: return false
        case .ofCommodity: passedOver += 1
        case .wrong(let column): add(PriceFault(.priceInvalid, line: number, column: column))
        case .price(let price):
            var scale: UInt64 = 1
            for _ in 0..<price.scale { scale *= 10 }
            guard let rate = ExchangeRate(price.units.magnitude, per: scale) else {
                add(PriceFault(.priceInvalid, line: number))
                break
            }
            add(.journal, price.day, price.currency, in: price.base, rate, line: number)
        }
        return true
    }
}
