internal import Facts
internal import Scanning

/// What is odd about rules that can all be read.
package struct RuleFinding: Sendable, Equatable {
    /// Stable: scripts and tests may rely on the raw values.
    package enum Kind: String, Sendable, CaseIterable {
        /// No line can fulfil all its conditions.
        case dead = "rule-never-fits"
        /// An earlier rule takes every line this one would, and does the same.
        case repeated = "rule-repeated"
        /// An earlier rule with the same conditions says something else.
        case conflicting = "rule-conflicting"
        /// An earlier rule takes every line this one would.
        case shadowed = "rule-shadowed"
        /// An earlier rule takes an example of this one and does something else.
        case exampleTaken = "rule-example-taken"
    }

    package let kind: Kind
    package let file: String
    package let line: Int
    package let rule: String
    /// The earlier rule, where there is one.
    package let otherFile: String
    package let otherLine: Int
    package let otherRule: String
    /// The example that is taken; else empty.
    package let example: String
}

/// Looks for rules that never win.
///
/// What is said is so whatever a bank prints; what cannot be proved by the rules' own words is not said.
package struct RuleLint: Sendable {
    private let rules: [(file: String, rule: UserRule, matcher: RuleMatcher)]
    /// Rules by the first bytes of the texts they need, and those that need none.
    private var byBeginning: [UInt32: [Int]] = [:]
    private var withoutText: [Int] = []

    private static let beginningBytes = 4

    /// - Parameter files: in the order in which they win.
    package init(_ files: [RuleFile]) {
        rules = files.flatMap { file in
            file.rules.map { (file.path, $0, RuleMatcher($0, origin: "")) }
        }
        for (number, item) in rules.enumerated() {
            let anchors = item.matcher.anchors
            if anchors.isEmpty || anchors.contains(where: { $0.count < Self.beginningBytes }) {
                withoutText.append(number)
                continue
            }
            for anchor in anchors {
                byBeginning[Self.beginning(of: anchor.span, at: 0), default: []].append(number)
            }
        }
    }

    /// In the order of the rules, at most one for each.
    ///
    /// - Complexity: linear in the rules and their texts, and once more for each pair that shares a text.
    package func findings() -> [RuleFinding] {
        rules.indices.compactMap { finding(about: $0) }
    }

    private func finding(about number: Int) -> RuleFinding? {
        let (_, rule, matcher) = rules[number]
        if Self.isDead(rule.when, matcher) { return finding(.dead, number) }
        let earlier = candidates(before: number)
        for other in earlier where Self.takesAll(rules[other].rule.when, of: rule.when) {
            if rules[other].rule.then == rule.then { return finding(.repeated, number, other) }
            let isSame = Self.takesAll(rule.when, of: rules[other].rule.when)
            return finding(isSame ? .conflicting : .shadowed, number, other)
        }
        for example in rule.yes {
            if let other = earlier.first(where: { isTaken(example, by: $0, from: rule) }) {
                return finding(.exampleTaken, number, other, example)
            }
        }
        return nil
    }

    private func finding(
        _ kind: RuleFinding.Kind, _ number: Int, _ other: Int? = nil, _ example: String = ""
    ) -> RuleFinding {
        let earlier = other.map { rules[$0] }
        return RuleFinding(
            kind: kind, file: rules[number].file, line: rules[number].rule.line,
            rule: rules[number].rule.name, otherFile: earlier?.file ?? "",
            otherLine: earlier?.rule.line ?? 0, otherRule: earlier?.rule.name ?? "",
            example: example)
    }

    /// Earlier rules whose texts occur in texts or examples of this one, in their order.
    private func candidates(before number: Int) -> [Int] {
        let rule = rules[number].rule
        var found = Set(withoutText.prefix { $0 < number })
        let texts =
            rule.when.words + rule.when.contains + rule.when.exact + rule.when.starts
            + rule.yes.map { TextFolder().fold($0) }
        for text in texts {
            let bytes = Array(text.utf8)
            guard bytes.count >= Self.beginningBytes else { continue }
            for at in 0...(bytes.count - Self.beginningBytes) {
                for other in byBeginning[Self.beginning(of: bytes.span, at: at)] ?? [] {
                    if other >= number { break }
                    found.insert(other)
                }
            }
        }
        return found.sorted()
    }

    private static func beginning(of bytes: Span<UInt8>, at: Int) -> UInt32 {
        (0..<beginningBytes).reduce(0) { $0 << 8 | UInt32(bytes[at + $1]) }
    }

    /// The other's conditions on more than texts must not be narrower, else the example may be of lines it leaves.
    private func isTaken(_ example: String, by other: Int, from rule: UserRule) -> Bool {
        let (_, earlier, matcher) = rules[other]
        guard earlier.then != rule.then, Self.takesAllBesideText(earlier.when, of: rule.when) else {
            return false
        }
        return matcher.isText(Array(TextFolder().fold(example).utf8).span)
    }

    // MARK: What follows from what

    /// Conditions that exclude each other by their own words.
    private static func isDead(_ when: UserRule.Conditions, _ matcher: RuleMatcher) -> Bool {
        if !when.exact.isEmpty {
            return !when.exact.contains { matcher.isText(Array($0.utf8).span) }
        }
        return false
    }

    /// Whether every line that fulfils `inner` fulfils `outer`.
    private static func takesAll(
        _ outer: UserRule.Conditions, of inner: UserRule.Conditions
    ) -> Bool {
        takesAllBesideText(outer, of: inner) && takesAllTexts(outer, of: inner)
    }

    private static func takesAllBesideText(
        _ outer: UserRule.Conditions, of inner: UserRule.Conditions
    ) -> Bool {
        if outer.sign != 0, outer.sign != inner.sign { return false }
        if !outer.mcc.isEmpty, inner.mcc.isEmpty || !inner.mcc.allSatisfy(outer.mcc.contains) {
            return false
        }
        if outer.currency.isKnown, outer.currency != inner.currency { return false }
        if !outer.account.isEmpty, outer.account != inner.account { return false }
        if let days = outer.days {
            guard let narrower = inner.days, narrower.isWithin(days) else { return false }
        }
        if !outer.memo.isEmpty {
            let wanted = outer.memo.map { SoughtText($0) }
            let isWithin = inner.memo.allSatisfy { memo in
                wanted.contains { $0.isWords(of: memo.utf8.span) }
            }
            guard !inner.memo.isEmpty, isWithin else { return false }
        }
        if let range = outer.amount {
            guard let narrower = inner.amount, range.contains(narrower) else { return false }
        }
        return takesAll(outer.counterparty, of: inner.counterparty)
    }

    private static func takesAll(
        _ outer: UserRule.Counterparty, of inner: UserRule.Counterparty
    ) -> Bool {
        if !outer.iban.isEmpty, outer.iban != inner.iban { return false }
        if !outer.taxID.isEmpty, outer.taxID != inner.taxID { return false }
        return outer.name.isEmpty || SoughtText(outer.name).isWords(of: inner.name.utf8.span)
    }

    private static func takesAllTexts(
        _ outer: UserRule.Conditions, of inner: UserRule.Conditions
    ) -> Bool {
        let conditions: [(Way, [String])] = [
            (.exact, outer.exact), (.starts, outer.starts), (.words, outer.words),
            (.contains, outer.contains),
        ]
        for (way, wanted) in conditions where !wanted.isEmpty {
            let sought = wanted.map { SoughtText($0) }
            guard
                ensures(
                    inner, { text, kind in sought.contains { way.follows($0, from: text, kind) } })
            else { return false }
        }
        if outer.matches.isEmpty { return true }
        if !inner.matches.isEmpty,
            inner.matches.allSatisfy({ one in
                outer.matches.contains { $0.pattern == one.pattern }
            })
        {
            return true
        }
        return !inner.exact.isEmpty
            && inner.exact.allSatisfy { text in
                outer.matches.contains { $0.isFound(in: text.utf8.span) }
            }
    }

    /// Whether one condition of `inner` is such that each text it allows has what is wanted.
    private static func ensures(
        _ inner: UserRule.Conditions, _ has: (String, Way) -> Bool
    ) -> Bool {
        let given: [(Way, [String])] = [
            (.exact, inner.exact), (.starts, inner.starts), (.words, inner.words),
            (.contains, inner.contains),
        ]
        return given.contains { way, texts in
            !texts.isEmpty && texts.allSatisfy { has($0, way) }
        }
    }

    /// How a text stands in a description.
    private enum Way {
        case exact, starts, words, contains

        /// Whether a description in which `text` stands as `given` has the sought text in this way.
        func follows(_ sought: SoughtText, from text: String, _ given: Way) -> Bool {
            let bytes = text.utf8.span
            return switch (self, given) {
            case (.exact, .exact): sought.isWhole(bytes)
            case (.starts, .exact), (.starts, .starts): sought.isStart(of: bytes)
            case (.words, .exact), (.words, .words): sought.isWords(of: bytes)
            // The last word of a beginning and both ends of a piece may go on.
            case (.words, .starts): sought.isWords(of: Array((text + "x").utf8).span)
            case (.words, .contains): sought.isWords(of: Array(("x" + text + "x").utf8).span)
            case (.contains, _): sought.isInside(bytes)
            case (.exact, _), (.starts, _): false
            }
        }
    }
}

extension UserRule.AmountRange {
    fileprivate func contains(_ inner: UserRule.AmountRange) -> Bool {
        if let min {
            guard let other = inner.min, min <= other else { return false }
        }
        if let max {
            guard let other = inner.max, other <= max else { return false }
        }
        return true
    }
}
