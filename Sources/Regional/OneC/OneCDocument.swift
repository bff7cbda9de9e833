import Facts
import Reading

/// The current `СекцияДокумент`, and its conversion to statement lines.
struct OneCDocument {
    private var fields: RecordFields<OneCKey>

    /// The document from the view of one own account.
    struct Leg {
        let account: Int32
        let isIn: Bool
        /// The currency of the document if it has one, else of the account.
        let currency: Currency
    }

    init(file: String) {
        fields = RecordFields(file: file)
    }

    var startLine: Int { fields.startLine }

    mutating func begin(line: Int) { fields.begin(line: line) }

    mutating func put(_ value: Span<UInt8>, as key: OneCKey, line: Int, column: Int) {
        fields.put(value, as: key, line: line, column: column)
    }

    mutating func continuePurpose(_ text: Span<UInt8>) { fields.extend(.purpose, by: text) }

    // MARK: Direction

    /// Own accounts whose money moves: one, or two for a transfer between them.
    ///
    /// The accounts decide; otherwise the dates of posting and the sums by side do. Nothing is
    /// inferred from words.
    func legs(
        own: [[UInt8]: Int32], claims: [AccountClaim], isStatement: Bool
    ) throws(RowRejection) -> [Leg] {
        try verifyOnce()
        let payer = account(own, .payerAccount) ?? account(own, .payerOwnAccount)
        let payee = account(own, .payeeAccount) ?? account(own, .payeeOwnAccount)
        let side = try printedSide()
        let sides: [(account: Int32, isIn: Bool)]
        switch (payer, payee) {
        case (let payer?, let payee?) where payer != payee:
            sides = [(payer, false), (payee, true)]
        case (let both?, _?):
            guard let side else { throw directionUnknown }
            sides = [(both, side == .isIn)]
        case (let payer?, nil):
            if side == .isIn, isSideBySum { throw directionUnknown }
            sides = [(payer, false)]
        case (nil, let payee?):
            if side == .isOut, isSideBySum { throw directionUnknown }
            sides = [(payee, true)]
        case (nil, nil):
            // In a file of one account the money is certainly that account's.
            guard let side, own.count == 1, let only = own.first else {
                throw directionUnknown
            }
            sides = [(only.value, side == .isIn)]
        }
        if !isStatement, !isExecuted { throw notExecuted }
        var legs: [Leg] = []
        for side in sides {
            let currency = try currency(of: claims[Int(side.account)])
            legs.append(Leg(account: side.account, isIn: side.isIn, currency: currency))
        }
        // One sum cannot be the amount in two currencies, and whose it is is unknown.
        if let first = legs.first, legs.contains(where: { $0.currency != first.currency }) {
            throw fields.rejection(.currencyUnknown, .currency, expected: first.currency.code)
        }
        return legs
    }

    /// Identifies a transfer that the file lists once for each of two own accounts: the facts
    /// common to both listings, and the side of this one, nil if both sides are marked as posted.
    /// Nil without a number, which a payer gives once a day, and if no side is posted.
    var listing: (facts: [UInt8], isIn: Bool?)? {
        let (isReceived, isSpent) = (!fields.isBlank(.receivedOn), !fields.isBlank(.spentOn))
        guard isReceived || isSpent, !fields.isBlank(.number) else { return nil }
        var facts: [UInt8] = []
        for key in [OneCKey.number, .date, .amount, .payerAccount, .payeeAccount] {
            facts.append(contentsOf: fields[key])
            facts.append(0)
        }
        return (facts, isReceived && isSpent ? nil : isReceived)
    }

    private enum Side { case isIn, isOut }

    /// The side by sums or dates of posting; nil if they give none or both.
    private func printedSide() throws(RowRejection) -> Side? {
        let given = [OneCKey.amountIn, .amountOut].filter { !isZero($0) }
        if given.count == 2 {
            throw fields.rejection(.amountTwoSides, .amountOut, expected: "one side")
        }
        if let side = given.first { return side == .amountIn ? .isIn : .isOut }
        switch (fields.isBlank(.receivedOn), fields.isBlank(.spentOn)) {
        case (false, true): return .isIn
        case (true, false): return .isOut
        default: return nil
        }
    }

    private var isSideBySum: Bool { !isZero(.amountIn) || !isZero(.amountOut) }

    /// Orders not yet executed have the same shape as executed ones, but no day of execution.
    private var isExecuted: Bool {
        !fields.isBlank(.receivedOn) || !fields.isBlank(.spentOn) || !fields.isBlank(.operationDate)
            || isSideBySum
    }

