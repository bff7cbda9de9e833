import Facts
import Reading

/// The current `Ntry`, with its own texts, since the caller may take a batch before the row is
/// complete.
struct CAMTEntry {
    enum Field: Int, CaseIterable {
        case amount, currency, direction, reversal, status, bookingDate, valueDate
        case servicerReference, paymentReference, entryReference, information, detailsInformation
        case remittance, reference, debtor, creditor, debtorAccount, creditorAccount
        case originalAmount, originalCurrency, merchantCode
        /// The names of a batch's payments after the first one.
        case furtherDebtors, furtherCreditors
    }

    enum Fate {
        case line(StatementLine)
        case rejected(RowRejection)
        case skipped(RowSkip.Reason)
    }

    private(set) var position = TextPosition()
    /// Payments in the row.
    var detailsCount = 0
    /// The IBAN of the statement's account; empty if it has none.
    var ownNumber: [UInt8] = []

    private var index: UInt32 = 0
    /// All texts of the row; `refs` has the range of each field.
    private var arena: [UInt8] = []
    private var refs = [Range<Int>](repeating: 0..<0, count: Field.allCases.count)
    /// Further texts of joined fields, after texts of other fields.
    private var pieces: [(field: Field, range: Range<Int>)] = []
    /// How many payments have the field's text.
    private var agreements = [Int](repeating: 0, count: Field.allCases.count)
    /// Bytes of joined fields.
    private var joinedCounts = [Int](repeating: 0, count: Field.allCases.count)
    private var positions = [TextPosition](repeating: TextPosition(), count: Field.allCases.count)
    /// `Ccy` of the current amount.
    private var amountCurrency: [UInt8] = []
    /// The first reason why the row cannot be a line.
    private var refusal: (kind: RowRejection.Kind, field: Field, position: TextPosition)?

    /// Clears the previous row and begins the next in the same memory.
    mutating func begin(index: UInt32, at position: TextPosition) {
        self.index = index
        self.position = position
        detailsCount = 0
        refusal = nil
        arena.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        for slot in refs.indices {
            refs[slot] = 0..<0
            joinedCounts[slot] = 0
            agreements[slot] = 0
        }
    }

    /// Keeps the currency of the amount with this start tag.
    mutating func readCurrency(of tag: XMLTag) {
        amountCurrency.removeAll(keepingCapacity: true)
        _ = tag.attribute("Ccy", into: &amountCurrency)
    }

    /// Keeps the trimmed text of an element. Remittance texts are joined; of others the first
    /// counts, and a different second amount, direction or booking date rejects the row.
    mutating func put(_ text: Span<UInt8>, as field: Field, at position: TextPosition) {
        if text.isEmpty { return }
        switch field {
        case .remittance, .detailsInformation, .information: join(text, to: field)
        case .debtor, .creditor, .debtorAccount, .creditorAccount, .merchantCode:
            if self[field].isEmpty { append(text, to: field) }
            if text.equals(arena.span.extracting(self[field])) {
                agreements[field.rawValue] += 1
            } else if let further = field.further {
                join(text, to: further)
            }
        case .originalAmount:
            // The foreign leg is the one in another currency than the row.
            guard self[field].isEmpty, !amountCurrency.isEmpty, !isCurrency(amountCurrency.span)
            else { return }
            append(text, to: field)
            setCurrency(.originalCurrency)
            positions[field.rawValue] = position
        default:
            guard self[field].isEmpty else {
                refuseSecond(text, field, at: position)
                return
            }
            append(text, to: field)
            positions[field.rawValue] = position
            if field == .amount { setCurrency(.currency) }
        }
    }

    private mutating func setCurrency(_ field: Field) {
        refs[field.rawValue] = 0..<0
        let currency = amountCurrency
        append(currency.span, to: field)
    }

    private func isCurrency(_ text: Span<UInt8>) -> Bool {
        text.equals(arena.span.extracting(self[.currency]))
    }

    /// Whether the field is of the whole row: of its only payment, or the same in each of a batch.
    private func isOfAll(_ field: Field) -> Bool {
        detailsCount <= 1 || agreements[field.rawValue] >= detailsCount
    }

