internal import Facts
internal import Scanning

/// Finds the first matching rule without testing every one.
///
/// Each rule with a text is indexed by the first bytes of the texts it needs; a description looks
/// up only the bytes it has. Rules without a text, or with very short ones, are always tested.
internal struct RuleIndex: Sendable {
    private let matchers: [RuleMatcher]
    /// Rules that only add tags, payee or note; they do not take part in the search for the first.
    private let adding: [RuleMatcher]
    /// Some rule seeks words, which may be in other texts than the description.
    private let seeksWords: Bool
    private let byLongBeginning: [UInt64: [Int]]
    private let byShortBeginning: [UInt64: [Int]]
    private let always: [Int]
    let dependOnMore: Bool
    let dependOnAccount: Bool

    /// Bytes in a key: eight if the text has them, because thousands of rules may begin with «фоп
    /// ».
    private static let longKeyBytes = 8
    private static let shortKeyBytes = 4

    var isEmpty: Bool { matchers.isEmpty && adding.isEmpty }

    /// The payer's message and the other side's name, folded, where a rule may seek words.
    private func others(_ line: StatementLine, _ arena: Span<UInt8>) -> [[UInt8]] {
        if !seeksWords { return [] }
        return [line.memo, line.counterpartyName].compactMap { ref in
            guard !ref.isEmpty, ref.range.upperBound <= arena.count else { return nil }
            var folded: [UInt8] = []
            TextFolder().fold(arena.extracting(ref.range), into: &folded)
            return folded
        }
    }

    /// The matching rules that only add.
    func additions(
        to line: StatementLine, _ arena: Span<UInt8>, folded: Span<UInt8>, account: String
    ) -> [RuleMatcher] {
        if adding.isEmpty { return [] }
        let others = others(line, arena)
        return adding.filter {
            $0.isMatch(line, arena, folded: folded, others: others, account: account)
        }
    }

    /// Whether a rule that only adds gave the payee of a suggestion with this evidence, which the
    /// tables began.
    func gavePayee(_ evidence: [Evidence]) -> Bool {
        evidence.contains { $0.how == Evidence.adds } && adding.contains { $0.gavePayee(evidence) }
    }

    init(_ files: [RuleFile]) {
        let all = files.flatMap { file in
            file.rules.map { RuleMatcher($0, origin: file.origin(of: $0)) }
        }
        matchers = all.filter { !$0.onlyAdds }
        adding = all.filter(\.onlyAdds)
        seeksWords = all.contains { !$0.conditions.words.isEmpty }
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
        dependOnMore = all.contains(where: \.dependsOnMore)
        dependOnAccount = dependOnMore || all.contains(where: \.dependsOnAccount)
    }

    /// - Complexity: linear in the text, and once more for each rule that shares first bytes with
    ///   it.
    func firstMatch(
        _ line: StatementLine, _ arena: Span<UInt8>, folded: Span<UInt8>, account: String
    ) -> RuleMatcher? {
        let others = others(line, arena)
        var best = Int.max
        for number in always
        where matchers[number].isMatch(
            line, arena, folded: folded, others: others, account: account)
        {
            best = number
            break
        }
        for text in others {
            find(text.span, line, arena, folded: folded, others: others, account: account, &best)
        }
        find(folded, line, arena, folded: folded, others: others, account: account, &best)
        return best == .max ? nil : matchers[best]
    }

    /// Tests the rules whose texts may be in a text of the line.
    private func find(
        _ text: Span<UInt8>, _ line: StatementLine, _ arena: Span<UInt8>, folded: Span<UInt8>,
        others: [[UInt8]], account: String, _ best: inout Int
    ) {
        for (rules, keyBytes) in [
            (byShortBeginning, Self.shortKeyBytes), (byLongBeginning, Self.longKeyBytes),
        ] where !rules.isEmpty && text.count >= keyBytes {
            // "aaaa…" finds the same rules at every byte; testing them once is enough.
            var asked: Set<UInt64> = []
            for at in 0...(text.count - keyBytes) {
                let key = Self.key(text, at, keyBytes)
                guard let numbers = rules[key], asked.insert(key).inserted else { continue }
                for number in numbers {
                    if number >= best { break }
                    if matchers[number].isMatch(
                        line, arena, folded: folded, others: others, account: account)
                    {
                        best = number
                    }
                }
            }
        }
    }

    private static func key(_ bytes: Span<UInt8>, _ at: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 << 8 | UInt64(bytes[at + $1]) }
    }
}
