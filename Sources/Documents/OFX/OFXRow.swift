import Facts
import Reading

/// The current `STMTTRN`, with its texts in its own arena, since the caller may take a batch before
/// the row is complete.
///
/// The texts of a row read by the fast path (`OFXRow+Plain.swift`) stay in the input.
struct OFXRow {
    private var texts: [UInt8] = []
    /// A field that is not given has stale values of an earlier row: see `field(_:)`.
    var fields = [Field](repeating: Field(), count: Name.allCases.count)
    /// Bit set of the given fields.
    var given: UInt32 = 0
    private var account: Int32 = 0
    private var index: UInt32 = 0
    private var isHold = false
    /// The meaning of the signs of amounts.
    var sign = OFXSign.printed
    private var position = TextPosition()
    /// The first reason why the row cannot be a line.
    private var refusal: Refusal?
    var isRefused: Bool { refusal != nil }

    enum Name: Int, CaseIterable {
        case amount, datePosted, dateTransaction, dateUser, dateAvailable
        case bankRowID, name, payee, memo, industryCode, correctedID, correctAction
        case toBank, toAccount, currency
        /// Kept only where it is the direction.
        case type
    }

    struct Field {
        var start: UInt32 = 0
        var count: UInt32 = 0
        var position = TextPosition()

        var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
    }

    private struct Refusal {
        var kind: RowRejection.Kind
        var element: String
        var position: TextPosition
    }

    /// Clears the previous row and begins the next in the same memory.
    mutating func begin(
        account: Int32, index: UInt32, isHold: Bool, at position: TextPosition
    ) {
        self.account = account
        self.index = index
        self.isHold = isHold
        self.position = position
        refusal = nil
        given = 0
        texts.removeAll(keepingCapacity: true)
    }

    func isGiven(_ name: Name) -> Bool { given & (1 << UInt32(name.rawValue)) != 0 }

    @inline(__always)
    private func field(_ name: Name) -> Field { isGiven(name) ? fields[name.rawValue] : Field() }

