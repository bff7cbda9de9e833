internal import Scanning

/// A regular expression over folded text, matched in time linear in the text, whatever the
/// expression.
///
/// Supports letters, `.`, `[a-zа-я]`, `[^…]`, `\d \w \s \b`, `^ $`, groups, `|` and `* + ? {m,n}`.
/// Its letters are folded as descriptions are, so that case, apostrophes and punctuation do not
/// count: punctuation and blanks match the one blank between words. Backreferences and lookaround
/// are refused: no linear automaton has them. Thompson's NFA (1968).
internal struct LinearRegex: Sendable {
    /// As written; expressions with equal patterns are equal.
    let pattern: String
    private let program: [Step]
    private let sets: [ScalarSet]

    /// Why a pattern is refused, and the offending part.
    struct Fault: Error, Equatable {
        enum Reason: Equatable { case wrong, unsupported, tooLarge }
        let reason: Reason
        let found: String
    }

    fileprivate enum Step {
        case scalar(UInt32)
        case any
        case set(Int)
        case fork(Int, Int)
        case jump(Int)
        case start, end, boundary
        case match
    }

    /// Bounds the work per letter; no pattern that a person writes comes near.
    static let stepsMax = 1_000

    init(_ pattern: String) throws(Fault) {
        var parser = RegexParser(pattern)
        let tree = try parser.parse()
        var compiler = RegexCompiler()
        try compiler.add(tree)
        compiler.program.append(.match)
        self.pattern = pattern
        program = compiler.program
        sets = compiler.sets
    }

    /// Whether the expression is found anywhere in a folded text.
    ///
    /// - Complexity: O(*n* · *m*) in the letters of the text and the steps of the expression.
    func isFound(in text: Span<UInt8>) -> Bool {
        var now = Threads(count: program.count)
        var next = Threads(count: program.count)
        var at = 0
        var before: UInt32?
        while true {
            let (scalar, count) = Self.scalar(in: text, at: at)
            if follow(from: 0, &now, before: before, after: scalar) { return true }
            guard let scalar else { return false }
            for place in now.places where accepts(place, scalar) {
                let (after, _) = Self.scalar(in: text, at: at + count)
                if follow(from: place + 1, &next, before: scalar, after: after) { return true }
            }
            swap(&now, &next)
            next.clear()
            before = scalar
            at += count
        }
    }

    private func accepts(_ place: Int, _ scalar: UInt32) -> Bool {
        switch program[place] {
        case .scalar(let wanted): wanted == scalar
        case .any: true
        case .set(let number): sets[number].contains(scalar)
        case .fork, .jump, .start, .end, .boundary, .match: false
        }
    }

    /// Adds the states reachable without a letter; true when one of them is the end.
    private func follow(
        from place: Int, _ threads: inout Threads, before: UInt32?, after: UInt32?
    ) -> Bool {
        var waiting = [place]
        while let place = waiting.popLast() {
            guard threads.add(place) else { continue }
            switch program[place] {
            case .match: return true
            case .jump(let target): waiting.append(target)
            case .fork(let one, let other):
                waiting.append(other)
                waiting.append(one)
            case .start: if before == nil { waiting.append(place + 1) }
            case .end: if after == nil { waiting.append(place + 1) }
            case .boundary:
                let isWordBefore = before.map { $0 != 0x20 } ?? false
                let isWordAfter = after.map { $0 != 0x20 } ?? false
                if isWordBefore != isWordAfter { waiting.append(place + 1) }
            case .scalar, .any, .set: break
            }
        }
        return false
    }

    /// Folded text is UTF-8; a stray byte counts as a letter of its own.
    private static func scalar(in text: Span<UInt8>, at: Int) -> (scalar: UInt32?, count: Int) {
        guard at < text.count else { return (nil, 0) }
        let lead = text[at]
        let count = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard count > 1, at + count <= text.count else { return (UInt32(lead), 1) }
        var value = UInt32(lead) & (0x7F >> UInt32(count))
        for index in 1..<count { value = value << 6 | UInt32(text[at + index] & 0x3F) }
        return (value, count)
    }

    /// The active states of the program, each once.
    private struct Threads {
        private(set) var places: [Int] = []
        private var isIn: [Bool]

        init(count: Int) { isIn = [Bool](repeating: false, count: count) }

        mutating func add(_ place: Int) -> Bool {
            if isIn[place] { return false }
            isIn[place] = true
            places.append(place)
            return true
        }

        mutating func clear() {
            for place in places { isIn[place] = false }
            places.removeAll(keepingCapacity: true)
        }
    }
}

