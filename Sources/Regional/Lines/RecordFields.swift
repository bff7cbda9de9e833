import Facts
import Reading

/// The fields of a format's records.
protocol RecordKey: RawRepresentable<Int>, CaseIterable {
    /// The name of the field in the format, for errors.
    var word: String { get }
}

/// The texts of the current record, by key, in their own arena: the caller may take a batch before
/// the record is complete.
struct RecordFields<Key: RecordKey> {
    let file: String
    /// The record's first line.
    private(set) var startLine = 0
    /// The first field that exceeds the limit.
    private(set) var tooLong: Key?

    private var texts: [UInt8] = []
    private var fields = Array(repeating: Field(), count: Key.allCases.count)

    private struct Field {
        var range = 0..<0
        var line = 0
        var column = 0
        var times = 0
    }

    init(file: String) {
        self.file = file
    }

    /// Begins a record in the memory of the last one.
    mutating func begin(line: Int) {
        startLine = line
        texts.removeAll(keepingCapacity: true)
        tooLong = nil
        for slot in fields.indices { fields[slot] = Field() }
    }

    /// Sets a value; the last of several counts, and `times` counts them.
    mutating func put(_ text: Span<UInt8>, as key: Key, line: Int, column: Int) {
        guard fits(text.count, key) else { return }
        let start = texts.count
        texts.append(text)
        fields[key.rawValue] = Field(
            range: start..<texts.count, line: line, column: column, times: times(key) + 1)
    }

    /// Appends a further piece of a value, after a blank.
    mutating func extend(_ key: Key, by text: Span<UInt8>) {
        let known = fields[key.rawValue].range
        guard fits(known.count + text.count + 1, key) else { return }
        let start = texts.count
        texts.append(contentsOf: texts[known])
        if !known.isEmpty { texts.append(0x20) }
        texts.append(text)
        fields[key.rawValue].range = start..<texts.count
    }

    /// The value; empty if it is absent or blank.
    subscript(key: Key) -> ArraySlice<UInt8> {
        texts[fields[key.rawValue].range]
    }

    func isBlank(_ key: Key) -> Bool { fields[key.rawValue].range.isEmpty }
    func isGiven(_ key: Key) -> Bool { times(key) > 0 }
    /// The number of values that the record has for the key.
    func times(_ key: Key) -> Int { fields[key.rawValue].times }
    func string(_ key: Key) -> String {
        String(decoding: self[key], as: UTF8.self)
    }

    private mutating func fits(_ count: Int, _ key: Key) -> Bool {
        if count <= Limits.fieldBytesMax, texts.count + count <= Limits.recordBytesMax {
            return true
        }
        if tooLong == nil { tooLong = key }
        return false
    }

    // MARK: Values

    /// - Throws: the rejection of a value that is no amount.
    func money(
        _ key: Key, in currency: Currency, style: NumberStyle = .either
    ) throws(RowRejection) -> Money {
        do throws(AmountProblem) {
            return try Money.written(
                texts.span.extracting(fields[key.rawValue].range), style: style, in: currency)
        } catch {
            throw rejection(RowRejection.Kind(amount: error), key, expected: "decimal number")
        }
    }

    /// An amount whose side is given elsewhere: a sign beside it is ambiguous.
    func unsignedMoney(
        _ key: Key, in currency: Currency
    ) throws(RowRejection) -> Money {
        let amount = try money(key, in: currency)
        if amount.isNegative { throw rejection(.directionUnknown, key, expected: "unsigned") }
        return amount
    }

    func moment(
        _ key: Key, formats: [DateFormat]
    ) throws(RowRejection) -> CivilMoment {
        do throws(DateProblem) {
            var hint = 0
            return try DateText.parse(
                texts.span.extracting(fields[key.rawValue].range), formats: formats, hint: &hint)
        } catch {
            throw rejection(RowRejection.Kind(date: error), key, expected: "dd.mm.yyyy")
        }
    }

    /// Appends the value to the texts of a batch.
    func add(
        _ key: Key, to batch: inout LineBatch
    ) throws(RowRejection) -> TextRef {
        try add(Array(self[key]), as: key, to: &batch)
    }

    /// Appends a text made from the key's value and others.
    func add(
        _ text: [UInt8], as key: Key, to batch: inout LineBatch
    ) throws(RowRejection) -> TextRef {
        do throws(CellText.Problem) {
            return try CellText.add(text.span, hasQuotes: false, to: &batch)
        } catch {
            throw rejection(.textHasControls, key, expected: "")
        }
    }

    /// At the value's place, or the record's first line if there is none.
    func rejection(
        _ kind: RowRejection.Kind, _ key: Key, expected: String
    ) -> RowRejection {
        let field = fields[key.rawValue]
        let place =
            isGiven(key)
            ? SourcePlace(file: file, line: field.line, column: field.column)
            : SourcePlace(file: file, line: startLine, column: 1)
        return RowRejection(
            kind: kind, place: place, field: key.word,
            found: CellText.excerpt(texts.span.extracting(field.range)), expected: expected)
    }
}
