internal import Facts
internal import Scanning

/// The National Bank of Ukraine's lists: `statdirectory/exchange?json` and `exchange_site?json`.
///
/// An array of objects with `cc` (the code), `rate` in hryvnias, `exchangedate`; until 2019-12-27
/// rates stood per 100 or 10 units, which `units` says; `rate_per_unit` is the quotient.
extension PriceList {
    struct Item {
        var line = 1
        var code = ""
        var rate = ""
        var units = ""
        var perUnit = ""
        var day = ""
    }

    mutating func readJSON(_ bytes: [UInt8]) throws(PriceFault) {
        var tokenizer = JSONTokenizer()
        var offset = 0
        var lines = LineCounter()
        var item = Item()
        var key = ""
        while true {
            let token: JSONToken
            do throws(JSONError) {
                token = try tokenizer.next(bytes.span, at: &offset, final: true)
            } catch {
                let place = lines.place(of: error.offset, in: bytes)
                throw PriceFault(.json, line: place.line, column: place.column)
            }
            switch token.kind {
            case .beginObject where tokenizer.depth <= 2:
                item = Item(line: lines.place(of: token.start, in: bytes).line)
            case .endObject where tokenizer.depth <= 1:
                addItem(item)
            case .key: key = Self.text(token, bytes)
            case .string, .integer, .decimal: item.set(key, Self.text(token, bytes))
            case .end:
                let isForeign = faults.allSatisfy { $0.kind == .currencyInvalid("") }
                if prices.isEmpty, isForeign { throw PriceFault(.notAList, line: 1) }
                return
            default: break
            }
        }
    }

    private static func text(_ token: JSONToken, _ bytes: [UInt8]) -> String {
        // Codes, days and numbers need no escapes.
        String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    }

    mutating func addItem(_ item: Item) {
        func fault(_ kind: PriceFault.Kind) { add(PriceFault(kind, line: item.line)) }
        guard let currency = Currency(code: item.code) else {
            return fault(.currencyInvalid(item.code))
        }
        guard let day = CalendarDate(listed: item.day) else { return fault(.dayInvalid(item.day)) }
        var units: UInt64 = 1
        if !item.units.isEmpty {
            guard let number = UInt64(item.units), number > 0 else {
                return fault(.unitsInvalid(item.units))
            }
            units = number
        }
        guard let rate = ExchangeRate(text: item.rate, units: units) else {
            return fault(.rateInvalid(item.rate))
        }
        if !item.perUnit.isEmpty {
            guard let perUnit = ExchangeRate(text: item.perUnit) else {
                return fault(.rateInvalid(item.perUnit))
            }
            // The list rounds the quotient to some digits.
            let digits = item.perUnit.split(separator: ".").dropFirst().first?.count ?? 0
            guard rate.isRounded(to: perUnit, digits: digits) else {
                return fault(.ratesDiffer(item.rate, item.perUnit))
            }
        }
        add(.nationalBankOfUkraine, day, currency, in: .uah, rate, line: item.line)
    }
}

extension PriceList.Item {
    mutating func set(_ key: String, _ value: String) {
        switch key {
        case "cc": code = value
        case "rate": rate = value
        case "units": units = value
        case "rate_per_unit": perUnit = value
        case "exchangedate": day = value
        default: break
        }
    }
}

extension ExchangeRate {
    /// Whether the other is this rate rounded to so many decimals, in either direction.
    fileprivate func isRounded(to other: ExchangeRate, digits: Int) -> Bool {
        var factor = UInt128(1)
        for _ in 0..<min(digits, 9) { factor *= 10 }
        let (a, isATooLarge) = (UInt128(numerator) * UInt128(other.denominator))
            .multipliedReportingOverflow(by: factor)
        let (b, isBTooLarge) = (UInt128(other.numerator) * UInt128(denominator))
            .multipliedReportingOverflow(by: factor)
        if isATooLarge || isBTooLarge { return false }
        let difference = a > b ? a - b : b - a
        return difference <= UInt128(denominator) * UInt128(other.denominator)
    }
}

/// Lines of offsets that only grow.
private struct LineCounter {
    private var line = 1
    private var start = 0
    private var seen = 0

    mutating func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        while seen < min(offset, bytes.count) {
            if bytes[seen] == 0x0A {
                line += 1
                start = seen + 1
            }
            seen += 1
        }
        return (line, offset - start + 1)
    }
}
