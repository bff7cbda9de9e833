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
        case currencyColumn = "currency-column"
        case dateColumn = "date-column"
        case status
        case unit
        case rows
        case totals
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
        switch kind {
        case .dateOrder: dateOrder
        case .decimalMark: decimalMark
        case .dateOrderMixed: dateOrderMixed
        case .decimalMarkMixed: decimalMarkMixed
        case .sign: sign
        case .amountColumn: amountColumn
        case .currencyColumn: currencyColumn
        case .dateColumn: dateColumn
        case .status: status
        case .unit: unit
        case .totals: totals
        case .rows: rows
        }
    }

    private static var dateOrder: ErrorWords {
        ErrorWords("openQuestion.dateOrder", fix: Self.naming(.dateOrder))
    }

    private static var decimalMark: ErrorWords {
        ErrorWords("openQuestion.decimalMark", fix: Self.naming(.decimalMark))
    }

    private static var dateOrderMixed: ErrorWords {
        ErrorWords("openQuestion.dateOrderMixed", fix: Self.downloadOrNaming(.dateOrder))
    }

    private static var decimalMarkMixed: ErrorWords {
        ErrorWords("openQuestion.decimalMarkMixed", fix: Self.downloadOrNaming(.decimalMark))
    }

    private static var sign: ErrorWords {
        ErrorWords(
            "openQuestion.sign",
            fix: Phrase("openQuestion.orDraft", ["fix": .phrase(Self.naming(.sign))]))
    }

    private static var amountColumn: ErrorWords {
        ErrorWords("openQuestion.amountColumn")
    }

    private static var currencyColumn: ErrorWords {
        ErrorWords("openQuestion.currencyColumn")
    }

    private static var dateColumn: ErrorWords {
        ErrorWords("openQuestion.dateColumn")
    }

    private static var status: ErrorWords {
        ErrorWords("openQuestion.status")
    }

    private static var unit: ErrorWords {
        ErrorWords("openQuestion.unit")
    }

    private static var totals: ErrorWords {
        ErrorWords("openQuestion.totals")
    }

    private static var rows: ErrorWords {
        ErrorWords("openQuestion.rows")
    }
}
