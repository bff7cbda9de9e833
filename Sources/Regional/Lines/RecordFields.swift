import Facts
import Reading

/// The texts of the current record, by slot, in their own arena: the caller may take a batch before
/// the record is complete.
struct RecordFields {
    private(set) var texts: [UInt8] = []
    private var fields: [Field]
    /// The first field that exceeds the limit.
    private(set) var tooLong: Int?

    private struct Field {
        var range = 0..<0
        var line = 0
        var column = 0
        var times = 0
    }

    /// - Parameter slots: number of fields in a record.
    init(slots: Int) {
        fields = Array(repeating: Field(), count: slots)
    }

    /// Clears the record, keeping its memory.
    mutating func removeAll() {
        texts.removeAll(keepingCapacity: true)
        tooLong = nil
        for slot in fields.indices { fields[slot] = Field() }
    }

    /// Sets a value; the last of several counts, and `times` counts them.
    mutating func put(_ text: Span<UInt8>, in slot: Int, line: Int, column: Int) {
        let times = fields[slot].times + 1
        guard fits(text.count, slot) else { return }
        fields[slot] = Field(range: add(text), line: line, column: column, times: times)
    }

    /// Appends a further piece of a value.
    mutating func extend(_ slot: Int, by text: Span<UInt8>, blank: Bool) {
        let known = fields[slot].range
        guard fits(known.count + text.count + 1, slot) else { return }
        let start = texts.count
        texts.append(contentsOf: texts[known])
        if blank, !known.isEmpty { texts.append(0x20) }
        _ = add(text)
        fields[slot].range = start..<texts.count
    }

    func isGiven(_ slot: Int) -> Bool { fields[slot].times > 0 }
    /// The number of values that the record has for the slot.
    func times(_ slot: Int) -> Int { fields[slot].times }
    /// The range of the value in `texts`; empty if it is absent or blank.
    func range(_ slot: Int) -> Range<Int> { fields[slot].range }
    func isBlank(_ slot: Int) -> Bool { fields[slot].range.isEmpty }

    func string(_ slot: Int) -> String {
        String(decoding: texts[fields[slot].range], as: UTF8.self)
    }

    /// The place of a slot's value, or the given line if there is none.
    func place(_ slot: Int, file: String, orLine line: Int) -> SourcePlace {
        fields[slot].times > 0
            ? SourcePlace(file: file, line: fields[slot].line, column: fields[slot].column)
            : SourcePlace(file: file, line: line, column: 1)
    }

    private mutating func fits(_ count: Int, _ slot: Int) -> Bool {
        if count <= Limits.fieldBytesMax, texts.count + count <= Limits.recordBytesMax {
            return true
        }
        if tooLong == nil { tooLong = slot }
        return false
    }

    private mutating func add(_ text: Span<UInt8>) -> Range<Int> {
        let start = texts.count
        texts.append(text)
        return start..<texts.count
    }
}

extension Money {
    /// Parses an amount with either mark; a possible group of thousands is refused as ambiguous.
    static func written(
        _ text: Span<UInt8>, currency: Currency
    ) throws(AmountProblem) -> Money {
        let number = try AmountText.parse(text, style: .either)
        do throws(Money.Refusal) {
            return try Money(
                mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
        } catch {
            throw .overflow
        }
    }
}
