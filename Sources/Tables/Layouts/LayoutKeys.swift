internal import Reading
package import Scanning

/// The keys of a layout file: the reader refuses others, and help explains each.
/// `rules/banks/layout.schema.json` names the same; a test compares them.
package enum LayoutKeys {
    package static let root = [
        FileKey("layout", .of(.text)),
        FileKey("bank", .of(.text)),
        FileKey("title", .map(title)),
        FileKey("zone", .of(.zone)),
        FileKey("fallback", flag),
        FileKey("header", .choice(headers)),
        FileKey("shape", .list(.of(.shape))),
        FileKey("delimiter", .choice(delimiters)),
        FileKey("quoting", .choice(quotings)),
        FileKey("decimal", .choice(decimals)),
        FileKey("unit", flag),
        FileKey("unit_currency", flag),
        FileKey("equal_currency", flag),
        FileKey("side_letters", .oneOrList(.of(.field))),
        FileKey("counted_in", .fields(moneyFields, .choice(units))),
        FileKey("dates", .oneOrList(.of(.datePattern))),
        FileKey("order", .choice(orders)),
        FileKey("none", words),
        FileKey("columns", .named(.field, columns)),
        FileKey("optional", .oneOrList(.of(.field))),
        FileKey("join", .oneOrList(.of(.field))),
        FileKey("loose", .oneOrList(.choice(looseFields))),
        FileKey("requires", columns),
        FileKey("known", columns),
        FileKey("exact", flag),
        FileKey("lacks", columns),
        FileKey("strangers", words),
        FileKey("evidence", .map(evidence)),
        FileKey("currency", .of(.currency)),
        FileKey("preamble", .oneOrList(.choice(preambles))),
        FileKey("labels", .map(labels)),
        FileKey("sections", words),
        FileKey("ends", words),
        FileKey("lone", .of(.reason)),
        FileKey("continues", flag),
        FileKey("day_titles", flag),
        FileKey("short_rows", flag),
        FileKey("apostrophes", flag),
        FileKey("backslashes", flag),
        FileKey("mcc_in_text", flag),
        FileKey("zero", columns),
        FileKey("sign", .choice(signs)),
        FileKey("debit_sign", .choice(Layout.DebitSign.allCases.map(\.rawValue))),
        FileKey("status", .map(status)),
        FileKey("direction", .map(direction)),
        FileKey("skip", .list(.map(skip))),
        FileKey("repeating_ids", columns),
        FileKey("twice", columns),
        FileKey("unbooked_is_hold", flag),
        FileKey("fee_on_top", flag),
        FileKey("main_products", words),
        FileKey("original_sign", .choice(originalSigns)),
        FileKey("category_separator", .of(.text)),
        FileKey("tag_separator", .choice(tagSeparators)),
        FileKey("transfer_payee", words),
        FileKey("payee_account", .choice(Layout.PayeeAccount.allCases.map(\.rawValue))),
        FileKey("split", .map(split)),
        FileKey("examples", .list(.map(example))),
    ]

    /// Additional keys of layouts of records.
    package static let records = [
        FileKey("format", .choice(RecordRules.Grammar.allCases.map(\.rawValue))),
        FileKey("rows", .oneOrList(.of(.place))),
        FileKey("empty", .oneOrList(.of(.place))),
        FileKey("minor_units", flag),
        FileKey("epoch", .choice(RecordRules.Epoch.allCases.map(\.rawValue))),
        FileKey("unescape", flag),
        FileKey("fee_apart", flag),
        FileKey("fee_signed", flag),
        FileKey("refuse", .of(.member)),
        FileKey("hold", .list(.of(.condition))),
        FileKey("incomplete", .map(incomplete)),
        FileKey("wording", .map(wording)),
        FileKey("shapes", .list(.of(.layout))),
        FileKey("when", .list(.of(.condition))),
    ]

    // MARK: Maps

    static let title = [FileKey("uk", .of(.text)), FileKey("en", .of(.text))]
    package static let labels = [FileKey("account", words), FileKey("currency", words)]
    package static let status = [
        FileKey("done", words), FileKey("hold", words),
        FileKey("skip", .named(.word, .of(.reason))),
        FileKey("otherwise", .choice(statesOtherwise)),
    ]
    package static let direction = [
        FileKey("in", words), FileKey("out", words), FileKey("transfer", words),
        FileKey("correction", .map(correction)), FileKey("skip", .named(.word, .of(.reason))),
        FileKey("otherwise", .choice(Layout.Direction.Otherwise.allCases.map(\.rawValue))),
    ]
    package static let correction = [
        FileKey("words", words), FileKey("column", .of(.column)), FileKey("in", words),
    ]
    package static let split = [
        FileKey("column", .of(.column)), FileKey("part", .of(.text)), FileKey("whole", .of(.text)),
        FileKey("same", .of(.column)), FileKey("categories", words),
        FileKey("whole_original", flag),
    ]
    package static let skip = [
        FileKey("column", .of(.column)), FileKey("text", words), FileKey("starts", words),
        FileKey("blank", flag), FileKey("filled", flag), FileKey("reason", .of(.reason)),
    ]
    package static let evidence = [
        FileKey("column", .of(.column)), FileKey("words", words), FileKey("negative", flag),
    ]
    package static let example = [
        FileKey("csv", .of(.text)), FileKey("lines", .list(.fields(exampleLine.names, .of(.text)))),
        FileKey("skipped", .named(.reason, .of(.count))),
        FileKey("rejected", .named(.rejection, .of(.count))),
        FileKey("refused", .of(.rejection)),
    ]
    package static let exampleLine = [
        "date", "time", "booked", "value", "amount", "currency", "description", "memo", "id", "mcc",
        "balance", "fee", "original", "counterparty", "iban", "tax_id", "category", "merchant",
        "account", "product", "hold", "tags", "parts", "transfer_account",
    ].map { FileKey($0, .of(.text)) }
    /// The keys of a `condition` in other keys.
    package static let condition = [
        FileKey("member", .of(.member)), FileKey("is", words), FileKey("not", words),
        FileKey("starts", words), FileKey("absent", flag), FileKey("present", flag),
        FileKey("differs", .of(.member)),
    ]
    static let incomplete = [FileKey("member", .of(.member)), FileKey("is", words)]
    static let wording = [FileKey("cut", words), FileKey("rules", .list(.map(wordingRule)))]
    static let wordingRule = [
        FileKey("starts", words), FileKey("kind", flag), FileKey("rest", flag),
        FileKey("drop_words", .of(.count)), FileKey("name_behind", .of(.text)),
        FileKey("name_after", .of(.text)), FileKey("split", .of(.text)),
        FileKey("from", .of(.count)),
    ]
    static let countedIn = moneyFields.map { FileKey($0, .choice(units)) }

    // MARK: Values

    static let headers = ["none"]
    static let delimiters = ["auto", ",", ";", "|", "tab"]
    static let quotings = ["standard", "none"]
    static let decimals = ["point", "comma", "either", "column"]
    static let orders = ["dmy", "mdy"]
    static let looseFields = ["mcc"]
    static let preambles = ["iban", "account", "currency"]
    static let signs = ["printed", "inverted"]
    static let originalSigns = ["printed", "amount"]
    static let tagSeparators = ["comma", "blank"]
    static let statesOtherwise = ["reject", "done"]
    static let units = HeadingUnit.allCases.filter { $0.places != nil }.map(\.rawValue)

    private static let moneyFields = LayoutField.allCases.filter(\.isMoney).map(\.key)

    private static let flag = FileKey.Value.of(.flag)
    private static let words = FileKey.Value.oneOrList(.of(.text))
    private static let columns = FileKey.Value.oneOrList(.of(.column))

    /// The forms of cells that `shape` may name.
    package static let shapes = Layout.Shape.allCases.map(\.rawValue)

    /// An unknown heading with one of these words could be the amount, its currency or the balance
    /// in a bank's new wording.
    static let moneyWords = WrittenValues.of("money").flatMap { $0.split(separator: " ") }
        .map { HeaderText.fold(String($0)) }

    /// An example, which a test reads and tries.
    package static let exampleFile = """
        layout: example-bank/csv
        bank: example-bank
        title: {uk: "Вигаданий банк", en: "Example Bank"}
        zone: Europe/Kyiv
        delimiter: ";"
        decimal: comma
        dates: ["dd.mm.yyyy[ HH:MM[:SS]]"]
        columns:
          made: Date | Дата
          description: Details | Деталі
          amount: Amount | Сума
          balance: Balance | Залишок
          status: State | Стан
        optional: [balance]
        currency: UAH
        status: {done: [booked], hold: [blocked], skip: {cancelled: reverted}}
        examples:
          - csv: |
              Date;Details;Amount;Balance;State
              03.02.2026 12:30:00;EXAMPLE SHOP;-65,00;935,00;booked
              04.02.2026 09:00:00;EXAMPLE CAFE;-40,50;;blocked
              04.02.2026 09:05:00;EXAMPLE CAFE;-40,50;;cancelled
            lines:
              - {date: 2026-02-03, amount: "-65.00", balance: "935.00", description: EXAMPLE SHOP}
              - {date: 2026-02-04, amount: "-40.50", balance: "", hold: true}
            skipped: {reverted: 1}

        """
}
