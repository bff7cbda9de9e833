internal import Facts

/// Finds the first rule that fits without asking every one.
///
/// Each rule with a text is filed under the first bytes of the texts it needs; a description asks only for the bytes it has. Rules
/// without a text, and those with very short ones, are always asked.
internal struct RuleIndex: Sendable {
    private let matchers: [RuleMatcher]
    private let byBeginning: [UInt64: [Int]]
    private let always: [Int]
    let dependOnMore: Bool

    /// Bytes a text is filed under: four Latin letters or two Cyrillic ones.
    private static let keyBytes = 4

    var isEmpty: Bool { matchers.isEmpty }

    init(_ files: [RuleFile]) {
        matchers = files.flatMap { file in
            file.rules.map { RuleMatcher($0, origin: "\(file.path):\($0.line)") }
        }
        var byBeginning: [UInt64: [Int]] = [:]
        var always: [Int] = []
        for (number, matcher) in matchers.enumerated() {
            let anchors = matcher.anchors
            if anchors.isEmpty || anchors.contains(where: { $0.count < Self.keyBytes }) {
                always.append(number)
                continue
            }
            for anchor in anchors {
                byBeginning[Self.key(anchor.span, 0), default: []].append(number)
            }
        }
        self.byBeginning = byBeginning
        self.always = always
        dependOnMore = matchers.contains {
            $0.conditions.amount != nil || !$0.conditions.account.isEmpty
                || $0.conditions.currency.isKnown
        }
    }

    /// - Complexity: linear in the text for each rule that shares four bytes with it.
    func firstMatch(
        _ line: StatementLine, _ arena: Span<UInt8>, folded: Span<UInt8>, account: String
    ) -> RuleMatcher? {
        var best = Int.max
        func consider(_ number: Int) {
            guard number < best else { return }
            if matchers[number].isMatch(line, arena, folded: folded, account: account) {
                best = number
            }
        }
        for number in always {
            if number >= best { break }
            consider(number)
        }
        if !byBeginning.isEmpty, folded.count >= Self.keyBytes {
            for at in 0...(folded.count - Self.keyBytes) {
                guard let numbers = byBeginning[Self.key(folded, at)] else { continue }
                for number in numbers {
                    if number >= best { break }
                    consider(number)
                }
            }
        }
        return best == .max ? nil : matchers[best]
    }

    private static func key(_ bytes: Span<UInt8>, _ at: Int) -> UInt64 {
        (0..<keyBytes).reduce(0) { $0 << 8 | UInt64(bytes[at + $1]) }
    }
}
