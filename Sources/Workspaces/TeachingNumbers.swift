internal import Facts
internal import Pending
internal import Scanning

/// Equal for lines that teach about the same subjects. Comparable only within one generation.
struct TeachingNumber: Sendable, BitwiseCopyable {
    let generation: Int
    let id: Int
}

/// Numbers lines by all inputs of their subjects: sign, texts, and the suggestion's bytes.
///
/// Finding a line's subjects takes some microseconds; a million lines have only some ten thousand
/// distinct inputs.
struct TeachingNumbers {
    private var seen = TextInterner()
    private var generation = 0
    /// Generation of the suggestions' numbers.
    private var knownGeneration = 0

    /// Memory limits.
    private static let numbersMax = 1 << 16
    private static let bytesMax = 32 * 1024 * 1024

    /// - Parameter known: the cache with which the line was just parsed.
    mutating func number(of line: QueueLine, _ known: KnownSuggestions) -> TeachingNumber {
        if seen.count >= Self.numbersMax || seen.storage.count >= Self.bytesMax
            || known.generation != knownGeneration
        {
            knownGeneration = known.generation
            seen = TextInterner()
            generation += 1
        }
        var key = ByteWriter(capacity: 256)
        key.append(decimal: Int64(known.number))
        // A zero amount teaches as an expense, but has its own number.
        key.append(byte: UInt8(bitPattern: Int8(line.fact.amount.units.signum())))
        key.append(jsonString: line.fact.description)
        key.append(jsonString: line.fact.memo)
        key.append(jsonString: line.fact.counterpartyName)
        key.append(jsonString: line.fact.counterpartyIBAN)
        key.append(jsonString: line.fact.counterpartyTaxID)
        let id = key.withBytes { seen.intern($0) }
        return TeachingNumber(generation: generation, id: Int(id))
    }
}
