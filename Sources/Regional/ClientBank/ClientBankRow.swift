import Facts
import Reading

/// The current row of a client-bank text, and its conversion to a line.
struct ClientBankRow {
    private var fields: RecordFields<ClientBankKey>

    init(file: String) {
        fields = RecordFields(file: file)
    }

    var startLine: Int { fields.startLine }

    mutating func begin(line: Int) { fields.begin(line: line) }

    mutating func put(_ value: Span<UInt8>, as key: ClientBankKey, line: Int, column: Int) {
        // UNP has two possible keys; the nonempty one counts.
        if key == .taxID, value.isEmpty { return }
        fields.put(value, as: key, line: line, column: column)
    }

    func line(
        type: Int, currency: Currency, index: UInt32, into batch: inout LineBatch
    ) throws(RowRejection) -> StatementLine {
        for key in ClientBankKey.allCases where fields.times(key) > 1 && key != .taxID {
            // Two rows were merged because the beginning of the second was lost.
            throw fields.rejection(.recordIncomplete, key, expected: "^DocDate=^")
        }
        if let key = fields.tooLong {
            throw fields.rejection(.fieldTooLong, key, expected: "field-bytes")
        }
        var line = StatementLine()
        line.sourceLine = UInt32(clamping: startLine)
        line.sourceIndex = index
        try verifyCurrency(currency)
        line.amount = try amount(currency)
        line.made = try moment()
        line.bookedOn = line.made.day
        // Programs cut the purpose within words, so its pieces are joined without separators.
        var purpose: [UInt8] = []
        for key in ClientBankKey.purposes { purpose += fields[key] }
        line.description = try fields.add(purpose, as: .purpose, to: &batch)
        line.counterpartyName = try fields.add(.name, to: &batch)
        line.counterpartyIBAN = try fields.add(.account, to: &batch)
        line.counterpartyTaxID = try fields.add(.taxID, to: &batch)
        // `OperationID` is unique in Type 4 only (format notes, §9).
        line.bankID = try fields.add(type == 4 ? .operationID : .documentID, to: &batch)
        return line
    }

    // MARK: Amount

    private func amount(_ currency: Currency) throws(RowRejection) -> Money {
        let pairs: [(debit: ClientBankKey, credit: ClientBankKey)] = [
            (.debitOwn, .creditOwn), (.debit, .credit), (.debitNational, .creditNational),
        ]
        let given = pairs.first { fields.isGiven($0.debit) || fields.isGiven($0.credit) }
        guard let pair = given else {
            throw fields.rejection(.amountMissing, .debit, expected: "Db, Credit")
        }
        let debit = try money(pair.debit, currency)
        let credit = try money(pair.credit, currency)
        switch (debit, credit) {
        case (let out?, let into?):
            if !out.isZero, !into.isZero {
                throw fields.rejection(.amountTwoSides, pair.credit, expected: "0.00")
            }
            return out.isZero ? into : out.negated
        case (let out?, nil) where !out.isZero: return out.negated
        case (nil, let into?) where !into.isZero: return into
        case (_, nil): throw fields.rejection(.amountMissing, pair.credit, expected: "0.00")
        case (nil, _): throw fields.rejection(.amountMissing, pair.debit, expected: "0.00")
        }
    }

    private func money(
        _ key: ClientBankKey, _ currency: Currency
    ) throws(RowRejection) -> Money? {
        fields.isBlank(key) ? nil : try fields.unsignedMoney(key, in: currency)
    }

    /// The account's currency in a row, by code or, beside amounts in the account's currency, by
    /// number: elsewhere `Code` is the other bank's.
    var printedCurrency: Currency? {
        if let found = Currency(code: fields.string(.rowCurrency)), found.isListed { return found }
        guard fields.isGiven(.debitOwn) else { return nil }
        let code = fields.string(.code)
        return code.utf8.count == 3 ? Int(code).flatMap { Currency(numeric: $0) } : nil
    }

    private func verifyCurrency(_ currency: Currency) throws(RowRejection) {
        guard
            fields.isBlank(.rowCurrency)
                || Currency(code: fields.string(.rowCurrency)) == currency
        else {
            throw fields.rejection(.currencyUnknown, .rowCurrency, expected: currency.code)
        }
    }

    // MARK: Day

    static let days = [
        "dd.mm.yyyy", "dd/mm/yyyy", "dd.mm.yyyy HH:MM:SS", "dd/mm/yyyy HH:MM:SS",
    ].compactMap(DateFormat.init(pattern:))

    private func moment() throws(RowRejection) -> CivilMoment {
        var moment = try fields.moment(.docDate, formats: Self.days)
        guard !moment.hasTime else { return moment }
        // A time belongs to the day of the operation, which may differ from the document's.
        let isOfDay =
            fields.isBlank(.opDate)
            || (try? fields.moment(.opDate, formats: Self.days))?.day == moment.day
        if isOfDay,
            let key = [ClientBankKey.docTime, .opTime].first(where: { !fields.isBlank($0) }),
            let second = try? DateText.parseTime(fields.string(key).utf8.span)
        {
            moment.second = second
        }
        return moment
    }
}