    mutating func refuse(_ kind: RowRejection.Kind, _ field: Field, at position: TextPosition) {
        if refusal == nil { refusal = (kind, field, position) }
    }

    private mutating func refuseSecond(
        _ text: Span<UInt8>, _ field: Field, at position: TextPosition
    ) {
        let kind: RowRejection.Kind
        switch field {
        case .amount: kind = .amountAmbiguous
        case .direction: kind = .directionUnknown
        case .bookingDate: kind = .dateAmbiguous
        default: return
        }
        var isSame = text.equals(arena.span.extracting(self[field]))
        if field == .amount, !isCurrency(amountCurrency.span) { isSame = false }
        if !isSame { refuse(kind, field, at: position) }
    }

    /// Appends to the field's text. The texts of a large batch are cut at the
    /// limit: its amount does not depend on them.
    private mutating func join(_ text: Span<UInt8>, to field: Field) {
        let slot = field.rawValue
        if joinedCounts[slot] > Limits.fieldBytesMax { return }
        joinedCounts[slot] += text.count + 2
        if joinedCounts[slot] > Limits.fieldBytesMax {
            piece(Self.cutMark.span, of: field)
        } else {
            piece(text, of: field)
        }
    }

    private static let cutMark = Array("…".utf8)

    private mutating func piece(_ text: Span<UInt8>, of field: Field) {
        let known = self[field]
        if known.isEmpty { return append(text, to: field) }
        if known.upperBound == arena.count {
            arena += field.separator
            refs[field.rawValue] = known.lowerBound..<write(text).upperBound
        } else {
            pieces.append((field, write(text)))
        }
    }

    private mutating func append(_ text: Span<UInt8>, to field: Field) {
        if text.isEmpty { return }
        refs[field.rawValue] = write(text)
    }

    private mutating func write(_ text: Span<UInt8>) -> Range<Int> {
        let from = arena.count
        arena.append(text)
        if text.hasControls {
            // A line break inside a value comes from wrapping.
            for at in from..<arena.count where arena[at] < 0x20 { arena[at] = 0x20 }
        }
        return from..<arena.count
    }

    /// Puts the pieces of each joined field together.
    private mutating func joinPieces() {
        if pieces.isEmpty { return }
        for field in Field.allCases where joinedCounts[field.rawValue] > 0 {
            var text = Array(arena[self[field]])
            for piece in pieces where piece.field == field {
                text += field.separator
                text += arena[piece.range]
            }
            append(text.span, to: field)
        }
    }

    // MARK: Fates

    /// Ends the row. The batch then has the line's texts; the caller sets its account.
    mutating func fate(
        file: String, accountCurrency: Currency, into batch: inout LineBatch
    ) -> Fate {
        do throws(RowRejection) {
            if let refusal {
                throw RowRejection(
                    kind: refusal.kind, place: place(refusal.position, file),
                    field: refusal.field.tag)
            }
            joinPieces()
            var line = StatementLine()
            line.sourceLine = UInt32(clamping: position.line)
            line.sourceIndex = index
            if reads(.status, "INFO") { return .skipped(.informational) }
            line.isHold = reads(.status, "PDNG") || reads(.status, "FUTR")
            // Messages without a status report booked rows.
            if !line.isHold, !reads(.status, "BOOK"), !self[.status].isEmpty {
                throw rejection(.statusUnknown, .status, "BOOK, PDNG, INFO", file)
            }
            try putAmounts(into: &line, accountCurrency, file)
            try putDates(into: &line, file)
            putTexts(into: &line, of: &batch)
            return .line(line)
        } catch {
            return .rejected(error)
        }
    }

    /// The range of the field's text in the arena.
    private subscript(field: Field) -> Range<Int> { refs[field.rawValue] }

    private func reads(_ field: Field, _ word: StaticString) -> Bool {
        arena.span.extracting(self[field]).equals(word)
    }

