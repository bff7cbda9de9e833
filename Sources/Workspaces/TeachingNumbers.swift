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
struct TeachingNumbers {
    private var seen = TextInterner()
    private(set) var generation = 0
    /// Of the numbers of suggestions.
    private var knownGeneration = 0
    /// Reused for each line.
    private var room: [UInt8] = []

    /// A bound for memory; a million lines have some thousand.
    private static let numbersMax = 1 << 16
    private static let bytesMax = 32 * 1024 * 1024

    /// - Parameter known: just used to read the line.
    mutating func number(of line: QueueLine, _ known: KnownTexts) -> TeachingNumber {
        if seen.count >= Self.numbersMax || seen.storage.count >= Self.bytesMax
            || known.generation != knownGeneration
        {
            knownGeneration = known.generation
            seen = TextInterner()
            generation += 1
        }
        room.removeAll(keepingCapacity: true)
        append(direction: line.fact.amount, to: &room)
        append(known.suggestionNumber, to: &room)
        append(line.fact.description, to: &room)
        append(line.fact.memo, to: &room)
        append(line.fact.counterpartyName, to: &room)
        append(line.fact.counterpartyIBAN, to: &room)
        append(line.fact.counterpartyTaxID, to: &room)
        let key = room
        assert(seen.count < Self.numbersMax, "numbers begin anew when there are too many")
        return TeachingNumber(generation: generation, id: Int(seen.intern(key.span)))
    }
}

/// Numbers plain lines by all of them but amounts, times, account and source: who knows one line of
/// a number knows what is proposed for the others and what they teach. Numbers of different
/// generations say nothing.
struct LineKinds {
    private(set) var generation = 0
    private var seen = TextInterner()
    /// What lines of a number teach, once one of them was read whole and nothing of it needs to be
    /// read again in others.
    private var taught: [TeachingNumber?] = []
    /// Of ``TeachingNumbers``.
    private var teachingGeneration = 0
    /// Reused for each line.
    private var room: [UInt8] = []

    /// Bounds for memory; a million lines have some ten thousand.
    private static let numbersMax = 1 << 16
    private static let bytesMax = 1 << 24
    private static let restHashedMax = 96

    /// - Parameter teachings: numbers begin anew when those do.
    mutating func number(
        of line: PlainLine, in s: Span<UInt8>, _ teachings: TeachingNumbers
    ) -> Int {
        if seen.count >= Self.numbersMax || seen.storage.count >= Self.bytesMax
            || teachings.generation != teachingGeneration
        {
            teachingGeneration = teachings.generation
            seen = TextInterner()
            taught = []
            generation += 1
        }
        room.removeAll(keepingCapacity: true)
        append(direction: line.fact.amount, to: &room)
        append(line.words.count, to: &room)
        room.append(s.extracting(line.words.range))
        room.append(s.extracting(line.rest.range))
        // Words are found by all their bytes, and mostly had one suggestion; its beginning,
        // category and confidence, tells nearly all others.
        let key = room
        let hashed = key.count - max(0, Int(line.rest.count) - Self.restHashedMax)
        let hash = TextInterner.hash(of: key.span.extracting(0..<hashed))
        return Int(seen.intern(key.span, hash: hash))
    }

    func teaching(of number: Int) -> TeachingNumber? {
        number < taught.count ? taught[number] : nil
    }

    mutating func setTeaching(_ teaching: TeachingNumber, of number: Int) {
        while taught.count <= number { taught.append(nil) }
        taught[number] = teaching
    }
}

/// An amount of nothing teaches about money that went out; it is told from one that came in.
private func append(direction amount: Money, to bytes: inout [UInt8]) {
    bytes.append(UInt8(bitPattern: Int8(amount.units.signum())))
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
