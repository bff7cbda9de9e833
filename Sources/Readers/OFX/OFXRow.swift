import Facts

/// One `STMTTRN` being read: its texts in an arena of its own, since a batch may be taken away before the row is complete.
struct OFXRow {
    private var texts: [UInt8] = []
    private var fields = [Field](repeating: Field(), count: Name.allCases.count)
    private var account: Int32 = 0
    private var index: UInt32 = 0
    private var isHold = false
    private var position = TextPosition()
    /// The first reason found while reading why the row cannot be a line.
    private var refusal: Refusal?

    enum Name: Int, CaseIterable {
        case amount, datePosted, dateTransaction, dateUser, dateAvailable
        case bankRowID, name, payee, memo, industryCode, correctAction
        case toBank, toAccount, currency
    }

    private struct Field {
        var start: UInt32 = 0
        var count: UInt32 = 0
        var isGiven = false
        var position = TextPosition()

        var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
    }

    private struct Refusal {
        var kind: RowRejection.Kind
        var element: String
        var position: TextPosition
    }

    /// Forgets the row before and begins the next in the same memory.
    mutating func begin(
        account: Int32, index: UInt32, isHold: Bool, at position: TextPosition
    ) {
        self.account = account
        self.index = index
        self.isHold = isHold
        self.position = position
        refusal = nil
        texts.removeAll(keepingCapacity: true)
        for slot in fields.indices { fields[slot] = Field() }
    }

