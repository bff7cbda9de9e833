package import Facts

/// The parts into which another program's user split a row, as ``FactText/recordedParts`` stores
/// them. A part that moves money to another account has its name in brackets as category.
package struct RecordedParts {
    private var parts: [(amount: Money, category: [UInt8], note: [UInt8])] = []

    package init() {}

    package var isEmpty: Bool { parts.isEmpty }

    package mutating func add(_ amount: Money, category: [UInt8], note: [UInt8]) {
        parts.append((amount, category, note))
    }

    /// The sum of all parts; nil if there are none or it is too large.
    package var sum: Money? {
        guard let first = parts.first?.amount else { return nil }
        return Money(
            atto: parts.reduce(0) { $0 + $1.amount.atto },
            scale: parts.reduce(first.scale) { max($0, $1.amount.scale) }, currency: first.currency)
    }

    /// A line for each part, and one without a category for what they lack to the row's amount.
    package func bytes(summingTo whole: Money) -> [UInt8] {
        var parts = parts
        let rest = parts.reduce(whole.atto) { $0 - $1.amount.atto }
        let scale = parts.reduce(whole.scale) { max($0, $1.amount.scale) }
        if rest != 0, let money = Money(atto: rest, scale: scale, currency: whole.currency) {
            parts.append((money, [], []))
        }
        var bytes: [UInt8] = []
        for part in parts {
            if !bytes.isEmpty { bytes.append(0x0A) }
            let amount = Money(
                atto: part.amount.atto, scale: max(part.amount.scale, whole.scale),
                currency: whole.currency)
            bytes += (amount ?? part.amount).text.utf8
            bytes.append(0x09)
            bytes += Self.plain(part.category)
            if !part.note.isEmpty {
                bytes.append(0x09)
                bytes += Self.plain(part.note)
            }
        }
        return bytes
    }

    /// Without the bytes that separate parts.
    private static func plain(_ text: [UInt8]) -> [UInt8] { text.map { $0 < 0x20 ? 0x20 : $0 } }
}