    private func putAmounts(
        into line: inout StatementLine, _ accountCurrency: Currency, _ file: String
    ) throws(RowRejection) {
        let isDebit = reads(.direction, "DBIT")
        if !isDebit, !reads(.direction, "CRDT") {
            throw rejection(.directionUnknown, .direction, "CRDT, DBIT", file)
        }
        var currency = accountCurrency
        if !self[.currency].isEmpty {
            guard let found = Currency(code: arena.span.extracting(self[.currency])) else {
                throw rejection(.currencyUnknown, .currency, "ISO 4217", file)
            }
            // `XXX` means no currency.
            let isNone = found == Currency(0x58, 0x58, 0x58)
            if !(isNone && accountCurrency.isKnown) { currency = found }
        }
        // A reversal has the direction of the reversed money already.
        let amount = try money(.amount, currency, file)
        line.amount = isDebit ? amount.negated : amount
        if detailsCount <= 1, !self[.originalAmount].isEmpty,
            let foreign = Currency(code: arena.span.extracting(self[.originalCurrency])),
            foreign != currency
        {
            let original = try money(.originalAmount, foreign, file)
            line.originalAmount = isDebit ? original.negated : original
        }
    }

    private func money(
        _ field: Field, _ currency: Currency, _ file: String
    ) throws(RowRejection) -> Money {
        let number: WrittenNumber
        do throws(AmountProblem) {
            number = try AmountText.parse(
                arena.span.extracting(self[field]), style: .point)
        } catch {
            throw rejection(RowRejection.Kind(amount: error), field, "decimal point", file)
        }
        if number.mantissa < 0 {
            throw rejection(.amountNotANumber, field, "an amount without minus", file)
        }
        do throws(Money.Refusal) {
            return try Money(number, in: currency)
        } catch {
            throw rejection(.amountOverflow, field, "decimal point", file)
        }
    }

    private func putDates(
        into line: inout StatementLine, _ file: String
    ) throws(RowRejection) {
        let booked = try moment(.bookingDate, file)
        let valued = try moment(.valueDate, file)
        line.bookedOn = booked?.day
        line.valueOn = valued?.day
        // Unbooked rows have only a value date.
        guard let made = booked ?? valued else {
            throw rejection(.dateMissing, .bookingDate, "yyyy-mm-dd", file)
        }
        // Banks print midnight if they know only the day.
        line.made = made.second <= 0 ? CivilMoment(day: made.day) : made
    }

    private func moment(_ field: Field, _ file: String) throws(RowRejection) -> CivilMoment? {
        if self[field].isEmpty { return nil }
        var hint = 0
        do throws(DateProblem) {
            return try DateText.parse(
                arena.span.extracting(self[field]), formats: DateFormat.iso, hint: &hint)
        } catch {
            throw rejection(
                error == .notATime ? .timeNotATime : .dateNotADay, field, "yyyy-mm-dd", file)
        }
    }

    /// Puts the different names of a batch together.
    private mutating func joinNames(of party: Field) {
        guard let further = party.further, !self[further].isEmpty else { return }
        let names = arena[self[party]] + [0x2C, 0x20] + arena[self[further]]
        append(Array(names).span, to: party)
    }

    private mutating func putTexts(into line: inout StatementLine, of batch: inout LineBatch) {
        if let id { line.bankID = add(id, to: &batch) }

        let other = counterparty(isOut: line.amount.isNegative)
        if isOfAll(other) { line.counterpartyName = add(other, to: &batch) }
        joinNames(of: other)
        let number = other == .creditor ? Field.creditorAccount : .debtorAccount
        if !self[number].isEmpty, isOfAll(number) {
            if let iban = IBANText.normalized(arena.span.extracting(self[number])) {
                line.counterpartyIBAN = batch.add(iban.span)
            } else {
                line.counterpartyIBAN = add(number, to: &batch)
            }
        }

        let description: Field
        if !self[.remittance].isEmpty {
            description = .remittance
        } else if !self[.information].isEmpty {
            description = .information
        } else if !self[other].isEmpty {
            description = other
        } else if !self[.reference].isEmpty {
            description = .reference
        } else {
            description = .detailsInformation
        }
        line.description = add(description, to: &batch)
        line.memo = batch.add(memo(beside: description, isOfAll(other) ? [] : [other]).span)
        line.mcc = merchantCode
    }

