import Facts
import Reading

/// The current `СекцияДокумент`, and its conversion to statement lines.
struct OneCDocument {
    private(set) var startLine = 0
    private var fields = RecordFields(slots: OneCKey.allCases.count)

    /// The document from the view of one own account.
    struct Leg {
        let account: Int32
        let isIn: Bool
        /// Of the document if it has one, else of the account.
        let currency: Currency
    }

    mutating func begin(line: Int) {
        startLine = line
        fields.removeAll()
    }

    mutating func put(_ value: Span<UInt8>, as key: OneCKey, line: Int, column: Int) {
        fields.put(value, in: key.rawValue, line: line, column: column)
    }

    mutating func continuePurpose(_ text: Span<UInt8>) {
        fields.extend(OneCKey.purpose.rawValue, by: text, blank: true)
    }

    // MARK: Direction

    /// Own accounts whose money moves: one, or two for a transfer between them.
    ///
    /// The accounts decide; otherwise the dates of posting and the sums by side do. Nothing is
    /// inferred from words.
    func legs(
        own: [[UInt8]: Int32], claims: [AccountClaim], isStatement: Bool, file: String
    ) throws(RowRejection) -> [Leg] {
        try verifyOnce(file)
        let payer = account(own, .payerAccount) ?? account(own, .payerOwnAccount)
        let payee = account(own, .payeeAccount) ?? account(own, .payeeOwnAccount)
        let side = try sideSaid(file)
        let sides: [(account: Int32, isIn: Bool)]
        switch (payer, payee) {
        case (let payer?, let payee?) where payer != payee:
            sides = [(payer, false), (payee, true)]
        case (let both?, _?):
            guard let side else { throw directionUnknown(file) }
            sides = [(both, side == .isIn)]
        case (let payer?, nil):
            if side == .isIn, isSideBySum { throw directionUnknown(file) }
            sides = [(payer, false)]
        case (nil, let payee?):
            if side == .isOut, isSideBySum { throw directionUnknown(file) }
            sides = [(payee, true)]
        case (nil, nil):
            // In a file of one account the money is certainly that account's.
            guard let side, own.count == 1, let only = own.first else {
                throw directionUnknown(file)
            }
            sides = [(only.value, side == .isIn)]
        }
        if !isStatement, !isExecuted { throw notExecuted(file) }
        var legs: [Leg] = []
        for side in sides {
            let currency = try currency(of: claims[Int(side.account)], file)
            legs.append(Leg(account: side.account, isIn: side.isIn, currency: currency))
        }
        // One sum cannot be the amount in two currencies, and whose it is is unknown.
        if let first = legs.first, legs.contains(where: { $0.currency != first.currency }) {
            throw rejection(.currencyUnknown, .currency, expected: first.currency.code, file)
        }
        return legs
    }

    /// Identifies a transfer that the file lists once for each of two own accounts: the facts
    /// common to both listings, and the side of this one. Nil if the document is marked as posted
    /// on both sides or on none.
    var listing: (facts: [UInt8], isIn: Bool)? {
        guard isBlank(.receivedOn) != isBlank(.spentOn), !isBlank(.number) else { return nil }
        var facts: [UInt8] = []
        for key in [OneCKey.number, .date, .amount, .payerAccount, .payeeAccount] {
            facts.append(contentsOf: fields.texts[range(key)])
            facts.append(0)
        }
        return (facts, !isBlank(.receivedOn))
    }

    private enum Side { case isIn, isOut }

    /// The side by sums or dates of posting; nil if they give none or both.
    private func sideSaid(_ file: String) throws(RowRejection) -> Side? {
        let given = [OneCKey.amountIn, .amountOut].filter { !isZero($0) }
        if given.count == 2 {
            throw rejection(.amountTwoSides, .amountOut, expected: "one side", file)
        }
        if let side = given.first { return side == .amountIn ? .isIn : .isOut }
        switch (isBlank(.receivedOn), isBlank(.spentOn)) {
        case (false, true): return .isIn
        case (true, false): return .isOut
        default: return nil
        }
    }

