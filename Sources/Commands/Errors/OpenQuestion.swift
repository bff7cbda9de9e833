import Facts
import Readers

/// What the rows of a table leave open, as the readers say it in the details of `layout-ambiguous`: the question, then its readings.
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
    /// What else is open and has an option of its own.
    private let others: [Kind]
    /// What each reading makes of the sample where that is known, else the readings themselves.
    let readings: [String]

    /// Nil when several layouts fit and nothing in the rows is open.
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
        let fixes = others.map { Self.words($0).fix }
        return ErrorWords(
            what: (first.what.uk, first.what.en), why: (first.why.uk, first.why.en),
            fix: (
                ([first.fix.uk] + fixes.map(\.uk)).joined(separator: "; "),
                ([first.fix.en] + fixes.map(\.en)).joined(separator: "; ")
            ))
    }

    private static func naming(_ option: ReadingOption) -> (uk: String, en: String) {
        ("назвіть \(option.advice)", "name \(option.advice)")
    }

    private static func downloadOrNaming(_ option: ReadingOption) -> (uk: String, en: String) {
        (
            "завантажте виписку ще раз, не зберігаючи її з таблиці, або назвіть \(option.long)",
            "download the export again without saving it from a spreadsheet, or name \(option.long)"
        )
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
        ErrorWords(
            what: (
                "порядок дня й місяця не доведено", "the order of day and month is not proved"
            ),
            why: ("рядки допускають: {details}", "the rows allow: {details}"),
            fix: Self.naming(.dateOrder))
    }

    private static var decimalMark: ErrorWords {
        ErrorWords(
            what: ("десятковий знак не доведено", "the decimal mark is not proved"),
            why: ("рядки допускають: {details}", "the rows allow: {details}"),
            fix: Self.naming(.decimalMark))
    }

    private static var dateOrderMixed: ErrorWords {
        ErrorWords(
            what: (
                "дати стовпчика суперечать одна одній", "the dates of a column contradict"
            ),
            why: (
                "рядки з різним порядком дня й місяця: {details}",
                "rows with different orders of day and month: {details}"
            ),
            fix: Self.downloadOrNaming(.dateOrder))
    }

    private static var decimalMarkMixed: ErrorWords {
        ErrorWords(
            what: (
                "суми стовпчика суперечать одна одній", "the amounts of a column contradict"
            ),
            why: (
                "рядки з різним десятковим знаком: {details}",
                "rows with different decimal marks: {details}"
            ),
            fix: Self.downloadOrNaming(.decimalMark))
    }

    private static var sign: ErrorWords {
        ErrorWords(
            what: ("знак сум не доведено", "the sign of the amounts is not proved"),
            why: (
                "ні залишок, ні слово, ні знаки рядків не доводять його: {details}",
                "neither balance, word nor the rows' signs prove it: {details}"
            ),
            fix: (
                Self.naming(.sign).uk + " або kopiyka layout draft {file}",
                Self.naming(.sign).en + ", or kopiyka layout draft {file}"
            ))
    }

    private static var amountColumn: ErrorWords {
        ErrorWords(
            what: (
                "не доведено, котрий стовпчик — сума рахунку",
                "which column is the account's amount is not proved"
            ),
            why: ("це можуть бути: {details}", "it may be: {details}"),
            fix: (
                "kopiyka layout draft {file} і впишіть стовпчик",
                "kopiyka layout draft {file}, then write the column in"
            ))
    }

    private static var currencyColumn: ErrorWords {
        ErrorWords(
            what: (
                "не доведено, котрий стовпчик — валюта суми",
                "which column is the currency of the amount is not proved"
            ),
            why: ("це можуть бути: {details}", "it may be: {details}"),
            fix: (
                "kopiyka layout draft {file} і впишіть стовпчик",
                "kopiyka layout draft {file}, then write the column in"
            ))
    }

    private static var dateColumn: ErrorWords {
        ErrorWords(
            what: (
                "не доведено, котрий стовпчик — день операції",
                "which column is the day of the movement is not proved"
            ),
            why: ("це можуть бути: {details}", "it may be: {details}"),
            fix: (
                "kopiyka layout draft {file} і впишіть стовпчик",
                "kopiyka layout draft {file}, then write the column in"
            ))
    }

    private static var status: ErrorWords {
        ErrorWords(
            what: ("слова стану невідомі", "the words for the state are not known"),
            why: ("стовпчик: {details}", "column: {details}"),
            fix: (
                "kopiyka layout draft {file} і впишіть слова",
                "kopiyka layout draft {file}, then write the words in"
            ))
    }

    private static var unit: ErrorWords {
        ErrorWords(
            what: (
                "не доведено, що лічать суми: гривні чи копійки",
                "what the amounts count is not proved: the currency or its coins"
            ),
            why: ("стовпчик: {details}", "column: {details}"),
            fix: (
                "kopiyka layout draft {file} і впишіть counted_in",
                "kopiyka layout draft {file}, then write counted_in in"
            ))
    }

    private static var totals: ErrorWords {
        ErrorWords(
            what: (
                "надруковані підсумки суперечать рядкам",
                "the printed totals contradict the rows"
            ),
            why: (
                "жодне прочитання не дає надрукованого: {details}",
                "no reading left comes to what is printed: {details}"
            ),
            fix: (
                "завантажте виписку ще раз або kopiyka layout draft {file} і допишіть макет",
                "download the export again, or kopiyka layout draft {file}, then complete the layout"
            ))
    }

    private static var rows: ErrorWords {
        ErrorWords(
            what: (
                "забагато рядків не схожі на рядки таблиці",
                "too many lines do not look like rows of the table"
            ),
            why: ("рядки з днем: {details}", "rows with a day: {details}"),
            fix: (
                "kopiyka layout draft {file} і допишіть макет",
                "kopiyka layout draft {file}, then complete the layout"
            ))
    }
}
