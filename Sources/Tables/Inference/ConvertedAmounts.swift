internal import Facts
internal import Reading

/// Two columns of amounts and one of currencies: whether the second column is the first one
/// converted, because both are equal exactly in the rows of one currency.
///
/// A card prints the amount of the purchase, its currency, and the amount that the account paid:
/// `Сума; Валюта; Сума в гривні`.
struct ConvertedAmounts {
    let amount: Int
    let converted: Int
    let currency: Int
    /// The currency in the heading of the converted amounts; unknown if they have another heading.
    let named: Currency
    private var own = Currency.unknown
    /// Currencies of rows with two amounts.
    private var others: Set<UInt32> = []
    private var isDenied = false

    private init(amount: Int, converted: Int, currency: Int, named: Currency) {
        self.amount = amount
        self.converted = converted
        self.currency = currency
        self.named = named
    }

    /// The likeliest amount beside each further column of amounts, with a column of currencies.
    static func candidates(_ frame: TableFrame, _ plan: InferencePlan) -> [ConvertedAmounts] {
        guard let currency = (plan.columns[.currency] ?? plan.columns[.originalCurrency])?.first
        else { return [] }
        let amounts = plan.sources.compactMap { source -> Int? in
            guard case .signed(let column) = source else { return nil }
            return column
        }
        guard let amount = amounts.first(where: { !frame.headings[$0].currency.isKnown }) else {
            return []
        }
        // An equivalent is a known heading that is not read.
        let equivalents = frame.headings.indices.filter { column in
            frame.headings[column].roles == [.other]
                && frame.body.contains { column < $0.count && isMoney($0[column]) }
        }
        return (amounts.filter { $0 != amount } + equivalents).prefix(4).map {
            ConvertedAmounts(
                amount: amount, converted: $0, currency: currency,
                named: frame.headings[$0].currency)
        }
    }

    private static func isMoney(_ cell: [UInt8]) -> Bool {
        NumberReadings.isMoney(cell.span, .builtIn)
    }

    /// No row contradicts it.
    var isOpen: Bool { !isDenied }

    mutating func feed(_ numbers: [ReadNumber], _ written: Currency?) {
        let (paid, got) = (numbers[amount], numbers[converted])
        guard let written, let size = paid.point ?? paid.comma, let other = got.point ?? got.comma,
            (size < 0) == (other < 0)
        else {
            isDenied = true
            return
        }
        if size == 0, other == 0 { return }
        let areEqual =
            paid.point != nil && paid.point == got.point
            || paid.comma != nil && paid.comma == got.comma
        if areEqual {
            if own.isKnown && own != written || others.contains(written.packed) { isDenied = true }
            own = written
        } else {
            // A row of the account's currency has one amount.
            if written == own || written == named { isDenied = true }
            others.insert(written.packed)
        }
    }

    /// Rows of one currency have equal amounts, and rows of others have not.
    var isConversion: Bool {
        isOpen && own.isKnown && !others.isEmpty && (!named.isKnown || named == own)
    }
}
