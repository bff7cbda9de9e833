import Facts
import Importing
import Planning
import Reading
import Reports
import Saving
import Scanning
import Workspaces

/// `kopiyka prices [list]` shows the known prices, `prices import FILE…` takes lists in,
/// `prices explain 100 USD` converts an amount and shows by which prices.
enum PricesCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = invocation.operands.dropFirst()
        switch invocation.operands.first {
        case nil: return try list(invocation, console)
        case "list" where words.isEmpty: return try list(invocation, console)
        case "import" where !words.isEmpty:
            return try PricesImport.run(Array(words), invocation, console)
        case "explain" where words.count == 2: return try explain(words, invocation, console)
        case let verb?:
            throw HouseMessage.usage("error.usage.prices-arguments", ["verb": .text(verb)])
        }
    }

    // MARK: Listing

    private static func list(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.reading, console)
        let day = invocation.asOf ?? Clock.localDay
        let asked = invocation.currency(.currency)
        let prices = try access.prices(upTo: day).all.filter { price in
            price.day <= day
                && (asked.map { $0 == price.currency || $0 == price.base } ?? true)
        }
        if invocation.wantsJSON {
            for price in prices { try console.json(price.object) }
        } else if invocation.wantsCSV {
            try console.export(Array(PriceFile.text(of: prices).utf8))
        } else if prices.isEmpty {
            try console.line(.pricesEmpty)
            console.narrate(.nextCommand, ["command": "kopiyka prices import FILE"])
        } else {
            try console.table(table(of: prices, console))
        }
        return .done
    }

    /// A row for each pair and source: the last price, and how many there are.
    private static func table(of prices: [Price], _ console: Console) -> Table {
        var table = Table([
            .init(.columnPrice), .blank, .init(.columnOn), .init(.columnSource),
            .init(.columnPrices, .number), .init(.columnFirst),
        ])
        var index = prices.startIndex
        while index < prices.endIndex {
            let first = prices[index]
            let rest = prices[index...].prefix {
                $0.currency == first.currency && $0.base == first.base
                    && $0.origin.isStatement == first.origin.isStatement
            }
            guard let last = rest.last else { break }
            table.add([
                .text("1 \(last.currency.code) ="),
                .text(
                    peopleText(ofRate: last.shownRate, in: console.language)
                        + " " + last.base.code),
                .day(last.day), .words(last.origin.name), .count(rest.count), .day(first.day),
            ])
            index = rest.endIndex
        }
        return table
    }

    // MARK: Explaining

    private static func explain(
        _ words: ArraySlice<String>, _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let (number, code) = (words[words.startIndex], words[words.startIndex + 1])
        guard let currency = Currency(code: code) else {
            throw HouseMessage.usage("error.usage.currency-unknown", ["said": .text(code)])
        }
        guard let amount = Money.typed(number, in: currency) else {
            throw HouseMessage.readings(ofAmount: number)
                ?? .usage("error.usage.amount-unclear", ["said": .text(number)])
        }
        let access = try WorkspaceAccess.open(.reading, console)
        let today = invocation.asOf ?? Clock.localDay
        let day = invocation[.on].flatMap { CalendarDate(text: $0) } ?? today
        let base = try access.base(invocation.currency(.inCurrency) ?? invocation.currency(.base))
        let table = try access.prices(upTo: min(day, today))
        if currency == base {
            return try show(amount, amount, nil, on: day, invocation, console)
        }
        let middle = try access.base(nil)
        guard let path = table.path(from: currency, to: base, on: day, through: middle),
            let result = path.convert(amount)
        else {
            throw HouseMessage(
                "error.price-missing",
                ["currency": .text(currency.code), "base": .text(base.code), "day": .day(day)],
                fix: Phrase(same: "kopiyka prices import FILE"))
        }
        return try show(amount, result, path, on: day, invocation, console)
    }

    private static func show(
        _ amount: Money, _ result: Money, _ path: ConversionPath?, on day: CalendarDate,
        _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let legs = path?.legs ?? []
        if invocation.wantsJSON {
            try console.json([
                "amount": .amount(amount), "currency": .string(amount.currency.code),
                "result": .amount(result), "in": .string(result.currency.code), "on": .day(day),
                "prices": .array(legs.map { $0.price.object + ["inverse": .bool($0.isInverse)] }),
            ])
            return .done
        }
        try console.line(
            .priceResult,
            [
                "amount": .amount(amount), "currency": .text(amount.currency.code),
                "result": .amount(result), "base": .text(result.currency.code), "day": .day(day),
            ])
        for leg in legs {
            let price = leg.price
            try console.line(
                leg.isInverse ? .priceDivided : .priceTimes,
                [
                    "currency": .text(price.currency.code),
                    "rate": .text(peopleText(ofRate: price.shownRate, in: console.language)),
                    "base": .text(price.base.code), "day": .day(price.day),
                    "source": .phrase(price.origin.name.text), "place": .text(price.origin.place),
                ])
        }
        return .done
    }
}

extension Price {
    /// A list's rate as it is; a statement's is a quotient, shown with ten digits.
    fileprivate var shownRate: String { rate.text(digits: origin.isStatement ? 10 : 18) }

    fileprivate var object: JSONValue {
        let key: String? =
            if case .statement(let key) = origin.source { key.text } else { nil }
        return [
            "day": .day(day), "currency": .string(currency.code), "base": .string(base.code),
            "rate": .string(shownRate),
            "source": .string(origin.isStatement ? "statement" : origin.source.word),
            "file": .ifAny(origin.file), "line": origin.line > 0 ? .count(origin.line) : nil,
            "key": key.map { .string($0) },
        ]
    }
}

extension PriceOrigin {
    fileprivate var isStatement: Bool {
        if case .statement = source { true } else { false }
    }

    fileprivate var name: Message {
        switch source {
        case .nationalBankOfUkraine: .sourceNBU
        case .europeanCentralBank: .sourceECB
        case .journal: .sourceJournal
        case .table: .sourceTable
        case .statement: .sourceStatement
        }
    }

    /// `nbu.json:5`.
    fileprivate var place: String { line > 0 ? "\(file):\(line)" : file }
}
