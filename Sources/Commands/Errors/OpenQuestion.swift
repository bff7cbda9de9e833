import Facts
import Reading

/// A question that the rows of a table leave open, from the details of `layout-ambiguous`: the
/// question, then its readings.
struct OpenQuestion {
    private enum Kind: String {
        case dateOrder = "date-order"
        case dateOrderMixed = "date-order-mixed"
        case decimalMark = "decimal-mark"
        case decimalMarkMixed = "decimal-mark-mixed"
        case sign
        case amountColumn = "amount-column"
        case amountCurrencies = "amount-currencies"
        case currencyColumn = "currency-column"
        case currencyFormats = "currency-formats"
        case dateColumn = "date-column"
        case status
        case unit
        case rows
        case sections
        case lists
        case nested
        case dayTitles = "day-titles"
        case totals
        case types
        case sides
        case decimals
    }

    private let kind: Kind
    /// Other open questions with their own options.
    private let others: [Kind]
    /// The result of each reading for the sample if known, else the readings themselves.
    let readings: [String]

    /// Nil when several layouts fit but the rows leave nothing open.
    init?(_ failure: ReadFailure) {
        guard failure.kind == .layoutAmbiguous,
            let kind = Kind(rawValue: failure.details.first ?? "")
        else { return nil }
        self.kind = kind
        let asked = failure.details.dropFirst().compactMap { Kind(rawValue: $0) }
        others = asked.filter { [.dateOrder, .decimalMark, .sign].contains($0) && $0 != kind }
        let results = failure.details.filter { $0.contains(" → ") }
        readings = results.isEmpty ? Array(failure.details.dropFirst()) : results
    }

    var words: ErrorWords {
        let first = Self.words(kind)
        if others.isEmpty { return first }
        let fixes = others.map { Self.words($0).fix }.reduce(first.fix) { fix, next in
            Phrase("openQuestion.andFix", ["fix": .phrase(fix), "next": .phrase(next)])
        }
        return ErrorWords(what: first.what, why: first.why, fix: fixes)
    }

    private static func naming(_ option: ReadingOption) -> Phrase {
        Phrase("openQuestion.naming", ["option": .text(option.advice)])
    }

    private static func downloadOrNaming(_ option: ReadingOption) -> Phrase {
        Phrase("openQuestion.downloadOrNaming", ["option": .text(option.long)])
    }

    private static func words(_ kind: Kind) -> ErrorWords {
        let fix: Phrase? =
            switch kind {
            case .dateOrder: naming(.dateOrder)
            case .decimalMark: naming(.decimalMark)
            case .dateOrderMixed: downloadOrNaming(.dateOrder)
            case .decimalMarkMixed: downloadOrNaming(.decimalMark)
            case .types: naming(.sign)
            case .sign: Phrase("openQuestion.orDraft", ["fix": .phrase(naming(.sign))])
            default: nil
            }
        return ErrorWords("openQuestion.\(kind.rawValue)", fix: fix)
    }
}
