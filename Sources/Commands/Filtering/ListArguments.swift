import Facts
import Reports
import Scanning

/// The arguments of `kopiyka list` that print exactly the lines of a figure.
struct ListArguments {
    private let filter: LineFilter
    private let accounts: [String]
    private let texts: [String]
    /// The currency of figures over all currencies but those without a rate.
    private let base: Currency?
    private let unconverted: [Currency]
    /// The last days of lines that were not converted, where later ones of the currency were.
    private let lastDays: [Currency: CalendarDate]

    /// - Parameters:
    ///   - accounts: of the figures; none for all.
    ///   - base: of converted figures.
    ///   - unconverted: currencies that are not in them.
    init(
        _ filter: LineFilter, accounts: [String], convertedTo base: Currency? = nil,
        without unconverted: [Currency] = [], until lastDays: [Currency: CalendarDate] = [:]
    ) {
        self.lastDays = lastDays
        self.filter = filter
        self.base = base
        self.unconverted = unconverted
        self.accounts = accounts
        texts = Self.texts(of: filter)
    }

    /// - Parameters:
    ///   - account: of lines without a currency, or the one that the figure is of; else empty.
    ///   - span: of the figure, within the days of the report.
    ///   - terms: what is special to the figure; values of one name are alternatives.
    ///   - categories: that the figure leaves out, as terms say them.
    func of(
        _ currency: Currency, account: String, _ terms: [(OptionName, String)],
        without categories: [String] = [], within span: ReportSpan?
    ) -> JSONValue {
        var names: [OptionName] = []
        for (name, _) in terms where !names.contains(name) { names.append(name) }
        var words = names.flatMap { name in
            Self.option(name, terms.compactMap { $0 == name ? $1 : nil })
        }
        if let first = span?.first ?? filter.from { words += ["--from", first.text] }
        let ends = [span?.last ?? filter.to, lastDays[currency]].compactMap { $0 }
        if let last = ends.min() { words += ["--to", last.text] }
        if currency == base { words += ["--in", currency.code] }
        if currency == base, filter.currency == nil {
            words += unconverted.flatMap {
                ["--where", "-currency:" + ($0.isKnown ? $0.code : "-")]
            }
        } else {
            let own = currency == base ? filter.currency ?? currency : currency
            words += ["--currency", own.isKnown ? own.code : "-"]
        }
        words += Self.option(.account, account.isEmpty ? accounts : [account])
        let excluded = categories.isEmpty ? [] : [Self.without(.category, categories)]
        return .texts(words + (texts + excluded).flatMap { ["--where", $0] })
    }

    /// The command line, quoted for a shell. `--month 2026-03` instead of its first and last day.
    static func command(_ words: [String]) -> String {
        (["kopiyka", "list"] + shortened(words)).map { shellWord($0) }.joined(separator: " ")
    }

    private static func shortened(_ words: [String]) -> [String] {
        guard let from = words.firstIndex(of: "--from"), from + 3 < words.count,
            words[from + 2] == "--to", let first = CalendarDate(text: words[from + 1])
        else { return words }
        let month = CalendarMonth(of: first)
        guard month.firstDay == first, month.lastDay.text == words[from + 3] else { return words }
        return words[..<from] + ["--month", month.text] + words[(from + 4)...]
    }

    /// Alternatives as options; one with a comma is a text, where it can be in quotation marks.
    private static func option(_ name: OptionName, _ values: [String]) -> [String] {
        if values.contains(where: { $0.contains(",") }) {
            return ["--where", values.map { term(name, $0) }.joined(separator: " ")]
        }
        return values.flatMap { ["--" + name.rawValue, $0] }
    }

    private static func without(_ name: OptionName, _ values: [String]) -> String {
        "-" + name.rawValue + ":" + values.map { FilterTerms.quoted($0) }.joined(separator: ",")
    }

    private static func term(_ name: OptionName, _ value: String) -> String {
        name.rawValue + ":" + FilterTerms.quoted(value)
    }

    /// The terms of a filter in one order, as one text.
    static func canonical(_ filter: LineFilter) -> String {
        let days = [("from", filter.from), ("to", filter.to)].compactMap { name, day in
            day.map { name + ":" + $0.text }
        }
        let outer =
            days
            + outer(of: filter).map { name, values in
                values.sorted().map { term(name, $0) }.joined(separator: " ")
            }
        let texts = texts(of: filter).sorted()
        if outer.isEmpty, texts.count == 1 { return texts[0] }
        // Values of one name would be alternatives, and `or` binds less than what stands together.
        return (outer + texts.map { "(" + $0 + ")" }).joined(separator: " ")
    }

    /// Each text applies together with the others; the terms of one are alternatives.
    private static func texts(of filter: LineFilter) -> [String] {
        let excluded = filter.excluded.map { other in
            let conditions = conditions(of: other) + outer(of: other)
            if let (name, values) = conditions.first, conditions.count == 1, other.isOfOneTerm {
                return without(name, values)
            }
            return "-(" + canonical(other) + ")"
        }
        let alternatives = filter.alternatives.map { filters in
            filters.map { canonical($0) }.sorted().joined(separator: " or ")
        }
        return conditions(of: filter).map { name, values in
            values.map { term(name, $0) }.joined(separator: " ")
        } + excluded + alternatives
    }

    /// Options for the filter's own days, accounts and currency.
    private static func outer(of filter: LineFilter) -> [(OptionName, [String])] {
        let accounts: [(OptionName, [String])] =
            filter.accounts.isEmpty ? [] : [(.account, filter.accounts)]
        let currency = filter.currency.map { $0.isKnown ? $0.code : "-" }
        return accounts + (currency.map { [(.currency, [$0])] } ?? [])
    }

    /// Options for all conditions but days, accounts and a currency, with the alternatives of each.
    private static func conditions(of filter: LineFilter) -> [(OptionName, [String])] {
        func names(_ choices: [NameChoice]) -> [String] {
            choices.map { choice in
                switch choice {
                case .exact(let folded): "=" + folded
                case .words(let words): words.text
                case .none: "-"
                }
            }
        }
        var conditions: [(OptionName, [String])] = filter.texts.map { (.text, [$0.text]) }
        conditions += filter.bounds.map { ($0.isMin ? .min : .max, [$0.written]) }
        if let isIn = filter.isIn { conditions.append((.sign, [isIn ? "in" : "out"])) }
        conditions += filter.payees.map { (.payee, names($0)) }
        conditions += filter.persons.map { (.person, names($0)) }
        conditions += filter.tags.map { (.tag, names($0)) }
        conditions += filter.categories.map { choices in
            (.category, choices.map { ($0.key.isEmpty ? "-" : $0.isExact ? "=" : "") + $0.key })
        }
        conditions += filter.kinds.map { (.kind, $0.map(\.rawValue)) }
        conditions += filter.streams.map { (.stream, $0.map(\.id)) }
        return conditions
    }
}

extension LineFilter {
    /// Made of one negated term.
    fileprivate var isOfOneTerm: Bool {
        from == nil && to == nil && excluded.isEmpty && alternatives.isEmpty
    }
}

extension AmountBound {
    /// The value of its term: a typed sign makes it one of signed amounts.
    fileprivate var written: String { (isSigned && !value.isNegative ? "+" : "") + value.text }

    /// `min:500`.
    var term: String { (isMin ? "min:" : "max:") + written }
}