    /// Keeps the trimmed text of a leaf. The first one counts; a different second amount or date
    /// rejects the row.
    mutating func put(
        _ text: Span<UInt8>, as name: Name, of element: OFXElement, at position: TextPosition
    ) {
        let known = field(name)
        if known.count > 0 {
            if name == .amount || name == .datePosted,
                !texts.span.extracting(known.range).equals(text),
                !text.isEmpty
            {
                refuse(name == .amount ? .amountAmbiguous : .dateAmbiguous, element, at: position)
            }
            return
        }
        let start = texts.count
        texts.append(text)
        if text.hasControls {
            for index in start..<texts.count {
                if texts[index].isRefusedControl {
                    refuse(.textHasControls, element, at: position)
                    return
                }
                // A line break inside a value comes from wrapping.
                if texts[index] != 0x09, texts[index] < 0x20 { texts[index] = 0x20 }
            }
        }
        fields[name.rawValue] = Field(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: text.count),
            position: position)
        given |= 1 << UInt32(name.rawValue)
    }

    mutating func refuse(
        _ kind: RowRejection.Kind, _ element: OFXElement, at position: TextPosition
    ) {
        if refusal != nil { return }
        refusal = Refusal(kind: kind, element: Self.tag(element), position: position)
    }

    /// The rejection of a row cut by the file's end.
    func incomplete(file: String) -> RowRejection {
        RowRejection(
            kind: .recordIncomplete, place: place(position, file: file), field: "STMTTRN",
            expected: "</STMTTRN>")
    }

    /// Ends the row as exactly one of line, rejection or skip.
    func decideFate(file: String, currency: Currency, into batch: inout LineBatch) {
        let source = texts.span
        if isInformational(source) {
            batch.skipped.append(RowSkip(reason: .informational, line: position.line))
            return
        }
        do throws(RowRejection) {
            if isDeletion { throw deletion(file: file) }
            if let refusal {
                throw RowRejection(
                    kind: refusal.kind, place: place(refusal.position, file: file),
                    field: refusal.element)
            }
            batch.lines.append(try line(of: source, file, currency, into: &batch))
            let corrected = string(.correctedID)
            if !corrected.isEmpty { batch.correctedIDs[index] = corrected }
        } catch {
            batch.rejections.append(error)
        }
    }

    /// The row as a line if all its texts are in `source`; nil if it is none, and the general path
    /// finds the reason.
    func plainLine(
        of source: Span<UInt8>, file: String, currency: Currency, into batch: inout LineBatch
    ) -> StatementLine? {
        if isInformational(source) { return nil }
        return try? line(of: source, file, currency, into: &batch)
    }

    private func line(
        of source: Span<UInt8>, _ file: String, _ currency: Currency, into batch: inout LineBatch
    ) throws(RowRejection) -> StatementLine {
        var line = try money(of: source, file: file, statementCurrency: currency)
        try date(&line, of: source, file: file)
        addTexts(of: source, to: &line, in: &batch)
        return line
    }

    // MARK: Fates

    /// A balance that some banks print as a row: id 0 and a blank amount.
    private func isInformational(_ source: Span<UInt8>) -> Bool {
        let id = field(.bankRowID)
        if id.count == 0 { return false }
        for index in id.range where source[index] != 0x30 { return false }
        for index in field(.amount).range {
            let byte = source[index]
            if byte != 0x2E, byte != 0x2C, byte != 0x20 { return false }
        }
        return true
    }

    /// The bank takes an earlier line back: what it wrote is still there, so a person must know.
    ///
    /// - Source: OFX 2.1.1, 11.4.4.1: `CORRECTACTION` DELETE removes the transaction that
    ///   `CORRECTFITID` names.
    private func deletion(file: String) -> RowRejection {
        RowRejection(
            kind: .lineTakenBack, place: place(position, file: file), field: "CORRECTFITID",
            found: String(string(.correctedID).unicodeScalars.prefix(Limits.excerptScalarsMax)))
    }

    /// A row that cancels another one and moves no money itself.
    private var isDeletion: Bool {
        let action = field(.correctAction)
        if action.count != 6 { return false }
        return texts[action.range].elementsEqual("DELETE".utf8) { given, wanted in
            given & 0xDF == wanted
        }
    }

    private func money(
        of source: Span<UInt8>, file: String, statementCurrency: Currency
    ) throws(RowRejection) -> StatementLine {
        let amount = field(.amount)
        var currency = statementCurrency
        let ownCurrency = field(.currency)
        if ownCurrency.count > 0 {
            guard let found = Currency(code: source.extracting(ownCurrency.range)) else {
                throw rejection(.currencyUnknown, .currency, "CURSYM", "ISO 4217", file: file)
            }
            currency = found
        }
        if amount.count == 0, !hasDate { throw incompleteFields(file: file) }
        if amount.count == 0 {
            throw rejection(.amountMissing, .amount, "TRNAMT", "decimal number", file: file)
        }
        let number = try number(of: source, file: file)
        var line = StatementLine()
        line.account = account
        line.sourceLine = UInt32(clamping: position.line)
        line.sourceIndex = index
        line.isHold = isHold
        do throws(Money.Refusal) {
            line.amount = try Money(number, in: currency)
        } catch {
            throw rejection(.amountOverflow, .amount, "TRNAMT", "decimal number", file: file)
        }
        return line
    }

    /// The amount, positive for money in.
    private func number(
        of source: Span<UInt8>, file: String
    ) throws(RowRejection) -> WrittenNumber {
        var number: WrittenNumber
        do throws(AmountProblem) {
            number = try OFXAmount.parse(source.extracting(field(.amount).range))
        } catch {
            throw rejection(
                RowRejection.Kind(amount: error), .amount, "TRNAMT", "decimal number", file: file)
        }
        if sign == .printed || number.mantissa == 0 { return number }
        if sign == .byType {
            switch OFXRowType(source.extracting(field(.type).range)) {
            case .moneyIn: return number
            case .moneyOut, .mostlyOut: break
            case .open:
                throw rejection(
                    .directionUnknown, .type, "TRNTYPE", OFXRowType.expected, file: file)
            }
        }
        number.mantissa = 0 - number.mantissa
        return number
    }

    private var hasDate: Bool {
        field(.datePosted).count > 0 || field(.dateUser).count > 0
            || field(.dateTransaction).count > 0
    }

    private static let datesByTrust: [(Name, String)] = [
        (.datePosted, "DTPOSTED"), (.dateTransaction, "DTTRAN"), (.dateUser, "DTUSER"),
    ]

    /// The booked day identifies the row; without one, the day of the payment.
    private func date(
        _ line: inout StatementLine, of source: Span<UInt8>, file: String
    ) throws(RowRejection) {
        if isGiven(.dateAvailable),
            case .moment(let moment) = OFXMoment(source.extracting(field(.dateAvailable).range))
        {
            line.valueOn = moment.day
        }
        for (name, tag) in Self.datesByTrust where isGiven(name) {
            switch OFXMoment(source.extracting(field(name).range)) {
            case .absent: continue
            case .moment(let moment):
                line.made = moment
                if name == .datePosted { line.bookedOn = moment.day }
                return
            case .notADay: throw rejection(.dateNotADay, name, tag, "yyyymmdd", file: file)
            case .notATime: throw rejection(.timeNotATime, name, tag, "yyyymmddHHMMSS", file: file)
            }
        }
        throw rejection(.dateMissing, .datePosted, "DTPOSTED", "yyyymmdd", file: file)
    }

    private func addTexts(
        of source: Span<UInt8>, to line: inout StatementLine, in batch: inout LineBatch
    ) {
        line.bankID = batch.add(source.extracting(field(.bankRowID).range))
        let memo = field(.memo)
        let name = field(.name)
        let title = name.count > 0 ? name : field(.payee)
        if title.count > 0 {
            line.description = batch.add(source.extracting(title.range))
            let isRepeated = source.extracting(title.range).equals(source.extracting(memo.range))
            if !isRepeated { line.memo = batch.add(source.extracting(memo.range)) }
        } else {
            line.description = batch.add(source.extracting(memo.range))
        }
        let code = field(.industryCode)
        if code.count == 4 {
            var value: UInt16 = 0
            var isCode = true
            for index in code.range {
                let digit = source[index] &- 0x30
                if digit > 9 { isCode = false }
                value = value &* 10 &+ UInt16(digit)
            }
            if isCode { line.mcc = value }
        }
        if field(.toAccount).count > 0 {
            line.counterpartyIBAN = batch.add(
                OFXAccountNumber.text(bank: string(.toBank), account: string(.toAccount)))
        }
    }

    // MARK: Texts

    /// For a row with its own texts.
    private func string(_ name: Name) -> String {
        String(decoding: texts[field(name).range.clamped(to: texts.indices)], as: UTF8.self)
    }

    private func incompleteFields(file: String) -> RowRejection {
        RowRejection(
            kind: .recordIncomplete, place: place(position, file: file), field: "STMTTRN",
            expected: "TRNAMT, DTPOSTED")
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ name: Name, _ tag: String, _ expected: String, file: String
    ) -> RowRejection {
        RowRejection(
            kind: kind,
            place: place(isGiven(name) ? fields[name.rawValue].position : position, file: file),
            field: tag,
            found: String(string(name).unicodeScalars.prefix(Limits.excerptScalarsMax)),
            expected: expected)
    }

    private func place(_ position: TextPosition, file: String) -> SourcePlace {
        SourcePlace(file: file, at: position)
    }

    private static func tag(_ element: OFXElement) -> String {
        switch element {
        case .amount: "TRNAMT"
        case .datePosted: "DTPOSTED"
        case .dateUser: "DTUSER"
        case .dateTransaction: "DTTRAN"
        case .dateAvailable: "DTAVAIL"
        case .bankRowID: "FITID"
        case .name: "NAME"
        case .payee: "PAYEE"
        case .memo: "MEMO"
        case .industryCode: "SIC"
        case .correctedID: "CORRECTFITID"
        case .correctAction: "CORRECTACTION"
        case .bankID: "BANKID"
        case .accountID: "ACCTID"
        case .currency, .currencySymbol: "CURSYM"
        default: "STMTTRN"
        }
    }
}
