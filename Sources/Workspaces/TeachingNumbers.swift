internal import Facts
internal import Pending
internal import Scanning

/// Says of two lines that they teach about the same subjects. Numbers of different generations say
/// nothing.
struct TeachingNumber: Sendable, BitwiseCopyable {
    let generation: Int
    let id: Int
}

/// Numbers lines by all that decides what they teach about: sign, texts, and the bytes of the
/// suggestion.
///
/// Finding the subjects of a line takes some microseconds, and a million lines teach some ten
/// thousand things.
struct TeachingNumbers {
    private var seen = TextInterner()
    private var generation = 0
    /// Of the numbers of suggestions.
    private var knownGeneration = 0

    /// Bounds for memory.
    private static let numbersMax = 1 << 16
    private static let bytesMax = 32 * 1024 * 1024

    /// - Parameter known: just used to read the line.
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
        // An amount of nothing teaches about money that went out; it is told from one that came in.
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
