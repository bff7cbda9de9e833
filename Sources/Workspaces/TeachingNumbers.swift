internal import Facts
internal import Pending
internal import Scanning

/// Says of two lines that they teach about the same subjects. Numbers of different generations say nothing.
struct TeachingNumber: Sendable {
    let generation: Int
    let id: Int
}

/// Numbers lines by all that decides what they teach about: sign, texts, and the bytes of the suggestion.
struct TeachingNumbers {
    private var seen = TextInterner()
    private var generation = 0
    /// Of the numbers of suggestions.
    private var knownGeneration = 0
    /// Reused for each line.
    private var room: [UInt8] = []

    /// A bound for memory; a million lines have some thousand.
    private static let numbersMax = 1 << 16

    /// - Parameter known: just used to read the line.
    mutating func number(of line: QueueLine, _ known: KnownTexts) -> TeachingNumber {
        if seen.count >= Self.numbersMax || known.generation != knownGeneration {
            knownGeneration = known.generation
            seen = TextInterner()
            generation += 1
        }
        var bytes: [UInt8] = []
        swap(&bytes, &room)
        defer { swap(&bytes, &room) }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(line.fact.amount.isNegative ? 1 : 0)
        append(known.suggestionNumber, to: &bytes)
        append(line.fact.description, to: &bytes)
        append(line.fact.memo, to: &bytes)
        append(line.fact.counterpartyName, to: &bytes)
        append(line.fact.counterpartyIBAN, to: &bytes)
        append(line.fact.counterpartyTaxID, to: &bytes)
        return TeachingNumber(generation: generation, id: Int(seen.intern(bytes.span)))
    }
}

private func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt32(truncatingIfNeeded: text.utf8.count), to: &bytes)
    bytes.append(contentsOf: text.utf8)
}

private func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
}
