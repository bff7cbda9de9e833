import Facts
import Reading

/// The current record, with its own texts, since the caller may take a batch before it is complete.
struct QIFRecord {
    enum Field: Int, CaseIterable { case day, amount, precise, payee, memo, category }

    private(set) var isOpen = false
    /// The record's first line.
    private(set) var line = 0

    private var texts = [[UInt8]](repeating: [], count: Field.allCases.count)
    private var places = [(line: Int, column: Int)](repeating: (0, 0), count: Field.allCases.count)
    private var isGiven = [Bool](repeating: false, count: Field.allCases.count)
    /// The splits, in order.
    private var parts: [Part] = []
    private var partBytes = 0
    /// The first reason why the record cannot be a line.
    private var refusal: (kind: RowRejection.Kind, letter: String, line: Int)?

    /// A split: `S` begins it, `E` and `$` follow.
    private struct Part {
        var category: [UInt8] = []
        var note: [UInt8] = []
        var amount: [UInt8] = []
        var line = 0
        var column = 0
    }

    mutating func forget() {
        isOpen = false
        parts.removeAll()
        partBytes = 0
        refusal = nil
        for slot in texts.indices {
            texts[slot].removeAll(keepingCapacity: true)
            isGiven[slot] = false
        }
    }

    /// Adds a line of the record. A second day or amount means a missing end between two records.
    mutating func put(_ letter: UInt8, _ text: Span<UInt8>, at line: Int, _ column: Int) {
        if !isOpen {
            isOpen = true
            self.line = line
        }
        guard let field = Self.field(letter) else {
            if Self.isOfSplit(letter) { putSplit(letter, text, at: line, column) }
            return
        }
        let name = field.letter
        if isGiven[field.rawValue] {
            switch field {
            case .day: refuse(.dateAmbiguous, name, line)
            case .amount, .precise: refuse(.amountAmbiguous, name, line)
            case .payee, .memo, .category: break
            }
            return
        }
        if text.count > Limits.fieldBytesMax {
            refuse(.fieldTooLong, name, line)
            return
        }
        if text.hasRefusedControls {
            refuse(.textHasControls, name, line)
            return
        }
        isGiven[field.rawValue] = true
        places[field.rawValue] = (line, column)
        texts[field.rawValue].append(text)
    }