    private func account(_ own: [[UInt8]: Int32], _ key: OneCKey) -> Int32? {
        if fields.isBlank(key) { return nil }
        return own[Self.accountNumber(fields.string(key).utf8.span)]
    }

    // MARK: The line

    func line(
        _ leg: Leg, index: UInt32, into batch: inout LineBatch
    ) throws(RowRejection) -> StatementLine {
        var line = StatementLine()
        line.account = leg.account
        line.sourceLine = UInt32(clamping: startLine)
        line.sourceIndex = index
        let sum: OneCKey =
            !isZero(.amountIn) ? .amountIn : !isZero(.amountOut) ? .amountOut : .amount
        let amount = try fields.unsignedMoney(sum, in: leg.currency)
        line.amount = leg.isIn ? amount : amount.negated
        line.made = try moment(leg)
        line.bookedOn = line.made.day
        if let key = fields.tooLong {
            throw fields.rejection(.fieldTooLong, key, expected: "field-bytes")
        }
        line.description = try fields.add(purposeText, as: .purpose, to: &batch)
        let isPayer = leg.isIn
        line.counterpartyName = try fields.add(
            first(isPayer ? [.payerName, .payerFullName] : [.payeeName, .payeeFullName]),
            to: &batch)
        line.counterpartyIBAN = try fields.add(
            first(
                isPayer ? [.payerAccount, .payerOwnAccount] : [.payeeAccount, .payeeOwnAccount]),
            to: &batch)
        line.counterpartyTaxID = try fields.add(
            isPayer ? .payerTaxID : .payeeTaxID, to: &batch)
        return line
    }

    static let days = ["dd.mm.yyyy", "yyyy-mm-dd"].compactMap(DateFormat.init(pattern:))

    private func moment(_ leg: Leg) throws(RowRejection) -> CivilMoment {
        let keys: [OneCKey] = [leg.isIn ? .receivedOn : .spentOn, .operationDate, .date]
        let key = keys.first { !fields.isBlank($0) } ?? .date
        return try fields.moment(key, formats: Self.days)
    }

    private func currency(
        of claim: AccountClaim
    ) throws(RowRejection) -> Currency {
        if fields.isBlank(.currency) { return claim.currency }
        guard let printed = Self.currency(printed: fields.string(.currency)),
            !claim.currency.isKnown || claim.currency == printed
        else {
            let expected = claim.currency.isKnown ? claim.currency.code : "ISO 4217"
            throw fields.rejection(.currencyUnknown, .currency, expected: expected)
        }
        return printed
    }

    /// The purpose, and its separate lines that it does not contain already.
    private var purposeText: [UInt8] {
        var text = Array(fields[.purpose])
        for key in OneCKey.purposeLines where !fields.isBlank(key) {
            let line = fields[key]
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

    private static func currency(printed text: String) -> Currency? {
        if text.utf8.count == 3, let code = UInt16(text), text.first != "+" {
            return currency(numeric: Int(code))
        }
        if text == "RUR" { return currency(numeric: 643) }
        return Currency(code: text).flatMap { $0.isListed ? $0 : nil }
    }

    // MARK: Fields

    /// Absent, blank, or only zeros: `СуммаПриход=0.00` beside a `СуммаРасход`.
    private func isZero(_ key: OneCKey) -> Bool {
        fields[key].allSatisfy { $0 == 0x30 || $0 == 0x2E || $0 == 0x2C || $0 == 0x20 }
    }

    private func first(_ keys: [OneCKey]) -> OneCKey {
        keys.first { !fields.isBlank($0) } ?? keys[0]
    }

    /// A repeated key means two merged documents.
    private func verifyOnce() throws(RowRejection) {
        for key in [OneCKey.amount, .amountIn, .amountOut] where fields.times(key) > 1 {
            throw fields.rejection(.amountAmbiguous, key, expected: OneCKey.endDocument.word)
        }
        for key in [OneCKey.spentOn, .receivedOn, .operationDate]
        where fields.times(key) > 1 {
            throw fields.rejection(.dateAmbiguous, key, expected: OneCKey.endDocument.word)
        }
    }

    private var directionUnknown: RowRejection {
        fields.rejection(
            .directionUnknown, .payerAccount,
            expected: "РасчСчет = ПлательщикСчет | ПолучательСчет")
    }

    private var notExecuted: RowRejection {
        fields.rejection(.dateMissing, .spentOn, expected: "ДатаСписано | ДатаПоступило")
    }
}
