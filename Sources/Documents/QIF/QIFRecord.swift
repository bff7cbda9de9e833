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
    /// The first reason why the record cannot be a line.
    private var refusal: (kind: RowRejection.Kind, letter: String, line: Int)?

    mutating func forget() {
        isOpen = false
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
        guard let field = Self.field(letter) else { return }
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

    private mutating func refuse(_ kind: RowRejection.Kind, _ letter: String, _ line: Int) {
        if refusal == nil { refusal = (kind, letter, line) }
    }

    /// Numbers, addresses, cleared marks and splits are ignored.
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

    /// The account named by a record of an opening balance: a transfer from the account to itself.
    var openingBalanceAccount: String? {
        let category = self[.category]
        guard self[.payee].elementsEqual("Opening Balance".utf8), category.count > 2,
            category.first == UInt8(ascii: "["), category.last == UInt8(ascii: "]")
        else { return nil }
        return String(decoding: category.dropFirst().dropLast(), as: UTF8.self)
    }

    /// Ends the record as exactly one of line or rejection.
    func decideFate(
        file: String, account: Int32, index: UInt32, settled: QIFSettled,
        into batch: inout LineBatch
    ) {
        do throws(RowRejection) {
            if let refusal {
                throw RowRejection(
                    kind: refusal.kind,
                    place: SourcePlace(file: file, line: refusal.line, column: 1),
                    field: refusal.letter)
            }
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
            line.amount = try amount(settled.style, file)
            let title = self[.payee].isEmpty ? Field.memo : .payee
            line.description = batch.add(self[title].span)
            if title != .memo { line.memo = batch.add(self[.memo].span) }
            line.bankCategory = batch.add(self[.category].span)
            batch.lines.append(line)
        } catch {
            batch.rejections.append(error)
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
