import Facts
import Reports
import Scanning

/// The arguments of `kopiyka list` that print exactly the lines of a figure.
struct ListArguments {
    private let filter: LineFilter
    private let accounts: [String]
    private let texts: [String]

    /// - Parameter visible: the accounts that are not hidden, if hidden ones are left out.
    init(_ filter: LineFilter, visible: [String]) {
        self.filter = filter
        accounts = filter.accounts.isEmpty ? visible : filter.accounts
        texts = Self.texts(of: filter)
    }

    /// - Parameters:
    ///   - account: of lines without a currency, or the one that the figure is of; else empty.
    ///   - span: of the figure, within the days of the report.
    ///   - terms: what is special to the figure.
    func of(
        _ currency: Currency, account: String, _ terms: [(OptionName, String)],
        within span: ReportSpan?
    ) -> JSONValue {
        var words = terms.flatMap { ["--" + $0.rawValue, $1] }
        if let first = span?.first ?? filter.from { words += ["--from", first.text] }
        if let last = span?.last ?? filter.to { words += ["--to", last.text] }
        words += ["--currency", currency.isKnown ? currency.code : "-"]
        for account in account.isEmpty ? accounts : [account] { words += ["--account", account] }
        return .texts(words + texts.flatMap { ["--where", $0] })
    }

    /// Each text applies together with the others; the terms of one are alternatives.
    private static func texts(of filter: LineFilter) -> [String] {
        func term(_ name: OptionName, _ value: String) -> String {
            name.rawValue + ":" + FilterTerms.quoted(value)
        }
        func name(_ name: OptionName, _ choices: [NameChoice]) -> String {
            choices.map { choice in
                switch choice {
                case .exact(let folded): term(name, "=" + folded)
                case .words(let words): term(name, words.text)
                case .none: term(name, "-")
                }
            }.joined(separator: " ")
        }
        var texts = filter.texts.map { term(.text, $0.text) }
        texts += filter.bounds.map { bound in
            let sign = bound.isSigned && !bound.value.isNegative ? "+" : ""
            return term(bound.isMin ? .min : .max, sign + bound.value.text)
        }
        if let isIn = filter.isIn { texts.append(term(.sign, isIn ? "in" : "out")) }
        texts += filter.payees.map { name(.payee, $0) } + filter.persons.map { name(.person, $0) }
        texts += filter.tags.map { name(.tag, $0) }
        texts += filter.categories.map { choices in
            choices.map { choice in
                let mark = choice.key.isEmpty ? "-" : choice.isExact ? "=" : ""
                return term(.category, mark + choice.key)
            }.joined(separator: " ")
        }
        texts += filter.kinds.map { kinds in
            kinds.map { term(.kind, $0.rawValue) }.joined(separator: " ")
        }
        return texts
    }
}
