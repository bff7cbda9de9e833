import Facts
import Reading

/// The current row of a client-bank text, and its conversion to a line.
struct ClientBankRow {
    private(set) var startLine = 0
    private var fields = RecordFields(slots: ClientBankKey.allCases.count)

    mutating func begin(line: Int) {
        startLine = line
        fields.removeAll()
    }

    mutating func put(_ value: Span<UInt8>, as key: ClientBankKey, line: Int, column: Int) {
        // UNP has two possible keys; the nonempty one counts.
        if key == .taxID, value.isEmpty { return }
        fields.put(value, in: key.rawValue, line: line, column: column)
    }

    func line(
        type: Int, currency: Currency, index: UInt32, file: String, into batch: inout LineBatch
    ) throws(RowRejection) -> StatementLine {
        for key in ClientBankKey.allCases
        where fields.times(key.rawValue) > 1 && key != .taxID {
            // Two rows were merged because the beginning of the second was lost.
            throw rejection(.recordIncomplete, key, expected: "^DocDate=^", file)
        }
        if let slot = fields.tooLong, let key = ClientBankKey(rawValue: slot) {
            throw rejection(.fieldTooLong, key, expected: "field-bytes", file)
        }
        var line = StatementLine()
        line.sourceLine = UInt32(clamping: startLine)
        line.sourceIndex = index
        try verifyCurrency(currency, file)
        line.amount = try amount(currency, file)
        line.made = try moment(file)
        line.bookedOn = line.made.day
        line.description = try add(purposeText, .purpose, to: &batch, file)
        line.counterpartyName = try add(.name, to: &batch, file)
        line.counterpartyIBAN = try add(.account, to: &batch, file)
        line.counterpartyTaxID = try add(.taxID, to: &batch, file)
        // `OperationID` is unique in Type 4 only (format notes, §9).
        if type == 4 {
            line.bankID = try add(.operationID, to: &batch, file)
        } else {
            line.bankID = try add(.documentID, to: &batch, file)
        }
        return line
    }

    // MARK: Amount

    private func amount(_ currency: Currency, _ file: String) throws(RowRejection) -> Money {
        let pairs: [(debit: ClientBankKey, credit: ClientBankKey)] = [
            (.debitOwn, .creditOwn), (.debit, .credit), (.debitNational, .creditNational),
        ]
        guard
            let pair = pairs.first(where: {
                fields.isGiven($0.debit.rawValue) || fields.isGiven($0.credit.rawValue)
            })
        else { throw rejection(.amountMissing, .debit, expected: "Db, Credit", file) }
        let debit = try money(pair.debit, currency, file)
        let credit = try money(pair.credit, currency, file)
        switch (debit, credit) {
        case (let out?, let into?):
            if !out.isZero, !into.isZero {
                throw rejection(.amountTwoSides, pair.credit, expected: "0.00", file)
            }
            return out.isZero ? into : out.negated
        case (let out?, nil) where !out.isZero: return out.negated
        case (nil, let into?) where !into.isZero: return into
        case (_, nil): throw rejection(.amountMissing, pair.credit, expected: "0.00", file)
        case (nil, _): throw rejection(.amountMissing, pair.debit, expected: "0.00", file)
        }
    }

    private func money(
        _ key: ClientBankKey, _ currency: Currency, _ file: String
    ) throws(RowRejection) -> Money? {
        guard !fields.isBlank(key.rawValue) else { return nil }
        do throws(AmountProblem) {
            let amount = try Money.written(
                fields.texts.span.extracting(fields.range(key.rawValue)), currency: currency)
            if !amount.isNegative { return amount }
        } catch {
            throw rejection(
                RowRejection.Kind(amount: error), key, expected: "decimal number", file)
        }
        // The key gives the side; a sign beside it is ambiguous.
        throw rejection(.directionUnknown, key, expected: "unsigned", file)
    }

    /// The account's currency in a row, by code or, beside amounts in the account's currency, by
    /// number: elsewhere `Code` is the other bank's.
    var currencySaid: Currency? {
        let letters = fields.texts[fields.range(ClientBankKey.rowCurrency.rawValue)]
        if let found = Currency(code: Array(letters).span), found.isListed { return found }
        guard fields.isGiven(ClientBankKey.debitOwn.rawValue) else { return nil }
        let code = fields.string(ClientBankKey.code.rawValue)
        return code.utf8.count == 3 ? Int(code).flatMap { Currency(numeric: $0) } : nil
    }

    private func verifyCurrency(_ currency: Currency, _ file: String) throws(RowRejection) {
        guard !fields.isBlank(ClientBankKey.rowCurrency.rawValue) else { return }
        let said = Currency(
            code: fields.texts.span.extracting(fields.range(ClientBankKey.rowCurrency.rawValue)))
        guard said == currency else {
            throw rejection(.currencyUnknown, .rowCurrency, expected: currency.code, file)
        }
    }

    // MARK: Day

    private static let days = [
        "dd.mm.yyyy", "dd/mm/yyyy", "dd.mm.yyyy HH:MM:SS", "dd/mm/yyyy HH:MM:SS",
    ].compactMap(DateFormat.init(pattern:))

    private func moment(_ file: String) throws(RowRejection) -> CivilMoment {
        var moment = try day(.docDate, file)
        guard !moment.hasTime else { return moment }
        // A time belongs to the day of the operation, which may differ from the document's.
        if fields.isBlank(ClientBankKey.opDate.rawValue)
            || (try? day(.opDate, file))?.day == moment.day,
            let key = [ClientBankKey.docTime, .opTime].first(where: { !fields.isBlank($0.rawValue) }
            ),
            let second = try? DateText.parseTime(
                fields.texts.span.extracting(fields.range(key.rawValue)))
        {
            moment.second = second
        }
        return moment
    }

    private func day(_ key: ClientBankKey, _ file: String) throws(RowRejection) -> CivilMoment {
        do throws(DateProblem) {
            var hint = 0
            return try DateText.parse(
                fields.texts.span.extracting(fields.range(key.rawValue)), formats: Self.days,
                hint: &hint)
        } catch {
            throw rejection(RowRejection.Kind(date: error), key, expected: "dd.mm.yyyy", file)
        }
    }

    // MARK: Texts

    /// Programs cut the purpose within words, so its pieces are joined without separators.
    private var purposeText: [UInt8] {
        ClientBankKey.purposes.flatMap { fields.texts[fields.range($0.rawValue)] }
    }

    private func add(
        _ key: ClientBankKey, to batch: inout LineBatch, _ file: String
    ) throws(RowRejection) -> TextRef {
        try add(Array(fields.texts[fields.range(key.rawValue)]), key, to: &batch, file)
    }

    private func add(
        _ text: [UInt8], _ key: ClientBankKey, to batch: inout LineBatch, _ file: String
    ) throws(RowRejection) -> TextRef {
        do throws(CellText.Problem) {
            return try CellText.add(text.span, hasQuotes: false, to: &batch)
        } catch {
            throw rejection(.textHasControls, key, expected: "", file)
        }
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ key: ClientBankKey, expected: String, _ file: String
    ) -> RowRejection {
        RowRejection(
            kind: kind, place: fields.place(key.rawValue, file: file, orLine: startLine),
            field: key.word,
            found: CellText.excerpt(fields.texts.span.extracting(fields.range(key.rawValue))),
            expected: expected)
    }
}
