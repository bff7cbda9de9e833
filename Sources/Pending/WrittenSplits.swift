internal import Facts
internal import Scanning

/// Parsed splits of a line, `[{"category":…,"amount":"…","note":…}]`, before their currency is
/// known.
struct WrittenSplits: Sendable, Equatable {
    private struct Part: Sendable, Equatable {
        let category: String
        let amount: WrittenAmount
        let note: String
    }

    private var parts: [Part] = []
    /// The start of the member's name.
    private let offset: Int

    /// - Parameter offset: the position of a fault of the whole list.
    static func parse(
        _ s: Span<UInt8>, _ cursor: inout LineCursor, from offset: Int
    ) throws(QueueFault) -> WrittenSplits {
        var result = WrittenSplits(offset: offset)
        try cursor.openArray(s)
        while true {
            let token = try cursor.next(s)
            if token.kind == .endArray { return result }
            guard token.kind == .beginObject else {
                throw QueueFault(.wrongType, at: token.start, member: "splits")
            }
            var category: String?
            var amount: WrittenAmount?
            var note: String?
            while let key = try cursor.key(s) {
                if isKey(key, s, "category"), category == nil {
                    category = try cursor.string(s)
                } else if isKey(key, s, "amount"), amount == nil {
                    amount = try cursor.decimal(s)
                } else if isKey(key, s, "note"), note == nil {
                    note = try cursor.string(s)
                } else {
                    throw QueueFault(.memberUnknown, at: key.start, member: "splits")
                }
            }
            guard let category, let amount else {
                throw QueueFault(
                    .memberMissing, at: token.start,
                    member: category == nil ? "splits.category" : "splits.amount")
            }
            result.parts.append(Part(category: category, amount: amount, note: note ?? ""))
        }
    }

    private init(offset: Int) { self.offset = offset }

    /// - Throws: `amountInvalid`, also for nothing and for less than the smallest coin, or
    ///   `splitsDoNotSum` unless the splits sum exactly to the whole; no splits are valid.
    func parts(of whole: Money) throws(QueueFault) -> [Decision.Split] {
        var result: [Decision.Split] = []
        var sum = Money(units: 0, scale: whole.scale, currency: whole.currency)
        let fault = QueueFault(.splitsDoNotSum, at: offset, member: "splits")
        for part in parts {
            let amount = try part.amount.money(in: whole.currency)
            guard !amount.isZero, amount.scale <= max(whole.scale, whole.currency.exponent) else {
                throw QueueFault(.amountInvalid, at: offset, member: "splits.amount")
            }
            do throws(Money.Refusal) { sum = try sum.adding(amount) } catch { throw fault }
            result.append(.init(category: part.category, amount: amount, note: part.note))
        }
        if !result.isEmpty, !isSame(sum, whole) { throw fault }
        return result
    }

    private func isSame(_ a: Money, _ b: Money) -> Bool {
        let scale = max(a.scale, b.scale)
        do throws(Money.Refusal) {
            return try a.units(atScale: scale) == b.units(atScale: scale)
        } catch {
            return false
        }
    }
}

func appendSplits(_ splits: [Decision.Split], to out: inout ByteWriter) {
    out.append("[")
    for (index, split) in splits.enumerated() {
        if index > 0 { out.append(",") }
        out.append("{\"category\":")
        out.append(jsonString: split.category)
        out.append(",\"amount\":\"")
        FactJSON.append(split.amount, to: &out)
        out.append("\"")
        appendMember(",\"note\":", split.note, to: &out)
        out.append("}")
    }
    out.append("]")
}
