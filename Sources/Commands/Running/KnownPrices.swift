import Facts
import Glibc
import Ledger
import Planning
import Reports
import Saving
import Workspaces

/// Prices and the currency of figures over all accounts.
extension WorkspaceAccess {
    /// The prices that were imported, then those of `prices/*.csv` in the order of their names.
    ///
    /// - Throws: `PriceFaults` when one cannot be read: figures without it would be wrong.
    func listedPrices() throws -> [Price] {
        let imported = HouseholdFile.prices
        var prices = try self.prices(
            in: try workspace.contents(of: imported), named: imported.name)
        for name in try priceFiles() {
            let bytes = try readFile(
                workspace.paths.prices + "/" + name, limit: Limits.pricesBytesMax)
            prices += try self.prices(in: bytes, named: "prices/" + name)
        }
        return prices
    }

    private func prices(in bytes: [UInt8], named file: String) throws -> [Price] {
        if bytes.isEmpty { return [] }
        let list: PriceList
        do {
            // A guess by the ledger's lines could change its mind when an account is added.
            let base = settings.base.isKnown ? settings.base : nil
            list = try PriceList.read(bytes, file: file, base: base)
        } catch let fault as PriceFault {
            throw PriceFaults(file: file, faults: [fault])
        }
        guard list.faults.isEmpty else { throw PriceFaults(file: file, faults: list.faults) }
        return list.prices
    }

    /// Names in the folder of prices, in byte order; none if there is no folder.
    func priceFiles() throws(SavingError) -> [String] {
        let names: [String]
        do throws(SavingError) {
            names = try sortedNames(in: workspace.paths.prices)
        } catch {
            if error.errno == ENOENT { return [] }
            throw error
        }
        return names.filter { !$0.hasPrefix(".") && $0.hasSuffix(".csv") }
    }

    /// All prices: those of lists, and those that the ledger's lines show up to a day.
    func prices(upTo day: CalendarDate) throws -> PriceTable {
        var filter = LineFilter()
        filter.to = day
        var statements = StatementPrices()
        try rows(filter).forEachExchange { statements.add($0) }
        let sources = try FirstSourceReader(workspace.ledger)
        let found = try statements.prices.map { price in
            guard case .statement(let key) = price.origin.source,
                let source = try sources.source(of: key)
            else { return price }
            var price = price
            (price.origin.file, price.origin.line) = (source.file, source.line)
            return price
        }
        return PriceTable(lists: try listedPrices(), statements: found)
    }

    /// The converter of a report: to the currency of `--in`, or of `kopiyka.yaml`; nil for a table
    /// a currency.
    func converter(
        _ invocation: Invocation, _ today: CalendarDate
    ) throws -> CurrencyConverter? {
        try convertsTo(invocation).map { try converter(to: $0, upTo: today) }
    }

    /// The currency of ``converter(_:_:)``.
    func convertsTo(_ invocation: Invocation) -> Currency? {
        let asked = invocation.has(.inCurrency) ? invocation.currency(.inCurrency) : settings.base
        return asked.flatMap { $0.isKnown ? $0 : nil }
    }

    /// The converter of figures over all currencies.
    ///
    /// - Parameter asked: their currency; nil for the one of ``base(_:)``.
    func converter(to asked: Currency?, upTo day: CalendarDate) throws -> CurrencyConverter {
        let base = try base(asked)
        return CurrencyConverter(to: base, try prices(for: [base], upTo: day))
    }

    /// The same where figures in these currencies need prices; reading them reads the ledger.
    func prices(for currencies: Set<Currency>, upTo day: CalendarDate) throws -> PriceTable {
        var all = currencies.union(settings.openings.keys.map(\.currency))
        for total in try workspace.ledger.monthTotals() {
            all.insert(total.sum.named(book.currency(of: total.account)).currency)
        }
        return all.count > 1 ? try prices(upTo: day) : PriceTable()
    }

    /// The currency of figures: `--base` or `--in`, the one in `kopiyka.yaml`, the ledger's only
    /// one; else the hryvnia where the ledger has it, or the currency of most lines.
    func base(_ asked: Currency?) throws -> Currency {
        if let asked { return asked }
        if settings.base.isKnown { return settings.base }
        var lines: [Currency: Int] = [:]
        for total in try workspace.ledger.monthTotals() {
            let currency = total.sum.named(book.currency(of: total.account)).currency
            if currency.isKnown { lines[currency, default: 0] += total.lines }
        }
        if lines.isEmpty || lines[.uah] != nil { return .uah }
        return lines.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? .uah
    }
}

/// Prices of a file that cannot be read.
struct PriceFaults: Error {
    let file: String
    let faults: [PriceFault]
}

extension Console {
    /// Says which lines of a converted report stayed in their currency.
    func narrate(unconverted lines: [Currency: Int]) {
        for (currency, count) in lines.sorted(by: { $0.key < $1.key }) {
            narrate(
                currency.isKnown ? .reportUnconverted : .reportUnnamed,
                ["count": .count(count), "currency": .text(currency.code)], .doubtful)
        }
    }

    /// Says which balances are converted at a rate that may no longer hold.
    func narrate(
        oldPricesOf amounts: [Money], on day: CalendarDate, _ converter: CurrencyConverter
    ) {
        var converter = converter
        for currency in Set(amounts.filter { !$0.isZero }.map(\.currency)).sorted() {
            guard let priced = converter.oldPriceDay(of: currency, on: day) else { continue }
            narrate(
                .worthOldPrice,
                [
                    "currency": .text(currency.code), "priced": .day(priced), "day": .day(day),
                ], .doubtful)
        }
    }

    /// Says which balances are in no sum.
    func narrate(unconverted amounts: [Money]) {
        for amount in amounts {
            narrate(
                amount.currency.isKnown ? .worthUnconverted : .worthUnnamed,
                ["amount": .amount(amount), "currency": .text(amount.currency.code)], .doubtful)
        }
    }
}