    private var isSideBySum: Bool { !isZero(.amountIn) || !isZero(.amountOut) }

    /// Orders not yet executed have the same shape as executed ones, but no day of execution.
    private var isExecuted: Bool {
        !isBlank(.receivedOn) || !isBlank(.spentOn) || !isBlank(.operationDate) || isSideBySum
    }

    private func account(_ own: [[UInt8]: Int32], _ key: OneCKey) -> Int32? {
        if isBlank(key) { return nil }
        return own[Self.accountNumber(fields.texts.span.extracting(range(key)))]
    }

    // MARK: The line

    func line(
        _ leg: Leg, index: UInt32, file: String, into batch: inout LineBatch
    ) throws(RowRejection) -> StatementLine {
        var line = StatementLine()
        line.account = leg.account
        line.sourceLine = UInt32(clamping: startLine)
        line.sourceIndex = index
        let amount = try amount(leg.currency, file)
        line.amount = leg.isIn ? amount : amount.negated
        line.made = try moment(leg, file)
        line.bookedOn = line.made.day
        if let slot = fields.tooLong, let key = OneCKey(rawValue: slot) {
            throw rejection(.fieldTooLong, key, expected: "field-bytes", file)
        }
        line.description = try add(purposeText, .purpose, to: &batch, file)
        let isPayer = leg.isIn
        line.counterpartyName = try add(
            first(isPayer ? [.payerName, .payerFullName] : [.payeeName, .payeeFullName]),
            to: &batch, file)
        line.counterpartyIBAN = try add(
            first(
                isPayer ? [.payerAccount, .payerOwnAccount] : [.payeeAccount, .payeeOwnAccount]),
            to: &batch, file)
        line.counterpartyTaxID = try add(
            isPayer ? .payerTaxID : .payeeTaxID, to: &batch, file)
        return line
    }

    private func amount(_ currency: Currency, _ file: String) throws(RowRejection) -> Money {
        let key: OneCKey =
            !isZero(.amountIn) ? .amountIn : !isZero(.amountOut) ? .amountOut : .amount
        let amount: Money
        do throws(AmountProblem) {
            amount = try Money.written(
                fields.texts.span.extracting(range(key)), currency: currency)
        } catch {
            throw rejection(RowRejection.Kind(amount: error), key, expected: "decimal number", file)
        }
        // The side is given separately; a sign beside it is ambiguous.
        if amount.isNegative { throw rejection(.directionUnknown, key, expected: "unsigned", file) }
        return amount
    }

    private static let days = ["dd.mm.yyyy", "yyyy-mm-dd"].compactMap(DateFormat.init(pattern:))

    private func moment(_ leg: Leg, _ file: String) throws(RowRejection) -> CivilMoment {
        let keys: [OneCKey] = [leg.isIn ? .receivedOn : .spentOn, .operationDate, .date]
        let key = keys.first { !isBlank($0) } ?? .date
        do throws(DateProblem) {
            var hint = 0
            return try DateText.parse(
                fields.texts.span.extracting(range(key)), formats: Self.days, hint: &hint)
        } catch {
            throw rejection(RowRejection.Kind(date: error), key, expected: "dd.mm.yyyy", file)
        }
    }

    private func currency(
        of claim: AccountClaim, _ file: String
    ) throws(RowRejection) -> Currency {
        if isBlank(.currency) { return claim.currency }
        guard let said = Self.currency(said: fields.string(OneCKey.currency.rawValue)),
            !claim.currency.isKnown || claim.currency == said
        else {
            let expected = claim.currency.isKnown ? claim.currency.code : "ISO 4217"
            throw rejection(.currencyUnknown, .currency, expected: expected, file)
        }
        return said
    }

    /// The purpose, and its separate lines that it does not contain already.
    private var purposeText: [UInt8] {
        var text = Array(fields.texts[range(.purpose)])
        for key in OneCKey.purposeLines where !isBlank(key) {
            let line = fields.texts[range(key)]
            if text.firstRange(of: line) != nil { continue }
            if !text.isEmpty { text.append(0x20) }
            text.append(contentsOf: line)
        }
        return text
    }