    /// The party that is not the statement's account: of money out the creditor, of a reversal,
    /// which has the parties of the reversed payment, the debtor.
    private func counterparty(isOut: Bool) -> Field {
        let isReversal = reads(.reversal, "true") || reads(.reversal, "1")
        let (party, other): (Field, Field) =
            isOut != isReversal ? (.creditor, .debtor) : (.debtor, .creditor)
        if self[other].isEmpty, account(of: other).isEmpty { return party }
        if self[party].isEmpty, account(of: party).isEmpty, isReversal { return other }
        return isOwn(party) && !isOwn(other) ? other : party
    }

    private func account(of party: Field) -> Range<Int> {
        self[party == .creditor ? .creditorAccount : .debtorAccount]
    }

    private func isOwn(_ party: Field) -> Bool {
        !ownNumber.isEmpty
            && IBANText.normalized(arena.span.extracting(account(of: party))) == ownNumber
    }

    /// The reference that the account's servicer gives the row for good: that of the row, of its
    /// only payment, or else the row's in the message, unless it may be its number there.
    private var id: Field? {
        let fields: [Field] =
            detailsCount <= 1
            ? [.servicerReference, .paymentReference, .entryReference]
            : [.servicerReference, .entryReference]
        return fields.first { field in
            !StatementLine.isPlaceholder(id: arena.span.extracting(self[field]))
                && (field != .entryReference || self[field].count >= Self.referenceBytesMin)
        }
    }

    /// Rows of a message have shorter numbers.
    private static let referenceBytesMin = 8

    private func add(_ field: Field, to batch: inout LineBatch) -> TextRef {
        batch.add(arena.span.extracting(self[field]))
    }

    /// The bank's texts besides the description, and the names of a batch.
    private func memo(beside description: Field, _ parties: [Field]) -> [UInt8] {
        var memo: [UInt8] = []
        for field in parties + [Field.information, .detailsInformation, .reference] {
            let text = arena.span.extracting(self[field])
            if text.isEmpty || text.equals(arena.span.extracting(self[description])) { continue }
            if !memo.isEmpty { memo.append(0x20) }
            memo += arena[self[field]]
        }
        return memo
    }

    private var merchantCode: UInt16 {
        guard self[.merchantCode].count == 4, isOfAll(.merchantCode) else { return 0 }
        var code: UInt16 = 0
        for byte in arena[self[.merchantCode]] {
            let digit = byte &- 0x30
            guard digit < 10 else { return 0 }
            code = code &* 10 &+ UInt16(digit)
        }
        return code
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ field: Field, _ expected: String, _ file: String
    ) -> RowRejection {
        let position = self[field].isEmpty ? self.position : positions[field.rawValue]
        return RowRejection(
            kind: kind, place: place(position, file), field: field.tag,
            found: CellText.excerpt(arena.span.extracting(self[field])), expected: expected)
    }

    private func place(_ position: TextPosition, _ file: String) -> SourcePlace {
        SourcePlace(file: file, at: position)
    }
}

extension CAMTEntry.Field {
    /// Between joined texts.
    fileprivate var separator: String.UTF8View {
        self == .furtherDebtors || self == .furtherCreditors ? ", ".utf8 : " ".utf8
    }

    /// Where the names of a batch's other payments are.
    fileprivate var further: Self? {
        switch self {
        case .debtor: .furtherDebtors
        case .creditor: .furtherCreditors
        default: nil
        }
    }

    /// The element's name in the file.
    fileprivate var tag: String {
        switch self {
        case .amount, .originalAmount: "Amt"
        case .currency, .originalCurrency: "Ccy"
        case .direction: "CdtDbtInd"
        case .reversal: "RvslInd"
        case .status: "Sts"
        case .bookingDate: "BookgDt"
        case .valueDate: "ValDt"
        case .servicerReference, .paymentReference: "AcctSvcrRef"
        case .entryReference: "NtryRef"
        case .information: "AddtlNtryInf"
        case .detailsInformation: "AddtlTxInf"
        case .remittance: "Ustrd"
        case .reference: "Ref"
        case .debtor, .creditor, .furtherDebtors, .furtherCreditors: "Nm"
        case .debtorAccount, .creditorAccount: "IBAN"
        case .merchantCode: "MrchntCtgyCd"
        }
    }
}