/// The letters of a class such as `[а-яґ]`.
private struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    func contains(_ scalar: UInt32) -> Bool {
        ranges.contains { $0.contains(scalar) } != isNegated
    }

    static let digits = ScalarSet(ranges: [0x30...0x39])
    static let blank = ScalarSet(ranges: [0x20...0x20])
    static let word = ScalarSet(ranges: [0x20...0x20], isNegated: true)
}

private indirect enum RegexTree {
    case empty
    case scalar(UInt32)
    case any
    case set(ScalarSet)
    case start, end, boundary
    case sequence([RegexTree])
    case either([RegexTree])
    case times(RegexTree, min: Int, max: Int?)
}

private struct RegexParser {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private let folder = TextFolder()

    private static let depthMax = 50
    private static let timesMax = 100

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    mutating func parse() throws(LinearRegex.Fault) -> RegexTree {
        let tree = try either()
        if at < scalars.count { throw fault(.wrong, from: at) }
        return tree
    }

    private mutating func either() throws(LinearRegex.Fault) -> RegexTree {
        var choices = [try sequence()]
        while consume("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .either(choices)
    }

    private mutating func sequence() throws(LinearRegex.Fault) -> RegexTree {
        var parts: [RegexTree] = []
        var letters = String.UnicodeScalarView()
        while let next = peek, next != "|", next != ")" {
            let start = at
            let part = try atom()
            let repeated = try quantified(part, from: start)
            if case .scalar(let value) = repeated, let letter = Unicode.Scalar(value) {
                letters.append(letter)
                continue
            }
            parts += folded(&letters)
            if case .times(.scalar(let value), let min, let max) = repeated {
                // A repeated letter is folded by itself.
                if let letter = Unicode.Scalar(value) { letters.append(letter) }
                let single = folded(&letters)
                parts.append(.times(.sequence(single), min: min, max: max))
            } else {
                parts.append(repeated)
            }
        }
        parts += folded(&letters)
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func atom() throws(LinearRegex.Fault) -> RegexTree {
        let start = at
        let next = scalars[at]
        at += 1
        switch next {
        case ".": return .any
        case "^": return .start
        case "$": return .end
        case "[": return .set(try set(from: start))
        case "(":
            if consume("?"), !consume(":") { throw fault(.unsupported, from: start) }
            depth += 1
            if depth > Self.depthMax { throw fault(.tooLarge, from: start) }
            let inner = try either()
            depth -= 1
            if !consume(")") { throw fault(.wrong, from: start) }
            // A group stays a unit, even with a single letter, so that its letters are folded
            // within it.
            return .sequence([inner])
        case "*", "+", "?": throw fault(.wrong, from: start)
        case "{", "}", "]": throw fault(.wrong, from: start)
        case "\\": return try escaped(from: start)
        default: return .scalar(next.value)
        }
    }

    private mutating func escaped(from start: Int) throws(LinearRegex.Fault) -> RegexTree {
        guard let next = peek else { throw fault(.wrong, from: start) }
        at += 1
        switch next {
        case "d": return .set(.digits)
        case "s": return .set(.blank)
        case "w": return .set(.word)
        case "b": return .boundary
        case "D": return .set(ScalarSet(ranges: ScalarSet.digits.ranges, isNegated: true))
        case "S": return .set(.word)
        default:
            // Letters and digits after a backslash are unsupported, above all \1 and \p.
            if next.properties.isAlphabetic || next.properties.numericType != nil {
                throw fault(.unsupported, from: start)
            }
            return .scalar(next.value)
        }
    }

    private mutating func quantified(
        _ part: RegexTree, from start: Int
    ) throws(LinearRegex.Fault) -> RegexTree {
        guard let next = peek else { return part }
        let range: (min: Int, max: Int?)
        switch next {
        case "*": range = (0, nil)
        case "+": range = (1, nil)
        case "?": range = (0, 1)
        case "{":
            at += 1
            let min = number()
            var max = min
            if consume(",") { max = number() }
            let isClosed = peek == "}"
            guard isClosed, let min, min <= max ?? min else { throw fault(.wrong, from: start) }
            if Swift.max(min, max ?? 0) > Self.timesMax { throw fault(.tooLarge, from: start) }
            range = (min, max)
        default: return part
        }
        at += 1
        // `a+?` matches where `a+` does, and only that is asked.
        _ = consume("?")
        if let more = peek, "*+?{".unicodeScalars.contains(more) {
            throw fault(.wrong, from: start)
        }
        return .times(part, min: range.min, max: range.max)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let next = peek, ("0"..."9").contains(next) {
            value = min(100_000, (value ?? 0) * 10 + Int(next.value - 0x30))
            at += 1
        }
        return value
    }

    /// After `[`. Descriptions have small letters only, so a capital means its small letter too.
    private mutating func set(from start: Int) throws(LinearRegex.Fault) -> ScalarSet {
        var result = ScalarSet()
        result.isNegated = consume("^")
        var isFirst = true
        while let next = peek, next != "]" || isFirst {
            isFirst = false
            at += 1
            var low = next
            if next == "\\" {
                let tree = try escaped(from: at - 1)
                if case .set(let inner) = tree {
                    if inner.isNegated { throw fault(.unsupported, from: start) }
                    result.ranges += inner.ranges
                    continue
                }
                guard case .scalar(let value) = tree, let scalar = Unicode.Scalar(value) else {
                    throw fault(.unsupported, from: start)
                }
                low = scalar
            }
            var high = low
            if peek == "-", at + 1 < scalars.count, scalars[at + 1] != "]" {
                at += 1
                high = scalars[at]
                at += 1
            }
            guard low <= high else { throw fault(.wrong, from: start) }
            result.ranges.append(low.value...high.value)
            if let small = Self.small(low), let large = Self.small(high), small <= large {
                result.ranges.append(small...large)
            }
        }
        guard consume("]"), !result.ranges.isEmpty else { throw fault(.wrong, from: start) }
        return result
    }

    private static func small(_ scalar: Unicode.Scalar) -> UInt32? {
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        return small.count == 1 ? small.first?.value : nil
    }

    /// Takes the letters collected so far, as in folded text.
    private func folded(_ letters: inout String.UnicodeScalarView) -> [RegexTree] {
        var result: [RegexTree] = []
        var word = String.UnicodeScalarView()
        func endWord() {
            for scalar in folder.fold(String(word)).unicodeScalars {
                result.append(.scalar(scalar.value))
            }
            word = String.UnicodeScalarView()
        }
        var isBlankLast = false
        for letter in letters {
            // Folding a letter between letters distinguishes blanks from dropped letters.
            if folder.fold("a" + String(letter) + "a") == "a a" {
                endWord()
                if !isBlankLast { result.append(.scalar(0x20)) }
                isBlankLast = true
            } else {
                word.append(letter)
                isBlankLast = false
            }
        }
        endWord()
        letters = String.UnicodeScalarView()
        return result
    }

    private var peek: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func consume(_ wanted: Unicode.Scalar) -> Bool {
        guard peek == wanted else { return false }
        at += 1
        return true
    }

    private func fault(_ reason: LinearRegex.Fault.Reason, from start: Int) -> LinearRegex.Fault {
        var found = String.UnicodeScalarView()
        found.append(contentsOf: scalars[min(start, scalars.count)...].prefix(20))
        return LinearRegex.Fault(reason: reason, found: String(found))
    }
}

private struct RegexCompiler {
    var program: [LinearRegex.Step] = []
    var sets: [ScalarSet] = []

    mutating func add(_ tree: RegexTree) throws(LinearRegex.Fault) {
        if program.count > LinearRegex.stepsMax {
            throw LinearRegex.Fault(reason: .tooLarge, found: "")
        }
        switch tree {
        case .empty: break
        case .scalar(let value): program.append(.scalar(value))
        case .any: program.append(.any)
        case .start: program.append(.start)
        case .end: program.append(.end)
        case .boundary: program.append(.boundary)
        case .set(let set):
            program.append(.set(sets.count))
            sets.append(set)
        case .sequence(let parts): for part in parts { try add(part) }
        case .either(let choices): try addEither(choices)
        case .times(let part, let min, let max):
            for _ in 0..<min { try add(part) }
            guard let max else { return try addLoop(part) }
            var forks: [Int] = []
            for _ in min..<max {
                forks.append(program.count)
                program.append(.match)
                try add(part)
            }
            for fork in forks { program[fork] = .fork(fork + 1, program.count) }
        }
    }

    private mutating func addEither(_ choices: [RegexTree]) throws(LinearRegex.Fault) {
        var jumps: [Int] = []
        for choice in choices.dropLast() {
            let fork = program.count
            program.append(.match)
            try add(choice)
            jumps.append(program.count)
            program.append(.match)
            program[fork] = .fork(fork + 1, program.count)
        }
        if let last = choices.last { try add(last) }
        for jump in jumps { program[jump] = .jump(program.count) }
    }

    private mutating func addLoop(_ part: RegexTree) throws(LinearRegex.Fault) {
        let fork = program.count
        program.append(.match)
        try add(part)
        program.append(.jump(fork))
        program[fork] = .fork(fork + 1, program.count)
    }
}
