import Facts
import Reading
import Scanning

/// The current `:61:` with the fields after it, with its own texts, since the caller may take a
/// batch before it is complete.
struct MT940Row {
    private var line = StatementLine()
    private var number = WrittenNumber(mantissa: 0, scale: 0)
    private var place = SourcePlace(file: "")
    /// The first reason why the row cannot be a line.
    private var rejection: RowRejection?

    private var bankReference: [UInt8] = []
    private var reference: [UInt8] = []
    /// Lines after `:61:`, before the next field.
    private var supplement: [UInt8] = []
    /// The first `:86:`, its lines joined by a blank; and joined without one.
    private var information: [UInt8] = []
    private var informationUnwrapped: [UInt8] = []
    private var isInformationWhole = false
    /// Further `:86:` fields.
    private var more: [UInt8] = []
    /// `:NS:` fields, and the name in them.
    private var notes: [UInt8] = []
    private var notesName: [UInt8] = []

    enum Text { case supplement, information, notes }

    /// Begins a row with the line of its `:61:`; `value` is the start of the field's value in it.
    mutating func begin(
        _ text: Span<UInt8>, value: Int, place: SourcePlace, index: UInt32
    ) {
        forget()
        self.place = place
        line.sourceLine = UInt32(clamping: place.line)
        line.sourceIndex = index
        do throws(MT940Movement.Problem) {
            let movement = try MT940Movement(text, from: value)
            line.made = CivilMoment(day: movement.made)
            line.bookedOn = movement.bookedOn
            line.valueOn = movement.valueOn
            line.isHold = movement.isExpected
            number = movement.amount
            if movement.isOut { number.mantissa = 0 - number.mantissa }
            reference.append(text.extracting(movement.reference))
            bankReference.append(text.extracting(movement.bankReference))
        } catch {
            var position = TextPosition(line: place.line, column: 1)
            position.advance(over: text, from: 0, to: error.range.lowerBound)
            rejection = RowRejection(
                kind: error.kind,
                place: SourcePlace(file: place.file, at: position),
                field: ":61:", found: CellText.excerpt(text.extracting(error.range)),
                expected: error.expected)
        }
    }

    /// Clears the previous row but keeps its memory.
    private mutating func forget() {
        line = StatementLine()
        number = WrittenNumber(mantissa: 0, scale: 0)
        rejection = nil
        isInformationWhole = false
        bankReference.removeAll(keepingCapacity: true)
        reference.removeAll(keepingCapacity: true)
        supplement.removeAll(keepingCapacity: true)
        information.removeAll(keepingCapacity: true)
        informationUnwrapped.removeAll(keepingCapacity: true)
        more.removeAll(keepingCapacity: true)
        notes.removeAll(keepingCapacity: true)
        notesName.removeAll(keepingCapacity: true)
    }

    /// A new `:86:` of the row begins.
    mutating func beginInformation() {
        if !information.isEmpty { isInformationWhole = true }
    }

    /// Adds a line of one of the row's texts.
    mutating func feed(_ text: Span<UInt8>, as kind: Text, at position: TextPosition) {
        let inked = text.trimmed(text.indices)
        let used =
            supplement.count + information.count + more.count + notes.count + inked.count
        if used > Limits.recordBytesMax {
            refuse(.fieldTooLong, kind == .supplement ? ":61:" : ":86:", position)
            return
        }
        if text.hasRefusedControls {
            refuse(.textHasControls, kind == .supplement ? ":61:" : ":86:", position)
            return
        }
        switch kind {
        case .supplement: join(text.extracting(inked), to: &supplement)
        case .information where isInformationWhole: join(text.extracting(inked), to: &more)
        case .information:
            join(text.extracting(inked), to: &information)
            informationUnwrapped.append(text)
        case .notes:
            join(text.extracting(inked), to: &notes)
            // Lines of a note begin with a two-digit code; 15 and 16 are the counterparty's name.
            if text.count > 2, text[0] == 0x31, text[1] == 0x35 || text[1] == 0x36 {
                notesName.append(text.extracting(2..<text.count))
            }
        }
    }

    private mutating func refuse(
        _ kind: RowRejection.Kind, _ field: String, _ position: TextPosition
    ) {
        if rejection != nil { return }
        rejection = RowRejection(
            kind: kind,
            place: SourcePlace(file: place.file, at: position),
            field: field)
    }

    private func join(_ text: Span<UInt8>, to whole: inout [UInt8]) {
        if text.isEmpty { return }
        if !whole.isEmpty { whole.append(0x20) }
        whole.append(text)
    }

    // MARK: Fates

    /// The rejection of a row after which the file is unreadable.
    var incomplete: RowRejection {
        RowRejection(kind: .recordIncomplete, place: place, field: ":61:")
    }

    /// Ends the row as exactly one of line or rejection.
    func decideFate(account: Int32, currency: Currency, into batch: inout LineBatch) {
        if let rejection {
            batch.rejections.append(rejection)
            return
        }
        if bankReference.contains(0) || reference.contains(0) {
            batch.rejections.append(
                RowRejection(kind: .textHasControls, place: place, field: ":61:"))
            return
        }
        var line = line
        line.account = account
        do throws(Money.Refusal) {
            line.amount = try Money(number, in: currency)
        } catch {
            batch.rejections.append(
                RowRejection(
                    kind: .amountOverflow, place: place, field: ":61:", expected: "decimal comma"))
            return
        }
        line.bankID = batch.add(bankReference.span)
        line.description = batch.add(information.span)
        let marked = MarkedText(informationUnwrapped.span)
        var memo = supplement
        for text in [more, notes, marked?.purpose ?? []] { join(text.span, to: &memo) }
        line.memo = batch.add(memo.span)
        addCounterparty(marked, to: &line, of: &batch)
        batch.lines.append(line)
    }

    private func addCounterparty(
        _ marked: MarkedText?, to line: inout StatementLine, of batch: inout LineBatch
    ) {
        var (name, account) = (marked?.name ?? [], marked?.account ?? [])
        if name.isEmpty { name = notesName }
        // Some banks pad a reference to 16 places and append a name.
        if name.isEmpty, reference.count > 16, reference[15] == 0x20 {
            name = Array(reference[16...])
        }
        if account.isEmpty {
            account = provedIBAN(reference.span) ?? provedIBAN(supplement.span) ?? []
        }
        line.counterpartyName = batch.add(name.span)
        let normalized = IBANText.normalized(account.span) ?? account
        line.counterpartyIBAN = batch.add(normalized.span)
    }

    /// A text that is nothing but an IBAN with right check digits: other references have its form,
    /// and those of creditors (`RF18…`, ISO 11649) also its check digits.
    private func provedIBAN(_ text: Span<UInt8>) -> [UInt8]? {
        guard let iban = IBANText.normalized(text), !iban.starts(with: "RF".utf8),
            IBAN.proved(String(decoding: iban, as: UTF8.self)) != nil
        else { return nil }
        return iban
    }
}