    /// Keeps the trimmed text of a leaf. The first one given counts; another amount or date beside it refuses the row.
    mutating func put(
        _ text: Span<UInt8>, as name: Name, of element: OFXElement, at position: TextPosition
    ) {
        let known = fields[name.rawValue]
        if known.isGiven, known.count > 0 {
            if name == .amount || name == .datePosted, !equals(known, text), !text.isEmpty {
                refuse(name == .amount ? .amountAmbiguous : .dateAmbiguous, element, at: position)
            }
            return
        }
        let start = texts.count
        unsafe text.withUnsafeBufferPointer { unsafe texts.append(contentsOf: $0) }
        var lowest: UInt8 = 0xFF
        for index in text.indices { lowest = min(lowest, text[index]) }
        if lowest == 0 {
            refuse(.textHasControls, element, at: position)
            return
        }
        if lowest < 0x20 {
            // A line break inside a value is how the file was wrapped.
            for index in start..<texts.count where texts[index] == 0x0A || texts[index] == 0x0D {
                texts[index] = 0x20
            }
        }
        fields[name.rawValue] = Field(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: text.count),
            isGiven: true, position: position)
    }

    mutating func refuse(
        _ kind: RowRejection.Kind, _ element: OFXElement, at position: TextPosition
    ) {
        if refusal != nil { return }
        refusal = Refusal(kind: kind, element: Self.tag(element), position: position)
    }

    /// The rejection of a row the file ends in.
    func incomplete(file: String) -> RowRejection {
        RowRejection(
            kind: .recordIncomplete, place: place(position, file: file), field: "STMTTRN",
            expected: "</STMTTRN>")
    }

    /// Ends the row as exactly one of line, rejection or skip.
    func decideFate(file: String, currency: Currency, into batch: inout LineBatch) {
        if isInformational || isDeletion {
            let reason: RowSkip.Reason = isDeletion ? .reverted : .informational
            batch.skipped.append(RowSkip(reason: reason, line: position.line))
            return
        }
        do throws(RowRejection) {
            if let refusal {
                throw RowRejection(
                    kind: refusal.kind, place: place(refusal.position, file: file),
                    field: refusal.element)
            }
            var line = try money(file: file, statementCurrency: currency)
            try date(&line, file: file)
            addTexts(to: &line, of: &batch)
            batch.lines.append(line)
        } catch {
            batch.rejections.append(error)
        }
    }

    // MARK: Fates

    /// A balance some banks print as a row: id 0 and a blank where the amount should be.
    private var isInformational: Bool {
        let id = fields[Name.bankRowID.rawValue]
        guard id.count > 0, texts[Int(id.start)] == 0x30,
            texts[id.range].allSatisfy({ $0 == 0x30 })
        else { return false }
        return texts[fields[Name.amount.rawValue].range].allSatisfy {
            $0 == 0x2E || $0 == 0x2C || $0 == 0x20
        }
    }

    /// A row that takes another one back and moves no money itself.
    private var isDeletion: Bool {
        let action = fields[Name.correctAction.rawValue]
        if action.count != 6 { return false }
        return texts[action.range].elementsEqual("DELETE".utf8) { given, wanted in
            given & 0xDF == wanted
        }
    }

    private func money(
        file: String, statementCurrency: Currency
    ) throws(RowRejection) -> StatementLine {
        let amount = fields[Name.amount.rawValue]
        var currency = statementCurrency
        let ownCurrency = fields[Name.currency.rawValue]
        if ownCurrency.count > 0 {
            guard let found = Currency(code: texts.span.extracting(ownCurrency.range)) else {
                throw rejection(.currencyUnknown, .currency, "CURSYM", "ISO 4217", file: file)
            }
            currency = found
        }
        if amount.count == 0, !hasDate { throw incompleteFields(file: file) }
        if !amount.isGiven || amount.count == 0 {
            throw rejection(.amountMissing, .amount, "TRNAMT", "decimal number", file: file)
        }
        do throws(AmountProblem) {
            let number = try OFXAmount.parse(texts.span.extracting(amount.range))
            var line = StatementLine()
            line.account = account
            line.sourceLine = UInt32(clamping: position.line)
            line.sourceIndex = index
            line.isHold = isHold
            do throws(Money.Refusal) {
                line.amount = try Money(
                    mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
            } catch {
                throw .overflow
            }
            return line
        } catch {
            throw rejection(
                RowRejection.Kind(amount: error), .amount, "TRNAMT", "decimal number", file: file)
        }
    }

    private var hasDate: Bool {
        fields[Name.datePosted.rawValue].count > 0 || fields[Name.dateUser.rawValue].count > 0
            || fields[Name.dateTransaction.rawValue].count > 0
    }

    private static let datesByTrust: [(Name, String)] = [
        (.datePosted, "DTPOSTED"), (.dateTransaction, "DTTRAN"), (.dateUser, "DTUSER"),
    ]

    /// The booked day is the day the row is known by; when the bank leaves it out, the day the person paid.
    private func date(_ line: inout StatementLine, file: String) throws(RowRejection) {
        let available = fields[Name.dateAvailable.rawValue]
        if case .moment(let moment) = OFXMoment(texts.span.extracting(available.range)) {
            line.valueOn = moment.day
        }
        for (name, tag) in Self.datesByTrust {
            switch OFXMoment(texts.span.extracting(fields[name.rawValue].range)) {
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

    private func addTexts(to line: inout StatementLine, of batch: inout LineBatch) {
        line.bankID = add(.bankRowID, to: &batch)
        let memo = fields[Name.memo.rawValue]
        let title = fields[Name.name.rawValue].count > 0 ? Name.name : .payee
        if fields[title.rawValue].count > 0 {
            line.description = add(title, to: &batch)
            let isRepeated = equals(
                fields[title.rawValue], texts.span.extracting(memo.range))
            if !isRepeated { line.memo = add(.memo, to: &batch) }
        } else {
            line.description = add(.memo, to: &batch)
        }
        let code = fields[Name.industryCode.rawValue]
        if code.count == 4 {
            var value: UInt16 = 0
            var isCode = true
            for byte in texts[code.range] {
                if !(0x30...0x39).contains(byte) { isCode = false }
                value = value &* 10 &+ UInt16(byte &- 0x30)
            }
            if isCode { line.mcc = value }
        }
        if fields[Name.toAccount.rawValue].count > 0 {
            line.counterpartyIBAN = batch.add(
                OFXAccountNumber.text(bank: string(.toBank), account: string(.toAccount)))
        }
    }

    // MARK: Texts

    private func add(_ name: Name, to batch: inout LineBatch) -> TextRef {
        batch.add(texts.span.extracting(fields[name.rawValue].range))
    }

    private func equals(_ field: Field, _ text: Span<UInt8>) -> Bool {
        texts.span.extracting(field.range).equals(text)
    }

    private func string(_ name: Name) -> String {
        String(decoding: texts[fields[name.rawValue].range], as: UTF8.self)
    }

    private func incompleteFields(file: String) -> RowRejection {
        RowRejection(
            kind: .recordIncomplete, place: place(position, file: file), field: "STMTTRN",
            expected: "TRNAMT, DTPOSTED")
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ name: Name, _ tag: String, _ expected: String, file: String
    ) -> RowRejection {
        let field = fields[name.rawValue]
        return RowRejection(
            kind: kind, place: place(field.isGiven ? field.position : position, file: file),
            field: tag,
            found: String(string(name).unicodeScalars.prefix(Limits.excerptScalarsMax)),
            expected: expected)
    }

    private func place(_ position: TextPosition, file: String) -> SourcePlace {
        SourcePlace(file: file, line: position.line, column: position.column)
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
        case .correctAction: "CORRECTACTION"
        case .bankID: "BANKID"
        case .accountID: "ACCTID"
        case .currency, .currencySymbol: "CURSYM"
        default: "STMTTRN"
        }
    }
}
