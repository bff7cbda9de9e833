internal import Facts

/// Finds the first matching rule without testing every one.
///
/// Each rule with a text is indexed by the first bytes of the texts it needs; a description looks
/// up only the bytes it has. Rules without a text, or with very short ones, are always tested.
internal struct RuleIndex: Sendable {
    private let matchers: [RuleMatcher]
    private let byLongBeginning: [UInt64: [Int]]
    private let byShortBeginning: [UInt64: [Int]]
    private let always: [Int]
    let dependOnMore: Bool

    /// Bytes in a key: eight if the text has them, because thousands of rules may begin with «фоп
    /// ».
    private static let longKeyBytes = 8
    private static let shortKeyBytes = 4

    var isEmpty: Bool { matchers.isEmpty }

    init(_ files: [RuleFile]) {
        matchers = files.flatMap { file in
            file.rules.map { RuleMatcher($0, origin: file.origin(of: $0)) }
        }
        var byLongBeginning: [UInt64: [Int]] = [:]
        var byShortBeginning: [UInt64: [Int]] = [:]
        var always: [Int] = []
        for (number, matcher) in matchers.enumerated() {
            let anchors = matcher.anchors
            let shortest = anchors.map(\.count).min() ?? 0
            if shortest < Self.shortKeyBytes {
                always.append(number)
            } else if shortest < Self.longKeyBytes {
                for anchor in anchors {
                    byShortBeginning[Self.key(anchor.span, 0, Self.shortKeyBytes), default: []]
                        .append(number)
                }
            } else {
                for anchor in anchors {
                    byLongBeginning[Self.key(anchor.span, 0, Self.longKeyBytes), default: []]
                        .append(number)
                }
            }
        }
        self.byLongBeginning = byLongBeginning
        self.byShortBeginning = byShortBeginning
        self.always = always
        dependOnMore = matchers.contains(where: \.dependsOnMore)
    }

    /// - Complexity: linear in the text, and once more for each rule that shares first bytes with
    ///   it.
    func firstMatch(
        _ line: StatementLine, _ arena: Span<UInt8>, folded: Span<UInt8>, account: String
    ) -> RuleMatcher? {
        var best = Int.max
        for number in always
        where matchers[number].isMatch(line, arena, folded: folded, account: account) {
            best = number
            break
        }
        for (rules, keyBytes) in [
            (byShortBeginning, Self.shortKeyBytes), (byLongBeginning, Self.longKeyBytes),
        ] where !rules.isEmpty && folded.count >= keyBytes {
            // "aaaa…" finds the same rules at every byte; testing them once is enough.
            var asked: Set<UInt64> = []
            for at in 0...(folded.count - keyBytes) {
                let key = Self.key(folded, at, keyBytes)
                guard let numbers = rules[key], asked.insert(key).inserted else { continue }
                for number in numbers {
                    if number >= best { break }
                    if matchers[number].isMatch(line, arena, folded: folded, account: account) {
                        best = number
                    }
                }
            }
        }
        return best == .max ? nil : matchers[best]
    }

    private static func key(_ bytes: Span<UInt8>, _ at: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 << 8 | UInt64(bytes[at + $1]) }
    }
}