    private static func isOfSplit(_ letter: UInt8) -> Bool {
        [UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "$")].contains(letter)
    }

    private mutating func putSplit(
        _ letter: UInt8, _ text: Span<UInt8>, at line: Int, _ column: Int
    ) {
        let name = String(decoding: [letter], as: UTF8.self)
        // All of them are one text of the line, with a few more bytes for each.
        partBytes += text.count + 8
        if partBytes > Limits.fieldBytesMax { return refuse(.fieldTooLong, name, line) }
        if text.hasRefusedControls { return refuse(.textHasControls, name, line) }
        if letter == UInt8(ascii: "S") || parts.isEmpty { parts.append(Part()) }
        let last = parts.count - 1
        switch letter {
        case UInt8(ascii: "S"): parts[last].category.append(text)
        case UInt8(ascii: "E"): parts[last].note.append(text)
        default:
            parts[last].amount.append(text)
            (parts[last].line, parts[last].column) = (line, column)
        }
    }

    private mutating func refuse(_ kind: RowRejection.Kind, _ letter: String, _ line: Int) {
        if refusal == nil { refusal = (kind, letter, line) }
    }

    /// Numbers, addresses and cleared marks are ignored.
    private static func field(_ letter: UInt8) -> Field? {
        switch letter {
        case UInt8(ascii: "D"): .day
        case UInt8(ascii: "T"): .amount
        case UInt8(ascii: "U"): .precise
        case UInt8(ascii: "P"): .payee
        case UInt8(ascii: "M"): .memo
        case UInt8(ascii: "L"): .category
        default: nil
        }
    }

    // MARK: Fates

    /// The account named by a record of an opening balance: a transfer from the account to itself
    /// that is its first record, in any language, or a transfer with the words of Quicken.
    ///
    /// - Parameter account: the current account if this is its first record.
    func openingBalanceAccount(first account: String?) -> String? {
        guard self[.category].first == UInt8(ascii: "["),
            let name = QIFCategory(self[.category]).account
        else { return nil }
        let other = String(decoding: name, as: UTF8.self)
        let isWorded = self[.payee].elementsEqual("Opening Balance".utf8)
        return isWorded || other == account && parts.isEmpty ? other : nil
    }

    /// The balance that a record of an opening balance gives; nil if it gives none.
    func opening(
        file: String, settled: QIFSettled
    ) throws(RowRejection) -> (amount: Money, day: CalendarDate)? {
        try refuseDamaged(file)
        if self[.amount].isEmpty, self[.precise].isEmpty { return nil }
        return (try amount(settled.style, file), try moment(settled, file).day)
    }

    /// Ends the record as exactly one of line or rejection.
    func decideFate(
        file: String, account: Int32, currency: Currency, index: UInt32, settled: QIFSettled,
        into batch: inout LineBatch
    ) {
        do throws(RowRejection) {
            try refuseDamaged(file)
            if self[.day].isEmpty, self[.amount].isEmpty, self[.precise].isEmpty {
                throw RowRejection(
                    kind: .recordIncomplete, place: SourcePlace(file: file, line: line, column: 1),
                    field: "^", expected: "D, T")
            }
            var line = StatementLine()
            line.account = account
            line.sourceLine = UInt32(clamping: self.line)
            line.sourceIndex = index
            line.made = try moment(settled, file)
            line.bookedOn = line.made.day
            line.amount = try amount(settled.style, file).named(currency)
            let title = self[.payee].isEmpty ? Field.memo : .payee
            line.description = batch.add(self[title].span)
            if title != .memo { line.memo = batch.add(self[.memo].span) }
            try addRecorded(to: &line, settled.style, file, &batch)
            batch.lines.append(line)
        } catch {
            batch.rejections.append(error)
        }
    }

    private func refuseDamaged(_ file: String) throws(RowRejection) {
        guard let refusal else { return }
        throw RowRejection(
            kind: refusal.kind, place: SourcePlace(file: file, line: refusal.line, column: 1),
            field: refusal.letter)
    }

    /// Category, tags, splits and the other account of a transfer.
    private func addRecorded(
        to line: inout StatementLine, _ style: NumberStyle, _ file: String,
        _ batch: inout LineBatch
    ) throws(RowRejection) {
        let isPlain = !self[.category].contains { $0 == 0x5B || $0 == 0x2F }
        if parts.isEmpty, isPlain {
            line.bankCategory = batch.add(self[.category].span)
            return
        }
        var category = QIFCategory(self[.category])
        var recorded = RecordedParts()
        var tags = category.tags.isEmpty ? [] : [category.tags]
        for part in parts {
            let category = QIFCategory(part.category)
            if !category.tags.isEmpty, !tags.contains(category.tags) { tags.append(category.tags) }
            recorded.add(
                try amount(of: part, style, file), category: category.path, note: part.note)
        }
        let first = parts.first.map { QIFCategory($0.category) }
        if parts.count == 1, category.path.isEmpty || category.path == first?.path {
            // A single split is the category itself.
            category.path = first?.path ?? []
            let note = parts[0].note
            if line.memo.isEmpty { line.memo = batch.add(note.span) }
        } else if !parts.isEmpty {
            // Programs repeat the first split's category or write a word such as `--Split--`.
            if category.path == first?.path || category.path.first == 0x2D { category.path = [] }
            line.recordedParts = batch.add(recorded.bytes(summingTo: line.amount).span)
        }
        if let account = category.account {
            line.transferAccount = batch.add(account.span)
        } else {
            line.bankCategory = batch.add(category.path.span)
        }
        line.recordedTags = batch.add(Array(tags.joined(separator: [0x2C, 0x20])).span)
    }

    /// A split of the record's line as a line of its own.
    func transfer(
        _ part: Int, of whole: StatementLine, _ style: NumberStyle, into batch: inout LineBatch
    ) -> StatementLine {
        var line = whole
        let part = parts[part]
        let category = QIFCategory(part.category)
        let account = category.account ?? []
        if let amount = try? Money.written(part.amount.span, style: style, in: .unknown) {
            line.amount = amount.named(whole.amount.currency)
        }
        line.transferAccount = batch.add(account.span)
        line.bankCategory = .none
        if !part.note.isEmpty { line.memo = batch.add(part.note.span) }
        line.recordedTags = batch.add(category.tags.span)
        return line
    }

    private func amount(
        of part: Part, _ style: NumberStyle, _ file: String
    ) throws(RowRejection) -> Money {
        do throws(AmountProblem) {
            return try Money.written(part.amount.span, style: style, in: .unknown)
        } catch {
            throw RowRejection(
                kind: part.amount.isEmpty ? .amountMissing : RowRejection.Kind(amount: error),
                place: SourcePlace(
                    file: file, line: part.line > 0 ? part.line : line, column: max(1, part.column)),
                field: "$", found: CellText.excerpt(part.amount.span), expected: "decimal number")
        }
    }

    private subscript(field: Field) -> [UInt8] { texts[field.rawValue] }

    private func moment(
        _ settled: QIFSettled, _ file: String
    ) throws(RowRejection) -> CivilMoment {
        if self[.day].isEmpty { throw rejection(.dateMissing, .day, "a day", file) }
        guard let day = QIFDay(self[.day].span) else {
            throw rejection(.dateNotADay, .day, "a day", file)
        }
        guard let moment = settled.moment(day) else {
            throw rejection(.dateNotADay, .day, settled.expected(day), file)
        }
        return moment
    }

    /// `U` repeats `T` in some programs.
    private func amount(
        _ style: NumberStyle, _ file: String
    ) throws(RowRejection) -> Money {
        let field = self[.amount].isEmpty ? Field.precise : .amount
        if self[field].isEmpty { throw rejection(.amountMissing, .amount, "decimal number", file) }
        let amount = try money(field, style, file)
        if field == .amount, !self[.precise].isEmpty {
            guard try money(.precise, style, file) == amount else {
                throw rejection(.amountAmbiguous, .precise, "T", file)
            }
        }
        return amount
    }

    private func money(
        _ field: Field, _ style: NumberStyle, _ file: String
    ) throws(RowRejection) -> Money {
        do throws(AmountProblem) {
            return try Money.written(self[field].span, style: style, in: .unknown)
        } catch {
            throw rejection(RowRejection.Kind(amount: error), field, "decimal number", file)
        }
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ field: Field, _ expected: String, _ file: String
    ) -> RowRejection {
        let place = isGiven[field.rawValue] ? places[field.rawValue] : (line, 1)
        return RowRejection(
            kind: kind, place: SourcePlace(file: file, line: place.0, column: place.1),
            field: field.letter, found: CellText.excerpt(self[field].span), expected: expected)
    }
}

extension QIFRecord.Field {
    /// The letter in the file.
    fileprivate var letter: String {
        switch self {
        case .day: "D"
        case .amount: "T"
        case .precise: "U"
        case .payee: "P"
        case .memo: "M"
        case .category: "L"
        }
    }
}