    // MARK: Account numbers

    /// Upper case without blanks.
    static func accountNumber(_ value: Span<UInt8>) -> [UInt8] {
        var number: [UInt8] = []
        for index in 0..<value.count where value[index] > 0x20 {
            let byte = value[index]
            number.append((0x61...0x7A).contains(byte) ? byte & 0xDF : byte)
        }
        return number
    }

    /// The currency in digits 6 to 8 of a Russian account number of 20 digits: 810 and 643 are
    /// roubles.
    ///
    /// Other countries have the currency elsewhere or nowhere, so their numbers prove none.
    static func currency(ofAccount number: [UInt8]) -> Currency {
        guard number.count == 20, number.allSatisfy({ $0 &- 0x30 < 10 }) else { return .unknown }
        let code = number[5..<8].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return currency(numeric: code) ?? .unknown
    }

    /// 810 was the rouble before 1998 and is still used in account numbers.
    private static func currency(numeric code: Int) -> Currency? {
        Currency(numeric: code == 810 ? 643 : code)
    }

    private static func currency(said text: String) -> Currency? {
        if text.utf8.count == 3, let code = UInt16(text), text.first != "+" {
            return currency(numeric: Int(code))
        }
        if text == "RUR" { return currency(numeric: 643) }
        return Currency(code: text).flatMap { $0.isListed ? $0 : nil }
    }

    // MARK: Fields

    private func range(_ key: OneCKey) -> Range<Int> { fields.range(key.rawValue) }
    private func isBlank(_ key: OneCKey) -> Bool { fields.isBlank(key.rawValue) }

    /// Absent, blank, or only zeros: `СуммаПриход=0.00` beside a `СуммаРасход`.
    private func isZero(_ key: OneCKey) -> Bool {
        fields.texts[range(key)].allSatisfy { $0 == 0x30 || $0 == 0x2E || $0 == 0x2C || $0 == 0x20 }
    }

    private func first(_ keys: [OneCKey]) -> OneCKey {
        keys.first { !isBlank($0) } ?? keys[0]
    }

    /// A repeated key means two merged documents.
    private func verifyOnce(_ file: String) throws(RowRejection) {
        for key in [OneCKey.amount, .amountIn, .amountOut] where fields.times(key.rawValue) > 1 {
            throw rejection(.amountAmbiguous, key, expected: OneCKey.endDocument.word, file)
        }
        for key in [OneCKey.spentOn, .receivedOn, .operationDate]
        where fields.times(key.rawValue) > 1 {
            throw rejection(.dateAmbiguous, key, expected: OneCKey.endDocument.word, file)
        }
    }

    private func add(
        _ key: OneCKey, to batch: inout LineBatch, _ file: String
    ) throws(RowRejection) -> TextRef {
        try add(Array(fields.texts[range(key)]), key, to: &batch, file)
    }

    private func add(
        _ text: [UInt8], _ key: OneCKey, to batch: inout LineBatch, _ file: String
    ) throws(RowRejection) -> TextRef {
        do throws(CellText.Problem) {
            return try CellText.add(text.span, hasQuotes: false, to: &batch)
        } catch {
            throw rejection(.textHasControls, key, expected: "", file)
        }
    }

    private func directionUnknown(_ file: String) -> RowRejection {
        rejection(
            .directionUnknown, .payerAccount,
            expected: "РасчСчет = ПлательщикСчет | ПолучательСчет", file)
    }

    private func notExecuted(_ file: String) -> RowRejection {
        rejection(.dateMissing, .spentOn, expected: "ДатаСписано | ДатаПоступило", file)
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ key: OneCKey, expected: String, _ file: String
    ) -> RowRejection {
        RowRejection(
            kind: kind, place: fields.place(key.rawValue, file: file, orLine: startLine),
            field: key.word,
            found: CellText.excerpt(fields.texts.span.extracting(range(key))),
            expected: expected)
    }
}
